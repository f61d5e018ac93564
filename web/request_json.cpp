#include "web/request_json.h"

#include <utility>

#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"

namespace reshard {
namespace {

const std::pair<std::string_view, Request> kOwn[] = {
    {"undo", Undo{}}, {"redo", Redo{}}, {"reset", Reset{}}, {"cancel", Cancel{}}, {"copy_link", CopyLink{}},
    {"choose_keys", ChooseKeys{}},
    {"list_nodes", ListNodes{}},
};

}  // namespace

Result<Request> parse_request(std::string_view json, const Scenario& scenario) {
  const auto parsed = parse_json("request", json);
  if (!parsed.ok()) return parsed.error();
  ObjectReader in(parsed.value(), "");
  const std::string what = in.text("do", "");
  if (what == "inspect") {
    Inspect inspect{in.text("key", "")};
    if (const auto error = in.error()) return *error;
    return Request(std::move(inspect));
  }
  for (const auto& [id, request] : kOwn) {
    if (what != id) continue;
    if (const auto error = in.error()) return *error;
    return request;
  }
  auto command = parse_command(json, scenario);
  if (!command.ok()) return command.error();
  return Request(Edit{{command.take()}, false});
}

}  // namespace reshard

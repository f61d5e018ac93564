#include "web/headless/input_path.h"

#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::string_view kNode = "nodes[";

/// What a node in the input is called, or "" where that is something else.
std::string name_of(const Json& node) {
  if (node.is_string()) return node.get<std::string>();
  return node.is_object() && node.contains("name") ? name_of(node["name"]) : "";
}

/// The path of a node's name or, with `member`, of something that an object says beside it.
std::string inside(std::string path, const Json& node, std::string_view member) {
  if (!node.is_object()) return path;
  return path.append(member.empty() ? ".name" : member);
}

bool says(const Json& event, const char* what, const std::string& name) {
  return event.contains(what) && event[what].is_string() && event[what].get_ref<const std::string&>() == name;
}

/// Where the input said last what the node `name` is called, or with `member` (".weight") what it has.
std::string said_at(std::string name, std::string_view member, const Json& request, const Scenario& scenario) {
  const Json log = request.value("log", Json::array());
  for (std::size_t i = log.size(); i-- > 0;) {
    const Json& event = log[i];
    const std::string at = "log[" + decimal(i) + "]";
    if (member == ".weight" && says(event, "weigh", name)) return at + ".weight";
    if (event.contains("rename") && says(event, "to", name)) {
      if (member.empty()) return at + ".to";
      name = event["rename"].get<std::string>();
    }
    if (event.contains("add") && name_of(event["add"]) == name) return inside(at + ".add", event["add"], member);
  }
  const auto nodes = scenario.cluster.initial();
  const Json& listed = request["nodes"];
  for (std::size_t i = 0; i < nodes.size() && listed.is_array(); ++i) {
    if (nodes[i].name == name) return inside("nodes[" + decimal(i) + "]", listed[i], member);
  }
  return "nodes";
}

std::string removal_of(const std::string& name, const Json& request) {
  const Json log = request.value("log", Json::array());
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (says(log[i], "remove", name)) return "log[" + decimal(i) + "].remove";
  }
  return "nodes";
}

}  // namespace

Error in_input(Error error, const Json& request, const Scenario& scenario) {
  for (const ParamSpec& spec : scenario.strategies.front().strategy->params) {
    if (error.field == spec.key) error.field.insert(0, "params.");
  }
  if (error.code == ErrorCode::only_last_leaves) error.field = removal_of(error.args.front(), request);
  if (error.field == "nodes.weight") error.field = "nodes";  // of all of them together
  if (!error.field.starts_with(kNode)) return error;
  const std::size_t end = error.field.rfind(']');
  const std::string name = error.field.substr(kNode.size(), end - kNode.size());
  error.field = said_at(name, std::string_view(error.field).substr(end + 1), request, scenario);
  return error;
}

}  // namespace reshard

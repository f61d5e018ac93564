// Every row of web/api/request.def is a request that is accepted, and requests.d.ts says the same. After a change of
// these rows:
//
//     RESHARD_WRITE_GOLDEN=1 build/quick/ui_tests --gtest_filter='Requests.*'

#include <gtest/gtest.h>

#include <set>

#include "core/scenario/json_reader.h"
#include "tests/web/api/committed.h"
#include "web/api/request_json.h"

namespace reshard::testing {
namespace {

struct RequestRow {
  std::string_view id, members, example;
};
constexpr RequestRow kRequests[] = {
#define REQUEST(id, request, members, example) {#id, members, "{\"do\":\"" #id "\"" example "}"},
#define COMMAND(id, members, example) {#id, members, "{\"do\":\"" #id "\"" example "}"},
#include "web/api/request.def"
#undef COMMAND
#undef REQUEST
};

std::string requests_d_ts() {
  std::string out =
      "// What the page's module can be asked to do, printed from web/api/request.def (tests/web/api/requests_test.cpp).\n"
      "\nexport type Request =";
  for (const RequestRow& row : kRequests) {
    out.append("\n  | { do: '").append(row.id).append("'");
    if (!row.members.empty()) out.append("; ").append(row.members);
    out.append(" }");
  }
  return out + ";\n";
}

TEST(Requests, typescript_knows_them_as_the_rows_say) {
  EXPECT_EQ(committed("web/api/requests.d.ts", requests_d_ts()), requests_d_ts());
}

TEST(Requests, each_row_is_accepted) {
  std::set<std::size_t> requests, commands;  // by their places in the variants
  for (const RequestRow& row : kRequests) {
    const auto request = parse_request(row.example, default_scenario());
    ASSERT_TRUE(request.ok()) << row.example << ": " << message(request.error());
    requests.insert(request.value().index());
    if (const Edit* edit = std::get_if<Edit>(&request.value())) commands.insert(edit->commands.at(0).index());
  }
  constexpr std::size_t kOfPanelsAlone = 2;  // Migrate, SwitchLanguage
  EXPECT_EQ(requests.size(), std::variant_size_v<Request> - kOfPanelsAlone);
  EXPECT_EQ(commands.size(), std::variant_size_v<Command>);
}

/// The names in "node: string; weight?: number".
std::set<std::string> names_of(std::string_view members) {
  std::set<std::string> names;
  while (!members.empty()) {
    names.emplace(members.substr(0, members.find_first_of("?:")));
    const std::size_t end = members.find("; ");
    members.remove_prefix(end == std::string_view::npos ? members.size() : end + 2);
  }
  return names;
}

TEST(Requests, each_example_has_the_members_that_typescript_knows) {
  for (const RequestRow& row : kRequests) {
    if (row.id == "set_keys") continue;  // `fingerprint` goes with another kind
    const auto example = parse_json("example", row.example);
    ASSERT_TRUE(example.ok()) << row.example;
    std::set<std::string> names;
    for (const auto& [name, value] : example.value().items()) names.insert(name);
    names.erase("do");
    EXPECT_EQ(names, names_of(row.members)) << row.id;
  }
}

}  // namespace
}  // namespace reshard::testing

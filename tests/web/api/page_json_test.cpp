// What the page around the canvas tells it and asks it, as JSON.
#include <gtest/gtest.h>

#include "core/scenario/json_reader.h"
#include "core/strategies/strategies.h"
#include "web/api/registry_json.h"
#include "web/api/request_json.h"

namespace reshard {
namespace {

template <typename Expected>
void expect_request(std::string_view json) {
  const auto request = parse_request(json, default_scenario());
  ASSERT_TRUE(request.ok()) << message(request.error());
  EXPECT_TRUE(std::holds_alternative<Expected>(request.value())) << json;
}

TEST(RequestJson, ReadsRequestsThatAreNotCommands) {
  expect_request<Undo>(R"({"do":"undo"})");
  expect_request<Redo>(R"({"do":"redo"})");
  expect_request<Reset>(R"({"do":"reset"})");
  expect_request<Cancel>(R"({"do":"cancel"})");
  expect_request<CopyLink>(R"({"do":"copy_link"})");
}

TEST(RequestJson, ReadsEachCommandAsOneStep) {
  const auto request = parse_request(R"({"do":"remove_node","node":"node-1"})", default_scenario());
  ASSERT_TRUE(request.ok());
  const Edit* edit = std::get_if<Edit>(&request.value());
  ASSERT_NE(edit, nullptr);
  EXPECT_FALSE(edit->continues);
  ASSERT_EQ(edit->commands.size(), 1u);
  EXPECT_EQ(std::get<RemoveNode>(edit->commands[0]).node, NodeId{1});
}

TEST(RequestJson, DealsNodesOverZonesAsOneStep) {
  const auto request = parse_request(R"({"do":"deal_zones","zones":2})", default_scenario());
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(std::get<Edit>(request.value()).commands.size(), kDefaultNodes);
}

TEST(RequestJson, NamesTheMemberThatIsWrong) {
  const auto field = [](std::string_view json) { return parse_request(json, default_scenario()).error().field; };
  EXPECT_EQ(field(R"({"do":"undo","twice":true})"), "twice");
  EXPECT_EQ(field(R"({"do":"remove_node","node":"nobody"})"), "node");
  EXPECT_EQ(field(R"({"do":"dance"})"), "do");
  EXPECT_EQ(field(R"({})"), "do");
  EXPECT_EQ(field("["), "request");
  EXPECT_EQ(field(R"({"do":"deal_zones","zones":6})"), "zones");
}

TEST(RegistryJson, ListsEveryStrategyHashAndKindOfKeys) {
  const auto parsed = parse_json("registry", registry_json());
  ASSERT_TRUE(parsed.ok()) << message(parsed.error());
  const Json& registry = parsed.value();
  ASSERT_EQ(registry["strategies"].size(), strategies().size());
  EXPECT_EQ(registry["hashes"].size(), hash_functions().size());
  EXPECT_EQ(registry["kinds"].size(), key_kinds().size());
  for (std::size_t i = 0; i < strategies().size(); ++i) {
    EXPECT_EQ(registry["strategies"][i]["id"], std::string(strategies()[i]->id));
    EXPECT_EQ(registry["strategies"][i]["family"], std::string(family_title(strategies()[i]->family)));
    EXPECT_EQ(registry["strategies"][i]["params"].size(), strategies()[i]->params.size());
  }
}

}  // namespace
}  // namespace reshard

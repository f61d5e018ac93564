// Links that may be printed in a book. tests/links/v1.txt says how its lines are made.
// tests/web/browser/literature.spec.js tests that their dialogs open.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/migration/run/move_text.h"
#include "core/scenario/link.h"

namespace reshard::testing {
namespace {

struct PublishedLink {
  std::string name, link, spelled_out;
};

std::vector<PublishedLink> published_links() {
  std::ifstream file(RESHARD_TEST_DATA "/links/v1.txt");
  std::vector<PublishedLink> links;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    PublishedLink link;
    fields >> link.name >> link.link >> link.spelled_out;
    links.push_back(link);
  }
  return links;
}

void expect_taken_whole(const PublishedLink& published, const LinkContents& link) {
  for (const Error& error : link.refused) ADD_FAILURE() << published.name << ": " << message(error);
  for (const OtherField& field : link.other) {
    constexpr std::string_view kOfPage[] = {"at_once", "inspect", "ring", "dialog", "about"};
    const bool of_page = std::find(std::begin(kOfPage), std::end(kOfPage), field.key) != std::end(kOfPage);
    if (!field.key.starts_with("move") && !of_page) ADD_FAILURE() << published.name << ": nobody reads " << field.key;
  }
}

// The link's move, read as the code that runs it does; nothing for a link without one.
std::optional<MoveSpec> move_of(const LinkContents& link) {
  for (const OtherField& field : link.other) {
    if (field.key != "move") continue;
    const auto move = parse_move(field.value);
    EXPECT_TRUE(move.ok()) << field.value << ": " << message(move.error());
    return move.ok() ? std::optional(move.value()) : std::nullopt;
  }
  return std::nullopt;
}

// The link's other fields besides the move, which are carried unchanged.
std::vector<OtherField> beside_move(const LinkContents& link) {
  std::vector<OtherField> fields = link.other;
  std::erase_if(fields, [](const OtherField& field) { return field.key == "move"; });
  return fields;
}

TEST(PublishedLinks, OpenWithTheirOriginalMeaning) {
  const auto links = published_links();
  ASSERT_GE(links.size(), 9u) << "tests/links/v1.txt is missing lines";
  for (const PublishedLink& published : links) {
    const LinkContents link = parse_link(published.link);
    const LinkContents spelled_out = parse_link(published.spelled_out);
    expect_taken_whole(published, link);
    expect_taken_whole(published, spelled_out);
    EXPECT_EQ(link.scenario, spelled_out.scenario) << published.name;
    EXPECT_EQ(move_of(link), move_of(spelled_out)) << published.name;
    EXPECT_EQ(beside_move(link), beside_move(spelled_out)) << published.name;
    EXPECT_EQ(parse_link(format_link(link.scenario, link.other)).other, link.other) << published.name;
    EXPECT_EQ(parse_link(format_link(link.scenario)).scenario, link.scenario) << published.name;
  }
}

}  // namespace
}  // namespace reshard::testing

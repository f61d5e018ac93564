// Owners as CSV: names that need quotes, owners before and after a change, the end of the keys.

#include "web/api/owners_csv.h"

#include <gtest/gtest.h>

#include "tests/core/vectors.h"
#include "tests/web/stage.h"

namespace reshard {
namespace {

TEST(OwnersCsv, quotes_what_would_break_a_row) {
  Stage stage;
  const std::vector<std::string> names = {"plain", "with, comma", "with \"quotes\""};
  ASSERT_TRUE(stage.app().use_keys(KeySet::of(names).take(), false).ok());
  ASSERT_TRUE(stage.app().run(Edit{{SetNodes{{Node{.name = "a,b"}}}}}).ok());
  stage.settle();
  const std::string csv = owners_csv(stage.app().results(), 0, 10);
  EXPECT_NE(csv.find("plain,\"a,b\","), std::string::npos) << csv;
  EXPECT_NE(csv.find("\"with, comma\",\"a,b\","), std::string::npos) << csv;
  EXPECT_NE(csv.find("\"with \"\"quotes\"\"\",\"a,b\","), std::string::npos) << csv;
  EXPECT_EQ(owners_csv(stage.app().results(), 3, 10), "");
  EXPECT_EQ(owners_csv(stage.app().results(), 1, 1).find("plain"), std::string::npos);
}

TEST(OwnersCsv, nothing_is_a_formula_and_numbers_stay_numbers) {
  Stage stage;
  const std::vector<std::string> names = {"=1+1", "@SUM(A1)", "+cmd", "-5", "=a,b"};
  ASSERT_TRUE(stage.app().use_keys(KeySet::of(names).take(), false).ok());
  stage.settle();
  const std::string csv = "\r\n" + owners_csv(stage.app().results(), 0, 10);
  for (const char* row : {"\r\n'=1+1,", "\r\n'@SUM(A1),", "\r\n'+cmd,", "\r\n-5,", "\r\n\"'=a,b\","}) {
    EXPECT_NE(csv.find(row), std::string::npos) << csv;
  }
}

TEST(OwnersCsv, writes_the_fields_that_the_scripts_of_the_page_write) {
  const testing::Vectors rows("csv_fields.csv");
  std::vector<std::string> keys, fields;
  for (const auto& row : rows) {
    if (row["text"].empty()) continue;  // no key is empty
    keys.push_back(row.bytes("text"));
    fields.push_back(row.bytes("written"));
  }
  Stage stage;
  ASSERT_TRUE(stage.app().use_keys(KeySet::of(keys).take(), false).ok());
  stage.settle();
  ASSERT_GT(keys.size(), 40u);
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const std::string row = owners_csv(stage.app().results(), i, 1);
    EXPECT_TRUE(row.starts_with(fields[i] + ",node-")) << row;
  }
}

TEST(OwnersCsv, gives_the_owner_before_the_last_change) {
  Stage stage;
  stage.app().open("v=1&nodes=2&keys=100&log=+node-2");
  stage.settle();
  const Results& results = stage.app().results();
  const std::uint32_t moved = results.strategies[0].moved()[0];
  const std::string row = owners_csv(results, moved, 1);
  EXPECT_EQ(row.substr(0, row.find(',')), "key-" + std::to_string(moved));
  EXPECT_NE(row.find(",node-2,node-"), std::string::npos) << row;
  EXPECT_TRUE(row.ends_with("\r\n"));
}

TEST(OwnersCsv, a_scenario_from_a_file_is_one_undo_step) {
  Stage stage;
  const Scenario before = stage.scenario();
  Scenario other = before;
  other.replicas = 2;
  other.keys.count = 777;
  ASSERT_TRUE(stage.app().take_scenario(other).ok());
  stage.settle();
  EXPECT_EQ(stage.app().results().keys->size(), 777u);
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  EXPECT_EQ(stage.scenario(), before);
}

}  // namespace
}  // namespace reshard

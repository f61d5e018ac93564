#include <gtest/gtest.h>

#include <set>

#include "core/base/text.h"
#include "core/model/keys.h"

namespace reshard::testing {
namespace {

constexpr std::uint32_t kKeys = 10'000;

std::vector<std::string> names(KeyKind kind, const RowType& row, std::uint32_t count, std::uint64_t seed = 0) {
  const auto keys = KeySet::generate({kind, count, "k-"}, seed, {append_row, row.columns}).take();
  std::vector<std::string> all(count);
  for (std::uint32_t i = 0; i < count; ++i) keys->append_name(i, all[i]);
  return all;
}

std::vector<RowType> many_types() {
  std::vector<RowType> types;
  for (std::size_t t = 1; t < std::size(kColumnTypes); ++t) types.push_back({{static_cast<ColumnType>(t)}});
  types.push_back({{ColumnType::kInt64, ColumnType::kText}});
  types.push_back({{ColumnType::kText, ColumnType::kText}});
  types.push_back({{ColumnType::kBool, ColumnType::kInt64, ColumnType::kUuid, ColumnType::kTimestamp}});
  return types;
}

TEST(GeneratedRows, AreReadAsTheirTypeUnderEveryKind) {
  for (const RowType& type : many_types()) {
    for (const KeyKindInfo& kind : key_kinds()) {
      for (const std::string& name : names(kind.kind, type, 500, 7)) {
        ASSERT_TRUE(reads_row(name, type)) << kind.id << ": " << name << " is not " << wanted_row(name, type);
      }
    }
  }
}

TEST(GeneratedRows, AllDifferWhereTheTypeHasSoManyValues) {
  for (const RowType& type : many_types()) {
    if (type == RowType{{ColumnType::kBool}}) continue;
    for (const KeyKind kind : {KeyKind::kSequential, KeyKind::kRandom, KeyKind::kUrl}) {
      const auto all = names(kind, type, kKeys);
      EXPECT_EQ(std::set(all.begin(), all.end()).size(), kKeys) << all[1];
    }
  }
}

TEST(GeneratedRows, LookLikeTheIdsOfTheirKind) {
  const RowType number{{ColumnType::kInt64}}, pair{{ColumnType::kInt32, ColumnType::kText}};
  EXPECT_EQ(names(KeyKind::kSequential, number, 3), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(names(KeyKind::kSequential, pair, 2), (std::vector<std::string>{"1\tk-0", "2\tk-1"}));
  for (const std::string& user : names(KeyKind::kUser, number, kKeys)) {
    const auto id = parse_u64(user);
    ASSERT_TRUE(id && *id >= 1000 && *id < 1000 + 7 * kKeys) << user;
  }
  std::size_t large = 0;
  for (const std::string& random : names(KeyKind::kRandom, number, kKeys)) large += *parse_u64(random) >> 62;
  EXPECT_NEAR(static_cast<double>(large), kKeys * 0.5, kKeys * 0.05);
  EXPECT_EQ(names(KeyKind::kRandom, {{ColumnType::kUuid}}, 1)[0][14], '4');
}

TEST(GeneratedRows, AreNotTheSameNumberTwiceInARow) {
  for (const std::string& name : names(KeyKind::kSequential, {{ColumnType::kInt64, ColumnType::kInt64}}, 1000)) {
    const std::size_t tab = name.find('\t');
    ASSERT_NE(name.substr(0, tab), name.substr(tab + 1));
  }
}

TEST(GeneratedRows, CountDaysByTheCalendar) {
  const auto days = names(KeyKind::kSequential, {{ColumnType::kDate}}, kKeys + 2000);
  EXPECT_EQ(days[0], "1970-01-01");
  EXPECT_EQ(days[789], "1972-02-29");
  EXPECT_EQ(days[11016], "2000-02-29");
  EXPECT_EQ(days[11017], "2000-03-01");
  const auto minutes = names(KeyKind::kSequential, {{ColumnType::kTimestamp}}, 1441);
  EXPECT_EQ(minutes[0].substr(0, 17), "2020-01-01 00:00:");
  EXPECT_EQ(minutes[1440].substr(0, 17), "2020-01-02 00:00:");
}

TEST(GeneratedRows, DependOnTheSeedWhereTheyAreRandom) {
  const RowType uuid{{ColumnType::kUuid}};
  EXPECT_EQ(names(KeyKind::kSequential, uuid, 5, 3), names(KeyKind::kSequential, uuid, 5, 3));
  EXPECT_NE(names(KeyKind::kSequential, uuid, 5, 3), names(KeyKind::kSequential, uuid, 5, 4));
}

}  // namespace
}  // namespace reshard::testing

#include "core/model/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

std::vector<std::string> names_of(const KeySet& keys) {
  std::vector<std::string> names;
  std::string buffer;
  for (std::uint32_t i = 0; i < keys.size(); ++i) names.emplace_back(keys.name(i, buffer));
  return names;
}

std::vector<std::string> generated(KeyKind kind, std::uint64_t count, std::string prefix, std::uint64_t seed) {
  return names_of(*KeySet::generate({kind, count, std::move(prefix)}, seed).take());
}

TEST(GeneratedKeys, SequentialKeysAreThePrefixAndTheIndex) {
  EXPECT_EQ(generated(KeyKind::kSequential, 3, "key-", 0), (std::vector<std::string>{"key-0", "key-1", "key-2"}));
  EXPECT_EQ(generated(KeyKind::kSequential, 2, "", 9), (std::vector<std::string>{"0", "1"}));
}

TEST(GeneratedKeys, UserKeysAreIncreasingNumbersWithGaps) {
  const auto names = generated(KeyKind::kUser, 1000, "user:", 1);
  std::uint64_t previous = 999;
  for (const std::string& name : names) {
    ASSERT_TRUE(name.starts_with("user:"));
    const std::uint64_t number = std::stoull(name.substr(5));
    EXPECT_GT(number, previous);
    EXPECT_LT(number - previous, 14u);
    previous = number;
  }
}

// Generated names are part of what a link means, down to the byte: everyone who opens it must see the same keys.
TEST(GeneratedKeys, KeepTheirPublishedForm) {
  EXPECT_EQ(generated(KeyKind::kRandom, 1, "", 1).front(), "e220a8397b1dcdaf");  // SplitMix64's first word, less a step
  const std::string url = generated(KeyKind::kUrl, 1, "https://example.org/", 1).front();
  EXPECT_TRUE(url.starts_with("https://example.org/")) << url;
  EXPECT_TRUE(url.ends_with("00000000")) << url;
}

// Printed by CPython 3.10.13: PYTHONHASHSEED=7 python3.10 -c "print([hash('item-%d' % i) for i in range(3)])".
TEST(GeneratedKeys, ArePythonsHashesUnderItsHashSeed) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(generated(KeyKind::kPython, 3, "", 0),
            (Names{"-113817041068815774", "-5913171599932703243", "-1336614623627677986"}));
  EXPECT_EQ(generated(KeyKind::kPython, 3, "", 7),
            (Names{"8869164050208151094", "-1718485081785222216", "6225471384569539133"}));
  EXPECT_EQ(generated(KeyKind::kPython, 3, "", 4294967295),
            (Names{"3103946841771195225", "-7870331833132491095", "-5576191201420468824"}));
}

TEST(GeneratedKeys, OfLinksAreDistinctAlthoughHalfOfThemLeadToOnePage) {
  const auto links = generated(KeyKind::kLink, 10'000, "https://example.org/", 0);
  EXPECT_EQ(std::set<std::string>(links.begin(), links.end()).size(), 10'000u);
  std::map<std::string, int> targets;
  for (const std::string& link : links) ++targets[link.substr(link.find(' ') + 1)];
  EXPECT_NEAR(targets.at("https://popular.example/"), 5'000, 150);  // three standard deviations
  targets.erase("https://popular.example/");
  for (const auto& [target, count] : targets) EXPECT_LT(count, 20) << target;
}

class KeyKinds : public ::testing::TestWithParam<KeyKindInfo> {};
INSTANTIATE_TEST_SUITE_P(All, KeyKinds, ::testing::ValuesIn(key_kinds().begin(), key_kinds().end()),
                         [](const auto& test) { return std::string(test.param.id); });

TEST_P(KeyKinds, NamesOfASetAreAllDifferent) {
  const auto names = generated(GetParam().kind, 50'000, std::string(GetParam().default_prefix), 3);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST_P(KeyKinds, NamesDependOnTheSeedAndBeginWithThePrefix) {
  const auto names = generated(GetParam().kind, 100, "p/", 3);
  EXPECT_EQ(names, generated(GetParam().kind, 100, "p/", 3));
  for (const std::string& name : names) EXPECT_TRUE(name.starts_with("p/")) << name;
  EXPECT_EQ(names == generated(GetParam().kind, 100, "p/", 4), GetParam().kind == KeyKind::kSequential);
}

TEST_P(KeyKinds, LongerSetBeginsWithTheShorterOne) {
  const auto longer = generated(GetParam().kind, 100, "", 3);
  EXPECT_EQ(generated(GetParam().kind, 10, "", 3), std::vector<std::string>(longer.begin(), longer.begin() + 10));
}

TEST_P(KeyKinds, IsFoundByItsId) {
  ASSERT_NE(find_key_kind(GetParam().id), nullptr);
  EXPECT_EQ(find_key_kind(GetParam().id)->kind, GetParam().kind);
}

TEST(GeneratedKeys, TakeNoMemory) { EXPECT_EQ(sequential_keys("key-", kMaxKeys)->memory_bytes(), 0u); }

TEST(GeneratedKeys, AreRefusedNamingTheField) {
  EXPECT_EQ(KeySet::generate({KeyKind::kSequential, 0, ""}, 0).error().field, "keys");
  EXPECT_EQ(KeySet::generate({KeyKind::kSequential, kMaxKeys + 1, ""}, 0).error().field, "keys");
  EXPECT_EQ(KeySet::generate({KeyKind::kSequential, 1, "\n"}, 0).error().field, "prefix");
}

TEST(GivenKeys, KeepTheirOrderBytesAndRepetitions) {
  const std::vector<std::string> names = {"b", std::string("\0\xff", 2), "a", "b"};
  const auto keys = given_keys(names);
  EXPECT_EQ(names_of(*keys), names);
  EXPECT_EQ(keys->spec().kind, KeyKind::kGiven);
  EXPECT_EQ(keys->spec().count, 4u);
}

TEST(GivenKeys, AreDistinguishedByTheirFingerprint) {
  const auto fingerprint = [](const std::vector<std::string>& names) { return given_keys(names)->spec().fingerprint; };
  EXPECT_EQ(fingerprint({"ab", "c"}), fingerprint({"ab", "c"}));
  EXPECT_NE(fingerprint({"ab", "c"}), fingerprint({"a", "bc"}));  // the same bytes in total
  EXPECT_NE(fingerprint({"ab", "c"}), fingerprint({"c", "ab"}));
  EXPECT_NE(fingerprint({"ab", "c"}), fingerprint({"abc"}));
}

TEST(GivenKeys, AreRefusedNamingTheKey) {
  const auto refused = [](const std::vector<std::string>& names) {
    return KeySet::of(std::span<const std::string>(names)).error();
  };
  EXPECT_EQ(refused({}), (Error{ErrorCode::empty, "keys", {}}));
  EXPECT_EQ(refused({"a", std::string(kMaxKeyBytes + 1, 'x')}).field, "keys[1].length");
}

std::optional<Error> refusal_of_an_empty_key(const Recipe& recipe) {
  NoLimit no_limit;
  const auto filled = KeyColumn(given_keys({"a", ""}), recipe).step(no_limit);
  return filled.ok() ? std::optional<Error>() : filled.error();
}

TEST(GivenKeys, MayBeEmptyWhereTheTypeHasAnEmptyValueAndNowhereElse) {
  static constexpr TypedKeys kFirstByte{[](const Row& row) {
    return row[0].text.empty() ? std::uint64_t{0} : std::uint64_t{static_cast<unsigned char>(row[0].text[0])};
  }};
  EXPECT_EQ(refusal_of_an_empty_key({.hash = find_hash_function("fnv1a64")}), (Error{ErrorCode::empty, "keys[1]", {}}));
  Recipe typed{.typed = &kFirstByte, .row = {{ColumnType::kText}}};
  EXPECT_FALSE(refusal_of_an_empty_key(typed).has_value());
  EXPECT_EQ(SingleKey::of("", std::span(&typed, 1)).take().hash(), 0u);
  EXPECT_EQ(SingleKey::of("a", std::span(&typed, 1)).take().hash(), 97u);
  typed.row = {{ColumnType::kInt64}};
  EXPECT_EQ(SingleKey::of("", std::span(&typed, 1)).error().code, ErrorCode::malformed);
}

/// A budget that allows a given number of looks at the clock.
class Looks final : public Budget {
 public:
  explicit Looks(int left) : left_(left) {}
  bool spent() override { return left_-- <= 0; }

 private:
  int left_;
};

TEST(KeyColumn, FilledInStepsEqualsOneFilledAtOnce) {
  const auto keys = sequential_keys("key-", 20'000);
  const Recipe recipe{find_hash_function("xxh64")};
  KeyColumn at_once(keys, recipe);
  NoLimit no_limit;
  ASSERT_TRUE(at_once.step(no_limit).take());

  KeyColumn in_steps(keys, recipe);
  int steps = 1;
  for (Looks one(1); !in_steps.step(one).take(); one = Looks(1)) {
    EXPECT_LT(in_steps.progress(), 1);
    ++steps;
  }
  EXPECT_GT(steps, 3);
  EXPECT_EQ(in_steps.progress(), 1);
  EXPECT_TRUE(std::equal(at_once.values().begin(), at_once.values().end(), in_steps.values().begin()));
  EXPECT_EQ(at_once.values()[17], recipe.hash->hash64("key-17", 0));
}

TEST(KeyColumn, NamesTheKeyThatItsHashCannotRead) {
  KeyColumn column(given_keys({"1", "2", "three"}), Recipe{find_hash_function("integer")});
  NoLimit no_limit;
  EXPECT_EQ(column.step(no_limit).error().field, "keys[2]");
}

TEST(Recipe, UsesAStrategysOwnReadingInsteadOfTheHash) {
  const auto length = [](std::string_view key, const HashFunction&, std::uint64_t seed) -> std::uint64_t {
    return key.size() + seed;
  };
  EXPECT_EQ((Recipe{find_hash_function("xxh64"), 100, length}("abc")), 103u);
}

TEST(KeyBlock, SliceOfASliceHasTheRightKeys) {
  const ConfiguredStrategy setup("modulo", {}, "integer");
  const auto table = KeyTable::of(setup, sequential_keys("", 10)).take();
  const KeyBlock part = table.block().slice(2, 5).slice(1, 3);
  EXPECT_EQ(part.first, 3u);
  EXPECT_EQ(part.size, 3u);
  EXPECT_EQ(part.hash(0), 3u);
  EXPECT_EQ(part.hash(2), 5u);
}

TEST(SingleKey, HasTheColumnsOfTheSameKeyInASet) {
  const ConfiguredStrategy setup("ring", {{"bits", "128"}}, "md5");
  const auto table = KeyTable::of(setup, sequential_keys("key-", 20)).take();
  const auto key = SingleKey::of("key-7", setup.recipes()).take();
  EXPECT_EQ(key.hash(0), table.block().columns[0][7]);
  EXPECT_EQ(key.hash(1), table.block().columns[1][7]);
  std::string buffer;
  EXPECT_EQ(key.block().keys->name(0, buffer), "key-7");
}

TEST(SingleKey, IsRefusedNamingTheKey) {
  const Recipe number{find_hash_function("integer")};
  EXPECT_EQ(SingleKey::of("", {}).error(), (Error{ErrorCode::empty, "key", {}}));
  EXPECT_EQ(SingleKey::of(std::string(kMaxKeyBytes + 1, 'x'), {}).error().field, "key.length");
  EXPECT_EQ(SingleKey::of("one", std::span(&number, 1)).error().field, "key");
}

}  // namespace
}  // namespace reshard::testing

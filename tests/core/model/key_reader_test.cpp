// Keys that people paste: read in slices of any size, with errors that name the line.

#include "core/model/key_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace reshard {
namespace {

// Reads the text in slices of that many bytes.
Result<std::shared_ptr<const KeySet>> read(std::string_view text, const LineForm& form = {}, std::size_t slice = 3) {
  KeyReader reader(form);
  for (std::size_t at = 0; at < text.size(); at += slice) {
    if (const Status added = reader.add(text.substr(at, slice)); !added.ok()) return added.error();
  }
  if (const Status ended = reader.end(); !ended.ok()) return ended.error();
  NoLimit budget;
  if (const auto checked = reader.check(budget); !checked.ok()) return checked.error();
  return reader.take();
}

std::vector<std::string> names(const Result<std::shared_ptr<const KeySet>>& keys) {
  if (!keys.ok()) return {message(keys.error())};
  std::vector<std::string> names;
  std::string buffer;
  for (std::uint32_t i = 0; i < keys.value()->size(); ++i) names.emplace_back(keys.value()->name(i, buffer));
  return names;
}

std::string refusal(const Result<std::shared_ptr<const KeySet>>& keys) {
  return keys.ok() ? "" : message(keys.error());
}

using Names = std::vector<std::string>;

TEST(KeyReader, ReadsOneKeyPerLineHoweverTheTextIsSplit) {
  for (std::size_t slice = 1; slice < 12; ++slice) {
    EXPECT_EQ(names(read("a\nb b\r\nключ\n", {}, slice)), (Names{"a", "b b", "ключ"})) << slice;
    EXPECT_EQ(names(read("\xEF\xBB\xBFone\ntwo", {}, slice)), (Names{"one", "two"})) << slice;
  }
}

TEST(KeyReader, GivesTheSameKeysAsTheEquivalentList) {
  const Names list{"a", "b", "c"};
  EXPECT_EQ(read("a\nb\nc\n").value()->spec(), KeySet::of(list).value()->spec());
  EXPECT_NE(read("ab\nc\n").value()->spec().fingerprint, read("a\nbc\n").value()->spec().fingerprint);
}

TEST(KeyReader, ReadsAColumnOfCsv) {
  const std::string_view text = "id,owner\n1,a\n\"x,\"\"y\"\"\",b\n";
  EXPECT_EQ(names(read(text, {',', 0, true})), (Names{"1", "x,\"y\""}));
  EXPECT_EQ(names(read("p;q\nr;s", {';', 1, false})), (Names{"q", "s"}));
  EXPECT_EQ(refusal(read(text, {',', 2, false})), "line 1: has no column 3");
  EXPECT_EQ(refusal(read("a\n\"b", {',', 0, false})), "line 2: a quoted field must end on its line");
  EXPECT_EQ(refusal(read("a,b\n,c", {',', 0, false})), "line 2: must not be empty");
}

TEST(KeyReader, NamesTheLineOfAnError) {
  EXPECT_EQ(refusal(read("a\nb\nc\nb\n")), "line 4: “b” is already on line 2");
  EXPECT_EQ(refusal(read("h\na\na\n", {'\t', 0, true})), "line 3: “a” is already on line 2");
  EXPECT_EQ(refusal(read("a\n\nb\n")), "line 2: must not be empty");
  EXPECT_EQ(names(read("a\n\n\r\n")), Names{"a"}) << "blank lines at the end are nobody's mistake";
  EXPECT_EQ(refusal(read("a\nb\xFF\n")), "line 2: not UTF-8 text; save the file as UTF-8");
  EXPECT_EQ(refusal(read("a\n" + std::string(4097, 'x'))), "line 2: 4097 bytes is outside 1 to 4096");
  EXPECT_EQ(refusal(read("")), "keys: must not be empty");
  EXPECT_EQ(refusal(read("\n\n")), "keys: must not be empty");
}

std::vector<std::uint64_t> counts(const Result<std::shared_ptr<const KeySet>>& keys) {
  EXPECT_TRUE(keys.ok()) << refusal(keys);
  if (!keys.ok()) return {};
  return {keys.value()->counts().begin(), keys.value()->counts().end()};
}

TEST(KeyReader, ReadsAColumnOfCounts) {
  const std::string_view text = "id,owner,rows\n1,a,20\n\"x,\"\"y\"\"\",b,\"3\"\n";
  for (std::size_t slice = 1; slice < 9; ++slice) {
    const auto keys = read(text, {',', 0, true, 3}, slice);
    EXPECT_EQ(names(keys), (Names{"1", "x,\"y\""}));
    EXPECT_EQ(counts(keys), (std::vector<std::uint64_t>{20, 3}));
    EXPECT_EQ(keys.value()->counted(), 23u);
  }
  EXPECT_EQ(counts(read("1000000000000;k\r\n1;l", {';', 1, false, 1})), (std::vector<std::uint64_t>{kMaxKeyCount, 1}));
  EXPECT_EQ(counts(read("a\nb\n")), std::vector<std::uint64_t>{}) << "nobody has counted";
}

TEST(KeyReader, NamesTheLineOfAnInvalidCount) {
  const auto refused = [](const std::string& count) {
    return refusal(read("k,7\nl," + count + "\nm,1", {',', 0, false, 2}));
  };
  const auto unreadable = [](const std::string& shown) {
    return "line 2: “" + shown + "” cannot be read as a whole number, 1 to 1000000000000";
  };
  for (const char* wrong :
       {"", "-5", "0", "1e30", "2.5", "many", "1000000000001", "18446744073709551617", " 3", "NaN"}) {
    EXPECT_EQ(refused(wrong), unreadable(wrong));
  }
  EXPECT_EQ(refused(std::string(41, '1')), unreadable("…")) << "long ones are not shown";
  EXPECT_EQ(refusal(read("k,7\nl", {',', 0, false, 2})), "line 2: has no column 2");
  EXPECT_EQ(refusal(read("k,7\nl,1\nk,9", {',', 0, false, 2})), "line 3: “k” is already on line 1");
}

TEST(KeyReader, GivesOtherCountsAnotherFingerprint) {
  const auto fingerprint = [](std::string_view text, std::size_t column) {
    return read(text, {',', 0, false, column}).value()->spec().fingerprint;
  };
  const std::uint64_t alone = read("a\nb\n").value()->spec().fingerprint;
  EXPECT_EQ(fingerprint("a,1\nb,2\n", 0), alone) << "without its counts it is the same list";
  EXPECT_NE(fingerprint("a,1\nb,2\n", 2), alone);
  EXPECT_NE(fingerprint("a,1\nb,2\n", 2), fingerprint("a,2\nb,1\n", 2));
  EXPECT_EQ(fingerprint("a,1\nb,2\n", 2), fingerprint("a,01\nb,2", 2));
}

// Five million keys of nine characters and a line break are 50 MB; the column of counts does not add to it.
TEST(KeyReader, CountsOnlyTheBytesOfKeysTowardsItsLimit) {
  KeyReader reader({'\x1f', 0, false, 2});
  std::string slice;
  for (int i = 0; i < 5'000'000; ++i) {
    slice += std::to_string(100'000'000 + i) +
             "\x1f"
             "1000000000000\n";
    if (slice.size() < 1'000'000) continue;
    const Status added = reader.add(slice);
    ASSERT_TRUE(added.ok()) << message(added.error());
    slice.clear();
  }
  EXPECT_TRUE(reader.add(slice).ok());
  EXPECT_TRUE(reader.end().ok());
}

TEST(KeyReader, StopsAtItsLimits) {
  KeyReader bytes{LineForm{}};
  const std::string megabyte(1'000'000, 'x');
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(bytes.add(megabyte).ok());
  EXPECT_EQ(message(bytes.add("x").error()), "keys: needs 50000001 bytes, the limit is 50000000");

  std::string many;
  for (std::uint64_t i = 0; i < kMaxOwnKeys; ++i) many += "k\n";
  KeyReader keys{LineForm{}};
  EXPECT_TRUE(keys.add(many).ok());
  EXPECT_EQ(message(keys.add("k\n").error()), "line 5000001: 5000001 keys is outside 1 to 5000000");
}

// Spent from the second question on.
class Questions final : public Budget {
 public:
  bool spent() override { return ++asked_ > 1; }

 private:
  int asked_ = 0;
};

TEST(KeyReader, LooksForRepeatedKeysInSlices) {
  KeyReader reader{LineForm{}};
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + "\n";
  ASSERT_TRUE(reader.add(text + "77\n").ok());
  ASSERT_TRUE(reader.end().ok());
  int slices = 0;
  for (;; ++slices) {
    Questions budget;
    const auto checked = reader.check(budget);
    if (!checked.ok()) {
      EXPECT_EQ(message(checked.error()), "line 100001: “77” is already on line 78");
      break;
    }
    ASSERT_FALSE(checked.value());
  }
  EXPECT_EQ(slices, 100'000 / 4096);
}

}  // namespace
}  // namespace reshard

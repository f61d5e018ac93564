#include "tests/core/partitioners/typed_rows.h"

namespace reshard::testing {
namespace {

// Rows are of several types; each is compared as its own.
TEST(Iceberg, RowsAgreeWithGuava) {
  const Vectors rows("iceberg.csv");
  std::size_t compared = 0;
  for (const auto& [type, own] : {std::pair<std::string, std::vector<std::string>>{"string", {"text", "bytes"}},
                                  {"long", {"int64", "int32"}},
                                  {"uuid", {"uuid"}}}) {
    for (const std::string& column : own) {
      const auto setup = partitions_by("iceberg", {column});
      for (const auto& row : rows) {
        if (row["type"] != type) continue;
        const std::string key = column == "bytes"  ? row["key_hex"]
                                : column == "text" ? row.bytes("key_hex")
                                                   : row["key"];
        if (column == "int32" && !reads_key(setup, key)) continue;
        ++compared;
        EXPECT_EQ(number_by(setup, key), row.signed_number("hash") & 0x7fffffff) << column << " " << row["key"];
        for (const std::size_t n : {3, 4, 7, 8, 10, 16}) {
          const std::string expected = row["b" + std::to_string(n)];
          const std::string is = key.empty() ? std::to_string(static_cast<std::uint64_t>(number_by(setup, key)) % n)
                                             : owner_names(setup, numbered_cluster("", n), {key})[0];
          EXPECT_EQ(is, expected) << column << " " << row["key"] << " of " << n;
        }
      }
    }
  }
  EXPECT_GT(compared, rows.size());
  EXPECT_EQ(rows.size(), 2441u);
}

// Appendix B of the specification.
TEST(Iceberg, PublishedValuesAgree) {
  const auto hash_of = [](const std::string& type, std::string_view key) {
    return number_by(partitions_by("iceberg", {type}), key);
  };
  constexpr std::int64_t kWithoutSign = 0x7fffffff;
  EXPECT_EQ(hash_of("int32", "34"), 2017239379);
  EXPECT_EQ(hash_of("int64", "34"), 2017239379);
  EXPECT_EQ(hash_of("date", "2017-11-16"), -653330422 & kWithoutSign);
  EXPECT_EQ(hash_of("timestamp", "2017-11-16T22:31:08"), -2047944441 & kWithoutSign);
  EXPECT_EQ(hash_of("text", "iceberg"), 1210000089);
  EXPECT_EQ(hash_of("uuid", "f79c3e09-677c-4bbd-a479-3f349cb785e7"), 1488055340);
  EXPECT_EQ(hash_of("bytes", "00010203"), -188683207 & kWithoutSign);
}

TEST(Iceberg, NullHasNoBucket) { EXPECT_FALSE(reads_key(partitions_by("iceberg", {"text"}), "\\N")); }

}  // namespace
}  // namespace reshard::testing

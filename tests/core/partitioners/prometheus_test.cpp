#include "tests/core/partitioners/typed_rows.h"

namespace reshard::testing {
namespace {

TEST(Prometheus, RowsAgreeWithHashmod) {
  const Vectors rows("prometheus.csv");
  expect_partitions(partitions_by("prometheus", {"text"}), texts_of(rows), rows, "h", {2, 3, 4, 5, 7, 8, 10, 16});
  EXPECT_EQ(rows.size(), 762u);
}

TEST(Prometheus, ModuliUpTo2To64AgreeWithHashmod) {
  const Vectors rows("prometheus.csv");
  const auto one = partitions_by("prometheus", {"text"});
  for (const auto& row : rows) {
    const auto number = static_cast<std::uint64_t>(number_by(one, row.bytes("key_hex")));
    EXPECT_EQ(number % ~std::uint64_t{0}, row.number("big")) << row["key"];
  }
}

// Two labels have the separator between them; without one, their values are like one; a label that is missing is empty.
TEST(Prometheus, SeveralLabelsAgreeWithHashmod) {
  const Vectors rows("prometheus.csv");
  const auto one = partitions_by("prometheus", {"text"}), two = partitions_by("prometheus", {"text", "text"});
  const auto cluster = numbered_cluster("", 1000);
  std::vector<std::string> pairs, joined;
  for (const auto& row : rows) {
    pairs.push_back(row.bytes("key_hex") + "\t" + row["i"]);
    joined.push_back(row.bytes("key_hex") + "127.0.0.1:9");
  }
  const auto of_pairs = owner_names(two, cluster, pairs), of_joined = owner_names(one, cluster, joined);
  const std::string missing = owner_names(one, cluster, {"\\N"})[0];
  for (std::size_t row = 0; row < rows.size(); ++row) {
    EXPECT_EQ(of_pairs[row], rows[row]["two1000"]) << pairs[row];
    EXPECT_EQ(of_joined[row], rows[row]["addr1000"]) << joined[row];
    EXPECT_EQ(missing, rows[row]["none1000"]);
  }
}

TEST(Prometheus, AMissingLabelKeepsItsSeparator) {
  const auto one = partitions_by("prometheus", {"text"}), two = partitions_by("prometheus", {"text", "text"});
  EXPECT_EQ(number_by(two, "a\t\\N"), number_by(one, "a;"));
  EXPECT_EQ(explain(two, numbered_cluster("s", 3), "a\t\\N")[2].value, "a;");
}

}  // namespace
}  // namespace reshard::testing

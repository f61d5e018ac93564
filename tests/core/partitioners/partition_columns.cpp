#include "tests/core/partitioners/partition_columns.h"

#include <gtest/gtest.h>

#include "core/base/text.h"

namespace reshard::testing {

std::string null_or(const Vectors::Row& row, std::string_view null, const std::string& text) {
  return row[null] == "1" ? "\\N" : text;
}

std::size_t expect_partitions(const Vectors& rows, const KeyOfRow& key_of, std::string_view prefix,
                              const std::vector<std::size_t>& counts, const ConfiguredStrategy& setup) {
  const Recipe recipe = setup.recipes().front();
  std::vector<std::string> keys;
  std::vector<std::uint64_t> hashes;
  std::vector<const Vectors::Row*> compared;
  for (const auto& row : rows) {
    const std::string key = key_of(row);
    if (!recipe.reads(key)) continue;
    keys.push_back(key);
    hashes.push_back(recipe(key));  // no key of a scenario is empty, but a row's may be
    compared.push_back(&row);
  }
  const KeyTable table = KeyTable::of_hashes(hashes);
  for (const std::size_t count : counts) {
    const std::string column = std::string(prefix) + decimal(count);
    const auto owners = place(setup, numbered_cluster("p", count), table);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(index_of(owners[i]), compared[i]->number(column)) << column << " of " << keys[i];
    }
  }
  return keys.size();
}

}  // namespace reshard::testing

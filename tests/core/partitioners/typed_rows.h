#pragma once

#include <gtest/gtest.h>

#include "tests/core/rows.h"

// What the tests of systems written for the JVM and their relatives share: a setup by its types, and rows with a
// partition for each of several counts.

namespace reshard::testing {

/// The strategy `partitions` by this dialect and the types of the key's columns.
inline ConfiguredStrategy partitions_by(std::string_view dialect, const std::vector<std::string>& types) {
  ConfiguredStrategy setup("partitions", {{"dialect", dialect}});
  static constexpr std::string_view kKeys[] = {"type", "type2", "type3", "type4"};
  for (std::size_t c = 0; c < types.size(); ++c) {
    for (std::size_t p = 0; p < setup.params.size(); ++p) {
      const ParamSpec& spec = setup.strategy.params[p];
      if (spec.key == kKeys[c]) setup.params[p] = parse_param(spec, types[c]).take();
    }
  }
  return setup;
}

/// What the system divides among its partitions, as a signed number.
inline std::int64_t number_by(const ConfiguredStrategy& setup, std::string_view key) {
  return static_cast<std::int64_t>(setup.recipes()[0](key));
}

/// Whether the system reads such a key.
inline bool reads_key(const ConfiguredStrategy& setup, std::string_view key) { return setup.recipes()[0].reads(key); }

/// Fails unless each key's partition of n is what column prefix + n says. A key that is empty, which no key set has,
/// is divided here; no system's number of it is negative.
inline void expect_partitions(const ConfiguredStrategy& setup, const std::vector<std::string>& keys,
                              const Vectors& rows, const std::string& prefix, const std::vector<std::size_t>& counts) {
  ASSERT_EQ(keys.size(), rows.size());
  std::vector<std::string> full;
  for (const std::string& key : keys) {
    if (!key.empty()) full.push_back(key);
  }
  const KeyTable table = KeyTable::of(setup, given_keys(full)).take();
  for (const std::size_t n : counts) {
    const std::string column = prefix + std::to_string(n);
    const auto owners = place(setup, numbered_cluster("p", n), table);
    for (std::size_t row = 0, placed = 0; row < keys.size(); ++row) {
      const std::uint64_t is =
          keys[row].empty() ? static_cast<std::uint64_t>(number_by(setup, "")) % n : index_of(owners[placed++]);
      EXPECT_EQ(is, rows[row].number(column)) << column << " of " << keys[row];
    }
  }
}

/// The keys of a file with the columns key_hex and key.
inline std::vector<std::string> texts_of(const Vectors& rows) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key_hex"));
  return keys;
}

inline std::vector<std::string> column_of(const Vectors& rows, std::string_view column) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row[column]);
  return keys;
}

}  // namespace reshard::testing

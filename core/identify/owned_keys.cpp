#include "core/identify/owned_keys.h"

#include <algorithm>
#include <tuple>

#include "core/hash/functions.h"

namespace reshard {
namespace {

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// What people call the column of owners.
constexpr std::string_view kOwnerColumns[] = {"owner", "node", "shard", "server", "master"};

}  // namespace

std::string take_header(OwnedKeys& rows) {
  for (const std::string_view column : kOwnerColumns) {
    const auto names_it = [&](std::string_view owner) { return same_letters(owner, column); };
    const auto at = std::find_if(rows.owners.begin(), rows.owners.end(), names_it);
    if (at == rows.owners.end() || std::any_of(at + 1, rows.owners.end(), names_it)) continue;
    const auto key = rows.keys.begin() + (at - rows.owners.begin());
    std::string header = *key + "," + *at;
    rows.keys.erase(key);
    rows.owners.erase(at);
    return header;
  }
  return {};
}

OwnedKeys in_sample_order(OwnedKeys rows) {
  std::vector<std::tuple<std::uint64_t, std::string, std::string>> sorted;
  sorted.reserve(rows.keys.size());
  for (std::size_t i = 0; i < rows.keys.size(); ++i) {
    const std::uint64_t at = sample_order(rows.keys[i]);
    sorted.emplace_back(at, std::move(rows.keys[i]), std::move(rows.owners[i]));
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) std::tie(std::ignore, rows.keys[i], rows.owners[i]) = sorted[i];
  return rows;
}

std::uint64_t sample_order(std::string_view key) { return fmix64(xxh64(key)); }

}  // namespace reshard

#pragma once

#include <string_view>

// Parts of a key that strategies hash instead of the whole key.

namespace reshard {

/// What Redis Cluster hashes: the text between the first "{" and the first "}" after it, or the whole key if that text
/// is empty or missing. "{user:7}:cart" → "user:7", "foo{}{bar}" → all of it, "foo{{bar}}" → "{bar".
constexpr std::string_view hash_tag(std::string_view key) {
  const std::size_t open = key.find('{');
  if (open == key.npos) return key;
  const std::size_t close = key.find('}', open + 1);
  if (close == key.npos || close == open + 1) return key;
  return key.substr(open + 1, close - open - 1);
}

/// The part that all rows of one unit (a tenant, a user) share: the hash tag if there is one, else the key up to its
/// second colon.
constexpr std::string_view unit_of(std::string_view key) {
  const std::string_view tag = hash_tag(key);
  if (tag.size() != key.size()) return tag;
  const std::size_t first = key.find(':');
  return first == key.npos ? key : key.substr(0, key.find(':', first + 1));
}

}  // namespace reshard

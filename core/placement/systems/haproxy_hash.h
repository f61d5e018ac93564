#pragma once

#include <algorithm>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/strategy.h"

// Shared by HAProxy's strategies: how it hashes keys, numbers servers, and what it accepts of them.

namespace reshard::haproxy {

inline constexpr std::string_view kFunctions[] = {"sdbm", "djb2", "crc32"};
inline constexpr std::string_view kSwitch[] = {"false", "true"};
inline constexpr const HashFunction* kHashes[] = {&sdbm_hash, &djb2_hash, &crc32_hash};

inline constexpr double kMaxServerWeight = 256;
inline constexpr std::uint64_t kPointsPerWeight = 16;
inline constexpr std::uint32_t kPointsRange = 4096;  // 256 · 16: the numbers reserved for one server

// Bob Jenkins's integer hash in six shifts, then a multiplication.
constexpr std::uint32_t full_hash(std::uint32_t a) {
  a = (a + 0x7ed55d16u) + (a << 12);
  a = (a ^ 0xc761c23cu) ^ (a >> 19);
  a = (a + 0x165667b1u) + (a << 5);
  a = (a + 0xd3a2646cu) ^ (a << 9);
  a = (a + 0xfd7046c5u) + (a << 3);
  a = (a ^ 0xb55a4f09u) ^ (a >> 16);
  return a * 3221225473u;
}

inline std::uint64_t avalanched(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return full_hash(static_cast<std::uint32_t>(hash.hash64(key, seed)));
}

inline std::vector<Recipe> recipe_of(double function, double avalanche) {
  const HashFunction* hash = kHashes[static_cast<std::size_t>(function)];
  return {Recipe{hash, 0, avalanche == 0 ? nullptr : avalanched}};
}

/// The number that a running HAProxy has for a server; 0 where it is not known.
inline std::uint32_t given_number(const BuildInput& input, const Node& node) {
  const auto given = input.cluster.given_tokens(input.table, node.id);
  return given.empty() ? 0 : static_cast<std::uint32_t>(given.front());
}

/// Gives servers without a number (0, by position) the first free one from their place on.
inline void number_the_others(const BuildInput& input, std::vector<std::uint32_t>& numbers) {
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 0) continue;
    std::uint32_t free = i + 1;
    const auto is_taken = [&] { return std::find(numbers.begin(), numbers.end(), free) != numbers.end(); };
    while (input.cluster.given() != nullptr && is_taken()) ++free;
    numbers[i] = free;
  }
}

// Templates, so that what they refuse is the caller's result at once: as functions they would make the first load larger.

/// Refuses weights that no server can have, or builds.
template <typename Build>
Result<std::unique_ptr<Placement>> build_of_weights(const BuildInput& input, Build build) {
  for (const Node& node : input.cluster.nodes()) {
    if (node.weight <= kMaxServerWeight) continue;
    return Error{ErrorCode::out_of_range,
                 "nodes[" + node.name + "].weight",
                 {short_number(node.weight), "0", short_number(kMaxServerWeight)}};
  }
  return build();
}

/// Refuses numbers that no server can have, or builds.
template <typename Build>
Result<std::unique_ptr<Placement>> build_of_numbers(const BuildInput& input, Build build) {
  constexpr std::uint64_t kMaxNumber = 0x7fff'ffff;
  for (const Node& node : input.cluster.nodes()) {
    const auto given = input.cluster.given_tokens(input.table, node.id);
    if (given.size() > 1) return Error{ErrorCode::malformed, "owners", {node.name, "a server with one number"}};
    if (given.empty() || given[0] - 1 < kMaxNumber) continue;
    return Error{ErrorCode::out_of_range, "owners", {signed_decimal(given[0]), "1", decimal(kMaxNumber)}};
  }
  return build();
}

}  // namespace reshard::haproxy

#pragma once

#include <cstdint>

namespace reshard {

/// A unique label of a write: it tells which write a value comes from, not which write came first. A delete is a write,
/// too; its label, where a side keeps it, is a tombstone.
enum class Version : std::uint32_t {};

inline constexpr Version kNothing{0};
inline constexpr Version kFirstValue{1};  ///< what a key held before the first request
inline constexpr std::uint32_t kTombstoneBit = std::uint32_t{1} << 31;

/// The version that operation number `operation` writes.
constexpr Version version_of(std::uint32_t operation, bool deletes) {
  return Version{(operation + 2) | (deletes ? kTombstoneBit : 0)};
}

constexpr bool is_tombstone(Version version) { return (static_cast<std::uint32_t>(version) & kTombstoneBit) != 0; }

/// Whether an operation of the run wrote it; operation_of() says which.
constexpr bool is_written(Version version) { return version != kNothing && version != kFirstValue; }
constexpr std::uint32_t operation_of(Version version) {
  return (static_cast<std::uint32_t>(version) & ~kTombstoneBit) - 2;
}

/// What a reader sees of it: a tombstone looks like nothing.
constexpr Version visible(Version version) { return is_tombstone(version) ? kNothing : version; }

}  // namespace reshard

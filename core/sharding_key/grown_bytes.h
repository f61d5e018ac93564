#pragma once

#include <bit>
#include <cstdint>

namespace reshard {

/// What a text of so many bytes takes that grew by doubling. Reckoned, since a library's own capacity() differs from machine to
/// machine, and what is told, and when a table becomes a sketch, must not.
inline std::uint64_t grown_bytes(std::uint64_t bytes) { return bytes == 0 ? 0 : std::bit_ceil(bytes); }

}  // namespace reshard

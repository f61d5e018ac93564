#pragma once

#include <bit>
#include <cstdint>

namespace reshard {

/// The bytes of a string of this size that grew by doubling. Computed, because a library's capacity() differs between
/// machines, and neither reported sizes nor the moment when a table becomes a sketch may.
inline std::uint64_t grown_bytes(std::uint64_t bytes) { return bytes == 0 ? 0 : std::bit_ceil(bytes); }

}  // namespace reshard

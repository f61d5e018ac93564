#pragma once

#include <cstdint>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace reshard {

/// Whether the target has SIMD instructions. The headless core has none: there, code with lanes would be several times
/// as large as plain code, and no faster.
#if defined(__wasm__) && !defined(__wasm_simd128__)
#define RESHARD_HAS_LANES 0
#else
#define RESHARD_HAS_LANES 1
#endif
inline constexpr bool kHasLanes = RESHARD_HAS_LANES != 0;

/// Four 32-bit numbers at a time: what every 64-bit processor and wasm with SIMD can do.
using WordLanes = std::uint32_t __attribute__((vector_size(16)));
using LongLanes = std::uint64_t __attribute__((vector_size(16)));
using MaskLanes = std::int32_t __attribute__((vector_size(16)));  ///< each 0 or -1, as comparisons yield

/// The masks of sixteen comparisons as one bit each, the first as the lowest bit.
inline std::uint32_t bits_of(const MaskLanes* masks) {
#ifdef __wasm_simd128__
  const auto eight = [masks](int first) {
    return wasm_i16x8_narrow_i32x4(reinterpret_cast<v128_t>(masks[first]), reinterpret_cast<v128_t>(masks[first + 1]));
  };
  return static_cast<std::uint32_t>(wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(eight(0), eight(2))));
#else
  const MaskLanes found = (masks[0] & MaskLanes{0x1, 0x2, 0x4, 0x8}) | (masks[1] & MaskLanes{0x10, 0x20, 0x40, 0x80}) |
                          (masks[2] & MaskLanes{0x100, 0x200, 0x400, 0x800}) |
                          (masks[3] & MaskLanes{0x1000, 0x2000, 0x4000, 0x8000});
  const auto halves = reinterpret_cast<LongLanes>(found);
  const std::uint64_t both = halves[0] | halves[1];
  return static_cast<std::uint32_t>(both | both >> 32);
#endif
}

}  // namespace reshard

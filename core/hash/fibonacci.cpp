#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;  // 2^64 / φ, the nearest odd number

// Consecutive numbers land far apart: each new one cuts one of the longest gaps. Other text is turned into a number first.
std::uint64_t of_text(std::string_view text) {
  const std::optional<std::uint64_t> number = integer(text);
  return (number ? *number : fnv1a64(text)) * kGoldenRatio;
}

}  // namespace

constinit const HashFunction fibonacci_hash = number_hash<of_text>(
    "fibonacci", "Fibonacci (golden ratio)",
    "Knuth, The Art of Computer Programming 3, section 6.4: the decimal number, or FNV-1a (64 bits) of any other text, "
    "times 2^64 divided by the golden ratio");

}  // namespace reshard

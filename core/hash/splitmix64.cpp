#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

// SplitMix64 takes a number, not a text. FNV-1a turns any other text into a number first, and the mixing repairs its
// weak high bits: compared with `fnv1a64` on a ring, this shows what a finaliser is worth.
std::uint64_t of_text(std::string_view text) {
  const std::optional<std::uint64_t> number = integer(text);
  return splitmix64(number ? *number : fnv1a64(text));
}

}  // namespace

constinit const HashFunction splitmix64_hash = number_hash<of_text>(
    "splitmix64", "SplitMix64",
    "Steele, Lea, Flood, OOPSLA 2014: first output of the generator seeded with the decimal number, "
    "or with FNV-1a (64 bits) of any other text");

}  // namespace reshard

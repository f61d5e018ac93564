#pragma once

#include <cstdint>
#include <vector>

namespace reshard {

/// Go's math/rand with a seed: an additive lagged Fibonacci generator (607, 273). Made for few numbers: it computes only
/// those words of its state that they need.
class GoRandom {
 public:
  explicit GoRandom(std::int64_t seed);

  std::uint32_t uint32();  ///< Rand.Uint32()

 private:
  std::uint64_t word(std::size_t n) const;  // of the sequence: 0 to 606 from the seed, then what was drawn

  std::uint32_t seed_;
  std::vector<std::uint64_t> drawn_;
};

}  // namespace reshard

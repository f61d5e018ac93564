// JumpBackHash: walks back from the end to the last bucket that a jumping key would have landed on.
//
// O. Ertl, "JumpBackHash: say goodbye to the modulo operation to distribute keys uniformly to buckets",
// arXiv:2403.18682, algorithm 4; bit-identical to dynatrace-oss/hash4j 41d814f, with either of its streams of random
// words: SplitMix64 seeded with the hash, or XorshiftL7R9 whose first word is the hash itself.

#include <bit>

#include "core/base/random.h"
#include "core/placement/numbered_nodes.h"

namespace reshard {
namespace {

constexpr std::string_view kStreams[] = {"splitmix64", "xorshift_l7r9"};
constexpr ParamSpec kParams[] = {choice_param("stream", "Random words", kStreams), kRemovalParam, kSlotsParam};

class SplitMixWords {
 public:
  explicit SplitMixWords(std::uint64_t hash) : random_(hash) {}
  std::uint64_t next() { return random_.next(); }

 private:
  Random random_;
};

class XorshiftWords {
 public:
  explicit XorshiftWords(std::uint64_t hash) : next_(hash) {}
  std::uint64_t next() {
    const std::uint64_t word = next_;
    next_ ^= next_ << 7;
    next_ ^= next_ >> 9;
    return word;
  }

 private:
  std::uint64_t next_;
};

template <typename Words>
struct JumpBack {
  static constexpr std::string_view kWord = "candidate";

  template <typename Visit>
  static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit) {
    if (n < 2) return visit(0u);
    Words words(hash);
    const std::uint64_t r0 = words.next();
    std::uint32_t x = static_cast<std::uint32_t>(r0 ^ (r0 >> 32)) & (~0u >> std::countl_zero(n - 1));
    while (x != 0) {
      const std::uint32_t lo = std::bit_floor(x);
      const unsigned shift = static_cast<unsigned>(std::popcount(x)) * 32 % 64;
      std::uint32_t c = lo + (static_cast<std::uint32_t>(r0 >> shift) & (lo - 1));
      if (visit(c) < n) return c;
      // Uses both halves of each word, until one falls below this level or on an existing bucket.
      for (bool below = false; !below;) {
        const std::uint64_t r1 = words.next();
        for (const std::uint64_t half : {r1, r1 >> 32}) {
          c = static_cast<std::uint32_t>(half) & (2 * lo - 1);
          below = c < lo;
          if (below) break;
          if (visit(c) < n) return c;
        }
      }
      x ^= lo;
    }
    return visit(0u);
  }
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const bool split_mix = input.params[0] == 0;
  return build_numbered(input, split_mix ? kNumberRule<JumpBack<SplitMixWords>> : kNumberRule<JumpBack<XorshiftWords>>);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No bucket but the last can leave: requests fail until the node is replaced.",
     .source = "Ertl, arXiv:2403.18682, section 1"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules jumpback_down;
constinit const DownRules jumpback_down = kDown;

extern const Strategy jumpback_strategy;
constinit const Strategy jumpback_strategy{
    .id = "jumpback",
    .title = "JumpBackHash",
    .family = Family::kJump,
    .summary = "As even as jump, in constant time: about one random word per key.",
    .limits = "Nodes are numbers, so only the last can leave; it ignores weights.",
    .source = "Ertl, arXiv:2403.18682; dynatrace-oss/hash4j 41d814f",
    .lookup = "O(1)",
    .traits = kNumberedTraits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = numbered_traits,
    .expected_spread = numbered_spread,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

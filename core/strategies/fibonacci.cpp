// Fibonacci hashing: multiply by 2^64 / phi, then reduce the product to a node's number.
//
// D. Knuth, The Art of Computer Programming 3, section 6.4. The multiplication carries low bits upwards, so the upper
// bits of the product are the mixed ones. Shifting them down requires a power of two; D. Lemire's fast range
// floor(product · n / 2^64), "Fast random integer generation in an interval", 2019, takes any n and also cuts the
// products into equal runs; the 32-bit remainder is that of Golubtsov's benchmark (2024). It is a way to reduce a
// number, not consistent hashing: doubling splits node p into 2p and 2p + 1, and adding one node moves half of the keys
// (fast range) or all but 1/(n + 1) (remainder).

#include <bit>

#include "core/base/text.h"
#include "core/base/uint128.h"
#include "core/placement/dialects.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kReduction };

constexpr std::uint64_t kGolden64 = 11400714819323198485u;  // 2^64 / phi, odd
constexpr std::uint32_t kGolden32 = 2654435769u;            // 2^32 / phi, odd

std::uint64_t product64(std::uint64_t x) { return x * kGolden64; }
std::uint64_t product32(std::uint64_t x) { return static_cast<std::uint32_t>(x) * kGolden32; }

std::uint64_t fastrange(std::uint64_t x, std::uint64_t n) {
  return static_cast<std::uint64_t>(U128{product64(x)} * n >> 64);
}

std::uint64_t shift(std::uint64_t x, std::uint64_t n) {  // n = 2^b
  const int b = std::countr_zero(n);
  return b == 0 ? 0 : product64(x) >> (64 - b);
}

std::uint64_t mod32(std::uint64_t x, std::uint64_t n) { return product32(x) % n; }

struct Reduction {
  std::string_view id;
  std::uint64_t (*reduce)(std::uint64_t x, std::uint64_t n);
  std::uint64_t (*product)(std::uint64_t x);
  bool needs_power_of_two = false;  ///< of nodes
};

constexpr Reduction kReductions[] = {
    {"fastrange", fastrange, product64}, {"shift", shift, product64, true}, {"mod32", mod32, product32}};
constexpr auto kIds = ids_of(kReductions);
constexpr ParamSpec kParams[] = {choice_param("reduction", "Range reduction", kIds)};

class FibonacciPlacement final : public TablePlacement {
 public:
  FibonacciPlacement(const Reduction& reduction, std::vector<NodeId> nodes)
      : TablePlacement(SlotRule::by_function(nodes.size(), reduction.reduce, reduction.id), "reduction"),
        product_(reduction.product) {
    slots_ = std::move(nodes);
  }

 private:
  void explain_key(const SingleKey& key, Trace& trace) const override {
    trace.push_back({"product", hex64(product_(key.hash()))});
  }

  std::uint64_t (*product_)(std::uint64_t x);
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Reduction& reduction = kReductions[static_cast<std::size_t>(input.params[kReduction])];
  const std::uint64_t n = input.cluster.nodes().size();
  if (reduction.needs_power_of_two && !std::has_single_bit(n)) {
    return Error{ErrorCode::not_power_of_two, "nodes", {decimal(n) + " nodes", decimal(std::bit_ceil(n))}};
  }
  return make_placement<FibonacciPlacement>(reduction, ids_by_position(input.cluster));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "The product still names the node: its requests fail until the list of nodes changes, and then most "
              "keys move.",
     .source = "Knuth, section 6.4; no system of its own"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules fibonacci_down;
constinit const DownRules fibonacci_down = kDown;

extern const Strategy fibonacci_strategy;
constinit const Strategy fibonacci_strategy{
    .id = "fibonacci",
    .title = "Fibonacci hashing",
    .family = Family::kArithmetic,
    .summary = "One multiplication spreads even consecutive numbers, with no division.",
    .limits = "It only maps a number to a range: adding a node moves half of the keys or more; it ignores weights.",
    .source = "Knuth, The Art of Computer Programming 3, section 6.4; Lemire's fast range, 2019; Golubtsov, 2024",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

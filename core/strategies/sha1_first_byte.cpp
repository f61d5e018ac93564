// The first byte of SHA-1, read as a signed number, modulo 10, divided among the nodes: a cautionary tale.
//
// The author of “Making a sharding algorithm: a simple and a beautiful solution” (2014) made it up as the simple one:
// d = Math.abs(digest[0]) % 10, node = (int) (d / (10.0 / n)). Of the 256 bytes, 26 give each of d = 1 … 7, 25 give each
// of 0 and 8, and 24 give 9. Only ten values are left, so an eleventh node gets no keys.
//
// The same in integers, d / (10 / n), is our addition: it loses the remainder of 10 / n. With four nodes 10 / 4 = 2, and
// 8 and 9 belong to a fifth node that does not exist. With more than ten nodes, it would divide by zero.

#include <cmath>
#include <cstdlib>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kDivision };
enum Division { kDouble, kInteger };

constexpr std::string_view kDivisions[] = {"double", "integer"};
constexpr ParamSpec kParams[] = {choice_param("division", "Division by 10 / n", kDivisions)};

constexpr std::size_t kBytes = 256;
constexpr unsigned kDigits = 10;

Division division_of(std::span<const double> params) { return static_cast<Division>(params[kDivision]); }

std::uint64_t first_byte(std::string_view key, const HashFunction&, std::uint64_t) { return sha1(key)[0]; }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, first_byte}}; }

int as_signed(std::uint64_t byte) { return byte < 128 ? static_cast<int>(byte) : static_cast<int>(byte) - 256; }

// Java widens the byte before abs(), so abs(-128) is 128, not -128.
unsigned digit_of(std::uint64_t byte) { return static_cast<unsigned>(std::abs(as_signed(byte))) % kDigits; }

std::size_t node_of(unsigned digit, std::size_t n, Division division) {
  if (division == kInteger) return digit / (kDigits / n);
  return static_cast<std::size_t>(digit / (10.0 / static_cast<double>(n)));
}

class Sha1FirstBytePlacement final : public TablePlacement {
 public:
  Sha1FirstBytePlacement(Division division, const std::vector<NodeId>& nodes)
      : TablePlacement(SlotRule::remainder(kBytes).in(Numerals::kSignedByte), "first byte"),
        division_(division),
        n_(nodes.size()) {
    for (std::size_t byte = 0; byte < kBytes; ++byte) {
      const std::size_t node = node_of(digit_of(byte), n_, division_);
      if (node < n_) slots_[byte] = nodes[node];
    }
  }

  std::uint64_t memory_bytes() const override { return n_ * sizeof(NodeId); }

 private:
  void explain_slot(const SingleKey&, std::uint64_t byte, Trace& trace) const override {
    const unsigned digit = digit_of(byte);
    trace.push_back({"digit", "|" + signed_decimal(std::int64_t{as_signed(byte)}) + "| mod 10 = " + decimal(digit)});
    const std::string divisor = division_ == kInteger ? decimal(kDigits / n_) : "(10.0 / " + decimal(n_) + ")";
    trace.push_back({"division", decimal(digit) + " / " + divisor + " = " + decimal(node_of(digit, n_, division_))});
  }

  Division division_;
  std::size_t n_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const std::size_t n = input.cluster.nodes().size();
  if (division_of(input.params) == kInteger && n > kDigits) {
    return Error{ErrorCode::too_large, "nodes", {decimal(n) + " nodes, where 10 / n is 0", decimal(kDigits)}};
  }
  return make_placement<Sha1FirstBytePlacement>(division_of(input.params), ids_by_position(input.cluster));
}

Traits traits_with(std::span<const double> params) {
  if (division_of(params) == kDouble) return {Trait::kAnyRemoval};
  return {Trait::kAnyRemoval, Trait::kMayLeaveUnplaced};
}

// The shares are known exactly: how many of the 256 bytes each node has.
double expected_spread(std::size_t n, std::span<const double> params) {
  const Division division = division_of(params);
  if (division == kInteger && n > kDigits) return 0;  // refused
  std::vector<double> bytes(n);
  double placed = 0;
  for (std::size_t byte = 0; byte < kBytes; ++byte) {
    const std::size_t node = node_of(digit_of(byte), n, division);
    if (node >= n) continue;
    ++bytes[node];
    ++placed;
  }
  const double mean = placed / static_cast<double>(n);
  double squares = 0;
  for (const double count : bytes) squares += (count - mean) * (count - mean);
  return std::sqrt(squares / static_cast<double>(n)) / mean;
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "The code knows no other node: its requests fail until somebody changes the list.",
     .source = "“Making a sharding algorithm”, 2014"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules sha1_first_byte_down;
constinit const DownRules sha1_first_byte_down = kDown;

extern const Strategy sha1_first_byte_strategy;
constinit const Strategy sha1_first_byte_strategy{
    .id = "sha1_first_byte",
    .title = "First byte of SHA-1",
    .family = Family::kArithmetic,
    .summary = "A cautionary tale: a strong hash, almost all of which is thrown away.",
    .limits = "Uneven; beyond ten nodes some get no keys at all, and integer division leaves keys without an owner.",
    .source = "“Making a sharding algorithm”, 2014, whose author made it up; integers are ours; rows from Java 17",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .hash = "sha1",
    .hash_fixed = true,
    .numerals = Numerals::kSignedByte,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

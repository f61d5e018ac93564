// YugabyteDB: tablets are equal ranges of a 16-bit hash of the key's hash columns, and a table says which server leads
// which.
//
// hash (yb_hash_code()) = Bob Jenkins' 64-bit lookup2 of the columns' encodings, one after the other (int: 4 bytes,
// bigint: 8 bytes, most significant first; text: its bytes), with seed 97, folded to 16 bits. Tablet i of n begins at
// i·65536 div n. No server ran here: the rows are derived from the published source and agree with the one value of the
// documentation, yb_hash_code(1, 2, 'sample string') = 23017.
//
// Which server leads a tablet is the choice of the master's load balancer, of which nothing is published that says it
// tablet by tablet: here they begin in turn, and move by hand only, or from a server that leaves.

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/hash_ranges.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kTablets, kType };  // the types of further columns follow

constexpr std::uint64_t kHashes = 65'536;

constexpr ParamSpec kParams[] = {
    {.key = "tablets",
     .label = "Tablets",
     .min = 1,
     .max = 4096,
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "tablets"},
    type_param(),
    more_type_param<2>(),
    only_with(more_type_param<3>(), has_column<2>()),
    only_with(more_type_param<4>(), has_column<3>()),
};

constexpr ColumnTypes kTakes = {ColumnType::kText, ColumnType::kInt32, ColumnType::kInt64};

/// Bob Jenkins' hash of 1996, "lookup2", with 64-bit words: three of them, and blocks of 24 bytes.
class Lookup2 {
 public:
  static std::uint64_t of(std::string_view bytes, std::uint64_t seed) {
    const std::uint64_t length = bytes.size();
    Lookup2 state(seed);
    for (; bytes.size() >= 24; bytes.remove_prefix(24)) {
      state.a_ += load_le64(bytes.data());
      state.b_ += load_le64(bytes.data() + 8);
      state.c_ += load_le64(bytes.data() + 16);
      state.mix();
    }
    state.c_ += length;
    state.a_ += rest(bytes, 0);
    state.b_ += rest(bytes, 8);
    state.c_ += rest(bytes, 16) << 8;  // the lowest byte is the length's
    state.mix();
    return state.c_;
  }

 private:
  explicit Lookup2(std::uint64_t seed) : c_(seed) {}

  // Up to 8 bytes from here on, least significant first.
  static std::uint64_t rest(std::string_view bytes, std::size_t from) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8 && from + i < bytes.size(); ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(bytes[from + i])} << 8 * i;
    }
    return word;
  }

  void mix() {  // clang-format off
    a_ -= b_; a_ -= c_; a_ ^= c_ >> 43;  b_ -= c_; b_ -= a_; b_ ^= a_ << 9;
    c_ -= a_; c_ -= b_; c_ ^= b_ >> 8;   a_ -= b_; a_ -= c_; a_ ^= c_ >> 38;
    b_ -= c_; b_ -= a_; b_ ^= a_ << 23;  c_ -= a_; c_ -= b_; c_ ^= b_ >> 5;
    a_ -= b_; a_ -= c_; a_ ^= c_ >> 35;  b_ -= c_; b_ -= a_; b_ ^= a_ << 49;
    c_ -= a_; c_ -= b_; c_ ^= b_ >> 11;  a_ -= b_; a_ -= c_; a_ ^= c_ >> 12;
    b_ -= c_; b_ -= a_; b_ ^= a_ << 18;  c_ -= a_; c_ -= b_; c_ ^= b_ >> 22;
  }  // clang-format on

  std::uint64_t a_ = 0xe08c1d668b756f82u, b_ = 0xe08c1d668b756f82u, c_;
};

std::uint64_t hash_code(const Row& row) {
  std::string bytes;
  for (const Value& value : row.values()) {
    const auto number = static_cast<std::uint64_t>(value.number);
    if (value.type == ColumnType::kText) bytes += value.text;
    if (value.type == ColumnType::kInt32) bytes += std::string_view(NumberBytes<4>::big(number));
    if (value.type == ColumnType::kInt64) bytes += std::string_view(NumberBytes<8>::big(number));
  }
  constexpr std::uint64_t kSeed = 97;
  const std::uint64_t h = Lookup2::of(bytes, kSeed);
  return ((h >> 48) ^ 3 * (h >> 32) ^ 5 * (h >> 16) ^ 7 * (h & 0xffff)) & 0xffff;
}

constexpr TypedKeys kNumber = {hash_code};

RowType row_type(std::span<const double> params) { return row_type_of(params.subspan(kType), kMaxKeyColumns, false); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), kNumber)};
}

std::uint64_t begin_of(std::uint64_t tablet, std::uint64_t tablets) { return tablet * kHashes / tablets; }

// The last tablet that begins at or before the hash.
std::uint64_t tablet_of(std::uint64_t h, std::uint64_t tablets) { return ((h + 1) * tablets - 1) / kHashes; }

class YugabytePlacement final : public HashRanges {
 public:
  explicit YugabytePlacement(const BuildInput& input)
      : HashRanges(input, SlotRule::by_function(static_cast<std::uint64_t>(input.params[kTablets]), tablet_of, ""),
                   "tablet", row_type(input.params), goes_on_from<YugabytePlacement>(input)) {}

  std::uint64_t memory_bytes() const override { return slots_.size() * (sizeof(NodeId) + sizeof(std::uint16_t)); }

 private:
  void deal(const std::vector<const Node*>& nodes) override {
    for (std::size_t tablet = 0; tablet < slots_.size(); ++tablet) slots_[tablet] = nodes[tablet % nodes.size()]->id;
  }

  std::string_view function() const override { return "yb_hash_code(value, …)"; }

  std::string choice(std::uint64_t h) const override {
    return "((" + decimal(h) + " + 1) · " + decimal(slots_.size()) + " - 1) div 65536";
  }

  std::string bounds(std::uint64_t tablet) const override {
    return decimal(begin_of(tablet, slots_.size())) + " ≤ hash < " + decimal(begin_of(tablet + 1, slots_.size()));
  }
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kTakes, row_type(input.params)); !known.ok()) return known.error();
  return make_placement<YugabytePlacement>(input);
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("YugabyteDB", node); }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return spread_of_turns(nodes, static_cast<std::size_t>(params[kTablets]));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "Requests for the tablets that it leads fail until other replicas of them have elected a leader, about three "
         "seconds later; which server that is, the hash does not say.",
     .source = "YugabyteDB documentation, High availability, Raft leader election"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules yugabyte_down;
constinit const DownRules yugabyte_down = kDown;

extern const Strategy yugabyte_strategy;
constinit const Strategy yugabyte_strategy{
    .id = "yugabyte",
    .title = "YugabyteDB tablets",
    .family = Family::kTable,
    .summary = "Tablets are equal ranges of a 16-bit hash of the key’s hash columns.",
    .limits = "Which server leads a tablet is the master’s choice: they begin in turn here, and move by hand.",
    .source = "YugabyteDB’s published source and the one hash of its documentation; no server ran",
    .lookup = "O(1)",
    .traits = kRangesTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .entry = "tablet",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

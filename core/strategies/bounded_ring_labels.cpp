// Consistent hashing with bounded loads by buraksezer/consistent whose labels are a name and a number.
//
// Strategy bounded_ring's dialect buraksezer is its release 1.0 of August 2026, with labels "i:name". Here are those
// whose virtual node i is "name" + "i", read in consistent.go:
// * before_1_0 (commit ebc73e8): a node is full at ceil(floor(partitions / nodes) · load), a division of whole numbers.
//   So there may be no room for all partitions (10 on 4 nodes with load 1), and the program panics.
// * replica_key: release 1.0 with a ReplicaKey function that keeps these labels: ceil(partitions / nodes · load).
// "node-1" + "10" and "node-11" + "0" are one label: it is the later member's. After Remove() of that member, the
// position is still in the list and nobody's, and the program panics where a partition meets it. Before 1.0 the last
// position of a walk is not looked at: a ring of one position always panics, so here a node needs two labels or more.
// Partitions and keys are as in bounded_ring. The README's 18 moves of 271 partitions (node0.olricmq and its like, their
// relocation example) and rows that ebc73e8 printed are in the tests.

#include <set>
#include <unordered_map>

#include "core/placement/dialects.h"
#include "core/placement/filling_ring.h"

namespace reshard {
namespace {

enum Param { kDialect, kLoad, kPartitions, kVnodes };

double capacity_before_1_0(double partitions, double nodes, double load) {
  return std::ceil(std::floor(partitions / nodes) * load);
}
double capacity_of_1_0(double partitions, double nodes, double load) { return std::ceil(partitions / nodes * load); }

struct Dialect {
  std::string_view id;
  double (*capacity)(double partitions, double nodes, double load);
};
constexpr Dialect kDialects[] = {
    {.id = "before_1_0", .capacity = capacity_before_1_0},
    {.id = "replica_key", .capacity = capacity_of_1_0},
};
constexpr auto kIds = ids_of(kDialects);

constexpr unsigned kMostVnodes = 1000;
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    kLoadParam,
    kPartitionsParam,
    {.key = "vnodes",
     .label = "Virtual nodes",
     .min = 2,
     .max = kMostVnodes,
     .fallback = 20,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node"},
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

double capacity_of(double nodes, std::span<const double> params) {
  return dialect_of(params).capacity(params[kPartitions], nodes, params[kLoad]);
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash}}; }

/// Numbers of labels, by the position of the node that loses them to a later one: where one name is another with
/// digits after it, "a" + "10" is "a1" + "0".
std::vector<std::set<std::uint32_t>> lost_labels(std::span<const Node> nodes, std::uint32_t vnodes) {
  std::unordered_map<std::string_view, std::uint32_t> position_of;
  for (std::uint32_t n = 0; n < nodes.size(); ++n) position_of.emplace(nodes[n].name, n);
  std::vector<std::set<std::uint32_t>> lost(nodes.size());
  for (std::uint32_t longer = 0; longer < nodes.size(); ++longer) {
    const std::string_view name = nodes[longer].name;
    std::uint32_t digits = 0, unit = 1;
    for (std::size_t cut = name.size(); cut > 0 && unit < kMostVnodes; unit *= 10) {
      const char digit = name[--cut];
      if (digit < '0' || digit > '9') break;
      digits += unit * static_cast<std::uint32_t>(digit - '0');
      const auto found = position_of.find(name.substr(0, cut));
      if (found == position_of.end() || digit == '0') continue;
      for (std::uint32_t number = 0, shift = 10; number < vnodes; ++number) {
        if (number == shift) shift *= 10;
        const std::uint32_t of_shorter = digits * shift + number;
        if (of_shorter >= vnodes) break;
        const bool shorter_loses = found->second < longer;
        lost[shorter_loses ? found->second : longer].insert(shorter_loses ? of_shorter : number);
      }
    }
  }
  return lost;
}

Status check_room(const BuildInput& input) {
  const double nodes = static_cast<double>(input.cluster.nodes().size());
  const double room = nodes * capacity_of(nodes, input.params);
  if (room >= input.params[kPartitions]) return Done{};
  return Error{ErrorCode::unsupported,
               "load",
               {"the nodes have room for {1} of {2} partitions, as the mean is rounded down; the program panics",
                short_number(room), short_number(input.params[kPartitions])}};
}

Status check_labels(const BuildInput& input, std::uint32_t vnodes) {
  const auto lost = lost_labels(input.cluster.nodes(), vnodes);
  for (std::size_t n = 0; n < lost.size(); ++n) {
    if (vnodes - lost[n].size() >= 2) continue;
    return Error{ErrorCode::unsupported,
                 "nodes[" + input.cluster.nodes()[n].name + "]",
                 {"later nodes have the same labels: fewer than two are left of its own"}};
  }
  return Done{};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto vnodes = static_cast<std::uint32_t>(input.params[kVnodes]);
  std::vector<NumberedTexts> texts;
  for (const Node& node : input.cluster.nodes()) texts.push_back({node.name, "", vnodes});
  auto maker = text_points<std::uint64_t>(std::move(texts), recipes(input.params, input.hash));
  const double nodes = static_cast<double>(input.cluster.nodes().size());
  if (const auto fits = check_points(*maker, input.cluster.nodes().size(), "vnodes"); !fits.ok()) return fits.error();
  if (const auto fits = check_room(input); !fits.ok()) return fits.error();
  if (const auto fits = check_labels(input, vnodes); !fits.ok()) return fits.error();
  return make_placement<PartitionsPlacement>(static_cast<std::uint64_t>(input.params[kPartitions]),
                                             capacity_of(nodes, input.params),
                                             FillingRing(input, std::move(maker), Ties::kLastAdded));
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto count = static_cast<double>(nodes);
  return bounded_spread(count, ring_spread(nodes, params[kVnodes]), params[kPartitions], capacity_of(count, params));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "Remove() takes the member off the ring and assigns all partitions again, so some of the others’ move too. If "
         "it shared a label with another member (node-1 and node-11), the program panics.",
     .source = "buraksezer/consistent ebc73e8, Remove()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules bounded_ring_labels_down;
constinit const DownRules bounded_ring_labels_down = kDown;

extern const Strategy bounded_ring_labels_strategy;
constinit const Strategy bounded_ring_labels_strategy{
    .id = "bounded_ring_labels",
    .title = "Bounded loads with labels name+index",
    .family = Family::kRing,
    .summary = "buraksezer/consistent before its release 1.0 of August 2026, or later with the labels of then.",
    .limits =
        "The upgrade to 1.0 moves most partitions; before it, the bound is rounded down and may leave too little room.",
    .source = "buraksezer/consistent ebc73e8 and 08bf979",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

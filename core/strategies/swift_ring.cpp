// Swift ring: the upper bits of an object's MD5 are its partition; the ring lists the devices of each partition's
// replicas.
//
// OpenStack Swift, common/ring: partition = first four bytes of md5("/account/container/object" + suffix) >> (32 -
// part_power). The suffix is a cluster's secret; here it is "changeme", as in the documentation. RingBuilder's
// assignment depends on Python's random numbers; the one here (SwiftRows) has the same aims and is deterministic. The
// changes of one step are one rebalance. tests/live compares partitions, and of a rebalance what it may move (one
// replica of a partition), not which device gets it. Where two devices join as one leaves, ours may leave two replicas
// in one zone (36 of 256 partitions); Swift's does not. A drained device is emptied at once, like one that was removed;
// of a partition on two drained devices Swift moves one replica now and the other in its next rebalance.

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/systems/swift_rows.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kPartPower, kReplicas };

constexpr ParamSpec kParams[] = {
    {.key = "part_power",
     .label = "Partition power",
     .min = 1,
     .max = 18,
     .fallback = 8,
     .scale = ParamSpec::Scale::kLog,
     .unit = "bits"},
    {.key = "replicas", .label = "Replicas in the ring", .min = 1, .max = 5, .fallback = 3, .unit = "replicas"},
};

// Every device is looked at for every replica of every partition.
constexpr double kMaxLooks = 2e8;

std::uint64_t upper_md5(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_be32(md5("/" + std::string(key) + "changeme").data());
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, upper_md5}}; }

class SwiftPlacement final : public TablePlacement {
 public:
  SwiftPlacement(const BuildInput& input, unsigned power)
      : TablePlacement(SlotRule::upper_bits(power, 32), "partition"),
        replay_(input.cluster, Replay::Changes::kAtOnce),
        nodes_(input.cluster.nodes().begin(), input.cluster.nodes().end()),
        rows_(std::size_t{1} << power, static_cast<std::size_t>(input.params[kReplicas])),
        asked_for_(input.replicas) {
    std::erase_if(nodes_, [](const Node& node) { return node.weight == 0; });
    rows_.begin(replay_.nodes(), {});
  }

  bool step(Budget& budget) override {
    if (done_) return true;
    for (;;) {
      if (budget.spent()) return false;
      if (!rows_.step()) continue;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) break;
      if (event->kind == ClusterEvent::Kind::kRelocate) rows_.relocate(event->node.id);
      const bool gone = event->kind == ClusterEvent::Kind::kRemove;
      const bool changed = event->kind == ClusterEvent::Kind::kAdd || event->kind == ClusterEvent::Kind::kWeigh;
      if (changed) changed_.push_back(event->node.id);
      unbalanced_ = unbalanced_ || gone || changed;
      if (!unbalanced_ || replay_.in_command()) continue;
      rows_.begin(replay_.nodes(), std::exchange(changed_, {}));
      unbalanced_ = false;
    }
    slots_.assign(rows_.row(0).begin(), rows_.row(0).end());
    return done_ = true;
  }

  // The ring's replicas, however many the scenario asks for. Beyond that number, handoffs: the other devices, those in
  // new zones first, starting from one that the partition selects.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const auto p = static_cast<std::size_t>(rule_(keys.hash(i)));
      const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
      std::size_t found = 0;
      for (std::size_t r = 0; r < rows_.replicas() && found < replicas; ++r) {
        if (rows_.row(r)[p] != kNoNode) row[found++] = rows_.row(r)[p];
      }
      if (asked_for_ < replicas) add_handoffs(p, row, found);
    }
  }

  std::uint64_t memory_bytes() const override {
    return slots_.size() * rows_.replicas() * sizeof(std::uint16_t) + nodes_.size() * sizeof(NodeId);
  }

 private:
  void add_handoffs(std::size_t p, std::span<NodeId> row, std::size_t found) const {
    const auto zone_is_new = [&](const Node& node) {
      return std::none_of(nodes_.begin(), nodes_.end(), [&](const Node& other) {
        return other.data_center == node.data_center && other.zone == node.zone &&
               std::find(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(found), other.id) !=
                   row.begin() + static_cast<std::ptrdiff_t>(found);
      });
    };
    for (const bool any_zone : {false, true}) {
      for (std::size_t k = 0; k < nodes_.size() && found < row.size(); ++k) {
        const Node& node = nodes_[(p + k) % nodes_.size()];
        const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
        if (std::find(row.begin(), end, node.id) == end && (any_zone || zone_is_new(node))) row[found++] = node.id;
      }
    }
  }

  void explain_key(const SingleKey& key, Trace& trace) const override {
    trace.push_back({"path", "/" + std::string(key.name()) + "changeme"});
  }

  void explain_slot(const SingleKey&, std::uint64_t partition, Trace& trace) const override {
    for (std::size_t r = 1; r < rows_.replicas(); ++r) {
      const NodeId device = rows_.row(r)[static_cast<std::size_t>(partition)];
      if (device != kNoNode) trace.push_back({"replica", decimal(r), device});
    }
  }

  Replay replay_;
  std::vector<Node> nodes_;  // those not drained, by position
  SwiftRows rows_;
  unsigned asked_for_;
  std::vector<NodeId> changed_;  // since the last rebalance
  bool unbalanced_ = false, done_ = false;
};

// The power is a whole number: std::exp2 would bring a table of 2 KB.
double partitions_of(std::span<const double> params) {
  return static_cast<double>(std::uint64_t{1} << static_cast<unsigned>(params[kPartPower]));
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const double looks = partitions_of(input.params) * input.params[kReplicas] * input.params[kReplicas] *
                       static_cast<double>(input.cluster.nodes().size());
  if (looks > kMaxLooks) {
    return Error{ErrorCode::too_large, "part_power", {short_number(looks) + " comparisons", short_number(kMaxLooks)}};
  }
  return make_placement<SwiftPlacement>(input, static_cast<unsigned>(input.params[kPartPower]));
}

// In each row, a device may have one partition more than its share.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  return static_cast<double>(nodes) / partitions_of(params);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "The proxy asks the other replicas, then handoff devices; what these got is moved back by the "
              "replicator.",
     .source = "OpenStack Swift 2.30.1, common/ring, get_more_nodes()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules swift_ring_down;
constinit const DownRules swift_ring_down = kDown;

extern const Strategy swift_ring_strategy;
constinit const Strategy swift_ring_strategy{
    .id = "swift_ring",
    .title = "Swift ring",
    .family = Family::kTable,
    .summary = "Building the ring spreads a partition's replicas over data centres, zones and racks.",
    .limits = "The number of partitions is fixed forever; a ring must be built and copied to every server.",
    .source = "OpenStack Swift 2.30.1, common/ring; partitions exact, assignment by our own rules",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove,
               Trait::kHistory, Trait::kZones, Trait::kMayBeUndersized},
    .down = kDownCases,
    .params = kParams,
    .hash = "md5",
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

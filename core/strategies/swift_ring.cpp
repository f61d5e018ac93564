// Swift ring: the upper bits of an object's MD5 are its partition; a ring has the devices of each partition's replicas.
//
// OpenStack Swift, common/ring: partition = first four bytes of md5("/account/container/object" + suffix) >> (32 -
// part_power). The suffix is a cluster's secret; here it is "changeme", the documentation's. RingBuilder draws its
// assignment from Python's random numbers; the one here has its aims in their order, and is the same every time: no
// device twice in a partition, nobody above the share of its weight (by more than a partition), replicas as far apart as
// data centres, zones and racks allow, and of one partition one replica a change at most, unless its device left.

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/replay.h"
#include "core/strategies/table_placement.h"

namespace reshard {
namespace {

enum Param { kPartPower, kReplicas };

constexpr ParamSpec kParams[] = {
    {.key = "part_power", .label = "Partition power", .min = 1, .max = 18, .fallback = 8, .scale = ParamSpec::Scale::kLog,
     .unit = "bits"},
    {.key = "replicas", .label = "Replicas in the ring", .min = 1, .max = 5, .fallback = 3, .unit = "replicas"},
};

// Devices are looked at for every replica of every partition.
constexpr double kMaxLooks = 2e8;

std::uint64_t upper_md5(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_be32(md5("/" + std::string(key) + "changeme").data());
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, upper_md5}}; }

struct Device {
  NodeId id;
  std::string_view data_center, zone, rack;
  double quota = 0;  // of one row
  double held = 0;
  double lack() const { return quota - held; }
};

// How close two devices are: 0 in different data centres to 3 in one rack.
unsigned closeness(const Device& a, const Device& b) {
  if (a.data_center != b.data_center) return 0;
  if (a.zone != b.zone) return 1;
  return a.rack != b.rack ? 2 : 3;
}

/// Row r has the device of replica r of every partition. Rows are balanced one by one.
class Rows {
 public:
  Rows(std::size_t partitions, std::size_t replicas)
      : rows_(replicas, std::vector<NodeId>(partitions, kNoNode)), moved_(partitions) {}

  std::span<const NodeId> row(std::size_t r) const { return rows_[r]; }
  std::size_t replicas() const { return rows_.size(); }

  /// Sets out to rebalance for these nodes, which are to stay where they are until step() is done.
  void begin(std::span<const Node> nodes, NodeId changed) {
    list_devices(nodes);
    std::fill(moved_.begin(), moved_.end(), false);
    changed_ = changed;
    next_row_ = devices_.empty() ? rows_.size() : 0;
  }

  /// Rebalances a row. True when all are done.
  bool step() {
    if (next_row_ == rows_.size()) return true;
    const std::size_t r = next_row_++;
    count_row(r);
    fill_row(r);
    Device* changed = find(changed_);
    if (changed != nullptr && !take(r, *changed)) shed(r, *changed);
    return false;
  }

 private:
  void list_devices(std::span<const Node> nodes) {
    double weights = 0;
    for (const Node& node : nodes) weights += node.weight;
    devices_.clear();
    by_id_.clear();
    for (const Node& node : nodes) {
      if (node.weight == 0) continue;
      if (by_id_.size() <= index_of(node.id)) by_id_.resize(index_of(node.id) + 1, kNobody);
      by_id_[index_of(node.id)] = static_cast<std::uint32_t>(devices_.size());
      devices_.push_back({node.id, node.data_center, node.zone, node.rack,
                          static_cast<double>(moved_.size()) * node.weight / weights});
    }
  }

  void count_row(std::size_t r) {
    for (Device& device : devices_) device.held = 0;
    for (const NodeId node : rows_[r]) {
      if (Device* device = find(node)) ++device->held;
    }
  }

  // Null for a node that has left or is drained.
  Device* find(NodeId node) {
    return index_of(node) < by_id_.size() && by_id_[index_of(node)] != kNobody ? &devices_[by_id_[index_of(node)]] : nullptr;
  }

  bool has_other(std::size_t p, std::size_t r, NodeId node) const {
    for (std::size_t other = 0; other < rows_.size(); ++other) {
      if (other != r && rows_[other][p] == node) return true;
    }
    return false;
  }

  // How close a device would be to the partition's other replicas, all together.
  unsigned crowding(std::size_t p, std::size_t r, const Device& device) {
    unsigned sum = 0;
    for (std::size_t other = 0; other < rows_.size(); ++other) {
      const Device* replica = other == r ? nullptr : find(rows_[other][p]);
      if (replica != nullptr) sum += closeness(*replica, device);
    }
    return sum;
  }

  void fill_row(std::size_t r) {
    for (std::size_t p = 0; p < rows_[r].size(); ++p) {
      if (find(rows_[r][p]) != nullptr) continue;
      moved_[p] = true;
      if (Device* best = best_device(p, r)) {
        rows_[r][p] = best->id;
        ++best->held;
      } else {
        rows_[r][p] = take_last_replica(p, r);
      }
    }
  }

  // Where there are fewer devices than replicas, the last replica steps in for an earlier one.
  NodeId take_last_replica(std::size_t p, std::size_t r) {
    for (std::size_t later = rows_.size() - 1; later > r; --later) {
      if (find(rows_[later][p]) != nullptr) return std::exchange(rows_[later][p], kNoNode);
    }
    return kNoNode;
  }

  // Of the devices below their quota, or above it by less than a partition, the one furthest from the other replicas;
  // among these the one that lacks most; then the first. Where all are full, whichever is least so.
  Device* best_device(std::size_t p, std::size_t r) {
    Device* best = nullptr;
    bool best_fits = false;
    unsigned best_crowding = 0;
    for (Device& device : devices_) {
      if (has_other(p, r, device.id)) continue;
      const bool fits = device.lack() > -1;
      const unsigned crowd = fits ? crowding(p, r, device) : 0;
      const bool better = best == nullptr || (fits != best_fits ? fits
                                              : crowd != best_crowding ? crowd < best_crowding
                                                                       : device.lack() > best->lack());
      if (!better) continue;
      best = &device;
      best_fits = fits;
      best_crowding = crowd;
    }
    return best;
  }

  std::size_t index(const Device& device) const { return static_cast<std::size_t>(&device - devices_.data()); }

  // Whether a partition's move brings both devices nearer to their quotas.
  static bool nearer(const Device& from, const Device& to) { return 1 + 1e-6 < to.lack() - from.lack(); }

  // Whether the partition may go from one device to the other, which is to be no closer to the other replicas.
  bool may_move(std::size_t p, std::size_t r, const Device& from, const Device& to) {
    return !moved_[p] && !has_other(p, r, to.id) && crowding(p, r, to) <= crowding(p, r, from);
  }

  void move(std::size_t p, std::size_t r, Device& from, Device& to) {
    rows_[r][p] = to.id;
    --from.held;
    ++to.held;
    moved_[p] = true;
  }

  // The device furthest above its quota gives its lowest partition that may move, again and again.
  bool take(std::size_t r, Device& taker) {
    bool took = false;
    std::vector<std::size_t> next(devices_.size());  // partition to look at, by device
    for (;;) {
      Device* giver = nullptr;
      for (Device& device : devices_) {
        const bool able = &device != &taker && next[index(device)] < moved_.size();
        if (able && (giver == nullptr || device.lack() < giver->lack())) giver = &device;
      }
      if (giver == nullptr || !nearer(*giver, taker)) return took;
      std::size_t& p = next[index(*giver)];
      while (p < moved_.size() && (rows_[r][p] != giver->id || !may_move(p, r, *giver, taker))) ++p;
      if (p == moved_.size()) continue;
      move(p, r, *giver, taker);
      took = true;
    }
  }

  void shed(std::size_t r, Device& giver) {
    for (std::size_t p = 0; p < rows_[r].size(); ++p) {
      if (rows_[r][p] != giver.id || giver.lack() >= 0) continue;
      Device* best = best_device(p, r);
      if (best != nullptr && nearer(giver, *best) && may_move(p, r, giver, *best)) move(p, r, giver, *best);
    }
  }

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  std::vector<std::vector<NodeId>> rows_;
  std::vector<bool> moved_;             // by partition: whether a replica has moved in this change
  std::vector<Device> devices_;         // that are not drained, by position; texts are of the nodes at hand
  std::vector<std::uint32_t> by_id_;    // index into devices_, or kNobody
  NodeId changed_ = kNoNode;
  std::size_t next_row_ = 0;
};

class SwiftPlacement final : public TablePlacement {
 public:
  SwiftPlacement(const BuildInput& input, unsigned power)
      : TablePlacement(SlotRule::upper_bits(power, 32), "partition"),
        replay_(input.cluster),
        nodes_(input.cluster.nodes().begin(), input.cluster.nodes().end()),
        rows_(std::size_t{1} << power, static_cast<std::size_t>(input.params[kReplicas])) {
    std::erase_if(nodes_, [](const Node& node) { return node.weight == 0; });
    rows_.begin(replay_.nodes(), kNoNode);
  }

  bool step(Budget& budget) override {
    if (done_) return true;
    for (;;) {
      if (budget.spent()) return false;
      if (!rows_.step()) continue;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) break;
      const bool gone = event->kind == ClusterEvent::Kind::kRemove;
      const bool changed = event->kind == ClusterEvent::Kind::kAdd || event->kind == ClusterEvent::Kind::kWeigh;
      if (gone || changed) rows_.begin(replay_.nodes(), gone ? kNoNode : event->node.id);
    }
    slots_.assign(rows_.row(0).begin(), rows_.row(0).end());
    return done_ = true;
  }

  // The ring's replicas, then handoffs: the other devices, of new zones first, from one on that the partition chooses.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const auto p = static_cast<std::size_t>(rule_(keys.hash(i)));
      const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
      std::size_t found = 0;
      for (std::size_t r = 0; r < rows_.replicas() && found < replicas; ++r) {
        if (rows_.row(r)[p] != kNoNode) row[found++] = rows_.row(r)[p];
      }
      if (found < replicas) add_handoffs(p, row, found);
    }
  }

  std::uint64_t memory_bytes() const override { return slots_.size() * rows_.replicas() * sizeof(std::uint16_t) + nodes_.size() * sizeof(NodeId); }

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
  std::vector<Node> nodes_;  // not drained ones, by position
  Rows rows_;
  bool done_ = false;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const double looks = std::exp2(input.params[kPartPower]) * input.params[kReplicas] * input.params[kReplicas] *
                       static_cast<double>(input.cluster.nodes().size());
  if (looks > kMaxLooks) {
    return Error{ErrorCode::too_large, "part_power", {short_number(looks) + " comparisons", short_number(kMaxLooks)}};
  }
  return make_placement<SwiftPlacement>(input, static_cast<unsigned>(input.params[kPartPower]));
}

// A row may have a partition more than a device's share.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  return static_cast<double>(nodes) / std::exp2(params[kPartPower]);
}

}  // namespace

extern const Strategy swift_ring_strategy;
constinit const Strategy swift_ring_strategy{
    .id = "swift_ring",
    .title = "Swift ring",
    .family = Family::kTable,
    .summary = "Replicas of a partition are spread over data centres, zones and racks when the ring is built.",
    .limits = "The number of partitions is for good, a ring has to be built and copied to every server.",
    .source = "OpenStack Swift 2.30.1, common/ring; partitions exact, assignment by our own rules",
    .lookup = "O(1)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove,
               Trait::kHistory},
    .params = kParams,
    .hash = "md5",
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

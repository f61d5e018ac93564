#include "core/placement/systems/swift_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/ranking.h"

namespace reshard {

void SwiftRows::begin(std::span<const Node> nodes, std::vector<NodeId> changed) {
  for (const NodeId node : changed) relocate(node);  // it may have come back elsewhere
  list_devices(nodes);
  std::fill(moved_.begin(), moved_.end(), false);
  for (const auto& row : rows_) {
    for (std::size_t p = 0; p < row.size(); ++p) {
      if (row[p] != kNoNode && find(row[p]) == nullptr) moved_[p] = true;  // it will, so no other replica may
    }
  }
  changed_ = std::move(changed);
  next_row_ = devices_.empty() ? rows_.size() : 0;
}

bool SwiftRows::step() {
  if (next_row_ == rows_.size()) return true;
  const std::size_t r = next_row_++;
  count_row(r);
  fill_row(r);
  for (const NodeId node : changed_) {
    Device* changed = find(node);
    if (changed != nullptr && !take(r, *changed)) shed(r, *changed);
  }
  return false;
}

// From 0, in different data centres, to 3, in the same rack.
unsigned SwiftRows::closeness(const Device& a, const Device& b) {
  return unsigned{a.at.data_center == b.at.data_center} + unsigned{a.at.zone == b.at.zone} +
         unsigned{a.at.rack == b.at.rack};
}

void SwiftRows::list_devices(std::span<const Node> nodes) {
  double weights = 0;
  for (const Node& node : nodes) weights += node.weight;
  if (numbered_ == 0) number_places(nodes);
  devices_.clear();
  by_id_.clear();
  for (const Node& node : nodes) {
    if (node.weight == 0) continue;
    if (by_id_.size() <= index_of(node.id)) by_id_.resize(index_of(node.id) + 1, kNobody);
    by_id_[index_of(node.id)] = static_cast<std::uint32_t>(devices_.size());
    const double quota = static_cast<double>(moved_.size()) * node.weight / weights;
    if (places_.size() <= index_of(node.id)) places_.resize(index_of(node.id) + std::size_t{1});
    if (places_[index_of(node.id)].rack == 0) number_place(node, nodes);
    devices_.push_back({node.id, quota, 0, places_[index_of(node.id)]});
  }
}

void SwiftRows::number_places(std::span<const Node> nodes) {
  const auto place = [&](std::uint32_t i) { return std::tie(nodes[i].data_center, nodes[i].zone, nodes[i].rack); };
  const auto order = in_order(nodes.size(), [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  Place at{1, 1, 1};
  const Node* before = &nodes[order.front()];
  for (const std::uint32_t i : order) {
    const Node* node = &nodes[i];
    const bool same_center = node->data_center == before->data_center;
    const bool same_zone = same_center && node->zone == before->zone;
    at.data_center += same_center ? 0 : 1;
    at.zone += same_zone ? 0 : 1;
    at.rack += same_zone && node->rack == before->rack ? 0 : 1;
    if (places_.size() <= index_of(node->id)) places_.resize(index_of(node->id) + std::size_t{1});
    places_[index_of(node->id)] = at;
    before = node;
  }
  numbered_ = at.rack;  // the highest of all numbers
}

// The numbers of nodes in the same place, else new ones: the change of one node does not require sorting all.
void SwiftRows::number_place(const Node& node, std::span<const Node> nodes) {
  ++numbered_;
  Place place{numbered_, numbered_, numbered_};
  for (const Node& other : nodes) {
    const Place known = index_of(other.id) < places_.size() ? places_[index_of(other.id)] : Place{};
    if (known.rack == 0 || other.data_center != node.data_center) continue;
    place.data_center = known.data_center;
    if (other.zone != node.zone) continue;
    place.zone = known.zone;
    if (other.rack != node.rack) continue;
    place.rack = known.rack;
    break;
  }
  places_[index_of(node.id)] = place;
}

// Null for a node that has left or is drained.
SwiftRows::Device* SwiftRows::find(NodeId node) {
  const bool known = index_of(node) < by_id_.size() && by_id_[index_of(node)] != kNobody;
  return known ? &devices_[by_id_[index_of(node)]] : nullptr;
}

void SwiftRows::count_row(std::size_t r) {
  for (Device& device : devices_) device.held = 0;
  for (const NodeId node : rows_[r]) {
    if (Device* device = find(node)) ++device->held;
  }
}

void SwiftRows::list_others(std::size_t p, std::size_t r) {
  others_.clear();
  for (std::size_t other = 0; other < rows_.size(); ++other) {
    const Device* device = other == r ? nullptr : find(rows_[other][p]);
    if (device != nullptr) others_.push_back(device);
  }
}

// How close a device would be to the partition's other replicas, summed up; kTwice where it is one of them.
unsigned SwiftRows::crowding(const Device& device) const {
  unsigned sum = 0;
  for (const Device* other : others_) {
    if (other == &device) return kTwice;
    sum += closeness(*other, device);
  }
  return sum;
}

void SwiftRows::fill_row(std::size_t r) {
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
NodeId SwiftRows::take_last_replica(std::size_t p, std::size_t r) {
  for (std::size_t later = rows_.size() - 1; later > r; --later) {
    if (find(rows_[later][p]) != nullptr) return std::exchange(rows_[later][p], kNoNode);
  }
  return kNoNode;
}

// Among the devices below their quota, or above it by less than a partition, the one furthest from the other replicas;
// ties go to the one that lacks most, then to the first. Where all are full, the least full.
SwiftRows::Device* SwiftRows::best_device(std::size_t p, std::size_t r) {
  Device* best = nullptr;
  bool best_fits = false;
  unsigned best_crowding = 0;
  list_others(p, r);
  for (Device& device : devices_) {
    const unsigned crowd = crowding(device);
    if (crowd == kTwice) continue;
    const bool fits = device.lack() > -1;
    bool better = best == nullptr || device.lack() > best->lack();
    if (best != nullptr && fits && crowd != best_crowding) better = crowd < best_crowding;
    if (best != nullptr && fits != best_fits) better = fits;
    if (!better) continue;
    best = &device;
    best_fits = fits;
    best_crowding = crowd;
  }
  return best;
}

// Whether moving a partition brings both devices closer to their quotas. The margin allows for rounding.
bool SwiftRows::nearer(const Device& from, const Device& to) { return 1 + 1e-6 < to.lack() - from.lack(); }

// Whether the partition may move from one device to the other, which must be no closer to the other replicas.
bool SwiftRows::may_move(std::size_t p, std::size_t r, const Device& from, const Device& to) {
  if (moved_[p]) return false;
  list_others(p, r);
  return crowding(to) <= crowding(from);
}

void SwiftRows::move(std::size_t p, std::size_t r, Device& from, Device& to) {
  rows_[r][p] = to.id;
  --from.held;
  ++to.held;
  moved_[p] = true;
}

// The device furthest above its quota that has partitions left to look at.
SwiftRows::Device* SwiftRows::richest(const Device& but_for, std::span<const std::size_t> next) {
  Device* best = nullptr;
  for (Device& device : devices_) {
    const bool able = &device != &but_for && next[index(device)] < moved_.size();
    if (able && (best == nullptr || device.lack() < best->lack())) best = &device;
  }
  return best;
}

// Repeatedly, the device furthest above its quota gives away its lowest partition that may move.
bool SwiftRows::take(std::size_t r, Device& taker) {
  bool took = false;
  std::vector<std::size_t> next(devices_.size());  // partition to look at, by device
  for (;;) {
    Device* giver = richest(taker, next);
    if (giver == nullptr || !nearer(*giver, taker)) return took;
    if (changed_.size() > 1 && taker.lack() < 0.5) return took;  // the rest is for the others
    std::size_t& p = next[index(*giver)];
    while (p < moved_.size() && (rows_[r][p] != giver->id || !may_move(p, r, *giver, taker))) ++p;
    if (p == moved_.size()) continue;
    move(p, r, *giver, taker);
    took = true;
  }
}

void SwiftRows::shed(std::size_t r, Device& giver) {
  for (std::size_t p = 0; p < rows_[r].size() && giver.lack() < 0; ++p) {
    if (rows_[r][p] != giver.id) continue;
    Device* best = best_device(p, r);
    if (best != nullptr && nearer(giver, *best) && may_move(p, r, giver, *best)) move(p, r, giver, *best);
  }
}

}  // namespace reshard

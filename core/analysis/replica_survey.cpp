#include "core/analysis/replica_survey.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/base/flags.h"
#include "core/base/ranking.h"

namespace reshard {
namespace {

constexpr std::uint32_t kBlockKeys = 1024;
constexpr std::size_t kPairsBetweenClockReads = 1 << 18;  // of a key and a node: some strategies look at all of them

// The number of each node's zone, by the node's position.
std::vector<std::uint32_t> zones_of(std::span<const Node> nodes, std::size_t& count) {
  std::map<std::string, std::uint32_t> known;
  std::vector<std::uint32_t> zones;
  for (const Node& node : nodes) {
    const std::string name = node.data_center + '\0' + (node.zone.empty() ? node.rack : node.zone);
    zones.push_back(known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second);
  }
  count = known.size();
  return zones;
}

}  // namespace

ReplicaSurvey::ReplicaSurvey(const Placement& placement, const Traits& traits, const Scenario& scenario,
                             const KeyBlock& keys)
    : placement_(placement),
      keys_(keys),
      nodes_(scenario.cluster.nodes()),
      positions_(scenario.cluster.known()),
      alone_(nodes_.size()) {
  figures_.keys = keys.size;
  figures_.replicas = traits.has(Trait::kReplicas) ? scenario.replicas : 1;
  figures_.quorum = figures_.replicas / 2 + 1;
  figures_.pairs = std::uint64_t{nodes_.size()} * (nodes_.size() - 1) / 2;
  figures_.pairs_counted = nodes_.size() <= kMaxNodesOfPairs;
  if (figures_.pairs_counted) pairs_.resize(static_cast<std::size_t>(figures_.pairs));
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) positions_[index_of(nodes_[i].id)] = i;
  zones_ = zones_of(nodes_, figures_.zones);
  row_.resize(std::size_t{kBlockKeys} * figures_.replicas);
}

bool ReplicaSurvey::step(Budget& budget) {
  const unsigned replicas = figures_.replicas;
  const auto most =
      static_cast<std::uint32_t>(std::clamp<std::size_t>(kPairsBetweenClockReads / nodes_.size(), 16, kBlockKeys));
  while (done_ < keys_.size) {
    if (budget.spent()) return false;
    const std::uint32_t count = std::min(most, keys_.size - done_);
    const auto rows = std::span(row_).first(std::size_t{count} * replicas);
    placement_.place_replicas(keys_.slice(done_, count), replicas, rows);
    for (std::uint32_t i = 0; i < count; ++i) look_at(rows.subspan(std::size_t{i} * replicas, replicas));
    done_ += count;
    if (done_ == keys_.size) judge_pairs();
  }
  return true;
}

void ReplicaSurvey::look_at(std::span<const NodeId> replicas) {
  std::uint32_t nodes[kMaxReplicas], zones[kMaxReplicas];
  std::size_t size = 0, up = 0;
  for (const NodeId id : replicas) {
    if (id == kNoNode) continue;
    const std::uint32_t position = positions_[index_of(id)];
    zones[size] = zones_[position];
    nodes[size++] = position;
    if (nodes_[position].state == NodeState::kUp) ++up;
  }
  if (size < figures_.replicas) ++figures_.undersized;
  if (up < figures_.quorum) ++figures_.without_quorum;
  std::size_t different = 0;
  for (std::size_t i = 0; i < size; ++i) different += std::find(zones, zones + i, zones[i]) == zones + i ? 1u : 0u;
  if (different < std::min<std::size_t>(figures_.replicas, figures_.zones)) ++figures_.in_few_zones;
  if (figures_.pairs_counted && size >= figures_.quorum) count_pairs({nodes, size});
}

// With no replica to spare, losing either node costs the key its quorum; a key that both hold must not count twice.
// With one to spare, losing both does. With more, no pair does.
void ReplicaSurvey::count_pairs(std::span<const std::uint32_t> nodes) {
  const std::size_t to_spare = nodes.size() - figures_.quorum;
  if (to_spare > 1) return;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (to_spare == 0) ++alone_[nodes[i]];
    for (std::size_t j = 0; j < i; ++j) {
      pair(std::max(nodes[i], nodes[j]), std::min(nodes[i], nodes[j])) += to_spare == 0 ? -1 : 1;
    }
  }
}

void ReplicaSurvey::judge_pairs() {
  if (!figures_.pairs_counted) return;
  for (std::uint32_t a = 1; a < nodes_.size(); ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      const std::int64_t lost = std::int64_t{alone_[a]} + alone_[b] + pair(a, b);
      if (lost > 0) ++figures_.pairs_that_break;
      if (lost <= static_cast<std::int64_t>(figures_.worst_pair_keys)) continue;
      figures_.worst_pair_keys = static_cast<std::uint64_t>(lost);
      figures_.worst_pair[0] = nodes_[b].id;
      figures_.worst_pair[1] = nodes_[a].id;
    }
  }
}

std::vector<Heir> heirs_of(const Placement& placement, const Cluster& cluster, const KeyBlock& keys,
                           std::span<const NodeId> owners, const Demand& demand) {
  struct Inherited {
    std::uint64_t keys = 0, parts = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, Inherited> all;  // by the ids of the node down and its heir
  Flags down(cluster.known(), false);
  for (const Node& node : cluster.nodes()) down[index_of(node.id)] = node.state == NodeState::kDown;
  std::vector<NodeId> first(kBlockKeys);
  for (std::uint32_t done = 0; done < keys.size; done += kBlockKeys) {
    const std::uint32_t count = std::min(kBlockKeys, keys.size - done);
    placement.place(keys.slice(done, count), first);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (first[i] == kNoNode || !down[index_of(first[i])]) continue;
      Inherited& inherited = all[{index_of(first[i]), index_of(owners[done + i])}];
      ++inherited.keys;
      if (!demand.spreads(done + i)) inherited.parts += demand.shares.parts_of(done + i);
    }
  }
  std::vector<Heir> found;
  found.reserve(all.size());
  for (const auto& [who, inherited] : all) {
    found.push_back({NodeId{who.first}, NodeId{who.second}, inherited.keys,
                     static_cast<double>(inherited.parts) / static_cast<double>(demand.shares.parts())});
  }
  const auto order = in_order(found.size(), [&](std::uint32_t a, std::uint32_t b) {
    const Heir &one = found[a], &other = found[b];
    return one.down != other.down ? index_of(one.down) < index_of(other.down) : one.keys > other.keys;
  });
  std::vector<Heir> heirs;
  heirs.reserve(order.size());
  for (const std::uint32_t i : order) heirs.push_back(found[i]);
  return heirs;
}

}  // namespace reshard

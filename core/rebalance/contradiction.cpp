#include "core/rebalance/contradiction.h"

#include <algorithm>

#include "core/rebalance/bounds.h"
#include "core/rebalance/small_plan.h"

namespace reshard::rebalance {
namespace {

using CK = Condition::Kind;
using RK = Remedy::Kind;

constexpr std::size_t kMostObstacles = 20;

/// The room of disks together; that of thousands may be more than 64 bits hold, and is then as good as unlimited.
std::uint64_t together_with(std::uint64_t disks, std::uint64_t disk) {
  return disk > kUnlimited - disks ? kUnlimited : disks + disk;
}

Contradiction seen(std::vector<Condition> conditions, std::vector<Remedy> remedies) {
  return {std::move(conditions), std::move(remedies), true};
}

std::optional<Contradiction> pinned_on_drained(const Model& model) {
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    const std::uint32_t e = model.entry_of[s], n = model.problem.holders[s];
    if (!model.is_pinned(e) || model.drained[n] == 0) continue;
    return seen({{CK::kPinned, kNone, e}, {CK::kDrained, n}}, {{RK::kUnpin, kNone, e}, {RK::kKeepNode, n}});
  }
  return std::nullopt;
}

std::optional<Contradiction> pinned_in_a_zone(const Model& model) {
  for (std::uint32_t e = 0; model.problem.zones_distinct && e < model.entries; ++e) {
    if (!model.is_pinned(e) || model.zones_at_start[e] == model.end(e) - model.begin(e)) continue;
    return seen({{CK::kPinned, kNone, e}, {CK::kZones}}, {{RK::kUnpin, kNone, e}, {RK::kAllowZones}});
  }
  return std::nullopt;
}

/// Where replicas can be: nodes that stay and their zones; and the nodes that do not stay.
struct Places {
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> zones;
  std::vector<Condition> drained;

  bool has_zone(std::uint32_t zone) const { return std::find(zones.begin(), zones.end(), zone) != zones.end(); }
};

Places places_of(const Model& model) {
  Places places;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] != 0) {
      places.drained.push_back({CK::kDrained, n});
      continue;
    }
    ++places.nodes;
    if (!places.has_zone(model.zone[n])) places.zones.push_back(model.zone[n]);
  }
  return places;
}

/// That these nodes are drained is part of it, as far as it matters, and each that would be enough is a remedy.
void blame_drained(const Model& model, Places& places, bool by_zones, std::uint64_t wanted, Contradiction& found) {
  const std::uint64_t before = by_zones ? places.zones.size() : places.nodes;
  std::uint64_t count = before;
  for (const Condition& condition : places.drained) {
    if (count + 1 >= wanted) {
      found.conditions.push_back(condition);
      if (before + 1 >= wanted) found.remedies.push_back({RK::kKeepNode, condition.node});
      continue;
    }
    const bool fresh = !places.has_zone(model.zone[condition.node]);  // it would not be enough to keep this node
    if (fresh) places.zones.push_back(model.zone[condition.node]);
    count += by_zones && !fresh ? 0 : 1;
  }
}

/// Fewer nodes, or zones, than an entry has replicas.
std::optional<Contradiction> too_few_places(const Model& model) {
  Places places = places_of(model);
  const auto replicas = [&](std::uint32_t e) -> std::uint64_t { return model.end(e) - model.begin(e); };
  std::uint32_t most = kNone;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    if (most == kNone || replicas(e) > replicas(most)) most = e;
  }
  if (most == kNone) return std::nullopt;
  const std::uint64_t wanted = replicas(most);
  const bool by_zones = places.nodes >= wanted;
  if (by_zones && (!model.problem.zones_distinct || places.zones.size() >= wanted)) return std::nullopt;
  Contradiction found = seen({{CK::kReplicas, kNone, most, wanted}}, {});
  if (by_zones) {
    found.conditions.push_back({CK::kZones});
    found.remedies.push_back({RK::kAddZones, kNone, kNone, wanted - places.zones.size()});
    found.remedies.push_back({RK::kAllowZones});
    // Only drained nodes in zones of their own are part of it.
    std::erase_if(places.drained,
                  [&](const Condition& condition) { return places.has_zone(model.zone[condition.node]); });
  } else {
    found.remedies.push_back({RK::kAddNodes, kNone, kNone, wanted - places.nodes});
  }
  blame_drained(model, places, by_zones, wanted, found);
  return found;
}

/// What is pinned or forced to a node is more than its disk.
Contradiction settled_beyond_disk(const Model& model, std::uint32_t node, std::uint64_t missing) {
  Contradiction found{{{CK::kDisk, node, kNone, model.disk[node]}}, {{RK::kAddDisk, node, kNone, missing}}, false};
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    if (model.problem.holders[s] != node || !model.is_pinned(model.entry_of[s])) continue;
    found.conditions.push_back({CK::kPinned, kNone, model.entry_of[s]});
    if (model.bytes_of(s) >= missing) found.remedies.push_back({RK::kUnpin, kNone, model.entry_of[s]});
  }
  for (const Forced& move : model.problem.forced) {
    if (move.to != node) continue;
    found.conditions.push_back({CK::kForced, node, move.entry});
    if (model.problem.bytes[move.entry] >= missing) found.remedies.push_back({RK::kUnforce, node, move.entry});
  }
  return found;
}

/// All bytes are more than all disks of nodes that stay, or those of what is pinned or forced to one more than its disk.
std::optional<Contradiction> too_little_disk(const Model& model) {
  std::uint64_t bytes = 0, disks = 0;
  for (std::uint32_t s = 0; s < model.slots; ++s) bytes += model.bytes_of(s);
  std::vector<std::uint64_t> settled(model.nodes);
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    if (model.is_pinned(model.entry_of[s])) settled[model.problem.holders[s]] += model.bytes_of(s);
  }
  for (const Forced& move : model.problem.forced) settled[move.to] += model.problem.bytes[move.entry];
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] != 0) continue;
    if (settled[n] > model.disk[n]) return settled_beyond_disk(model, n, settled[n] - model.disk[n]);
    disks = together_with(disks, model.disk[n]);
  }
  if (bytes <= disks) return std::nullopt;
  Contradiction found = seen({}, {{RK::kAddDiskAnywhere, kNone, kNone, bytes - disks}});
  std::uint64_t together = disks;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] == 0) continue;
    const std::uint64_t disk = model.disk[n];
    if (disk == kUnlimited || disks + disk >= bytes) found.remedies.push_back({RK::kKeepNode, n});
    if (disk == kUnlimited || together + disk >= bytes) {
      found.conditions.push_back({CK::kDrained, n});
    } else {
      together += disk;  // that it is drained does not matter
    }
  }
  found.conditions.push_back({CK::kDisks, kNone, kNone, together});
  return found;
}

/// Where zones are distinct: any zones into which more has to go than their disks hold.
std::optional<Contradiction> too_little_disk_in_zones(const Model& model) {
  if (!model.problem.zones_distinct) return std::nullopt;
  struct Zone {
    std::uint64_t disks;
    std::uint32_t node;
  };
  std::vector<Zone> zones;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] != 0) continue;
    auto at =
        std::find_if(zones.begin(), zones.end(), [&](const Zone& z) { return model.zone[z.node] == model.zone[n]; });
    if (at == zones.end()) at = zones.insert(at, {0, n});
    at->disks = together_with(at->disks, model.disk[n]);
  }
  std::sort(zones.begin(), zones.end(),
            [](const Zone& a, const Zone& b) { return a.disks != b.disks ? a.disks < b.disks : a.node < b.node; });
  std::uint64_t disks = 0;
  for (std::size_t count = 1; count <= zones.size(); ++count) {
    disks = together_with(disks, zones[count - 1].disks);
    std::uint64_t wanted = 0;
    for (std::uint32_t e = 0; e < model.entries; ++e) {
      const std::size_t outside = zones.size() - count, replicas = model.end(e) - model.begin(e);
      wanted += replicas > outside ? model.problem.bytes[e] * (replicas - outside) : 0;
    }
    if (wanted <= disks) continue;
    Contradiction found{{{CK::kZones}}, {{RK::kAllowZones}}, false};
    for (std::size_t i = 0; i < count; ++i) {
      found.conditions.push_back({CK::kZoneDisks, zones[i].node, kNone, zones[i].disks});
      found.remedies.push_back({RK::kAddDisk, zones[i].node, kNone, wanted - disks});
      for (std::uint32_t n = 0; n < model.nodes; ++n) {
        if (model.drained[n] == 0 || model.zone[n] != model.zone[zones[i].node]) continue;
        found.conditions.push_back({CK::kDrained, n});
        if (disks + model.disk[n] >= wanted || model.disk[n] == kUnlimited)
          found.remedies.push_back({RK::kKeepNode, n});
      }
    }
    return found;
  }
  return std::nullopt;
}

/// Whether a complete search shows that there is no plan.
bool no_plan(const Problem& problem, std::uint64_t steps) {
  const Model model(problem);
  const auto plan = plan_small(model, steps);
  return plan && plan->complete && !plan->found;
}

bool some_plan(const Problem& problem, std::uint64_t steps) {
  const Model model(problem);
  const auto plan = plan_small(model, steps);
  return plan && plan->found;
}

/// The problem without a condition.
Problem without(const Problem& problem, const Condition& condition) {
  Problem other = problem;
  switch (condition.kind) {
    case CK::kDrained: other.nodes[condition.node].drained = false; break;
    case CK::kPinned: other.pinned[condition.entry] = 0; break;
    case CK::kZones: other.zones_distinct = false; break;
    case CK::kForced:
      std::erase_if(other.forced,
                    [&](const Forced& move) { return move.entry == condition.entry && move.to == condition.node; });
      break;
    case CK::kDisk: other.nodes[condition.node].disk.reset(); break;
    case CK::kReplicas:
    case CK::kZoneDisks:
    case CK::kDisks: break;
  }
  return other;
}

std::vector<Condition> conditions_of(const Problem& problem) {
  std::vector<Condition> conditions;
  for (const Forced& move : problem.forced) conditions.push_back({CK::kForced, move.to, move.entry});
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    if (problem.pinned[e] != 0) conditions.push_back({CK::kPinned, kNone, e});
  }
  if (problem.zones_distinct) conditions.push_back({CK::kZones});
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (problem.nodes[n].disk) conditions.push_back({CK::kDisk, n, kNone, *problem.nodes[n].disk});
  }
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (problem.nodes[n].drained) conditions.push_back({CK::kDrained, n});
  }
  return conditions;
}

/// The least that has to be added to a node's disk so that a plan exists; nullopt: no disk is large enough.
std::optional<std::uint64_t> missing_disk(const Problem& problem, std::uint32_t node, std::uint64_t steps) {
  Problem other = problem;
  const std::uint64_t disk = *problem.nodes[node].disk;
  std::uint64_t all = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) all += problem.bytes[e] * problem.replicas(e);
  std::uint64_t low = 0, high = all;
  other.nodes[node].disk = disk + high;
  if (!some_plan(other, steps)) return std::nullopt;
  while (low + 1 < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    other.nodes[node].disk = disk + middle;
    (some_plan(other, steps) ? high : low) = middle;
  }
  return high;
}

}  // namespace

std::optional<Contradiction> obvious_contradiction(const Model& model) {
  if (auto found = pinned_on_drained(model)) return found;
  if (auto found = pinned_in_a_zone(model)) return found;
  if (auto found = too_few_places(model)) return found;
  if (auto found = too_little_disk(model)) return found;
  return too_little_disk_in_zones(model);
}

Contradiction smallest_contradiction(const Problem& problem, std::uint64_t steps) {
  Contradiction found;
  Problem rest = problem;
  found.smallest = true;
  for (const Condition& condition : conditions_of(problem)) {
    Problem fewer = without(rest, condition);
    if (no_plan(fewer, steps)) {
      rest = std::move(fewer);
      continue;
    }
    found.smallest &= some_plan(fewer, steps);
    found.conditions.push_back(condition);
  }
  for (const Condition& condition : found.conditions) {
    if (condition.kind == CK::kDisk) {
      const auto missing = missing_disk(problem, condition.node, steps);
      if (missing) found.remedies.push_back({RK::kAddDisk, condition.node, kNone, *missing});
    } else if (some_plan(without(problem, condition), steps)) {
      const RK kind = condition.kind == CK::kDrained  ? RK::kKeepNode
                      : condition.kind == CK::kPinned ? RK::kUnpin
                      : condition.kind == CK::kForced ? RK::kUnforce
                                                      : RK::kAllowZones;
      found.remedies.push_back({kind, condition.node, condition.entry});
    }
  }
  return found;
}

std::vector<Obstacle> obstacles_of(const Model& model) {
  using OK = Obstacle::Kind;
  std::vector<Obstacle> obstacles;
  const Share& share = model.shares[0];
  std::uint64_t largest = 0, places = 0, large = 0;
  for (const std::uint64_t most : share.most) largest = std::max(largest, most);
  std::vector<std::uint64_t> pinned(model.nodes);
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    const std::uint64_t load = std::max(model.leads[0][e], model.follows[0][e]);
    if (load > largest && obstacles.size() < kMostObstacles) {
      obstacles.push_back({OK::kHotEntry, kNone, e, load - largest});
    }
    const std::uint64_t sure = std::min(model.leads[0][e], model.follows[0][e]);
    large += sure > largest / 2 ? model.end(e) - model.begin(e) : 0;
    for (std::uint32_t s = model.begin(e); model.is_pinned(e) && s < model.end(e); ++s) {
      pinned[model.problem.holders[s]] += s == model.begin(e) ? model.leads[0][e] : model.follows[0][e];
    }
  }
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    places += share.most[n] > largest / 2 ? 1 : 0;
    if (pinned[n] > share.most[n] && obstacles.size() < kMostObstacles) {
      obstacles.push_back({OK::kPinnedLoad, n, kNone, pinned[n] - share.most[n]});
    }
  }
  if (large > places) obstacles.push_back({OK::kLargeEntries, kNone, kNone, large - places});
  const ZoneShortage shortage = zone_shortage(model, 0);
  if (shortage.load > 0) obstacles.push_back({OK::kSmallZones, shortage.node, kNone, shortage.load});
  return obstacles;
}

}  // namespace reshard::rebalance

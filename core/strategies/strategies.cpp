#include <algorithm>

#include "core/strategies/strategy.h"

namespace reshard {

#define STRATEGY(name) extern const Strategy name##_strategy;
#include "core/strategies/strategies.def"
#undef STRATEGY

std::span<const Strategy* const> strategies() {
  static constexpr const Strategy* kAll[] = {
#define STRATEGY(name) &name##_strategy,
#include "core/strategies/strategies.def"
#undef STRATEGY
  };
  return kAll;
}

const Strategy* find_strategy(std::string_view id) {
  const auto all = strategies();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Strategy* strategy) { return strategy->id == id; });
  return at == all.end() ? nullptr : *at;
}

std::vector<std::string_view> trait_ids(const Traits& traits) {
  struct Named {
    Trait trait;
    std::string_view id;
  };
  static constexpr Named kNamed[] = {
      {Trait::kWeights, "weights"},
      {Trait::kAnyRemoval, "any_removal"},
      {Trait::kReplicas, "replicas"},
      {Trait::kLeastOnAdd, "least_on_add"},
      {Trait::kLeastOnRemove, "least_on_remove"},
      {Trait::kHistory, "history"},
      {Trait::kNeedsAllKeys, "needs_all_keys"},
      {Trait::kMayLeaveUnplaced, "may_leave_unplaced"},
      {Trait::kLooseWeights, "loose_weights"},
      {Trait::kMovesByHand, "moves_by_hand"},
      {Trait::kZones, "zones"},
  };
  std::vector<std::string_view> ids;
  for (const Named& named : kNamed) {
    if (traits.has(named.trait)) ids.push_back(named.id);
  }
  return ids;
}

std::string_view family_id(Family family) {
  switch (family) {
    case Family::kArithmetic: return "arithmetic";
    case Family::kRing: return "ring";
    case Family::kJump: return "jump";
    case Family::kRendezvous: return "rendezvous";
    case Family::kTable: return "table";
    case Family::kTree: return "tree";
    case Family::kDirectory: return "directory";
  }
  check_failed("a family", __FILE__, __LINE__);
}

std::string_view family_title(Family family) {
  switch (family) {
    case Family::kArithmetic: return "Arithmetic";
    case Family::kRing: return "Rings";
    case Family::kJump: return "Jump family";
    case Family::kRendezvous: return "Rendezvous";
    case Family::kTable: return "Tables";
    case Family::kTree: return "Trees and ranges";
    case Family::kDirectory: return "Directories";
  }
  check_failed("a family", __FILE__, __LINE__);
}

void Placement::take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const {
  std::vector<NodeId> owners(keys.size);
  place(keys, owners);
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    if (owners[i] == newcomer.node) taken.push_back(i);
  }
}

void Placement::stand(const KeyBlock&, std::span<const NodeId>, std::span<std::uint32_t>) const {
  check_failed("a scheme with standings", __FILE__, __LINE__);
}

void Placement::place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const {
  std::vector<NodeId> first(keys.size);
  place(keys, first);
  std::fill(owners.begin(), owners.end(), kNoNode);
  for (std::uint32_t i = 0; i < keys.size; ++i) owners[std::size_t{i} * replicas] = first[i];
}

Traits traits_of(const Strategy& strategy, std::span<const double> params) {
  return strategy.traits_with == nullptr ? strategy.traits : strategy.traits_with(params);
}

std::vector<Recipe> one_hash(std::span<const double>, const HashFunction& hash) { return {Recipe{&hash}}; }

Result<std::unique_ptr<Placement>> build_placement(const Strategy& strategy, const BuildInput& input) {
  if (input.cluster.nodes().empty()) return Error{ErrorCode::empty, "nodes", {}};
  if (const auto valid = check_params(strategy.params, input.params); !valid.ok()) return valid.error();
  const auto nodes = input.cluster.nodes();
  const bool all_drained = std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; });
  if (all_drained) return Error{ErrorCode::unsupported, "nodes.weight", {"every weight is 0, at least one must be more"}};
  BuildInput own = input;
  own.table = strategy.id;
  return strategy.build(own);
}

}  // namespace reshard

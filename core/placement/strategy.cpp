#include "core/placement/strategy.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/placement/hash_use.h"
#include "core/placement/survivors.h"

namespace reshard {

Step::Step(std::string_view what, std::string has, NodeId about, std::string_view read_from)
    : label(what), value(std::move(has)), node(about), note(read_from) {}

Step::Step(const Step&) = default;
Step::Step(Step&&) noexcept = default;
Step& Step::operator=(const Step&) = default;
Step& Step::operator=(Step&&) noexcept = default;
Step::~Step() = default;

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
      {Trait::kMayBeUndersized, "may_be_undersized"},
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

std::string_view failover_id(Failover failover) {
  switch (failover) {
    case Failover::kFails: return "fails";
    case Failover::kNext: return "next";
    case Failover::kRebuilt: return "rebuilt";
    case Failover::kDrained: return "drained";
    case Failover::kStops: return "stops";
    case Failover::kOwn: return "own";
  }
  check_failed("a rule", __FILE__, __LINE__);
}

Failover failover_of(const Strategy& strategy, std::span<const double> params, const Cluster& cluster) {
  const auto option_holds = [&](const ParamSpec::Condition& with) {
    if (with.key.empty()) return true;
    for (std::size_t i = 0; i < params.size(); ++i) {
      if (strategy.params[i].key == with.key) return (with.options >> static_cast<unsigned>(params[i]) & 1) != 0;
    }
    check_failed("a parameter of the strategy", __FILE__, __LINE__);
  };
  for (const DownCase& rule : strategy.down) {
    if (!option_holds(rule.with) || !option_holds(rule.also)) continue;
    if (rule.holds == nullptr || rule.holds(cluster, params)) return rule.does;
  }
  check_failed("a rule for nodes that are down", __FILE__, __LINE__);
}

void Placement::serve(const KeyBlock&, unsigned, std::span<NodeId>) const {
  check_failed("a strategy with a rule of its own", __FILE__, __LINE__);
}

void Placement::explain_serving(const SingleKey&, std::uint32_t, Trace&) const {
  check_failed("a strategy with a rule of its own", __FILE__, __LINE__);
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

std::span<const OfferedHash> own_hashes(const Strategy& strategy, std::span<const double> params) {
  if (strategy.hashes_with == nullptr) return {};
  return strategy.hashes_with(params);
}

bool uses_hash(const Strategy& strategy, std::span<const double> params) {
  if (strategy.hash_fixed) return false;
  if (!own_hashes(strategy, params).empty()) return true;
  return strategy.recipes(params, *hash_functions()[0]) != strategy.recipes(params, *hash_functions()[1]);
}

std::vector<OfferedHash> offered_hashes(const Strategy& strategy, std::span<const double> params) {
  if (!uses_hash(strategy, params)) return {{find_hash_function(strategy.hash), {}}};
  const auto own = own_hashes(strategy, params);
  if (!own.empty()) return {own.begin(), own.end()};
  std::vector<OfferedHash> general;
  for (const HashFunction* hash : hash_functions()) {
    if (!hash->only_of_dialects) general.push_back({hash, {}});
  }
  return general;
}

bool offers(const Strategy& strategy, std::span<const double> params, const HashFunction& hash) {
  if (!strategy.hash_fixed && !uses_hash(strategy, params)) return true;  // as in links from before it was hidden
  const auto offered = offered_hashes(strategy, params);
  return std::any_of(offered.begin(), offered.end(), [&](const OfferedHash& one) { return one.hash == &hash; });
}

Status check_offered(const Strategy& strategy, std::span<const double> params, const HashFunction& hash) {
  if (offers(strategy, params, hash)) return Done{};
  std::string offered;
  for (const OfferedHash& one : offered_hashes(strategy, params)) {
    offered.append(offered.empty() ? "" : ", ").append(one.hash->id);
  }
  return Error{ErrorCode::not_an_option, "hash", {std::string(hash.id), std::move(offered)}};
}

const HashFunction& default_hash(const Strategy& strategy, std::span<const double> params) {
  const HashFunction* hash = find_hash_function(strategy.hash);
  CHECK(hash != nullptr);
  if (own_hashes(strategy, params).empty() || offers(strategy, params, *hash)) return *hash;
  return *own_hashes(strategy, params).front().hash;
}

const HashFunction* find_hash(const Strategy& strategy, std::span<const double> params, std::string_view id) {
  if (const HashFunction* hash = find_hash_function(id)) return hash;
  for (const OfferedHash& one : own_hashes(strategy, params)) {
    if (one.name == id) return one.hash;
  }
  return nullptr;
}

std::vector<Recipe> one_hash(std::span<const double>, const HashFunction& hash) { return {Recipe{&hash}}; }

Result<std::unique_ptr<Placement>> build_placement(const Strategy& strategy, const BuildInput& input) {
  if (input.cluster.nodes().empty()) return Error{ErrorCode::empty, "nodes", {}};
  if (const auto valid = check_params(strategy.params, input.params); !valid.ok()) return valid.error();
  const auto nodes = input.cluster.nodes();
  const bool all_drained = std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; });
  if (all_drained)
    return Error{ErrorCode::unsupported, "nodes.weight", {"every weight is 0; at least one must be greater"}};
  BuildInput own = input;
  own.table = strategy.id;
  if (input.previous != nullptr) own.previous = &input.previous->of_all_nodes();
  auto built = strategy.build(own);
  return built.ok() && input.cluster.down() > 0 ? with_survivors(strategy, own, built.take()) : std::move(built);
}

}  // namespace reshard

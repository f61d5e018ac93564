#include "tests/core/contract/script.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/text.h"

namespace reshard::testing {
namespace {

double random_number(Random& random, const ParamSpec& spec) {
  const double most = std::min(spec.max, std::max(4 * spec.fallback, spec.min + 64));
  const bool log = spec.scale == ParamSpec::Scale::kLog && spec.min > 0;
  return log ? spec.min * std::pow(most / spec.min, random.unit()) : spec.min + (most - spec.min) * random.unit();
}

double random_param(Random& random, const ParamSpec& spec) {
  if (random.below(3) == 0) return spec.fallback;
  if (spec.kind == ParamSpec::Kind::kChoice) return static_cast<double>(random.below(spec.options.size()));
  const double number = random_number(random, spec);
  if (spec.kind == ParamSpec::Kind::kReal) return number;
  const auto whole = static_cast<std::uint64_t>(std::max(number, 0.0));
  const double fitting = [&] {
    switch (spec.constraint) {
      case ParamSpec::Constraint::kNone: return std::floor(number);
      case ParamSpec::Constraint::kPrime: return static_cast<double>(next_prime(whole));
      case ParamSpec::Constraint::kPowerOfTwo: return static_cast<double>(std::bit_ceil(whole));
    }
    check_failed("a constraint", __FILE__, __LINE__);
  }();
  return check_param(spec, fitting).ok() ? fitting : spec.fallback;
}

// Most random types are no types of the system.
bool refuses_its_types(const Strategy& strategy, const ParamValues& params) {
  const ConfiguredStrategy setup(strategy, params, default_hash(strategy, params));
  if (setup.recipes()[0].typed == nullptr) return false;
  const auto built = try_build(setup, numbered_cluster("", 4), {});
  return !built.ok() && built.error().field.starts_with("type");
}

Node random_node(Random& random, std::string name) {
  constexpr double kWeights[] = {0, 0.5, 2, 3.7};
  Node node;
  node.name = std::move(name);
  if (random.below(8) == 0) node.weight = kWeights[random.below(std::size(kWeights))];
  node.zone = random.below(2) == 0 ? "zone-a" : "zone-b";
  node.rack = "rack-" + decimal(random.below(4));
  return node;
}

std::string fresh_name(Random& random, const Naming& naming) {
  return naming.node_prefix + decimal(random.below(1000)) + naming.node_suffix;
}

Status apply_random(Random& random, const Naming& naming, bool any_removal, Cluster& cluster) {
  const auto nodes = cluster.nodes();
  const NodeId id = nodes[random.below(nodes.size())].id;
  const auto dice = random.below(100);
  if (dice < 30) {
    // An id used before may be that of a removed node, which then comes back, as machines do.
    const NodeId earlier{static_cast<std::uint32_t>(random.below(cluster.known()))};
    const bool again = random.below(3) == 0 && cluster.find(earlier) == nullptr;
    const auto added = cluster.add(random_node(random, again ? cluster.name_of(earlier) : fresh_name(random, naming)));
    if (!added.ok()) return added.error();
    return Done{};
  }
  if (dice < 55) {
    const bool last = !any_removal && random.below(4) != 0;
    return cluster.remove(last ? nodes.back().id : id);
  }
  if (dice < 75) {
    constexpr double kWeights[] = {0, 0.25, 1, 1, 2, 3};
    return cluster.set_weight(id, kWeights[random.below(std::size(kWeights))]);
  }
  if (dice < 85) return cluster.rename(id, fresh_name(random, naming));
  if (dice < 90) return cluster.relocate(id, "", "zone-c", "rack-" + decimal(random.below(4)));
  return cluster.set_state(id, random.below(2) == 0 ? NodeState::kDown : NodeState::kUp);
}

Status move_random(Random& random, const Naming& naming, const ConfiguredStrategy& setup, Cluster& cluster) {
  const std::uint64_t entries = setup.strategy.entries(setup.params, naming.keys.count);
  const std::uint64_t first = random.below(entries);
  const std::uint64_t last = first + random.below(entries - first);
  const bool ours = random.below(8) != 0;
  const NodeId to = cluster.nodes()[random.below(cluster.nodes().size())].id;
  return cluster.move(to,
                      {ours ? std::string(setup.strategy.id) : "another", first, random.below(2) == 0 ? first : last});
}

}  // namespace

ParamValues random_params(Random& random, std::span<const ParamSpec> specs) {
  ParamValues values;
  for (const ParamSpec& spec : specs) values.push_back(random_param(random, spec));
  return values;
}

ConfiguredStrategy random_setup(Random& random, const Strategy& strategy) {
  ParamValues params = random_params(random, strategy.params);
  for (int tries = 0; tries < 20 && refuses_its_types(strategy, params); ++tries) {
    params = random_params(random, strategy.params);
  }
  const auto offered = offered_hashes(strategy, params);
  const HashFunction* hash = &default_hash(strategy, params);
  if (random.below(4) == 0) hash = offered[random.below(offered.size())].hash;
  return ConfiguredStrategy(strategy, std::move(params), *hash);
}

Naming random_naming(Random& random, std::uint64_t keys) {
  switch (random.below(4)) {
    case 0: return {"", "", {KeyKind::kSequential, keys, ""}};
    case 1: return {"10.0.0.", ":11211", {KeyKind::kUrl, keys, "https://example.org/"}};
    case 2: return {"shard ", " – Zürich", {KeyKind::kRandom, keys, ""}};
    default: return {"node-", "", {KeyKind::kUser, keys, "user:"}};
  }
}

Cluster random_cluster(Random& random, const Naming& naming) {
  std::vector<Node> nodes;
  const std::size_t count = 1 + random.below(12);
  for (std::size_t i = 0; i < count; ++i) {
    nodes.push_back(random_node(random, naming.node_prefix + decimal(i) + naming.node_suffix));
  }
  return Cluster::of(nodes).take();
}

std::optional<ClusterEvent> random_event(Random& random, const Naming& naming, const ConfiguredStrategy& setup,
                                         Cluster& cluster) {
  Cluster next = cluster;
  const Traits traits = traits_of(setup.strategy, setup.params);
  const bool by_hand = traits.has(Trait::kMovesByHand) && random.below(4) == 0;
  const bool refused = by_hand ? !move_random(random, naming, setup, next).ok()
                               : !apply_random(random, naming, traits.has(Trait::kAnyRemoval), next).ok();
  if (refused || next == cluster) return std::nullopt;
  cluster = std::move(next);
  return cluster.log().back();
}

std::string describe(const ConfiguredStrategy& setup) {
  std::string text(setup.strategy.id);
  text.append(" hash=").append(setup.hash.id);
  for (std::size_t i = 0; i < setup.params.size(); ++i) {
    const ParamSpec& spec = setup.strategy.params[i];
    text.append(" ").append(spec.key).append("=").append(format_param(spec, setup.params[i]));
  }
  return text;
}

std::string describe(const Cluster& cluster) {
  std::string text = decimal(cluster.nodes().size()) + " nodes";
  for (const Node& node : cluster.nodes()) {
    text.append(" ").append(node.name).append("*").append(short_number(node.weight));
  }
  return text.append(" after ").append(decimal(cluster.log().size())).append(" events");
}

}  // namespace reshard::testing

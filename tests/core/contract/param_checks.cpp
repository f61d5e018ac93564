#include <algorithm>

#include "core/analysis/place_all.h"
#include "core/analysis/serving.h"
#include "tests/core/contract/checks.h"

namespace reshard::testing {
namespace {

/// Every visible effect of parameters: owners, replicas, memory, one explanation, and who serves while most nodes are
/// down. Empty where they are refused.
std::string shown(const Strategy& strategy, const ParamValues& params) {
  const ConfiguredStrategy setup(strategy, params, default_hash(strategy, params));
  // 32 nodes, which all strategies accept: one heavier than the rest, and two that joined later; in three data centres.
  constexpr unsigned kReplicas = 5;
  Cluster cluster = with_weight(numbered_cluster("", 30), "0", 100);
  for (std::uint32_t id = 0; id < 30; ++id) CHECK(cluster.relocate(NodeId{id}, std::to_string(id % 3), "", "").ok());
  cluster = with_node(with_node(std::move(cluster), "30"), "31");
  const auto keys = KeyTable::of(setup, sequential_keys("", 2000));
  if (!keys.ok()) return {};
  const KeyBlock all = keys.value().block();
  const auto built = try_build(setup, cluster, all, kReplicas);
  if (!built.ok()) return {};
  const Placement& placement = *built.value();
  std::vector<NodeId> owners = place_all(placement, all, kReplicas);
  std::string text = std::to_string(placement.memory_bytes());
  for (const NodeId owner : owners) text.append(" ").append(std::to_string(index_of(owner)));
  for (const Step& step : explain(setup, cluster, "17")) text.append(step.label).append(step.value);
  for (std::uint32_t id = 1; id < 20; ++id) CHECK(cluster.set_state(NodeId{id}, NodeState::kDown).ok());
  const auto few = try_build(setup, cluster, all, kReplicas);
  if (!few.ok()) return {};
  Serving(*few.value(), strategy, params, cluster, kReplicas).place_replicas(all, kReplicas, owners);
  for (const NodeId owner : owners) text.append(" ").append(std::to_string(index_of(owner)));
  return text;
}

/// Some valid values other than the current one, small enough to be built quickly.
std::vector<double> other_values(const ParamSpec& spec, double value) {
  std::vector<double> others;
  for (const double other :
       {value * 2, std::max(1.0, value / 2), value + 1, value + 2, value - 1, 1024.0, 101.0, 64.0, 1.5}) {
    if (other != value && check_param(spec, other).ok()) others.push_back(other);
  }
  return others;
}

/// The parameters under every option of every choice, the rest at their defaults.
std::vector<ParamValues> choices_of(const Strategy& strategy) {
  const ParamValues defaults = default_params(strategy.params);
  std::vector<ParamValues> all{defaults};
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    for (std::size_t option = 1; option < strategy.params[i].options.size(); ++option) {
      all.push_back(defaults);
      all.back()[i] = static_cast<double>(option);
    }
  }
  return all;
}

}  // namespace

Violations check_params_in_effect(const Strategy& strategy) {
  Violations violations;
  for (const ParamValues& values : choices_of(strategy)) {
    const std::string base = shown(strategy, values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ParamSpec& spec = strategy.params[i];
      if (base.empty() || spec.kind == ParamSpec::Kind::kChoice) continue;
      bool differs = false;
      for (const double other : other_values(spec, values[i])) {
        ParamValues changed = values;
        changed[i] = other;
        const std::string now = shown(strategy, changed);
        differs |= !now.empty() && now != base;
      }
      if (differs == in_effect(strategy.params, values, i)) continue;
      std::string text(spec.key);
      text.append(differs ? " changes something although it says that it does not"
                          : " changes nothing and does not say so");
      for (std::size_t at = 0; at < values.size(); ++at) {
        text.append(" ")
            .append(strategy.params[at].key)
            .append("=")
            .append(format_param(strategy.params[at], values[at]));
      }
      violations.push_back({"params in effect", std::move(text)});
    }
  }
  return violations;
}

}  // namespace reshard::testing

#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/link.h"
#include "core/scenario/link_fields.h"
#include "core/scenario/link_items.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr std::string_view kPlainInValues = "._:-/@!*,~";  // what an address may hold and no field is split at

/// A field that parse_link() would read in the scenario at hand.
struct FormattedField {
  std::string key, value;  // the value with escapes
  bool shown;              // it differs from the default
};

bool are_generated(std::span<const Node> nodes, std::uint64_t seed) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node generated;
    generated.id = nodes[i].id;
    generated.name = generated_node_name(seed, i);
    if (nodes[i] != generated) return false;
  }
  return true;
}

void append_keys(std::vector<FormattedField>& fields, const KeySpec& keys) {
  if (keys.kind == KeyKind::kGiven) {
    const std::string fingerprint = hex64(keys.fingerprint).substr(2);
    fields.push_back({"keys", std::string(kGivenKeys) + fingerprint + ":" + decimal(keys.count), true});
    return;
  }
  const KeySpec normal = default_scenario().keys;
  const auto kinds = key_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const KeyKindInfo& info) { return info.kind == keys.kind; });
  CHECK(kind != kinds.end());
  fields.push_back({"keys", decimal(keys.count), keys.count != normal.count});
  fields.push_back({"kind", std::string(kind->id), keys.kind != normal.kind});
  fields.push_back({"prefix", escape(keys.prefix, kPlainInValues), keys.prefix != kind->default_prefix});
}

void append_cluster(std::vector<FormattedField>& fields, const Cluster& cluster, std::uint64_t seed) {
  const auto nodes = cluster.initial();
  const bool generated = are_generated(nodes, seed);
  fields.push_back({"nodes", generated ? decimal(nodes.size()) : format_nodes(nodes),
                    !generated || nodes.size() != kDefaultNodes});
  fields.push_back({"log", format_log(cluster.log()), !cluster.log().empty()});
}

void append_strategy(std::vector<FormattedField>& fields, std::size_t slot, const StrategyChoice& choice) {
  const Strategy& strategy = *choice.strategy;
  const bool usual = slot == 0 && choice.strategy == default_scenario().strategies[0].strategy;
  fields.push_back({strategy_field(slot), std::string(strategy.id), !usual});
  fields.push_back({hash_field(slot), std::string(choice.hash->id), choice.hash != default_choice(strategy).hash});
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    const std::string value = escape(format_param(spec, choice.params[i]), kPlainInValues);
    fields.push_back({param_field(slot, spec.key), value, choice.params[i] != spec.fallback});
  }
}

std::vector<FormattedField> fields_of(const Scenario& scenario) {
  std::vector<FormattedField> fields{{"v", decimal(kLinkVersion), true}};
  append_cluster(fields, scenario.cluster, scenario.seed);
  append_keys(fields, scenario.keys);
  fields.push_back({"seed", decimal(scenario.seed), scenario.seed != default_scenario().seed});
  append_strategy(fields, 0, scenario.strategies[0]);
  fields.push_back({"replicas", decimal(scenario.replicas), scenario.replicas != default_scenario().replicas});
  for (std::size_t slot = 1; slot < kMaxStrategies; ++slot) {
    if (slot < scenario.strategies.size()) {
      append_strategy(fields, slot, scenario.strategies[slot]);
    } else {
      fields.push_back({strategy_field(slot), "", false});
    }
  }
  return fields;
}

}  // namespace

std::string format_link(const Scenario& scenario, std::span<const OtherField> other) {
  const auto fields = fields_of(scenario);
  std::string link;
  for (const FormattedField& field : fields) {
    if (field.shown) link.append(link.empty() ? "" : "&").append(field.key).append("=").append(field.value);
  }
  for (const auto& [key, value] : other) {
    const bool read = std::any_of(fields.begin(), fields.end(), [&](const FormattedField& field) { return field.key == key; });
    if (read || key.empty()) continue;
    link.append("&").append(escape(key)).append("=").append(escape(value, kPlainInValues));
  }
  return link;
}

}  // namespace reshard

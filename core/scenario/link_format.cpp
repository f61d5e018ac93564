#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/given.h"
#include "core/scenario/link.h"
#include "core/scenario/link_fields.h"
#include "core/scenario/link_items.h"
#include "core/scenario/link_text.h"
#include "core/scenario/replay.h"

namespace reshard {
namespace {

constexpr std::string_view kPlainInValues = "._:-/@!*,~";  // allowed in a fragment, and not a separator of fields
constexpr std::string_view kPlainInOthers = "._:-/@!*,~=;+";

/// A field that parse_link() would read in the scenario at hand.
struct FormattedField {
  std::string key, value;  // the value is escaped
  bool shown;              // it differs from the default
};

void append_keys(std::vector<FormattedField>& fields, const KeySpec& keys, const KeySpec& usual) {
  if (keys.kind == KeyKind::kGiven) {
    const std::string fingerprint = hex64(keys.fingerprint).substr(2);
    fields.push_back({"keys", std::string(kGivenKeys) + fingerprint + ":" + decimal(keys.count), true});
    return;
  }
  const auto kinds = key_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& info) { return info.kind == keys.kind; });
  CHECK(kind != kinds.end());
  fields.push_back({"keys", decimal(keys.count), keys.count != usual.count});
  fields.push_back({"kind", std::string(kind->id), keys.kind != usual.kind});
  fields.push_back({"prefix", escape(keys.prefix, kPlainInValues), keys.prefix != kind->default_prefix});
}

void append_cluster(std::vector<FormattedField>& fields, const Scenario& scenario) {
  const Cluster& cluster = scenario.cluster;
  const auto nodes = cluster.initial();
  const bool generated = starts_generated(scenario);
  fields.push_back({"nodes", generated ? decimal(nodes.size()) : format_nodes(nodes, scenario.seed),
                    !generated || nodes.size() != kDefaultNodes});
  fields.push_back({"log", format_log(cluster.log(), scenario.seed), !cluster.log().empty()});
}

void append_strategy(std::vector<FormattedField>& fields, std::size_t slot, const StrategyChoice& choice, bool usual) {
  const Strategy& strategy = *choice.strategy;
  fields.push_back({strategy_field(slot), std::string(strategy.id), !usual});
  fields.push_back(
      {hash_field(slot), std::string(choice.hash->id), choice.hash != &default_hash(strategy, choice.params)});
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    const std::string value = escape(format_param(spec, choice.params[i]), kPlainInValues);
    fields.push_back({param_field(slot, spec.key), value, choice.params[i] != spec.fallback});
  }
}

void append_requests(std::vector<FormattedField>& fields, const RequestSpec& requests, const RequestSpec& usual) {
  fields.push_back({"skew", short_number(requests.skew), requests.skew != usual.skew});
  fields.push_back({"spread", decimal(requests.spread), requests.spread != usual.spread});
  fields.push_back({"node_capacity", short_number(requests.capacity), requests.capacity != usual.capacity});
}

std::vector<FormattedField> fields_of(const Scenario& scenario) {
  const Scenario usual = default_scenario();
  const StrategyChoice& main = scenario.strategies[0];
  std::vector<FormattedField> fields{{"v", decimal(kLinkVersion), true}};
  append_cluster(fields, scenario);
  append_keys(fields, scenario.keys, usual.keys);
  fields.push_back({"seed", decimal(scenario.seed), scenario.seed != usual.seed});
  append_strategy(fields, 0, main, main.strategy == usual.strategies[0].strategy);
  fields.push_back({"replicas", decimal(scenario.replicas), scenario.replicas != usual.replicas});
  append_requests(fields, scenario.requests, usual.requests);
  for (std::size_t slot = 1; slot < kMaxStrategies; ++slot) {
    if (slot < scenario.strategies.size()) {
      append_strategy(fields, slot, scenario.strategies[slot], false);
    } else {
      fields.push_back({strategy_field(slot), "", false});
    }
  }
  const std::string owners = format_owners(scenario.cluster);
  fields.push_back({"owners", owners, !owners.empty()});
  const std::string steps = format_steps(scenario.cluster.log());
  fields.push_back({"at_once", steps, !steps.empty()});
  return fields;
}

}  // namespace

std::string format_link(const Scenario& scenario, std::span<const OtherField> other) {
  const auto fields = fields_of(scenario);
  std::string link;
  for (const FormattedField& field : fields) {
    if (field.shown) link.append(link.empty() ? "" : "&").append(field.key).append("=").append(field.value);
  }
  for (const OtherField& field : other) {
    const auto same_key = [&](const FormattedField& own) { return own.key == field.key; };
    const bool is_read = std::any_of(fields.begin(), fields.end(), same_key);
    if (is_read || field.key.empty()) continue;
    link.append("&").append(escape(field.key)).append("=").append(escape(field.value, kPlainInOthers));
  }
  return link;
}

}  // namespace reshard

#include "core/scenario/registry.h"

#include <algorithm>

#include "core/strategies/down_rules.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

Json param_json(const ParamSpec& spec) {
  Json out;
  put(out, "key", spec.key);
  put(out, "label", spec.label);
  if (spec.kind == ParamSpec::Kind::kChoice) {
    out["default"] = spec.options[static_cast<std::size_t>(spec.fallback)];
    out["options"] = spec.options;
    return out;
  }
  put(out, "min", spec.min);
  put(out, "max", spec.max);
  out["whole"] = spec.kind == ParamSpec::Kind::kInteger;
  if (!spec.unit.empty()) put(out, "unit", spec.unit);
  out["default"] = spec.fallback;
  if (spec.constraint == ParamSpec::Constraint::kPrime) out["constraint"] = "prime";
  if (spec.constraint == ParamSpec::Constraint::kPowerOfTwo) out["constraint"] = "power_of_two";
  return out;
}

// `with` lists the options of parameters under which the rule holds, by the parameter's key.
Json down_rule_json(const Strategy& strategy, const DownRule& rule) {
  Json with = Json::object();
  for (const ParamSpec::Condition& condition : {rule.with, rule.also}) {
    const auto spec = std::find_if(strategy.params.begin(), strategy.params.end(),
                                   [&](const ParamSpec& param) { return param.key == condition.key; });
    if (spec == strategy.params.end()) continue;
    for (std::size_t option = 0; option < spec->options.size(); ++option) {
      if ((condition.options >> option & 1) != 0) with[std::string(spec->key)].push_back(spec->options[option]);
    }
  }
  Json out;
  put(out, "does", failover_id(rule.does));
  put(out, "words", rule.words);
  put(out, "source", rule.source);
  out["with"] = std::move(with);
  return out;
}

// The hash functions of each dialect that has its own, by the dialect's id.
Json hashes_of_dialects(const Strategy& strategy) {
  Json hashes = Json::object();
  ParamValues values = default_params(strategy.params);
  for (std::size_t p = 0; p < strategy.params.size(); ++p) {
    const ParamSpec& spec = strategy.params[p];
    if (spec.key != "dialect") continue;
    for (std::size_t option = 0; option < spec.options.size(); ++option) {
      values[p] = static_cast<double>(option);
      for (const OfferedHash& own : own_hashes(strategy, values)) {
        Json& hash = hashes[std::string(spec.options[option])].emplace_back();
        put(hash, "id", own.hash->id);
        put(hash, "name", own.name.empty() ? own.hash->id : own.name);
      }
    }
  }
  return hashes;
}

}  // namespace

Json strategies_json() {
  Json all = Json::array();
  for (const Strategy* strategy : strategies()) {
    Json out;
    put(out, "id", strategy->id);
    put(out, "title", strategy->title);
    put(out, "summary", strategy->summary);
    put(out, "limits", strategy->limits);
    Json& params = out["params"] = Json::array();
    for (const ParamSpec& spec : strategy->params) params.push_back(param_json(spec));
    put(out, "family", family_id(strategy->family));
    put(out, "source", strategy->source);
    put(out, "lookup", strategy->lookup);
    out["traits"] = trait_ids(strategy->traits);
    Json& down = out["down"] = Json::array();
    for (const DownRule& rule : down_rules(*strategy)) down.push_back(down_rule_json(*strategy, rule));
    put(out, "hash", strategy->hash);
    out["hashFixed"] = strategy->hash_fixed;
    if (Json own = hashes_of_dialects(*strategy); !own.empty()) out["hashesOf"] = std::move(own);
    all.push_back(std::move(out));
  }
  return all;
}

Json hash_functions_json() {
  Json all = Json::array();
  for (const HashFunction* hash : hash_functions()) {
    Json out;
    put(out, "id", hash->id);
    put(out, "title", hash->title);
    put(out, "source", hash->source);
    out["bits"] = hash->bits;
    out["seedBits"] = hash->seed_bits;
    put(out, "reading", hash->reading);
    if (hash->only_of_dialects) out["onlyOfDialects"] = true;
    all.push_back(std::move(out));
  }
  return all;
}

}  // namespace reshard

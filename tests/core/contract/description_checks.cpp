#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "tests/core/contract/checks.h"

namespace reshard::testing {
namespace {

/// Letters, digits, "-" and "_", which a link contains without escapes.
bool fits_into_a_link(std::string_view text) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789_-";
  return !text.empty() && text.find_first_not_of(kAllowed) == std::string_view::npos;
}

/// Options may also contain the characters of the ring's label options; a link writes them as they are.
bool option_fits_into_a_link(std::string_view text) {
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:+";
  return !text.empty() && text.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool is_sentence(std::string_view text) { return text.size() > 10 && text.ends_with('.'); }

Violations check_spec(const ParamSpec& spec) {
  const std::string where = "parameter " + std::string(spec.key) + ": ";
  Violations found;
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) found.push_back({"description", where + std::string(what)});
  };
  require(fits_into_a_link(spec.key), "the key does not fit into a link");
  require(!spec.label.empty(), "no label");
  require(spec.min <= spec.max, "an empty range");
  require(check_param(spec, spec.fallback).ok(), "the default is not valid");
  const bool choice = spec.kind == ParamSpec::Kind::kChoice;
  require(choice == !spec.options.empty(), "options belong to a choice, and to nothing else");
  require(!choice || spec.max == static_cast<double>(spec.options.size()) - 1, "not one number an option");
  require(std::all_of(spec.options.begin(), spec.options.end(), option_fits_into_a_link),
          "an option does not fit into a link");
  require(std::set<std::string_view>(spec.options.begin(), spec.options.end()).size() == spec.options.size(),
          "two options of one name");
  require(spec.scale == ParamSpec::Scale::kLinear || spec.min > 0, "a logarithmic scale from 0");
  return found;
}

/// How often `word` is the key of a parameter.
std::ptrdiff_t uses(const Strategy& strategy, std::string_view word) {
  return std::count_if(strategy.params.begin(), strategy.params.end(),
                       [&](const ParamSpec& spec) { return spec.key == word; });
}

}  // namespace

Violations check_description(const Strategy& strategy) {
  Violations found;
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) found.push_back({"description", std::string(what)});
  };
  require(fits_into_a_link(strategy.id), "the id does not fit into a link");
  require(!strategy.title.empty(), "no title");
  require(is_sentence(strategy.summary), "the summary is no sentence");
  require(is_sentence(strategy.limits), "the limits are no sentence");
  require(!strategy.source.empty(), "no source");
  require(strategy.lookup.starts_with("O("), "the cost of a lookup is no O(…)");
  require(strategy.build != nullptr, "no build function");
  const HashFunction* hash = find_hash_function(strategy.hash);
  require(hash != nullptr, "the hash function is not in the list");
  require(strategy.recipes != nullptr, "no recipes");
  const bool by_hand = strategy.traits.has(Trait::kMovesByHand);
  require(by_hand == !strategy.entry.empty() && by_hand == (strategy.entries != nullptr),
          "a table to move by hand has entries, and a word for them");
  for (const ParamSpec& spec : strategy.params) {
    append(found, check_spec(spec));
    require(uses(strategy, spec.key) == 1, "two parameters of one key");
  }
  for (const DownCase& rule : strategy.down) {
    for (const ParamSpec::Condition& with : {rule.with, rule.also}) {
      require(with.key.empty() || (uses(strategy, with.key) == 1 && with.options != 0),
              "a rule for nodes that are down holds under options that there are not");
    }
  }
  const bool always = !strategy.down.empty() && strategy.down.back().with.key.empty() &&
                      strategy.down.back().also.key.empty() && strategy.down.back().holds == nullptr;
  require(always, "no last rule for nodes that are down, which always holds");
  if (!found.empty()) return found;

  const auto recipes = strategy.recipes(default_params(strategy.params), *hash);
  require(!recipes.empty() && recipes.size() <= kMaxColumns, "no column, or too many");
  if (strategy.expected_spread != nullptr) {
    const double spread = strategy.expected_spread(10, default_params(strategy.params));
    require(std::isfinite(spread) && spread >= 0, "the expected spread is no number");
  }
  return found;
}

Violations check_down_rules(DownRules rules) {
  Violations found;
  if (rules.empty()) found.push_back({"down rules", "none"});
  for (const DownRule& rule : rules) {
    if (!is_sentence(rule.words)) found.push_back({"down rules", "no sentence but “" + std::string(rule.words) + "”"});
    if (rule.source.empty()) found.push_back({"down rules", "no source of “" + std::string(rule.words) + "”"});
  }
  return found;
}

namespace {

Violations expect_refusal(const Strategy& strategy, const Cluster& cluster, const ParamValues& params,
                          std::string_view field) {
  const HashFunction* hash = find_hash_function(strategy.hash);
  const auto built = build_placement(strategy, {cluster, params, *hash, 1, {}});
  if (built.ok()) return {{"bad input", "accepted although " + std::string(field) + " is wrong"}};
  if (built.error().field == field) return {};
  return {{"bad input", "the error names “" + built.error().field + "” instead of " + std::string(field)}};
}

}  // namespace

Violations check_bad_input(const Strategy& strategy) {
  Violations found;
  const ParamValues defaults = default_params(strategy.params);
  append(found, expect_refusal(strategy, Cluster(), defaults, "nodes"));
  auto drained = numbered_cluster("", 2);
  CHECK(drained.set_weight(NodeId{0}, 0).ok() && drained.set_weight(NodeId{1}, 0).ok());
  append(found, expect_refusal(strategy, drained, defaults, "nodes.weight"));
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    for (const double bad : {spec.min - 1, spec.max + 1, std::nan("")}) {
      ParamValues params = defaults;
      params[i] = bad;
      append(found, expect_refusal(strategy, numbered_cluster("", 2), params, spec.key));
    }
  }
  return found;
}

Violations check_refusal(const ConfiguredStrategy& setup, const Error& error) {
  const std::string_view field = error.field;
  const auto within = [&](std::string_view name) {
    return field == name || (field.starts_with(name) && (field[name.size()] == '[' || field[name.size()] == '.'));
  };
  const bool known = within("nodes") || within("strategy") || within("hash") || within("keys") || within("replicas") ||
                     uses(setup.strategy, field) == 1;
  Violations found;
  if (!known) found.push_back({"refusal", "names no field of the scenario but “" + error.field + "”"});
  if (message(error).empty()) found.push_back({"refusal", "says nothing"});
  if (traits_of(setup.strategy, setup.params).has(Trait::kAnyRemoval) && error.code == ErrorCode::only_last_leaves) {
    found.push_back({"refusal", "claims that any node can be removed, but wants the last"});
  }
  return found;
}

}  // namespace reshard::testing

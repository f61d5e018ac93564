#include "web/insight/remedies.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/analysis/place_all.h"
#include "core/base/text.h"
#include "web/text/format.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr std::uint64_t kSample = 2000;  // keys that the cost is estimated from, to within a percent or two

/// Where the main strategy places the sample; nothing if it cannot be built.
std::optional<std::vector<NodeId>> owners_of(const Scenario& scenario, const std::shared_ptr<const KeySet>& keys) {
  const StrategyChoice& main = scenario.strategies[0];
  NoLimit no_limit;
  std::vector<KeyColumn> columns;
  KeyBlock block{.keys = keys.get(), .size = keys->size(), .columns = {}};
  for (const Recipe& recipe : main.strategy->recipes(main.params, *main.hash)) {
    columns.emplace_back(keys, recipe);
    if (!columns.back().step(no_limit).ok()) return std::nullopt;
  }
  for (std::size_t i = 0; i < columns.size(); ++i) block.columns[i] = columns[i].values();
  const auto built =
      build_placement(*main.strategy, {scenario.cluster, main.params, *main.hash, scenario.replicas, block});
  if (!built.ok()) return std::nullopt;
  while (!built.value()->step(no_limit)) continue;
  return place_all(*built.value(), block);
}

std::shared_ptr<const KeySet> sample_of(const Scenario& scenario) {
  KeySpec spec = scenario.keys;
  if (spec.kind == KeyKind::kGiven) spec = default_scenario().keys;  // hashes spread keys whatever their names
  spec.count = std::min(spec.count, kSample);
  auto keys = KeySet::generate(spec, scenario.seed, generated_form(scenario));
  CHECK(keys.ok());
  return keys.take();
}

/// The share of keys that the edit moves; nothing if the edit is not possible.
std::optional<double> cost_of(const Scenario& scenario, const Edit& edit) {
  Scenario next = scenario;
  for (const Command& command : edit.commands) {
    auto applied = reshard::apply(next, command);
    if (!applied.ok()) return std::nullopt;
    next = applied.take();
  }
  next.cluster.join(scenario.cluster.log().size(), next.cluster.log().size());  // as one step
  const auto keys = sample_of(scenario);
  const auto before = owners_of(scenario, keys), after = owners_of(next, keys);
  if (!before || !after) return std::nullopt;
  std::size_t moved = 0;
  for (std::size_t i = 0; i < keys->size(); ++i) moved += (*before)[i] != (*after)[i] ? 1 : 0;
  return static_cast<double>(moved) / static_cast<double>(keys->size());
}

// Offers the edit before or after one more command, with its cost, if that can be built.
void offer(std::vector<Refusal::Remedy>& ways, const Scenario& scenario, const std::string& what, Edit way) {
  way.continues = false;
  const auto cost = cost_of(scenario, way);
  if (!cost) return;
  const std::string percent = format_decimal(*cost * 100, 0, locale()).append(locale().percent);
  ways.push_back({say(Word::way_costs, {what, percent}), std::move(way)});
}

void offer_options(std::vector<Refusal::Remedy>& ways, const Scenario& scenario, const Edit& edit) {
  const StrategyChoice& main = scenario.strategies[0];
  for (std::size_t p = 0; p < main.params.size(); ++p) {
    const ParamSpec& spec = main.strategy->params[p];
    for (std::size_t option = 0; option < spec.options.size(); ++option) {
      const auto value = static_cast<double>(option);
      if (value == main.params[p]) continue;
      Edit other{{SetParam{0, std::string(spec.key), value}}};
      other.commands.insert(other.commands.end(), edit.commands.begin(), edit.commands.end());
      offer(ways, scenario, option_title(spec, option), std::move(other));
    }
  }
}

// A number of nodes that the strategy can have: {"20 nodes", "32"}.
void offer_count(std::vector<Refusal::Remedy>& ways, const Scenario& scenario, Edit edit, const Error& error) {
  const auto count = parse_u64(error.args.back());
  if (!count) return;
  edit.commands.push_back(SetNodeCount{*count});
  offer(ways, scenario, say(Word::way_count, {format_count(*count, locale())}), std::move(edit));
}

// Twice the parameter that is too small: {"11 buckets", "10"}.
void offer_larger(std::vector<Refusal::Remedy>& ways, const Scenario& scenario, const Edit& edit, const Error& error) {
  const auto limit = parse_u64(error.args.back());
  if (!limit) return;
  Edit larger{{SetParam{0, error.field, static_cast<double>(2 * *limit)}}};
  larger.commands.insert(larger.commands.end(), edit.commands.begin(), edit.commands.end());
  offer(ways, scenario, say(Word::way_larger, {format_count(2 * *limit, locale())}), std::move(larger));
}

}  // namespace

std::vector<Refusal::Remedy> remedies(const Scenario& scenario, const Edit& edit, const Error& error) {
  std::vector<Refusal::Remedy> ways;
  // Other refusals name a value to correct; and trying strategies that read all keys would take long.
  if (error.code == ErrorCode::only_last_leaves) offer_options(ways, scenario, edit);
  if (error.code == ErrorCode::not_power_of_two && error.field == "nodes") {
    offer_options(ways, scenario, edit);
    offer_count(ways, scenario, edit, error);
  }
  if (error.code == ErrorCode::too_large && error.field == "capacity") offer_larger(ways, scenario, edit, error);
  return ways;
}

std::string misfits_text(const std::vector<Error>& misfits) {
  constexpr std::size_t kTold = 3;
  if (misfits.empty()) return "";
  std::string text = say(Word::link_misfits);
  for (std::size_t i = 0; i < std::min(kTold, misfits.size()); ++i) text.append("\n").append(error_text(misfits[i]));
  return text;
}

}  // namespace reshard::ui

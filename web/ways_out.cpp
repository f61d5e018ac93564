#include "web/ways_out.h"

#include <string>
#include <utility>

#include "core/base/text.h"
#include "web/format.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

bool possible(Scenario scenario, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    auto next = reshard::apply(scenario, command);
    if (!next.ok()) return false;
    scenario = next.take();
  }
  const StrategyChoice& main = scenario.strategies[0];
  return build_placement(*main.strategy, {scenario.cluster, main.params, *main.hash, scenario.replicas}).ok();
}

// The edit after or before one more command, where that builds.
void offer(std::vector<Refusal::WayOut>& ways, const Scenario& scenario, std::string label, Edit way) {
  way.continues = false;
  if (possible(scenario, way.commands)) ways.push_back({std::move(label), std::move(way)});
}

void offer_options(std::vector<Refusal::WayOut>& ways, const Scenario& scenario, const Edit& edit) {
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

// A number of nodes that the scheme can have: {"20 nodes", "32"}.
void offer_count(std::vector<Refusal::WayOut>& ways, const Scenario& scenario, Edit edit, const Error& error) {
  const auto count = parse_u64(error.args.back());
  if (!count) return;
  edit.commands.push_back(SetNodeCount{*count});
  offer(ways, scenario, say(Word::way_count, {format_count(*count, locale())}), std::move(edit));
}

// Twice the parameter that is too small: {"11 buckets", "10"}. Its cost is seen when it is done.
void offer_larger(std::vector<Refusal::WayOut>& ways, const Scenario& scenario, const Edit& edit, const Error& error) {
  const auto limit = parse_u64(error.args.back());
  if (!limit) return;
  Edit larger{{SetParam{0, error.field, static_cast<double>(2 * *limit)}}};
  larger.commands.insert(larger.commands.end(), edit.commands.begin(), edit.commands.end());
  offer(ways, scenario, say(Word::way_larger, {format_count(2 * *limit, locale())}), std::move(larger));
}

}  // namespace

std::vector<Refusal::WayOut> ways_out(const Scenario& scenario, const Edit& edit, const Error& error) {
  std::vector<Refusal::WayOut> ways;
  // Other refusals name a value to correct; trying strategies that read all keys would take long besides.
  if (error.code == ErrorCode::only_last_leaves) offer_options(ways, scenario, edit);
  if (error.code == ErrorCode::not_power_of_two && error.field == "nodes") {
    offer_options(ways, scenario, edit);
    offer_count(ways, scenario, edit, error);
  }
  if (error.code == ErrorCode::too_large && error.field == "capacity") offer_larger(ways, scenario, edit, error);
  return ways;
}

}  // namespace reshard::ui

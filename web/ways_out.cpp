#include "web/ways_out.h"

#include <string>
#include <utility>

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

}  // namespace

std::vector<Refusal::WayOut> ways_out(const Scenario& scenario, const Edit& edit, const Error& error) {
  std::vector<Refusal::WayOut> ways;
  // Other refusals name a value to correct; trying strategies that read all keys would take long besides.
  if (error.code != ErrorCode::only_last_leaves) return ways;
  const StrategyChoice& main = scenario.strategies[0];
  for (std::size_t p = 0; p < main.params.size(); ++p) {
    const ParamSpec& spec = main.strategy->params[p];
    for (std::size_t option = 0; option < spec.options.size(); ++option) {
      const auto value = static_cast<double>(option);
      if (value == main.params[p]) continue;
      Edit other{{SetParam{0, std::string(spec.key), value}}};
      other.commands.insert(other.commands.end(), edit.commands.begin(), edit.commands.end());
      if (possible(scenario, other.commands)) ways.push_back({option_title(spec, option), std::move(other)});
    }
  }
  return ways;
}

}  // namespace reshard::ui

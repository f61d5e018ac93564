// explain, nodes, strategies, hashes: what is known without data.
#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/scenario/registry.h"
#include "core/strategies/strategies.h"

namespace reshard::command {
namespace {

// Turns JSON into text for people, one line per item.
std::string lines_of(const Json& list, std::initializer_list<std::string_view> members) {
  std::string text;
  for (const Json& entry : list) {
    std::string line;
    for (const std::string_view member : members) {
      if (!line.empty()) line += '\t';
      line += entry.value(std::string(member), "");
    }
    text.append(line).append("\n");
  }
  return text;
}

/// "vnodes=100 (1 to 1000)", "bits=64 (32, 64, 128)": the default, and what else is accepted.
std::string params_of(const Strategy& strategy) {
  std::string text;
  for (const ParamSpec& spec : strategy.params) {
    text.append("\t").append(spec.key).append("=").append(format_param(spec, spec.fallback)).append(" (");
    if (spec.kind == ParamSpec::Kind::kChoice) {
      text += joined(spec.options);
    } else {
      text.append(short_number(spec.min)).append(" to ").append(short_number(spec.max));
      if (spec.constraint == ParamSpec::Constraint::kPrime) text += ", a prime";
      if (spec.constraint == ParamSpec::Constraint::kPowerOfTwo) text += ", a power of two";
    }
    text += ")";
  }
  return text;
}

Json steps_of(const Trace& trace, const Router& router) {
  Json steps = Json::array();
  for (const Step& step : trace) {
    Json out = {{"label", step.label}, {"value", step.value}};
    if (!step.note.empty()) out["note"] = step.note;
    if (step.node != kNoNode) out["node"] = router.scenario().cluster.name_of(step.node);
    steps.push_back(std::move(out));
  }
  return steps;
}

}  // namespace

int explain(const Options& options) {
  const auto router = router_at(options, options.moment);
  if (router == nullptr) return kExitUsage;
  Json all = Json::array();
  std::string text;
  for (const std::string& key : options.words) {
    const auto trace = router->explain(key);
    if (!trace.ok()) {
      complain(message(trace.error()));
      return kExitData;
    }
    const Json steps = steps_of(trace.value(), *router);
    if (options.words.size() > 1) text.append(key).append("\n");
    text += lines_of(steps, {"label", "value", "node", "note"});
    const NodeId owner = trace.value().empty() ? kNoNode : trace.value().back().node;
    all.push_back({{"key", is_utf8(key) ? Json(key) : Json()},
                   {"owner", owner == kNoNode ? Json() : Json(router->scenario().cluster.name_of(owner))},
                   {"steps", steps}});
  }
  return answer(options.json ? to_text(all) + "\n" : text);
}

int nodes(const Options& options) {
  const auto scenario = open_scenario(options.scenario, options.moment);
  if (!scenario.ok()) {
    complain(message(scenario.error()));
    return kExitUsage;
  }
  Json all = Json::array();
  std::string text;
  for (const Node& node : scenario.value().cluster.nodes()) {
    all.push_back({{"name", node.name}, {"weight", node.weight}, {"down", node.state == NodeState::kDown}});
    text.append(node.name).append("\n");
  }
  return answer(options.json ? to_text(all) + "\n" : text);
}

int strategies(const Options& options) {
  if (options.json) return answer(to_text(strategies_json()) + "\n");
  std::string text;
  for (const Strategy* strategy : reshard::strategies()) {
    text.append(strategy->id).append("\t").append(strategy->title).append(params_of(*strategy)).append("\n");
  }
  return answer(text);
}

int hashes(const Options& options) {
  const Json all = hash_functions_json();
  return answer(options.json ? to_text(all) + "\n" : lines_of(all, {"id", "title"}));
}

}  // namespace reshard::command

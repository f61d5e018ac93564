#include "core/rebalance/plan_json.h"

#include "core/scenario/json_reader.h"

namespace reshard::rebalance {
namespace {

Json figures_json(const Figures& figures) {
  Json json;
  json["excess"] = figures.excess;
  json["bytes"] = figures.bytes;
  json["cost"] = figures.cost;
  json["moves"] = figures.moves;
  return json;
}

/// One move a piece of text: a list of a hundred thousand as a tree would be large.
std::string moves_text(const Problem& problem, const Plan& plan) {
  std::string text = "[";
  for (const Ordered::Step& step : plan.steps) {
    if (text.size() > 1) text += ',';
    Json move = Json::array(
        {problem.names[step.move.entry], problem.nodes[step.move.from].name, problem.nodes[step.move.to].name});
    if (step.move.lead) move.push_back("lead");
    text += to_text(move);
  }
  return text + "]";
}

double in_ones(std::uint64_t millionths) { return static_cast<double>(millionths) / 1e6; }

Json bounds_json(const Problem& problem, const Bounds& bounds) {
  Json json;
  json["excess"] = bounds.excess;
  json["cost"] = bounds.cost;
  json["whole"] = bounds.whole;
  json["fractional"] = bounds.fractional;
  json["moves"] = bounds.moves;
  json["ratio"] = in_ones(bounds.ratio);
  if (bounds.hottest != kNone) json["hottest"] = problem.names[bounds.hottest];
  return json;
}

}  // namespace

std::string format_plan(const Problem& problem, const Plan& plan) {
  Json json = figures_json(plan.figures);
  json.erase("moves");
  json["found"] = plan.found;
  json["proven"] = plan.proven;
  json["impossible"] = plan.impossible;
  json["ratio_before"] = in_ones(plan.ratio_before);
  json["ratio"] = in_ones(plan.ratio_after);
  json["bound"] = bounds_json(problem, plan.bounds);
  if (plan.target_found) {
    json["target"] = figures_json(plan.target);
    json["target"]["proven"] = plan.target_proven;
  }
  Json groups = Json::array(), detours = Json::array();
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    groups.push_back(plan.steps[i].group);
    if (plan.steps[i].detour) detours.push_back(i);
  }
  json["groups"] = std::move(groups);
  json["detours"] = std::move(detours);
  const std::string id = problem.id.empty() ? "" : "\"id\":" + to_text(problem.id) + ",";
  return "{" + id + "\"moves\":" + moves_text(problem, plan) + "," + to_text(json).substr(1);
}

}  // namespace reshard::rebalance

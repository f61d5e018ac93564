#include "core/rebalance/plan_json.h"

#include "core/rebalance/schedule_json.h"
#include "core/rebalance/story.h"
#include "core/scenario/json_reader.h"

namespace reshard::rebalance {
namespace {

constexpr std::uint32_t kCurvePoints = 200;

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
  json["least_excess"] = bounds.least_excess;
  json["cost_excess"] = bounds.cost_excess;
  json["cost"] = bounds.cost;
  json["whole"] = bounds.whole;
  json["fractional"] = bounds.fractional;
  json["moves"] = bounds.moves;
  json["ratio"] = in_ones(bounds.ratio);
  if (bounds.hottest != kNone) json["hottest"] = problem.names[bounds.hottest];
  return json;
}

const char* name_of(Reason::Kind kind) {
  switch (kind) {
    case Reason::Kind::kDrained: return "drained";
    case Reason::Kind::kZones: return "zones";
    case Reason::Kind::kDisk: return "disk";
    case Reason::Kind::kForced: return "forced";
    case Reason::Kind::kOver: return "over";
    case Reason::Kind::kBelow: return "below";
    case Reason::Kind::kRoom: return "room";
    case Reason::Kind::kDetour: return "detour";
    case Reason::Kind::kOnward: return "onward";
  }
  return "";
}

const char* name_of(Condition::Kind kind) {
  switch (kind) {
    case Condition::Kind::kDrained: return "drained";
    case Condition::Kind::kPinned: return "pinned";
    case Condition::Kind::kZones: return "zones";
    case Condition::Kind::kForced: return "forced";
    case Condition::Kind::kReplicas: return "replicas";
    case Condition::Kind::kDisk: return "disk";
    case Condition::Kind::kDisks: return "disks";
    case Condition::Kind::kZoneDisks: return "zone_disks";
  }
  return "";
}

const char* name_of(Remedy::Kind kind) {
  switch (kind) {
    case Remedy::Kind::kKeepNode: return "keep_node";
    case Remedy::Kind::kUnpin: return "unpin";
    case Remedy::Kind::kUnforce: return "unforce";
    case Remedy::Kind::kAllowZones: return "allow_zones";
    case Remedy::Kind::kAddZones: return "add_zones";
    case Remedy::Kind::kAddNodes: return "add_nodes";
    case Remedy::Kind::kAddDisk: return "add_disk";
    case Remedy::Kind::kAddDiskAnywhere: return "add_disk_anywhere";
  }
  return "";
}

const char* name_of(Obstacle::Kind kind) {
  switch (kind) {
    case Obstacle::Kind::kHotEntry: return "hot_entry";
    case Obstacle::Kind::kPinnedLoad: return "pinned_load";
    case Obstacle::Kind::kLargeEntries: return "large_entries";
    case Obstacle::Kind::kSmallZones: return "small_zones";
  }
  return "";
}

/// What kind it is, and what it is about, as far as it is about a node, an entry, a number.
template <typename Item>
Json item_json(const Problem& problem, const Item& item, std::uint64_t count) {
  Json json;
  json["what"] = name_of(item.kind);
  if (item.node != kNone) json["node"] = problem.nodes[item.node].name;
  if (item.entry != kNone) json["entry"] = problem.names[item.entry];
  if (count != 0) json["count"] = count;
  return json;
}

Json why_json(const Problem& problem, const Contradiction& why) {
  Json json;
  json["conditions"] = Json::array();
  json["remedies"] = Json::array();
  json["smallest"] = why.smallest;
  for (const Condition& item : why.conditions) json["conditions"].push_back(item_json(problem, item, item.count));
  for (const Remedy& item : why.remedies) json["remedies"].push_back(item_json(problem, item, item.count));
  return json;
}

Json reason_json(const Problem& problem, const Reason& reason) {
  Json json = Json::array({name_of(reason.kind), problem.nodes[reason.node].name});
  if (reason.kind == Reason::Kind::kOver || reason.kind == Reason::Kind::kBelow) {
    json.push_back(problem.limits[reason.limit].of);
  }
  if (reason.amount != 0) json.push_back(reason.amount);
  if (reason.step != kNone) json.push_back(reason.step);
  if (reason.onward != kNone) json.push_back(reason.onward);
  return json;
}

/// Members that are about the steps.
void add_steps(Json& json, const Model& model, const Plan& plan) {
  Json groups = Json::array(), detours = Json::array(), reasons = Json::array(), curve = Json::array();
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    groups.push_back(plan.steps[i].group);
    if (plan.steps[i].detour) detours.push_back(i);
  }
  for (const Reason& reason : reasons_of(model, plan.steps)) reasons.push_back(reason_json(model.problem, reason));
  for (const Point& point : curve_of(model, plan.steps, kCurvePoints)) {
    curve.push_back(Json::array({point.steps, point.bytes, point.excess, in_ones(point.ratio)}));
  }
  json["groups"] = std::move(groups);
  json["detours"] = std::move(detours);
  json["reasons"] = std::move(reasons);
  json["curve"] = std::move(curve);
}

}  // namespace

std::string format_plan(const Problem& problem, const Plan& plan, const Pace* pace) {
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
  if (plan.why) json["why"] = why_json(problem, *plan.why);
  if (plan.figures.excess > 0) {
    json["obstacles"] = Json::array();
    for (const Obstacle& item : plan.obstacles) json["obstacles"].push_back(item_json(problem, item, item.amount));
  }
  if (plan.missing_at != kNone) { json["missing"] = Json::array({problem.nodes[plan.missing_at].name, plan.missing}); }
  const Model model(problem);
  add_steps(json, model, plan);
  if (pace != nullptr) json["schedule"] = schedule_json(schedule_of(model, plan.steps, *pace));
  const std::string id = problem.id.empty() ? "" : "\"id\":" + to_text(problem.id) + ",";
  return "{" + id + "\"moves\":" + moves_text(problem, plan) + "," + to_text(json).substr(1);
}

}  // namespace reshard::rebalance

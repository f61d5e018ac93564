#include "core/rebalance/tools/comparison.h"

#include <algorithm>

#include "core/rebalance/tools/kafka.h"
#include "core/scenario/json_reader.h"

namespace reshard::rebalance::tools {
namespace {

Json limits_json(const Problem& problem, const std::vector<Evenness>& limits) {
  Json json = Json::array();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    Json limit;
    put(limit, "of", problem.limits[i].of);
    put(limit, "worst", limits[i].worst);
    put(limit, "excess", limits[i].excess);
    json.push_back(std::move(limit));
  }
  return json;
}

Json point_json(const Point& point) {
  Json json;
  json["moves"] = point.moves;
  json["bytes"] = point.bytes;
  json["worst"] = json["excess"] = Json::array();
  for (const Evenness& limit : point.limits) {
    json["worst"].push_back(limit.worst);
    json["excess"].push_back(limit.excess);
  }
  return json;
}

Json moves_json(const Problem& problem, const std::vector<Move>& moves) {
  Json json = Json::array();
  for (const Move& move : moves) {
    json.push_back(
        Json::array({problem.names[move.entry], problem.nodes[move.from].name, problem.nodes[move.to].name}));
    if (move.lead) json.back().push_back("lead");
  }
  return json;
}

void tell_range(const Problem& problem, std::uint64_t copies, Json& json) {
  const auto range = kafka_range(problem, true, copies);
  if (!range.ok()) return;
  const KafkaRange& of = range.value();
  Json& told = json["range"];
  put(told, "tried", of.tried);
  told["all"] = of.all;
  told["moves"] = Json::array({of.least_moves, of.most_moves});
  told["bytes"] = Json::array({of.least_bytes, of.most_bytes});
}

Json answer_json(const Tool& tool, const Model& model, Options options, const ComparisonOptions& how) {
  const Problem& problem = model.problem;
  Json json;
  json["tool"] = tool.id;
  json["title"] = tool.title;
  json["source"] = tool.source;
  json["known"] = tool.known == Known::kRun ? "run" : "read";
  const auto plan = tool.plan(problem, options);
  if (!plan.ok()) {
    json["refused"] = message(plan.error());
    return json;
  }
  const auto& moves = plan.value().moves;
  const auto points = curve_of(model, moves, std::max<std::size_t>(how.points, 2));
  const auto leads = std::count_if(moves.begin(), moves.end(), [](const Move& move) { return move.lead; });
  json["moves"] = moves.size() - static_cast<std::size_t>(leads);
  if (leads > 0) json["leads"] = leads;
  json["bytes"] = points.back().bytes;
  json["ignored"] = plan.value().ignored;
  json["limits"] = limits_json(problem, points.back().limits);
  for (std::size_t i = 0; how.points > 0 && i < points.size(); ++i) json["curve"].push_back(point_json(points[i]));
  if (how.moves) json["plan"] = moves_json(problem, moves);
  if (tool.plan == kafka_generate) tell_range(problem, how.copies, json);
  return json;
}

}  // namespace

std::string format_answer(const Tool& tool, const Problem& problem, Options options, const ComparisonOptions& how) {
  return to_text(answer_json(tool, Model(problem), options, how));
}

std::string format_comparison(const Problem& problem, const ComparisonOptions& how) {
  const Model model(problem);
  Json json;
  json["limits"] = limits_json(problem, evenness_of(Placement(model)));
  json["tools"] = Json::array();
  for (const Tool& tool : all_tools()) json["tools"].push_back(answer_json(tool, model, {}, how));
  return to_text(json);
}

}  // namespace reshard::rebalance::tools

#include "core/base/text.h"
#include "core/rebalance/problem_text.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link_text.h"

namespace reshard::rebalance {
namespace {

Result<Problem> parse(std::string_view json, Columns* columns) {
  auto text = read_problem(json);
  if (!text.ok()) return text.error();
  return resolve_problem(text.take(), columns);
}

Json names_of(const Problem& problem, std::uint32_t entry) {
  Json list = Json::array();
  for (std::uint32_t i = problem.first[entry]; i < problem.first[entry + 1]; ++i) {
    list.push_back(problem.nodes[problem.holders[i]].name);
  }
  return list;
}

/// Numbers that JSON and JavaScript read back as the same fraction.
Json number_of(const Fraction& fraction) {
  if (fraction.num % fraction.den == 0) return fraction.num / fraction.den;
  return static_cast<double>(fraction.num) / static_cast<double>(fraction.den);
}

Json entry_json(const Problem& problem, std::uint32_t entry) {
  Json json;
  json["id"] = problem.names[entry];
  json["bytes"] = problem.bytes[entry];
  for (const Limit& limit : problem.limits) {
    if (limit.of == "bytes" || limit.of == "count") continue;
    if (limit.of != "load") {
      json["amounts"][limit.of] = limit.leader[entry];
    } else if (limit.follower.empty()) {
      json["load"] = limit.leader[entry];
    } else {
      json["leader_load"] = limit.leader[entry];
      json["follower_load"] = limit.follower[entry];
    }
  }
  json["replicas"] = names_of(problem, entry);
  return json;
}

Json options_json(const Problem& problem) {
  Json options, drain = Json::array(), pinned = Json::array();
  const Limit& limit = problem.limits[0];
  if (limit.of != "load") options["by"] = limit.of;
  options["epsilon"] = number_of(limit.upper);
  if (limit.lower) options["lower_epsilon"] = number_of(*limit.lower);
  for (const Node& node : problem.nodes) {
    if (node.drained) drain.push_back(node.name);
  }
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    if (problem.pinned[e] != 0) pinned.push_back(problem.names[e]);
  }
  options["drain"] = std::move(drain);
  options["pinned"] = std::move(pinned);
  options["zones"] = problem.zones_distinct ? "distinct" : "none";
  options["max_in_flight"] = problem.max_in_flight;
  if (problem.per_move != 0) options["per_move"] = problem.per_move;
  for (const Forced& move : problem.forced) {
    options["forced"].push_back(
        Json::array({problem.names[move.entry], problem.nodes[move.from].name, problem.nodes[move.to].name}));
  }
  for (std::size_t i = 1; i < problem.limits.size(); ++i) {
    Json further;
    further["of"] = problem.limits[i].of;
    further["epsilon"] = number_of(problem.limits[i].upper);
    if (problem.limits[i].lower) further["lower_epsilon"] = number_of(*problem.limits[i].lower);
    options["limits"].push_back(std::move(further));
  }
  return options;
}

}  // namespace

Result<Problem> parse_problem(std::string_view json) { return parse(json, nullptr); }

Result<Problem> parse_problem(std::string_view json, Columns columns) { return parse(json, &columns); }

std::string format_problem(const Problem& problem) {
  std::string text = "{\"id\":" + to_text(problem.id) + ",\"nodes\":[";
  for (std::size_t n = 0; n < problem.nodes.size(); ++n) {
    const Node& node = problem.nodes[n];
    Json json;
    json["name"] = node.name;
    json["capacity"] = node.capacity;
    json["zone"] = node.zone;
    json["disk"] = node.disk ? Json(*node.disk) : Json();
    text += (n == 0 ? "" : ",") + to_text(json);
  }
  text += "],\"entries\":[";
  for (std::uint32_t e = 0; e < problem.entries(); ++e) text += (e == 0 ? "" : ",") + to_text(entry_json(problem, e));
  return text + "],\"options\":" + to_text(options_json(problem)) + "}";
}

}  // namespace reshard::rebalance

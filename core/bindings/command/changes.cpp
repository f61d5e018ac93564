// --add, --remove and --weight: changes to the scenario's nodes that are one step together.
#include "core/bindings/command/changes.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/bindings/router.h"
#include "core/placement/typed_key.h"
#include "core/scenario/link.h"
#include "core/scenario/link_text.h"
#include "core/scenario/replay.h"

namespace reshard::command {
namespace {

using Kind = ClusterEvent::Kind;

std::string refused(const Change& change, std::string_view why) {
  return "--" + change.option + " " + change.value + ": " + std::string(why);
}

/// Reads a change as an event of the log. Returns why it cannot; empty if it can.
std::string read(const Change& change, ClusterEvent& event) {
  event.kind = change.kind;
  event.node.name = change.value;
  if (event.kind == Kind::kAdd) {
    const Status name = check_new_name("name", change.value);
    return name.ok() ? "" : refused(change, message(name.error()));
  }
  if (event.kind == Kind::kRemove) return "";
  const std::size_t equals = change.value.rfind('=');
  if (equals == std::string::npos) return refused(change, "expected NAME=WEIGHT, such as node-1=2");
  event.node.name = change.value.substr(0, equals);
  const auto weight = number_in("weight", change.value.substr(equals + 1), 0, kMaxWeight);
  if (!weight.ok()) return refused(change, message(weight.error()));
  event.node.weight = weight.value();
  return "";
}

/// The fields of a link that are not about its scenario.
std::vector<OtherField> other_fields(std::string_view link) {
  if (link.find_first_not_of(" \t\r\n") == link.find('{')) return {};  // JSON
  if (const std::size_t hash = link.find('#'); hash != link.npos) link.remove_prefix(hash + 1);
  return parse_link(link).other;
}

}  // namespace

std::string change_nodes(std::string& scenario, std::span<const Change> changes) {
  auto opened = open_scenario(scenario);
  if (!opened.ok()) return message(opened.error());
  Scenario changed = opened.take();
  Cluster& cluster = changed.cluster;
  const std::size_t before = cluster.log().size();
  for (const Change& change : changes) {
    ClusterEvent event;
    if (std::string why = read(change, event); !why.empty()) return why;
    // The log keeps only the last of several weights in a row, so a step could not begin between two of them.
    const bool joined = event.kind == Kind::kWeigh && cluster.log().size() == before && before > 0 &&
                        cluster.log().back().kind == Kind::kWeigh && cluster.log().back().node.name == event.node.name;
    if (joined)
      return refused(change, "the last change of the scenario is this node's weight already: change it there");
    if (const Status done = replay(cluster, event); !done.ok()) return refused(change, message(done.error()));
  }
  if (cluster.log().size() > kMaxLogEvents) return "more than " + decimal(kMaxLogEvents) + " changes";
  cluster.join(before, cluster.log().size());
  scenario = format_link(changed, other_fields(scenario));
  return "";
}

std::string set_types(std::string& scenario, std::span<const ColumnType> types) {
  auto opened = open_scenario(scenario);
  if (!opened.ok()) return message(opened.error());
  Scenario changed = opened.take();
  StrategyChoice& choice = changed.strategies.front();
  const std::span<const ParamSpec> specs = choice.strategy->params;
  const std::string id(choice.strategy->id);
  std::size_t taken = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::size_t column = type_column(specs[i]);
    if (column == 0) continue;
    const ColumnType type = column <= types.size() ? types[column - 1] : ColumnType::kNone;
    choice.params[i] = static_cast<double>(type) - (column == 1 ? 1 : 0);
    if (column <= types.size() && in_effect(specs, choice.params, i)) ++taken;
  }
  if (taken == 0) return id + " takes keys of any bytes, without types";
  if (taken < types.size()) {
    return id + " takes " + decimal(taken) + (taken == 1 ? " column" : " columns") + " here, not " +
           decimal(types.size());
  }
  scenario = format_link(changed, other_fields(scenario));
  if (const auto router = Router::of(std::move(changed)); !router.ok()) {
    if (router.error().field.starts_with(kTypeKey)) return message(router.error());
  }
  return "";
}

RowType types_of(const std::string& scenario) {
  const auto opened = open_scenario(scenario);
  if (!opened.ok()) return {};
  const StrategyChoice& choice = opened.value().strategies.front();
  const std::vector<Recipe> recipes = choice.strategy->recipes(choice.params, *choice.hash);
  return recipes.empty() || recipes.front().typed == nullptr ? RowType() : recipes.front().row;
}

}  // namespace reshard::command

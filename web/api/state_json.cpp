#include "web/api/state_json.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/scenario/moves.h"
#include "web/api/shape.h"
#include "web/insight/load_words.h"
#include "web/insight/node_words.h"
#include "web/insight/picture_words.h"
#include "web/panels/comparison.h"
#include "web/panels/move_menu.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard {
namespace {

// What the rows of state.def read from.

struct Seen {
  const Results& results;
  const ui::UiState& view;

  const Scenario& scenario() const { return *results.scenario; }
  const StrategyResult& main() const { return results.strategies[0]; }
  const ui::Inspection& inspection() const { return view.inspections[0]; }
  bool as_line() const { return view.link_view.rings_as_lines; }
  Traits traits() const { return traits_of(*main().choice.strategy, main().choice.params); }
  bool uses_weights() const { return traits().has(Trait::kWeights) || traits().has(Trait::kLooseWeights); }
  shape::Indices nodes() const { return {0, scenario().cluster.nodes().size()}; }
  shape::Indices slots() const { return {0, std::min(results.strategies.size(), view.inspections.size())}; }
};

struct NodeSeen : Seen {
  std::size_t at;

  const Node& node() const { return scenario().cluster.nodes()[at]; }
  const LoadStats& load() const { return main().load; }
  bool is_explained() const { return at < 100; }  // looking at a ring for each of ten thousand nodes is slow
};

struct RowSeen : Seen {
  std::size_t slot;

  const StrategyResult& strategy() const { return results.strategies[slot]; }
};

struct FlowSeen {
  const Results& results;
  const Flow& flow;
  std::optional<std::uint64_t> counted = std::nullopt;
};

struct HashSeen {
  const StrategyChoice& choice;
  const OfferedHash& offered;
};

struct TraceSeen {
  const Results& results;
  const Step& step;
};

struct SpokenStep {
  std::string_view title;
  std::string value;
};

using LabelAndText = std::pair<std::string, std::string>;

std::uint64_t least_of(const std::vector<std::uint64_t>& counts) {
  return counts.empty() ? 0 : *std::min_element(counts.begin(), counts.end());
}
std::uint64_t most_of(const std::vector<std::uint64_t>& counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

std::vector<std::string_view> idle_params(const StrategyChoice& choice) {
  const auto specs = choice.strategy->params;
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!in_effect(specs, choice.params, i)) keys.push_back(specs[i].key);
  }
  return keys;
}

// The name of a present or former node: removed nodes still have names.
std::string name_of(const Results& results, NodeId id) {
  if (id == kNoNode) return "";
  const Cluster& cluster = results.scenario->cluster;
  if (index_of(id) < cluster.known()) return cluster.name_of(id);
  return results.before->cluster.name_of(id);  // an undone addition
}

std::span<const Flow> first_flows(std::span<const Flow> all) {
  return all.first(std::min<std::size_t>(all.size(), 1000));
}

std::optional<std::uint64_t> counted_of(const Seen& seen, const Flow& flow) {
  if (seen.view.counted_flows.empty()) return std::nullopt;
  return seen.view.counted_flows[static_cast<std::size_t>(&flow - seen.main().movement.flows.data())];
}

std::span<const Flow> overflow_flows(const ui::UiState& view) {
  if (!view.overflow) return {};
  return first_flows(view.overflow->flows);
}

std::string_view kind_id(KeyKind kind) {
  for (const KeyKindInfo& info : key_kinds()) {
    if (info.kind == kind) return info.id;
  }
  return "given";
}

std::vector<SpokenStep> further_steps(const Seen& seen) {
  const ui::Inspection& inspection = seen.inspection();
  std::vector<SpokenStep> steps;
  std::string replicas;
  for (const NodeId node : inspection.replicas)
    replicas.append(replicas.empty() ? "" : ", ").append(name_of(seen.results, node));
  if (!replicas.empty()) steps.push_back({ui::say(ui::Word::while_down), replicas});
  if (inspection.leaving) {
    const auto& [heir, refusal] = *inspection.leaving;
    const std::string to = heir == kNoNode ? ui::say(ui::Word::no_node) : name_of(seen.results, heir);
    steps.push_back({ui::say(ui::Word::when_it_leaves), refusal.empty() ? to : refusal});
  }
  return steps;
}

std::string owner_before(const Seen& seen) {
  const ui::Inspection& inspection = seen.inspection();
  const bool compares = !inspection.trace.empty() && seen.results.before != nullptr;
  return compares && inspection.owner_before != inspection.owner ? name_of(seen.results, inspection.owner_before) : "";
}

std::string_view notice_of(const ui::UiState& view) {
  if (!view.refusal) return "";
  return view.refusal->text;
}

}  // namespace

namespace shape {

using Access = Text;
using RingShape = Text;

struct Params {};
static void write(Json& out, Params, const StrategyChoice& choice) {
  out = Json::object();
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    const std::string key(spec.key);
    if (spec.kind == ParamSpec::Kind::kChoice) {
      out[key] = format_param(spec, choice.params[i]);
    } else {
      out[key] = choice.params[i];
    }
  }
}

#define ROWS "web/api/state.def"
#include "web/api/shape_writers.inc"

}  // namespace shape

std::string state_json(const App& app) {
  Json state;
  write(state, shape::AppState{}, app);
  return to_text(state);
}

}  // namespace reshard

#include "web/api/state_json.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/moves.h"
#include "web/insight/load_words.h"
#include "web/insight/node_words.h"
#include "web/insight/picture_words.h"
#include "web/panels/comparison.h"
#include "web/panels/move_menu.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard {
namespace {

constexpr std::size_t kFlowsShown = 1000;

Json nodes_json(const Results& results, const ui::UiState& view) {
  constexpr std::size_t kExplained = 100;  // looking at a ring for each of ten thousand nodes is slow
  Json nodes = Json::array();
  const LoadStats& load = results.strategies[0].load;
  std::size_t at = 0;
  for (const Node& node : results.scenario->cluster.nodes()) {
    Json& out = nodes.emplace_back();
    put(out, "name", node.name);
    put(out, "weight", node.weight);
    put(out, "keys", load.keys[at]);
    put(out, "fair", load.fair[at]);
    put(out, "requests", load.requests[at]);
    put(out, "zone", node.zone);
    out["down"] = node.state == NodeState::kDown;
    if (at < kExplained) put(out, "why", ui::node_words(results, view, node.id));
    ++at;
  }
  return nodes;
}

Json params_json(const StrategyChoice& choice) {
  Json params = Json::object();
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    const std::string key(spec.key);
    if (spec.kind == ParamSpec::Kind::kChoice) {
      params[key] = format_param(spec, choice.params[i]);
    } else {
      params[key] = choice.params[i];
    }
  }
  return params;
}

// The parameters that have no effect with the others' values.
Json idle_params_json(const StrategyChoice& choice) {
  const auto specs = choice.strategy->params;
  Json keys = Json::array();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!in_effect(specs, choice.params, i)) keys.push_back(std::string(specs[i].key));
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

Json flows_json(const Results& results, std::span<const Flow> all) {
  Json flows = Json::array();
  for (const Flow& flow : all) {
    if (flows.size() == kFlowsShown) break;
    Json& out = flows.emplace_back();
    put(out, "from", name_of(results, flow.from));
    put(out, "to", name_of(results, flow.to));
    put(out, "keys", flow.keys);
  }
  return flows;
}

Json step_json(std::string_view title, std::string_view value) {
  Json out;
  put(out, "step", title);
  put(out, "value", value);
  return out;
}

std::string kind_id(KeyKind kind) {
  for (const KeyKindInfo& info : key_kinds()) {
    if (info.kind == kind) return std::string(info.id);
  }
  return "given";
}

Json inspected_json(const Results& results, const ui::UiState& view) {
  const ui::Inspection& seen = view.inspections[0];
  Json steps = Json::array();
  for (const Step& step : seen.trace) {
    steps.push_back(step_json(ui::step_title(step.label), step.value));
    put(steps.back(), "node", name_of(results, step.node));
    if (!step.note.empty()) put(steps.back(), "note", ui::step_note(step.note));
  }
  Json out;
  put(out, "key", view.inspected_key);
  put(out, "error", seen.error);
  out["steps"] = std::move(steps);
  if (const auto entry = ui::entry_of_key(seen)) out["entry"] = *entry;
  Json more = Json::array();
  std::string replicas;
  for (const NodeId node : seen.replicas) replicas.append(replicas.empty() ? "" : ", ").append(name_of(results, node));
  if (!replicas.empty()) more.push_back(step_json(ui::say(ui::Word::while_down), replicas));
  if (seen.leaving) {
    const auto& [heir, refusal] = *seen.leaving;
    const std::string to = heir == kNoNode ? ui::say(ui::Word::no_node) : name_of(results, heir);
    more.push_back(step_json(ui::say(ui::Word::when_it_leaves), refusal.empty() ? to : refusal));
  }
  out["more"] = std::move(more);
  const bool compares = !seen.trace.empty() && results.before != nullptr;
  out["before"] = compares && seen.owner_before != seen.owner ? name_of(results, seen.owner_before) : "";
  return out;
}

void write_choice(Json& out, const StrategyChoice& choice) {
  out["strategy"] = std::string(choice.strategy->id);
  out["hash"] = std::string(choice.hash->id);
  if (const auto fixed = ui::fixed_hash(choice)) out["hash_fixed"] = *fixed;
  if (const auto notice = ui::hash_notice(choice)) out["hash_notice"] = *notice;
  for (const OfferedHash& offered : own_hashes(*choice.strategy, choice.params)) {
    Json& hash = out["hashes"].emplace_back();
    put(hash, "id", offered.hash->id);
    put(hash, "title", ui::hash_title(choice, *offered.hash));
  }
  out["params"] = params_json(choice);
  out["idle_params"] = idle_params_json(choice);
}

// How evenly the keys are distributed, in keys per node.
Json spread_json(const LoadStats& load) {
  Json out;
  const auto [least, most] = std::minmax_element(load.keys.begin(), load.keys.end());
  put(out, "least", load.keys.empty() ? 0 : *least);
  put(out, "most", load.keys.empty() ? 0 : *most);
  put(out, "mean", load.mean);
  put(out, "stddev", load.stddev);
  out["weighted"] = load.weighted;
  put(out, "fair_stddev", load.fair_stddev);
  put(out, "fair_cv", load.fair_cv);
  put(out, "peak_to_fair", load.peak_to_fair);
  return out;
}

void add_measures(Json& out, const Results& results, const StrategyResult& strategy) {
  out["spread"] = spread_json(strategy.load);
  if (results.before != nullptr) out["spread_before"] = spread_json(strategy.load_before);
  put(out, "memory", strategy.placement->memory_bytes());
}

// A row for each strategy; texts as on the canvas.
Json compare_json(const Results& results, const ui::UiState& view) {
  Json rows = Json::array();
  for (std::size_t slot = 0; slot < results.strategies.size() && slot < view.inspections.size(); ++slot) {
    const StrategyResult& strategy = results.strategies[slot];
    Json row;
    put(row, "title", ui::translated(strategy.choice.strategy->title));
    put(row, "setup", ui::setup_words(strategy.choice));
    put(row, "moved", strategy.movement.moved);
    put(row, "needless", strategy.movement.needless);
    put(row, "least", strategy.movement.least);
    put(row, "owner", name_of(results, view.inspections[slot].owner));
    write_choice(row, strategy.choice);
    add_measures(row, results, strategy);
    for (const auto& [label, text] : ui::comparison_texts(results, slot, view)) {
      Json& figure = row["figures"].emplace_back();
      put(figure, "label", label);
      put(figure, "text", text);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_load(Json& state, const Results& results, const ui::UiState& view) {
  const Scenario& scenario = *results.scenario;
  const LoadStats& load = results.strategies[0].load;
  const Traits traits = traits_of(*results.strategies[0].choice.strategy, results.strategies[0].choice.params);
  write_requests(state["requests"], scenario.requests);
  state["requests"]["differ"] = ui::requests_differ(results, scenario);
  Json& replicas = state["replicas"];
  put(replicas, "count", scenario.replicas);
  replicas["known"] = traits.has(Trait::kReplicas);
  state["load"] = ui::load_words(results, scenario, load);
  state["failures"] = ui::replica_words(results, view);
  const std::vector<Flow> none;
  Json& overflow = state["overflow"];
  put(overflow, "words", ui::overflow_words(results, view));
  overflow["flows"] = flows_json(results, view.overflow ? view.overflow->flows : none);
  state["above"] = ui::names_above(scenario, load);
}

void add_results(Json& state, const Results& results, const ui::UiState& view) {
  const StrategyResult& main = results.strategies[0];
  state["nodes"] = nodes_json(results, view);
  write_choice(state, main.choice);
  const Traits traits = traits_of(*main.choice.strategy, main.choice.params);
  if (!main.choice.strategy->entry.empty()) state["entries_title"] = ui::entries(main.choice.strategy->entry);
  state["entries"] = movable_entries(main.choice, results.scenario->keys);
  state["weights"] = traits.has(Trait::kWeights) || traits.has(Trait::kLooseWeights);
  state["keys"] = results.keys->size();
  state["kind"] = kind_id(results.scenario->keys.kind);
  if (results.scenario->keys.kind == KeyKind::kGiven) {
    Json& own = state["own_keys"];
    put(own, "fingerprint", hex64(results.scenario->keys.fingerprint));
    own["missing"] = results.stands_in();
    if (results.keys->counted() > 0) put(own, "counted", results.keys->counted());
  }
  state["seed"] = std::to_string(results.scenario->seed);
  state["moved"] = main.movement.moved;
  state["moved_share"] = main.movement.moved_share();
  state["least"] = main.movement.least;
  state["needless"] = main.movement.needless;
  state["flows"] = flows_json(results, main.movement.flows);
}

}  // namespace

std::string state_json(const App& app) {
  Json state;
  state["revision"] = app.results().revision;
  state["busy"] = app.busy();
  if (app.results().revision > 0) {
    add_results(state, app.results(), app.ui());
    add_load(state, app.results(), app.ui());
    state["compare"] = compare_json(app.results(), app.ui());
    state["inspected"] = inspected_json(app.results(), app.ui());
    state["key_map"] = ui::key_map_words(app.ui().key_map);
    state["key_map_cell"] = ui::keys_words(app.results(), app.ui().key_map, app.ui().map_cell);
    put(state["zoom"], "structure", app.ui().structure_lens.scale());
    put(state["zoom"], "map", app.ui().map_lens.scale());
    const bool as_line = app.ui().link_view.rings_as_lines;
    state["picture"] = ui::picture_words(app.results(), app.ui().inspections[0], app.ui().inspected_key, as_line);
    if (ui::shows_ring(app.ui().inspections[0])) put(state, "ring", as_line ? "line" : "ring");
  }
  state["headline"] = app.ui().headline.plain();
  state["notice"] = app.ui().refusal ? app.ui().refusal->text : "";
  state["undo"] = app.history().can_undo();
  state["redo"] = app.history().can_redo();
  const ui::LinkView& link_view = app.ui().link_view;
  Json& controls = state["controls"];
  put(controls, "nodes", ui::access_id(link_view.nodes));
  put(controls, "strategy", ui::access_id(link_view.strategy));
  put(controls, "keys", ui::access_id(link_view.keys));
  state["link"] = app.fragment();
  return to_text(state);
}

}  // namespace reshard

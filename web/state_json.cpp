#include "web/state_json.h"

#include "core/base/text.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/moves.h"
#include "web/comparison.h"
#include "web/load_words.h"
#include "web/move_menu.h"
#include "web/node_words.h"
#include "web/picture_words.h"
#include "web/pictures.h"
#include "web/words.h"

namespace reshard {
namespace {

constexpr std::size_t kFlowsShown = 1000;

Json nodes_json(const Results& results, const ui::UiState& view) {
  constexpr std::size_t kExplained = 100;  // looking at a ring for each of ten thousand takes its time
  Json nodes = Json::array();
  const LoadStats& load = results.strategies[0].load;
  std::size_t at = 0;
  for (const Node& node : results.scenario->cluster.nodes()) {
    nodes.push_back({{"name", node.name}, {"weight", node.weight}, {"keys", load.keys[at]}, {"fair", load.fair[at]},
                     {"requests", load.requests[at]}, {"zone", node.zone}, {"down", node.state == NodeState::kDown}});
    if (at < kExplained) nodes.back()["why"] = ui::node_words(results, view, node.id);
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

// The parameters that say nothing beside the others' values.
Json idle_params_json(const StrategyChoice& choice) {
  const auto specs = choice.strategy->params;
  Json keys = Json::array();
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!in_effect(specs, choice.params, i)) keys.push_back(std::string(specs[i].key));
  }
  return keys;
}

// A node that was or is: removed ones are still named.
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
    flows.push_back({{"from", name_of(results, flow.from)}, {"to", name_of(results, flow.to)}, {"keys", flow.keys}});
  }
  return flows;
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
    steps.push_back({{"step", ui::step_title(step.label)}, {"value", step.value}, {"node", name_of(results, step.node)}});
    if (!step.note.empty()) steps.back()["note"] = ui::step_note(step.note);
  }
  Json out = {{"key", view.inspected_key}, {"error", seen.error}, {"steps", std::move(steps)}};
  if (const auto entry = ui::entry_of_key(seen)) out["entry"] = *entry;
  Json more = Json::array();
  std::string replicas;
  for (const NodeId node : seen.replicas) replicas.append(replicas.empty() ? "" : ", ").append(name_of(results, node));
  if (!replicas.empty()) more.push_back({{"step", ui::say(ui::Word::while_down)}, {"value", replicas}});
  if (seen.leaving) {
    const auto& [heir, refusal] = *seen.leaving;
    const std::string to = heir == kNoNode ? ui::say(ui::Word::no_node) : name_of(results, heir);
    more.push_back({{"step", ui::say(ui::Word::when_it_leaves)}, {"value", refusal.empty() ? to : refusal}});
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
  out["params"] = params_json(choice);
  out["idle_params"] = idle_params_json(choice);
}

// A row for each strategy; texts as the canvas has them.
Json compare_json(const Results& results, const ui::UiState& view) {
  Json rows = Json::array();
  for (std::size_t slot = 0; slot < results.strategies.size() && slot < view.inspections.size(); ++slot) {
    const StrategyResult& strategy = results.strategies[slot];
    Json row = {{"title", std::string(ui::translated(strategy.choice.strategy->title))},
                {"setup", ui::setup_words(strategy.choice)},
                {"moved", strategy.movement.moved},
                {"needless", strategy.movement.needless},
                {"least", strategy.movement.least},
                {"owner", name_of(results, view.inspections[slot].owner)}};
    write_choice(row, strategy.choice);
    for (const auto& [label, text] : ui::comparison_texts(results, slot, view)) {
      row["figures"].push_back({{"label", label}, {"text", text}});
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
  state["requests"]["differ"] = ui::requests_differ(scenario);
  state["replicas"] = {{"count", scenario.replicas}, {"known", traits.has(Trait::kReplicas)}};
  state["load"] = ui::load_words(results, scenario, load);
  state["failures"] = ui::replica_words(results, view);
  const std::vector<Flow> none;
  state["overflow"] = {{"words", ui::overflow_words(results, view)},
                       {"flows", flows_json(results, view.overflow ? view.overflow->flows : none)}};
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
    state["own_keys"] = {{"fingerprint", hex64(results.scenario->keys.fingerprint)}, {"missing", results.stands_in()}};
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
    state["zoom"] = {{"structure", app.ui().structure_lens.scale()}, {"map", app.ui().map_lens.scale()}};
    state["picture"] = ui::picture_words(app.results(), app.ui().inspections[0], app.ui().inspected_key);
  }
  state["headline"] = app.ui().headline.plain();
  state["notice"] = app.ui().refusal ? app.ui().refusal->text : "";
  state["undo"] = app.history().can_undo();
  state["redo"] = app.history().can_redo();
  const ui::Figure& figure = app.ui().figure;
  state["controls"] = {{"nodes", std::string(ui::access_id(figure.nodes))},
                       {"strategy", std::string(ui::access_id(figure.strategy))},
                       {"keys", std::string(ui::access_id(figure.keys))}};
  state["link"] = app.fragment();
  return to_text(state);
}

}  // namespace reshard

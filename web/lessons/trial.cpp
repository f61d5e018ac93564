#include "web/lessons/trial.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "core/analysis/place_all.h"
#include "core/analysis/replica_survey.h"
#include "core/analysis/requests.h"
#include "core/base/text.h"
#include "core/migration/run/move_text.h"
#include "core/scenario/json.h"
#include "core/scenario/link.h"
#include "core/scenario/link_text.h"
#include "core/simulation/simulation.h"
#include "web/lessons/move_trial.h"

namespace reshard {
namespace {

constexpr std::size_t kMaxCommands = 100;

using Shared = std::shared_ptr<const Scenario>;

// Puts `where` in front of the field that was refused.
Error at(const std::string& where, Error error) {
  error.field = error.field.empty() ? where : where + "." + error.field;
  return error;
}

/// What a link says: a scenario and, in some links, how its keys move.
struct Setup {
  Scenario scenario;
  std::optional<MoveSpec> move;
};

Result<Setup> read_link(const std::string& field, const std::string& link, std::uint64_t seed) {
  LinkContents contents = parse_link(link);
  if (!contents.refused.empty()) return at(field, contents.refused.front());
  contents.scenario.strategies.resize(1, contents.scenario.strategies.front());
  auto seeded = apply(contents.scenario, SetSeed{seed});
  if (!seeded.ok()) return at(field, seeded.error());
  Setup setup{seeded.take(), {}};
  for (const OtherField& other : contents.other) {
    if (other.key != "move") continue;
    auto move = parse_move(other.value);
    if (!move.ok()) return at(field, move.error());
    setup.move = move.take();
    setup.move->seed = seed;
  }
  return setup;
}

Json params_json(const StrategyChoice& choice) {
  Json params = Json::object();
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    params[std::string(spec.key)] = param_json(spec, choice.params[i]);
  }
  return params;
}

// The keys of the node that holds the most, counting every replica, relative to the mean over all nodes, up or down.
double replica_peak_to_mean(const Placement& placement, const Cluster& cluster, const KeyBlock& keys,
                            unsigned replicas) {
  std::vector<std::uint64_t> held(cluster.known());
  std::uint64_t all = 0, peak = 0;
  for (const NodeId owner : place_all(placement, keys, replicas)) {
    if (owner == kNoNode) continue;
    ++all;
    peak = std::max(peak, ++held[index_of(owner)]);
  }
  return all == 0 ? 0 : static_cast<double>(peak * cluster.nodes().size()) / static_cast<double>(all);
}

// What happens to the keys when nodes fail.
void add_replica_figures(Json& out, const Results& results) {
  const StrategyResult& result = results.strategies[0];
  const Scenario& scenario = *results.scenario;
  const Traits traits = traits_of(*result.choice.strategy, result.choice.params);
  ReplicaSurvey survey(*result.placement, traits, scenario, result.keys);
  NoLimit budget;
  while (!survey.step(budget)) {}
  const ReplicaFigures& figures = survey.figures();
  out["in_few_zones"] = figures.in_few_zones;
  out["without_quorum"] = figures.without_quorum;
  out["pairs"] = figures.pairs;
  out["pairs_that_break"] = figures.pairs_that_break;
  out["replica_peak_to_mean"] =
      replica_peak_to_mean(*result.placement, scenario.cluster, result.keys, figures.replicas);
}

/// Consecutive scenarios, each compared with the one before.
class Steps {
 public:
  Status add(const Shared& next) {
    if (last_ != nullptr && *last_ == *next) {
      steps_.push_back(step_json(false));
      return Done{};
    }
    NoLimit budget;
    if (const Status taken = simulation_.set(next, last_ == nullptr ? Baseline::kNone : Baseline::kShown);
        !taken.ok()) {
      return taken;
    }
    while (!simulation_.idle()) {
      if (const auto done = simulation_.step(budget); !done.ok()) return done.error();
    }
    steps_.push_back(step_json(last_ != nullptr));
    last_ = next;
    return Done{};
  }

  const Results& results() const { return simulation_.results(); }
  Json take() { return std::move(steps_); }

 private:
  Json step_json(bool changed) const {
    const StrategyResult& result = results().strategies[0];
    const LoadStats& load = result.load;
    Json out = {{"nodes", load.keys.size()},
                {"down", results().scenario->cluster.down()},
                {"keys", results().keys->size()},
                {"unplaced", load.unplaced},
                {"mean", load.mean},
                {"peak", *std::max_element(load.keys.begin(), load.keys.end())},
                {"peak_to_mean", load.peak_to_mean},
                {"peak_to_fair", load.peak_to_fair},
                {"cv", load.cv},
                {"request_peak_to_mean", load.request_peak_to_mean},
                {"unserved_share", load.unserved_share},
                {"memory_bytes", result.placement->memory_bytes()},
                {"moved", 0},
                {"least", 0},
                {"needless", 0},
                {"heirs", 0}};
    if (results().scenario->replicas > 1) add_replica_figures(out, results());
    if (!changed) return out;
    std::set<NodeId> heirs;
    for (const Flow& flow : result.movement.flows) heirs.insert(flow.to);
    out["moved"] = result.movement.moved;
    out["least"] = result.movement.least;
    out["needless"] = result.movement.needless;
    out["heirs"] = heirs.size();
    return out;
  }

  Simulation simulation_;
  Shared last_;
  Json steps_ = Json::array();
};

const Node& hottest(const Results& results) {
  const auto& keys = results.strategies[0].load.keys;
  const auto peak = std::max_element(keys.begin(), keys.end());
  return results.scenario->cluster.nodes()[static_cast<std::size_t>(peak - keys.begin())];
}

// Replaces "@hottest" or a position such as "@2" with the node's name.
Status name_node(Json& command, const Scenario& scenario, const Results& results) {
  const auto node = command.find("node");
  if (node == command.end() || !node->is_string()) return Done{};
  const auto text = node->get<std::string>();
  if (!text.starts_with('@')) return Done{};
  if (text == "@hottest") {
    *node = hottest(results).name;
    return Done{};
  }
  const auto nodes = scenario.cluster.nodes();
  const auto position = whole_in("node", std::string_view(text).substr(1), 0, nodes.size() - 1);
  if (!position.ok()) return position.error();
  *node = nodes[static_cast<std::size_t>(position.value())].name;
  return Done{};
}

Result<Scenario> apply_json(const Scenario& scenario, Json command, const Results& results) {
  if (const Status named = name_node(command, scenario, results); !named.ok()) return named.error();
  const auto parsed = parse_command(to_text(command), scenario);
  if (!parsed.ok()) return parsed.error();
  return apply(scenario, parsed.value());
}

// Carries out the command and computes its result, which may also be refused.
Status do_command(Scenario& now, Json command, Steps& steps) {
  auto next = apply_json(now, std::move(command), steps.results());
  if (!next.ok()) return next.error();
  now = next.take();
  return steps.add(std::make_shared<const Scenario>(now));
}

// Takes down every node above its capacity, wave after wave, until there is none.
Status do_cascade(Scenario& now, Steps& steps) {
  if (now.requests.capacity == 0)
    return Error{ErrorCode::unsupported, "do", {"the start sets no capacity, so no node can fail"}};
  for (;;) {
    const auto falls = next_of_cascade(now, steps.results().strategies[0].load);
    if (falls.empty()) return Done{};
    for (const Command& fall : falls) {
      auto next = reshard::apply(now, fall);
      if (!next.ok()) return next.error();
      now = next.take();
    }
    if (const Status done = steps.add(std::make_shared<const Scenario>(now)); !done.ok()) return done;
  }
}

struct Request {
  Setup start;
  std::optional<Setup> setup;
  Json commands, trial;
  std::vector<std::string> free;  // the free parts of the start's move

  /// The move as the learner made it, with all lesson parts as they were.
  const MoveSpec& move() const { return setup && setup->move ? *setup->move : *start.move; }
};

std::vector<std::string> read_words(ObjectReader& in, std::string_view key) {
  std::vector<std::string> words;
  for (const Json& word : in.list(key, 0, kMaxCommands)) {
    words.push_back(word.is_string() ? word.get<std::string>() : to_text(word));
  }
  return words;
}

Result<Request> read_request(const Json& request) {
  ObjectReader in(request, "");
  const std::string start_link = in.text("start");
  const std::string setup_link = in.text("setup", "");
  const std::uint64_t seed = read_seed(in, 0);
  Request out;
  out.commands = in.list("commands", 0, kMaxCommands);
  out.trial = in.list("trial", 0, kMaxCommands);
  out.free = read_words(in, "move");
  if (const auto error = in.error()) return *error;
  auto start = read_link("start", start_link, seed);
  if (!start.ok()) return start.error();
  out.start = start.take();
  if (setup_link.empty()) return out;
  auto setup = read_link("setup", setup_link, seed);
  if (!setup.ok()) return setup.error();
  out.setup = setup.take();
  return out;
}

/// The setup as a link, with its move if the lesson is about one.
std::string link_of(const Scenario& scenario, const Request& request) {
  if (!request.start.move) return format_link(scenario);
  const OtherField move{"move", format_move(request.move())};
  return format_link(scenario, {&move, 1});
}

/// Resets what belongs to the lesson.
void take_lessons_part(Scenario& now, const Request& request) {
  const Scenario& start = request.start.scenario;
  now.keys = start.keys;
  const std::uint64_t spread = now.requests.spread;
  now.requests = start.requests;
  if (now.requests.skew > 0)
    now.requests.spread = spread;  // else no key is hot, and spreading all would solve anything
  now.replicas = start.replicas;
  if (!request.trial.empty() || request.start.move) now.cluster = start.cluster;
}

Status try_out(const Json& trial, Scenario& now, Steps& steps) {
  for (std::size_t i = 0; i < trial.size(); ++i) {
    const bool cascade = trial[i] == Json{{"do", "cascade"}};
    const Status done = cascade ? do_cascade(now, steps) : do_command(now, trial[i], steps);
    if (!done.ok()) return at("trial[" + decimal(i) + "]", done.error());
  }
  return Done{};
}

Result<Json> measure_chosen(const Request& request) {
  const auto spec = chosen_move(*request.start.move, request.move(), request.free);
  if (!spec.ok()) return spec.error();
  auto measured = measure_move(request.start.scenario, spec.value());
  if (!measured.ok()) return at("setup", measured.error());
  return measured;
}

}  // namespace

Result<Json> measure_trial(const Json& json) {
  auto read = read_request(json);
  if (!read.ok()) return read.error();
  Request request = read.take();
  const Scenario& start = request.start.scenario;
  Steps steps;
  if (const Status done = steps.add(std::make_shared<const Scenario>(start)); !done.ok())
    return at("start", done.error());

  Scenario now = request.setup ? request.setup->scenario : start;
  for (std::size_t i = 0; i < request.commands.size(); ++i) {
    auto next = apply_json(now, request.commands[i], steps.results());
    if (!next.ok()) return at("commands[" + decimal(i) + "]", next.error());
    now = next.take();
  }
  Json answer;
  answer["link"] = link_of(now, request);
  take_lessons_part(now, request);
  const StrategyChoice& choice = now.strategies[0];
  answer["strategy"] = std::string(choice.strategy->id);
  answer["hash"] = std::string(choice.hash->id);
  answer["params"] = params_json(choice);
  answer["spread"] = now.requests.spread;
  if (const Status done = steps.add(std::make_shared<const Scenario>(now)); !done.ok())
    return at("setup", done.error());
  if (request.start.move) {
    auto measured = measure_chosen(request);
    if (!measured.ok()) return measured.error();
    answer["move"] = measured.take();
  }
  if (const Status done = try_out(request.trial, now, steps); !done.ok()) return done.error();
  answer["steps"] = steps.take();
  return answer;
}

}  // namespace reshard

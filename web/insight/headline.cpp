#include "web/insight/headline.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/text.h"
#include "core/strategies/strategies.h"
#include "web/insight/load_words.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// Adds a template of words.def as runs: *strong*, #figure#. Emphasis is parsed before the arguments are filled in, so
// that a node may be called "a*b".
void add(Headline& headline, Word word, std::initializer_list<std::string_view> args = {}) {
  using enum Headline::Emphasis;
  std::string_view text = say(word);
  auto emphasis = kPlain;
  while (!text.empty()) {
    const std::size_t end = emphasis == kPlain ? text.find_first_of("*#") : text.find(emphasis == kStrong ? '*' : '#');
    const std::string_view part = text.substr(0, end);
    if (!part.empty()) headline.runs.push_back({emphasis, fill(part, args)});
    if (end == std::string_view::npos) return;
    emphasis = emphasis != kPlain ? kPlain : text[end] == '*' ? kStrong : kFigure;
    text.remove_prefix(end + 1);
  }
}

std::string count(std::uint64_t value) { return format_count(value, locale()); }
std::string percent(double share) { return format_percent(share, locale()); }

// Live nodes by id; null where an id is not live.
std::vector<const Node*> by_id(const Cluster& cluster, std::size_t known) {
  std::vector<const Node*> nodes(known, nullptr);
  for (const Node& node : cluster.nodes()) nodes[index_of(node.id)] = &node;
  return nodes;
}

std::string place_of(const Node& node) {
  std::string place;
  for (const std::string& part : {node.data_center, node.zone, node.rack}) {
    if (!part.empty()) place.append(place.empty() ? "" : ", ").append(part);
  }
  return place.empty() ? "–" : place;
}

struct NodeChanges {
  std::vector<const Node*> added, removed;
  std::vector<std::pair<const Node*, const Node*>> renamed, weighed;  // before, after
  std::vector<const Node*> fell, came_back, relocated;

  /// Whether nodes, names and weights are the same as before.
  bool same_nodes() const { return added.empty() && removed.empty() && renamed.empty() && weighed.empty(); }
};

NodeChanges node_changes(const Cluster& before, const Cluster& after) {
  const std::size_t known = std::max(before.known(), after.known());
  const auto old_nodes = by_id(before, known), new_nodes = by_id(after, known);
  NodeChanges changes;
  for (std::size_t id = 0; id < known; ++id) {
    const Node* was = old_nodes[id];
    const Node* is = new_nodes[id];
    if (was == nullptr && is != nullptr) changes.added.push_back(is);
    if (was != nullptr && is == nullptr) changes.removed.push_back(was);
    if (was == nullptr || is == nullptr) continue;
    if (was->name != is->name) changes.renamed.emplace_back(was, is);
    if (was->weight != is->weight) changes.weighed.emplace_back(was, is);
    if (was->state != is->state) (is->state == NodeState::kDown ? changes.fell : changes.came_back).push_back(is);
    const auto place = [](const Node& node) { return std::tie(node.data_center, node.zone, node.rack); };
    if (place(*was) != place(*is)) changes.relocated.push_back(is);
  }
  return changes;
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i) text.append(i == 0 ? "" : ", ").append(names[i]);
  return names.size() > kMost ? say(Word::words_more, {text, count(names.size() - kMost)}) : text;
}

// Makes the first letter lower case, as within a sentence. A letter that is not Latin has two bytes.
void begin_small(std::string& text) {
  const std::size_t initial = static_cast<unsigned char>(text[0]) < 0x80 ? 1 : 2;
  text.replace(0, initial, lower(text.substr(0, initial)));
}

// Writes what changed as phrases separated by ", ".
class Phrases {
 public:
  explicit Phrases(Headline& headline) : headline_(headline) {}

  void say(Word word, std::initializer_list<std::string_view> args) {
    if (said_++ == 0) return add(headline_, word, args);
    headline_.runs.push_back({Headline::Emphasis::kPlain, ", "});
    const std::size_t first = headline_.runs.size();
    add(headline_, word, args);
    if (Headline::Run& run = headline_.runs[first]; run.emphasis == Headline::Emphasis::kPlain) begin_small(run.text);
  }

  void nodes(const NodeChanges& changes) {
    some(changes.added, Word::change_added, Word::change_added_many);
    some(changes.removed, Word::change_removed, Word::change_removed_many);
    if (changes.renamed.size() == 1) {
      say(Word::change_renamed, {changes.renamed[0].first->name, changes.renamed[0].second->name});
    } else if (!changes.renamed.empty()) {
      say(Word::change_renamed_many, {count(changes.renamed.size())});
    }
    if (changes.weighed.size() == 1) {
      say(Word::change_weighed,
          {changes.weighed[0].second->name, format_number(changes.weighed[0].second->weight, locale())});
    } else if (!changes.weighed.empty()) {
      say(Word::change_weighed_many, {count(changes.weighed.size())});
    }
    fallen(changes.fell);
    some(changes.came_back, Word::change_up, Word::change_up_many);
    if (changes.relocated.size() == 1) {
      say(Word::change_relocated, {changes.relocated[0]->name, place_of(*changes.relocated[0])});
    } else if (!changes.relocated.empty()) {
      say(Word::change_relocated_many, {count(changes.relocated.size())});
    }
  }

  void requests(const Scenario& before, const Scenario& after) {
    const RequestSpec &was = before.requests, &is = after.requests;
    if (was.skew != is.skew) say(Word::change_skew, {format_number(is.skew, locale())});
    if (was.spread != is.spread) say(Word::change_spread, {count(is.spread)});
    if (was.capacity != is.capacity) say(Word::change_capacity, {format_number(is.capacity, locale()) + "×"});
  }

  void choice(const StrategyChoice& before, const StrategyChoice& after) {
    if (before.strategy != after.strategy)
      return say(Word::change_strategy, {std::string(translated(after.strategy->title))});
    if (before.hash != after.hash) say(Word::change_hash, {std::string(translated(after.hash->title))});
    for (std::size_t i = 0; i < after.params.size(); ++i) {
      const ParamSpec& spec = after.strategy->params[i];
      if (before.params[i] == after.params[i]) continue;
      const bool option = spec.kind == ParamSpec::Kind::kChoice;
      say(Word::change_param,
          {std::string(translated(spec.label)), option ? option_title(spec, static_cast<std::size_t>(after.params[i]))
                                                       : format_param(spec, after.params[i])});
    }
  }

  // A move by hand is the last event of the log; the nodes do not show it.
  void move(const Cluster& before, const Cluster& after) {
    if (after.log().size() != before.log().size() + 1) return;
    const ClusterEvent& event = after.log().back();
    if (event.kind != ClusterEvent::Kind::kMove) return;
    const Strategy* strategy = find_strategy(event.move.table);
    CHECK(strategy != nullptr);
    const std::string first = count(event.move.first);
    if (event.move.first == event.move.last) {
      return say(Word::change_moved, {one_entry(strategy->entry), first, event.node.name});
    }
    say(Word::change_moved_many, {entries(strategy->entry), first, count(event.move.last), event.node.name});
  }

  // Changes to neither a node nor the main strategy. With other keys, all figures change.
  void rest(const Scenario& before, const Scenario& after) {
    if (before.keys.kind != after.keys.kind || before.keys.prefix != after.keys.prefix) {
      say(Word::change_keys_kind, {count(after.keys.count)});
    } else if (before.keys != after.keys) {
      say(Word::change_keys, {count(after.keys.count)});
    }
    if (before.seed != after.seed) say(Word::change_seed, {std::to_string(after.seed)});
    if (before.replicas != after.replicas) say(Word::change_replicas, {std::to_string(after.replicas)});
    if (before.strategies.size() != after.strategies.size()) {
      say(Word::change_compared, {std::to_string(after.strategies.size())});
    }
  }

  bool none() const { return said_ == 0; }

 private:
  // By name, because others may have been down before.
  void fallen(const std::vector<const Node*>& nodes) {
    if (nodes.empty()) return;
    std::vector<std::string> names(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) names[i] = nodes[i]->name;
    say(nodes.size() == 1 ? Word::change_down : Word::change_down_many, {some_of(names)});
  }

  void some(const std::vector<const Node*>& nodes, Word one, Word many) {
    if (nodes.size() == 1) return say(one, {nodes[0]->name});
    if (!nodes.empty()) say(many, {count(nodes.size())});
  }

  Headline& headline_;
  int said_ = 0;
};

// The fair share of all `chosen` nodes together, which are in `cluster`.
double fair_share(const Cluster& cluster, const LoadStats& load, const std::vector<const Node*>& chosen) {
  const double all = std::accumulate(load.fair.begin(), load.fair.end(), 0.0);
  double fair = 0;
  for (std::size_t i = 0; i < load.fair.size(); ++i) {
    const bool is_chosen =
        std::any_of(chosen.begin(), chosen.end(), [&](const Node* node) { return node->id == cluster.nodes()[i].id; });
    if (is_chosen) fair += load.fair[i];
  }
  return all == 0 ? 0 : fair / all;
}

// The figure to compare the moved share with: what fairness requires for the nodes that came or went, else the minimum.
void add_yardstick(Headline& headline, const Results& results, const NodeChanges& changes) {
  const StrategyResult& main = results.strategies[0];
  const auto &added = changes.added, &removed = changes.removed;
  if (!added.empty() && removed.empty()) {
    const double fair = fair_share(results.scenario->cluster, main.load, added);
    add(headline, added.size() == 1 ? Word::fair_share_one : Word::fair_share_many, {percent(fair)});
  } else if (!removed.empty() && added.empty()) {
    const double fair = fair_share(results.before->cluster, main.load_before, removed);
    add(headline, removed.size() == 1 ? Word::fair_share_was_one : Word::fair_share_was_many, {percent(fair)});
  } else {
    add(headline, Word::least_share, {percent(main.movement.least_share())});
  }
}

// For nodes that went down: how much they served, and who serves it now, each with how much more it serves than before.
void add_heirs(Headline& headline, const Results& results) {
  const StrategyResult& main = results.strategies[0];
  const Cluster& cluster = results.scenario->cluster;
  std::vector<double> before(cluster.known());
  std::size_t at = 0;
  for (const Node& node : results.before->cluster.nodes()) before[index_of(node.id)] = main.load_before.requests[at++];
  std::vector<std::pair<double, std::string>> heirs;  // the largest first
  const auto add_heir = [&](double more, const std::string& name) {
    const auto less = std::find_if(heirs.begin(), heirs.end(), [&](const auto& heir) { return heir.first < more; });
    heirs.insert(less, {more, name});
  };
  double lost = 0;
  at = 0;
  for (const Node& node : cluster.nodes()) {
    const double was = before[index_of(node.id)], more = main.load.requests[at++] - was;
    if (node.state == NodeState::kDown) lost += was;
    if (more > 0) add_heir(more, node.name);
  }
  const double unserved = main.load.unserved_share - main.load_before.unserved_share;
  if (unserved > 0) add_heir(unserved, say(Word::no_node));
  std::vector<std::string> names(heirs.size());
  for (std::size_t i = 0; i < heirs.size(); ++i) names[i] = say(Word::heir, {heirs[i].second, percent(heirs[i].first)});
  const bool differ = requests_differ(results, *results.scenario);
  add(headline, differ ? Word::served_requests : Word::served_keys, {percent(lost), some_of(names)});
}

// For a strategy whose virtual nodes are named after the node but need not be.
void add_way_to_rename(Headline& headline, const StrategyChoice& main) {
  for (std::size_t i = 0; i < main.params.size(); ++i) {
    const ParamSpec& spec = main.strategy->params[i];
    const auto pinned = std::find(spec.options.begin(), spec.options.end(), "pinned");
    if (pinned == spec.options.end()) continue;
    const auto option = static_cast<std::size_t>(pinned - spec.options.begin());
    if (main.params[i] == static_cast<double>(option)) continue;
    add(headline, Word::rename_for_nothing, {std::string(translated(spec.label)), option_title(spec, option)});
  }
}

// If no owner changed, the replicas may have: says how many are missing, and how many zones they are in now or, without
// zones, what losing two nodes costs.
void add_replicas(Headline& headline, const Results& results, const ReplicaFigures* replicas) {
  if (replicas == nullptr || replicas->replicas == 1) return;
  std::string words = undersized_words(*replicas);
  if (!words.empty()) headline.runs.push_back({Headline::Emphasis::kStrong, " " + words});
  words = replicas->zones > 1 ? zone_words(*replicas) : quorum_words(*replicas, results.scenario->cluster);
  if (!words.empty()) headline.runs.push_back({Headline::Emphasis::kPlain, " " + words});
}

// Says whether each key still has more than half of its replicas while nodes are down.
void add_quorum(Headline& headline, const ReplicaFigures* replicas) {
  if (replicas == nullptr || replicas->replicas == 1) return;
  const bool kept = replicas->without_quorum == 0;
  const std::string words = kept ? say(Word::quorum_kept) : say(Word::replicas_lost, {count(replicas->without_quorum)});
  headline.runs.push_back({kept ? Headline::Emphasis::kPlain : Headline::Emphasis::kStrong, " " + words});
}

// What the last change did, if it was not to the nodes.
void add_outcome(Headline& headline, const Results& results, const ReplicaFigures* replicas,
                 const NodeChanges& changes) {
  const StrategyResult& main = results.strategies[0];
  const Movement& movement = main.movement;
  if (changes.same_nodes() && !changes.fell.empty() && changes.came_back.empty()) {
    add_heirs(headline, results);
    return add_quorum(headline, replicas);
  }
  if (changes.same_nodes() && changes.fell.empty() && !changes.came_back.empty()) {
    return add(headline, Word::came_back, {percent(movement.moved_share()), count(movement.moved)});
  }
  if (results.before->requests != results.scenario->requests && movement.moved == 0) {
    return add(headline, main.load.weighted ? Word::busiest_weighted : Word::busiest,
               {format_decimal(main.load.request_peak_to_fair, 2, locale()),
                percent(results.shares->share_of(results.shares->hottest(0)))});
  }
  if (changes.same_nodes() && movement.moved == 0) {
    add(headline, Word::none_moved);
    return add_replicas(headline, results, replicas);
  }
  add(headline, movement.needless == 0 ? Word::moved_least : Word::moved,
      {percent(movement.moved_share()), count(movement.moved), count(movement.keys), count(movement.needless)});
  add_yardstick(headline, results, changes);
  for (std::size_t i = 1; i < results.strategies.size(); ++i) {
    const StrategyResult& other = results.strategies[i];
    add(headline, Word::also_moved, {translated(other.choice.strategy->title), percent(other.movement.moved_share())});
  }
  if (!changes.renamed.empty()) add_way_to_rename(headline, results.scenario->strategies[0]);
}

// Nodes above their capacity, keys without an owner, and nodes without keys if every one should have some.
void add_warnings(Headline& headline, const Results& results) {
  constexpr std::uint64_t kEnough = 20;  // keys per node: with so many, chance leaves no node without any
  const LoadStats& load = results.strategies[0].load;
  if (load.unplaced > 0) add(headline, Word::warn_unplaced, {count(load.unplaced)});
  std::vector<std::string> above;
  const Scenario& scenario = *results.scenario;
  for (const NodeId node : above_capacity(scenario.cluster, load, scenario.requests.capacity)) {
    above.push_back(scenario.cluster.name_of(node));
  }
  if (!above.empty()) add(headline, above.size() == 1 ? Word::warn_above_one : Word::warn_above_many, {some_of(above)});
  const auto nodes = scenario.cluster.nodes();
  std::vector<std::string> empty;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool serves = nodes[i].weight > 0 && nodes[i].state == NodeState::kUp;
    if (serves && load.keys[i] == 0) empty.push_back(nodes[i].name);
  }
  if (empty.empty() || results.keys->size() < kEnough * nodes.size()) return;
  if (empty.size() == 1) return add(headline, Word::warn_empty_one, {empty[0]});
  add(headline, Word::warn_empty_many, {count(empty.size())});
}

void add_changes(Headline& headline, const Scenario& before, const Scenario& after, const NodeChanges& changes) {
  Phrases phrases(headline);
  phrases.nodes(changes);
  phrases.move(before.cluster, after.cluster);
  phrases.choice(before.strategies[0], after.strategies[0]);
  phrases.rest(before, after);
  phrases.requests(before, after);
  const bool restarted = after.cluster.log().empty() && !before.cluster.log().empty();
  if (phrases.none()) phrases.say(restarted ? Word::change_restarted : Word::change_other, {});
}

Headline change_headline(const Results& results, const ReplicaFigures* replicas) {
  Headline headline;
  const NodeChanges changes = node_changes(results.before->cluster, results.scenario->cluster);
  add_changes(headline, *results.before, *results.scenario, changes);
  add_outcome(headline, results, replicas, changes);
  add_warnings(headline, results);
  return headline;
}

}  // namespace

std::string change_words(const Scenario& before, const Scenario& after) {
  Headline words;
  add_changes(words, before, after, node_changes(before.cluster, after.cluster));
  return words.plain();
}

double moved_by_modulo(const Results& results) {
  const StrategyResult& main = results.strategies[0];
  if (results.before == nullptr || results.strategies.size() > 1 || main.choice.strategy->id == "modulo") return 0;
  const NodeChanges changes = node_changes(results.before->cluster, results.scenario->cluster);
  const auto nodes = results.scenario->cluster.nodes();
  const bool plain = main.recipes.size() == 1 && main.recipes[0] == Recipe{main.recipes[0].hash};
  const bool serve = std::all_of(nodes.begin(), nodes.end(),
                                 [](const Node& node) { return node.weight > 0 && node.state == NodeState::kUp; });
  if (changes.added.empty() || !changes.removed.empty() || !plain || !serve) return 0;
  const std::size_t count = nodes.size(), before = count - changes.added.size();
  const auto hashes = main.keys.columns[0];
  const auto moved =
      std::count_if(hashes.begin(), hashes.end(), [&](auto hash) { return hash % before != hash % count; });
  return static_cast<double>(moved) / static_cast<double>(hashes.size());
}

Headline make_headline(const Results& results, const ReplicaFigures* replicas, Invitation invitation,
                       double moved_by_modulo) {
  Headline headline;
  const Scenario& scenario = *results.scenario;
  if (results.before != nullptr) {
    headline = change_headline(results, replicas);
    if (invitation != Invitation::kQuestion) return headline;
    const NodeChanges changes = node_changes(results.before->cluster, scenario.cluster);
    if (moved_by_modulo > 0) {
      add(headline, Word::with_modulo, {percent(moved_by_modulo)});
    } else if (results.strategies.size() == 1 && (!changes.added.empty() || !changes.removed.empty())) {
      add(headline, Word::try_another);
    }
    return headline;
  }
  if (invitation == Invitation::kQuestion) {
    add(headline, Word::question, {count(scenario.cluster.nodes().size()), count(results.keys->size())});
    return headline;
  }
  add(headline, Word::at_rest,
      {count(results.keys->size()), count(scenario.cluster.nodes().size()),
       format_decimal(results.strategies[0].load.peak_to_fair, 2, locale())});
  add_warnings(headline, results);
  if (invitation == Invitation::kHint) add(headline, Word::hint);
  return headline;
}

}  // namespace reshard::ui

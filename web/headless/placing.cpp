#include "web/headless/placing.h"

#include <algorithm>

#include "core/analysis/load_stats.h"
#include "core/analysis/replica_survey.h"
#include "core/scenario/entry.h"

namespace reshard {
namespace {

constexpr std::uint32_t kBlockKeys = 16384, kBlockPairs = 1 << 17;
constexpr std::string_view kChoicePath = "strategies[0].";

// An error of a strategy names a parameter only by its key, and a node by its name: reshard-core.mjs finds that in the
// input.
Error in_input(Error error, const Strategy& strategy) {
  if (error.field.starts_with("nodes[")) error.field.insert(0, "named:");
  for (const ParamSpec& spec : strategy.params) {
    if (error.field == spec.key) error.field.insert(0, "params.");
  }
  return error;
}

}  // namespace

// This API's one choice of strategy is the first of a scenario's; errors are expressed in the terms of the API.
Result<Scenario> read_place_request(const Json& request, const KeySet* given) {
  ObjectReader in(request, "");
  Json scenario = Json::object();
  Json choice = Json::object();
  for (const char* key : {"nodes", "log", "keys", "seed", "replicas", "requests"}) {
    if (const Json* member = in.member(key)) scenario[key] = *member;
  }
  if (const Json* member = in.member("table")) scenario["owners"] = *member;  // owners are what place() returns
  for (const char* key : {"strategy", "hash", "params"}) {
    if (const Json* member = in.member(key)) choice[key] = *member;
  }
  in.member("strategy", true);
  in.member("nodes", true);
  if (auto error = in.error()) return *error;
  const bool seed_of_keys = scenario["keys"].is_object() && scenario["keys"].contains("seed");
  if (scenario["keys"].is_object() && scenario["keys"].value("kind", Json()) == "given") {
    return Error{ErrorCode::unknown, "keys.kind", {"given"}};  // here they are passed as a list
  }
  if (seed_of_keys) {
    scenario["seed"] = scenario["keys"]["seed"];
    scenario["keys"].erase("seed");
  }
  if (scenario["keys"].is_null()) scenario.erase("keys");
  if (given != nullptr)
    scenario["keys"] = {{"kind", "given"}, {"count", given->size()}, {"fingerprint", "0000000000000000"}};
  scenario["strategies"] = Json::array({choice});
  auto read = read_scenario(scenario);
  if (read.ok()) return read;
  Error error = read.error();
  if (error.field.starts_with(kChoicePath)) error.field.erase(0, kChoicePath.size());
  if (seed_of_keys && error.field == "seed") error.field = "keys.seed";
  if (error.field == "owners") error.field = "table";
  return error;
}

Result<Placing> Placing::of(const Json& request, std::shared_ptr<const KeySet> given) {
  auto scenario = read_place_request(request, given.get());
  if (!scenario.ok()) return scenario.error();
  Placing placing;
  placing.scenario_ = scenario.take();
  const Scenario& s = placing.scenario_;
  if (const std::vector<Error> found = misfits(s); !found.empty())
    return in_input(found.front(), *s.strategies.front().strategy);
  if (const Status size = check_size(s); !size.ok()) return size.error();
  const StrategyChoice& choice = s.strategies.front();
  if (s.replicas > 1 && !traits_of(*choice.strategy, choice.params).has(Trait::kReplicas)) {
    return Error{
        ErrorCode::unsupported, "replicas", {"{1} places one owner per key", std::string(choice.strategy->title)}};
  }
  const bool listed = given != nullptr;
  if (!listed) {
    auto generated = KeySet::generate(s.keys, s.seed, generated_form(s));
    if (!generated.ok()) return generated.error();
    given = generated.take();
  }
  placing.keys_ = std::move(given);
  placing.listed_ = listed;
  for (const Recipe& recipe : choice.strategy->recipes(choice.params, *choice.hash)) {
    placing.columns_.emplace_back(placing.keys_, recipe);
  }
  return placing;
}

bool Placing::needs_all_keys() const {
  const StrategyChoice& choice = scenario_.strategies.front();
  return traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys);
}

Status Placing::build() {
  const Scenario& s = scenario_;
  position_.assign(s.cluster.known(), kUnplaced);
  for (std::size_t i = 0; i < s.cluster.nodes().size(); ++i) {
    position_[index_of(s.cluster.nodes()[i].id)] = static_cast<std::uint32_t>(i);
  }
  const StrategyChoice& choice = s.strategies.front();
  auto built = build_placement(*choice.strategy, {s.cluster, choice.params, *choice.hash, s.replicas,
                                                  needs_all_keys() ? block(0, keys_->size()) : KeyBlock{}});
  if (!built.ok()) return in_input(built.error(), *choice.strategy);
  // After the build, which itself refuses what it cannot make.
  if (auto offered = check_offered(*choice.strategy, choice.params, *choice.hash); !offered.ok())
    return offered.error();
  placement_ = built.take();
  return Done{};
}

Result<bool> Placing::prepare_to_explain(Budget& budget) {
  if (!needs_all_keys()) filled_ = columns_.size();
  return prepare(budget);
}

std::span<const std::uint64_t> Placing::hashes() const {
  return columns_.empty() ? std::span<const std::uint64_t>() : columns_.front().values();
}

RequestShares Placing::request_shares() const {
  NoLimit budget;
  RequestShares shares(scenario_.requests.skew, keys_->size());
  shares.step(budget);
  return shares;
}

Result<bool> Placing::hash_keys(Budget& budget) {
  for (; filled_ < columns_.size(); ++filled_) {
    const auto filled = columns_[filled_].step(budget);
    if (!filled.ok()) {
      Error error = filled.error();
      if (!listed_) error.field = "keys";
      return error;
    }
    if (!filled.value()) return false;
  }
  return true;
}

Result<bool> Placing::prepare(Budget& budget) {
  const auto hashed = hash_keys(budget);
  if (!hashed.ok() || !hashed.value()) return hashed;
  if (placement_ == nullptr) {
    if (const Status built = build(); !built.ok()) return built.error();
  }
  return placement_->step(budget);
}

Result<bool> Placing::step(Budget& budget) {
  if (placed_ == 0) {
    const auto ready = prepare(budget);
    if (!ready.ok() || !ready.value()) return ready;
    const StrategyChoice& choice = scenario_.strategies.front();
    serving_.emplace(*placement_, *choice.strategy, choice.params, scenario_.cluster, scenario_.replicas);
    owners_.resize(std::size_t{keys_->size()} * scenario_.replicas);
  }
  // If every node is looked at for each key, ten thousand of them take a millisecond.
  const auto nodes = static_cast<std::uint32_t>(scenario_.cluster.nodes().size());
  const std::uint32_t part = std::clamp(kBlockPairs / std::max(nodes, 1u), 1u, kBlockKeys);
  while (placed_ < keys_->size()) {
    place_some(std::min(part, keys_->size() - placed_));
    if (budget.spent()) break;
  }
  return placed_ == keys_->size();
}

KeyBlock Placing::block(std::uint32_t first, std::uint32_t count) const {
  KeyBlock block{keys_.get(), first, count, {}};
  for (std::size_t c = 0; c < columns_.size(); ++c) block.columns[c] = columns_[c].values().subspan(first, count);
  return block;
}

void Placing::place_some(std::uint32_t count) {
  const unsigned replicas = scenario_.replicas;
  std::vector<NodeId> ids(std::size_t{count} * replicas);
  if (replicas == 1) {
    serving_->place(block(placed_, count), ids);
  } else {
    serving_->place_replicas(block(placed_, count), replicas, ids);
  }
  std::transform(ids.begin(), ids.end(), &owners_[std::size_t{placed_} * replicas],
                 [&](NodeId id) { return id == kNoNode ? kUnplaced : position_[index_of(id)]; });
  placed_ += count;
}

Json Placing::describe() const {
  const Cluster& cluster = scenario_.cluster;
  std::vector<std::uint64_t> counts(cluster.known());
  std::uint64_t unplaced = 0;
  std::vector<NodeId> first;  // the first replicas
  for (std::size_t at = 0; at < owners_.size(); at += scenario_.replicas) {
    first.push_back(owners_[at] == kUnplaced ? kNoNode : cluster.nodes()[owners_[at]].id);
    ++(first.back() == kNoNode ? unplaced : counts[index_of(first.back())]);
  }
  LoadStats load = load_stats(cluster, counts, unplaced);
  const RequestShares shares = request_shares();
  const Demand demand{shares, scenario_.requests.spread};
  add_requests(load, cluster, count_requests(first, demand, cluster.known()), demand);
  Json out;
  for (const Node& node : cluster.nodes()) out["nodes"].push_back(node.name);
  put(out, "keys", keys_->size());
  put(out, "replicas", scenario_.replicas);
  out["counts"] = load.keys;
  put(out, "unplaced", unplaced);
  Json& stats = out["stats"];
  put(stats, "mean", load.mean);
  put(stats, "stddev", load.stddev);
  put(stats, "cv", load.cv);
  put(stats, "peakToMean", load.peak_to_mean);
  put(stats, "jain", load.jain);
  put(stats, "requestPeakToMean", load.request_peak_to_mean);
  put(stats, "fairCv", load.fair_cv);
  put(stats, "peakToFair", load.peak_to_fair);
  put(stats, "requestPeakToFair", load.request_peak_to_fair);
  out["requests"] = load.requests;
  put(out, "unserved", load.unserved_share);
  out["aboveCapacity"] = Json::array();
  for (const NodeId node : above_capacity(cluster, load, scenario_.requests.capacity)) {
    out["aboveCapacity"].push_back(cluster.name_of(node));
  }
  if (scenario_.replicas > 1 || cluster.down() > 0) out["failure"] = failure_json(first, demand);
  put(out, "memoryBytes", placement_->memory_bytes());
  return out;
}

Json Placing::failure_json(std::span<const NodeId> owners, const Demand& demand) const {
  const StrategyChoice& choice = scenario_.strategies.front();
  ReplicaSurvey survey(*placement_, traits_of(*choice.strategy, choice.params), scenario_, block(0, keys_->size()));
  NoLimit budget;
  survey.step(budget);
  const ReplicaFigures& figures = survey.figures();
  const auto name = [&](NodeId id) { return id == kNoNode ? Json() : Json(scenario_.cluster.name_of(id)); };
  Json out;
  put(out, "quorum", figures.quorum);
  put(out, "zones", figures.zones);
  put(out, "inFewZones", figures.in_few_zones);
  put(out, "undersized", figures.undersized);
  put(out, "withoutQuorum", figures.without_quorum);
  out["pairs"] = Json();
  Json& heirs = out["heirs"] = Json::array();
  for (const Heir& heir : heirs_of(*placement_, scenario_.cluster, block(0, keys_->size()), owners, demand)) {
    Json& one = heirs.emplace_back();
    one["down"] = name(heir.down);
    one["heir"] = name(heir.heir);
    put(one, "keys", heir.keys);
    put(one, "requests", heir.requests);
  }
  if (figures.pairs_counted) {
    Json pairs;
    put(pairs, "all", figures.pairs);
    put(pairs, "breaking", figures.pairs_that_break);
    put(pairs, "worstKeys", figures.worst_pair_keys);
    Json& worst = pairs["worst"];
    if (figures.worst_pair_keys != 0) {
      for (const NodeId id : figures.worst_pair) worst.push_back(name(id));
    }
    out["pairs"] = std::move(pairs);
  }
  return out;
}

std::uint32_t Placing::index_of_key(std::string_view key) const {
  std::string buffer;
  for (std::uint32_t i = 0; i < keys_->size(); ++i) {
    if (keys_->name(i, buffer) == key) return i;
  }
  return kNotInSet;
}

Result<Json> Placing::explain(std::string_view key) const {
  const StrategyChoice& choice = scenario_.strategies.front();
  const auto single = SingleKey::of(key, choice.strategy->recipes(choice.params, *choice.hash));
  if (!single.ok()) return single.error();
  const Serving serving(*placement_, *choice.strategy, choice.params, scenario_.cluster, scenario_.replicas);
  Json steps = Json::array();
  for (const Step& step : serving.explain(single.value(), needs_all_keys() ? index_of_key(key) : kNotInSet)) {
    Json out;
    put(out, "label", step.label);
    put(out, "value", step.value);
    if (!step.note.empty()) put(out, "note", step.note);
    if (step.node != kNoNode) out["node"] = scenario_.cluster.name_of(step.node);
    steps.push_back(std::move(out));
  }
  return steps;
}

}  // namespace reshard

#include "core/simulation.h"

#include <algorithm>
#include <optional>

#include "core/analysis/memory.h"
#include "core/analysis/standings.h"
#include "core/analysis/update.h"
#include "core/base/text.h"

namespace reshard {

// One strategy with everything that owners are made from.
struct Simulation::Scheme {
  StrategyChoice choice;
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<Placement> placement;
  std::vector<OwnedRange> ranges;  // of the placement, once it is built
  std::vector<Recipe> recipes;
  std::vector<std::shared_ptr<KeyColumn>> columns;  // by recipe

  Placed placed() const { return {choice, scenario->cluster, *placement, ranges}; }

  KeyBlock block(const KeySet& keys, std::uint32_t first, std::uint32_t count) const {
    KeyBlock block{&keys, first, count, {}};
    for (std::size_t c = 0; c < columns.size(); ++c) block.columns[c] = columns[c]->values().subspan(first, count);
    return block;
  }
};

struct Simulation::Slot {
  explicit Slot(std::uint32_t keys) : assignment(keys) {}

  std::shared_ptr<const Scheme> scheme, scheme_before;  // of the owners after, and before
  Assignment assignment;
  Standings standings;      // of the owners after
  bool by_one_node = false; // before and after differ by a node that joined or left, and by its keys only
};

struct Simulation::Plan {
  std::shared_ptr<Scheme> scheme;
  std::shared_ptr<const Scheme> previous;  // whose placement this one may take parts over from
  const Slot* base = nullptr;  // whose owners these are compared with; null: with nothing
  bool unchanged = false;      // base shows these very owners already
  bool back = false;           // to what base showed before: its last change is turned round
  bool built = false;          // the placement has no step to go
  std::optional<Update> update;

  void begin_update(const KeySet& keys, Baseline baseline);
};

struct Simulation::Job {
  std::shared_ptr<const Scenario> scenario;
  Baseline baseline;
  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const RequestShares> shares;
  std::shared_ptr<RequestShares> unfilled;  // the same, as long as there is something to fill in
  std::vector<Plan> plans;

  void take_shares(const Results& shown);

  Result<bool> work(Budget& budget);
  double progress() const;
};

void Simulation::Plan::begin_update(const KeySet& keys, Baseline baseline) {
  const KeyBlock all = scheme->block(keys, 0, keys.size());
  const Placed after = scheme->placed();
  if (base == nullptr) {
    update.emplace(Scope{}, after, all, nullptr, std::span<const NodeId>{}, std::span<const std::uint32_t>{},
                   scheme->scenario->cluster.known());
    return;
  }
  const bool kept = baseline == Baseline::kKept;
  const Scheme& scheme_before = kept ? *base->scheme_before : *base->scheme;
  const auto owners_before = kept ? base->assignment.before() : base->assignment.after();
  // Ranges of one column say nothing about another.
  const bool same_columns = !scheme->columns.empty() && scheme_before.columns == scheme->columns;
  const KeyIndex* index = same_columns ? &scheme->columns[0]->index() : nullptr;
  const auto standings = base->standings.of(scheme_before.placement);
  const std::size_t known = std::max(scheme->scenario->cluster.known(), scheme_before.scenario->cluster.known());
  update.emplace(scope_of(scheme_before.placed(), after, index), after, all, index, owners_before, standings, known);
}

void Simulation::Job::take_shares(const Results& shown) {
  const double skew = scenario->requests.skew;
  for (const auto& known : {shown.shares, shown.shares_before}) {
    if (known != nullptr && known->skew() == skew && known->keys() == keys->size()) shares = known;
  }
  if (shares == nullptr) shares = unfilled = std::make_shared<RequestShares>(skew, keys->size());
}

Result<bool> Simulation::Job::work(Budget& budget) {
  if (unfilled != nullptr && !unfilled->step(budget)) return false;
  unfilled = nullptr;
  for (Plan& plan : plans) {
    for (const auto& column : plan.scheme->columns) {
      auto filled = column->step(budget);
      if (!filled.ok() || !filled.value()) return filled;
    }
    // Once built it is not asked again: a budget of one question must be left for the keys.
    if (!plan.built && !plan.scheme->placement->step(budget)) return false;
    if (!plan.built && plan.scheme->ranges.empty()) plan.scheme->ranges = plan.scheme->placement->ranges();
    plan.built = true;
    if (plan.unchanged || plan.back) continue;
    if (!plan.update) plan.begin_update(*keys, baseline);
    if (!plan.update->step(budget)) return false;
  }
  return true;
}

double Simulation::Job::progress() const {
  double done = 0;
  double all = 0;
  for (const Plan& plan : plans) {
    for (const auto& column : plan.scheme->columns) {
      done += column->progress();
      all += 1;
    }
    done += plan.unchanged || plan.back ? 1 : plan.update ? plan.update->progress() : 0;
    all += 1;
  }
  return done / all;
}

// Of both sides. Where clients ask for the same as before, only what moved is counted anew.
static void add_requests(StrategyResult& result, const Results& results, std::size_t known) {
  const Demand demand{*results.shares, results.scenario->requests.spread};
  const bool alone = results.before == nullptr;
  const Demand demand_before =
      alone ? demand : Demand{*results.shares_before, results.before->requests.spread};
  std::vector<std::uint64_t> parts, parts_before;
  if (!demand.even()) parts = count_requests(result.owners, demand, known);
  if (&demand_before.shares == &demand.shares && demand_before.spread == demand.spread) {
    parts_before = parts;
    if (!demand.even()) move_requests(result.moved, result.owners, result.owners_before, demand, parts_before);
  } else if (!demand_before.even()) {
    parts_before = count_requests(result.owners_before, demand_before, known);
  }
  add_requests(result.load, results.scenario->cluster, parts, demand);
  add_requests(result.load_before, (alone ? *results.scenario : *results.before).cluster, parts_before, demand_before);
}

Simulation::Simulation() = default;
Simulation::~Simulation() = default;

void Simulation::provide(std::shared_ptr<const KeySet> keys) {
  std::erase_if(provided_, [&](const auto& known) { return known->spec() == keys->spec(); });
  provided_.push_back(std::move(keys));
  std::uint64_t bytes = 0;
  for (const auto& known : provided_) bytes += known->memory_bytes();
  while (bytes > kMaxProvidedBytes && provided_.size() > 1) {
    bytes -= provided_.front()->memory_bytes();
    provided_.erase(provided_.begin());
  }
}

Result<std::shared_ptr<const KeySet>> Simulation::keys_of(const Scenario& scenario) const {
  const auto shown = [&](const KeySpec& spec) {
    if (results_.keys == nullptr || results_.keys->spec() != spec) return false;
    // Sequential and given keys do not depend on the seed, so a new seed leaves them and their columns alone.
    const bool seedless = spec.kind == KeyKind::kSequential || spec.kind == KeyKind::kGiven;
    return seedless || results_.scenario->seed == scenario.seed;
  };
  if (shown(scenario.keys)) return results_.keys;
  if (scenario.keys.kind != KeyKind::kGiven) return KeySet::generate(scenario.keys, scenario.seed);
  const auto provided = std::find_if(provided_.begin(), provided_.end(),
                                     [&](const auto& keys) { return keys->spec() == scenario.keys; });
  if (provided != provided_.end()) return *provided;
  const KeySpec stand_ins{.count = scenario.keys.count};
  return shown(stand_ins) ? results_.keys : KeySet::generate(stand_ins, scenario.seed);
}

std::shared_ptr<KeyColumn> Simulation::column_of(const Job& job, const Recipe& recipe) const {
  const auto find_in = [&](const Scheme& scheme) {
    const auto at = std::find_if(scheme.columns.begin(), scheme.columns.end(), [&](const auto& column) {
      return column->recipe() == recipe && column->keys() == job.keys.get();
    });
    return at == scheme.columns.end() ? nullptr : *at;
  };
  for (const Plan& plan : job.plans) {
    if (auto column = find_in(*plan.scheme)) return column;
  }
  for (const auto& slot : slots_) {
    if (auto column = find_in(*slot->scheme)) return column;
  }
  return std::make_shared<KeyColumn>(job.keys, recipe);
}

// A placement that was made of the same already: that of the scenario shown, or of the one before it.
std::shared_ptr<Placement> Simulation::placement_of(const Scheme& scheme, const Job& job) const {
  if (results_.keys != job.keys) return nullptr;
  const auto made_of_the_same = [&](const Scheme& other) {
    return other.choice == scheme.choice && other.scenario->cluster == job.scenario->cluster &&
           other.scenario->replicas == job.scenario->replicas;
  };
  for (const auto& slot : slots_) {
    if (made_of_the_same(*slot->scheme)) return slot->scheme->placement;
    if (made_of_the_same(*slot->scheme_before)) return slot->scheme_before->placement;
  }
  return nullptr;
}

Status Simulation::plan_strategy(const StrategyChoice& choice, Job& job) const {
  auto scheme = std::make_shared<Scheme>();
  scheme->choice = choice;
  scheme->scenario = job.scenario;
  scheme->recipes = choice.strategy->recipes(choice.params, *choice.hash);
  for (const Recipe& recipe : scheme->recipes) scheme->columns.push_back(column_of(job, recipe));
  const auto shown =
      std::find_if(slots_.begin(), slots_.end(), [&](const auto& slot) { return slot->scheme->choice == choice; });
  const auto previous = shown == slots_.end() ? nullptr : (*shown)->scheme;
  scheme->placement = placement_of(*scheme, job);
  if (scheme->placement == nullptr) {
    const KeyBlock all = traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys)
                             ? scheme->block(*job.keys, 0, job.keys->size())
                             : KeyBlock{};
    auto built = build_placement(*choice.strategy,
                                 {job.scenario->cluster, choice.params, *choice.hash, job.scenario->replicas, all,
                                  previous == nullptr ? nullptr : previous->placement.get()});
    if (!built.ok()) return built.error();
    scheme->placement = built.take();
  }
  job.plans.emplace_back();
  job.plans.back().scheme = std::move(scheme);
  job.plans.back().previous = previous;
  return Done{};
}

Result<std::unique_ptr<Simulation::Job>> Simulation::plan(std::shared_ptr<const Scenario> scenario, Baseline baseline) const {
  auto job = std::make_unique<Job>();
  job->scenario = std::move(scenario);
  job->baseline = baseline;
  const std::uint64_t bytes = job->scenario->keys.count * bytes_per_key(*job->scenario);
  if (bytes > kMaxMemoryBytes) {
    return Error{ErrorCode::too_large, "keys", {decimal(bytes) + " bytes", decimal(kMaxMemoryBytes)}};
  }
  auto keys = keys_of(*job->scenario);
  if (!keys.ok()) return keys.error();
  job->keys = keys.take();
  job->take_shares(results_);
  for (const StrategyChoice& choice : job->scenario->strategies) {
    if (const auto planned = plan_strategy(choice, *job); !planned.ok()) return planned.error();
  }
  return job;
}

Status Simulation::set(std::shared_ptr<const Scenario> scenario, Baseline baseline) {
  auto job = plan(std::move(scenario), baseline);
  if (!job.ok()) return job.error();
  if (baseline == Baseline::kKept && job_ != nullptr) {
    next_ = job.take();
  } else {
    next_ = nullptr;
    begin(job.take());
  }
  return Done{};
}

// Finds for every strategy the shown one that it is compared with: the same choice, else the one in its place.
void Simulation::begin(std::unique_ptr<Job> job) {
  job_ = std::move(job);
  if (job_->baseline == Baseline::kNone || job_->keys != results_.keys) {
    job_->baseline = Baseline::kNone;
    return;
  }
  std::vector<bool> taken(slots_.size(), false);
  const auto take = [&](Plan& plan, std::size_t at) {
    plan.base = slots_[at].get();
    taken[at] = true;
  };
  for (Plan& plan : job_->plans) {
    for (std::size_t at = 0; at < slots_.size() && plan.base == nullptr; ++at) {
      if (!taken[at] && slots_[at]->scheme->choice == plan.scheme->choice) take(plan, at);
    }
  }
  for (std::size_t i = 0; i < job_->plans.size() && i < slots_.size(); ++i) {
    if (job_->plans[i].base == nullptr && !taken[i]) take(job_->plans[i], i);
  }
  for (Plan& plan : job_->plans) {
    if (plan.base == nullptr) continue;
    plan.unchanged = plan.base->scheme->placement == plan.scheme->placement;
    plan.back = !plan.unchanged && job_->baseline == Baseline::kShown &&
                plan.base->scheme_before->placement == plan.scheme->placement;
  }
}

Result<bool> Simulation::step(Budget& budget) {
  while (job_ != nullptr) {
    const auto done = job_->work(budget);
    if (!done.ok()) cancel();
    if (!done.ok() || !done.value()) return done;
    publish();
    job_ = nullptr;
    if (next_ != nullptr) begin(std::move(next_));
  }
  return prepare_next(budget);
}

// What is shown is complete; this makes the next change quick.
bool Simulation::prepare_next(Budget& budget) {
  for (const auto& slot : slots_) {
    const Scheme& scheme = *slot->scheme;
    if (!scheme.ranges.empty() && !scheme.columns[0]->step_index(budget)) return false;
    if (scheme.scenario->cluster.down() > 0) continue;  // not all keys live where they are placed
    const KeyBlock all = scheme.block(*results_.keys, 0, results_.keys->size());
    if (!slot->standings.step(all, slot->assignment.after(), budget)) return false;
  }
  prepared_ = true;
  return true;
}

double Simulation::progress() const { return job_ == nullptr ? 1 : job_->progress(); }

void Simulation::cancel() {
  job_ = nullptr;
  next_ = nullptr;
}

void Simulation::publish() {
  const Cluster& cluster = job_->scenario->cluster;
  const std::size_t known = std::max(cluster.known(), results_.scenario == nullptr ? 0 : results_.scenario->cluster.known());
  std::vector<std::unique_ptr<Slot>> slots;
  for (Plan& plan : job_->plans) {
    const auto base = std::find_if(slots_.begin(), slots_.end(), [&](const auto& slot) { return slot.get() == plan.base; });
    auto slot = plan.base != nullptr ? std::move(*base) : std::make_unique<Slot>(job_->keys->size());
    if (job_->baseline == Baseline::kShown) {
      if (!plan.back) slot->assignment.keep();
      slot->scheme_before = slot->scheme;
    }
    slot->scheme = std::move(plan.scheme);
    if (plan.back) slot->assignment.turn_round();
    if (!plan.unchanged && !plan.back) slot->by_one_node = plan.update->of_one_node();
    if (job_->baseline == Baseline::kKept && !plan.unchanged) slot->assignment.revert();
    if (!plan.unchanged && !plan.back) slot->assignment.move(plan.update->moves(), plan.update->flows());
    if (plan.base == nullptr) {
      slot->assignment.keep();
      slot->scheme_before = slot->scheme;
    }
    const bool step_by_step = job_->baseline == Baseline::kShown && slot->by_one_node;
    slot->standings.follow(slot->scheme->placement, slot->assignment.moved(), !step_by_step);
    slots.push_back(std::move(slot));
  }
  slots_ = std::move(slots);
  prepared_ = false;

  if (job_->baseline == Baseline::kNone) {
    results_.before = nullptr;
    results_.shares_before = nullptr;
  }
  if (job_->baseline == Baseline::kShown) {
    results_.before = results_.scenario;
    results_.shares_before = results_.shares;
  }
  results_.scenario = job_->scenario;
  results_.keys = job_->keys;
  results_.shares = job_->shares;
  ++results_.revision;
  results_.strategies.clear();
  const Cluster& cluster_before = results_.before != nullptr ? results_.before->cluster : cluster;
  for (const auto& slot : slots_) {
    const Scheme& scheme = *slot->scheme;
    const Assignment& a = slot->assignment;
    StrategyResult result{scheme.choice, scheme.placement, scheme.recipes, scheme.block(*results_.keys, 0, results_.keys->size()),
                          a.after(), a.before(), a.moved(),
                          load_stats(cluster, a.counts_after(), a.unplaced_after()),
                          load_stats(cluster_before, a.counts_before(), a.unplaced_before()),
                          movement(a.after().size(), {a.flows().begin(), a.flows().end()}), nullptr, {}};
    if (results_.before != nullptr) {
      result.placement_before = slot->scheme_before->placement;
      result.recipes_before = slot->scheme_before->recipes;
    }
    add_requests(result, results_, known);
    results_.strategies.push_back(std::move(result));
  }
}

}  // namespace reshard

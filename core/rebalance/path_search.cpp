#include "core/rebalance/path_search.h"

#include <algorithm>
#include <bit>

namespace reshard::rebalance {
namespace {

constexpr std::size_t kMostStates = 2'000'000;

std::uint64_t sure_of(const Model& model, std::uint32_t entry) {
  return std::min(model.leads[0][entry], model.follows[0][entry]);
}

bool in(std::uint64_t mask, std::uint32_t node) { return (mask >> node & 1) != 0; }

}  // namespace

struct PathSearch::State {
  std::uint64_t number = 0, cost = 0;
  std::uint32_t moves = 0, before = kNone;
  Move by{};
};

/// A heap of states by what they cost with what they still have to pay, then by moves, then by age.
class PathSearch::Frontier {
 public:
  struct Item {
    std::uint64_t least;
    std::uint32_t moves, state;
  };

  bool empty() const { return items_.empty(); }
  void push(Item item) {
    items_.push_back(item);
    std::push_heap(items_.begin(), items_.end(), after);
  }
  Item pop() {
    std::pop_heap(items_.begin(), items_.end(), after);
    const Item item = items_.back();
    items_.pop_back();
    return item;
  }

 private:
  static bool after(const Item& a, const Item& b) {
    if (a.least != b.least) return a.least > b.least;
    if (a.moves != b.moves) return a.moves > b.moves;
    return a.state > b.state;
  }
  std::vector<Item> items_;
};

PathSearch::PathSearch(const Model& model, const Choices& choices) : model_(model), choices_(choices) {
  U128 product = 1;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    radix_.push_back(static_cast<std::uint64_t>(product));
    product *= choices.of_entry(e).size();
    possible_ &= product < (U128{1} << 63);
    if (!possible_) return;
  }
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    if (!model.is_pinned(model.entry_of[s]) && sure_of(model, model.entry_of[s]) > 0) leaving_order_.push_back(s);
  }
  std::stable_sort(leaving_order_.begin(), leaving_order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = model.entry_of[a], y = model.entry_of[b];
    const auto cost = [&](std::uint32_t e) { return model.problem.bytes[e] + model.problem.per_move; };
    return U128{cost(x)} * sure_of(model, y) < U128{cost(y)} * sure_of(model, x);
  });
}

std::uint64_t PathSearch::number(const Chosen& at) const {
  std::uint64_t number = 0;
  for (std::uint32_t e = 0; e < model_.entries; ++e) number += radix_[e] * at[e];
  return number;
}

void PathSearch::unpack(std::uint64_t number, Chosen& at) const {
  for (std::uint32_t e = model_.entries; e-- > 0;) {
    at[e] = static_cast<std::uint32_t>(number / radix_[e]);
    number %= radix_[e];
  }
}

/// Takes the entry's replicas from where one choice has them to where the other has them.
void PathSearch::change(std::uint32_t entry, std::uint32_t before, std::uint32_t after) {
  for (const bool add : {false, true}) {
    const Choices::Choice& choice = choices_.of_entry(entry)[add ? after : before];
    for (const std::uint32_t n : choice.on) {
      for (std::uint32_t r = 0; r < model_.limits; ++r) {
        const std::uint64_t load = Choices::load(model_, r, entry, choice, n);
        load_[r * model_.nodes + n] += add ? load : ~load + 1;
      }
      used_[n] += add ? model_.problem.bytes[entry] : ~model_.problem.bytes[entry] + 1;
    }
  }
}

void PathSearch::load_sums(const Chosen& at) {
  load_.assign(std::size_t{model_.limits} * model_.nodes, 0);
  used_.assign(model_.nodes, 0);
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    const Choices::Choice& choice = choices_.of_entry(e)[at[e]];
    for (const std::uint32_t n : choice.on) {
      for (std::uint32_t r = 0; r < model_.limits; ++r) {
        load_[r * model_.nodes + n] += Choices::load(model_, r, e, choice, n);
      }
      used_[n] += model_.problem.bytes[e];
    }
  }
}

bool PathSearch::has_room(std::uint32_t entry, const Choices::Step& step) const {
  if (step.lead || model_.disk[step.to] == kUnlimited) return true;
  return used_[step.to] + model_.problem.bytes[entry] <= model_.disk[step.to];
}

std::uint64_t PathSearch::excess_now() const {
  std::uint64_t sum = 0;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    for (std::uint32_t n = 0; n < model_.nodes; ++n) sum += model_.excess_at(r, n, load_[r * model_.nodes + n]);
  }
  return sum;
}

void PathSearch::carry_out(Chosen& at, std::uint32_t entry, std::uint32_t choice) {
  change(entry, at[entry], choice);
  at[entry] = choice;
}

bool PathSearch::ends(const Chosen& at) const {
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    if (!choices_.of_entry(e)[at[e]].final) return false;
  }
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    if (used_[n] > model_.disk[n]) return false;
  }
  return true;
}

/// Whether the step leads to the target without more copies, or more changes of the leader, than it needs.
bool PathSearch::towards(const Chosen& target, std::uint32_t entry, const Choices::Choice& from,
                         const Choices::Step& step) const {
  const Choices::Choice& end = choices_.of_entry(entry)[target[entry]];
  if (step.lead) return end.lead_passes && step.to == end.leader;
  if (in(end.mask, step.from) || !in(end.mask, step.to)) return false;
  for (std::size_t i = 0; i < end.forced.size(); ++i) {
    if ((from.forced[i] == step.from) != (end.forced[i] == step.to)) return false;
  }
  const bool with_leader = model_.leaders && from.leader == step.from;
  return !with_leader || end.lead_passes || step.to == end.leader;
}

/// Depth first; every state is tried once.
bool PathSearch::follow(Chosen& at, const Chosen& target, bool never_more, std::vector<Move>& done) {
  if (at == target) return true;
  if (steps_ == 0 || !seen_.try_emplace(number(at), 0).second) return false;
  --steps_;
  const std::uint64_t before = excess_now();
  struct Candidate {
    std::uint64_t excess;
    std::uint32_t entry;
    const Choices::Step* step;
  };
  std::vector<Candidate> candidates;
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    if (at[e] == target[e]) continue;
    const Choices::Choice& choice = choices_.of_entry(e)[at[e]];
    const std::uint32_t here = at[e];
    for (const Choices::Step& step : choice.steps) {
      if (!has_room(e, step) || !towards(target, e, choice, step)) continue;
      carry_out(at, e, step.to_choice);
      const std::uint64_t excess = excess_now();
      carry_out(at, e, here);
      if (!never_more || excess <= before) candidates.push_back({excess, e, &step});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.excess < b.excess; });
  for (const Candidate& candidate : candidates) {
    const std::uint32_t here = at[candidate.entry];
    carry_out(at, candidate.entry, candidate.step->to_choice);
    done.push_back({candidate.entry, candidate.step->from, candidate.step->to, candidate.step->lead});
    if (follow(at, target, never_more, done)) return true;
    done.pop_back();
    carry_out(at, candidate.entry, here);
  }
  return false;
}

std::optional<std::vector<Move>> PathSearch::direct(const Chosen& target, std::uint64_t steps) {
  for (const bool never_more : {true, false}) {
    Chosen at(model_.entries, 0);
    std::vector<Move> done;
    seen_.clear();
    load_sums(at);
    steps_ = steps;
    if (follow(at, target, never_more, done)) return done;
  }
  return std::nullopt;
}

/// The least that is still to be paid until no more than `excess` remains and drained nodes are empty.
std::uint64_t PathSearch::still_to_pay(const Chosen& at, std::uint64_t excess) const {
  std::uint64_t sum = 0, total = 0, need[64] = {}, drained_load = 0;
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    const std::uint64_t load = load_[n], most = model_.shares[0].most[n];
    if (model_.drained[n] != 0) {
      drained_load += load;
      continue;
    }
    need[n] = load > most ? load - most : 0;
    total += need[n];
  }
  for (std::uint32_t e = 0; drained_load > 0 && e < model_.entries; ++e) {
    for (const std::uint32_t n : choices_.of_entry(e)[at[e]].on) {
      if (model_.drained[n] != 0) sum += model_.problem.bytes[e] + model_.problem.per_move;
    }
  }
  const std::uint64_t left_over = excess / model_.weight[0];
  if (model_.leaders || total <= left_over) return sum;
  total -= left_over;
  for (const std::uint32_t slot : leaving_order_) {
    // Replicas have no identity in a state: the k-th slot of an entry is its k-th node.
    const std::uint32_t e = model_.entry_of[slot];
    const std::uint32_t n = choices_.of_entry(e)[at[e]].on[slot - model_.begin(e)];
    if (need[n] == 0) continue;
    const std::uint64_t load = sure_of(model_, e), take = std::min({load, need[n], total});
    const std::uint64_t cost = model_.problem.bytes[e] + model_.problem.per_move;
    sum += take == load ? cost : static_cast<std::uint64_t>(U128{cost} * take / load);
    need[n] -= take;
    total -= take;
    if (total == 0) return sum;
  }
  return sum;
}

/// The states one step further, where they are new or cheaper than they were known to be.
void PathSearch::expand(Chosen& at, std::uint32_t index_of_from, std::uint64_t excess, std::vector<State>& states,
                        Frontier& frontier) {
  const State from = states[index_of_from];
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    const std::uint32_t here = at[e];
    for (const Choices::Step& step : choices_.of_entry(e)[here].steps) {
      if (!has_room(e, step)) continue;
      const std::uint64_t paid = step.lead ? 0 : model_.problem.bytes[e] + model_.problem.per_move;
      State next{from.number + radix_[e] * step.to_choice - radix_[e] * here,
                 from.cost + paid,
                 from.moves + 1,
                 index_of_from,
                 {e, step.from, step.to, step.lead}};
      const auto index = static_cast<std::uint32_t>(states.size());
      const auto [known, fresh] = seen_.try_emplace(next.number, index);
      if (!fresh) {
        const State& old = states[known->second];
        if (old.cost < next.cost || (old.cost == next.cost && old.moves <= next.moves)) continue;
        known->second = index;
      }
      states.push_back(next);
      carry_out(at, e, step.to_choice);
      frontier.push({next.cost + still_to_pay(at, excess), next.moves, index});
      carry_out(at, e, here);
    }
  }
}

PathSearch::Reached PathSearch::cheapest(std::uint64_t excess, std::uint64_t steps) {
  Reached reached;
  std::vector<State> states(1);
  Frontier frontier;
  seen_.clear();
  Chosen at(model_.entries, 0);
  states[0].number = number(at);
  seen_.emplace(states[0].number, 0);
  frontier.push({0, 0, 0});
  std::uint32_t best = kNone;
  while (!frontier.empty() && steps > 0 && states.size() < kMostStates) {
    --steps;
    const Frontier::Item item = frontier.pop();
    const State state = states[item.state];
    if (seen_.at(state.number) != item.state) continue;  // a cheaper way there was found since
    unpack(state.number, at);
    load_sums(at);
    const Figures figures{excess_now(), state.cost, 0, state.moves};
    if (ends(at) && (best == kNone || better(figures, reached.figures))) {
      best = item.state;
      reached.figures = figures;
      if (figures.excess <= excess) break;
    }
    expand(at, item.state, excess, states, frontier);
  }
  reached.complete = frontier.empty() || (best != kNone && reached.figures.excess <= excess);
  reached.found = best != kNone;
  for (std::uint32_t i = best; i != kNone && states[i].before != kNone; i = states[i].before) {
    reached.moves.push_back(states[i].by);
  }
  std::reverse(reached.moves.begin(), reached.moves.end());
  if (reached.found) reached.figures = figures_of(model_, reached.moves);
  return reached;
}

}  // namespace reshard::rebalance

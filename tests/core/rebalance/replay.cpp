#include "tests/core/rebalance/replay.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "core/base/check.h"

namespace reshard::testing {
namespace {

using rebalance::Limit;
using rebalance::Move;
using rebalance::Problem;

/// Who holds each entry: the leader first, then the others in ascending order. And at last where forced copies are.
using Holders = std::vector<std::vector<std::uint32_t>>;

Holders start_of(const Problem& problem) {
  Holders holders;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    holders.emplace_back(problem.holders.begin() + problem.first[e], problem.holders.begin() + problem.first[e + 1]);
    std::sort(holders.back().begin() + 1, holders.back().end());
  }
  holders.emplace_back();
  for (const auto& forced : problem.forced) holders.back().push_back(forced.from);
  return holders;
}

std::uint64_t amount(const Problem& problem, const Limit& limit, std::uint32_t entry, bool leads) {
  if (limit.of == "bytes") return problem.bytes[entry];
  if (limit.of == "count") return 1;
  return leads || limit.follower.empty() ? limit.leader[entry] : limit.follower[entry];
}

std::uint64_t total_of(const Problem& problem, const Limit& limit) {
  std::uint64_t total = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    for (std::uint32_t i = 0; i < problem.replicas(e); ++i) total += amount(problem, limit, e, i == 0);
  }
  return total;
}

std::uint64_t excess_of(const Problem& problem, const Holders& holders) {
  std::uint64_t capacity = 0, largest = 1, sum = 0;
  for (const auto& node : problem.nodes) capacity += node.drained ? 0 : node.capacity;
  for (const Limit& limit : problem.limits) largest = std::max(largest, total_of(problem, limit));
  for (const Limit& limit : problem.limits) {
    const std::uint64_t total = total_of(problem, limit);
    const std::uint64_t fits = (std::uint64_t{1} << 59) / (total + problem.nodes.size());
    const std::uint64_t weight =
        problem.limits.size() == 1 ? 1 : std::min(fits, largest / std::max<std::uint64_t>(total, 1));
    std::vector<std::uint64_t> load(problem.nodes.size());
    for (std::uint32_t e = 0; e < problem.entries(); ++e) {
      for (std::size_t i = 0; i < holders[e].size(); ++i) load[holders[e][i]] += amount(problem, limit, e, i == 0);
    }
    for (std::size_t n = 0; n < load.size(); ++n) {
      const std::uint64_t c = problem.nodes[n].drained ? 0 : problem.nodes[n].capacity;
      const std::uint64_t most = (limit.upper.den + limit.upper.num) * total * c / (limit.upper.den * capacity);
      if (load[n] > most) sum += weight * (load[n] - most);
      if (!limit.lower) continue;
      const std::uint64_t by = limit.lower->den * capacity;
      const std::uint64_t least = ((limit.lower->den - limit.lower->num) * total * c + by - 1) / by;
      if (load[n] < least) sum += weight * (least - load[n]);
    }
  }
  return sum;
}

std::size_t zones_of(const Problem& problem, const std::vector<std::uint32_t>& on) {
  std::set<std::string> zones;
  for (const std::uint32_t n : on) zones.insert(problem.nodes[n].zone);
  return zones.size();
}

std::uint64_t used_at(const Problem& problem, const Holders& holders, std::uint32_t node) {
  std::uint64_t used = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    used += static_cast<std::uint64_t>(std::count(holders[e].begin(), holders[e].end(), node)) * problem.bytes[e];
  }
  return used;
}

bool may_end(const Problem& problem, const Holders& holders) {
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    for (const std::uint32_t n : holders[e]) {
      if (problem.nodes[n].drained) return false;
    }
    if (problem.zones_distinct && zones_of(problem, holders[e]) < holders[e].size()) return false;
  }
  for (std::size_t i = 0; i < problem.forced.size(); ++i) {
    const auto& [entry, from, to] = problem.forced[i];
    if (holders.back()[i] != to || std::count(holders[entry].begin(), holders[entry].end(), from) > 0) return false;
  }
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (used_at(problem, holders, n) > problem.nodes[n].disk.value_or(~std::uint64_t{0})) return false;
  }
  return true;
}

/// Carries the step out; what is wrong with it, or "".
std::string carry_out(const Problem& problem, Holders& holders, const Move& move) {
  auto& on = holders[move.entry];
  const auto from = std::find(on.begin(), on.end(), move.from), to = std::find(on.begin(), on.end(), move.to);
  if (from == on.end()) return "is not there";
  if (problem.pinned[move.entry] != 0) return "is pinned";
  if (problem.nodes[move.to].drained) return "goes to a drained node";
  if (move.lead) {
    if (from != on.begin() || to == on.end() || to == from) return "does not lead, or does not follow";
    std::swap(*from, *to);
  } else {
    if (to != on.end()) return "is there already";
    const std::uint64_t used = used_at(problem, holders, move.to) + problem.bytes[move.entry];
    if (used > problem.nodes[move.to].disk.value_or(~std::uint64_t{0})) return "has no room";
    *from = move.to;
    for (std::size_t i = 0; i < problem.forced.size(); ++i) {
      std::uint32_t& at = holders.back()[i];
      if (problem.forced[i].entry == move.entry && at == move.from) at = move.to;
    }
    const auto* start = &problem.holders[problem.first[move.entry]];
    if (problem.zones_distinct && zones_of(problem, on) < zones_of(problem, {start, start + on.size()})) {
      return "shares a zone";
    }
  }
  std::sort(on.begin() + 1, on.end());
  return "";
}

using Number = std::uint32_t;  // of a placement: its entries' forms as digits

constexpr std::size_t kMostPlacements = 4'000'000;

/// A way in which an entry can lie, as if it were the only one and disks had no end.
struct Form {
  struct Step {
    std::uint32_t form, to;
    bool lead;
  };
  std::vector<std::uint32_t> on;  ///< the leader first
  bool may_end = false;
  std::vector<Step> steps;
};

Problem alone(const Problem& problem, std::uint32_t entry) {
  Problem one;
  one.nodes = problem.nodes;
  for (auto& node : one.nodes) node.disk.reset();
  one.zones_distinct = problem.zones_distinct;
  const auto* start = &problem.holders[problem.first[entry]];
  one.add_entry(problem.names[entry], problem.bytes[entry], 0, {start, start + problem.replicas(entry)});
  one.pinned = {problem.pinned[entry]};
  for (const auto& forced : problem.forced) {
    if (forced.entry == entry) one.forced.push_back({0, forced.from, forced.to});
  }
  return one;
}

/// The start is the first one.
std::vector<Form> forms_of(const Problem& problem, std::uint32_t entry) {
  const Problem one = alone(problem, entry);
  std::map<Holders, std::uint32_t> known{{start_of(one), 0}};
  std::vector<Holders> list{start_of(one)};
  std::vector<Form> forms;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Form form{list[i][0], may_end(one, list[i]), {}};
    for (const std::uint32_t from : form.on) {
      for (std::uint32_t to = 0; to < one.nodes.size(); ++to) {
        const bool lead = std::count(form.on.begin(), form.on.end(), to) > 0;
        if (lead && (from != form.on[0] || problem.limits[0].follower.empty())) continue;
        Holders next = list[i];
        if (!carry_out(one, next, {0, from, to, lead}).empty()) continue;
        const auto [at, fresh] = known.try_emplace(next, static_cast<std::uint32_t>(list.size()));
        form.steps.push_back({at->second, to, lead});
        if (fresh) list.push_back(std::move(next));
      }
    }
    forms.push_back(std::move(form));
  }
  return forms;
}

/// Dijkstra over every placement.
class EveryPlacement {
 public:
  explicit EveryPlacement(const Problem& problem) : problem_(problem) {
    std::size_t count = 1;
    for (std::uint32_t e = 0; e < problem.entries(); ++e) {
      forms_.push_back(forms_of(problem, e));
      radix_.push_back(static_cast<Number>(count));
      count *= forms_.back().size();
      CHECK(count <= kMostPlacements);
    }
    paid_.assign(count, {~std::uint64_t{0}, 0});
  }

  std::optional<Optimum> best() {
    paid_[0] = {0, 0};
    open_.push({{0, 0}, 0});
    std::optional<Optimum> optimum;
    while (!open_.empty()) {
      const auto [paid, number] = open_.top();
      open_.pop();
      if (paid_[number] != paid) continue;
      look_at(number);
      if (ends_) {
        const std::uint64_t excess = excess_of(problem_, holders_);
        if (!optimum || excess < optimum->excess) optimum = Optimum{excess, paid.first, paid.second};
      }
      for (std::uint32_t e = 0; e < problem_.entries(); ++e) {
        for (const Form::Step& step : forms_[e][form_[e]].steps) take(number, e, step);
      }
    }
    return optimum;
  }

 private:
  using Paid = std::pair<std::uint64_t, std::uint64_t>;  // bytes with costs of moves; moves

  void look_at(Number number) {
    form_.assign(problem_.entries(), 0);
    holders_.resize(problem_.entries());
    used_.assign(problem_.nodes.size(), 0);
    ends_ = true;
    for (std::uint32_t e = 0; e < problem_.entries(); ++e) {
      form_[e] = static_cast<std::uint32_t>(number / radix_[e] % forms_[e].size());
      const Form& form = forms_[e][form_[e]];
      holders_[e] = form.on;
      ends_ &= form.may_end;
      for (const std::uint32_t n : form.on) used_[n] += problem_.bytes[e];
    }
    for (std::size_t n = 0; n < used_.size(); ++n) ends_ &= used_[n] <= disk(n);
  }

  std::uint64_t disk(std::size_t node) const { return problem_.nodes[node].disk.value_or(~std::uint64_t{0}); }

  void take(Number number, std::uint32_t entry, const Form::Step& step) {
    if (!step.lead && used_[step.to] + problem_.bytes[entry] > disk(step.to)) return;
    const auto [cost, moves] = paid_[number];
    const Paid sum{cost + (step.lead ? 0 : problem_.bytes[entry] + problem_.per_move), moves + 1};
    const Number next = number - form_[entry] * radix_[entry] + step.form * radix_[entry];
    if (paid_[next] <= sum) return;
    paid_[next] = sum;
    open_.push({sum, next});
  }

  const Problem& problem_;
  std::vector<std::vector<Form>> forms_;  // by entry
  std::vector<Number> radix_;
  std::vector<Paid> paid_;
  std::priority_queue<std::pair<Paid, Number>, std::vector<std::pair<Paid, Number>>, std::greater<>> open_;
  // Of the placement in hand.
  std::vector<std::uint32_t> form_;
  Holders holders_;
  std::vector<std::uint64_t> used_;
  bool ends_ = false;
};

}  // namespace

Replayed replay(const Problem& problem, const std::vector<rebalance::Ordered::Step>& steps) {
  Replayed replayed;
  Holders holders = start_of(problem);
  std::uint64_t before = excess_of(problem, holders);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Move& move = steps[i].move;
    if (const std::string wrong = carry_out(problem, holders, move); !wrong.empty()) {
      replayed.fault = problem.names[move.entry] + " " + wrong + " (step " + std::to_string(i) + ")";
      return replayed;
    }
    ++replayed.moves;
    replayed.bytes += move.lead ? 0 : problem.bytes[move.entry];
    replayed.cost += move.lead ? 0 : problem.bytes[move.entry] + problem.per_move;
    if (i + 1 < steps.size() && steps[i + 1].group == steps[i].group) continue;
    const std::uint64_t excess = excess_of(problem, holders);
    replayed.excess_rose |= excess > before;
    before = excess;
  }
  replayed.excess = excess_of(problem, holders);
  if (!may_end(problem, holders)) replayed.fault = "the end breaks a rule";
  return replayed;
}

std::optional<Optimum> best_reachable(const Problem& problem) { return EveryPlacement(problem).best(); }

std::size_t placements_of(const Problem& problem) {
  std::size_t count = 1;
  for (std::uint32_t e = 0; e < problem.entries() && count <= kMostPlacements; ++e) {
    count *= forms_of(problem, e).size();
  }
  return count;
}

}  // namespace reshard::testing

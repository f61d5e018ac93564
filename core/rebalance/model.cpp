#include "core/rebalance/model.h"

#include <algorithm>
#include <unordered_map>

namespace reshard::rebalance {
namespace {

constexpr std::uint64_t kMostExcess = std::uint64_t{1} << 59;  // of a limit, so that four and their differences fit
static_assert(kMaxTotal + kMaxNodes < kMostExcess);

/// Equal numbers for equal names, in the order of the nodes.
std::vector<std::uint32_t> zones_of(const Problem& problem) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::vector<std::uint32_t> zones;
  for (const Node& node : problem.nodes) {
    zones.push_back(numbers.try_emplace(node.zone, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return zones;
}

std::uint8_t zones_in(const Model& model, const std::uint32_t* nodes, std::uint32_t count) {
  std::uint8_t zones = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    bool fresh = true;
    for (std::uint32_t j = 0; j < i; ++j) fresh &= model.zone[nodes[i]] != model.zone[nodes[j]];
    zones = static_cast<std::uint8_t>(zones + (fresh ? 1 : 0));
  }
  return zones;
}

}  // namespace

Model::Model(const Problem& of)
    : problem(of),
      entries(of.entries()),
      nodes(static_cast<std::uint32_t>(of.nodes.size())),
      limits(static_cast<std::uint32_t>(of.limits.size())),
      slots(static_cast<std::uint32_t>(of.holders.size())),
      entry_of(of.holders.size()),
      zone(zones_of(of)),
      leads(limits),
      follows(limits),
      zones_at_start(entries) {
  for (const Node& node : problem.nodes) {
    disk.push_back(node.disk.value_or(kUnlimited));
    drained.push_back(node.drained ? 1 : 0);
  }
  std::uint64_t largest = 1;
  for (std::uint32_t r = 0; r < limits; ++r) {
    shares.push_back(share_of(problem, r));
    largest = std::max(largest, shares.back().total);
    leads[r].resize(entries);
    follows[r].resize(entries);
    for (std::uint32_t e = 0; e < entries; ++e) {
      leads[r][e] = problem.leader_load(r, e);
      follows[r][e] = problem.follower_load(r, e);
      leaders |= leads[r][e] != follows[r][e];
    }
  }
  for (const Share& share : shares) {
    // Where little is to be borne by many nodes, each lacks up to one unit of it.
    const std::uint64_t most = kMostExcess / (share.total + nodes);
    weight.push_back(limits == 1 ? 1 : std::min(largest / std::max<std::uint64_t>(share.total, 1), most));
  }
  for (std::uint32_t e = 0; e < entries; ++e) {
    for (std::uint32_t s = begin(e); s < end(e); ++s) entry_of[s] = e;
    zones_at_start[e] = zones_in(*this, &problem.holders[begin(e)], end(e) - begin(e));
  }
  if (!problem.forced.empty()) forced_to.assign(slots, kNone);
  for (const Forced& move : problem.forced) {
    for (std::uint32_t s = begin(move.entry); s < end(move.entry); ++s) {
      if (problem.holders[s] == move.from) forced_to[s] = move.to;
    }
  }
}

bool Model::has_forced(std::uint32_t entry) const {
  for (std::uint32_t s = begin(entry); s < end(entry); ++s) {
    if (forced_target(s) != kNone) return true;
  }
  return false;
}

bool Model::is_vacated(std::uint32_t entry, std::uint32_t node) const {
  if (forced_to.empty()) return false;
  for (std::uint32_t s = begin(entry); s < end(entry); ++s) {
    if (problem.holders[s] == node) return forced_to[s] != kNone;
  }
  return false;
}

bool Model::forced_apart(std::uint32_t entry, std::uint32_t old_leader, std::uint32_t leader) const {
  if (forced_to.empty()) return false;
  for (std::uint32_t s = begin(entry); s < end(entry); ++s) {
    if (forced_to[s] != kNone && (problem.holders[s] == old_leader) != (forced_to[s] == leader)) return true;
  }
  return false;
}

Placement::Placement(const Model& model) : model_(model) { reset(); }

void Placement::reset() {
  at_ = model_.problem.holders;
  load_.assign(std::size_t{model_.limits} * model_.nodes, 0);
  used_.assign(model_.nodes, 0);
  if (model_.leaders) leader_.assign(model_.problem.first.begin(), model_.problem.first.end() - 1);
  for (std::uint32_t s = 0; s < model_.slots; ++s) bear(s, at_[s], true);
}

void Placement::bear(std::uint32_t slot, std::uint32_t node, bool add) {
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    std::uint64_t& load = load_[r * model_.nodes + node];
    load = add ? load + load_of(r, slot) : load - load_of(r, slot);
  }
  used_[node] = add ? used_[node] + model_.bytes_of(slot) : used_[node] - model_.bytes_of(slot);
}

void Placement::move(std::uint32_t slot, std::uint32_t to) {
  bear(slot, at_[slot], false);
  at_[slot] = to;
  bear(slot, to, true);
}

void Placement::lead(std::uint32_t slot) {
  const std::uint32_t entry = model_.entry_of[slot], before = leader_[entry];
  bear(before, at_[before], false);
  bear(slot, at_[slot], false);
  leader_[entry] = slot;
  bear(before, at_[before], true);
  bear(slot, at_[slot], true);
}

void Placement::apply(const Move& step) {
  if (step.lead) return lead(slot_at(step.entry, step.to));
  move(slot_at(step.entry, step.from), step.to);
}

std::uint32_t Placement::slot_at(std::uint32_t entry, std::uint32_t node) const {
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) {
    if (at_[s] == node) return s;
  }
  return kNone;
}

bool Placement::was_home(std::uint32_t entry, std::uint32_t node) const {
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) {
    if (model_.problem.holders[s] == node) return true;
  }
  return false;
}

bool Placement::allowed(std::uint32_t slot, std::uint32_t to) const {
  const std::uint32_t entry = model_.entry_of[slot];
  if (model_.drained[to] != 0 || model_.is_pinned(entry)) return false;
  if (!model_.forced_to.empty()) {
    const std::uint32_t forced = model_.forced_to[slot];
    if ((forced != kNone && forced != to) || model_.is_vacated(entry, to)) return false;
  }
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) {
    if (at_[s] == to) return false;
    if (model_.problem.zones_distinct && s != slot && model_.zone[at_[s]] == model_.zone[to]) return false;
  }
  return true;
}

bool Placement::allowed_step(std::uint32_t slot, std::uint32_t to) const {
  const std::uint32_t entry = model_.entry_of[slot];
  if (model_.drained[to] != 0 || model_.is_pinned(entry) || holds(entry, to)) return false;
  if (!model_.problem.zones_distinct) return true;
  std::uint32_t nodes[kMaxReplicas], count = 0;
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) nodes[count++] = s == slot ? to : at_[s];
  return zones_in(model_, nodes, count) >= model_.zones_at_start[entry];
}

std::uint64_t Placement::excess_of(std::uint32_t node) const {
  std::uint64_t sum = 0;
  for (std::uint32_t r = 0; r < model_.limits; ++r) sum += model_.excess_at(r, node, load(r, node));
  return sum;
}

std::uint64_t Placement::excess() const {
  std::uint64_t sum = 0;
  for (std::uint32_t n = 0; n < model_.nodes; ++n) sum += excess_of(n);
  return sum;
}

void Placement::force() {
  for (std::uint32_t s = 0; s < model_.forced_to.size(); ++s) {
    if (model_.forced_to[s] != kNone) move(s, model_.forced_to[s]);
  }
}

bool Placement::keeps_rules() const {
  for (std::uint32_t s = 0; s < model_.forced_to.size(); ++s) {
    const std::uint32_t to = model_.forced_to[s];
    if (to != kNone && (at_[s] != to || holds(model_.entry_of[s], model_.problem.holders[s]))) return false;
  }
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    const std::uint32_t count = model_.end(e) - model_.begin(e);
    for (std::uint32_t s = model_.begin(e); s < model_.end(e); ++s) {
      if (model_.drained[at_[s]] != 0) return false;
    }
    if (model_.problem.zones_distinct && zones_in(model_, &at_[model_.begin(e)], count) < count) return false;
  }
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    if (used_[n] > model_.disk[n]) return false;
  }
  return true;
}

bool better(const Figures& a, const Figures& b) {
  if (a.excess != b.excess) return a.excess < b.excess;
  if (a.cost != b.cost) return a.cost < b.cost;
  return a.moves < b.moves;
}

Figures figures_of(const Placement& placement) {
  const Model& model = placement.model();
  Figures figures;
  figures.excess = placement.excess();
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    std::uint32_t copies = 0;
    for (std::uint32_t s = model.begin(e); s < model.end(e); ++s) {
      copies += placement.at(s) != model.problem.holders[s] && !placement.was_home(e, placement.at(s)) ? 1 : 0;
    }
    figures.bytes += copies * model.problem.bytes[e];
    figures.cost += copies * (model.problem.bytes[e] + model.problem.per_move);
    figures.moves += copies;
    if (!model.leaders) continue;
    const std::uint32_t old = model.problem.holders[model.begin(e)], now = placement.at(placement.leader(e));
    if (now == old) continue;
    // Leadership goes with a copy of the leader where that leaves, and passes by itself otherwise.
    const bool passes = placement.holds(e, old) || placement.was_home(e, now) || model.forced_apart(e, old, now);
    figures.moves += passes ? 1 : 0;
  }
  return figures;
}

Figures carry_out(Placement& placement, const std::vector<Move>& moves) {
  const Problem& problem = placement.model().problem;
  Figures figures;
  for (const Move& move : moves) {
    placement.apply(move);
    ++figures.moves;
    if (move.lead) continue;
    figures.bytes += problem.bytes[move.entry];
    figures.cost += problem.bytes[move.entry] + problem.per_move;
  }
  figures.excess = placement.excess();
  return figures;
}

Figures figures_of(const Model& model, const std::vector<Move>& moves) {
  Placement placement(model);
  return carry_out(placement, moves);
}

std::uint64_t busiest_ratio(const Placement& placement) {
  const Model& model = placement.model();
  const Share& share = model.shares[0];
  std::uint64_t ratio = 0;
  if (share.total == 0) return 0;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] != 0) continue;
    const U128 above = U128{placement.load(0, n)} * share.capacity * 1'000'000;  // < 2^57 * 2^44 * 2^20
    const U128 below = U128{model.problem.nodes[n].capacity} * share.total;
    ratio = std::max(ratio, static_cast<std::uint64_t>((above + below - 1) / below));
  }
  return ratio;
}

}  // namespace reshard::rebalance

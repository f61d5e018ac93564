#include "core/rebalance/order.h"

#include <algorithm>
#include <limits>

namespace reshard::rebalance {
namespace {

using Signed = std::int64_t;

struct Pending {
  enum class In : std::uint8_t { kNowhere, kHeap, kWaiting };

  Move move;
  bool done = false;
  In in = In::kNowhere;
  std::uint64_t priority = 0;  ///< lower is earlier
};

/// What has to be done, entry by entry: each copy that leaves goes to a target in its own zone if there is one.
std::vector<Move> direct_moves(const Placement& target) {
  const Model& model = target.model();
  std::vector<Move> moves;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    std::vector<std::uint32_t> from, to;
    for (std::uint32_t s = model.begin(e); s < model.end(e); ++s) {
      if (!target.holds(e, model.problem.holders[s])) from.push_back(model.problem.holders[s]);
      if (!target.was_home(e, target.at(s))) to.push_back(target.at(s));
    }
    const std::uint32_t leader = target.at(target.leader(e)), old = model.problem.holders[model.begin(e)];
    // Where leadership would have to go to another zone with its copy, and another replica back, it passes by itself.
    const bool crosses = model.problem.zones_distinct && model.zone[leader] != model.zone[old];
    const bool passes =
        model.leaders && leader != old &&
        (crosses || target.holds(e, old) || target.was_home(e, leader) || model.forced_apart(e, old, leader));
    const auto take = [&](std::uint32_t source, const auto& wanted) {
      const auto at = std::find_if(to.begin(), to.end(), wanted);
      if (at == to.end()) return false;
      moves.push_back({e, source, *at, false});
      to.erase(at);
      return true;
    };
    for (std::uint32_t s = model.begin(e); s < model.end(e); ++s) {
      const std::uint32_t forced = model.forced_target(s);
      if (forced == kNone) continue;
      if (take(model.problem.holders[s], [&](std::uint32_t n) { return n == forced; })) {
        std::erase(from, model.problem.holders[s]);
      }
    }
    const bool gone = std::find(from.begin(), from.end(), old) == from.end();
    if (model.leaders && leader != old && !passes && !gone && take(old, [&](std::uint32_t n) { return n == leader; })) {
      std::erase(from, old);
    }
    std::erase_if(from, [&](std::uint32_t source) {
      return take(source, [&](std::uint32_t n) { return model.zone[n] == model.zone[source]; });
    });
    for (const std::uint32_t source : from) take(source, [](std::uint32_t) { return true; });
    if (passes) moves.push_back({e, old, leader, true});
  }
  return moves;
}

/// How much a node's excess changes.
Signed change_at(const Placement& at, std::uint32_t node, const Move& move, bool arrives) {
  const Model& model = at.model();
  Signed sum = 0;
  const std::uint32_t slot = at.slot_at(move.entry, move.from);
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    std::uint64_t load = at.load_of(r, slot);
    if (move.lead)
      load = model.leads[r][move.entry] - std::min(model.leads[r][move.entry], model.follows[r][move.entry]);
    const std::uint64_t before = at.load(r, node);
    const std::uint64_t after = arrives ? before + load : before - std::min(before, load);
    sum += static_cast<Signed>(model.excess_at(r, node, after)) - static_cast<Signed>(model.excess_at(r, node, before));
  }
  return sum;
}

class Orderer {
 public:
  explicit Orderer(const Placement& target);
  Ordered run();

 private:
  enum class Why : std::uint8_t { kReady, kLoad, kDisk, kEntry };

  void renew(Pending& pending) const;
  Why ready(const Move& move) const;
  Signed change(const Move& move) const;
  void push(std::uint32_t index);
  void carry_out(std::uint32_t index, std::uint32_t group);
  void wake(const Move& move);
  void run_ready();
  bool swap();
  bool detour();
  bool over_detour(std::uint32_t index);
  void note_missing();

  const Model& model_;
  Placement at_;
  std::vector<Pending> pending_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> heap_;
  std::vector<std::vector<std::uint32_t>> waiting_;   // for room at a node
  std::vector<std::vector<std::uint32_t>> of_entry_;  // pending moves by entry, of those with several
  std::vector<std::uint32_t> detours_;                // by pending move: how many it made
  std::size_t left_ = 0;
  std::uint32_t group_ = 0;
  Ordered ordered_;
};

Signed Orderer::change(const Move& move) const {
  return change_at(at_, move.from, move, false) + change_at(at_, move.to, move, true);
}

/// A copy of the leader may have moved since: leadership passes from where it is.
void Orderer::renew(Pending& pending) const {
  if (pending.move.lead) pending.move.from = at_.at(at_.leader(pending.move.entry));
}

Orderer::Why Orderer::ready(const Move& move) const {
  const std::uint32_t slot = at_.slot_at(move.entry, move.from);
  if (slot == kNone) return Why::kEntry;
  if (move.lead) {
    if (move.from == move.to) return Why::kReady;
    if (!at_.holds(move.entry, move.to)) return Why::kEntry;
    return change(move) > 0 ? Why::kLoad : Why::kReady;
  }
  if (!at_.allowed_step(slot, move.to)) return Why::kEntry;
  if (!at_.has_room(slot, move.to)) return Why::kDisk;
  return change(move) > 0 ? Why::kLoad : Why::kReady;
}

Orderer::Orderer(const Placement& target)
    : model_(target.model()), at_(model_), waiting_(model_.nodes), of_entry_(model_.entries) {
  for (const Move& move : direct_moves(target)) {
    const auto index = static_cast<std::uint32_t>(pending_.size());
    of_entry_[move.entry].push_back(index);
    pending_.push_back({move});
  }
  left_ = pending_.size();
  detours_.resize(left_);
  for (Pending& pending : pending_) pending.priority = price_of(at_, pending.move);
  for (std::uint32_t i = 0; i < pending_.size(); ++i) push(i);
}

void Orderer::push(std::uint32_t index) {
  if (pending_[index].in == Pending::In::kHeap) return;
  pending_[index].in = Pending::In::kHeap;
  heap_.emplace_back(~pending_[index].priority, ~index);
  std::push_heap(heap_.begin(), heap_.end());
}

/// What waited for room at the source may be possible now, and so may the entry's other moves.
void Orderer::wake(const Move& move) {
  for (const std::uint32_t i : waiting_[move.from]) {
    if (!pending_[i].done && pending_[i].in == Pending::In::kWaiting) push(i);
  }
  waiting_[move.from].clear();
  for (const std::uint32_t i : of_entry_[move.entry]) {
    if (!pending_[i].done) push(i);
  }
}

void Orderer::carry_out(std::uint32_t index, std::uint32_t group) {
  Pending& pending = pending_[index];
  if (pending.move.from != pending.move.to) {  // else leadership has gone there with its copy
    at_.apply(pending.move);
    ordered_.steps.push_back({pending.move, group, false});
  }
  pending.done = true;
  --left_;
  wake(pending.move);
}

void Orderer::run_ready() {
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end());
    const std::uint32_t index = ~heap_.back().second;
    heap_.pop_back();
    pending_[index].in = Pending::In::kNowhere;
    if (pending_[index].done) continue;
    renew(pending_[index]);
    const Why why = ready(pending_[index].move);
    if (why == Why::kReady) {
      carry_out(index, group_++);
    } else if (why != Why::kEntry) {
      pending_[index].in = Pending::In::kWaiting;
      waiting_[pending_[index].move.to].push_back(index);
    }
  }
}

/// Where moves wait only for load: the one that raises the excess least goes first, and the next ones with it until the
/// excess is no higher than before.
bool Orderer::swap() {
  const std::uint64_t before = at_.excess();
  bool any = false;
  while (left_ > 0) {
    std::uint32_t best = kNone;
    Signed least = std::numeric_limits<Signed>::max();
    for (std::uint32_t i = 0; i < pending_.size(); ++i) {
      if (pending_[i].done) continue;
      renew(pending_[i]);
      const Why why = ready(pending_[i].move);
      if (why != Why::kReady && why != Why::kLoad) continue;
      const Signed rise = change(pending_[i].move);
      if (rise >= least) continue;
      least = rise;
      best = i;
    }
    if (best == kNone) break;
    carry_out(best, group_);
    any = true;
    if (at_.excess() <= before) break;
  }
  ++group_;
  return any;
}

/// The copy goes to the node with most room that may hold it, and on from there later.
bool Orderer::over_detour(std::uint32_t index) {
  Pending& pending = pending_[index];
  const std::uint32_t slot = at_.slot_at(pending.move.entry, pending.move.from);
  std::uint32_t best = kNone;
  std::uint64_t most = 0;
  Signed least = 0;
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    if (n == pending.move.to || !at_.has_room(slot, n) || !at_.allowed_step(slot, n)) continue;
    const Signed rise = std::max<Signed>(0, change({pending.move.entry, pending.move.from, n, false}));
    const std::uint64_t room = model_.disk[n] == kUnlimited ? kUnlimited : model_.disk[n] - at_.used(n);
    if (best != kNone && (rise > least || (rise == least && room <= most))) continue;
    best = n;
    most = room;
    least = rise;
  }
  if (best == kNone) return false;
  const Move over{pending.move.entry, pending.move.from, best, false};
  at_.apply(over);
  ordered_.steps.push_back({over, group_++, true});
  ++detours_[index];
  pending.move.from = best;
  wake(over);
  return true;
}

/// Breaks a circle of moves that wait for each other's room: the smallest copy that stands in another's way gives way.
bool Orderer::detour() {
  std::vector<std::uint8_t> wanted(model_.nodes);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const Pending& pending : pending_) {
    if (!pending.done && !pending.move.lead) wanted[pending.move.to] = 1;
  }
  for (std::uint32_t i = 0; i < pending_.size(); ++i) {
    const Pending& pending = pending_[i];
    if (pending.done || pending.move.lead || wanted[pending.move.from] == 0 || detours_[i] > 0) continue;
    if (at_.slot_at(pending.move.entry, pending.move.from) != kNone) {
      order.emplace_back(model_.problem.bytes[pending.move.entry], i);
    }
  }
  std::sort(order.begin(), order.end());
  return std::any_of(order.begin(), order.end(), [&](const auto& candidate) { return over_detour(candidate.second); });
}

void Orderer::note_missing() {
  ordered_.missing = kUnlimited;
  for (const Pending& pending : pending_) {
    if (pending.done || pending.move.lead) continue;
    const std::uint32_t to = pending.move.to;
    const std::uint64_t wanted = at_.used(to) + model_.problem.bytes[pending.move.entry];
    if (wanted <= model_.disk[to] || wanted - model_.disk[to] >= ordered_.missing) continue;
    ordered_.missing = wanted - model_.disk[to];
    ordered_.missing_at = to;
  }
  if (ordered_.missing_at == kNone) ordered_.missing = 0;
}

Ordered Orderer::run() {
  run_ready();
  while (left_ > 0) {
    if (!swap() && !detour()) break;
    run_ready();
  }
  ordered_.whole = left_ == 0;
  if (left_ > 0) note_missing();
  return std::move(ordered_);
}

}  // namespace

/// In 2^-20 of a byte for each part of load.
std::uint64_t price_of(const Placement& start, const Move& move) {
  const Signed gain = -change_at(start, move.from, move, false);
  const std::uint64_t bytes = move.lead ? 0 : start.model().problem.bytes[move.entry];
  if (gain <= 0) return kUnlimited / 2 + bytes;
  const U128 price = (U128{bytes} << 20) / static_cast<std::uint64_t>(gain);
  return static_cast<std::uint64_t>(std::min<U128>(price, kUnlimited / 4));
}

Ordered order_moves(const Placement& target) { return Orderer(target).run(); }

Ordered any_order(const Placement& target) {
  Ordered ordered;
  for (const Move& move : direct_moves(target)) {
    ordered.steps.push_back({move, static_cast<std::uint32_t>(ordered.steps.size()), false});
  }
  ordered.whole = true;
  return ordered;
}

}  // namespace reshard::rebalance

#include "core/rebalance/story.h"

#include <algorithm>
#include <utility>

namespace reshard::rebalance {
namespace {

using Kind = Reason::Kind;

bool shared_zone(const Model& model, const Move& move) {
  if (!model.problem.zones_distinct) return false;
  for (std::uint32_t s = model.begin(move.entry); s < model.end(move.entry); ++s) {
    const std::uint32_t node = model.problem.holders[s];
    if (node != move.from && model.zone[node] == model.zone[move.from]) return true;
  }
  return false;
}

/// Why a copy leaves a node that something is wrong with, or comes to one; kRoom where nothing is.
Reason by_nodes(const Model& model, const Placement& start, const Move& move) {
  const std::uint32_t slot = move.lead || model.forced_to.empty() ? kNone : start.slot_at(move.entry, move.from);
  if (slot != kNone && model.forced_to[slot] == move.to) return {Kind::kForced, move.from};
  if (model.drained[move.from] != 0) return {Kind::kDrained, move.from};
  if (!move.lead && shared_zone(model, move)) return {Kind::kZones, move.from};
  if (!move.lead && start.used(move.from) > model.disk[move.from]) {
    return {Kind::kDisk, move.from, 0, start.used(move.from) - model.disk[move.from]};
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    const std::uint64_t load = start.load(r, move.from), most = model.shares[r].most[move.from];
    if (load > most) return {Kind::kOver, move.from, r, load - most};
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    const std::uint64_t load = start.load(r, move.to), least = model.shares[r].least[move.to];
    if (load < least) return {Kind::kBelow, move.to, r, least - load};
  }
  return {Kind::kRoom, move.from};
}

}  // namespace

std::vector<Reason> reasons_of(const Model& model, const std::vector<Ordered::Step>& steps) {
  const Placement start(model);
  std::vector<Reason> reasons(steps.size());
  std::vector<std::uint32_t> next_to(model.nodes, kNone);
  std::vector<std::uint32_t> next_of(model.entries, kNone), then(steps.size(), kNone);  // later steps of the same entry
  const auto next = [&](std::uint32_t entry, const auto& wanted) {
    std::uint32_t at = next_of[entry];
    while (at != kNone && (steps[at].move.lead || !wanted(steps[at].move))) at = then[at];
    return at;
  };
  for (auto i = static_cast<std::uint32_t>(steps.size()); i-- > 0;) {
    const Move& move = steps[i].move;
    reasons[i] = by_nodes(model, start, move);
    // What it makes room for: what comes to its source, or another copy of the entry that waits for its zone.
    std::uint32_t step = next_to[move.from];
    if (step == kNone && model.problem.zones_distinct) {
      step = next(move.entry, [&](const Move& other) {
        return other.from != move.to && model.zone[other.to] == model.zone[move.from];
      });
    }
    if (reasons[i].kind == Kind::kRoom) reasons[i].step = step;
    const std::uint32_t onward =
        steps[i].detour ? next(move.entry, [&](const Move& other) { return other.from == move.to; }) : kNone;
    if (onward != kNone) {
      reasons[onward] = {Kind::kOnward, move.to, 0, 0, i};
      if (step != kNone) reasons[i] = {Kind::kDetour, move.from, 0, 0, step, onward};
    }
    next_to[move.to] = i;
    then[i] = std::exchange(next_of[move.entry], i);
  }
  return reasons;
}

std::vector<Point> curve_of(const Model& model, const std::vector<Ordered::Step>& steps, std::uint32_t most) {
  Placement at(model);
  std::vector<Point> curve{{0, 0, at.excess(), busiest_ratio(at)}};
  const std::size_t stride = std::max<std::size_t>(1, steps.size() / std::max<std::uint32_t>(most, 2) + 1);
  std::uint64_t bytes = 0;
  std::size_t since = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    at.apply(steps[i].move);
    bytes += steps[i].move.lead ? 0 : model.problem.bytes[steps[i].move.entry];
    ++since;
    const bool last = i + 1 == steps.size();
    if (!last && (since < stride || steps[i + 1].group == steps[i].group)) continue;
    curve.push_back({static_cast<std::uint32_t>(i + 1), bytes, at.excess(), busiest_ratio(at)});
    since = 0;
  }
  return curve;
}

}  // namespace reshard::rebalance

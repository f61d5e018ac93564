#include "core/rebalance/story.h"

#include <algorithm>

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
  std::vector<std::uint32_t> next_to(model.nodes, kNone), next_of(model.entries, kNone);
  for (auto i = static_cast<std::uint32_t>(steps.size()); i-- > 0;) {
    const Move& move = steps[i].move;
    reasons[i] = by_nodes(model, start, move);
    if (steps[i].detour) {
      reasons[i].kind = Kind::kDetour;
      reasons[i].onward = next_of[move.entry];
      if (reasons[i].onward != kNone) {
        reasons[reasons[i].onward].kind = Kind::kOnward;
        reasons[reasons[i].onward].step = i;
      }
    }
    const bool makes_room = reasons[i].kind == Kind::kRoom || reasons[i].kind == Kind::kDetour;
    if (makes_room) reasons[i].step = next_to[move.from];
    next_to[move.to] = i;
    next_of[move.entry] = i;
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

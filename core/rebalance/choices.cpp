#include "core/rebalance/choices.h"

#include <algorithm>
#include <bit>

namespace reshard::rebalance {
namespace {

constexpr std::size_t kMostChoices = 4000;  // of an entry
constexpr std::uint32_t kMostNodes = 60;

std::uint64_t bit(std::uint32_t node) { return std::uint64_t{1} << node; }

std::uint64_t mask_now(const Model& model, std::uint32_t entry) {
  std::uint64_t mask = 0;
  for (std::uint32_t s = model.begin(entry); s < model.end(entry); ++s) mask |= bit(model.problem.holders[s]);
  return mask;
}

std::uint32_t zones_of_mask(const Model& model, std::uint64_t mask) {
  std::uint64_t zones = 0;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if ((mask & bit(n)) != 0) zones |= bit(model.zone[n]);
  }
  return static_cast<std::uint32_t>(std::popcount(zones));
}

/// All sets of so many of these nodes; empty if there are too many.
std::vector<std::uint64_t> subsets(const std::vector<std::uint32_t>& nodes, std::uint32_t size) {
  std::vector<std::uint64_t> sets{0};
  for (const std::uint32_t node : nodes) {
    const std::size_t before = sets.size();
    for (std::size_t i = 0; i < before; ++i) {
      if (static_cast<std::uint32_t>(std::popcount(sets[i])) < size) sets.push_back(sets[i] | bit(node));
    }
    if (sets.size() > 16 * kMostChoices) return {};
  }
  std::erase_if(sets, [&](std::uint64_t set) { return static_cast<std::uint32_t>(std::popcount(set)) != size; });
  return sets;
}

void price(const Model& model, std::uint32_t entry, std::uint64_t now, Choices::Choice& choice) {
  const auto copies = static_cast<std::uint32_t>(std::popcount(choice.mask & ~now));
  choice.cost = copies * (model.problem.bytes[entry] + model.problem.per_move);
  choice.moves = copies;
  for (std::uint32_t s = model.begin(entry), i = 0; s < model.end(entry) && !choice.forced.empty(); ++s) {
    // Two copies that have changed places are not where they were at the start.
    if (model.forced_target(s) == kNone || choice.forced[i++] == model.problem.holders[s]) continue;
    choice.moves += (now & bit(choice.forced[i - 1])) != 0 ? 1 : 0;
  }
  const std::uint32_t old = model.problem.holders[model.begin(entry)];
  if (!model.leaders || choice.leader == old) return;
  choice.lead_passes =
      (choice.mask & bit(old)) != 0 || (now & bit(choice.leader)) != 0 || model.forced_apart(entry, old, choice.leader);
  choice.moves += choice.lead_passes ? 1 : 0;
}

bool may_end(const Model& model, std::uint32_t entry, std::uint64_t mask) {
  for (std::uint32_t s = model.begin(entry); s < model.end(entry); ++s) {
    const std::uint32_t to = model.forced_target(s);
    if (to != kNone && ((mask & bit(to)) == 0 || (mask & bit(model.problem.holders[s])) != 0)) return false;
  }
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if ((mask & bit(n)) != 0 && model.drained[n] != 0) return false;
  }
  return !model.problem.zones_distinct || zones_of_mask(model, mask) == model.end(entry) - model.begin(entry);
}

}  // namespace

std::optional<Choices> Choices::of(const Model& model) {
  if (model.nodes > kMostNodes) return std::nullopt;
  Choices choices;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    if (!choices.add(model, e)) return std::nullopt;
    choices.link(model, e);
  }
  return choices;
}

bool Choices::add(const Model& model, std::uint32_t entry) {
  const std::uint64_t now = mask_now(model, entry);
  const std::uint32_t replicas = model.end(entry) - model.begin(entry);
  std::vector<std::uint32_t> usable;
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if ((now & bit(n)) != 0 || (model.drained[n] == 0 && !model.is_pinned(entry))) usable.push_back(n);
  }
  auto& list = choices_.emplace_back();
  for (const std::uint64_t mask : subsets(usable, replicas)) {
    const bool passes = !model.problem.zones_distinct || zones_of_mask(model, mask) >= model.zones_at_start[entry];
    const bool ends = may_end(model, entry, mask);
    if (!passes && !ends) continue;
    std::vector<std::uint32_t> on;
    for (const std::uint32_t n : usable) {
      if ((mask & bit(n)) != 0) on.push_back(n);
    }
    for (const std::uint32_t leader : on) {
      if (!model.leaders && leader != on[0]) break;
      const std::uint32_t old = model.problem.holders[model.begin(entry)];
      if (model.leaders && model.is_pinned(entry) && leader != old) continue;
      add_at(model, entry, now, {mask, model.leaders ? leader : 0, {}, ends, 0, 0, false, on, {}});
    }
    if (list.size() > kMostChoices) return false;
  }
  std::stable_sort(list.begin(), list.end(), [](const Choice& a, const Choice& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.moves < b.moves;
  });
  // The start itself is first: it costs nothing.
  now_.push_back(0);
  return !list.empty();
}

/// Once, or for each way in which the forced copies can be at these nodes: they are told apart from the others.
void Choices::add_at(const Model& model, std::uint32_t entry, std::uint64_t now, const Choice& choice) {
  std::vector<std::vector<std::uint32_t>> ways{{}};
  std::vector<std::uint32_t> targets;
  for (std::uint32_t s = model.begin(entry); s < model.end(entry); ++s) {
    if (model.forced_target(s) == kNone) continue;
    targets.push_back(model.forced_target(s));
    std::vector<std::vector<std::uint32_t>> longer;
    for (const auto& way : ways) {
      for (const std::uint32_t node : choice.on) {
        if (std::find(way.begin(), way.end(), node) != way.end()) continue;
        longer.push_back(way);
        longer.back().push_back(node);
      }
    }
    ways = std::move(longer);
    if (ways.size() > kMostChoices) return;  // of the first ones alone there are too many
  }
  for (auto& way : ways) {
    Choice one = choice;
    one.final &= way == targets;
    one.forced = std::move(way);
    price(model, entry, now, one);
    choices_[entry].push_back(std::move(one));
  }
}

void Choices::link(const Model& model, std::uint32_t entry) {
  auto& list = choices_[entry];
  if (model.is_pinned(entry)) return;
  const auto find = [&](std::uint64_t mask, std::uint32_t leader, const std::vector<std::uint32_t>& forced) {
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      if (list[i].mask == mask && list[i].leader == leader && list[i].forced == forced) return i;
    }
    return kNone;
  };
  for (Choice& choice : list) {
    for (const std::uint32_t from : choice.on) {
      for (std::uint32_t to = 0; to < model.nodes; ++to) {
        if ((choice.mask & bit(to)) != 0 || model.drained[to] != 0) continue;
        const std::uint32_t leader = model.leaders && choice.leader == from ? to : choice.leader;
        std::vector<std::uint32_t> forced = choice.forced;
        std::replace(forced.begin(), forced.end(), from, to);
        const std::uint32_t next = find((choice.mask & ~bit(from)) | bit(to), leader, forced);
        if (next != kNone) choice.steps.push_back({next, from, to, false});
      }
      if (!model.leaders || from == choice.leader || model.drained[from] != 0) continue;
      const std::uint32_t next = find(choice.mask, from, choice.forced);
      if (next != kNone) choice.steps.push_back({next, choice.leader, from, true});
    }
  }
}

}  // namespace reshard::rebalance

#include "core/rebalance/gather.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "core/base/random.h"
#include "core/rebalance/exact_shares.h"

namespace reshard::rebalance {
namespace {

using Steps = std::vector<Ordered::Step>;

constexpr std::size_t kMostTogether = 200;  // of the same way, where other nodes could be busy meanwhile
constexpr std::size_t kMostInTurn = 2000;   // of all ways: what a schedule looks ahead
constexpr int kPriceDigits = 4;             // binary ones that matter to the order
constexpr std::uint64_t kBytesApart = 32;   // a node may get by so large a part of its bytes more or less

/// The order of nodes in which their entries are now, on average; those without any come first. What is next to a node's
/// own entries goes there.
std::vector<std::uint32_t> ranks_of(const Model& model) {
  std::vector<std::uint64_t> sums(model.nodes), counts(model.nodes);  // < 2^42, < 2^21
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    sums[model.problem.holders[s]] += model.entry_of[s];
    ++counts[model.problem.holders[s]];
  }
  std::vector<std::uint32_t> order(model.nodes), ranks(model.nodes);
  for (std::uint32_t n = 0; n < model.nodes; ++n) order[n] = n;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (counts[a] == 0 || counts[b] == 0) return counts[a] != counts[b] ? counts[a] == 0 : a < b;
    const std::uint64_t x = sums[a] * counts[b], y = sums[b] * counts[a];
    return x != y ? x < y : a < b;
  });
  for (std::uint32_t i = 0; i < model.nodes; ++i) ranks[order[i]] = i;
  return ranks;
}

/// Equal for entries that are alike.
std::uint64_t look_of(const Model& model, std::uint32_t entry) {
  std::uint64_t look = mix64(model.problem.bytes[entry]), followers = 0;
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    look = mix64(look ^ model.leads[r][entry]);
    look = mix64(look ^ model.follows[r][entry]);
  }
  for (std::uint32_t s = model.begin(entry) + 1; s < model.end(entry); ++s) {
    followers += mix64(~std::uint64_t{model.problem.holders[s]});
  }
  return mix64(mix64(look ^ model.problem.holders[model.begin(entry)]) ^ followers);
}

bool are_alike(const Model& model, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t count = model.end(a) - model.begin(a);
  if (model.problem.bytes[a] != model.problem.bytes[b] || count != model.end(b) - model.begin(b)) return false;
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    if (model.leads[r][a] != model.leads[r][b] || model.follows[r][a] != model.follows[r][b]) return false;
  }
  const auto of = [&](std::uint32_t entry) { return model.problem.holders.data() + model.begin(entry); };
  return *of(a) == *of(b) && std::is_permutation(of(a) + 1, of(a) + count, of(b) + 1);
}

/// The entries that may change places with one that moves, those that look alike side by side.
std::vector<std::pair<std::uint64_t, std::uint32_t>> candidates(const Model& model, const Steps& steps) {
  std::vector<std::uint64_t> wanted;
  for (const Ordered::Step& step : steps) wanted.push_back(look_of(model, step.move.entry));
  std::sort(wanted.begin(), wanted.end());
  std::vector<std::uint8_t> some(std::bit_ceil(16 * wanted.size() + 1));  // spares most entries the search
  for (const std::uint64_t look : wanted) some[look & (some.size() - 1)] = 1;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    const std::uint64_t look = look_of(model, e);
    if (some[look & (some.size() - 1)] == 0 || model.is_pinned(e) || model.has_forced(e)) continue;
    if (std::binary_search(wanted.begin(), wanted.end(), look)) found.emplace_back(look, e);
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// What becomes of an entry: some of the plan's steps.
struct Way {
  std::uint32_t rank = 0;  // of the node where it ends
  const std::uint32_t *begin = nullptr, *end = nullptr;
};

class AlikeExchanger {
 public:
  AlikeExchanger(const Model& model, const std::vector<std::uint32_t>& ranks, Steps& steps)
      : model_(model), steps_(steps), ranks_(ranks), of_entry_(steps.size()) {
    for (std::uint32_t i = 0; i < of_entry_.size(); ++i) of_entry_[i] = i;
    std::stable_sort(of_entry_.begin(), of_entry_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return steps_[a].move.entry < steps_[b].move.entry; });
  }

  void run() {
    const auto all = candidates(model_, steps_);
    std::vector<std::uint32_t> members;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool first = i == 0 || all[i].first != all[i - 1].first;
      if (first) exchange(std::exchange(members, {}));
      if (first || are_alike(model_, members[0], all[i].second)) members.push_back(all[i].second);
    }
    exchange(members);
    // At last, because ways are found by the names that entries had.
    for (const auto& [step, entry] : renamed_) steps_[step].move.entry = entry;
  }

 private:
  Way way_of(std::uint32_t entry) const {
    const auto before = [&](std::uint32_t step, std::uint32_t of) { return steps_[step].move.entry < of; };
    const auto* const all = of_entry_.data();
    const auto* const begin = std::lower_bound(all, all + of_entry_.size(), entry, before);
    const auto* const end = std::lower_bound(begin, all + of_entry_.size(), entry + 1, before);
    const std::uint32_t last = begin == end ? model_.problem.holders[model_.begin(entry)] : steps_[*(end - 1)].move.to;
    return {ranks_[last], begin, end};
  }

  bool before(const Way& a, const Way& b) const {
    if (a.rank != b.rank) return a.rank < b.rank;
    const auto earlier = [&](std::uint32_t x, std::uint32_t y) {
      const Move &p = steps_[x].move, &q = steps_[y].move;
      return std::tie(p.from, p.to, p.lead) < std::tie(q.from, q.to, q.lead);
    };
    if (std::lexicographical_compare(a.begin, a.end, b.begin, b.end, earlier)) return true;
    if (std::lexicographical_compare(b.begin, b.end, a.begin, a.end, earlier)) return false;
    return a.begin != a.end && *a.begin < *b.begin;
  }

  /// Of entries that are alike, in their order.
  void exchange(const std::vector<std::uint32_t>& members) {
    if (members.size() < 2) return;
    std::vector<Way> ways;
    ways.reserve(members.size());
    for (const std::uint32_t entry : members) ways.push_back(way_of(entry));
    std::stable_sort(ways.begin(), ways.end(), [&](const Way& a, const Way& b) { return before(a, b); });
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (const auto* step = ways[i].begin; step != ways[i].end; ++step) renamed_.emplace_back(*step, members[i]);
    }
  }

  const Model& model_;
  Steps& steps_;
  const std::vector<std::uint32_t>& ranks_;
  std::vector<std::uint32_t> of_entry_;  // steps by entry
  std::vector<std::pair<std::uint32_t, std::uint32_t>> renamed_;
};

/// A price to an eighth: the curve of a plan is hardly another where steps change places that cost about the same.
std::uint64_t about(std::uint64_t price) {
  const auto digits = static_cast<int>(std::bit_width(price));
  return digits <= kPriceDigits ? price : price >> (digits - kPriceDigits) << (digits - kPriceDigits);
}

/// Steps of entries of one copy, one after the other, that take about as much off overloaded nodes for their bytes, or all
/// off drained ones, which have to end empty whatever comes first. None of the nodes gives and takes, and no entry moves
/// twice: so any order of them is possible, and none uses more of a disk than their end. Where there are replicas, systems
/// are told of copies that they make at the same time, between different nodes: the order of those stays.
struct Stretch {
  std::size_t begin, end;
};

std::vector<Stretch> stretches_of(const Placement& start, const Steps& steps) {
  const Model& model = start.model();
  std::vector<std::uint32_t> gives(model.nodes, kNone), takes(model.nodes, kNone), moves(model.entries, kNone);
  std::vector<Stretch> found;
  std::uint64_t price = 0;
  bool open = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Move& move = steps[i].move;
    const bool single = model.end(move.entry) - model.begin(move.entry) == 1;
    const bool plain = single && !move.lead && start.holds(move.entry, move.from);
    const std::uint64_t own = !plain ? 0 : model.drained[move.from] != 0 ? kUnlimited : about(price_of(start, move));
    auto number = static_cast<std::uint32_t>(found.size());
    const bool joins = open && plain && own == price && takes[move.from] != number && gives[move.to] != number &&
                       moves[move.entry] != number;
    if (!joins) {
      found.push_back({i, i});
      ++number;
    }
    found.back().end = i + 1;
    gives[move.from] = takes[move.to] = moves[move.entry] = number;
    open = plain;
    price = own;
  }
  return found;
}

/// Who goes where within a stretch may change for entries of one copy.
class TargetChanger {
 public:
  TargetChanger(const Placement& start, const std::vector<std::uint32_t>& ranks, Steps& steps)
      : model_(start.model()), start_(start), steps_(steps), ranks_(ranks), times_(model_.entries) {
    for (const Ordered::Step& step : steps) ++times_[step.move.entry];
  }

  /// Entries in their order go to targets in theirs, as much to each as before.
  void run(const Stretch& stretch) {
    collect(stretch);
    if (targets_.size() < 2 || deal(sizes_in_all())) return;
    const bool only_load = model_.limits == 1 && model_.problem.limits[0].of != "bytes" &&
                           std::all_of(targets_.begin(), targets_.end(),
                                       [&](std::uint32_t node) { return model_.disk[node] == kUnlimited; });
    if (only_load) deal(model_.leads[0]);
  }

 private:
  void collect(const Stretch& stretch);
  std::vector<std::uint64_t> sizes_in_all() const;
  bool deal(const std::vector<std::uint64_t>& size_of);
  std::uint32_t entry(std::size_t i) const { return steps_[which_[i]].move.entry; }

  const Model& model_;
  const Placement& start_;
  Steps& steps_;
  const std::vector<std::uint32_t>& ranks_;
  std::vector<std::uint32_t> times_;  // how often an entry moves
  // Of a stretch.
  std::vector<std::size_t> which_;  // steps
  std::vector<std::uint32_t> targets_;
};

void TargetChanger::collect(const Stretch& stretch) {
  which_.clear();
  targets_.clear();
  for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
    const Move& move = steps_[i].move;
    if (times_[move.entry] > 1 || model_.has_forced(move.entry)) continue;
    which_.push_back(i);
    targets_.push_back(move.to);
  }
  std::sort(which_.begin(), which_.end(), [&](std::size_t a, std::size_t b) {
    const Move &x = steps_[a].move, &y = steps_[b].move;
    return x.from != y.from ? ranks_[x.from] < ranks_[y.from] : x.entry < y.entry;
  });
  std::sort(targets_.begin(), targets_.end(), [&](std::uint32_t a, std::uint32_t b) { return ranks_[a] < ranks_[b]; });
  targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
}

/// By entry: by how much it bears more or less than others, in everything at once; empty: some differ in one thing more
/// than in another.
std::vector<std::uint64_t> TargetChanger::sizes_in_all() const {
  const auto amount = [&](std::uint32_t kind, std::uint32_t of) {
    return kind == model_.limits ? model_.problem.bytes[of] : model_.leads[kind][of];
  };
  for (std::uint32_t kind = 0; kind <= model_.limits; ++kind) {
    std::size_t first = 0;
    while (first < which_.size() && amount(kind, entry(first)) == 0) ++first;
    if (first == which_.size()) continue;
    for (std::uint32_t other = 0; other <= model_.limits; ++other) {
      for (std::size_t i = 0; i < which_.size(); ++i) {
        const U128 a = U128{amount(kind, entry(i))} * amount(other, entry(first));
        if (a != U128{amount(kind, entry(first))} * amount(other, entry(i))) return {};
      }
    }
    return kind == model_.limits ? model_.problem.bytes : model_.leads[kind];
  }
  return std::vector<std::uint64_t>(model_.entries, 1);  // they bear nothing
}

/// False: targets would not get what they got.
bool TargetChanger::deal(const std::vector<std::uint64_t>& size_of) {
  if (size_of.empty()) return false;
  std::vector<std::uint32_t> place(model_.nodes);
  for (std::uint32_t t = 0; t < targets_.size(); ++t) place[targets_[t]] = t;
  std::vector<std::uint64_t> sizes, shares(targets_.size()), before(targets_.size()), after(targets_.size());
  for (std::size_t i = 0; i < which_.size(); ++i) {
    const std::uint32_t target = place[steps_[which_[i]].move.to];
    sizes.push_back(size_of[entry(i)]);
    shares[target] += sizes.back();
    before[target] += model_.problem.bytes[entry(i)];
  }
  const std::vector<std::uint32_t> owners = exact_shares(sizes, shares);
  for (std::size_t i = 0; i < owners.size(); ++i) after[owners[i]] += model_.problem.bytes[entry(i)];
  for (std::size_t t = 0; t < targets_.size(); ++t) {
    const std::uint64_t most = (start_.used(targets_[t]) + before[t]) / kBytesApart;
    if (after[t] > before[t] + most || after[t] + most < before[t]) return false;
  }
  for (std::size_t i = 0; i < owners.size(); ++i) steps_[which_[i]].move.to = targets_[owners[i]];
  return !owners.empty();
}

/// Puts steps of the same way side by side. Where several nodes give and several take, targets take turns, so that they
/// are busy at the same time.
void line_up(const std::vector<std::uint32_t>& ranks, const Stretch& stretch, Steps& steps) {
  const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(stretch.begin);
  const auto end = steps.begin() + static_cast<std::ptrdiff_t>(stretch.end);
  std::sort(begin, end, [&](const Ordered::Step& a, const Ordered::Step& b) {
    const Move &x = a.move, &y = b.move;
    return std::tuple(ranks[x.to], ranks[x.from], x.entry) < std::tuple(ranks[y.to], ranks[y.from], y.entry);
  });
  const std::uint32_t source = begin->move.from;
  if (std::all_of(begin, end, [&](const Ordered::Step& step) { return step.move.from == source; })) return;
  std::vector<std::pair<Steps::iterator, Steps::iterator>> queues;  // by target
  for (auto at = begin; at != end;) {
    const auto next = std::find_if(at, end, [&](const Ordered::Step& step) { return step.move.to != at->move.to; });
    queues.emplace_back(at, next);
    at = next;
  }
  if (queues.size() < 2) return;
  const auto turn = static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(kMostInTurn / queues.size(), 1, kMostTogether));
  Steps dealt;
  while (dealt.size() < stretch.end - stretch.begin) {
    for (auto& [at, last] : queues) {
      const auto next = at + std::min(turn, last - at);
      dealt.insert(dealt.end(), at, next);
      at = next;
    }
  }
  std::copy(dealt.begin(), dealt.end(), begin);
}

}  // namespace

void exchange_alike(const Model& model, std::vector<Ordered::Step>& steps) {
  AlikeExchanger(model, ranks_of(model), steps).run();
}

void gather(const Placement& start, std::vector<Ordered::Step>& steps) {
  const std::vector<std::uint32_t> ranks = ranks_of(start.model());
  const std::vector<Stretch> stretches = stretches_of(start, steps);
  TargetChanger changer(start, ranks, steps);
  for (const Stretch& stretch : stretches) changer.run(stretch);
  AlikeExchanger(start.model(), ranks, steps).run();
  for (const Stretch& stretch : stretches) line_up(ranks, stretch, steps);
}

}  // namespace reshard::rebalance

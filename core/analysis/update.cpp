#include "core/analysis/update.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace reshard {
namespace {

// Strategies that ask every node about every key look at this many pairs between two reads of the clock: a newer
// scenario, and the page, wait no longer than that.
constexpr std::uint32_t kPairsBetweenClockReads = 1 << 19;  // 5 to 10 ms in wasm
constexpr std::uint32_t kMostKeysBetweenClockReads = 16384, kFewestKeysBetweenClockReads = 32;
constexpr std::size_t kRangesBetweenClockReads = 8 * KeyIndex::kTogether;
constexpr std::uint32_t kKeysTogether = 8;

bool same(const NodeId* owners, const NodeId* before) {
  std::array<std::uint64_t, kKeysTogether * sizeof(NodeId) / sizeof(std::uint64_t)> a, b;
  std::memcpy(a.data(), owners, sizeof a);
  std::memcpy(b.data(), before, sizeof b);
  std::uint64_t differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i) differ |= a[i] ^ b[i];
  return differ == 0;
}

// The node that is in `more` but not in `fewer`, if all others are the same in the same order.
NodeId only_one_more(std::span<const Node> fewer, std::span<const Node> more) {
  if (more.size() != fewer.size() + 1) return kNoNode;
  const auto [at, extra] = std::mismatch(fewer.begin(), fewer.end(), more.begin());
  return std::equal(at, fewer.end(), extra + 1) ? extra->id : kNoNode;
}

// Whether `after` is `before` plus a step of one event: a strategy that replays the log makes its promises per event.
bool one_event_later(const Cluster& before, const Cluster& after) {
  const auto then = before.log(), now = after.log();
  return now.size() == then.size() + 1 && !now.back().at_once && std::equal(then.begin(), then.end(), now.begin()) &&
         std::equal(before.initial().begin(), before.initial().end(), after.initial().begin(), after.initial().end());
}

std::vector<RangeMove> ranges_that_differ(std::span<const OwnedRange> before, std::span<const OwnedRange> after) {
  std::vector<RangeMove> differ;
  std::uint64_t first = 0;
  for (auto a = before.begin(), b = after.begin(); a != before.end() && b != after.end();) {
    if (*a == *b) {  // the usual case after most changes
      first = a->last + 1;
      ++a, ++b;
      continue;
    }
    const std::uint64_t last = std::min(a->last, b->last);
    if (a->owner != b->owner) append_move(differ, {first, last, a->owner, b->owner});
    if (a->last == last) ++a;
    if (b->last == last) ++b;
    first = last + 1;
  }
  return differ;
}

const std::vector<OwnedRange>& kept_ranges(const Placed& side, std::vector<OwnedRange>& own) {
  std::vector<OwnedRange>& kept = side.ranges != nullptr ? *side.ranges : own;
  if (kept.empty()) kept = ranges_of(side.placement);
  return kept;
}

std::uint32_t keys_between_clock_reads(const Cluster& cluster) {
  const auto nodes = static_cast<std::uint32_t>(std::max<std::size_t>(1, cluster.nodes().size()));
  return std::clamp(kPairsBetweenClockReads / nodes, kFewestKeysBetweenClockReads, kMostKeysBetweenClockReads);
}

}  // namespace

Scope scope_of(const Placed& before, const Placed& after, const KeyIndex* index) {
  if (&before.placement == &after.placement && before.cluster == after.cluster) return {Scope::Kind::kRanges};
  // Other nodes serve the keys of nodes that are down, which the placement alone does not tell.
  if (before.cluster.down() + after.cluster.down() > 0) return {};
  if (index != nullptr && index->useful() && has_ranges(before.placement) && has_ranges(after.placement)) {
    auto ranges = after.placement.incremental()->moves_since(*before.placement.incremental());
    std::vector<OwnedRange> then, now;
    if (!ranges) ranges = ranges_that_differ(kept_ranges(before, then), kept_ranges(after, now));
    // Counting the keys of a range looks at two buckets, which costs several times as much as placing one key.
    if (ranges->size() < index->size() / 4) return {Scope::Kind::kRanges, kNoNode, std::move(*ranges)};
  }
  if (!(before.choice == after.choice)) return {};
  const Traits traits = after.traits();
  const auto then = before.cluster.nodes(), now = after.cluster.nodes();
  const NodeId left = only_one_more(now, then), joined = only_one_more(then, now);
  const bool keeps_promises = !traits.has(Trait::kHistory) || one_event_later(before.cluster, after.cluster);
  if (left != kNoNode && traits.has(Trait::kLeastOnRemove) && keeps_promises) return {Scope::Kind::kKeysOfNode, left};
  if (joined == now.back().id && traits.has(Trait::kLeastOnAdd) && keeps_promises) {
    return {Scope::Kind::kNewcomer, joined};
  }
  return {};
}

Update::Update(Scope scope, const Placed& after, const KeyBlock& keys, const KeyIndex* index,
               std::span<const NodeId> before, Foreseen foreseen, std::size_t known_nodes)
    : scope_(std::move(scope)),
      placement_(after.placement),
      serving_(after.placement, *after.choice.strategy, after.choice.params, after.cluster, after.replicas),
      keys_(keys),
      index_(index),
      before_(before),
      foreseen_(foreseen),
      keys_at_once_(foreseen.standings.empty() ? keys_between_clock_reads(after.cluster) : kMostKeysBetweenClockReads),
      flows_(known_nodes, scope_.kind == Scope::Kind::kRanges ? scope_.ranges.size() : keys.size) {}

bool Update::step(Budget& budget) {
  if (scope_.kind == Scope::Kind::kRanges) {
    while (done_ < scope_.ranges.size()) {
      if (done_ % kRangesBetweenClockReads == 0 && budget.spent()) return false;
      const auto rest = std::span<const RangeMove>(scope_.ranges).subspan(done_);
      const auto some = rest.first(std::min(KeyIndex::kTogether, rest.size()));
      index_->count_each(some,
                         [&](std::size_t i, std::uint32_t keys) { flows_.count(some[i].from, some[i].to, keys); });
      done_ += some.size();
    }
    return true;
  }
  if (scope_.kind == Scope::Kind::kNewcomer && foreseen_.taken != nullptr) return take_foreseen(budget);
  while (done_ < keys_.size) {
    if (budget.spent()) return false;
    const auto first = static_cast<std::uint32_t>(done_);
    const std::uint32_t count = std::min(keys_at_once_, keys_.size - first);
    if (scope_.kind == Scope::Kind::kKeysOfNode) {
      place_keys_of_node(first, count);
    } else if (scope_.kind == Scope::Kind::kNewcomer) {
      take_block(first, count);
    } else {
      place_block(first, count);
    }
    done_ += count;
  }
  return true;
}

void Update::place_block(std::uint32_t first, std::uint32_t count) {
  owners_.resize(count);
  serving_.place(keys_.slice(first, count), owners_);
  if (found_.size() < count) found_.resize(count);
  Move* next = found_.data();
  // Writes every key, and overwrites it with the next if it did not move: no branch to mispredict.
  const auto compare = [&](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
      *next = {first + i, owners_[i]};
      next += owners_[i] != owner_before(first + i);
    }
  };
  std::uint32_t i = 0;
  // Most keys stay in most changes, so a group of eight rarely needs a closer look.
  for (; !before_.empty() && i + kKeysTogether <= count; i += kKeysTogether) {
    if (!same(&owners_[i], &before_[first + i])) compare(i, i + kKeysTogether);
  }
  compare(i, count);
  const auto found = std::span(found_).first(static_cast<std::size_t>(next - found_.data()));
  make_room(moves_.size() + found.size());
  moves_.insert(moves_.end(), found.begin(), found.end());
  for (const Move& move : found) flows_.count(owner_before(move.key), move.to);
}

bool Update::take_foreseen(Budget& budget) {
  const std::vector<std::uint32_t>& taken = *foreseen_.taken;
  moves_.reserve(taken.size());
  while (moves_.size() < taken.size()) {
    if (budget.spent()) return false;
    const auto rest = std::span(taken).subspan(moves_.size());
    give_to_newcomer(rest.first(std::min<std::size_t>(rest.size(), kMostKeysBetweenClockReads)));
  }
  done_ = keys_.size;
  return true;
}

void Update::take_block(std::uint32_t first, std::uint32_t count) {
  listed_.clear();
  auto standings = foreseen_.standings;
  if (!standings.empty()) standings = standings.subspan(first, count);
  list_taken(placement_, {scope_.node, before_.subspan(first, count), standings}, keys_.slice(first, count), listed_);
  make_room(moves_.size() + listed_.size());
  for (std::uint32_t& i : listed_) i += first;
  give_to_newcomer(listed_);
}

// Reads all owners first: one read from far away in memory need not wait for another.
void Update::give_to_newcomer(std::span<const std::uint32_t> keys) {
  const std::size_t known = moves_.size();
  moves_.resize(known + keys.size());
  owners_.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) owners_[i] = owner_before(keys[i]);
  for (std::size_t i = 0; i < keys.size(); ++i) moves_[known + i] = {keys[i], scope_.node};
  for (const NodeId from : owners_) flows_.count(from, scope_.node);
}

// If it grew by doubling, a list of a million moves would be copied over and over: the keys seen so far tell how many
// there will be.
void Update::make_room(std::size_t moves) {
  if (moves <= moves_.capacity()) return;
  const double so_far = static_cast<double>(moves_.size()) / static_cast<double>(std::max<std::size_t>(1, done_));
  const auto expected = static_cast<std::size_t>(1.05 * so_far * keys_.size);
  moves_.reserve(std::max({moves, expected, moves_.capacity() * 3 / 2}));
}

void Update::place_keys_of_node(std::uint32_t first, std::uint32_t count) {
  listed_.clear();
  for (std::uint32_t key = first; key < first + count; ++key) {
    if (before_[key] == scope_.node) listed_.push_back(key);
  }
  if (listed_.empty()) return;
  const ListedKeys theirs(keys_, listed_);
  owners_.resize(listed_.size());
  serving_.place(theirs.block(), owners_);
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    moves_.push_back({listed_[i], owners_[i]});
    flows_.count(scope_.node, owners_[i]);
  }
}

double Update::progress() const {
  const std::size_t all = scope_.kind == Scope::Kind::kRanges ? scope_.ranges.size() : keys_.size;
  return all == 0 ? 1 : static_cast<double>(done_) / static_cast<double>(all);
}

}  // namespace reshard

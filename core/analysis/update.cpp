#include "core/analysis/update.h"

#include <algorithm>

namespace reshard {
namespace {

constexpr std::uint32_t kKeysBetweenClockReads = 16384;
constexpr std::size_t kRangesBetweenClockReads = 256;

// The node that is in `more` and not in `fewer`, where all others are the same in the same order.
NodeId only_one_more(std::span<const Node> fewer, std::span<const Node> more) {
  if (more.size() != fewer.size() + 1) return kNoNode;
  const auto [at, extra] = std::mismatch(fewer.begin(), fewer.end(), more.begin());
  return std::equal(at, fewer.end(), extra + 1) ? extra->id : kNoNode;
}

// Whether `after` is `before` and one more event: what a scheme that replays the log promises, it promises of events.
bool one_event_later(const Cluster& before, const Cluster& after) {
  const auto then = before.log(), now = after.log();
  return now.size() == then.size() + 1 && std::equal(then.begin(), then.end(), now.begin()) &&
         std::equal(before.initial().begin(), before.initial().end(), after.initial().begin(), after.initial().end());
}

std::vector<Scope::Range> ranges_that_differ(std::span<const OwnedRange> before, std::span<const OwnedRange> after) {
  std::vector<Scope::Range> differ;
  std::uint64_t first = 0;
  for (auto a = before.begin(), b = after.begin(); a != before.end() && b != after.end();) {
    const std::uint64_t last = std::min(a->last, b->last);
    if (a->owner != b->owner) {
      const bool adjoins = !differ.empty() && differ.back().last + 1 == first && differ.back().owner == b->owner;
      if (adjoins) {
        differ.back().last = last;
      } else {
        differ.push_back({first, last, b->owner});
      }
    }
    if (a->last == last) ++a;
    if (b->last == last) ++b;
    first = last + 1;
  }
  return differ;
}

// Keys found here and there cost some times what keys in a row do.
bool few_keys(std::span<const Scope::Range> ranges, const KeyIndex& index) {
  std::uint64_t about = 0;
  for (const Scope::Range& range : ranges) about += index.about(range.first, range.last);
  return about < index.size() / 4;
}

}  // namespace

Scope scope_of(const Placed& before, const Placed& after, const KeyIndex* index) {
  if (&before.placement == &after.placement && before.cluster == after.cluster) return {Scope::Kind::kRanges};
  // Keys of nodes that are down are served by others: that is no matter of the placement alone.
  if (before.cluster.down() + after.cluster.down() > 0) return {};
  if (index != nullptr && index->useful() && !before.ranges.empty() && !after.ranges.empty()) {
    auto ranges = ranges_that_differ(before.ranges, after.ranges);
    if (few_keys(ranges, *index)) return {Scope::Kind::kRanges, kNoNode, std::move(ranges)};
  }
  if (!(before.choice == after.choice)) return {};
  const Traits traits = after.traits();
  const auto then = before.cluster.nodes(), now = after.cluster.nodes();
  const NodeId left = only_one_more(now, then), joined = only_one_more(then, now);
  const bool keeps_promises = !traits.has(Trait::kHistory) || one_event_later(before.cluster, after.cluster);
  if (left != kNoNode && traits.has(Trait::kLeastOnRemove) && keeps_promises) return {Scope::Kind::kKeysOfNode, left};
  if (joined == now.back().id && traits.has(Trait::kLeastOnAdd)) return {Scope::Kind::kNewcomer, joined};
  return {};
}

Update::Update(Scope scope, const Placed& after, const KeyBlock& keys, const KeyIndex* index,
               std::span<const NodeId> before)
    : scope_(std::move(scope)),
      placement_(after.placement),
      serving_(after.placement, after.traits(), after.cluster),
      keys_(keys),
      index_(index),
      before_(before) {}

bool Update::step(Budget& budget) {
  if (scope_.kind == Scope::Kind::kRanges) {
    for (; done_ < scope_.ranges.size(); ++done_) {
      if (done_ % kRangesBetweenClockReads == 0 && budget.spent()) return false;
      move_range(scope_.ranges[done_]);
    }
    return true;
  }
  while (done_ < keys_.size) {
    if (budget.spent()) return false;
    const auto first = static_cast<std::uint32_t>(done_);
    const std::uint32_t count = std::min(kKeysBetweenClockReads, keys_.size - first);
    if (scope_.kind == Scope::Kind::kKeysOfNode) {
      place_keys_of_node(first, count);
    } else {
      place_block(first, count);
    }
    done_ += count;
  }
  return true;
}

void Update::place_block(std::uint32_t first, std::uint32_t count) {
  owners_.resize(count);
  const KeyBlock block = keys_.slice(first, count);
  if (scope_.kind == Scope::Kind::kNewcomer) {
    placement_.place_newcomer(scope_.node, block, before_.subspan(first, count), owners_);
  } else {
    serving_.place(block, owners_);
  }
  // Every key is written, and the next one over it if it did not move: no branch that is mispredicted.
  const std::size_t found = moves_.size();
  make_room(found + count);
  moves_.resize(found + count);
  Move* next = moves_.data() + found;
  for (std::uint32_t i = 0; i < count; ++i) {
    *next = {first + i, owners_[i]};
    next += owners_[i] != owner_before(first + i);
  }
  moves_.resize(static_cast<std::size_t>(next - moves_.data()));
}

// Grown by doubling, a list of a million moves would be copied over and over: the keys seen tell how many there will be.
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
  KeyBlock block{keys_.keys, 0, static_cast<std::uint32_t>(listed_.size()), {}, listed_};
  for (std::size_t c = 0; c < kMaxColumns; ++c) {
    if (keys_.columns[c].empty()) continue;
    columns_[c].clear();
    for (const std::uint32_t key : listed_) columns_[c].push_back(keys_.columns[c][key]);
    block.columns[c] = columns_[c];
  }
  owners_.resize(listed_.size());
  serving_.place(block, owners_);
  for (std::size_t i = 0; i < listed_.size(); ++i) moves_.push_back({listed_[i], owners_[i]});
}

void Update::move_range(const Scope::Range& range) {
  index_->visit(range.first, range.last, [&](std::uint32_t key) {
    if (owner_before(key) != range.owner) moves_.push_back({key, range.owner});
  });
}

double Update::progress() const {
  const std::size_t all = scope_.kind == Scope::Kind::kRanges ? scope_.ranges.size() : keys_.size;
  return all == 0 ? 1 : static_cast<double>(done_) / static_cast<double>(all);
}

}  // namespace reshard

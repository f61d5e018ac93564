#include "core/placement/slice_line.h"

#include <algorithm>

#include "core/base/ranking.h"

namespace reshard {
namespace {

// Anything below this, a billionth of the line, is rounding and not worth a slice.
constexpr std::uint64_t kCrumb = kLine / 1'000'000'000;

}  // namespace

SliceLine::SliceLine(std::span<const Slice> slices) {
  cells_.push_back({0, kNoNode});
  if (slices.empty()) gaps_.push_back(0);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::uint32_t cell =
        i == 0 ? 0 : insert_after(static_cast<std::uint32_t>(i - 1), slices[i].begin, slices[i].owner);
    cells_[cell].owner = slices[i].owner;
    list(cell);
    const std::uint64_t until = i + 1 < slices.size() ? slices[i + 1].begin : kLine;
    owner_at(slices[i].owner).held += until - slices[i].begin;
  }
}

std::vector<Slice> SliceLine::slices() const {
  std::vector<Slice> all;
  if (is_gap(0)) return all;  // all nodes have been drained from the start
  all.reserve(cells_.size() - unused_.size());
  for (std::uint32_t cell = 0; cell != kNone; cell = cells_[cell].after) {
    all.push_back({cells_[cell].begin, cells_[cell].owner});
  }
  return all;
}

// Excess becomes gaps, and so do the slices of nodes that left or are drained. From left to right, gaps go to the nodes
// that have too little, in order; crumbs go to the last of these.
void SliceLine::share_out(std::span<const Node> nodes) {
  weigh(nodes);
  if (sharing_.empty()) return;
  cuts_.clear();
  for (std::uint32_t node = 0; node < owners_.size(); ++node) {
    if (owners_[node].held == 0) continue;
    if (owners_[node].quota == kNoQuota) {
      give_up_all(node);
    } else {
      give_up_excess(node);
    }
  }
  const auto leftmost_first = [&](std::uint32_t a, std::uint32_t b) { return cuts_[a].begin < cuts_[b].begin; };
  for (const std::uint32_t each : in_order(cuts_.size(), leftmost_first)) cut(cuts_[each]);
  filling_ = 0;
  filled_ = sharing_.front();
  for (const std::uint32_t gap : gaps_) fill(gap);
  gaps_.clear();
}

void SliceLine::weigh(std::span<const Node> nodes) {
  double weights = 0;
  for (const Node& node : nodes) weights += node.weight;
  for (Owner& owner : owners_) owner.quota = kNoQuota;
  sharing_.clear();
  for (const Node& node : nodes) {
    if (node.weight == 0) continue;
    owner_at(node.id).quota = static_cast<std::uint64_t>(node.weight / weights * static_cast<double>(kLine));
    sharing_.push_back(node.id);
  }
}

void SliceLine::give_up_all(std::uint32_t node) {
  Owner& owner = owners_[node];
  for (; owner.first < owner.entries.size(); ++owner.first) {
    const Entry& entry = owner.entries[owner.first];
    if (!is_current(entry, node)) continue;
    cells_[entry.cell].owner = kNoNode;
    cuts_.push_back({entry.begin, 0, entry.cell});
  }
  owner.held = 0;
}

// Gives up whole slices where they are small enough.
void SliceLine::give_up_excess(std::uint32_t node) {
  Owner& owner = owners_[node];
  while (owner.held > owner.quota + kCrumb) {
    const std::uint32_t cell = leftmost(node);
    const std::uint64_t excess = owner.held - owner.quota, length = end(cell) - cells_[cell].begin;
    cuts_.push_back({cells_[cell].begin, excess, cell});
    owner.held -= std::min(excess, length);
    if (excess < length) return;
    ++owner.first;
    cells_[cell].owner = kNoNode;
  }
}

// Cuts a slice at its end, or at its start where that extends a gap (the paper's cut-shift).
void SliceLine::cut(const Cut& cut) {
  Cell& cell = cells_[cut.cell];
  const bool lengthens = is_gap(cell.before);
  if (cell.owner == kNoNode) {
    if (lengthens) {
      unlink(cut.cell);
    } else {
      gaps_.push_back(cut.cell);
    }
  } else if (lengthens) {
    cell.begin += cut.excess;
    Owner& owner = owners_[index_of(cell.owner)];
    owner.leftmost_begins(cell.begin);
  } else {
    gaps_.push_back(insert_after(cut.cell, end(cut.cell) - cut.excess, kNoNode));
  }
}

void SliceLine::fill(std::uint32_t gap) {
  const auto wants = [&](NodeId node) {
    const Owner& owner = owners_[index_of(node)];
    return owner.held + kCrumb < owner.quota;
  };
  while (gap != kNone) {
    while (filling_ < sharing_.size() && !wants(sharing_[filling_])) ++filling_;
    const std::uint64_t begin = cells_[gap].begin;
    std::uint64_t taken = end(gap) - begin;
    if (filling_ < sharing_.size()) {
      filled_ = sharing_[filling_];
      const Owner& owner = owners_[index_of(filled_)];
      taken = std::min(taken, owner.quota - owner.held);
    }
    owners_[index_of(filled_)].held += taken;
    gap = give(gap, begin + taken, filled_);
  }
}

/// Gives `owner` the gap up to `until`, and returns the rest of the gap. Neighbouring slices of one owner are merged.
std::uint32_t SliceLine::give(std::uint32_t gap, std::uint64_t until, NodeId owner) {
  const bool whole = until == end(gap);
  const std::uint32_t before = cells_[gap].before;
  const bool joins = before != kNone && cells_[before].owner == owner;
  if (joins && !whole) {
    cells_[gap].begin = until;
    return gap;
  }
  if (joins) {
    unlink(gap);
  } else {
    cells_[gap].owner = owner;
    list(gap);
    if (!whole) return insert_after(gap, until, kNoNode);
  }
  const std::uint32_t after = cells_[joins ? before : gap].after;
  if (after != kNone && cells_[after].owner == owner) unlink(after);
  return kNone;
}

std::uint64_t SliceLine::end(std::uint32_t cell) const {
  const std::uint32_t after = cells_[cell].after;
  return after == kNone ? kLine : cells_[after].begin;
}

bool SliceLine::is_current(const Entry& entry, std::uint32_t node) const {
  const Cell& cell = cells_[entry.cell];
  return cell.owner == NodeId{node} && cell.begin == entry.begin;
}

std::uint32_t SliceLine::leftmost(std::uint32_t node) {
  Owner& owner = owners_[node];
  while (!is_current(owner.entries[owner.first], node)) ++owner.first;
  return owner.entries[owner.first].cell;
}

SliceLine::Owner& SliceLine::owner_at(NodeId node) {
  if (owners_.size() <= index_of(node)) owners_.resize(index_of(node) + 1);
  return owners_[index_of(node)];
}

/// Adds a slice to its owner's list. Gaps are filled from left to right, so most go to the end.
void SliceLine::list(std::uint32_t cell) {
  Owner& owner = owner_at(cells_[cell].owner);
  const std::uint64_t begin = cells_[cell].begin;
  owner.entries.push_back({begin, cell});
  for (std::size_t i = owner.entries.size() - 1; i > owner.first && begin < owner.entries[i - 1].begin; --i) {
    std::swap(owner.entries[i - 1], owner.entries[i]);
  }
}

std::uint32_t SliceLine::insert_after(std::uint32_t cell, std::uint64_t begin, NodeId owner) {
  const std::uint32_t after = cells_[cell].after;
  std::uint32_t added = static_cast<std::uint32_t>(cells_.size());
  if (unused_.empty()) {
    cells_.push_back({begin, owner, cell, after});
  } else {
    added = unused_.back();
    unused_.pop_back();
    cells_[added] = {begin, owner, cell, after};
  }
  cells_[cell].after = added;
  if (after != kNone) cells_[after].before = added;
  return added;
}

void SliceLine::unlink(std::uint32_t cell) {
  const auto [begin, owner, before, after] = cells_[cell];
  cells_[before].after = after;  // never the first cell: it has no neighbour before it to join
  if (after != kNone) cells_[after].before = before;
  cells_[cell].owner = kNoNode;
  unused_.push_back(cell);
}

}  // namespace reshard

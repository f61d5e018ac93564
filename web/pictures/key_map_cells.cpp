#include "web/pictures/key_map_cells.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr unsigned kBinBits = 16;
constexpr std::size_t kBins = std::size_t{1} << kBinBits;
constexpr std::size_t kKeysAStep = std::size_t{1} << 15;   // a millisecond or less
constexpr std::size_t kMostSorted = std::size_t{1} << 16;  // keys of a larger bin stay in their own order

}  // namespace

std::uint64_t KeyMap::moved() const {
  return std::accumulate(cells.begin(), cells.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Cell& cell) { return sum + cell.moved; });
}

bool KeyMapper::update(const Results& results, KeyMap& map, Budget& budget) {
  if (results.revision == 0) return false;
  if (results.revision != revision_) begin(results);
  if (phase_ == Phase::kDone) return false;
  if (!results.strategies[0].assignment->settle(budget)) return true;
  do step(results.strategies[0]);
  while (phase_ != Phase::kDone && !budget.spent());
  if (phase_ == Phase::kDone) map = {keys_, order_, std::move(cells_)};
  return true;
}

void KeyMapper::begin(const Results& results) {
  revision_ = results.revision;
  const StrategyResult& main = results.strategies[0];
  const std::size_t keys = results.keys->size();
  const bool ordered = phase_ >= Phase::kCells && results.keys == keys_ && recipe_ == main.recipes.front();
  if (!ordered) {
    keys_ = results.keys;
    recipe_ = main.recipes.front();
    order_ = std::make_shared<std::vector<std::uint32_t>>(keys);
    ends_.assign(kBins, 0);
    lowest_ = ~std::uint64_t{0};
    highest_ = 0;
  }
  phase_ = ordered ? Phase::kCells : Phase::kRange;
  at_ = 0;
  cells_.assign(keys <= KeyMap::kMostSingle ? keys : KeyMap::kGroups, {});
  const std::size_t known_before = results.before != nullptr ? results.before->cluster.known() : 0;
  counts_.assign(std::max(results.scenario->cluster.known(), known_before) + 1, 0);
}

void KeyMapper::step(const StrategyResult& main) {
  const std::span<const std::uint64_t> numbers = main.keys.columns[0];
  const std::size_t end = std::min(order_->size(), at_ + kKeysAStep);
  const auto next = [this](Phase phase) { phase_ = phase, at_ = 0; };
  switch (phase_) {
    case Phase::kRange:
      for (; at_ < end; ++at_) {
        lowest_ = std::min(lowest_, numbers[at_]);
        highest_ = std::max(highest_, numbers[at_]);
      }
      if (end < order_->size()) return;
      shift_ = static_cast<unsigned>(
          std::max(0, static_cast<int>(std::bit_width(highest_ - lowest_)) - static_cast<int>(kBinBits)));
      return next(Phase::kCount);
    case Phase::kCount:
      for (; at_ < end; ++at_) ++ends_[bin_of(numbers[at_])];
      if (end < order_->size()) return;
      // Turns the number of keys in each bin into the index of its first key.
      std::exclusive_scan(ends_.begin(), ends_.end(), ends_.begin(), std::uint32_t{0});
      return next(Phase::kScatter);
    case Phase::kScatter:
      for (; at_ < end; ++at_) (*order_)[ends_[bin_of(numbers[at_])]++] = static_cast<std::uint32_t>(at_);
      if (end == order_->size()) next(Phase::kSort);
      return;
    case Phase::kSort:
      sort_bins(numbers);
      if (at_ == kBins) next(Phase::kCells);
      return;
    case Phase::kCells: {
      for (std::size_t seen = 0; at_ < cells_.size() && seen < kKeysAStep; ++at_) {
        fill_cell(main, at_);
        seen += cells_[at_].keys;
      }
      if (at_ == cells_.size()) next(Phase::kDone);
      return;
    }
    case Phase::kDone: return;
  }
}

void KeyMapper::sort_bins(std::span<const std::uint64_t> numbers) {
  const auto in_order = [&](std::uint32_t a, std::uint32_t b) {
    return numbers[a] != numbers[b] ? numbers[a] < numbers[b] : a < b;
  };
  std::uint32_t* const begin = order_->data();
  for (std::size_t seen = 0; at_ < kBins && seen < kKeysAStep / 4; ++at_) {
    const std::uint32_t from = at_ == 0 ? 0 : ends_[at_ - 1], to = ends_[at_];
    if (to - from > 1 && to - from <= kMostSorted) std::sort(begin + from, begin + to, in_order);
    seen += 1 + to - from;
  }
}

void KeyMapper::count(NodeId owner) {
  const std::size_t row = owner == kNoNode ? counts_.size() - 1 : index_of(owner);
  if (counts_[row]++ == 0) touched_.push_back(static_cast<std::uint32_t>(row));
}

// Returns what was counted, and starts counting afresh.
KeyMap::Parts KeyMapper::counted() {
  std::sort(touched_.begin(), touched_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : a < b;
  });
  KeyMap::Parts parts;
  for (std::size_t i = 0; i < std::min(touched_.size(), parts.size()); ++i) {
    const bool nobody = touched_[i] + 1 == counts_.size();
    parts[i] = {nobody ? kNoNode : NodeId{touched_[i]}, counts_[touched_[i]]};
  }
  for (const std::uint32_t row : touched_) counts_[row] = 0;
  touched_.clear();
  return parts;
}

void KeyMapper::fill_cell(const StrategyResult& main, std::size_t which) {
  const std::size_t first = KeyMap::first_of(which, cells_.size(), order_->size());
  const std::size_t end = KeyMap::first_of(which + 1, cells_.size(), order_->size());
  const std::span keys = std::span(*order_).subspan(first, end - first);
  KeyMap::Cell& cell = cells_[which];
  cell.keys = static_cast<std::uint32_t>(keys.size());
  const auto owners = main.owners(), before = main.owners_before();
  for (const std::uint32_t key : keys) {
    count(owners[key]);
    if (owners[key] != before[key]) ++cell.moved;
  }
  cell.after = cell.before = counted();
  if (cell.moved == 0) return;
  for (const std::uint32_t key : keys) count(before[key]);
  cell.before = counted();
  for (const std::uint32_t key : keys) {
    if (owners[key] != before[key]) count(before[key]);
  }
  cell.from = counted()[0].owner;
}

std::string cell_size_words(const KeyMap& map) {
  if (map.single()) return say(Word::map_single);
  return say(Word::map_groups, {format_count(map.order->size() / map.cells.size(), locale())});
}

std::string key_map_words(const KeyMap& map) {
  if (map.cells.empty()) return "";
  std::string words = say(Word::map_words, {format_count(map.cells.size(), locale()), cell_size_words(map)});
  const std::uint64_t moved = map.moved();
  if (moved == 0) return words;
  std::vector<std::uint32_t> by_cell;
  for (const KeyMap::Cell& cell : map.cells) {
    if (cell.moved > 0) by_cell.push_back(cell.moved);
  }
  std::sort(by_cell.begin(), by_cell.end(), std::greater<>());
  const std::size_t tenth = std::min(by_cell.size(), (map.cells.size() + 9) / 10);
  const double gathered = std::accumulate(by_cell.begin(), by_cell.begin() + static_cast<std::ptrdiff_t>(tenth), 0.0);
  return words + say(Word::map_words_moved, {format_count(by_cell.size(), locale()),
                                             format_percent(gathered / static_cast<double>(moved), locale())});
}

std::string key_map_cell_words(const KeyMap& map, std::size_t which, const NodeNames& names) {
  const KeyMap::Cell& cell = map.cells[which];
  std::string buffer;
  const std::size_t first = KeyMap::first_of(which, map.cells.size(), map.order->size());
  std::string words(map.keys->name((*map.order)[first], buffer));
  if (cell.keys > 1) words = say(Word::map_cell_more, {words, format_count(cell.keys - 1, locale())});
  std::uint32_t others = cell.keys;
  std::string owners;
  for (const KeyMap::Part& part : cell.after) {
    if (part.keys == 0) break;
    others -= part.keys;
    owners.append(owners.empty() ? "" : ", ").append(names.of(part.owner));
    if (cell.keys > 1) owners.append(" ").append(format_count(part.keys, locale()));
  }
  if (others > 0) owners = say(Word::map_cell_others, {owners, format_count(others, locale())});
  words = say(Word::map_cell, {words, owners});
  if (cell.moved == 0) return words;
  const std::string from(names.of(cell.from));
  if (cell.keys == 1) return words + say(Word::map_cell_before, {from});
  return words + say(Word::map_cell_moved, {format_count(cell.moved, locale()), from});
}

}  // namespace reshard::ui

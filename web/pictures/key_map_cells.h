#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/simulation.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

/// All keys in the order of their positions (the first number that the strategy reads of them, a hash as a rule), cut
/// into cells: one for each key while they are few, else as many groups of as many keys.
struct KeyMap {
  static constexpr std::size_t kMostSingle = 4096;  ///< keys that get a cell of their own
  static constexpr std::size_t kGroups = 2048;      ///< where there are more
  static constexpr std::size_t kParts = 6;

  struct Part {
    NodeId owner = kNoNode;
    std::uint32_t keys = 0;
  };
  /// The owners of a cell's keys, the largest first. What they leave of the cell is spread over further ones.
  using Parts = std::array<Part, kParts>;

  struct Cell {
    Parts after, before;
    std::uint32_t keys = 0, moved = 0;
    NodeId from = kNoNode;  ///< who had most of those that moved
  };

  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const std::vector<std::uint32_t>> order;  ///< indices of keys by position
  std::vector<Cell> cells;                                  ///< empty until known

  /// Where a cell's keys begin in `order`; of the number of cells, where they all end.
  static std::size_t first_of(std::size_t cell, std::size_t cells, std::size_t keys) {
    return static_cast<std::size_t>(std::uint64_t{cell} * keys / cells);
  }
  bool single() const { return cells.size() == order->size(); }
  std::uint64_t moved() const;
};

/// Makes the map of the main strategy, some keys at a time. The order of the keys is kept for as long as they and the
/// way of reading them stay: 4 bytes a key, made in O(keys); then each result costs one look at every key.
class KeyMapper {
 public:
  /// Goes on until the budget is spent, at least a little. True where there is more to do, or `map` is new.
  bool update(const Results& results, KeyMap& map, Budget& budget);

 private:
  enum class Phase : std::uint8_t { kRange, kCount, kScatter, kSort, kCells, kDone };

  void begin(const Results& results);
  void step(const StrategyResult& main);
  void sort_bins(std::span<const std::uint64_t> numbers);
  void fill_cell(const StrategyResult& main, std::size_t cell);
  void count(NodeId owner);
  KeyMap::Parts counted();
  std::size_t bin_of(std::uint64_t number) const { return static_cast<std::size_t>((number - lowest_) >> shift_); }

  std::uint64_t revision_ = 0;
  std::shared_ptr<const KeySet> keys_;
  std::optional<Recipe> recipe_;

  Phase phase_ = Phase::kDone;
  std::size_t at_ = 0;  // keys, bins or cells that this phase has seen
  std::uint64_t lowest_ = 0, highest_ = 0;
  unsigned shift_ = 0;
  std::vector<std::uint32_t> ends_;  // by bin, while keys are scattered: where the next one goes; then where it ends
  std::shared_ptr<std::vector<std::uint32_t>> order_;

  std::vector<KeyMap::Cell> cells_;
  std::vector<std::uint32_t> counts_;   // by node, the one after the last for nobody; all 0 between two tallies
  std::vector<std::uint32_t> touched_;  // of counts_
};

/// The map in a sentence, for whoever does not see it: how many cells hold keys that moved, and where they gather.
std::string key_map_words(const KeyMap& map);

/// What a cell is: "49 keys to a cell, in the order of their positions".
std::string cell_size_words(const KeyMap& map);

/// Which keys a cell holds, their owners, and where those that moved were.
std::string key_map_cell_words(const KeyMap& map, std::size_t cell, const NodeNames& names);

}  // namespace reshard::ui

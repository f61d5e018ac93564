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

/// All keys in the order of their positions (the first number that the strategy reads of a key, usually a hash), cut
/// into cells: one per key while there are few, else a fixed number of groups of equal size.
struct KeyMap {
  static constexpr std::size_t kMostSingle = 4096;  ///< up to so many keys get a cell each
  static constexpr std::size_t kGroups = 2048;      ///< cells if there are more keys
  static constexpr std::size_t kParts = 6;

  struct Part {
    NodeId owner = kNoNode;
    std::uint32_t keys = 0;
  };
  /// The owners of a cell's keys, the largest first. The rest of the cell's keys have further owners.
  using Parts = std::array<Part, kParts>;

  struct Cell {
    Parts after, before;
    std::uint32_t keys = 0, moved = 0;
    NodeId from = kNoNode;  ///< who had most of the keys that moved
  };

  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const std::vector<std::uint32_t>> order;  ///< indices of keys by position
  std::vector<Cell> cells;                                  ///< empty until known

  /// Where a cell's keys begin in `order`; for the number of cells, the end of the last one.
  static std::size_t first_of(std::size_t cell, std::size_t cells, std::size_t keys) {
    return static_cast<std::size_t>(std::uint64_t{cell} * keys / cells);
  }
  bool single() const { return cells.size() == order->size(); }
  std::uint64_t moved() const;
};

/// Makes the map of the main strategy in slices. It keeps the order of the keys for as long as the keys and the way of
/// reading them stay the same: 4 bytes per key, made in O(keys). Each new result then costs one look at every key.
class KeyMapper {
 public:
  /// Continues until the budget is spent, with at least one small step. True if there is more to do, or `map` is new.
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
  std::size_t at_ = 0;  // keys, bins or cells that this phase has done
  std::uint64_t lowest_ = 0, highest_ = 0;
  unsigned shift_ = 0;
  std::vector<std::uint32_t> ends_;  // by bin: where the next key goes while keys are scattered, then where it ends
  std::shared_ptr<std::vector<std::uint32_t>> order_;

  std::vector<KeyMap::Cell> cells_;
  std::vector<std::uint32_t> counts_;   // by node, and a last one for no node; all 0 between two tallies
  std::vector<std::uint32_t> touched_;  // the indices of counts_ in use
};

/// The map in a sentence, for readers who do not see it: how many cells hold keys that moved, and where they cluster.
std::string key_map_words(const KeyMap& map);

/// What a cell stands for: "49 keys to a cell, in the order of their positions".
std::string cell_size_words(const KeyMap& map);

/// Which keys a cell holds, their owners, and where those that moved were before.
std::string key_map_cell_words(const KeyMap& map, std::size_t cell, const NodeNames& names);

}  // namespace reshard::ui

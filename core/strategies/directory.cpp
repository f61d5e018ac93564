// Directory: a table with a row for every key that says where the key is.
//
// Clients look every key up, so any key may be anywhere, and a move is just a changed row. Keys are inserted in order
// of arrival, each on the node that has least for its weight, or on the nodes in turn whatever their weights. An added
// node gets rows from the others until it has its share, the rows of a node that leaves are inserted again, and nothing
// else moves: rows are dealt like the slots of a SlotTable.

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/placement/first_of_key.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/slot_table.h"

namespace reshard {
namespace {

enum Param { kInsert };
enum Insert { kLeastLoaded, kRoundRobin };

constexpr std::string_view kInserts[] = {"least_loaded", "round_robin"};
constexpr ParamSpec kParams[] = {choice_param("insert", "Node for a new key", kInserts)};

class DirectoryPlacement final : public Placement {
 public:
  DirectoryPlacement(const BuildInput& input, DealtTable::Weights weights)
      : all_keys_(input.all_keys),
        newcomer_(input.cluster.nodes().front().id),
        first_(input.all_keys),
        history_(input.cluster),
        weights_(weights),
        id_(input.table) {
    for (const Node& node : input.cluster.nodes()) {
      const bool counts = weights == DealtTable::Weights::kCount;
      if (!counts || node.weight > 0) nodes_.push_back({node.id, counts ? node.weight : 1});
    }
  }

  bool step(Budget& budget) override {
    if (!table_) {
      if (!first_.step(budget)) return false;
      open_rows();
    }
    if (!table_->step(budget)) return false;
    newcomer_ = least_loaded();
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::uint32_t row = keys.keys == all_keys_.keys ? row_of(keys.index(i)) : find_row(keys.hash(i));
      owners[i] = owner(row);
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    const std::uint32_t row = index == kNotInSet ? find_row(key.hash()) : row_of(index);
    Trace trace{{"key", std::string(key.name())}};
    if (row == kNotInSet) {
      trace.push_back({"no row: a new key goes to", "", newcomer_});
    } else {
      trace.push_back({"row", decimal(row) + " / " + decimal(hashes_.size()), owner(row)});
    }
    trace.push_back(owner_step(owner(row)));
    return trace;
  }

  // Shows the rows around the key's own.
  Picture picture(const SingleKey& key) const override {
    constexpr std::size_t kShown = 4096;
    const std::uint32_t row = find_row(key.hash());
    if (row == kNotInSet) return TablePicture{{newcomer_}, 1};
    const std::size_t from = row - std::min<std::size_t>(row, kShown / 2);
    const std::size_t to = std::min(hashes_.size(), from + kShown);
    const auto rows = table_->owners().subspan(from, to - from);
    return TablePicture{{rows.begin(), rows.end()}, row - from, from};
  }

  // Every row holds its key and a node.
  std::uint64_t memory_bytes() const override { return key_bytes_ + (hashes_.size() + nodes_.size()) * sizeof(NodeId); }

 private:
  struct Target {
    NodeId node;
    double weight;
  };

  // A repeated key has a single row. Moves by hand are in terms of keys, so they are translated to rows.
  void open_rows() {
    if (first_.repeated()) number_rows();
    const auto is_row = [&](std::uint32_t key) { return first_(key) == key; };
    for (std::uint32_t key = 0; key < all_keys_.size; ++key) {
      if (is_row(key)) hashes_.push_back(all_keys_.hash(key));
    }
    key_bytes_ = estimate_key_bytes();
    if (first_.repeated()) history_.translate_moves(id_, [&](const TableMove& move) { return in_rows(move); });
    SlotTable table(hashes_.size());
    if (const auto given = history_.given(id_); given.size() == all_keys_.size) {
      std::vector<NodeId> owners;  // of a repeated key, those of its first row
      for (std::uint32_t key = 0; key < all_keys_.size; ++key) {
        if (is_row(key)) owners.push_back(given[key]);
      }
      table.go_on_from(owners);
    }
    table_.emplace(std::move(table), std::move(history_), weights_, id_);
  }

  void number_rows() {
    std::uint32_t rows = 0;
    for (std::uint32_t key = 0; key < all_keys_.size; ++key) {
      row_of_.push_back(first_(key) == key ? rows++ : row_of_[first_(key)]);
    }
  }

  std::vector<TableMove> in_rows(const TableMove& move) const {
    std::vector<TableMove> moves;
    for (std::uint64_t key = move.first; key <= move.last && key < row_of_.size(); ++key) {
      const std::uint32_t row = row_of_[static_cast<std::size_t>(key)];
      if (!moves.empty() && moves.back().last + 1 == row) {
        moves.back().last = row;
      } else {
        moves.push_back({move.table, row, row});
      }
    }
    return moves;
  }

  std::uint32_t row_of(std::uint32_t key) const { return row_of_.empty() ? key : row_of_[key]; }
  NodeId owner(std::uint32_t row) const { return row == kNotInSet ? newcomer_ : table_->owners()[row]; }

  // Finds rows by hash, as in a hash map; a picture cannot tell two keys with the same hash apart.
  std::uint32_t find_row(std::uint64_t hash) const {
    const auto at = std::find(hashes_.begin(), hashes_.end(), hash);
    return at == hashes_.end() ? kNotInSet : static_cast<std::uint32_t>(at - hashes_.begin());
  }

  // Where the next key would be inserted.
  NodeId least_loaded() const {
    std::vector<double> rows;
    for (const NodeId node : table_->owners()) {
      if (node == kNoNode) continue;
      if (rows.size() <= index_of(node)) rows.resize(index_of(node) + 1);
      ++rows[index_of(node)];
    }
    const auto load = [&](const Target& target) {
      return index_of(target.node) < rows.size() ? rows[index_of(target.node)] / target.weight : 0;
    };
    return std::min_element(nodes_.begin(), nodes_.end(),
                            [&](const Target& a, const Target& b) { return load(a) < load(b); })
        ->node;
  }

  // Estimates from at most a thousand keys.
  std::uint64_t estimate_key_bytes() const {
    const std::uint32_t sampled = std::min(1000u, all_keys_.size);
    std::uint64_t bytes = 0;
    std::string buffer;
    for (std::uint32_t i = 0; i < sampled; ++i) {
      const auto index = static_cast<std::uint32_t>(std::uint64_t{i} * all_keys_.size / sampled);
      bytes += all_keys_.keys->name(all_keys_.first + index, buffer).size();
    }
    return bytes * all_keys_.size / sampled;
  }

  KeyBlock all_keys_;          // its names and numbers are read only during building
  std::vector<Target> nodes_;  // those that take keys
  NodeId newcomer_;            // where a key without a row would go
  FirstOfKey first_;
  std::vector<std::uint32_t> row_of_;  // by key; empty if every key has its own row
  Replay history_;                     // until the table exists
  DealtTable::Weights weights_;
  std::string_view id_;
  std::optional<DealtTable> table_;
  std::vector<std::uint64_t> hashes_;  // by row
  std::uint64_t key_bytes_ = 0;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const bool least_loaded = static_cast<Insert>(input.params[kInsert]) == kLeastLoaded;
  return make_placement<DirectoryPlacement>(input,
                                            least_loaded ? DealtTable::Weights::kCount : DealtTable::Weights::kIgnored);
}

Traits traits_with(std::span<const double> params) {
  if (static_cast<Insert>(params[kInsert]) == kRoundRobin) {
    return {Trait::kAnyRemoval, Trait::kLeastOnAdd,   Trait::kLeastOnRemove,
            Trait::kHistory,    Trait::kNeedsAllKeys, Trait::kMovesByHand};
  }
  return {Trait::kWeights, Trait::kAnyRemoval,   Trait::kLeastOnAdd, Trait::kLeastOnRemove,
          Trait::kHistory, Trait::kNeedsAllKeys, Trait::kMovesByHand};
}

std::uint64_t entries(std::span<const double>, std::uint64_t keys) { return keys; }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "The rows still name it: requests fail until a replica of the shard is promoted or the rows are "
              "changed.",
     .source = "Vitess, Emergency reparenting"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules directory_down;
constinit const DownRules directory_down = kDown;

extern const Strategy directory_strategy;
constinit const Strategy directory_strategy{
    .id = "directory",
    .title = "Directory",
    .family = Family::kDirectory,
    .summary = "One row per key: perfectly even, any key can live anywhere, and only the necessary keys move.",
    .limits = "Memory grows with the keys, every lookup asks the directory, and if it is down nothing is found.",
    .source = "Lookup tables of Vitess and Google File System's master (Ghemawat et al., SOSP 2003)",
    .lookup = "O(1) and a call to the directory",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory,
               Trait::kNeedsAllKeys, Trait::kMovesByHand},
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .entry = "key",
    .entries = entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

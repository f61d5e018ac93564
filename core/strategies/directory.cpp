// Directory: a table with a row for every key, which says where the key is.
//
// Whoever asks looks the key up; so any key may be anywhere, and a move is a new entry. Keys are inserted in the order
// of their arrival, each on the node that has least for its weight, or on one node after the other whatever their
// weights. An added node is given rows of the others until it has its share, the rows of a node that leaves are
// inserted again, and nothing else moves: rows are dealt as the slots of a SlotTable.

#include <algorithm>

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/slot_table.h"

namespace reshard {
namespace {

enum Param { kInsert };
enum Insert { kLeastLoaded, kRoundRobin };

constexpr std::string_view kInserts[] = {"least_loaded", "round_robin"};
constexpr ParamSpec kParams[] = {choice_param("insert", "Node of a new key", kInserts)};

class DirectoryPlacement final : public Placement {
 public:
  DirectoryPlacement(const BuildInput& input, DealtTable::Weights weights)
      : all_keys_(input.all_keys),
        newcomer_(input.cluster.nodes().front().id),
        table_(SlotTable(input.all_keys.size), Replay(input.cluster), weights, input.table) {
    for (const Node& node : input.cluster.nodes()) {
      const bool counts = weights == DealtTable::Weights::kCount;
      if (!counts || node.weight > 0) nodes_.push_back({node.id, counts ? node.weight : 1});
    }
  }

  bool step(Budget& budget) override {
    if (!table_.step(budget)) return false;
    if (hashes_.empty() && all_keys_.size > 0) {
      hashes_.assign(all_keys_.columns[0].begin(), all_keys_.columns[0].end());
      key_bytes_ = estimate_key_bytes();
    }
    newcomer_ = least_loaded();
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::uint32_t row = keys.keys == all_keys_.keys ? keys.index(i) : find_row(keys.hash(i));
      owners[i] = owner(row);
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    const std::uint32_t row = index == kNotInSet ? find_row(key.hash()) : index;
    Trace trace{{"key", std::string(key.name())}};
    if (row == kNotInSet) {
      trace.push_back({"no row: a new key goes to", "", newcomer_});
    } else {
      trace.push_back({"row", decimal(row) + " / " + decimal(hashes_.size()), owner(row)});
    }
    trace.push_back(owner_step(owner(row)));
    return trace;
  }

  // The rows around the key's own.
  Picture picture(const SingleKey& key) const override {
    constexpr std::size_t kShown = 4096;
    const std::uint32_t row = find_row(key.hash());
    if (row == kNotInSet) return TablePicture{{newcomer_}, 1};
    const std::size_t from = row - std::min<std::size_t>(row, kShown / 2);
    const std::size_t to = std::min(hashes_.size(), from + kShown);
    const auto rows = table_.owners().subspan(from, to - from);
    return TablePicture{{rows.begin(), rows.end()}, row - from, from};
  }

  // Every row has its key and a node.
  std::uint64_t memory_bytes() const override { return key_bytes_ + (hashes_.size() + nodes_.size()) * sizeof(NodeId); }

 private:
  struct Target {
    NodeId node;
    double weight;
  };

  NodeId owner(std::uint32_t row) const { return row == kNotInSet ? newcomer_ : table_.owners()[row]; }

  // Rows are found by hash, as in a hash map; two keys of one hash are one to a picture.
  std::uint32_t find_row(std::uint64_t hash) const {
    const auto at = std::find(hashes_.begin(), hashes_.end(), hash);
    return at == hashes_.end() ? kNotInSet : static_cast<std::uint32_t>(at - hashes_.begin());
  }

  // Where the next key would be inserted.
  NodeId least_loaded() const {
    std::vector<double> rows;
    for (const NodeId node : table_.owners()) {
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

  // From at most a thousand keys.
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

  KeyBlock all_keys_;          // its names and numbers are read while it is built only
  std::vector<Target> nodes_;  // that take keys
  NodeId newcomer_;            // the node of a key that has no row
  DealtTable table_;
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

}  // namespace

extern const Strategy directory_strategy;
constinit const Strategy directory_strategy{
    .id = "directory",
    .title = "Directory",
    .family = Family::kDirectory,
    .summary = "A row a key: perfectly even, any key can be anywhere, and a change moves exactly what it must.",
    .limits = "Memory grows with the keys, every lookup asks the directory, and without it nothing is found.",
    .source = "Lookup tables of Vitess and Google File System's master (Ghemawat et al., SOSP 2003)",
    .lookup = "O(1) and a question to the directory",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory,
               Trait::kNeedsAllKeys, Trait::kMovesByHand},
    .params = kParams,
    .traits_with = traits_with,
    .entry = "key",
    .entries = entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

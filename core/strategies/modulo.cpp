// Modulo: owner = node number h(key) mod n.
//
// The scheme that everybody starts with. From n to n + 1 nodes a key stays only if h mod n = h mod (n + 1),
// which n of n (n + 1) residues do: 1/(n + 1) of the keys stay. From n to k n a key of node p goes to one of
// p, p + n, …, p + (k - 1) n, so that an old shard splits only into its own images.

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

namespace reshard {
namespace {

class ModuloPlacement final : public Placement {
 public:
  explicit ModuloPlacement(std::vector<NodeId> nodes) : nodes_(std::move(nodes)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = nodes_[keys.hash(i) % nodes_.size()];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t h = key.hash();
    return {{"hash", hex64(h)},
            {"remainder", decimal(h) + " mod " + decimal(nodes_.size()) + " = " + decimal(h % nodes_.size())},
            owner_step(nodes_[h % nodes_.size()])};
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{nodes_, key.hash() % nodes_.size()}; }

  std::uint64_t memory_bytes() const override { return nodes_.size() * sizeof(NodeId); }

 private:
  std::vector<NodeId> nodes_;  // by position
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<ModuloPlacement>(ids_by_position(input.cluster));
}

}  // namespace

extern const Strategy modulo_strategy;
constinit const Strategy modulo_strategy{
    .id = "modulo",
    .title = "Modulo",
    .family = Family::kArithmetic,
    .summary = "Even and free of any table, good while the number of nodes never changes.",
    .limits = "Every change of the number of nodes moves almost all keys, and weights are unknown to it.",
    .source = "The division method, Knuth, The Art of Computer Programming 3, section 6.4",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

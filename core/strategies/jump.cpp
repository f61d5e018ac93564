// Jump consistent hash: a key jumps through ever larger bucket numbers until the next jump passes the end.
//
// J. Lamping and E. Veach, "A fast, minimal memory, consistent hash algorithm", arXiv:1406.2294, figure 1. The
// key's own random numbers say where it jumps, whatever the number of buckets; so an added bucket n takes exactly
// the keys whose next jump is n. Buckets are numbered, hence only the last can leave; what users do when another
// one has to go is a parameter.

#include <algorithm>

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

namespace reshard {
namespace {

enum Param { kRemoval };
enum Removal { kLast, kRenumber, kSwapLast };

constexpr std::string_view kRemovals[] = {"last", "renumber", "swap_last"};
constexpr ParamSpec kParams[] = {choice_param("removal", "When a node leaves", kRemovals)};

/// The bucket that the key jumps to from bucket b; `key` becomes its next random number.
std::int64_t next_jump(std::uint64_t& key, std::int64_t b) {
  key = key * 2862933555777941757u + 1;
  // Divide first, then multiply, in double: the paper's order, which all bit-compatible ports keep.
  return static_cast<std::int64_t>(static_cast<double>(b + 1) *
                                   (static_cast<double>(std::int64_t{1} << 31) / static_cast<double>((key >> 33) + 1)));
}

std::uint32_t jump(std::uint64_t key, std::int64_t buckets) {
  std::int64_t b = -1;
  std::int64_t j = 0;
  while (j < buckets) {
    b = j;
    j = next_jump(key, b);
  }
  return static_cast<std::uint32_t>(b);
}

class JumpPlacement final : public Placement {
 public:
  explicit JumpPlacement(std::vector<NodeId> buckets) : buckets_(std::move(buckets)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    const auto n = static_cast<std::int64_t>(buckets_.size());
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = buckets_[jump(keys.hash(i), n)];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace{{"hash", hex64(key.hash())}};
    for (const std::uint32_t bucket : path(key.hash())) trace.push_back({"jump", decimal(bucket), buckets_[bucket]});
    trace.push_back(owner_step(trace.back().node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return JumpPicture{buckets_, path(key.hash())}; }

  std::uint64_t memory_bytes() const override { return buckets_.size() * sizeof(NodeId); }

 private:
  std::vector<std::uint32_t> path(std::uint64_t key) const {
    std::vector<std::uint32_t> buckets;
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(buckets_.size()); j = next_jump(key, j)) {
      buckets.push_back(static_cast<std::uint32_t>(j));
    }
    return buckets;
  }

  std::vector<NodeId> buckets_;  // by number
};

// Who has which bucket number after everything that happened.
Result<std::vector<NodeId>> number_buckets(const Cluster& cluster, Removal removal) {
  std::vector<NodeId> buckets;
  for (const Node& node : cluster.initial()) buckets.push_back(node.id);
  for (const ClusterEvent& event : cluster.log()) {
    if (event.kind == ClusterEvent::Kind::kAdd) buckets.push_back(event.node.id);
    if (event.kind != ClusterEvent::Kind::kRemove) continue;
    const auto gone = std::find(buckets.begin(), buckets.end(), event.node.id);
    const bool last = gone + 1 == buckets.end();
    if (removal == kLast && !last) {
      return Error{ErrorCode::only_last_leaves, "nodes", {event.node.name, cluster.name_of(buckets.back())}};
    }
    if (removal == kRenumber) {
      buckets.erase(gone);
    } else {
      *gone = buckets.back();
      buckets.pop_back();
    }
  }
  return buckets;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  auto buckets = number_buckets(input.cluster, static_cast<Removal>(input.params[kRemoval]));
  if (!buckets.ok()) return buckets.error();
  return make_placement<JumpPlacement>(buckets.take());
}

}  // namespace

extern const Strategy jump_strategy;
constinit const Strategy jump_strategy{
    .id = "jump",
    .title = "Jump consistent hash",
    .family = Family::kJump,
    .summary = "Perfectly even without any table, and growing moves only what it must.",
    .limits = "Nodes are numbers: only the last can leave, and weights are unknown to it.",
    .source = "Lamping and Veach, arXiv:1406.2294",
    .lookup = "O(log n)",
    .traits = {Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory},
    .params = kParams,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

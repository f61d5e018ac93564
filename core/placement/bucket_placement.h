#pragma once

#include <algorithm>
#include <utility>

#include "core/base/small.h"
#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"

// Shared by the strategies that compute a bucket number, where each bucket in use is a node.

namespace reshard {

/// Returned where a key has no bucket.
inline constexpr std::uint32_t kNoBucket = 0xFFFFFFFFu;

/// Iterates over the keys of a block, as strategies see them.
class KeyCursor {
 public:
  explicit KeyCursor(const KeyBlock& keys) : keys_(keys) {}

  bool next() { return ++at_ < keys_.size; }  ///< to the first key, then to the following ones
  std::uint32_t at() const { return at_; }
  std::uint64_t hash() const { return keys_.hash(at_); }
  /// For strategies that hash the key again; valid until the next call.
  std::string_view name() { return keys_.keys->name(keys_.index(at_), buffer_); }

 private:
  const KeyBlock& keys_;
  std::uint32_t at_ = 0xFFFFFFFFu;
  std::string buffer_;
};

/// Owners by bucket number: everything that does not run for every key.
class BucketTable : public Placement {
 public:
  /// `nodes`: by bucket; kNoNode where there is none.
  explicit BucketTable(std::vector<NodeId> nodes) : nodes_(std::move(nodes)) {}

  Trace explain(const SingleKey& key, std::uint32_t) const override;
  Picture picture(const SingleKey& key) const override;

 protected:
  struct Tried {
    std::string_view label;
    std::uint32_t bucket;
  };

  /// The bucket of the cursor's key, or kNoBucket. Appends the buckets that it tries; the last one is the result.
  virtual std::uint32_t search(KeyCursor& key, std::vector<Tried>& tried) const = 0;

  NodeId node_of(std::uint32_t bucket) const { return bucket < nodes_.size() ? nodes_[bucket] : kNoNode; }

  std::vector<NodeId> nodes_;

 private:
  std::uint32_t search_for(const SingleKey& key, std::vector<Tried>& tried) const;
};

/// A Lookup has
///   template <typename Visit> std::uint32_t operator()(KeyCursor& key, Visit visit) const
/// which calls visit(label, bucket) for every bucket that it tries, last for the one that it returns (or returns
/// kNoBucket), and
///   std::uint64_t memory_bytes() const
/// for its own state. Lookup and explanation run the same code, so they cannot disagree.
template <typename Lookup>
class BucketPlacement : public BucketTable {
 public:
  BucketPlacement(Lookup lookup, std::vector<NodeId> nodes)
      : BucketTable(std::move(nodes)), lookup_(std::move(lookup)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (KeyCursor key(keys); key.next();) {
      owners[key.at()] = node_of(lookup_(key, [](std::string_view, std::uint32_t) {}));
    }
  }

  std::uint64_t memory_bytes() const override { return nodes_.size() * sizeof(NodeId) + lookup_.memory_bytes(); }

 protected:
  RESHARD_SMALL std::uint32_t search(KeyCursor& key, std::vector<Tried>& tried) const final {
    return lookup_(key, [&](std::string_view label, std::uint32_t bucket) { tried.push_back({label, bucket}); });
  }

  Lookup lookup_;
};

/// Replays a cluster's history for strategies whose state depends on it. `state` starts with the initial nodes in
/// buckets 0, 1, …. state.add() returns the bucket of a node that joins (a Result), state.remove(bucket) notes that its
/// node left, and state.finish(), called last, returns the number of buckets. Returns the nodes by bucket.
template <typename State>
Result<std::vector<NodeId>> replay_buckets(const Cluster& cluster, State& state) {
  std::vector<NodeId> nodes;
  std::vector<std::uint32_t> bucket_of(cluster.known());  // by id
  const auto settle = [&](NodeId id, std::uint32_t bucket) {
    if (bucket >= nodes.size()) nodes.resize(bucket + std::size_t{1}, kNoNode);
    nodes[bucket] = id;
    bucket_of[index_of(id)] = bucket;
  };
  for (const Node& node : cluster.initial()) settle(node.id, static_cast<std::uint32_t>(nodes.size()));
  for (const ClusterEvent& event : cluster.log()) {
    if (event.kind == ClusterEvent::Kind::kAdd) {
      const auto bucket = state.add();
      if (!bucket.ok()) return bucket.error();
      settle(event.node.id, bucket.value());
    }
    if (event.kind == ClusterEvent::Kind::kRemove) {
      const std::uint32_t bucket = bucket_of[index_of(event.node.id)];
      state.remove(bucket);
      nodes[bucket] = kNoNode;
    }
  }
  nodes.resize(state.finish(), kNoNode);
  return nodes;
}

/// The parameter `capacity` of strategies that reserve buckets: 0 means twice the initial nodes; fewer than the initial
/// nodes is an error.
Result<std::uint32_t> bucket_capacity(const Cluster& cluster, double param);

/// The error for a node too many.
Error beyond_capacity(std::uint64_t needed, std::uint64_t capacity);

inline constexpr ParamSpec kCapacityParam{.key = "capacity",
                                          .label = "Capacity (0 = automatic)",
                                          .min = 0,
                                          .max = 2 * kMaxNodes,
                                          .fallback = 0,
                                          .unit = "buckets"};

}  // namespace reshard

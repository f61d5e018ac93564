#pragma once

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

// What the schemes share that compute the number of a bucket, where the buckets in use are nodes.

namespace reshard {

/// The bucket of a key that has none.
inline constexpr std::uint32_t kNoBucket = 0xFFFFFFFFu;

/// One key of a block after the other, as schemes see them.
class KeyCursor {
 public:
  explicit KeyCursor(const KeyBlock& keys) : keys_(keys) {}

  bool next() { return ++at_ < keys_.size; }  ///< to the first key, then to the one after
  std::uint32_t at() const { return at_; }
  std::uint64_t hash() const { return keys_.hash(at_); }
  /// For schemes that hash it again; valid until the next call.
  std::string_view name() { return keys_.keys->name(keys_.index(at_), buffer_); }

 private:
  const KeyBlock& keys_;
  std::uint32_t at_ = 0xFFFFFFFFu;
  std::string buffer_;
};

/// Owners by the number of a bucket. A Scheme has
///   template <typename Visit> std::uint32_t operator()(KeyCursor& key, Visit visit) const
/// which calls visit(label, bucket) for every bucket that it tries, ends with the one that it returns (or returns
/// kNoBucket), and
///   std::uint64_t memory_bytes() const
/// of its own state. Looking up and explaining are the same code, so that they cannot differ.
template <typename Scheme>
class BucketPlacement : public Placement {
 public:
  /// `nodes` by bucket; kNoNode where none is.
  BucketPlacement(Scheme scheme, std::vector<NodeId> nodes) : scheme_(std::move(scheme)), nodes_(std::move(nodes)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (KeyCursor key(keys); key.next();) {
      owners[key.at()] = node_of(scheme_(key, [](std::string_view, std::uint32_t) {}));
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace{{"hash", hex64(key.hash())}};
    const std::uint32_t bucket =
        walk(key, [&](std::string_view label, std::uint32_t b) { trace.push_back({label, decimal(b), node_of(b)}); });
    trace.push_back(owner_step(node_of(bucket)));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    JumpPicture picture{nodes_, {}};
    walk(key, [&](std::string_view, std::uint32_t b) {
      if (b < nodes_.size()) picture.path.push_back(b);
    });
    return picture;
  }

  std::uint64_t memory_bytes() const override { return nodes_.size() * sizeof(NodeId) + scheme_.memory_bytes(); }

 protected:
  Scheme scheme_;
  std::vector<NodeId> nodes_;

 private:
  template <typename Visit>
  std::uint32_t walk(const SingleKey& key, Visit visit) const {
    const KeyBlock block = key.block();
    KeyCursor cursor(block);
    cursor.next();
    return scheme_(cursor, visit);
  }

  NodeId node_of(std::uint32_t bucket) const { return bucket < nodes_.size() ? nodes_[bucket] : kNoNode; }
};

/// Replays a cluster's history for schemes whose state it is. `state` begins with the initial nodes in buckets 0, 1, …;
/// state.add() gives the bucket of a node that comes (a Result), state.remove(bucket) takes note of one that is left,
/// state.finish() comes last and gives the number of all buckets. Returns the nodes by bucket.
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

/// The `capacity` of schemes that prepare for so many buckets: 0 is twice the initial nodes, less than these an error.
Result<std::uint32_t> bucket_capacity(const Cluster& cluster, double param);

/// The error of a node too many.
Error beyond_capacity(std::uint64_t needed, std::uint64_t capacity);

inline constexpr ParamSpec kCapacityParam{
    .key = "capacity", .label = "Capacity (0: by rule)", .min = 0, .max = 2 * kMaxNodes, .fallback = 0, .unit = "buckets"};

}  // namespace reshard

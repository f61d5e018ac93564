#include "core/placement/bucket_placement.h"

namespace reshard {

std::uint32_t BucketTable::search_for(const SingleKey& key, std::vector<Tried>& tried) const {
  const KeyBlock block = key.block();
  KeyCursor cursor(block);
  cursor.next();
  return search(cursor, tried);
}

Trace BucketTable::explain(const SingleKey& key, std::uint32_t) const {
  std::vector<Tried> tried;
  const NodeId owner = node_of(search_for(key, tried));
  Trace trace{{"hash", hex64(key.hash())}};
  for (const Tried& one : tried) trace.push_back({one.label, decimal(one.bucket), node_of(one.bucket)});
  trace.push_back(owner_step(owner));
  return trace;
}

Picture BucketTable::picture(const SingleKey& key) const {
  JumpPicture picture{nodes_, {}};
  std::vector<Tried> tried;
  search_for(key, tried);
  for (const Tried& one : tried) {
    if (one.bucket < nodes_.size()) picture.path.push_back(one.bucket);
  }
  return picture;
}

Error beyond_capacity(std::uint64_t needed, std::uint64_t capacity) {
  return {ErrorCode::too_large, "capacity", {decimal(needed) + " buckets", decimal(capacity)}};
}

Result<std::uint32_t> bucket_capacity(const Cluster& cluster, double param) {
  const auto initial = static_cast<std::uint32_t>(cluster.initial().size());
  if (param == 0) return 2 * initial;
  const auto capacity = static_cast<std::uint32_t>(param);
  if (capacity < initial) return beyond_capacity(initial, capacity);
  return capacity;
}

}  // namespace reshard

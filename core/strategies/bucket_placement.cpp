#include "core/strategies/bucket_placement.h"

namespace reshard {

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

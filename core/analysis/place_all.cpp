#include "core/analysis/place_all.h"

namespace reshard {

std::vector<NodeId> place_all(const Placement& placement, const KeyBlock& keys, unsigned replicas) {
  std::vector<NodeId> owners(std::size_t{keys.size} * replicas);
  if (replicas == 1) {
    placement.place(keys, owners);
  } else {
    placement.place_replicas(keys, replicas, owners);
  }
  return owners;
}

}  // namespace reshard

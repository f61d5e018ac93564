#include "core/placement/incremental.h"

#include "core/base/check.h"

namespace reshard {

void Incremental::stand(const KeyBlock&, std::span<const NodeId>, std::span<std::uint32_t>) const {
  check_failed("a strategy with standings", __FILE__, __LINE__);
}

bool has_standings(const Placement& placement) {
  const Incremental* incremental = placement.incremental();
  return incremental != nullptr && incremental->has_standings();
}

std::vector<OwnedRange> ranges_of(const Placement& placement) {
  const Incremental* incremental = placement.incremental();
  return incremental == nullptr ? std::vector<OwnedRange>() : incremental->ranges();
}

bool has_ranges(const Placement& placement) {
  const Incremental* incremental = placement.incremental();
  return incremental != nullptr && incremental->has_ranges();
}

void append_move(std::vector<RangeMove>& moves, const RangeMove& move) {
  const bool adjoins = !moves.empty() && moves.back().last + 1 == move.first && moves.back().from == move.from &&
                       moves.back().to == move.to;
  if (adjoins) {
    moves.back().last = move.last;
  } else {
    moves.push_back(move);
  }
}

std::uint64_t slots_of(const Placement& placement) {
  const Incremental* incremental = placement.incremental();
  return incremental == nullptr ? 0 : incremental->slots();
}

void list_taken(const Placement& placement, const Newcomer& newcomer, const KeyBlock& keys,
                std::vector<std::uint32_t>& taken) {
  const Incremental* incremental = placement.incremental();
  if (incremental != nullptr && incremental->take(newcomer, keys, taken)) return;
  std::vector<NodeId> owners(keys.size);
  placement.place(keys, owners);
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    if (owners[i] == newcomer.node) taken.push_back(i);
  }
}

}  // namespace reshard

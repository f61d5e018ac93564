#include "core/placement/systems/redis_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/ranking.h"

namespace reshard::redis {
namespace {

struct Master {
  NodeId id;
  float weight;
  int slots = 0;
  int balance = 0;  // slots to give away if positive, to get if negative
};

std::vector<Master> count_slots(std::span<const Node> nodes, std::span<const NodeId> owners) {
  std::vector<int> slots;
  for (const NodeId owner : owners) {
    if (owner == kNoNode) continue;
    if (slots.size() <= index_of(owner)) slots.resize(index_of(owner) + 1);
    ++slots[index_of(owner)];
  }
  std::vector<Master> masters;
  for (const Node& node : nodes) {
    masters.push_back({node.id, static_cast<float>(node.weight)});
    if (index_of(node.id) < slots.size()) masters.back().slots = slots[index_of(node.id)];
  }
  return masters;
}

// The greatest first; equal ones keep their order.
void sort_by(std::vector<Master>& masters, int (*value)(const Master&)) {
  std::vector<std::int64_t> values;
  values.reserve(masters.size());
  for (const Master& master : masters) values.push_back(value(master));
  std::vector<Master> sorted;
  for (const std::uint32_t at : ranking(values)) sorted.push_back(masters[at]);
  masters = std::move(sorted);
}

/// The slots that each master has when a plan begins. No master gives away what it has just got, so one pass over the
/// table serves all moves of a plan; a cluster of thousands has hundreds of moves.
class Holdings {
 public:
  explicit Holdings(std::span<NodeId> owners) : owners_(owners), slots_(owners.size()) {
    for (const NodeId owner : owners) {
      if (owner == kNoNode) continue;
      if (next_.size() <= index_of(owner)) next_.resize(index_of(owner) + std::size_t{1});
      ++next_[index_of(owner)];
    }
    std::exclusive_scan(next_.begin(), next_.end(), next_.begin(), std::uint32_t{0});
    ends_ = next_;
    for (std::uint32_t slot = 0; slot < owners.size(); ++slot) {
      if (owners[slot] != kNoNode) slots_[ends_[index_of(owners[slot])]++] = slot;
    }
  }

  void move_lowest(NodeId from, NodeId to, int count) {
    const std::size_t id = index_of(from);
    if (id >= next_.size()) return;
    for (; count > 0 && next_[id] < ends_[id]; --count) owners_[slots_[next_[id]++]] = to;
  }

  /// Those that the next move takes.
  std::span<const std::uint32_t> lowest(NodeId from, int count) const {
    const std::size_t id = index_of(from);
    if (id >= next_.size()) return {};
    return std::span(slots_).subspan(next_[id],
                                     std::min<std::size_t>(static_cast<std::size_t>(count), ends_[id] - next_[id]));
  }

 private:
  std::span<NodeId> owners_;
  std::vector<std::uint32_t> slots_;        // by owner, ascending
  std::vector<std::uint32_t> next_, ends_;  // by id: where the slots that it still has begin, and where they end
};

// The first master of each host, then the second of each, and so on; hosts in order of first occurrence.
std::vector<NodeId> interleave_hosts(std::span<const Node> masters) {
  struct Host {
    std::string_view name;
    std::vector<NodeId> masters;
  };
  std::vector<Host> hosts;
  for (const Node& node : masters) {
    const std::string_view name = endpoint(node.name).host;
    auto host = std::find_if(hosts.begin(), hosts.end(), [&](const Host& known) { return known.name == name; });
    if (host == hosts.end()) host = hosts.insert(host, {name, {}});
    host->masters.push_back(node.id);
  }
  std::vector<NodeId> order;
  for (std::size_t round = 0; order.size() < masters.size(); ++round) {
    for (const Host& host : hosts) {
      if (round < host.masters.size()) order.push_back(host.masters[round]);
    }
  }
  return order;
}

bool over_threshold(int slots, int expected, float threshold) {
  if (slots == 0) return expected > 1;
  return static_cast<float>(std::fabs(100 - 100.0 * expected / slots)) > threshold;
}

// Sets every master's balance; false where all are within the threshold, in percent.
bool weigh(std::vector<Master>& masters, float threshold) {
  float total_weight = 0;
  for (const Master& master : masters) total_weight += master.weight;
  if (total_weight == 0) return false;
  bool reached = false;
  for (Master& master : masters) {
    const int expected = static_cast<int>(static_cast<float>(kSlots) / total_weight * master.weight);
    master.balance = master.slots - expected;
    reached = reached || over_threshold(master.slots, expected, threshold);
  }
  return reached;
}

// As shares are rounded down, some slots remain unassigned: they go one by one to the masters that get some anyway.
void spread_rounding(std::vector<Master>& masters) {
  int rest = 0;
  bool anybody = false;
  for (const Master& master : masters) {
    rest += master.balance;
    anybody = anybody || master.balance <= 0;
  }
  while (anybody && rest > 0) {
    for (Master& master : masters) {
      if (master.balance > 0 || rest == 0) continue;
      --master.balance;
      --rest;
    }
  }
}

constexpr float kDefaultThreshold = 2;  // percent

// Gives slots away, and calls before(holdings, from, to, count) before each move. Inlined: so it takes no more wasm than a
// rebalance with one threshold that tells nobody what it moves.
template <typename Before>
[[gnu::always_inline]] inline void plan(std::vector<Master>& masters, std::span<NodeId> owners, float threshold,
                                        const Before& before) {
  if (!weigh(masters, threshold)) return;
  spread_rounding(masters);
  sort_by(masters, [](const Master& master) { return -master.balance; });
  Holdings holdings(owners);
  std::size_t dst = 0;
  std::size_t src = masters.size() - 1;
  while (dst < src) {
    const int count = std::min(std::abs(masters[dst].balance), std::abs(masters[src].balance));
    before(holdings, masters[src].id, masters[dst].id, count);
    holdings.move_lowest(masters[src].id, masters[dst].id, count);
    masters[dst].balance += count;
    masters[src].balance -= count;
    if (masters[dst].balance == 0) ++dst;
    if (masters[src].balance == 0) --src;
  }
}

}  // namespace

void create(std::span<const Node> masters, std::span<NodeId> owners) {
  const auto order = interleave_hosts(masters);
  const float slots_per_node = static_cast<float>(kSlots) / static_cast<float>(order.size());
  float cursor = 0;
  long first = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    long last = std::lround(cursor + slots_per_node - 1);
    if (last > static_cast<long>(kSlots) || i + 1 == order.size()) last = static_cast<long>(kSlots) - 1;
    last = std::max(last, first);
    for (long slot = first; slot <= last; ++slot) owners[static_cast<std::size_t>(slot)] = order[i];
    first = last + 1;
    cursor += slots_per_node;
  }
}

void rebalance(std::span<const Node> nodes, std::span<NodeId> owners) {
  auto masters = count_slots(nodes, owners);
  // A master without slots and with weight 0 has become a replica, so rounding must not give it any either.
  std::erase_if(masters, [](const Master& master) { return master.slots == 0 && master.weight == 0; });
  plan(masters, owners, kDefaultThreshold, [](const Holdings&, NodeId, NodeId, int) {});
}

std::vector<SlotMove> rebalance(std::span<const Node> nodes, std::span<NodeId> owners, float threshold,
                                bool use_empty) {
  std::vector<SlotMove> moves;
  auto masters = count_slots(nodes, owners);
  std::erase_if(masters, [&](const Master& master) { return master.slots == 0 && !use_empty; });
  if (masters.empty() || !(threshold > 0)) return moves;
  plan(masters, owners, threshold, [&](const Holdings& holdings, NodeId from, NodeId to, int count) {
    const auto slots = holdings.lowest(from, count);
    if (!slots.empty()) moves.push_back({from, to, {slots.begin(), slots.end()}});
  });
  return moves;
}

void reshard(std::span<const Node> nodes, NodeId to, std::size_t count, std::span<NodeId> owners) {
  auto sources = count_slots(nodes, owners);
  std::erase_if(sources, [&](const Master& master) { return master.id == to; });
  sort_by(sources, [](const Master& source) { return source.slots; });
  int total = 0;
  for (const Master& source : sources) total += source.slots;
  Holdings holdings(owners);
  int left = static_cast<int>(count);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const float part = static_cast<float>(count) / static_cast<float>(total) * static_cast<float>(sources[i].slots);
    const int most = std::min(left, static_cast<int>(i == 0 ? std::ceil(part) : std::floor(part)));
    holdings.move_lowest(sources[i].id, to, most);
    left -= most;
  }
}

}  // namespace reshard::redis

#include "core/placement/systems/kafka_group.h"

#include <algorithm>

#include "core/base/ranking.h"

namespace reshard {

void KafkaGroup::rank(std::span<const Node> members) {
  const auto order = in_order(members.size(), [&](auto a, auto b) { return members[a].name < members[b].name; });
  members_.clear();
  for (const std::uint32_t i : order) members_.push_back(members[i].id);
}

KafkaGroup::Ranks KafkaGroup::ranks() const {
  Ranks by_id;
  for (std::uint32_t rank = 0; rank < members_.size(); ++rank) {
    const std::size_t id = index_of(members_[rank]);
    if (id >= by_id.size()) by_id.resize(id + 1, kNobody);
    by_id[id] = rank;
  }
  Ranks ranks;
  for (const NodeId owner : owners_) ranks.push_back(index_of(owner) < by_id.size() ? by_id[index_of(owner)] : kNobody);
  return ranks;
}

void KafkaGroup::range(Ranks& assigned) const {
  const std::size_t each = assigned.size() / members_.size(), more = assigned.size() % members_.size();
  std::size_t next = 0;
  for (std::uint32_t rank = 0; rank < members_.size(); ++rank) {
    for (std::size_t i = 0; i < each + (rank < more ? 1 : 0); ++i) assigned[next++] = rank;
  }
}

void KafkaGroup::round_robin(Ranks& assigned) const {
  for (std::size_t p = 0; p < assigned.size(); ++p) assigned[p] = static_cast<std::uint32_t>(p % members_.size());
}

// Partitions that nobody has go one by one to the member with the fewest; then those with too many give some away.
void KafkaGroup::stick(Ranks& assigned) const {
  const Ranks held = assigned;
  std::vector<std::size_t> counts(members_.size());
  std::vector<std::size_t> free;
  for (std::size_t p = 0; p < held.size(); ++p) {
    if (held[p] == kNobody) free.push_back(p);
    if (held[p] != kNobody) ++counts[held[p]];
  }
  // librdkafka lists them as its map of partitions does, the last first, unless all are free and the list is sorted.
  const bool last_first = assignor_ == Assignor::kCooperativeSticky && free.size() < held.size();
  if (last_first) std::reverse(free.begin(), free.end());
  Loads loads;
  for (std::uint32_t rank = 0; rank < counts.size(); ++rank) loads.insert({counts[rank], rank});
  for (const std::size_t p : free) {
    const std::uint32_t rank = loads.begin()->second;
    loads.erase(loads.begin());
    assigned[p] = rank;
    loads.insert({++counts[rank], rank});
  }
  level(held, assigned, counts, loads);
}

// Of the partitions that members had before, the one with most offers one, again and again, until no member has two more
// than another. Those just assigned are with members of few partitions, and stay.
void KafkaGroup::level(const Ranks& held, Ranks& assigned, std::vector<std::size_t>& counts, Loads& loads) const {
  const auto is_level = [&] { return loads.rbegin()->first - loads.begin()->first <= 1; };
  if (is_level()) return;
  std::vector<std::vector<std::size_t>> offers(members_.size());  // each member's partitions, the next one last
  for (std::size_t p = 0; p < held.size(); ++p) {
    if (held[p] != kNobody) offers[held[p]].push_back(p);
  }
  Loads left;
  for (std::uint32_t rank = 0; rank < offers.size(); ++rank) {
    if (assignor_ == Assignor::kCooperativeSticky) std::reverse(offers[rank].begin(), offers[rank].end());
    if (!offers[rank].empty()) left.insert({offers[rank].size(), rank});
  }
  while (!left.empty() && !is_level()) {
    const std::uint32_t from = left.rbegin()->second;
    left.erase(std::prev(left.end()));
    const std::size_t p = offers[from].back();
    offers[from].pop_back();
    if (!offers[from].empty()) left.insert({offers[from].size(), from});
    const auto [least, to] = *loads.begin();
    if (counts[from] <= least + 1) continue;
    loads.erase({counts[from], from});
    loads.erase({least, to});
    loads.insert({--counts[from], from});
    loads.insert({++counts[to], to});
    assigned[p] = to;
  }
}

// The cooperative protocol: what another member still has is given to nobody until that member has revoked it. Returns
// whether there is such a partition.
bool KafkaGroup::withhold(Ranks& assigned, const Ranks& held) {
  std::size_t revoked = 0;
  for (std::size_t p = 0; p < assigned.size(); ++p) {
    if (held[p] == kNobody || held[p] == assigned[p]) continue;
    assigned[p] = kNobody;
    ++revoked;
  }
  stopped_ += revoked;
  return revoked > 0;
}

void KafkaGroup::leave(NodeId member) { std::replace(owners_.begin(), owners_.end(), member, kNoNode); }

void KafkaGroup::rebalance(std::span<const Node> members) {
  rank(members);
  stopped_ = 0;
  Ranks assigned = ranks();
  switch (assignor_) {
    case Assignor::kRange: range(assigned); break;
    case Assignor::kRoundRobin: round_robin(assigned); break;
    case Assignor::kSticky: stick(assigned); break;
    case Assignor::kCooperativeSticky:
      for (bool again = true; again;) {
        const Ranks held = assigned;
        stick(assigned);
        again = withhold(assigned, held);
      }
      break;
  }
  for (std::size_t p = 0; p < assigned.size(); ++p) owners_[p] = members_[assigned[p]];
}

}  // namespace reshard

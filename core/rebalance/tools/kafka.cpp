#include "core/rebalance/tools/kafka.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/rebalance/tools/differences.h"
#include "core/rebalance/tools/options.h"

// Kafka's AdminUtils (core/src/main/scala/kafka/admin/AdminUtils.scala, later server-common), as its comments describe
// it: leaders take turns, and a partition's followers come after it at a distance that grows by one whenever all brokers
// have led. With racks, the same over brokers whose racks take turns; a broker is passed over as long as a rack, or a
// broker, without the partition is left and it is not one.

namespace reshard::rebalance::tools {
namespace {

/// Where follower number `i` is, counted from the leader's place.
std::uint32_t follower_at(std::uint64_t leader, std::uint64_t shift, std::uint64_t i, std::uint64_t brokers) {
  return static_cast<std::uint32_t>((leader + 1 + (shift + i) % (brokers - 1)) % brokers);
}

/// The followers of one partition in the rack-aware way.
class Spread {
 public:
  Spread(std::span<const std::uint32_t> rack_of, std::uint32_t racks)
      : rack_of_(rack_of), has_rack_(racks), has_broker_(rack_of.size()) {}

  void take(std::uint32_t place) {
    brokers_ += has_broker_[place] ? 0 : 1;
    racks_ += has_rack_[rack_of_[place]] ? 0 : 1;
    has_broker_[place] = has_rack_[rack_of_[place]] = true;
  }

  bool may_take(std::uint32_t place) const {
    return (!has_rack_[rack_of_[place]] || racks_ == has_rack_.size()) &&
           (!has_broker_[place] || brokers_ == has_broker_.size());
  }

 private:
  std::span<const std::uint32_t> rack_of_;
  std::vector<bool> has_rack_, has_broker_;
  std::size_t racks_ = 0, brokers_ = 0;
};

/// Numbers of the racks of brokers in that order.
std::vector<std::uint32_t> rack_numbers(std::span<const std::uint32_t> order, std::span<const std::uint32_t> brokers,
                                        std::span<const std::string> racks, std::uint32_t& count) {
  std::map<std::string_view, std::uint32_t> numbers;
  std::map<std::uint32_t, std::string_view> of;
  for (std::size_t i = 0; i < brokers.size(); ++i) {
    of[brokers[i]] = racks[i];
    numbers.try_emplace(racks[i], static_cast<std::uint32_t>(numbers.size()));
  }
  count = static_cast<std::uint32_t>(numbers.size());
  std::vector<std::uint32_t> result;
  for (const std::uint32_t broker : order) result.push_back(numbers[of[broker]]);
  return result;
}

struct Topic {
  std::vector<std::uint32_t> entries;  // by partition
};

/// "orders-12" is partition 12 of the topic "orders".
std::optional<std::pair<std::string_view, std::uint64_t>> partition_of(std::string_view name) {
  const std::size_t dash = name.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  const auto number = parse_u64(name.substr(dash + 1));
  if (!number) return std::nullopt;
  return std::pair{name.substr(0, dash), *number};
}

/// The topics in order of their names; one topic of all entries where names do not tell.
std::vector<Topic> topics_of(const Problem& problem) {
  std::map<std::string_view, std::map<std::uint64_t, std::uint32_t>> topics;
  std::vector<Topic> result;
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    const auto partition = partition_of(problem.names[entry]);
    if (!partition || !topics[partition->first].try_emplace(partition->second, entry).second) {
      Topic all;
      for (std::uint32_t i = 0; i < problem.entries(); ++i) all.entries.push_back(i);
      return {all};
    }
  }
  for (const auto& [name, partitions] : topics) {
    result.emplace_back();
    for (const auto& [number, entry] : partitions) result.back().entries.push_back(entry);
  }
  return result;
}

struct Brokers {
  std::vector<std::uint32_t> ids;
  std::vector<std::string> racks;  // empty: they do not matter
};

Result<Brokers> brokers_of(const Problem& problem, bool rack_aware) {
  Brokers brokers;
  std::size_t without = 0;
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (problem.nodes[n].drained) continue;
    brokers.ids.push_back(n);
    brokers.racks.push_back(problem.nodes[n].zone);
    without += problem.nodes[n].zone.empty() ? 1 : 0;
  }
  if (!rack_aware || without == brokers.ids.size()) {
    brokers.racks.clear();
  } else if (without > 0) {
    return Error{ErrorCode::unsupported, "nodes", {"not all brokers have rack information"}};
  }
  return brokers;
}

/// The topics' new replicas, with an own pair of numbers from next() for each.
template <typename Next>
Status generate(const Problem& problem, const std::vector<Topic>& topics, const Brokers& brokers,
                std::vector<std::uint32_t>& holders, const Next& next) {
  for (const Topic& topic : topics) {
    const std::uint32_t replicas = problem.replicas(topic.entries[0]);
    for (const std::uint32_t entry : topic.entries) {
      if (problem.replicas(entry) == replicas) continue;
      return Error{
          ErrorCode::unsupported, item_path("entries", entry), {"partitions of a topic have equally many replicas"}};
    }
    if (replicas > brokers.ids.size()) {
      return Error{ErrorCode::out_of_range,
                   item_path("entries", topic.entries[0]) + ".replicas.length",
                   {decimal(replicas), "1", decimal(brokers.ids.size())}};
    }
    const auto [start, shift] = next();
    const auto placed = kafka_assignment(brokers.ids, brokers.racks, static_cast<std::uint32_t>(topic.entries.size()),
                                         replicas, start, shift);
    for (std::size_t i = 0; i < topic.entries.size(); ++i) {
      std::copy_n(placed.begin() + static_cast<std::ptrdiff_t>(i * replicas), replicas,
                  holders.begin() + static_cast<std::ptrdiff_t>(problem.first[topic.entries[i]]));
    }
  }
  return Done{};
}

}  // namespace

std::vector<std::uint32_t> kafka_rack_order(std::span<const std::uint32_t> brokers,
                                            std::span<const std::string> racks) {
  std::map<std::string_view, std::vector<std::uint32_t>> by_rack;
  for (std::size_t i = 0; i < brokers.size(); ++i) by_rack[racks[i]].push_back(brokers[i]);
  for (auto& [rack, members] : by_rack) std::sort(members.begin(), members.end());
  std::vector<std::uint32_t> order;
  for (std::size_t round = 0; order.size() < brokers.size(); ++round) {
    for (const auto& [rack, members] : by_rack) {
      if (round < members.size()) order.push_back(members[round]);
    }
  }
  return order;
}

std::vector<std::uint32_t> kafka_assignment(std::span<const std::uint32_t> brokers, std::span<const std::string> racks,
                                            std::uint32_t partitions, std::uint32_t replicas, std::uint32_t start,
                                            std::uint32_t shift) {
  std::vector<std::uint32_t> order(brokers.begin(), brokers.end()), rack_of;
  std::uint32_t rack_count = 0;
  if (!racks.empty()) {
    order = kafka_rack_order(brokers, racks);
    rack_of = rack_numbers(order, brokers, racks, rack_count);
  }
  const auto count = static_cast<std::uint32_t>(order.size());
  std::uint64_t distance = shift;
  std::vector<std::uint32_t> placed;
  placed.reserve(std::size_t{partitions} * replicas);
  for (std::uint32_t partition = 0; partition < partitions; ++partition) {
    if (partition > 0 && partition % count == 0) ++distance;
    const std::uint32_t leader = (partition + start) % count;
    placed.push_back(order[leader]);
    if (racks.empty()) {
      for (std::uint32_t i = 0; i + 1 < replicas; ++i) placed.push_back(order[follower_at(leader, distance, i, count)]);
      continue;
    }
    Spread spread(rack_of, rack_count);
    spread.take(leader);
    for (std::uint32_t taken = 1, i = 0; taken < replicas; ++i) {
      const std::uint32_t place = follower_at(leader, distance * rack_count, i, count);
      if (!spread.may_take(place)) continue;
      spread.take(place);
      placed.push_back(order[place]);
      ++taken;
    }
  }
  return placed;
}

Result<Plan> kafka_generate(const Problem& problem, Options given) {
  OptionReader options(given, kKafkaOptions);
  const auto most = problem.nodes.size() - 1;
  const auto start = static_cast<std::uint32_t>(options.whole("start_index", 0, 0, most));
  const auto shift = static_cast<std::uint32_t>(options.whole("shift", 0, 0, most));
  const bool rack_aware = options.yes("rack_aware", true);
  if (options.error()) return *options.error();
  const auto brokers = brokers_of(problem, rack_aware);
  if (!brokers.ok()) return brokers.error();
  std::vector<std::uint32_t> holders = problem.holders;
  const auto done = generate(problem, topics_of(problem), brokers.value(), holders, [&] {
    return std::pair{start, shift};
  });
  if (!done.ok()) return done.error();
  return Plan{.moves = moves_to(problem, holders)};
}

}  // namespace reshard::rebalance::tools

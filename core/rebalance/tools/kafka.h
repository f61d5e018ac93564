#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

inline constexpr std::string_view kKafkaOptions = "start_index shift rack_aware";

/// The brokers of `partitions` partitions, `replicas` of each, the preferred leader first: what AdminUtils of Kafka
/// proposes if the random numbers with which it begins are `start` and `shift`. `racks` are the brokers' racks, or empty.
std::vector<std::uint32_t> kafka_assignment(std::span<const std::uint32_t> brokers, std::span<const std::string> racks,
                                            std::uint32_t partitions, std::uint32_t replicas, std::uint32_t start,
                                            std::uint32_t shift);

/// Brokers so that racks take turns: the first of each rack, racks in order of their names, then the second ones.
std::vector<std::uint32_t> kafka_rack_order(std::span<const std::uint32_t> brokers, std::span<const std::string> racks);

/// `kafka-reassign-partitions --generate` for all topics, to all brokers that are not drained, in the order of the nodes.
/// It does not look at where replicas are. A topic's two random numbers are `start_index` and `shift` here; zones are
/// racks. Entries are partitions, "topic-0"; without such names all are of one topic, in order.
Result<Plan> kafka_generate(const Problem& problem, Options options);

}  // namespace reshard::rebalance::tools

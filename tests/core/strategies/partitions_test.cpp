#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

TEST(Partitions, KafkaKey10048069GoesToPartition9Of12) {
  EXPECT_EQ(owner_names(ConfiguredStrategy("partitions", {{"dialect", "kafka_murmur2"}}), numbered_cluster("p", 12),
                        {"100:48069"}),
            std::vector<std::string>{"p9"});
}

}  // namespace
}  // namespace reshard::testing

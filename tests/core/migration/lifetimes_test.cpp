// Values with a lifetime: how a run, its checks and the protocol that waits for expiry handle them.
#include <gtest/gtest.h>

#include "core/migration/model/protocol_text.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

MoveSpec expiring(std::uint64_t ttl_us) {
  MoveSpec spec = spec_of("expire", 30'000);
  spec.workload.ttl_us = ttl_us;
  return spec;
}

TEST(MoveRun, ThatWaitsForExpiryCopiesNothingAndEndsWhenTheLastOldValueExpires) {
  const auto plan = small_plan(3'000, 4);
  const MoveTotals totals = totals_of(expiring(1'500'000), plan);
  EXPECT_TRUE(totals.finished);
  EXPECT_EQ(anomalies(totals), 0u);
  EXPECT_EQ(totals.copied_bytes, 0u);
  EXPECT_EQ(totals.old_only + totals.both_alike + totals.both_differ, 0u);
  EXPECT_GT(totals.new_only, 0u);
  EXPECT_GT(totals.nowhere, 0u);  // expired, and never written again
  // The last write to old was sent before all clients knew of the move, up to two map delays after it began.
  EXPECT_GE(totals.duration_us, 1'400'000);
  EXPECT_LE(totals.duration_us, 1'500'000 + 600'000);
}

TEST(MoveRun, ThatWaitsForExpiryNeverEndsIfOldHoldsKeysWithoutALifetime) {
  MoveSpec spec = expiring(1'000'000);
  spec.workload.permanent = 0.25;
  const MoveTotals totals = totals_of(spec, small_plan(3'000, 4));
  EXPECT_FALSE(totals.finished);
  EXPECT_EQ(anomalies(totals), 0u);
  const std::uint64_t left = totals.old_only + totals.both_alike + totals.both_differ;
  EXPECT_NEAR(static_cast<double>(left), 0.25 * static_cast<double>(totals.moved_keys), 50);
}

TEST(MoveRun, ThatDoesNotWaitForExpiryMissesOldValues) {
  MoveSpec spec = expiring(1'500'000);
  spec.protocol.phases[1].until = kUntilAcknowledged;
  EXPECT_GT(totals_of(spec, small_plan(3'000, 4)).counts[static_cast<std::size_t>(Count::kMissed)], 0u);
}

TEST(MoveRun, WithoutWritesEndsEmptyAfterExpiryAndHasNoAnomaly) {
  MoveSpec spec = without_move(spec_of("stop", 20'000));
  spec.workload.writes = spec.workload.deletes = 0;
  spec.workload.ttl_us = 1'000'000;
  const MoveTotals totals = totals_of(spec, small_plan(3'000, 4));
  EXPECT_EQ(anomalies(totals), 0u);
  EXPECT_EQ(totals.nowhere, totals.moved_keys);
}

TEST(MoveSpec, RefusesToWaitForValuesThatNeverExpire) {
  const auto plan = small_plan(10, 1);
  MoveSpec spec = expiring(0);
  EXPECT_EQ(check_move(spec, *plan).error().field, "workload.ttl_us");
  spec = expiring(1'000'000);
  spec.system.cache = true;
  EXPECT_EQ(check_move(spec, *plan).error().field, "workload.ttl_us");
  spec.system.cache = false;
  spec.system.spread = Spread::kOnError;
  EXPECT_EQ(check_move(spec, *plan).error().field, "system.spread");
  const auto written = parse_protocol("start;a:until=expired;b:reads=new,writes=new");
  EXPECT_EQ(written.error().field, "phases[1].until");
}

}  // namespace
}  // namespace reshard

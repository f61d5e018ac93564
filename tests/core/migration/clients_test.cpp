// Requests and who knows the map: arrivals, clients, news of the map, the announcer, growing shards, nodes that forget.
#include "core/migration/run/clients.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/migration/model/protocol_text.h"
#include "tests/core/migration/run_parts.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

/// Hands messages to the clients until nothing comes next.
void answer_all(RunParts& parts) {
  while (!parts.state.timeline.empty()) {
    const Happening next = parts.next();
    if (next.what == Happening::kSend) parts.clients.resume(next.a);
    if (next.what == Happening::kLand) parts.clients.land(next.a);
    if (next.what == Happening::kTimeout) parts.clients.time_is_up(next.a, next.b);
    if (next.what == Happening::kAnswer) parts.clients.conclude(parts.clients.hear(next.a));
  }
}

std::uint64_t total(const RunParts& parts, Count what) { return parts.books.series().total(what); }

TEST(Arrivals, ComeInOrderWithTheSharesAskedFor) {
  MoveSpec spec = spec_of("stop");
  spec.workload.requests_per_second = 1'000;
  RunParts parts(spec, newcomers_plan(60, 6));
  std::array<int, 3> kinds{};
  Time last = 0;
  for (int i = 0; i < 10'000; ++i) {
    parts.arrivals.draw();
    EXPECT_GE(parts.arrivals.time(), last);
    EXPECT_LT(parts.arrivals.next().key, 60u);
    EXPECT_LT(parts.arrivals.next().client, spec.system.clients);
    last = parts.arrivals.time();
    ++kinds[static_cast<std::size_t>(parts.arrivals.next().kind)];
  }
  EXPECT_NEAR(static_cast<double>(last), 10e6, 4 * 0.1e6);
  EXPECT_NEAR(kinds[static_cast<std::size_t>(Operation::kWrite)], 2'000, 4 * 40);
  EXPECT_NEAR(kinds[static_cast<std::size_t>(Operation::kDelete)], 200, 4 * 14);
}

TEST(MoveClients, LeaveNothingUnderWay) {
  for (const Routing routing : {Routing::kSmartClient, Routing::kProxy, Routing::kCoordinator, Routing::kTwoLevel}) {
    MoveSpec spec = spec_of("double_write");
    spec.system.routing = routing;
    RunParts parts(spec, newcomers_plan(60, 6));
    const MoveUnit& unit = parts.unit_in(0);
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const Operation kind = i % 3 == 0 ? Operation::kWrite : Operation::kRead;
      const std::uint32_t id = parts.clients.begin(kind, i % 60, i % 20);
      most = std::max(most, id);
      parts.clients.set_off(id);
      if (i % 2 == 1) answer_all(parts);
      if (i % 2 == 1) { EXPECT_FALSE(unit.under_way_before(kMaxPhases)); }
    }
    EXPECT_EQ(most, 1u) << "places are used again";
    EXPECT_EQ(total(parts, Count::kRight), 300u);
  }
}

TEST(MoveClients, WaitWhileRequestsAreHeldBack) {
  MoveSpec spec;
  spec.protocol = parse_protocol("start;stop:freeze=writes;go_on").take();
  RunParts parts(spec, newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  parts.clients.set_off(parts.clients.begin(Operation::kWrite, unit.keys[0], 3));
  parts.clients.set_off(parts.clients.begin(Operation::kRead, unit.keys[0], 3));
  answer_all(parts);
  EXPECT_EQ(total(parts, Count::kRight), 1u) << "reads go on";
  EXPECT_EQ(total(parts, Count::kWaited), 1u);
  parts.clients.wake_all();
  EXPECT_TRUE(parts.state.timeline.empty()) << "it still has to wait";
  unit.progress.announced = 0;
  parts.clients.wake(3);
  answer_all(parts);
  EXPECT_EQ(total(parts, Count::kRight), 2u);
}

TEST(MoveClients, TryAgainAsOftenAsAskedAndThenGiveUp) {
  MoveSpec spec = without_move(spec_of("stop"));
  spec.workload.retries = 2;
  spec.workload.timeout_us = 1'000;
  spec.faults.node = 0;
  spec.faults.node_down_us = 1'000'000'000;
  RunParts parts(spec, newcomers_plan(60, 6));
  parts.clients.set_off(parts.clients.begin(Operation::kWrite, 5, 0));  // node 0 has it
  answer_all(parts);
  EXPECT_EQ(total(parts, Count::kRetried), 2u);
  EXPECT_EQ(total(parts, Count::kFailed), 1u);
  EXPECT_EQ(parts.clients.begin(Operation::kRead, 5, 0), 0u) << "its place is free";
}

TEST(AppliedWrites, AreKnownUntilTheyAreForgotten) {
  AppliedWrites none(0);
  const Message write{.kind = MessageKind::kWrite, .version = version_of(3, false)};
  EXPECT_EQ(none.of(write, Side::kOld), nullptr);
  AppliedWrites applied(10);
  ASSERT_NE(applied.of(write, Side::kOld), nullptr);
  *applied.of(write, Side::kOld) = 8;
  EXPECT_EQ(*applied.of(write, Side::kNew), 0u);
  EXPECT_EQ(applied.of({.kind = MessageKind::kRead}, Side::kOld), nullptr);
  applied.forget_above(3, Side::kOld, 8);
  EXPECT_EQ(*applied.of(write, Side::kOld), 8u);
  applied.forget_above(3, Side::kOld, 7);
  EXPECT_EQ(*applied.of(write, Side::kOld), 0u);
}

TEST(MapNews, NeverGoBackAndAreFetchedOnce) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  const std::uint32_t version = parts.news.announce(0);
  EXPECT_TRUE(parts.news.learn(4, version));
  EXPECT_FALSE(parts.news.learn(4, version - 1));
  EXPECT_EQ(parts.news.maps().known(4), version);
  parts.news.fetch_later(7);
  parts.news.fetch_later(7);
  EXPECT_EQ(parts.next().what, Happening::kFetch);
  EXPECT_TRUE(parts.state.timeline.empty());
  parts.news.fetched(7);
  parts.news.fetch_later(7);
  EXPECT_FALSE(parts.state.timeline.empty());
}

TEST(MapNews, APhaseIsAcknowledgedByTheLastHolderThatHasNothingOlderUnderWay) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  unit.announced_in[1] = parts.news.announce(0);
  const std::uint32_t holders = parts.news.maps().holders();
  for (std::uint32_t holder = 0; holder < holders; ++holder) {
    EXPECT_FALSE(parts.news.acknowledged(0, 1));
    EXPECT_EQ(parts.news.phase_known(unit.keys[0], holder), 0);
    parts.news.learn(holder, unit.announced_in[1]);
    EXPECT_EQ(parts.news.phase_known(unit.keys[0], holder), 1);
  }
  unit.under_way[0] = 1;
  EXPECT_FALSE(parts.news.acknowledged(0, 1));
  unit.under_way[0] = 0;
  EXPECT_TRUE(parts.news.acknowledged(0, 1));
}

TEST(Announcer, BeginsSoManyUnitsAtOnce) {
  MoveSpec spec = spec_of("stop");
  spec.pace.unit = Unit::kKey;
  spec.pace.units_at_once = 3;
  RunParts parts(spec, newcomers_plan(60, 6));
  parts.announcer.begin_move();
  const auto& units = parts.state.units.all;
  EXPECT_EQ(std::count_if(units.begin(), units.end(), [](const MoveUnit& unit) { return unit.begun; }), 3);
  for (const MoveUnit& unit : units) EXPECT_EQ(unit.progress.announced, unit.begun ? 1 : 0);
  EXPECT_EQ(parts.announcer.units_left(), units.size());
  EXPECT_FALSE(parts.books.totals().finished);
}

TEST(Announcer, IsDoneWhereNothingMoves) {
  auto plan = std::make_shared<Plan>();
  plan->nodes = 1;
  plan->from = plan->to = {0, 0};
  RunParts parts(spec_of("stop"), plan);
  parts.announcer.begin_move();
  EXPECT_TRUE(parts.books.totals().finished);
}

TEST(GrowingShards, CountTheRowsThatNodesHold) {
  MoveSpec spec;
  spec.protocol = parse_protocol("start;fill:reads=new,writes=new").take();
  spec.pace.grow = 4;
  auto plan = std::make_shared<Plan>();
  plan->nodes = 3;
  for (std::uint32_t row = 0; row < 100; ++row) plan->from.push_back(row % 2);
  plan->to = plan->from;
  RunParts parts(spec, plan);
  EXPECT_EQ(parts.growth.old_shards(), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(parts.growth.new_shards(), (std::vector<std::uint32_t>{2}));
  for (std::uint32_t i = 0; i < 3'000; ++i) {
    const std::uint32_t row = parts.growth.add_row();
    EXPECT_EQ(row, 100 + i);
    EXPECT_EQ(parts.growth.row_of(row), kNothing) << "nobody has written it yet";
    EXPECT_NE(parts.state.node_of(row, Side::kOld), 2u);
    parts.state.keys[row].at(Side::kNew).version = version_of(i, false);
    parts.growth.count_row(parts.state.node_of(row, Side::kNew), true);
    EXPECT_EQ(parts.growth.row_of(row), version_of(i, false));
  }
  std::vector<std::uint64_t> held(3);
  for (std::uint32_t row = 0; row < parts.state.keys.size(); ++row) {
    ++held[parts.state.node_of(row, row < 100 ? Side::kOld : Side::kNew)];
  }
  EXPECT_EQ(parts.growth.node_keys(), held);
  EXPECT_NEAR(static_cast<double>(held[2]), 3'000.0 * 4 / 6, 4 * 26);
  EXPECT_GE(parts.growth.even_at(), 0);
}

TEST(NodeDisk, BringsBackWhatWasSavedOfItsNodeAlone) {
  MoveSpec spec = spec_of("stop");
  spec.faults.node = 1;
  spec.faults.node_down_us = 1'000;
  spec.faults.node_back = NodeBack::kWithoutTail;
  RunParts parts(spec, newcomers_plan(60, 6));
  parts.disk.save();
  for (std::uint32_t key = 0; key < 60; key += 2) {
    parts.state.keys[key].at(Side::kOld) = {version_of(key, false), kFirstNumber + 1, kFirstNumber + 1};
  }
  parts.disk.come_back();
  std::uint64_t forgotten = 0;
  for (std::uint32_t key = 0; key < 60; ++key) {
    const bool forgot = key % 2 == 0 && parts.state.node_of(key, Side::kOld) == 1;
    EXPECT_EQ(parts.disk.forgotten()[key], forgot ? 1 : 0) << key;
    const Version expected = key % 2 == 0 && !forgot ? version_of(key, false) : kFirstValue;
    EXPECT_EQ(parts.state.keys[key].at(Side::kOld).version, expected) << key;
    forgotten += forgot ? 1 : 0;
  }
  EXPECT_GT(forgotten, 0u);
  EXPECT_EQ(parts.books.totals().forgotten_keys, forgotten);
}

}  // namespace
}  // namespace reshard

// The copier's process: its throttle, the log, the copier and the verifier, each by itself.
#include "core/migration/run/copier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/migration/model/protocol_text.h"
#include "tests/core/migration/run_parts.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

MoveSpec paged_spec(const char* protocol) {
  MoveSpec spec;
  spec.protocol = parse_protocol(protocol).take();
  spec.pace.copy_bytes_per_second = 100'000;
  spec.pace.page_rows = 3;
  spec.pace.page_delay_us = 5'000;
  spec.seed = 4;
  return spec;
}

/// Hands the copier's events to it until nothing comes next or, before that, so many have happened.
void copy_on(RunParts& parts, int events = 100'000) {
  MoveUnit& unit = parts.state.units.all[0];
  while (events-- > 0 && !parts.state.timeline.empty()) {
    const Happening next = parts.next();
    if (next.what == Happening::kCopy) parts.copier.copy(next.a);
    if (next.what == Happening::kWriteRow && next.b == parts.process.life()) parts.copier.write_row(next.a);
    if (next.what == Happening::kCopyLands) parts.copier.land(next.a, next.b);
    const auto carried = std::count_if(unit.keys.begin(), unit.keys.end(), [&](std::uint32_t key) {
      return parts.state.keys[key].copying == CopyState::kCarrying;
    });
    EXPECT_EQ(unit.carrying, static_cast<std::uint32_t>(carried));
    EXPECT_LE(unit.written, unit.cursor);
    EXPECT_LE(unit.cursor, unit.keys.size());
  }
}

TEST(CopierProcess, NeverExceedsItsRate) {
  Pace pace;
  pace.copy_bytes_per_second = 1'000;
  CopierProcess process(pace);
  EXPECT_EQ(process.next(3), 3);
  EXPECT_EQ(process.send(500, 0), 500'000);
  EXPECT_EQ(process.send(500, 0), 1'000'000) << "behind the first";
  EXPECT_EQ(process.next(0), 1'000'000);
  EXPECT_EQ(process.send(1, 5'000'000), 5'001'000) << "what it did not use meanwhile is lost";
}

TEST(CopierProcess, HasAnotherLifeAfterEachFailure) {
  const Pace pace;
  CopierProcess process(pace);
  const std::uint32_t first = process.life();
  EXPECT_FALSE(process.is_down());
  process.fails();
  EXPECT_TRUE(process.is_down());
  process.is_back();
  EXPECT_FALSE(process.is_down());
  EXPECT_NE(process.life(), first);
}

TEST(MoveLog, IsReplayedInOrderOnceEverythingIsCopied) {
  RunParts parts(paged_spec("start;copy:copy=all,log=forward"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  const std::uint32_t key = unit.keys[2];
  for (std::uint32_t i = 0; i < 3; ++i) parts.log.append(key, {version_of(i, false), kFirstNumber + 1 + i});
  EXPECT_TRUE(parts.state.timeline.empty()) << "not everything is copied";
  unit.cursor = static_cast<std::uint32_t>(unit.keys.size());
  parts.log.call(0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(parts.next().what, Happening::kReplay);
    EXPECT_TRUE(parts.state.timeline.empty()) << "one at a time";
    EXPECT_EQ(parts.log.replay(0), i == 2);
    EXPECT_EQ(parts.state.keys[key].at(Side::kNew).version, version_of(i, false));
  }
  EXPECT_TRUE(parts.state.timeline.empty());
  EXPECT_EQ(parts.books.totals().replayed, 3u);
}

TEST(MoveLog, ForgetsWhatASnapshotContains) {
  RunParts parts(paged_spec("start;copy:copy=all,log=forward"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  parts.log.append(unit.keys[0], {version_of(0, false), 5});
  parts.log.append(unit.keys[1], {version_of(1, false), 5});
  parts.log.snapshot(unit.keys[0]);
  unit.cursor = static_cast<std::uint32_t>(unit.keys.size());
  parts.log.call(0);
  ASSERT_EQ(unit.log.size(), 1u);
  EXPECT_EQ(unit.log.front().key, unit.keys[1]);
}

TEST(Copier, BringsEveryKeyWithinTheThrottle) {
  RunParts parts(paged_spec("start;copy:copy=all"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  parts.copier.call(0);
  parts.copier.call(0);  // it is on the timeline already
  copy_on(parts);
  EXPECT_TRUE(unit.copied());
  EXPECT_FALSE(unit.copier_called);
  for (const std::uint32_t key : unit.keys) EXPECT_EQ(parts.state.held_at(key), 3) << key;
  const MoveTotals& totals = parts.books.totals();
  EXPECT_EQ(totals.copied_keys, unit.keys.size());
  EXPECT_EQ(totals.copied_bytes, unit.keys.size() * parts.state.entry_bytes());
  EXPECT_GE(parts.state.now, static_cast<Time>(totals.copied_bytes * 10)) << "100,000 bytes a second";
}

TEST(Copier, ReadsAgainWhatWasLostWithItsProcess) {
  for (int events = 1; events < 30; ++events) {
    RunParts parts(paged_spec("start;copy:copy=all"), newcomers_plan(60, 6));
    MoveUnit& unit = parts.unit_in(1);
    parts.copier.call(0);
    copy_on(parts, events);
    const std::uint64_t before = parts.books.totals().copied_keys;
    parts.process.fails();
    parts.process.is_back();
    parts.copier.restart(unit);
    parts.copier.call(0);
    copy_on(parts);
    EXPECT_TRUE(unit.copied()) << events;
    EXPECT_EQ(parts.books.totals().copied_keys, unit.keys.size()) << before << " had landed";
  }
}

TEST(Copier, MigratesAKeyInOneStep) {
  RunParts parts(paged_spec("start;move:copy=migrate"), newcomers_plan(60, 6));
  const MoveUnit& unit = parts.unit_in(1);
  parts.copier.call(0);
  copy_on(parts);
  EXPECT_TRUE(unit.copied());
  for (const std::uint32_t key : unit.keys) EXPECT_EQ(parts.state.held_at(key), 2) << key;
}

TEST(Verifier, CountsTheKeysThatDiffer) {
  RunParts parts(paged_spec("start;check:verify=all"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  unit.cursor = static_cast<std::uint32_t>(unit.keys.size());
  for (const std::uint32_t key : unit.keys) {
    parts.state.keys[key].copying = CopyState::kDone;
    parts.state.keys[key].at(Side::kNew) = parts.state.keys[key].at(Side::kOld);
  }
  for (const std::size_t i : {1u, 4u}) parts.state.keys[unit.keys[i]].at(Side::kNew).version = version_of(9, false);
  parts.verifier.call(0);
  bool done = false;
  while (!parts.state.timeline.empty()) {
    const Happening next = parts.next();
    done = next.what == Happening::kVerify ? parts.verifier.verify(next.a) : parts.verifier.go_on(next.a, next.b);
    EXPECT_EQ(unit.comparing == 0 && unit.verify_cursor == unit.keys.size(), unit.verified());
  }
  EXPECT_TRUE(done);
  EXPECT_TRUE(unit.verified());
  EXPECT_EQ(parts.books.totals().verified_keys, unit.keys.size());
  EXPECT_EQ(parts.books.totals().verify_differed, 2u);
  EXPECT_EQ(parts.books.totals().repaired, 0u);
}

TEST(Verifier, DoesNotBeginWhileSomethingIsBeingCopied) {
  RunParts parts(paged_spec("start;check:verify=all"), newcomers_plan(60, 6));
  MoveUnit& unit = parts.unit_in(1);
  unit.carrying = 1;
  parts.verifier.call(0);
  EXPECT_TRUE(parts.state.timeline.empty());
  unit.carrying = 0;
  parts.verifier.call(0);
  EXPECT_FALSE(parts.state.timeline.empty());
}

}  // namespace
}  // namespace reshard

// What a run writes down: its books, the story of a key, the film, and what has expired.
#include "core/migration/run/books.h"

#include <gtest/gtest.h>

#include "tests/core/migration/run_parts.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

TEST(MoveBooks, CountEachAnomalyOfAKeyOnce) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  Books& books = parts.books;
  parts.state.now = 7;
  books.found(Anomaly::kStale, 3);
  books.found(Anomaly::kStale, 3);
  books.found(Anomaly::kStale, 4);
  books.found(Anomaly::kMissed, 3);
  EXPECT_EQ(books.totals().keys_with[static_cast<std::size_t>(Anomaly::kStale)], 2u);
  EXPECT_EQ(books.totals().keys_with[static_cast<std::size_t>(Anomaly::kMissed)], 1u);
  EXPECT_TRUE(books.had(Anomaly::kStale, 4));
  EXPECT_FALSE(books.had(Anomaly::kMissed, 4));
  ASSERT_EQ(books.witnesses().size(), 2u) << "the first of each kind";
  EXPECT_EQ(books.witnesses()[0].key, 3u);
  EXPECT_EQ(books.witnesses()[0].at, 7);
}

TEST(MoveBooks, AskWhatWentWrongSinceTheyWereAskedLast) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  for (int i = 0; i < 9; ++i) parts.books.ended(10);
  parts.books.gave_up();
  EXPECT_TRUE(parts.books.went_wrong(0.09)) << "one of ten";
  EXPECT_FALSE(parts.books.went_wrong(0.09)) << "none since";
  for (int i = 0; i < 9; ++i) parts.books.ended(10);
  parts.books.gave_up();
  EXPECT_FALSE(parts.books.went_wrong(0.1)) << "not more than a tenth";
}

TEST(MoveBooks, JudgeAReadByWhatWasAcknowledgedBeforeIt) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  const auto total = [&](Count what) { return parts.books.series().total(what); };
  parts.ledger.begin(0, 5, Operation::kWrite, 0);
  parts.state.now = 10;
  parts.books.acknowledged(0);
  for (const std::uint32_t operation : {1u, 2u}) {
    parts.ledger.begin(operation, 5, Operation::kRead, 20);
    const Version result = operation == 1 ? version_of(0, false) : kFirstValue;
    parts.state.now = 30;
    parts.books.returned({operation, 5, 0, parts.ledger.floor(5)}, result);
  }
  EXPECT_EQ(total(Count::kRight), 2u) << "the write, and the read that returned it";
  EXPECT_EQ(total(Count::kStale), 1u);
  EXPECT_TRUE(parts.books.had(Anomaly::kStale, 5));
}

TEST(MoveStory, EndsWhereItsAnomalyAppears) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6), {Anomaly::kStale, 5, 0});
  KeyStory& story = parts.story;
  EXPECT_TRUE(story.follows(5));
  EXPECT_FALSE(story.follows(6));
  EXPECT_FALSE(story.follows_unit(0)) << "key 5 stays";
  parts.state.now = 1'234'567;
  story.tell({.what = StoryEvent::What::kAcknowledged});
  parts.books.found(Anomaly::kMissed, 5);
  parts.books.found(Anomaly::kStale, 4);
  story.tell({.what = StoryEvent::What::kCopyLands});
  parts.books.found(Anomaly::kStale, 5);
  story.tell({.what = StoryEvent::What::kForgets});
  ASSERT_EQ(story.events().size(), 2u);
  EXPECT_EQ(story.events()[0].what, StoryEvent::What::kAcknowledged);
  EXPECT_EQ(story_line(story.events()[1]), "1234.567 ms: the copy lands at new");
}

TEST(MoveStory, NamesVersionsByTheirOperations) {
  EXPECT_EQ(version_name(kNothing), "nothing");
  EXPECT_EQ(version_name(kFirstValue), "v0");
  EXPECT_EQ(version_name(version_of(0, false)), "v1");
  EXPECT_EQ(version_name(version_of(6, true)), "a tombstone");
}

// At each moment the film's sides are what it has said that nodes gained and lost.
TEST(MoveCamera, SaysWhatNodesGainAndLose) {
  Film film;
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6), {Anomaly::kNone, kNoMoveKey, 0}, &film);
  parts.camera.begin(10, 1, 20);
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const auto key = static_cast<std::uint32_t>(random.below(60));
    const Side side = random.below(2) == 0 ? Side::kOld : Side::kNew;
    parts.state.keys[key].at(side).version = random.below(2) == 0 ? kNothing : version_of(7, random.below(3) == 0);
    parts.camera.key(key, i);
    if (parts.state.of_key(key) != kNoUnit) { EXPECT_EQ(film.sides[key], parts.state.held_at(key)); }
  }
  std::array<int, 6> gained{}, held{};
  for (const Film::Held& each : film.held) gained[each.node] += each.change;
  for (const std::uint32_t key : parts.state.units.all[0].keys) {
    for (const Side side : {Side::kOld, Side::kNew}) {
      held[parts.state.node_of(key, side)] += visible(parts.state.keys[key].at(side).version) != kNothing ? 1 : 0;
    }
  }
  EXPECT_EQ(gained, held);
}

TEST(MoveCamera, DoesNothingWithoutAFilm) {
  RunParts parts(spec_of("stop"), newcomers_plan(60, 6));
  parts.camera.begin(10, 1, 20);
  parts.camera.key(0, 5);
  parts.camera.heard(1, 2);
  EXPECT_FALSE(parts.camera.wants(0));
}

TEST(MoveExpiry, DropsAValueAtItsEndAndNotBefore) {
  MoveSpec spec = spec_of("expire");
  spec.workload.ttl_us = 1'000;
  RunParts parts(spec, newcomers_plan(60, 6));
  for (std::uint32_t key = 0; key < 60; ++key) {
    const Time end = parts.ledger.end_of(key, kFirstValue);
    parts.state.now = end - 1;
    parts.expiry.drop(key);
    EXPECT_EQ(parts.state.held_at(key), 1) << key;
    parts.state.now = end;
    parts.expiry.drop(key);
    EXPECT_EQ(parts.state.held_at(key), 0) << key;
  }
}

TEST(MoveExpiry, LooksAgainWhenTheLastValueAtOldExpires) {
  MoveSpec spec = spec_of("expire");
  spec.workload.ttl_us = 1'000;
  RunParts parts(spec, newcomers_plan(60, 6));
  EXPECT_FALSE(parts.expiry.old_is_empty(0));
  EXPECT_FALSE(parts.expiry.old_is_empty(0));
  const Happening next = parts.next();
  EXPECT_EQ(next.what, Happening::kMayEnd);
  EXPECT_TRUE(parts.state.timeline.empty()) << "it has asked once";
  EXPECT_TRUE(parts.expiry.old_is_empty(0));
}

}  // namespace
}  // namespace reshard

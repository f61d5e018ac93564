#include "core/migration/run/film.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/migration/run/run.h"
#include "core/migration/run/study.h"
#include "tests/core/migration/samples.h"

namespace reshard {
namespace {

using namespace testing;

MoveSpec spec_of(const Preset& preset) {
  MoveSpec spec = of_preset(preset, {});
  spec.pace.section_keys = 100;
  spec.pace.copy_bytes_per_second = 1'000'000;
  spec.workload.requests = 20'000;
  spec.workload.writes = 0.4;
  spec.seed = 1;
  return spec;
}

void finish(MoveRun& run) {
  NoLimit budget;
  while (!run.step(budget)) {}
}

TEST(Film, DoesNotChangeARun) {
  for (const Preset& preset : presets()) {
    const auto plan = small_plan(600, 3);
    MoveRun plain(spec_of(preset), plan);
    Film film;
    MoveRun filmed(spec_of(preset), plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
    finish(plain);
    finish(filmed);
    EXPECT_EQ(filmed.totals(), plain.totals()) << preset.id;
  }
}

TEST(Film, AnnouncesEachPhaseOfEachPartOnceAndInOrder) {
  for (const Preset& preset : presets()) {
    Film film;
    const MoveSpec spec = spec_of(preset);
    MoveRun run(spec, small_plan(600, 3), {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
    finish(run);
    ASSERT_TRUE(run.totals().finished) << preset.id;
    std::vector<std::size_t> next(film.units, 1);
    Time last = 0;
    for (const auto& each : film.announced) {
      EXPECT_EQ(each.phase, next[each.unit]++) << preset.id;
      EXPECT_GE(each.at, last) << preset.id;
      last = each.at;
    }
    for (const std::size_t phase : next) EXPECT_EQ(phase, spec.protocol.phases.size() + 1) << preset.id;
  }
}

TEST(Film, MarksEachKeyThatLosesAWriteOnce) {
  Film film;
  MoveSpec spec = spec_of(*find_preset("copy_then_flip"));
  spec.workload.writes = Workload{}.writes;
  MoveRun run(spec, small_plan(3'000, 4), {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  finish(run);
  std::set<std::uint32_t> keys;
  for (const auto& mark : film.lost) keys.insert(mark.key);
  EXPECT_EQ(keys.size(), film.lost.size());
  EXPECT_GT(keys.size(), 0u);
  EXPECT_EQ(keys.size(), run.totals().keys_with[static_cast<std::size_t>(Anomaly::kLostWrite)]);
}

/// How many keys each node holds in the end, according to a film.
std::map<std::uint32_t, std::int64_t> held_in(const Film& film) {
  std::map<std::uint32_t, std::int64_t> held;
  for (const auto& each : film.held) held[each.node] += each.change;
  return held;
}

TEST(Film, FollowsKeysToWhereTheyEndUp) {
  for (const Preset& preset : presets()) {
    const auto plan = small_plan(600, 3);  // so few that the film follows all of them
    Film film;
    MoveRun run(spec_of(preset), plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
    finish(run);
    std::map<std::uint32_t, std::int64_t> wanted;
    for (std::uint32_t key = 0; key < plan->keys(); ++key) {
      if (plan->from[key] == plan->to[key]) continue;
      wanted[plan->from[key]] += run.held_at(key) & 1;
      wanted[plan->to[key]] += run.held_at(key) >> 1;
    }
    for (const auto& [node, keys] : wanted) EXPECT_EQ(held_in(film)[node], keys) << preset.id << ", node " << node;
  }
}

TEST(Film, SeesTheLastOldValueExpireWhenTheNextPhaseBegins) {
  Film film;
  const auto plan = small_plan(600, 3);
  MoveRun run(spec_of(*find_preset("expire")), plan, {Anomaly::kNone, MoveRun::kNobody, 0}, &film);
  finish(run);
  Time last = 0;
  for (const auto& each : film.held) {
    if (each.change < 0 && each.side == Side::kOld) last = std::max(last, each.at);
  }
  EXPECT_EQ(film.announced[1].at, last);
}

TEST(MoveStudy, TellsTheStoryOfAKeyWithoutAnomalies) {
  const auto plan = small_plan(600, 3);
  const MoveSpec spec = spec_of(*find_preset("double_write"));
  std::uint32_t key = 0;
  while (plan->from[key] == plan->to[key]) ++key;
  MoveStudy study(spec, plan, {false, key});
  NoLimit budget;
  while (!study.step(budget)) {}
  ASSERT_EQ(study.stories().size(), 1u);
  EXPECT_EQ(study.stories()[0].witness.kind, Anomaly::kNone);
  EXPECT_EQ(study.stories()[0].witness.key, key);
  EXPECT_FALSE(study.stories()[0].events.empty());
}

}  // namespace
}  // namespace reshard

// Whole moves, from the text of a link to the JSON of their results, reduced to one digest each: what one machine
// computes, natively or in wasm, all must compute. The file is written as tests/golden/README.md says.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/base/text.h"
#include "core/hash/hash.h"
#include "core/migration/run/move_json.h"
#include "core/migration/run/move_text.h"
#include "tests/core/migration/samples.h"

namespace reshard::testing {
namespace {

constexpr const char* kFile = RESHARD_TEST_DATA "/golden/moves.txt";

std::string digest_of(const std::string& text) {
  auto spec = parse_move(text);
  EXPECT_TRUE(spec.ok()) << text;
  if (!spec.ok()) return {};
  MoveStudy study(spec.take(), small_plan(1'000, 5));
  NoLimit budget;
  while (!study.step(budget)) {}
  Json json = study_json(study);
  // Fields that were added after the rows were written: all that was there before must stay as it was.
  for (const char* part : {"totals", "baseline", "series"}) json[part].erase("overdue");
  for (Json& anomaly : json["anomalies"]) anomaly.erase("events");
  return hex64(find_hash_function("xxh64")->hash64(to_text(json), 0));
}

/// Each preset as it is, and ten times in a random plausible system.
std::vector<std::string> moves() {
  std::vector<std::string> texts;
  Random random(77);
  for (const Preset& preset : presets()) {
    for (int i = 0; i < 11; ++i) {
      MoveSpec spec;
      if (i > 0) spec = random_spec(random);
      spec = of_preset(preset, spec);
      spec.workload.requests = 4'000;
      texts.push_back(format_move(spec));
    }
  }
  return texts;
}

TEST(GoldenMoves, AreTheSameNativelyAndInWasm) {
  if (std::getenv("RESHARD_WRITE_GOLDEN") != nullptr) {
    std::ofstream file(kFile);
    for (const std::string& text : moves()) file << digest_of(text) << ' ' << text << '\n';
  }
  std::ifstream file(kFile);
  std::size_t lines = 0;
  for (std::string digest, text; file >> digest >> text; ++lines) EXPECT_EQ(digest_of(text), digest) << text;
  EXPECT_EQ(lines, 132u);
}

TEST(GoldenMoves, DifferForAnotherSeed) {
  EXPECT_NE(digest_of("stop~requests=4000"), digest_of("stop~requests=4000~seed=1"));
}

}  // namespace
}  // namespace reshard::testing

#include "core/migration/checker/checker.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <sstream>

#include "core/base/text.h"
#include "core/migration/model/presets.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/model/turn_back.h"
#include "tests/core/migration/guide.h"
#include "tests/core/migration/samples.h"
#include "tests/core/vectors.h"

namespace reshard {
namespace {

using testing::Vectors;

#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
constexpr bool kSlow = true;  // ten times slower
#else
constexpr bool kSlow = false;
#endif

// All rows together take minutes, which only `tests/run long` has; otherwise only rows with few states are checked.
std::uint64_t states_in_reach() {
  if (std::getenv("RESHARD_LONG") != nullptr) return 2'000'000;
  return kSlow ? 30'000 : 100'000;
}

/// Reads "clients=3 operations=4 cache", as the rows have it.
Bounds bounds_of(const std::string& text) {
  const std::map<std::string, std::uint8_t Bounds::*> numbers = {
      {"clients", &Bounds::clients}, {"operations", &Bounds::operations}, {"timeouts", &Bounds::timeouts}};
  const std::map<std::string, bool Bounds::*> flags = {{"one_writer", &Bounds::one_writer},
                                                       {"asymmetric", &Bounds::asymmetric},
                                                       {"cache", &Bounds::cache},
                                                       {"restart", &Bounds::restart},
                                                       {"clock_behind", &Bounds::clock_behind},
                                                       {"no_drain", &Bounds::no_drain},
                                                       {"answers_only", &Bounds::answers_only},
                                                       {"timeout_is_answer", &Bounds::timeout_is_answer}};
  Bounds bounds;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      bounds.*flags.at(word) = true;
    } else {
      bounds.*numbers.at(word.substr(0, equals)) = static_cast<std::uint8_t>(std::stoi(word.substr(equals + 1)));
    }
  }
  return bounds;
}

std::string found_words(const Verdict& verdict) {
  std::string words;
  for (const Counterexample& found : verdict.found) {
    words.append(words.empty() ? "" : "; ").append(anomaly_words(found.kind)).append(" ") += decimal(found.steps);
  }
  return words;
}

std::string table_line(const Vectors::Row& row, const Verdict& verdict) {
  const std::string found = found_words(verdict);
  return "| " + row["preset"] + " | " + row["condition"] + " | " + (found.empty() ? "safe" : found) + " | " +
         decimal(verdict.states) + " |";
}

TEST(MoveChecker, FindsTheSameAsTheReferenceCheckerInAsManyStates) {
  const Vectors rows("move_checker.csv");
  ASSERT_EQ(rows.size(), 73u);
  const testing::Guide guide("rows");
  std::vector<std::string> table = {"| preset | condition dropped | found, and in how many events | states |",
                                    "| --- | --- | --- | ---: |"};
  const std::uint64_t reach = states_in_reach();
  std::size_t checked = 0;
  for (const Vectors::Row& row : rows) {
    if (row.number("states") > reach) continue;
    SCOPED_TRACE(row["preset"] + ": " + row["condition"]);
    const auto protocol = parse_protocol(row["protocol"]);
    ASSERT_TRUE(protocol.ok()) << message(protocol.error());
    const Verdict verdict = check_moves(protocol.value(), bounds_of(row["bounds"]));
    EXPECT_EQ(found_words(verdict), row["found"]);
    EXPECT_EQ(verdict.states, row.number("states"));
    EXPECT_TRUE(verdict.complete);
    EXPECT_TRUE(verdict.ends);
    table.push_back(table_line(row, verdict));
    EXPECT_TRUE(guide.has(table.back())) << table.back();
    ++checked;
  }
  EXPECT_GE(checked, 12u);
  if (reach >= 2'000'000) { EXPECT_EQ(checked, rows.size()); }
  EXPECT_EQ(guide.lines(), rows.size() + 2);
  if (checked == rows.size()) guide.write_if_asked(table);
}

TEST(Presets, MarkedSafeHaveNoAnomalyAndAllOthersDo) {
  for (const Preset& preset : presets()) {
    const Protocol protocol = protocol_of(preset);
    Bounds bounds;
    bounds.expires = testing::waits_for_expiry(protocol);
    if (kSlow) bounds.operations = 2;
    const Verdict verdict = check_moves(protocol, bounds);
    EXPECT_TRUE(verdict.complete && verdict.ends) << preset.id;
    if (preset.safe) {
      EXPECT_EQ(found_words(verdict), "") << preset.id;
    } else {
      EXPECT_NE(found_words(verdict), "") << preset.id;
    }
  }
}

// Each preset, aborted at any time in each of its phases, and rolled back through the phases before it.
TEST(Presets, CanBeRolledBackUpToTheirStatedPhaseAndNoFurther) {
  const bool all = states_in_reach() > 1'000'000;
  const testing::Guide guide("back");
  std::vector<std::string> table = {"| preset | aborted in | found, and in how many events | states |",
                                    "| --- | --- | --- | ---: |"};
  for (const Preset& preset : presets()) {
    const Protocol protocol = protocol_of(preset);
    for (std::size_t phase = 1; phase < protocol.phases.size(); ++phase) {
      if (!all && phase > preset.back) break;
      Bounds bounds;
      bounds.expires = testing::waits_for_expiry(protocol);
      if (!all) bounds.operations = 2;
      const Verdict verdict = check_moves(turned_back(protocol, phase), bounds);
      const std::string found = found_words(verdict);
      EXPECT_TRUE(verdict.complete && verdict.ends) << preset.id << " " << phase;
      EXPECT_EQ(found.empty(), phase <= preset.back) << preset.id << " in " << phase << ": " << found;
      table.push_back("| `" + std::string(preset.id) + "` | " + decimal(phase) + " " + protocol.phases[phase].name +
                      " | " + (found.empty() ? "safe" : found) + " | " + decimal(verdict.states) + " |");
      if (all) { EXPECT_TRUE(guide.has(table.back())) << table.back(); }
    }
  }
  if (all) guide.write_if_asked(table);
}

// The same words describe values that expire: a value disappears everywhere at once, and an older value first.
TEST(MoveChecker, FindsTheConditionsThatMakeExpirySafe) {
  const bool all = states_in_reach() > 1'000'000;
  const testing::Guide guide("expiry");
  std::vector<std::string> table = {"| condition dropped | found, and in how many events | states |",
                                    "| --- | --- | ---: |"};
  // The settings of the phase in which old data expires, and what it waits for.
  const struct {
    std::string condition, phase, until;
    bool safe;
  } rows[] = {
      {"none", "reads=new-old-new,deletes=tombstone,barrier", "acknowledged+expired", true},
      {"reads new, old", "reads=new-old,deletes=tombstone,barrier", "acknowledged+expired", false},
      {"no tombstones", "reads=new-old-new,barrier", "acknowledged+expired", false},
      {"no tombstones, deletes on both sides", "reads=new-old-new,deletes=both_sides,barrier", "acknowledged+expired",
       false},
      {"writers not held back", "reads=new-old-new,deletes=tombstone", "acknowledged+expired", false},
      {"old data not waited for", "reads=new-old-new,deletes=tombstone,barrier", "acknowledged", false},
  };
  for (const auto& row : rows) {
    const auto protocol = parse_protocol("start;new+data:writes=new," + row.phase + ",until=" + row.until +
                                         ";reads+new:reads=new,writes=new,until=acknowledged");
    ASSERT_TRUE(protocol.ok()) << message(protocol.error());
    if (row.safe) { EXPECT_EQ(protocol.value(), protocol_of(*find_preset("expire"))); }
    Bounds bounds;
    bounds.expires = true;
    if (!all && kSlow) bounds.operations = 2;
    const Verdict verdict = check_moves(protocol.value(), bounds);
    const std::string found = found_words(verdict);
    EXPECT_TRUE(verdict.complete && verdict.ends) << row.condition;
    if (bounds.operations == 3 || row.safe) { EXPECT_EQ(found.empty(), row.safe) << row.condition << ": " << found; }
    table.push_back("| " + row.condition + " | " + (found.empty() ? "safe" : found) + " | " + decimal(verdict.states) +
                    " |");
    if (bounds.operations == 3) { EXPECT_TRUE(guide.has(table.back())) << table.back(); }
  }
  if (all) guide.write_if_asked(table);
}

// read_through asks new, then old: it finds nothing if new is written and old's value expires in between.
TEST(Presets, MarkedSafeStaySafeIfValuesExpireExceptReadThrough) {
  for (const Preset& preset : presets()) {
    if (!preset.safe) continue;
    Bounds bounds;
    bounds.expires = true;
    bounds.operations = states_in_reach() > 1'000'000 ? 3 : 2;
    const Verdict verdict = check_moves(protocol_of(preset), bounds);
    EXPECT_TRUE(verdict.complete && verdict.ends) << preset.id;
    EXPECT_EQ(found_words(verdict), preset.id == "read_through" ? "wrong order 9" : "") << preset.id;
  }
}

TEST(ProtocolText, ReadsBackWhatItWrites) {
  for (const Vectors::Row& row : Vectors("move_checker.csv")) {
    const auto protocol = parse_protocol(row["protocol"]);
    ASSERT_TRUE(protocol.ok()) << row["protocol"] << ": " << message(protocol.error());
    const auto again = parse_protocol(format_protocol(protocol.value()));
    ASSERT_TRUE(again.ok()) << format_protocol(protocol.value());
    EXPECT_EQ(again.value(), protocol.value()) << row["protocol"];
  }
}

}  // namespace
}  // namespace reshard

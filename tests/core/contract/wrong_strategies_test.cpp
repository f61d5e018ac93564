#include "tests/core/contract/wrong_strategies.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/placement/hash_use.h"
#include "core/strategies/strategies.h"
#include "tests/core/contract/checks.h"
#include "tests/core/contract/contract.h"
#include "tests/core/contract/spread.h"

// The checks are worth something only if they find violations: wrong strategies go through the same checks as the real
// ones. wrong_strategies.cpp says what each breaks.

namespace reshard::testing {
namespace {

bool found_by(std::string_view check, const Violations& violations) {
  return std::any_of(violations.begin(), violations.end(),
                     [&](const Violation& violation) { return violation.check == check; });
}

TEST(WrongStrategies, EachIsCaughtByTheCheckMadeForIt) {
  std::size_t number = 0;
  for (const auto& [check, strategy] : wrong_placements()) {
    const auto report = run_scripts(strategy, 300, 2024);
    EXPECT_TRUE(found_by(check, report.violations))
        << "number " << number << " should break “" << check << "”, found:\n"
        << lines_of(report.violations);
    ++number;
  }
  EXPECT_GE(number, 3u);
}

TEST(WrongStrategies, UnevenOnesAreCaughtByTheSpreadCheck) {
  std::size_t number = 0;
  for (const auto& [check, strategy] : wrong_spreads()) {
    const bool weighted = check == "weights";
    EXPECT_TRUE(found_by(check, check_spread(strategy, weighted, 2024))) << "number " << number;
    ++number;
  }
  EXPECT_GE(number, 3u);
}

TEST(WrongStrategies, ACorrectOneBuiltFromTheSameCodePassesEveryCheck) {
  const Strategy& honest = honest_strategy();
  const auto report = run_scripts(honest, 1000, 2024);
  EXPECT_TRUE(report.violations.empty()) << lines_of(report.violations);
  EXPECT_LT(report.refused, 10u);  // only where a script drained every node
  for (const auto& violations :
       {check_description(honest), check_bad_input(honest), check_spread(honest, false, 2024)}) {
    EXPECT_TRUE(violations.empty()) << lines_of(violations);
  }
}

/// Checks the description of the honest strategy after `spoil` has changed it.
template <typename Spoil>
Violations description_of_spoiled(Spoil spoil) {
  Strategy strategy = honest_strategy();
  spoil(strategy);
  return check_description(strategy);
}

TEST(WrongStrategies, FaultyDescriptionsAreCaught) {
  static constexpr ParamSpec kBadDefault[] = {{.key = "slots", .label = "Slots", .min = 1, .max = 9, .fallback = 10}};
  static constexpr ParamSpec kBadKey[] = {{.key = "my slots", .label = "Slots", .max = 9}};
  static constexpr ParamSpec kNoLabel[] = {{.key = "slots", .label = "", .max = 9}};
  static constexpr ParamSpec kTwice[] = {{.key = "slots", .label = "A", .max = 9}, {.key = "slots", .label = "B"}};
  static constexpr ParamSpec kNoOptions[] = {{.key = "kind", .label = "Type", .kind = ParamSpec::Kind::kChoice}};
  static constexpr DownCase kOfNoParameter[] = {{.does = Failover::kFails, .with = {"eject", 1}}};
  const Violations all[] = {
      description_of_spoiled([](Strategy& s) { s.down = {}; }),
      description_of_spoiled([](Strategy& s) { s.down = kOfNoParameter; }),
      description_of_spoiled([](Strategy& s) { s.id = "Two Words"; }),
      description_of_spoiled([](Strategy& s) { s.title = ""; }),
      description_of_spoiled([](Strategy& s) { s.summary = ""; }),
      description_of_spoiled([](Strategy& s) { s.limits = "none"; }),
      description_of_spoiled([](Strategy& s) { s.source = ""; }),
      description_of_spoiled([](Strategy& s) { s.lookup = "fast"; }),
      description_of_spoiled([](Strategy& s) { s.hash = "crc33"; }),
      description_of_spoiled([](Strategy& s) { s.recipes = nullptr; }),
      description_of_spoiled([](Strategy& s) { s.build = nullptr; }),
      description_of_spoiled([](Strategy& s) { s.params = kBadDefault; }),
      description_of_spoiled([](Strategy& s) { s.params = kBadKey; }),
      description_of_spoiled([](Strategy& s) { s.params = kNoLabel; }),
      description_of_spoiled([](Strategy& s) { s.params = kTwice; }),
      description_of_spoiled([](Strategy& s) { s.params = kNoOptions; }),
      description_of_spoiled(
          [](Strategy& s) { s.expected_spread = [](std::size_t, std::span<const double>) { return -1.0; }; }),
  };
  for (const Violations& violations : all) EXPECT_FALSE(violations.empty()) << &violations - all;
}

TEST(WrongStrategies, DownRulesWithoutWordsOrSourceAreCaught) {
  const DownRule silent[] = {{.does = Failover::kFails, .words = "", .source = "nobody"}};
  const DownRule without_source[] = {{.does = Failover::kFails, .words = "Requests for it fail.", .source = ""}};
  const DownRule whole[] = {{.does = Failover::kFails, .words = "Requests for it fail.", .source = "nobody"}};
  EXPECT_FALSE(check_down_rules({}).empty());
  EXPECT_FALSE(check_down_rules(silent).empty());
  EXPECT_FALSE(check_down_rules(without_source).empty());
  EXPECT_TRUE(check_down_rules(whole).empty());
}

/// Checks a registered strategy whose numeric parameters claim to have an effect only under these options.
Violations effects_of_spoiled(std::string_view id, ParamSpec::Condition only_with) {
  Strategy strategy = *find_strategy(id);
  std::vector<ParamSpec> specs(strategy.params.begin(), strategy.params.end());
  for (ParamSpec& spec : specs) {
    if (spec.kind != ParamSpec::Kind::kChoice) spec.only_with = only_with;
  }
  strategy.params = specs;
  return check_params_in_effect(strategy);
}

TEST(WrongStrategies, WrongStatementsOfWhenParametersTakeEffectAreCaught) {
  EXPECT_FALSE(effects_of_spoiled("jump", {}).empty());
  EXPECT_FALSE(effects_of_spoiled("jump", {"removal", 0}).empty());
  EXPECT_FALSE(effects_of_spoiled("ring", {"label", 0b10}).empty());
}

TEST(WrongStrategies, AChoiceWithoutEffectIsCaught) {
  constexpr std::string_view kOptions[] = {"one", "other"};
  Strategy strategy = *find_strategy("ring");  // reads its parameters from the first on
  EXPECT_TRUE(check_params_in_effect(strategy).empty());
  std::vector<ParamSpec> specs(strategy.params.begin(), strategy.params.end());
  specs.push_back(choice_param("nothing", "Nothing", kOptions));
  strategy.params = specs;
  EXPECT_FALSE(check_params_in_effect(strategy).empty());
}

TEST(WrongStrategies, AHashFunctionThatIsOfferedWithoutEffectIsCaught) {
  static const OfferedHash kBoth[] = {{find_hash_function("xxh64"), {}}, {find_hash_function("md5"), {}}};
  Strategy strategy = *find_strategy("rendezvous");
  EXPECT_TRUE(check_params_in_effect(strategy).empty());
  strategy.hashes_with = [](std::span<const double>) { return std::span<const OfferedHash>(kBoth); };
  EXPECT_FALSE(check_params_in_effect(strategy).empty());  // its dialect supsi has one of its own
}

// Links from before the choice was hidden carry a hash function, and open as they did.
TEST(HashUse, SupsiOffersOneFunctionAndAcceptsTheOneOfAnOldLink) {
  const Strategy& strategy = *find_strategy("rendezvous");
  const ParamValues supsi = {parse_param(strategy.params[0], "supsi").take()};
  EXPECT_FALSE(uses_hash(strategy, supsi));
  EXPECT_TRUE(uses_hash(strategy, default_params(strategy.params)));
  EXPECT_EQ(offered_hashes(strategy, supsi).size(), 1u);
  EXPECT_TRUE(check_offered(strategy, supsi, *find_hash_function("md5")).ok());
}

}  // namespace
}  // namespace reshard::testing

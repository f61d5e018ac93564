// The table of words is complete, and has nothing for what does not exist.

#include "web/text/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/placement/hash_use.h"
#include "core/scenario/link.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"

namespace reshard::ui {
namespace {

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
#define WORD(key, english) {#key, english},
#include "web/text/words.def"
#undef WORD
};
constexpr std::pair<std::string_view, std::string_view> kCoreWords[] = {
#define CORE_WORD(key, english) {key, english},
#include "web/text/core_words.def"
#undef CORE_WORD
};

TEST(Words, no_text_is_empty_or_leaves_emphasis_open) {
  for (const auto& [key, text] : kWords) {
    EXPECT_FALSE(text.empty()) << key;
    for (const char sign : {'*', '#'}) {
      EXPECT_EQ(std::count(text.begin(), text.end(), sign) % 2, 0) << key << ": emphasis ends where it began";
    }
  }
}

TEST(Words, templates_number_their_arguments_from_zero) {
  for (const auto& [key, text] : kWords) {
    bool ended = false;
    for (char number = '0'; number <= '9'; ++number) {
      const bool used = text.find(std::string{'{', number, '}'}) != std::string_view::npos;
      EXPECT_FALSE(used && ended) << key << " leaves an argument out";
      ended = !used;
    }
  }
}

// Whether the table has words for a key.
bool has_words(const std::string& key) {
  return std::any_of(std::begin(kCoreWords), std::end(kCoreWords), [&](const auto& word) { return word.first == key; });
}

/// All keys of a kind ("option.", "step.") for which the core needs words.
using Asked = std::set<std::string>;

void expect_words(const Asked& asked) {
  for (const std::string& key : asked) EXPECT_TRUE(has_words(key)) << "web/text/core_words.def has no " << key;
}

// Expects no title to be missing, and none to be left for something that does not exist.
void expect_exactly(const Asked& asked, std::string_view kind) {
  expect_words(asked);
  for (const auto& [key, text] : kCoreWords) {
    EXPECT_FALSE(text.empty()) << key;
    EXPECT_TRUE(!key.starts_with(kind) || asked.contains(std::string(key))) << key << " is of nothing";
  }
}

TEST(Words, every_parameter_and_option_has_a_title) {
  Asked asked;
  for (const Strategy* strategy : strategies()) {
    for (const ParamSpec& spec : strategy->params) {
      EXPECT_NE(spec.label, spec.key) << strategy->id;
      EXPECT_EQ(spec.label.find('_'), std::string_view::npos) << strategy->id << ": " << spec.label;
      for (std::size_t i = 0; i < spec.options.size(); ++i) {
        asked.insert("option." + std::string(spec.key) + "." + std::string(spec.options[i]));
        EXPECT_EQ(option_title(spec, i).find('_'), std::string::npos) << strategy->id << ": " << option_title(spec, i);
      }
    }
  }
  expect_exactly(asked, "option.");
}

TEST(Words, every_kind_of_keys_has_a_title) {
  Asked asked;
  for (const KeyKindInfo& kind : key_kinds()) asked.insert("keys." + std::string(kind.id));
  expect_exactly(asked, "keys.");
}

// A strategy's choices with each option in turn, the others at their defaults.
std::vector<StrategyChoice> variants(const Strategy& strategy) {
  std::vector<StrategyChoice> all{default_choice(strategy)};
  for (std::size_t p = 0; p < strategy.params.size(); ++p) {
    for (std::size_t option = 0; option < strategy.params[p].options.size(); ++option) {
      all.push_back(default_choice(strategy));
      all.back().params[p] = static_cast<double>(option);
    }
  }
  return all;
}

TEST(Words, no_hash_function_is_named_where_a_system_hashes_a_typed_value_by_its_own) {
  for (const char* id : {"partitions", "linear_hashing", "vitess", "citus", "mongodb", "kafka_consumers"}) {
    EXPECT_EQ(fixed_hash(default_choice(*find_strategy(id))), "") << id;
  }
  EXPECT_EQ(fixed_hash(default_choice(*find_strategy("squid_carp"))), "CARP’s own, set by the dialect");
}

// Where the menu of hash functions is offered, all in it are accepted; where it is not, others are refused or change
// nothing.
TEST(Words, a_hash_is_fixed_exactly_where_others_are_refused_or_without_effect) {
  auto nodes = parse_link("v=1&nodes=0,1,2&keys=100");
  for (const Strategy* strategy : strategies()) {
    for (StrategyChoice choice : variants(*strategy)) {
      const bool fixed = fixed_hash(choice).has_value();
      EXPECT_TRUE(fixed || !strategy->hash_fixed) << strategy->id;
      if (strategy->hash_fixed) continue;
      const HashFunction& usual = default_hash(*strategy, choice.params);
      std::vector<const HashFunction*> others = {&xxh64_hash, &md5_hash};
      if (!own_hashes(*strategy, choice.params).empty() && !fixed) {
        others.clear();
        for (const OfferedHash& offered : own_hashes(*strategy, choice.params)) others.push_back(offered.hash);
      }
      for (const HashFunction* hash : others) {
        if (hash == &usual) continue;
        choice.hash = hash;
        nodes.scenario.strategies = {choice};
        const Status taken = Simulation().set(std::make_shared<const Scenario>(nodes.scenario), Baseline::kNone);
        const bool refused = !taken.ok() && taken.error().field == "hash";
        const bool without_effect = !uses_hash(*strategy, choice.params);
        EXPECT_EQ(refused || without_effect, fixed) << strategy->id << " with " << hash->id;
      }
    }
  }
}

// Adds the labels of some keys' steps; none if the strategy refuses these nodes.
void add_steps(const Scenario& scenario, Asked& asked) {
  Simulation simulation;
  NoLimit all_at_once;
  if (!simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok()) return;
  if (!simulation.step(all_at_once).ok()) return;
  const Results& results = simulation.results();
  const StrategyResult& main = results.strategies[0];
  const auto ask = [&](std::string_view name, std::uint32_t index) {
    const auto key = SingleKey::of(name, main.recipes);
    if (index == kNotInSet && main.recipes[0].typed != nullptr && !key.ok()) return;  // no key of its type
    ASSERT_TRUE(key.ok());
    for (const Step& step : main.placement->explain(key.value(), index)) {
      asked.insert("step." + std::string(step.label));
      if (!step.note.empty()) asked.insert("note." + std::string(step.note));
    }
  };
  std::string buffer;
  for (std::uint32_t i = 0; i < results.keys->size(); ++i) ask(results.keys->name(i, buffer), i);
  ask("another {key} with a tag", kNotInSet);
}

// Names that are numbers suit every strategy. Nodes leave and join, so that keys have to skip gaps; the rarest steps
// (in an almost empty tree) may not occur.
TEST(Words, every_step_of_every_lookup_has_a_title_and_every_note_a_text) {
  Asked asked;
  for (const Strategy* strategy : strategies()) {
    for (const StrategyChoice& choice : variants(*strategy)) {
      for (const char* nodes : {"0..6", "0..5,6@eu/a/r&log=-2,+7", "0..6&log=+7,-7", "0..99&log=-1..99"}) {
        LinkContents link = parse_link("v=1&keys=100&nodes=" + std::string(nodes));
        ASSERT_TRUE(link.refused.empty());
        link.scenario.strategies = {choice};
        add_steps(link.scenario, asked);
      }
    }
  }
  expect_words(asked);
}

TEST(Words, numbers_are_read_as_people_write_them) {
  EXPECT_EQ(read_number("100\u202f000"), 100'000);
  EXPECT_EQ(read_number("100 000"), 100'000);
  EXPECT_EQ(read_number("1,100,000"), 1'100'000);
  EXPECT_EQ(read_number("1,5"), std::nullopt) << "a comma in English is no decimal sign";
  EXPECT_EQ(read_number("1,5000"), std::nullopt);
  EXPECT_EQ(read_number("2.5"), 2.5);
  EXPECT_EQ(read_number("ten"), std::nullopt);
  EXPECT_EQ(read_number(""), std::nullopt);
}

}  // namespace
}  // namespace reshard::ui

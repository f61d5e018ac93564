// Whole scenarios, from a link to every figure on the page, reduced to one digest each: what one machine computes,
// natively or in wasm, all must compute. tests/golden/README.md says how the file is made.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/analysis/serving.h"
#include "core/base/text.h"
#include "core/scenario/link.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"

namespace reshard::testing {
namespace {

constexpr const char* kFile = RESHARD_TEST_DATA "/golden/results.txt";

/// The input of a digest: numbers, each as eight bytes, the least significant first.
class Record {
 public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte) bytes_ += static_cast<char>(number >> (8 * byte) & 0xFF);
  }
  void add(double number) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    add(bits);
  }
  void add(NodeId node) { add(std::uint64_t{index_of(node)}); }

  template <typename Range>
  void add_all(const Range& range) {
    add(std::uint64_t{range.size()});
    for (const auto& item : range) add(item);
  }

  std::string digest() const { return hex64(find_hash_function("xxh64")->hash64(bytes_, 0)); }

 private:
  std::string bytes_;
};

void add_load(Record& record, const LoadStats& load) {
  record.add_all(load.keys);
  record.add_all(load.fair);
  record.add(load.unplaced);
  for (const double figure :
       {load.mean, load.stddev, load.cv, load.peak_to_mean, load.peak_to_fair, load.jain, load.chi_square}) {
    record.add(figure);
  }
  record.add(std::uint64_t{load.chi_square_valid});
}

void add_movement(Record& record, const Movement& movement) {
  for (const std::uint64_t figure : {movement.keys, movement.moved, movement.least, movement.needless}) {
    record.add(figure);
  }
  for (const Flow& flow : movement.flows) {
    record.add(flow.from);
    record.add(flow.to);
    record.add(flow.keys);
  }
}

// The replicas come from the placement, since results hold only owners.
void add_replicas(Record& record, const StrategyResult& result, const Scenario& scenario) {
  const Serving serving(*result.placement, *result.choice.strategy, result.choice.params, scenario.cluster,
                        scenario.replicas);
  const auto keys = KeySet::generate(scenario.keys, scenario.seed, generated_form(scenario)).take();
  constexpr std::uint32_t kAsked = 500;
  KeyBlock block{keys.get(), 0, kAsked, {}};
  std::vector<std::shared_ptr<KeyColumn>> columns;
  for (const Recipe& recipe : result.recipes) {
    columns.push_back(std::make_shared<KeyColumn>(keys, recipe));
    NoLimit no_limit;
    ASSERT_TRUE(columns.back()->step(no_limit).ok());
    block.columns[columns.size() - 1] = columns.back()->values().first(kAsked);
  }
  std::vector<NodeId> replicas(std::size_t{kAsked} * scenario.replicas);
  serving.place_replicas(block, scenario.replicas, replicas);
  record.add_all(replicas);
}

std::string refused(const Error& error) { return "refused:" + std::string(error_id(error.code)) + ":" + error.field; }

/// Shows the scenario with its log undone, then as it is.
std::string outcome(const Scenario& scenario) {
  auto start = std::make_shared<Scenario>(scenario);
  start->cluster = scenario.cluster.at_start();
  Simulation simulation;
  NoLimit no_limit;
  if (const auto set = simulation.set(start, Baseline::kNone); !set.ok()) return refused(set.error());
  if (const auto done = simulation.step(no_limit); !done.ok()) return refused(done.error());
  const auto whole = std::make_shared<const Scenario>(scenario);
  if (const auto set = simulation.set(whole, Baseline::kShown); !set.ok()) return refused(set.error());
  if (const auto done = simulation.step(no_limit); !done.ok()) return refused(done.error());
  Record record;
  for (const StrategyResult& result : simulation.results().strategies) {
    record.add_all(result.owners());
    record.add_all(result.owners_before());
    add_load(record, result.load);
    add_load(record, result.load_before);
    if (scenario.requests != RequestSpec{}) {
      record.add_all(result.load.requests);
      record.add_all(result.load_before.requests);
    }
    add_movement(record, result.movement);
    record.add(result.placement->memory_bytes());
    add_replicas(record, result, scenario);
  }
  return record.digest();
}

struct Row {
  std::string outcome, link;
};

std::vector<Row> read_rows(std::string& comment) {
  std::ifstream file(kFile);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') {
      comment += line + "\n";
      continue;
    }
    std::istringstream fields(line);
    fields >> rows.emplace_back().outcome >> rows.back().link;
  }
  return rows;
}

/// The scenarios for every strategy: a plain addition; nodes that leave from the middle and come back; weights, places,
/// failures and a new name; nodes and keys that are numbers.
std::vector<Row> usual_rows(std::string_view strategy) {
  std::vector<Row> rows;
  for (const char* link : {"v=1&nodes=9&log=+node-9&keys=5000&strategy=",
                           "v=1&nodes=12&log=-node-5,+node-12,-node-0,+node-5&keys=5000&kind=url&strategy=",
                           "v=1&nodes=a*2,b,c@eu/z1,d*0.5,e,f,!g&log=+h*3,+i,-i,~b~bb,*a*1,!d,+i&keys=5000&kind=user"
                           "&seed=7&replicas=3&strategy=",
                           "v=1&nodes=0..9&log=+10..12,-12&keys=5000&prefix=&replicas=2&strategy="}) {
    rows.push_back({"", std::string(link) + std::string(strategy)});
  }
  return rows;
}

/// Each option that is not the default, in a smaller scenario: addresses, a weight, a failure.
std::vector<Row> option_rows(const Strategy& strategy) {
  const LinkContents usual = parse_link(
      "v=1&nodes=10.0.0.1:11211,10.0.0.2:11211*2,10.0.0.3:11211,10.0.0.4:11211&log=+10.0.0.5:11211,!10.0.0.1:11211"
      "&keys=1000&kind=user&strategy=" +
      std::string(strategy.id));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    for (std::size_t option = 0; option < spec.options.size(); ++option) {
      if (static_cast<double>(option) == spec.fallback) continue;
      Scenario scenario = usual.scenario;
      ParamValues& params = scenario.strategies[0].params;
      params[i] = static_cast<double>(option);
      for (std::size_t other = 0; other < params.size(); ++other) {
        if (spec.only_with.options != 0 && strategy.params[other].key == spec.only_with.key)
          params[other] = std::countr_zero(spec.only_with.options);
      }
      rows.push_back({"", format_link(scenario)});
    }
  }
  return rows;
}

/// The rows that the file must have, derived from the strategy's description.
std::vector<Row> rows_of(const Strategy& strategy) {
  std::vector<Row> rows = usual_rows(strategy.id);
  for (Row& row : option_rows(strategy)) rows.push_back(std::move(row));
  return rows;
}

bool holds(const std::vector<Row>& rows, const Row& wanted) {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return row.link == wanted.link; });
}

void write_golden() {
  std::string comment;
  std::vector<Row> rows = read_rows(comment);
  for (const Strategy* strategy : strategies()) {
    for (const Row& row : rows_of(*strategy)) {
      if (!holds(rows, row)) rows.push_back(row);
    }
  }
  std::ofstream file(kFile);
  file << comment;
  for (const Row& row : rows) file << outcome(parse_link(row.link).scenario) << " " << row.link << "\n";
}

TEST(Golden, ScenariosGiveTheSameResultsEverywhere) {
  if (std::getenv("RESHARD_WRITE_GOLDEN") != nullptr) write_golden();
  std::string comment;
  const auto rows = read_rows(comment);
  for (const Row& row : rows) {
    const LinkContents link = parse_link(row.link);
    EXPECT_TRUE(link.refused.empty() && link.other.empty()) << row.link;
    EXPECT_EQ(outcome(link.scenario), row.outcome) << row.link;
  }
}

TEST(Golden, EveryStrategyAndEveryOptionHasARow) {
  std::string comment;
  const auto rows = read_rows(comment);
  for (const Strategy* strategy : strategies()) {
    for (const Row& row : rows_of(*strategy)) {
      EXPECT_TRUE(holds(rows, row)) << strategy->id << " has no row for " << row.link << "; tests/golden/README.md";
    }
  }
}

}  // namespace
}  // namespace reshard::testing

#include "core/placement/systems/citus_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::uint32_t number(const std::string& text) { return static_cast<std::uint32_t>(std::stoul(text)); }

// "n0" is worker 0.
std::uint32_t worker(const std::string& name) { return number(name.substr(1)); }

// "n0/3/7;9": capacity 3, without shards 7 and 9.
std::vector<citus::Worker> workers_of(const std::string& text) {
  std::vector<citus::Worker> workers;
  for (const std::string& each : split(text, ' ')) {
    const auto parts = split(each, '/');
    EXPECT_EQ(worker(parts.at(0)), workers.size());
    workers.push_back({.capacity = std::stof(parts.at(1))});
    if (parts.size() < 3) continue;
    for (const std::string& shard : split(parts[2], ';')) workers.back().refuses.push_back(number(shard));
  }
  return workers;
}

std::vector<citus::Shard> shards_of(const std::string& text) {
  std::vector<citus::Shard> shards;
  for (const std::string& each : split(text, ' ')) {
    const auto parts = split(each, ':');
    shards.push_back({number(parts.at(0)), worker(parts.at(1)), std::stof(parts.at(2)), number(parts.at(3))});
  }
  return shards;
}

std::string written(const std::vector<citus::Move>& moves) {
  std::ostringstream text;
  for (const citus::Move& move : moves) {
    text << (text.tellp() > 0 ? " " : "") << move.shard << ":n" << move.from << ">n" << move.to;
  }
  return text.str();
}

TEST(CitusPlan, MovesWhatShardPlacementRebalanceArrayMoved) {
  const Vectors rows("citus_rebalancer.csv");
  EXPECT_GE(rows.size(), 700u);
  for (const auto& row : rows) {
    const citus::Options options{.threshold = std::stof(row["threshold"]),
                                 .improvement = std::stof(row["improvement_threshold"]),
                                 .drain_only = row["drain_only"] == "1",
                                 .max_moves = static_cast<std::size_t>(row.number("max_moves"))};
    EXPECT_EQ(written(citus::rebalance(workers_of(row["nodes"]), shards_of(row["shards"]), options)), row["moves"])
        << row["case"] << " " << row["kind"];
  }
}

/// The value of an option as {"threshold": "0.1"} names it, or else `otherwise`.
std::string option(const std::string& text, const std::string& name, const std::string& otherwise) {
  const auto at = text.find('"' + name + "\": \"");
  if (at == std::string::npos) return otherwise;
  const auto begin = at + name.size() + 5;
  return text.substr(begin, text.find('"', begin) - begin);
}

// "a:0-7/9": capacity 0, without shards 7 and 9.
std::vector<citus::Worker> published_workers(const std::string& text, std::vector<std::string>& names) {
  std::vector<citus::Worker> workers;
  for (const std::string& each : split(text, ' ')) {
    const auto parts = split(each, ':');
    const auto of = split(parts.at(1), '-');
    names.push_back(parts[0]);
    workers.push_back({.capacity = std::stof(of.at(0))});
    if (of.size() < 2) continue;
    for (const std::string& shard : split(of[1], '/')) workers.back().refuses.push_back(number(shard));
  }
  return workers;
}

std::uint32_t index_in(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::uint32_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<citus::Shard> published_shards(const std::string& text, const std::vector<std::string>& names) {
  std::vector<citus::Shard> shards;
  std::uint32_t group = 0;
  for (const std::string& members : split(text, '|')) {
    for (const std::string& each : words_of(members)) {
      const auto parts = split(each, ':');
      shards.push_back({number(parts.at(0)), index_in(names, parts.at(1)), std::stof(parts.at(2)), group});
    }
    ++group;
  }
  return shards;
}

TEST(CitusPlan, MovesAndIgnoresWhatCitusPublishes) {
  const Vectors rows("rebalance/citus_published.csv");
  EXPECT_EQ(rows.size(), 38u);
  for (const auto& row : rows) {
    std::vector<std::string> names;
    const auto workers = published_workers(row["nodes"], names);
    const std::string& given = row["options"];
    const citus::Options options{.threshold = std::stof(option(given, "threshold", "0")),
                                 .improvement = std::stof(option(given, "improvement_threshold", "0.5")),
                                 .drain_only = option(given, "drain_only", "false") == "true",
                                 .max_moves = std::stoul(option(given, "max_shard_moves", "1000000"))};
    std::size_t ignored = 0;
    std::string moves;
    for (const auto& [shard, from, to] :
         citus::rebalance(workers, published_shards(row["shards"], names), options, &ignored)) {
      moves += (moves.empty() ? "" : "; ") + std::to_string(shard) + " " + names.at(from) + ">" + names.at(to);
    }
    EXPECT_EQ(moves, row["moves"]) << row["n"] << ", line " << row["line"];
    EXPECT_EQ(ignored, row.number("ignored")) << row["n"];
  }
}

// 32 shards of equal cost on three workers, which were added as 55442, 55441, 55443; a fourth joins. Citus 13.2.2 moved
// shards 0 to 7, in this order: of workers that are equally full, the one with the highest nodeid gives first.
TEST(CitusPlan, MovesShards0To7InOrderOnceAFourthWorkerHasJoined) {
  constexpr std::uint32_t kWorkers[] = {1, 0, 2};  // by port
  std::vector<citus::Shard> shards;
  for (std::uint32_t i = 0; i < 32; ++i) shards.push_back({i, kWorkers[i % 3]});
  const auto moves = citus::rebalance(std::vector<citus::Worker>(4), shards, {});
  ASSERT_EQ(moves.size(), 8u);
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(moves[i], (citus::Move{i, kWorkers[i % 3], 3}));
}

}  // namespace
}  // namespace reshard::testing

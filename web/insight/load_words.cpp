#include "web/insight/load_words.h"

#include <algorithm>
#include <cmath>

#include "web/text/words.h"

namespace reshard::ui {
namespace {

// With keys placed at random, the spread is that of a binomial distribution: sqrt((n - 1) / keys) of the mean.
double chance_spread(const LoadStats& load) {
  const auto nodes = static_cast<double>(load.keys.size());
  return load.mean > 0 ? std::sqrt((nodes - 1) / (nodes * load.mean)) : 0;
}

std::string key_words(const Cluster& cluster, const LoadStats& load) {
  if (load.peak_to_fair == 0) return "";  // no node serves
  const std::string peak = format_decimal(load.peak_to_fair, 2, locale());
  const auto count = [](std::size_t nodes) { return format_count(nodes, locale()); };
  if (cluster.down() > 0) return say(Word::load_down, {count(cluster.down()), count(cluster.nodes().size()), peak});
  if (load.weighted) return say(Word::load_weighted, {peak});
  return say(Word::load_spread,
             {format_percent(load.cv, locale()), format_percent(chance_spread(load), locale()), peak});
}

// "key-0 10.2% (node-3), …"
std::string hot_keys(const Results& results, const RequestSpec& requests) {
  constexpr std::uint32_t kShown = 3;
  std::string words, buffer;
  for (std::uint32_t rank = 0; rank < std::min(kShown, results.keys->size()); ++rank) {
    const std::uint32_t key = results.shares->hottest(rank);
    const NodeId owner = results.strategies[0].owner(key);
    const std::string name(results.keys->name(key, buffer));
    const std::string share = format_percent(results.shares->share_of(key), locale());
    words.append(rank == 0 ? "" : ", ");
    words += rank < requests.spread
                 ? say(Word::hot_key_spread, {name, share})
                 : say(Word::hot_key,
                       {name, share, owner == kNoNode ? say(Word::no_node) : results.scenario->cluster.name_of(owner)});
  }
  return words;
}

std::string percent(std::uint64_t part, std::uint64_t all) {
  return format_percent(static_cast<double>(part) / static_cast<double>(all), locale());
}

}  // namespace

bool requests_differ(const Results& results, const Scenario& scenario) {
  return scenario.requests.skew > 0 || scenario.requests.spread > 0 || results.keys->counted() > 0;
}

std::string load_words(const Results& results, const Scenario& scenario, const LoadStats& load) {
  std::string words =
      requests_differ(results, scenario)
          ? say(load.weighted ? Word::load_hot_weighted : Word::load_hot,
                {format_decimal(load.request_peak_to_fair, 2, locale()), hot_keys(results, scenario.requests)})
          : key_words(scenario.cluster, load);
  if (const std::string above = names_above(scenario, load); !above.empty())
    words.append(" ").append(say(Word::load_above, {above}));
  return words;
}

std::string overflow_words(const Results& results, const UiState& ui) {
  if (!ui.overflow) return "";
  const Overflow& overflow = *ui.overflow;
  if (overflow.keys == 0) return say(Word::load_no_overflow);
  const auto name = [&](NodeId node) { return results.scenario->cluster.name_of(node); };
  const double share = static_cast<double>(overflow.keys) / static_cast<double>(results.keys->size());
  std::string buffer;
  return say(Word::load_overflow, {format_percent(share, locale()), format_count(overflow.keys, locale()),
                                   std::string(results.keys->name(overflow.example, buffer)),
                                   name(overflow.example_from), name(overflow.example_to)});
}

std::string names_above(const Scenario& scenario, const LoadStats& load) {
  std::string above;
  for (const NodeId node : above_capacity(scenario.cluster, load, scenario.requests.capacity)) {
    above.append(above.empty() ? "" : ", ").append(scenario.cluster.name_of(node));
  }
  return above;
}

std::string undersized_words(const ReplicaFigures& figures) {
  if (figures.undersized == 0) return "";
  return say(Word::replicas_undersized, {percent(figures.undersized, figures.keys), std::to_string(figures.replicas)});
}

std::string zone_words(const ReplicaFigures& figures) {
  return figures.zones > 1 ? say(Word::replicas_zones, {percent(figures.in_few_zones, figures.keys)}) : "";
}

std::string quorum_words(const ReplicaFigures& figures, const Cluster& cluster) {
  if (!figures.pairs_counted || figures.pairs == 0) return "";
  if (figures.pairs_that_break == 0) return say(Word::replicas_no_pairs);
  return say(Word::replicas_pairs,
             {percent(figures.pairs_that_break, figures.pairs), cluster.name_of(figures.worst_pair[0]),
              cluster.name_of(figures.worst_pair[1]), format_count(figures.worst_pair_keys, locale())});
}

std::string replica_words(const Results& results, const UiState& ui) {
  if (!ui.replicas) return "";
  const ReplicaFigures& figures = *ui.replicas;
  std::string words;
  const auto add = [&](const std::string& sentence) {
    if (!sentence.empty()) words.append(words.empty() ? "" : " ").append(sentence);
  };
  if (figures.without_quorum > 0) add(say(Word::replicas_lost, {format_count(figures.without_quorum, locale())}));
  if (figures.replicas == 1) return words;
  add(undersized_words(figures));
  add(zone_words(figures));
  if (figures.zones > 1 && figures.in_few_zones > 0) add(say(Word::replicas_zones_apart));
  add(quorum_words(figures, results.scenario->cluster));
  return words;
}

}  // namespace reshard::ui

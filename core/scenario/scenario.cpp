#include "core/scenario/scenario.h"

#include <algorithm>
#include <utility>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/scenario/link_items.h"
#include "core/strategies/strategies.h"

namespace reshard {

StrategyChoice default_choice(const Strategy& strategy) {
  const ParamValues params = default_params(strategy.params);
  return {&strategy, &default_hash(strategy, params), params};
}

Status check_requests(const RequestSpec& requests) {
  const auto within = [](double value, double max) { return value >= 0 && value <= max; };
  if (!within(requests.skew, kMaxSkew)) {
    return Error{ErrorCode::out_of_range, "skew", {short_number(requests.skew), "0", short_number(kMaxSkew)}};
  }
  if (requests.spread > kMaxSpread) {
    return Error{ErrorCode::out_of_range, "spread", {decimal(requests.spread), "0", decimal(kMaxSpread)}};
  }
  if (!within(requests.capacity, kMaxCapacity)) {
    return Error{
        ErrorCode::out_of_range, "capacity", {short_number(requests.capacity), "0", short_number(kMaxCapacity)}};
  }
  return Done{};
}

KeyForm generated_form(const Scenario& scenario) {
  const StrategyChoice& main = scenario.strategies.front();
  return form_of_keys(*main.strategy, main.params, *main.hash);
}

Scenario default_scenario() {
  Scenario scenario;
  scenario.cluster = generated_cluster(scenario.seed, kDefaultNodes).take();
  const Strategy* ring = find_strategy("ring");
  CHECK(ring != nullptr);
  scenario.strategies = {default_choice(*ring)};
  return scenario;
}

std::string generated_node_name(std::uint64_t seed, std::uint64_t number) {
  std::string name = "node-";
  append_decimal(name, number);
  if (seed == 0) return name;
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::uint64_t noise = mix64(seed ^ mix64(number));
  name += '-';
  for (int i = 0; i < 3; ++i, noise >>= 5) name += kLetters[noise & 31];
  return name;
}

Result<Cluster> generated_cluster(std::uint64_t seed, std::uint64_t count) {
  if (count < 1 || count > kMaxNodes) {
    return Error{ErrorCode::out_of_range, "nodes", {decimal(count), "1", decimal(kMaxNodes)}};
  }
  std::vector<Node> nodes(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].name = generated_node_name(seed, i);
  return Cluster::of(nodes);
}

std::string next_node_name(const Scenario& scenario) {
  const Cluster& cluster = scenario.cluster;
  const auto nodes = cluster.nodes();
  if (nodes.size() > 1) {
    std::string before = nodes[nodes.size() - 2].name, last = nodes.back().name;
    std::string next = next_in_run(before, last, scenario.seed);
    while (!next.empty() && cluster.has_known(next)) {
      before = std::exchange(last, next);
      next = next_in_run(before, last, scenario.seed);
    }
    if (!next.empty()) return next;
  }
  for (std::uint64_t number = 0;; ++number) {
    std::string name = generated_node_name(scenario.seed, number);
    if (!cluster.has_known(name)) return name;
  }
}

}  // namespace reshard

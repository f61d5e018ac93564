#pragma once

#include <algorithm>

#include "core/placement/when_down.h"

namespace reshard {

inline constexpr ParamSpec kEnvoyPanicThreshold{
    .key = "panic_threshold", .label = "Panic threshold", .min = 0, .max = 100, .fallback = 50, .unit = "% healthy"};

/// Whether so few hosts are healthy that Envoy sends requests to all hosts alike (load_balancer_impl.cc): their share
/// is below the threshold, which is the last parameter, and 1.4 times their number is less than the number of all
/// hosts.
inline bool envoy_in_panic(const Cluster& cluster, std::span<const double> params) {
  const auto nodes = cluster.nodes();
  const auto all = std::count_if(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight > 0; });
  const auto healthy = std::count_if(nodes.begin(), nodes.end(),
                                     [](const Node& node) { return node.weight > 0 && node.state == NodeState::kUp; });
  return all > 0 && 140 * healthy / all < 100 &&
         100.0 * static_cast<double>(healthy) / static_cast<double>(all) < params.back();
}

/// What Envoy does in that case, for a strategy whose last parameter is the threshold; `with`: under which options.
constexpr DownRule envoy_panic_rule(ParamSpec::Condition with = {}) {
  return {.does = Failover::kFails,
          .words =
              "Fewer hosts are healthy than the panic threshold asks for: Envoy no longer looks at health, and "
              "the keys of dead hosts fail.",
          .source = "Envoy, load_balancer_impl.cc, isHostSetInPanic()",
          .with = with,
          .holds = envoy_in_panic};
}

}  // namespace reshard

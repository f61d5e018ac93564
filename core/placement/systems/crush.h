#pragma once

#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/placement/strategy.h"

// What the strategies that place with Ceph's CRUSH share: its tries, weights, and what happens to OSDs that are down.

namespace reshard {

/// choose_total_tries, 50, and one: crush_do_rule() adds it, because the tunable counts what follows the first try.
inline constexpr unsigned kCrushTries = 51;

/// Ceph's "firstn" with today's tunables (descend_once, vary_r 1, stable 1): draws again with the next r where what
/// was drawn is in a place that was already chosen (`same`), or is out. A replica without luck is left out, and the
/// next ones move up.
template <typename Drawn, typename Draw, typename Same, typename Out>
void crush_firstn(unsigned replicas, std::vector<Drawn>& chosen, Draw draw, Same same, Out out) {
  chosen.clear();
  for (unsigned replica = 0; replica < replicas; ++replica) {
    for (unsigned failures = 0; failures < kCrushTries; ++failures) {
      const Drawn drawn = draw(replica + failures);
      const bool again =
          std::any_of(chosen.begin(), chosen.end(), [&](const Drawn& before) { return same(before, drawn); });
      if (again || out(drawn)) continue;
      chosen.push_back(drawn);
      break;
    }
  }
}

/// 16 fractional bits, converted from a float, as in Ceph. Anything lighter than one unit still counts as one.
inline Result<std::uint32_t> crush_weight(const Node& node) {
  constexpr double kMost = 65535;
  if (node.weight > kMost) {
    return Error{ErrorCode::out_of_range,
                 "nodes[" + node.name + "].weight",
                 {short_number(node.weight), "0", short_number(kMost)}};
  }
  if (node.weight == 0) return std::uint32_t{0};
  return std::max(1u, static_cast<std::uint32_t>(static_cast<float>(node.weight) * 0x1p16f));
}

enum CrushFailed { kCrushOut, kCrushIn };
inline constexpr std::string_view kCrushFailed[] = {"out", "in"};
constexpr ParamSpec crush_failed_param() { return choice_param("failed", "A node that is down is", kCrushFailed); }

inline constexpr DownRule kCrushDown[] = {
    {.does = Failover::kOwn,
     .words = "An OSD that is out (ten minutes after it went down) keeps its weight but is rejected when drawn: CRUSH "
              "draws again with the next r.",
     .source = "Ceph's mapper.c, is_out() and crush_choose_firstn(); crushtool --weight",
     .with = {"failed", 1u << kCrushOut}},
    {.does = Failover::kFails,
     .words = "As long as an OSD is down but in, only the other replicas answer; with one replica nobody does.",
     .source = "Ceph, Monitoring OSDs and PGs; mon_osd_down_out_interval"},
};

}  // namespace reshard

// plan: how long the move of the last change takes, judging by the records read.
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/bindings/command/tally.h"
#include "core/migration/run/flow.h"
#include "core/migration/run/move_json.h"
#include "core/migration/run/move_text.h"
#include "core/scenario/json_reader.h"

namespace reshard::command {
namespace {

constexpr std::string_view kUsualMove = "double_write";

/// Which keys go from where to where, and their total size.
struct Moving {
  FlowPlan flow;
  std::uint64_t keys = 0, bytes = 0;  // of the records that were read
};

Moving moving(const Options& options, const Router& router, const Counted& counted) {
  const std::uint64_t read = counted.total.records - counted.total.refused;
  const double all = static_cast<double>(options.keys > 0 ? options.keys : read);
  const double scale = read == 0 ? 0 : all / static_cast<double>(read);
  Moving moving{{static_cast<std::uint32_t>(router.known()), all, {}}};
  for (const auto& [nodes, sums] : counted.tally.flows) {
    if (nodes.first == Router::kNobody || nodes.second == Router::kNobody) continue;
    moving.keys += sums.keys;
    moving.bytes += sums.bytes;
    moving.flow.pairs.push_back({nodes.first, nodes.second, scale * static_cast<double>(sums.keys)});
  }
  return moving;
}

// Formats seconds as "1 h 12 min" or "3.4 s".
std::string duration(double seconds) {
  char text[40];
  if (seconds < 60) {
    std::snprintf(text, sizeof text, "%.1f s", seconds);
  } else if (seconds < 3600) {
    std::snprintf(text, sizeof text, "%.0f min %.0f s", std::floor(seconds / 60), std::fmod(seconds, 60));
  } else {
    const double minutes = std::round(seconds / 60);
    std::snprintf(text, sizeof text, "%.0f h %.0f min", std::floor(minutes / 60), std::fmod(minutes, 60));
  }
  return text;
}

std::string table_of(const MoveSpec& spec, const Moving& moving, const FlowTotals& totals, const Cluster& cluster) {
  const auto whole = [](double value) { return decimal(static_cast<std::uint64_t>(std::llround(value))); };
  const auto name = [&](std::uint32_t node) { return cluster.name_of(NodeId{node}); };
  std::string text = "keys that move\t" + whole(totals.moved_keys) + " of " + whole(moving.flow.keys) + "\n";
  text += "bytes to copy\t" + whole(totals.copied_bytes) + "\n";
  text += "total time\t" + duration(totals.seconds) + "\n";
  text += "writes wait\t" + duration(totals.writes_wait_seconds) + "\n";
  if (!moving.flow.pairs.empty()) {
    text += "busiest node\t" + name(totals.busiest_node) + ": " + whole(totals.link_bytes[totals.busiest_node]) +
            " bytes in " + duration(totals.copy_seconds) + "\n";
  }
  text += "\nphase\ttime\n";
  for (std::size_t i = 0; i < totals.phase_seconds.size() && i + 1 < spec.protocol.phases.size(); ++i) {
    text += spec.protocol.phases[i + 1].name + "\t" + duration(totals.phase_seconds[i]) + "\n";
  }
  text += "\nfrom\tto\tkeys\tbytes\n";
  for (std::size_t i = 0; i < moving.flow.pairs.size(); ++i) {
    const FlowPair& pair = moving.flow.pairs[i];
    text +=
        name(pair.from) + "\t" + name(pair.to) + "\t" + whole(pair.keys) + "\t" + whole(totals.pair_bytes[i]) + "\n";
  }
  return text;
}

Json json_of(const MoveSpec& spec, const Moving& moving, const FlowTotals& totals, const Cluster& cluster) {
  Json out = flow_json(totals, moving.flow);
  out["keys"] = moving.flow.keys;
  out["move"] = format_move(spec);
  out["nodes"] = Json::array();
  for (std::uint32_t node = 0; node < moving.flow.nodes; ++node) out["nodes"].push_back(cluster.name_of(NodeId{node}));
  out["phases"] = Json::array();
  for (std::size_t i = 1; i < spec.protocol.phases.size(); ++i) out["phases"].push_back(spec.protocol.phases[i].name);
  return out;
}

Result<MoveSpec> spec_of(const Options& options) {
  std::string text = options.move;
  if (text.empty()) text = field_of_page(options.scenario, "move");
  return parse_move(text.empty() ? kUsualMove : text);
}

}  // namespace

int plan(Options& options) {
  auto spec = spec_of(options);
  if (!spec.ok()) {
    complain(message(spec.error()));
    return kExitUsage;
  }
  const auto after = router_at(options, Moment::kAfter);
  const auto before = after == nullptr ? nullptr : router_at(options, Moment::kBefore);
  if (before == nullptr) return kExitUsage;
  const Counted counted = count_records(options, *after, before.get());
  const Moving moves = moving(options, *after, counted);
  MoveSpec move = spec.take();
  if (options.form.fields[kBytes] && moves.keys > 0) {  // takes the mean size of the moving records
    const double each = static_cast<double>(moves.bytes) / static_cast<double>(moves.keys);
    move.workload.value_bytes =
        static_cast<std::uint64_t>(std::max(0.0, std::round(each - static_cast<double>(move.workload.key_bytes))));
  }
  const Plan any_key{moves.flow.nodes, {0}, {0}};
  if (const auto sound = check_move(move, any_key); !sound.ok()) {
    complain(message(sound.error()));
    return kExitUsage;
  }
  const FlowTotals totals = flow_of(move, moves.flow);
  const Cluster& cluster = after->scenario().cluster;
  return answer(options.json ? to_text(json_of(move, moves, totals, cluster)) + "\n"
                             : table_of(move, moves, totals, cluster));
}

}  // namespace reshard::command

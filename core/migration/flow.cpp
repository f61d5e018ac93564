#include "core/migration/flow.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/natural_exp.h"

namespace reshard {
namespace {

constexpr double kSecond = 1e6;  // µs

double holders(const System& system) {
  switch (system.routing) {
    case Routing::kSmartClient: return static_cast<double>(system.clients);
    case Routing::kProxy: return static_cast<double>(system.proxies);
    case Routing::kCoordinator: break;
  }
  return 1;
}

/// The mean of the greatest of n waiting times, each of mean 1 and without memory: 1 + 1/2 + … + 1/n.
double last_of(double n) {
  double sum = 0;
  for (double i = 1; i <= n; ++i) sum += 1 / i;
  return sum;
}

/// What is common to all phases of a unit.
struct Rates {
  double entry_bytes, copy_rate;  // bytes, bytes a second
  double changes;                 // of moving keys, a second
  double holders, delay, way;     // seconds
  bool push;
  double refusals;  // a second that teach one holder, where nodes check
};

/// Until the last of the holders knows, on average. Pushed, each hears at a time of its own, alike over the delay. Who
/// asks once a period has just asked where the phase before waited for that: then it is a whole period until it asks
/// again.
double hear_seconds(const Rates& rates, bool after_waiting) {
  const double n = rates.holders;
  const double spread = n / (n + 1);
  const double alone = rates.push ? (0.5 + spread) * rates.delay : (after_waiting ? 1 : spread) * rates.delay;
  if (rates.refusals <= 0) return alone;
  return std::min(alone, last_of(n) / rates.refusals + 4 * rates.way + 0.001);
}

/// How long a phase lasts, and what it adds to the log's backlog.
double phase_seconds(const Phase& phase, const Protocol& protocol, const Rates& rates, double copy_bytes,
                     bool after_waiting, double& backlog, FlowTotals& totals) {
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  const bool waits = phase.barrier || (phase.until & kUntilAcknowledged);
  double seconds = static_cast<double>(phase.after_us) / kSecond;
  if (waits) seconds = std::max(seconds, hear_seconds(rates, after_waiting) + 2 * rates.way);
  if (protocol.checks) seconds = std::max(seconds, rates.way);
  totals.map_seconds += seconds;
  if (copies && (phase.until & (kUntilCopied | kUntilDrained))) {
    seconds = std::max(seconds, copy_bytes / rates.copy_rate + (phase.copy == Copying::kAll ? 2 * rates.way : 0));
  }
  const bool frozen =
      phase.freeze != Freeze::kNone || phase.old_rule == NodeRule::kNoWrites || phase.old_rule == NodeRule::kClosed;
  if (phase.log == Log::kForward) {
    const double rate = rates.copy_rate / rates.entry_bytes;  // changes a second that can be replayed
    if (copies) backlog += rates.changes * seconds / 2;       // a change before its key's snapshot is in the snapshot
    if (phase.until & kUntilDrained) {
      // Until clients know that writes wait, old refuses them; where nodes check nothing they go on.
      const double incoming = frozen && protocol.checks ? 0 : rates.changes;
      seconds = std::max(seconds, backlog / std::max(rate - incoming, rate * 1e-3));
      totals.replayed += backlog;
      backlog = 0;
    }
  }
  if (frozen) totals.writes_wait_seconds += seconds;
  return seconds;
}

/// How many of `keys` keys, asked for alike, are read at least once by so many reads.
double distinct(double keys, double reads) { return keys * (1 - natural_exp(-std::min(reads / keys, 700.0))); }

}  // namespace

FlowPlan flow_plan(const Plan& sample, double keys) {
  FlowPlan plan{sample.nodes, keys, {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> counts;
  const double each = keys / std::max(1.0, static_cast<double>(sample.keys()));
  for (std::uint32_t key = 0; key < sample.keys(); ++key) {
    if (sample.from[key] != sample.to[key]) counts[{sample.from[key], sample.to[key]}] += each;
  }
  for (const auto& [pair, count] : counts) plan.pairs.push_back({pair.first, pair.second, count});
  return plan;
}

FlowTotals flow_of(const MoveSpec& given, const FlowPlan& plan) {
  MoveSpec spec = given;
  spec.protocol = planned_protocol(given);
  FlowTotals totals;
  const double entry = static_cast<double>(spec.workload.key_bytes + spec.workload.value_bytes);
  totals.link_bytes.resize(plan.nodes);
  double passes = 0;
  for (const Phase& phase : spec.protocol.phases) {
    const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
    if (copies && (passes == 0 || phase.copy_again)) ++passes;
  }
  for (const FlowPair& pair : plan.pairs) {
    totals.moved_keys += pair.keys;
    const double bytes = pair.keys * entry * passes;
    totals.pair_bytes.push_back(bytes);
    totals.link_bytes[pair.from] += bytes;
    totals.link_bytes[pair.to] += bytes;
  }
  totals.copied_keys = totals.moved_keys * passes;
  totals.copied_bytes = totals.copied_keys * entry;
  totals.busiest_node = static_cast<std::uint32_t>(
      std::max_element(totals.link_bytes.begin(), totals.link_bytes.end()) - totals.link_bytes.begin());

  double rate = static_cast<double>(spec.pace.copy_bytes_per_second);
  const double busiest = totals.link_bytes[totals.busiest_node];
  if (const auto link = static_cast<double>(spec.system.link_bytes_per_second); link > 0 && busiest > 0) {
    rate = std::min(rate, link * totals.copied_bytes / busiest);
  }
  totals.copy_seconds = totals.copied_bytes / rate;

  double units = 1;
  if (spec.pace.unit == Unit::kSection)
    units = std::ceil(totals.moved_keys / static_cast<double>(spec.pace.section_keys));
  if (spec.pace.unit == Unit::kKey) units = totals.moved_keys;
  if (spec.pace.unit == Unit::kNode) {
    std::map<std::uint32_t, bool> sources;
    for (const FlowPair& pair : plan.pairs) sources[pair.from] = true;
    units = static_cast<double>(sources.size());
  }
  units = std::max(units, 1.0);
  const double at_once = std::min(units, static_cast<double>(spec.pace.units_at_once));
  const double share = plan.keys > 0 ? totals.moved_keys / plan.keys : 0;
  const double per_second = static_cast<double>(spec.workload.requests_per_second) * share / units;
  const double way =
      static_cast<double>(spec.system.latency_us) / kSecond + static_cast<double>(spec.system.jitter_us) / kSecond / 2;
  const double each = holders(spec.system);
  const Rates rates{.entry_bytes = entry,
                    .copy_rate = rate / at_once,
                    .changes = per_second * (spec.workload.writes + spec.workload.deletes),
                    .holders = each,
                    .delay = static_cast<double>(spec.system.map_delay_us) / kSecond,
                    .way = way,
                    .push = spec.system.spread == Spread::kPush,
                    .refusals = spec.protocol.checks ? per_second / each : 0};
  double backlog = 0;
  FlowTotals unit;
  double seconds = static_cast<double>(spec.protocol.phases.back().after_us) / kSecond;
  bool waited = false;
  const double unit_bytes = totals.copied_bytes / units / std::max(passes, 1.0);
  for (std::size_t i = 0; i + 1 < spec.protocol.phases.size(); ++i) {
    const Phase& phase = spec.protocol.phases[i];
    if (i > 0) {
      unit.phase_seconds.push_back(phase_seconds(phase, spec.protocol, rates, unit_bytes, waited, backlog, unit));
      seconds += unit.phase_seconds.back();
    }
    waited = phase.barrier || (phase.until & kUntilAcknowledged);
  }
  const double rounds = std::ceil(units / at_once);
  unit.phase_seconds.push_back(static_cast<double>(spec.protocol.phases.back().after_us) / kSecond);
  for (const double each_phase : unit.phase_seconds) totals.phase_seconds.push_back(each_phase * rounds);
  totals.seconds = seconds * rounds;
  totals.map_seconds = unit.map_seconds * rounds;
  totals.replayed = unit.replayed * units;
  totals.writes_wait_seconds = unit.writes_wait_seconds;
  if (spec.system.cache) {
    const double reads =
        static_cast<double>(spec.workload.requests) * share * (1 - spec.workload.writes - spec.workload.deletes);
    totals.store_requests = totals.moved_keys > 0 ? distinct(totals.moved_keys, reads) : 0;
  }
  return totals;
}

}  // namespace reshard

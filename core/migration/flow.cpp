#include "core/migration/flow.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/natural_exp.h"

namespace reshard {
namespace {

constexpr double kSecond = 1e6;  // µs

double holders(const System& system) {
  switch (system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: return static_cast<double>(system.clients);
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
  double writes;                  // of moving keys, a second
  double ttl, start;              // seconds that a value lives; when the move began
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
  if (phase.until & kUntilExpired) {
    // The last value at old was written before everybody knew this phase, or when the clock began: it lives longest.
    const double since = std::min(rates.writes > 0 ? 1 / rates.writes : rates.start + seconds, rates.start + seconds);
    seconds = std::max(seconds, seconds + rates.ttl - since);
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

/// How often a moved key is copied.
double passes_of(const Protocol& protocol) {
  double passes = 0;
  for (const Phase& phase : protocol.phases) {
    const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
    if (copies && (passes == 0 || phase.copy_again)) ++passes;
  }
  return passes;
}

/// Keys and bytes per pair, per link and in all.
FlowTotals copied(const FlowPlan& plan, double entry_bytes, double passes) {
  FlowTotals totals;
  totals.link_bytes.resize(plan.nodes);
  for (const FlowPair& pair : plan.pairs) {
    totals.moved_keys += pair.keys;
    const double bytes = pair.keys * entry_bytes * passes;
    totals.pair_bytes.push_back(bytes);
    totals.link_bytes[pair.from] += bytes;
    totals.link_bytes[pair.to] += bytes;
  }
  totals.copied_keys = totals.moved_keys * passes;
  totals.copied_bytes = totals.copied_keys * entry_bytes;
  totals.busiest_node = static_cast<std::uint32_t>(
      std::max_element(totals.link_bytes.begin(), totals.link_bytes.end()) - totals.link_bytes.begin());
  return totals;
}

/// Bytes a second: what the copier may, or what the busiest link carries.
double copy_rate(const MoveSpec& spec, const FlowTotals& totals) {
  const auto rate = static_cast<double>(spec.pace.copy_bytes_per_second);
  const auto link = static_cast<double>(spec.system.link_bytes_per_second);
  const double busiest = totals.link_bytes[totals.busiest_node];
  return link > 0 && busiest > 0 ? std::min(rate, link * totals.copied_bytes / busiest) : rate;
}

/// How many parts go through the phases one after another.
double units_of(const MoveSpec& spec, const FlowPlan& plan, double moved_keys) {
  double units = 1;
  if (spec.pace.unit == Unit::kSection) units = std::ceil(moved_keys / static_cast<double>(spec.pace.section_keys));
  if (spec.pace.unit == Unit::kKey) units = moved_keys;
  if (spec.pace.unit == Unit::kNode) {
    std::set<std::uint32_t> sources;
    for (const FlowPair& pair : plan.pairs) sources.insert(pair.from);
    units = static_cast<double>(sources.size());
  }
  return std::max(units, 1.0);
}

/// `per_second`: requests for the keys of one unit.
Rates rates_of(const MoveSpec& spec, double entry_bytes, double copy_rate, double per_second) {
  const double each = holders(spec.system);
  return {.entry_bytes = entry_bytes,
          .copy_rate = copy_rate,
          .changes = per_second * (spec.workload.writes + spec.workload.deletes),
          .holders = each,
          .delay = static_cast<double>(spec.system.map_delay_us) / kSecond,
          .way = static_cast<double>(spec.system.latency_us) / kSecond +
                 static_cast<double>(spec.system.jitter_us) / kSecond / 2,
          .writes = per_second * spec.workload.writes,
          .ttl = static_cast<double>(spec.workload.ttl_us) / kSecond,
          .start = static_cast<double>(spec.pace.start_us) / kSecond,
          .push = spec.system.spread == Spread::kPush,
          .refusals = spec.protocol.checks ? per_second / each : 0};
}

/// What one unit takes: seconds of each phase and in all, and what is counted in them.
FlowTotals unit_of(const MoveSpec& spec, const Rates& rates, double unit_bytes) {
  const auto& phases = spec.protocol.phases;
  const double last = static_cast<double>(phases.back().after_us) / kSecond;
  FlowTotals unit;
  unit.seconds = last;
  double backlog = 0;
  bool waited = false;
  for (std::size_t i = 0; i + 1 < phases.size(); ++i) {
    if (i > 0) {
      unit.phase_seconds.push_back(phase_seconds(phases[i], spec.protocol, rates, unit_bytes, waited, backlog, unit));
      unit.seconds += unit.phase_seconds.back();
    }
    waited = phases[i].barrier || (phases[i].until & kUntilAcknowledged);
  }
  unit.phase_seconds.push_back(last);
  return unit;
}

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
  const Workload& workload = spec.workload;
  const double entry_bytes = static_cast<double>(workload.key_bytes + workload.value_bytes);
  const double passes = passes_of(spec.protocol);
  FlowTotals totals = copied(plan, entry_bytes, passes);
  const double rate = copy_rate(spec, totals);
  totals.copy_seconds = totals.copied_bytes / rate;

  const double units = units_of(spec, plan, totals.moved_keys);
  const double at_once = std::min(units, static_cast<double>(spec.pace.units_at_once));
  const double share = plan.keys > 0 ? totals.moved_keys / plan.keys : 0;
  const double per_second = static_cast<double>(workload.requests_per_second) * share / units;
  const Rates rates = rates_of(spec, entry_bytes, rate / at_once, per_second);
  const FlowTotals unit = unit_of(spec, rates, totals.copied_bytes / units / std::max(passes, 1.0));
  const double rounds = std::ceil(units / at_once);
  for (const double phase : unit.phase_seconds) totals.phase_seconds.push_back(phase * rounds);
  totals.seconds = unit.seconds * rounds;
  totals.map_seconds = unit.map_seconds * rounds;
  totals.replayed = unit.replayed * units;
  totals.writes_wait_seconds = unit.writes_wait_seconds;
  if (spec.system.cache && totals.moved_keys > 0) {
    const double reads = static_cast<double>(workload.requests) * share * (1 - workload.writes - workload.deletes);
    totals.store_requests = distinct(totals.moved_keys, reads);
  }
  return totals;
}

}  // namespace reshard

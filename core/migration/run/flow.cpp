#include "core/migration/run/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/natural_exp.h"

namespace reshard {
namespace {

constexpr double kSecond = 1e6;  // µs

/// The expected maximum of n independent exponential waiting times of mean 1: 1 + 1/2 + … + 1/n.
double last_of(double n) {
  double sum = 0;
  for (double i = 1; i <= n; ++i) sum += 1 / i;
  return sum;
}

/// What all phases of a unit have in common.
struct Rates {
  double entry_bytes, copy_rate;  // bytes, bytes per second
  double changes;                 // of moving keys, per second
  double holders, delay, way;     // a count, seconds, seconds
  double writes;                  // of moving keys, per second
  double ttl, start;              // seconds: lifetime of a value, start of the move
  bool push;
  double refusals;                   // per second, that teach one holder, where nodes check
  double verify_rate, verify_share;  // bytes per second, share of the keys
};

/// What copying and comparing takes for one unit.
struct UnitWork {
  double copied, compared;  // bytes: in one copy of it, and read to compare all of it
  double copy_seconds;      // of one copy, without the way
};

/// The expected seconds until the last holder knows. With push, each hears at a random time, uniform over the delay. A
/// holder that polls has just asked if the phase before waited for acknowledgement: then it asks again after a whole
/// period.
double hear_seconds(const Rates& rates, bool after_waiting) {
  const double n = rates.holders;
  const double spread = n / (n + 1);
  const double alone = rates.push ? (0.5 + spread) * rates.delay : (after_waiting ? 1 : spread) * rates.delay;
  if (rates.refusals <= 0) return alone;
  return std::min(alone, last_of(n) / rates.refusals + 4 * rates.way + 0.001);
}

/// The state of a unit when a phase begins.
struct Behind {
  double seconds = 0;  ///< since the unit began
  double backlog = 0;  ///< changes in the log
  bool waited = false;
};

/// How long a phase lasts that replays the log: to its end if the phase waits for that. Updates the backlog.
double log_seconds(const Phase& phase, const Protocol& protocol, const Rates& rates, double seconds, bool copies,
                   bool frozen, Behind& behind, FlowTotals& totals) {
  const double rate = rates.copy_rate / rates.entry_bytes;    // changes per second that can be replayed
  if (copies) behind.backlog += rates.changes * seconds / 2;  // the snapshot already contains changes made before it
  if (!(phase.until & kUntilDrained)) return seconds;
  // Until clients know that writes wait, old refuses them; where nodes do not check, writes continue.
  const double incoming = frozen && protocol.checks ? 0 : rates.changes;
  seconds = std::max(seconds, behind.backlog / std::max(rate - incoming, rate * 1e-3));
  totals.replayed += behind.backlog;
  behind.backlog = 0;
  return seconds;
}

/// How long a phase lasts. Updates the log's backlog.
double phase_seconds(const Phase& phase, const Protocol& protocol, const Rates& rates, const UnitWork& work,
                     Behind& behind, FlowTotals& totals) {
  const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
  const bool waits = phase.barrier || (phase.until & kUntilAcknowledged);
  double seconds = static_cast<double>(phase.after_us) / kSecond;
  if (waits) seconds = std::max(seconds, hear_seconds(rates, behind.waited) + 2 * rates.way);
  if (protocol.checks) seconds = std::max(seconds, rates.way);
  totals.map_seconds += seconds;
  if (copies && (phase.until & (kUntilCopied | kUntilDrained | kUntilVerified))) {
    seconds = std::max(seconds,
                       phase.copy == Copying::kAll ? work.copy_seconds + 2 * rates.way : work.copied / rates.copy_rate);
  }
  if (phase.until & kUntilVerified) {
    // Runs in parallel with other waits, but after the copy.
    const double before = copies ? work.copy_seconds + 2 * rates.way : 0;
    const double share = phase.verify == Verify::kSample ? rates.verify_share : 1;
    seconds = std::max(seconds, before + share * work.compared / rates.verify_rate + 2 * rates.way);
  }
  if (phase.until & kUntilExpired) {
    // The value that lives longest was the last one written to old, before everybody knew this phase or before the run
    // began.
    const double since = std::min(rates.writes > 0 ? 1 / rates.writes : rates.start + seconds, rates.start + seconds);
    seconds = std::max(seconds, seconds + rates.ttl - since);
  }
  const bool frozen =
      phase.freeze != Freeze::kNone || phase.old_rule == NodeRule::kNoWrites || phase.old_rule == NodeRule::kClosed;
  if (phase.log == Log::kForward) {
    seconds = log_seconds(phase, protocol, rates, seconds, copies, frozen, behind, totals);
  }
  if (phase.until & kUntilAsked) {
    seconds = std::max(seconds, static_cast<double>(phase.asked_us) / kSecond - behind.seconds);
  }
  if (frozen) totals.writes_wait_seconds += seconds;
  return seconds;
}

/// How many of `keys` equally popular keys this many reads read at least once.
double distinct(double keys, double reads) { return keys * (1 - natural_exp(-std::min(reads / keys, 700.0))); }

/// How often each moved key is copied.
double passes_of(const Protocol& protocol) {
  double passes = 0;
  for (const Phase& phase : protocol.phases) {
    const bool copies = phase.copy == Copying::kAll || phase.copy == Copying::kMigrate;
    if (copies && (passes == 0 || phase.copy_again)) ++passes;
  }
  return passes;
}

/// Keys and bytes per pair, per link and in total.
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

/// Bytes per second: the copier's limit, or what the busiest link can carry.
double copy_rate(const MoveSpec& spec, const FlowTotals& totals) {
  const auto rate = static_cast<double>(spec.pace.copy_bytes_per_second);
  const auto link = static_cast<double>(spec.system.link_bytes_per_second);
  const double busiest = totals.link_bytes[totals.busiest_node];
  return link > 0 && busiest > 0 ? std::min(rate, link * totals.copied_bytes / busiest) : rate;
}

/// How many units go through the phases one after another.
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

/// How many pages a copier reads of one unit, on average: each has rows of one node.
double pages_of(const MoveSpec& spec, const FlowPlan& plan, double units) {
  const auto rows = static_cast<double>(spec.pace.page_rows);
  std::map<std::uint32_t, double> keys_from;
  for (const FlowPair& pair : plan.pairs) keys_from[pair.from] += pair.keys;
  double pages = 0, keys = 0;
  for (const auto& [node, held] : keys_from) {
    pages += std::ceil(held / rows);
    keys += held;
  }
  if (spec.pace.unit == Unit::kKey) return 1;
  if (spec.pace.unit != Unit::kSection) return pages / units;
  return std::ceil(keys / units / rows) + (static_cast<double>(keys_from.size()) - 1) / units;
}

/// `per_second`: requests for the keys of one unit.
Rates rates_of(const MoveSpec& spec, double entry_bytes, double copy_rate, double verify_rate, double per_second) {
  const double each = map_holders(spec.system);
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
          .refusals = spec.protocol.checks ? per_second / each : 0,
          .verify_rate = verify_rate,
          .verify_share = spec.pace.verify_share};
}

/// Seconds of each phase and in total for one unit, and what is counted during them. `began`: the unit's start, in
/// seconds since the move began.
FlowTotals unit_of(const MoveSpec& spec, const Rates& rates, const UnitWork& work, double began) {
  const auto& phases = spec.protocol.phases;
  const double last = static_cast<double>(phases.back().after_us) / kSecond;
  FlowTotals unit;
  unit.seconds = last;
  Behind behind{began};
  for (std::size_t i = 0; i + 1 < phases.size(); ++i) {
    const double asked = static_cast<double>(phases[0].asked_us) / kSecond - began;
    if (i > 0) {
      unit.phase_seconds.push_back(phase_seconds(phases[i], spec.protocol, rates, work, behind, unit));
      unit.seconds += unit.phase_seconds.back();
      behind.seconds += unit.phase_seconds.back();
    } else if ((phases[0].until & kUntilAsked) && asked > 0) {
      unit.seconds += asked;  // before anything changes
      behind.seconds += asked;
    }
    behind.waited = phases[i].barrier || (phases[i].until & kUntilAcknowledged);
  }
  unit.phase_seconds.push_back(last);
  return unit;
}

/// Counts what is compared, and returns the bytes per second: the throttle, or twice what the busiest link carries,
/// since both sides send their values.
double compare(const MoveSpec& spec, const FlowPlan& plan, double entry_bytes, FlowTotals& totals) {
  double passes = 0;
  const auto& phases = spec.protocol.phases;
  for (std::size_t i = 1; i < phases.size(); ++i) {
    if (!begins_to_verify(phases[i - 1], phases[i])) continue;
    passes += phases[i].verify == Verify::kSample ? spec.pace.verify_share : 1;
  }
  std::vector<double> node_keys(plan.nodes);
  for (const FlowPair& pair : plan.pairs) {
    for (const std::uint32_t node : {pair.from, pair.to}) {
      node_keys[node] += pair.keys;
      totals.link_bytes[node] += pair.keys * entry_bytes * passes;
    }
  }
  totals.verified_keys = totals.moved_keys * passes;
  totals.verified_bytes = 2 * totals.verified_keys * entry_bytes;
  const auto rate = static_cast<double>(spec.pace.copy_bytes_per_second);
  const auto link = static_cast<double>(spec.system.link_bytes_per_second);
  const double busiest = node_keys.empty() ? 0 : *std::max_element(node_keys.begin(), node_keys.end());
  return link > 0 && busiest > 0 ? std::min(rate, 2 * link * totals.moved_keys / busiest) : rate;
}

/// Units go through the phases in rounds. Only the first round waits for what the operator asks for at a set time.
void add_units(const MoveSpec& spec, const Rates& rates, const UnitWork& work, double rounds, FlowTotals& totals) {
  const FlowTotals first = unit_of(spec, rates, work, 0);
  const FlowTotals later = rounds > 1 ? unit_of(spec, rates, work, first.seconds) : first;
  for (std::size_t i = 0; i < first.phase_seconds.size(); ++i) {
    totals.phase_seconds.push_back(first.phase_seconds[i] + later.phase_seconds[i] * (rounds - 1));
  }
  totals.seconds = first.seconds + later.seconds * (rounds - 1);
  totals.map_seconds = first.map_seconds + later.map_seconds * (rounds - 1);
  totals.replayed = first.replayed;
  totals.writes_wait_seconds = first.writes_wait_seconds;
}

/// n old shards hold D/n rows each. Of g new rows a second, a new shard takes w parts in n + k w, and an old one takes
/// 1: a new shard gains on an old one by g (w − 1) / (n + k w) a second, and they are even once that adds up to D/n.
void grow(const MoveSpec& spec, const FlowPlan& plan, FlowTotals& totals) {
  const double olds = plan.old_nodes, news = plan.nodes - olds;
  const auto weight = static_cast<double>(spec.pace.grow);
  const double rows = static_cast<double>(spec.workload.requests_per_second) * spec.workload.writes;
  const double gain = news > 0 ? rows * (weight - 1) / (olds + news * weight) : 0;
  totals.even_seconds = gain > 0 ? plan.keys / olds / gain : std::numeric_limits<double>::infinity();
  totals.shards_a_read = plan.nodes;
}

}  // namespace

FlowPlan flow_plan(const Plan& sample, double keys) {
  FlowPlan plan{sample.nodes, keys, {}, 0};
  const std::set<std::uint32_t> holders(sample.from.begin(), sample.from.end());
  plan.old_nodes = static_cast<std::uint32_t>(holders.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> counts;
  const double each = keys / std::max(1.0, static_cast<double>(sample.keys()));
  for (std::uint32_t key = 0; key < sample.keys(); ++key) {
    if (sample.from[key] != sample.to[key]) counts[{sample.from[key], sample.to[key]}] += each;
  }
  for (const auto& [pair, count] : counts) plan.pairs.push_back({pair.first, pair.second, count});
  return plan;
}

FlowTotals flow_of(const MoveSpec& given, const FlowPlan& given_plan) {
  MoveSpec spec = given;
  spec.protocol = planned_protocol(given);
  FlowPlan plan = given_plan;
  if (spec.pace.grow > 0) plan.pairs.clear();  // keys stay where they are
  const Workload& workload = spec.workload;
  const double entry_bytes = static_cast<double>(workload.key_bytes + workload.value_bytes);
  const double passes = passes_of(spec.protocol);
  FlowTotals totals = copied(plan, entry_bytes, passes);
  const double rate = copy_rate(spec, totals);
  totals.copy_seconds = totals.copied_bytes / rate;
  const double verify_rate = compare(spec, plan, entry_bytes, totals);

  const double units = units_of(spec, plan, totals.moved_keys);
  const double at_once = std::min(units, static_cast<double>(spec.pace.units_at_once));
  const double share = plan.keys > 0 ? totals.moved_keys / plan.keys : 0;
  const double per_second = static_cast<double>(workload.requests_per_second) * share / units;
  const Rates rates = rates_of(spec, entry_bytes, rate / at_once, verify_rate / at_once, per_second);
  const double unit_keys = totals.moved_keys / units;
  UnitWork work{unit_keys * entry_bytes * std::min(passes, 1.0), 2 * unit_keys * entry_bytes, 0};
  // Units that are copied at once share the throttle; while one of them waits with its page, the others write.
  const double waits = pages_of(spec, plan, units) * static_cast<double>(spec.pace.page_delay_us) / kSecond;
  work.copy_seconds = std::max(work.copied / rates.copy_rate, work.copied / rate + waits);
  add_units(spec, rates, work, std::ceil(units / at_once), totals);
  totals.replayed *= units;
  if (spec.system.cache && totals.moved_keys > 0) {
    const double reads = static_cast<double>(workload.requests) * share * (1 - workload.writes - workload.deletes);
    totals.store_requests = distinct(totals.moved_keys, reads);
  }
  if (spec.pace.grow > 0) grow(spec, plan, totals);
  return totals;
}

}  // namespace reshard

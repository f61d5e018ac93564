#include "core/migration/run/move_spec.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/migration/model/protocol_text.h"
#include "core/migration/model/step.h"
#include "core/migration/model/turn_back.h"
#include "core/scenario/scenario.h"

namespace reshard {
namespace {

constexpr std::uint64_t kMaxRate = 1'000'000'000'000;

// clang-format off
#define NUMBER(path, min, max) {#path, min, max, [](MoveSpec& spec) -> std::uint64_t& { return spec.path; }}
#define FRACTION(path, min, max) {#path, min, max, [](MoveSpec& spec) -> double& { return spec.path; }}
// clang-format on

constexpr MoveNumber kNumbers[] = {
    NUMBER(system.map_delay_us, 1, kMaxMoveUs),
    NUMBER(system.clients, 1, kMaxClients),
    NUMBER(system.proxies, 1, kMaxClients),
    NUMBER(system.directories, 1, kMaxDirectories),
    NUMBER(system.map_requests_per_second, 0, 1'000'000'000),
    NUMBER(system.latency_us, 1, 60'000'000),
    NUMBER(system.jitter_us, 0, 60'000'000),
    NUMBER(system.node_requests_per_second, 0, 1'000'000'000),
    NUMBER(system.link_bytes_per_second, 0, kMaxRate),
    NUMBER(workload.requests, 0, kMaxMoveRequests),
    NUMBER(workload.requests_per_second, 1, 1'000'000'000),
    NUMBER(workload.ttl_us, 0, kMaxMoveUs),
    NUMBER(workload.key_bytes, 1, 1'000'000),
    NUMBER(workload.value_bytes, 0, 1'000'000'000),
    NUMBER(workload.timeout_us, 1, kMaxMoveUs),
    NUMBER(workload.retries, 0, 16),
    NUMBER(workload.backoff_us, 1, 3'600'000'000),
    NUMBER(pace.start_us, 0, kMaxMoveUs),
    NUMBER(pace.copy_bytes_per_second, 1, kMaxRate),
    NUMBER(pace.page_rows, 1, kMaxMoveKeys),
    NUMBER(pace.page_delay_us, 0, 3'600'000'000),
    NUMBER(pace.section_keys, 1, kMaxMoveKeys),
    NUMBER(pace.units_at_once, 1, 1000),
    NUMBER(pace.turn_back_in, 0, kMaxTurnBack),
    NUMBER(pace.turn_back_after_us, 0, kMaxMoveUs),
    NUMBER(pace.grow, 0, 1000),
    NUMBER(faults.cut_off_at_us, 0, kMaxMoveUs),
    NUMBER(faults.cut_off_us, 0, kMaxMoveUs),
    NUMBER(faults.copier_down_at_us, 0, kMaxMoveUs),
    NUMBER(faults.copier_down_us, 0, kMaxMoveUs),
    NUMBER(faults.node, 0, kMaxNodes * 2),
    NUMBER(faults.node_down_at_us, 0, kMaxMoveUs),
    NUMBER(faults.node_down_us, 0, kMaxMoveUs),
    NUMBER(faults.node_tail_us, 0, kMaxMoveUs),
    NUMBER(faults.holder, 0, kMaxClients),
    NUMBER(faults.holder_down_at_us, 0, kMaxMoveUs),
    NUMBER(faults.holder_down_us, 0, kMaxMoveUs),
    NUMBER(faults.late_us, 0, 3'600'000'000),
    NUMBER(faults.clock_behind_us, 0, 3'600'000'000),
    NUMBER(faults.clock_ahead_us, 0, 3'600'000'000),
};

constexpr MoveFraction kFractions[] = {
    FRACTION(workload.writes, 0, 1),      FRACTION(workload.deletes, 0, 1), FRACTION(workload.permanent, 0, 1),
    FRACTION(workload.skew, 0, kMaxSkew), FRACTION(faults.cut_off, 0, 1),   FRACTION(pace.turn_back_over, 0, 1),
    FRACTION(pace.verify_share, 0, 1),    FRACTION(faults.late, 0, 1),      FRACTION(faults.clock_off, 0, 1),
};

/// A run's clock counts nanoseconds in 63 bits: 292 years. Checks that all bytes that may cross one link do so in 126.
Status fits_the_clock(const char* field, std::uint64_t rate, const MoveSpec& spec, const Plan& plan) {
  constexpr double kLegs = 20, kPasses = 2.0 * kMaxPhases, kMostSeconds = 4e9;
  const double entry = static_cast<double>(spec.workload.key_bytes + spec.workload.value_bytes);
  const double entries = static_cast<double>(spec.workload.requests) * kLegs + plan.keys() * kPasses;
  const auto least = static_cast<std::uint64_t>(entries * entry / kMostSeconds) + 1;
  if (rate >= least) return Done{};
  return Error{ErrorCode::out_of_range, field, {decimal(rate), decimal(least), decimal(kMaxRate)}};
}

bool waits_for_expiry(const Protocol& protocol) {
  return std::any_of(protocol.phases.begin(), protocol.phases.end(),
                     [](const Phase& phase) { return (phase.until & kUntilExpired) != 0; });
}

/// A protocol may wait for values to expire only if they have a lifetime.
Status check_lifetimes(const MoveSpec& spec) {
  if (spec.workload.ttl_us == 0 && waits_for_expiry(planned_protocol(spec))) {
    return Error{ErrorCode::unsupported,
                 "workload.ttl_us",
                 {"this protocol waits until old values have expired, and values have no lifetime"}};
  }
  if (spec.workload.ttl_us > 0 && spec.system.cache) {
    return Error{ErrorCode::unsupported, "workload.ttl_us", {"of a cache the store behind it decides what is valid"}};
  }
  return Done{};
}

/// A threshold turns the move back from any phase, so there must be a way back from each, and no other turning back.
Status check_threshold(const MoveSpec& spec) {
  if (spec.pace.turn_back_over == 0) return Done{};
  if (spec.pace.turn_back_in > 0) {
    return Error{ErrorCode::unsupported, "pace.turn_back_over", {"the move is turned back in a phase already"}};
  }
  if (spec.protocol.phases.size() > kMaxTurnBack + 1) {
    return Error{ErrorCode::unsupported,
                 "pace.turn_back_over",
                 {"there is a way back from each of " + decimal(kMaxTurnBack + 1) + " phases, and of no more"}};
  }
  return Done{};
}

/// Where new shards take new rows, nothing is updated, copied or refused.
Status check_growth(const MoveSpec& spec) {
  if (spec.pace.grow == 0) return Done{};
  const auto refuse = [](const char* field, const char* why) { return Error{ErrorCode::unsupported, field, {why}}; };
  if (spec.workload.deletes > 0) return refuse("workload.deletes", "where shards grow nothing is deleted");
  if (spec.workload.skew > 0) return refuse("workload.skew", "where shards grow all rows are asked for alike");
  if (spec.workload.ttl_us > 0) return refuse("workload.ttl_us", "where shards grow rows have no lifetime");
  if (spec.system.cache) return refuse("system.cache", "where shards grow they are no cache");
  if (spec.pace.unit != Unit::kAll) return refuse("pace.unit", "where shards grow all go through the phases at once");
  if (spec.protocol.checks) return refuse("system.checks", "where shards grow nodes refuse nothing");
  for (std::size_t i = 0; i < spec.protocol.phases.size(); ++i) {
    const Phase& phase = spec.protocol.phases[i];
    const bool plain = phase.writes != Writes::kBoth && !phase.move && !phase.drop && phase.copy == Copying::kNone &&
                       phase.verify == Verify::kNone && phase.log == Log::kNone;
    if (plain) continue;
    return Error{
        ErrorCode::unsupported,
        "protocol[" + decimal(i) + "]",
        {"where shards grow a phase says where reads and writes go, and nothing is copied, logged or dropped"}};
  }
  return Done{};
}

bool wants_acknowledgement(const Protocol& protocol) {
  for (const Phase& phase : protocol.phases) {
    if (phase.barrier || (phase.until & (kUntilAcknowledged | kUntilExpired))) return true;
  }
  return false;
}

Status check_ranges(const MoveSpec& spec) {
  MoveSpec read = spec;
  for (const MoveNumber& number : kNumbers) {
    const std::uint64_t value = number.of(read);
    if (value >= number.min && value <= number.max) continue;
    return Error{
        ErrorCode::out_of_range, std::string(number.path), {decimal(value), decimal(number.min), decimal(number.max)}};
  }
  for (const MoveFraction& fraction : kFractions) {
    const double value = fraction.of(read);
    if (value >= fraction.min && value <= fraction.max) continue;
    return Error{ErrorCode::out_of_range,
                 std::string(fraction.path),
                 {short_number(value), short_number(fraction.min), short_number(fraction.max)}};
  }
  return Done{};
}

}  // namespace

std::span<const MoveNumber> move_numbers() { return kNumbers; }
std::span<const MoveFraction> move_fractions() { return kFractions; }

Status check_move(const MoveSpec& spec, const Plan& plan) {
  if (const auto ranges = check_ranges(spec); !ranges.ok()) return ranges;
  if (spec.workload.writes + spec.workload.deletes > 1) {
    const double left = 1 - spec.workload.writes;
    return Error{
        ErrorCode::out_of_range, "workload.deletes", {short_number(spec.workload.deletes), "0", short_number(left)}};
  }
  if (const auto sound = check_protocol(spec.protocol); !sound.ok()) return sound;
  if (const std::size_t last = spec.protocol.phases.size() - 1; spec.pace.turn_back_in > last) {
    return Error{ErrorCode::out_of_range, "pace.turn_back_in", {decimal(spec.pace.turn_back_in), "0", decimal(last)}};
  }
  if (spec.system.spread == Spread::kOnError && wants_acknowledgement(planned_protocol(spec))) {
    return Error{
        ErrorCode::unsupported,
        "system.spread",
        {"who learns of a map by an error alone never acknowledges a phase, and this protocol waits for that"}};
  }
  if (const auto lives = check_lifetimes(spec); !lives.ok()) return lives;
  if (const auto back = check_threshold(spec); !back.ok()) return back;
  if (const auto grows = check_growth(spec); !grows.ok()) return grows;
  if (plan.keys() == 0) return Error{ErrorCode::empty, "before.keys", {}};
  if (plan.keys() > kMaxMoveKeys) {
    return Error{ErrorCode::out_of_range, "before.keys", {decimal(plan.keys()), "1", decimal(kMaxMoveKeys)}};
  }
  if (const auto fits = fits_the_clock("pace.copy_bytes_per_second", spec.pace.copy_bytes_per_second, spec, plan);
      !fits.ok()) {
    return fits;
  }
  if (const std::uint64_t rate = spec.system.link_bytes_per_second; rate > 0) {
    if (const auto fits = fits_the_clock("system.link_bytes_per_second", rate, spec, plan); !fits.ok()) return fits;
  }
  if (spec.faults.node_down_us > 0 && spec.faults.node >= plan.nodes) {
    return Error{ErrorCode::out_of_range, "faults.node", {decimal(spec.faults.node), "0", decimal(plan.nodes - 1)}};
  }
  if (const std::uint32_t holders = map_holders(spec.system);
      spec.faults.holder_down_us > 0 && spec.faults.holder >= holders) {
    return Error{ErrorCode::out_of_range, "faults.holder", {decimal(spec.faults.holder), "0", decimal(holders - 1)}};
  }
  return Done{};
}

bool compares(const Protocol& protocol) {
  return std::any_of(protocol.phases.begin(), protocol.phases.end(),
                     [](const Phase& phase) { return phase.verify != Verify::kNone || compares(phase.reads); });
}

std::uint32_t map_holders(const System& system) {
  switch (system.routing) {
    case Routing::kSmartClient:
    case Routing::kTwoLevel: return static_cast<std::uint32_t>(system.clients);
    case Routing::kProxy: return static_cast<std::uint32_t>(system.proxies);
    case Routing::kCoordinator: break;
  }
  return 1;
}

Protocol planned_protocol(const MoveSpec& spec) {
  if (spec.pace.turn_back_in == 0) return spec.protocol;
  Protocol protocol = turned_back(spec.protocol, static_cast<std::size_t>(spec.pace.turn_back_in));
  protocol.phases[static_cast<std::size_t>(spec.pace.turn_back_in)].after_us = spec.pace.turn_back_after_us;
  return protocol;
}

std::uint64_t run_bytes(const MoveSpec& spec, const Plan& plan) {
  constexpr std::uint64_t kPerKey = 148, kPerRequest = 36, kForRetries = 8, kPerNode = 8192, kBase = 4'000'000;
  constexpr std::uint64_t kPerSection = 8;  // of the map, at each client
  const std::uint64_t per_request = kPerRequest + (spec.workload.retries > 0 ? kForRetries : 0);
  const std::uint64_t sections =
      spec.system.routing == Routing::kTwoLevel ? spec.system.clients * spec.system.directories : 0;
  // Each write may be of a new key; for a node that forgets, its earlier state is kept.
  const std::uint64_t new_keys = spec.pace.grow > 0 ? spec.workload.requests : 0;
  const std::uint64_t forgets = spec.faults.node_back == NodeBack::kAsItWas ? 0 : 2 * sizeof(Held) + 1;
  return kBase + sections * kPerSection + (plan.keys() + new_keys) * (kPerKey + forgets) +
         spec.workload.requests * per_request + plan.nodes * kPerNode;
}

}  // namespace reshard

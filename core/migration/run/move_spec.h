#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/migration/model/presets.h"

namespace reshard {

/// Who holds the map from keys to nodes, which decides how many legs a request has.
enum class Routing : std::uint8_t {
  kSmartClient,  ///< every client
  kProxy,        ///< the proxies; a request goes through one of them, and its value crosses the site twice
  kCoordinator,  ///< a single place that is asked before each request
  kTwoLevel,     ///< every client; each unit of the move is in a section of the map, which one directory server holds
};

/// How a map holder learns of a new version.
enum class Spread : std::uint8_t {
  kPush,     ///< it is told, each after its own delay
  kPoll,     ///< it asks periodically, each at its own offset
  kOnError,  ///< a node that checks refuses its request; then it fetches the map
};

struct System {
  bool cache = false;  ///< there is a store of truth behind the nodes: a miss is normal and nothing is lost
  Routing routing = Routing::kSmartClient;
  Spread spread = Spread::kPush;
  std::uint64_t map_delay_us = 200'000;  ///< push: the mean delay; poll: the period
  std::uint64_t clients = 20, proxies = 3;
  std::uint64_t directories = 4;              ///< servers, for Routing::kTwoLevel
  std::uint64_t map_requests_per_second = 0;  ///< messages that each server of the map sends or answers; 0: no limit
  std::uint64_t latency_us = 250, jitter_us = 100;  ///< one way
  std::uint64_t node_requests_per_second = 0;       ///< that a node serves; 0: no limit
  std::uint64_t link_bytes_per_second = 0;          ///< of each node; 0: no limit

  bool operator==(const System&) const = default;
};

struct Workload {
  std::uint64_t requests = 60'000;
  std::uint64_t requests_per_second = 10'000;
  double writes = 0.2, deletes = 0.02;  ///< shares of all requests; the rest are reads
  std::uint64_t ttl_us = 0;             ///< lifetime of a value from when its write began; 0: none
  double permanent = 0;                 ///< the share of keys whose values never expire all the same
  double skew = 0;                      ///< Zipf's exponent, as in RequestSpec
  std::uint64_t key_bytes = 30, value_bytes = 1000;
  std::uint64_t timeout_us = 1'000'000;
  std::uint64_t retries = 0;           ///< how often a request that timed out is sent again, as the same version
  std::uint64_t backoff_us = 100'000;  ///< before the first retry, doubled before each further one

  bool operator==(const Workload&) const = default;
};

/// How fast the move goes, and which unit goes through the phases on its own.
struct Pace {
  std::uint64_t start_us = 500'000;                  ///< when the move begins
  std::uint64_t copy_bytes_per_second = 20'000'000;  ///< of all copying together
  /// A copier that copies all reads this many rows of one node at once, and begins to write them so much later.
  std::uint64_t page_rows = 1, page_delay_us = 0;
  Unit unit = Unit::kAll;
  std::uint64_t section_keys = 1000;  ///< for Unit::kSection
  std::uint64_t units_at_once = 1;
  std::uint64_t turn_back_in = 0;        ///< the phase in which each unit is aborted and goes back; 0: none
  std::uint64_t turn_back_after_us = 0;  ///< how long it stays in that phase first
  double turn_back_over = 0;  ///< all units go back if a larger share of a second's requests goes wrong; 0: never
  double verify_share = 0.1;  ///< of the keys, for Verify::kSample
  std::uint64_t grow = 0;     ///< keys stay; of new keys, a new node gets this many for each one of an old node; 0: off

  bool operator==(const Pace&) const = default;
};

/// What a node has when it comes back.
enum class NodeBack : std::uint8_t {
  kAsItWas,
  kWithoutTail,  ///< without what it received in the last `node_tail_us` before it failed
  kEmpty,
};

struct Faults {
  double cut_off = 0;  ///< the share of map holders that hear nothing …
  std::uint64_t cut_off_at_us = 0, cut_off_us = 0;
  std::uint64_t copier_down_at_us = 0, copier_down_us = 0;  ///< no fault if it lasts 0
  bool copier_from_start = false;                           ///< it then copies everything again
  std::uint64_t node = 0, node_down_at_us = 0, node_down_us = 0;
  NodeBack node_back = NodeBack::kAsItWas;
  std::uint64_t node_tail_us = 1'000'000;  ///< the tail of its log, which was not yet on disk
  /// A map holder fails, with the requests that go through it, and comes back (or its standby does) with the map it
  /// had.
  std::uint64_t holder = 0, holder_down_at_us = 0, holder_down_us = 0;
  double late = 0;            ///< the share of messages to nodes that are late …
  std::uint64_t late_us = 0;  ///< … by this
  double clock_off = 0;       ///< the share of map holders whose clock is wrong, each either behind or ahead
  std::uint64_t clock_behind_us = 0, clock_ahead_us = 0;

  bool operator==(const Faults&) const = default;
};

/// One move without its keys: everything else that determines a run.
struct MoveSpec {
  Protocol protocol;
  System system;
  Workload workload;
  Pace pace;
  Faults faults;
  std::uint64_t seed = 0;

  bool operator==(const MoveSpec&) const = default;
};

/// Where keys go: the node of each key of a sample, before and after, as positions in one list of nodes.
struct Plan {
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> from, to;

  std::uint32_t keys() const { return static_cast<std::uint32_t>(from.size()); }
};

inline constexpr std::uint64_t kMaxMoveKeys = 1'000'000;
inline constexpr std::uint64_t kMaxMoveRequests = 5'000'000;
inline constexpr std::uint64_t kMaxClients = 10'000, kMaxDirectories = 64;
inline constexpr std::uint64_t kMaxMoveUs = std::uint64_t{100} * 86400 * 1'000'000;

/// One number of a spec: its path and range, for checks, JSON and links.
struct MoveNumber {
  std::string_view path;
  std::uint64_t min, max;
  std::uint64_t& (*of)(MoveSpec&);
};
std::span<const MoveNumber> move_numbers();

/// The same for shares and other fractions.
struct MoveFraction {
  std::string_view path;
  double min, max;
  double& (*of)(MoveSpec&);
};
std::span<const MoveFraction> move_fractions();

/// Errors name the path and the accepted range: "workload.requests".
Status check_move(const MoveSpec& spec, const Plan& plan);

/// How many hold a map: all clients, all proxies, or the coordinator.
std::uint32_t map_holders(const System& system);

/// The protocol that is carried out, including the way back if it is aborted. `spec` must have passed check_move().
Protocol planned_protocol(const MoveSpec& spec);

/// Whether a phase compares keys, or reads compare sides, so that differences are counted.
bool compares(const Protocol& protocol);

/// The most bytes that a run of it holds.
std::uint64_t run_bytes(const MoveSpec& spec, const Plan& plan);

}  // namespace reshard

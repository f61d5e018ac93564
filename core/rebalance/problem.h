#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/uint128.h"

namespace reshard::rebalance {

// What is where, how large and how busy it is, and what must hold: all that determines a plan. Everything is a whole
// number or a fraction of two, so that "exactly at the limit" means the same on every machine.

inline constexpr std::uint32_t kMaxEntries = 2'000'000;
inline constexpr std::uint32_t kMaxNodes = 10'000;
inline constexpr std::uint32_t kMaxReplicas = 16;
inline constexpr std::uint32_t kMaxLimits = 4;
inline constexpr std::uint32_t kMaxInFlight = 1000;
inline constexpr std::uint64_t kMaxCapacity = 1'000'000'000;
inline constexpr std::uint64_t kMaxAmount = std::uint64_t{1}
                                            << 53;                  ///< bytes or load of one entry: exact in JavaScript
inline constexpr std::uint64_t kMaxTotal = std::uint64_t{1} << 57;  ///< of all copies together, and of what they cost
inline constexpr std::uint64_t kMaxDenominator = 1'000'000'000;
inline constexpr std::uint64_t kMaxEpsilon = 100;

/// A number of at most nine decimals, exactly.
struct Fraction {
  std::uint64_t num = 0, den = 1;

  bool operator==(const Fraction&) const = default;
};

/// "0.05" or "1e-3" as a fraction; nullopt where it is none of 0 to kMaxEpsilon, or has more decimals.
std::optional<Fraction> parse_fraction(std::string_view text);

/// The shortest decimals of a fraction that parse_fraction() made: "0.05".
std::string fraction_text(const Fraction& fraction);

struct Node {
  std::string name;
  std::uint64_t capacity = 1;         ///< its weight
  std::optional<std::uint64_t> disk;  ///< in bytes; none: no limit
  std::string zone;
  bool drained = false;  ///< must end empty, and receives nothing

  bool operator==(const Node&) const = default;
};

/// What is to be evened out. A node may bear at most (1 + upper) times its share, and has to bear (1 - lower) times its
/// share if that is given.
struct Limit {
  std::string of = "load";  ///< "load", "bytes", "count", or the name of the entries' own amounts
  Fraction upper{1, 10};
  std::optional<Fraction> lower;

  /// What each entry's leader and each of its followers bears. `follower` is empty where they bear the same. Both are
  /// empty where `of` is "bytes" or "count".
  std::vector<std::uint64_t> leader, follower;

  bool operator==(const Limit&) const = default;
};

/// A move that somebody wants, whatever else happens: the copy of the entry on `from` ends on `to`, and `from` holds none.
/// Plans are made around it; it may take a detour.
struct Forced {
  std::uint32_t entry, from, to;

  bool operator==(const Forced&) const = default;
};

struct Problem {
  std::string id;
  std::vector<Node> nodes;

  // The entries. The nodes that hold entry e are holders[first[e]] to holders[first[e + 1] - 1]; the first one leads.
  std::vector<std::string> names;
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint8_t> pinned;
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> holders;

  std::vector<Limit> limits = std::vector<Limit>(1);  ///< at least one; the first one matters most
  bool zones_distinct = false;                        ///< replicas of an entry are in different zones
  std::uint32_t max_in_flight = 1;                    ///< copies at a node at a time, in or out
  std::uint64_t per_move = 0;                         ///< what a move costs besides its bytes, in bytes
  std::vector<Forced> forced;                         ///< moves that are in every plan

  std::uint32_t entries() const { return static_cast<std::uint32_t>(names.size()); }
  std::uint32_t replicas(std::uint32_t entry) const { return first[entry + 1] - first[entry]; }

  /// What the leader of the entry bears, or a follower.
  std::uint64_t leader_load(std::uint32_t limit, std::uint32_t entry) const;
  std::uint64_t follower_load(std::uint32_t limit, std::uint32_t entry) const;

  /// Appends an entry that bears `load` of the first limit at each of its replicas.
  void add_entry(std::string name, std::uint64_t size, std::uint64_t load, const std::vector<std::uint32_t>& on);

  bool operator==(const Problem&) const = default;
};

/// What nodes may and have to bear of one limit, from a problem that check() accepts.
struct Share {
  std::uint64_t total = 0;           ///< of all copies
  std::uint64_t capacity = 0;        ///< of the nodes that stay
  std::vector<std::uint64_t> most;   ///< floor((1 + upper) * total / capacity * c), by node; 0 where drained
  std::vector<std::uint64_t> least;  ///< ceil((1 - lower) * total / capacity * c), by node; 0 where there is none
};
Share share_of(const Problem& problem, std::uint32_t limit);

/// Whether a planner can work on it. Fields are named as in JSON: "entries[3].replicas[1]".
Status check(const Problem& problem);

// As JSON, one object a problem:
//
//   {"id":"…","nodes":[{"name":"n0","capacity":1,"zone":"a","disk":null}],
//    "entries":[{"id":"e0","bytes":35,"load":38,"replicas":["n0"]}],
//    "options":{"epsilon":0.02,"drain":[],"pinned":["e0"],"zones":"none","max_in_flight":1}}
//
// May be left out: id, capacity (1), zone (""), disk (null), each member of options, and further
//
//   an entry's "leader_load" and "follower_load", both instead of "load"
//   options.by             "load"; or "bytes" or "count": what epsilon is about
//   options.lower_epsilon  each node bears (1 - lower_epsilon) times its share, at least
//   options.per_move       0
//   options.forced         [["e0","n0","n2"]]: entry, from, to; the copy ends there whatever else happens
//   options.limits         further ones, after that of load: [{"of":"bytes","epsilon":0.1,"lower_epsilon":0.5}]; of
//                          "bytes", "count", or an amount that each entry has in its "amounts": {"cpu":5}
//
// Other members of the object itself, such as a proven optimum, are not read.

/// Errors name the field: "entries[3].bytes".
Result<Problem> parse_problem(std::string_view json);

/// Entries as columns, for many of them: each takes a few bytes and no text. They are named "0", "1", …; holders are
/// positions in the list of nodes, and those of entry e are holders[first[e]] to holders[first[e + 1] - 1].
struct Columns {
  std::vector<std::uint64_t> bytes, load;
  std::vector<std::uint32_t> first, holders;
};

/// The same where the JSON has no entries.
Result<Problem> parse_problem(std::string_view json, Columns columns);
std::string format_problem(const Problem& problem);

}  // namespace reshard::rebalance

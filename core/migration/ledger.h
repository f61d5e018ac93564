#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/migration/judge.h"
#include "core/migration/timeline.h"

namespace reshard {

/// Asks for a line of memory that is needed soon, without waiting for it; WebAssembly has no way to say so.
inline void fetch_ahead(const void* where) { __builtin_prefetch(where); }

/// How long values live, if they do not live for ever.
struct Lifetimes {
  Time ttl = 0;          ///< from when a write began; 0: for ever
  double permanent = 0;  ///< the share of keys whose values have none
  std::uint64_t seed = 0;
};

/// The log of all operations of a run, and what is wrong with each, in time that does not grow with the history: the
/// words of judge.h for many keys.
class Ledger {
 public:
  Ledger(std::uint32_t keys, std::uint64_t operations, const Lifetimes& lifetimes);

  /// When the time of a version of the key is up, which all nodes see at once; kFarAway where it never is. What was there
  /// at first was written at a random time of the last `ttl`.
  Time end_of(std::uint32_t key, Version version) const;
  static constexpr Time kFarAway = std::numeric_limits<Time>::max();

  /// What was known of the key when a read of it began.
  struct Floor {
    Time write = kNever, removal = kNever;
  };

  /// One more key, which nobody has written yet; those that there are from the beginning have kFirstValue.
  void add_key();

  /// Brings near what will soon be asked for: what is known of a key, and an operation.
  void fetch_ahead(std::uint32_t key) const { reshard::fetch_ahead(&known_[key]); }
  void fetch_ahead_operation(std::uint32_t operation) const { reshard::fetch_ahead(&all_[operation]); }

  void begin(std::uint32_t operation, std::uint32_t key, Operation kind, Time now);
  Floor floor(std::uint32_t key) const;

  void acknowledge(std::uint32_t operation, Time now);

  /// Notes the result of a read, and says what is wrong with it.
  Anomaly read(std::uint32_t operation, const Floor& floor, Version result, Time now);

  /// What is wrong with a key whose final route returns `result`. Only acknowledged writes count.
  Anomaly at_end(std::uint32_t key, Version result, Time now) const;

  /// Keys whose whole history has no order that explains it, among those with at most kMaxHistory operations of which
  /// two writes overlap or a value has expired; `unchecked` counts those with more. `final_result[key]` is what the final route returns.
  std::vector<std::uint32_t> in_wrong_order(const std::vector<Version>& final_result, std::uint64_t& unchecked,
                                            Time now) const;

  std::uint32_t operations() const { return static_cast<std::uint32_t>(all_.size()); }
  std::uint32_t key_of(std::uint32_t operation) const { return all_[operation].key; }
  Operation kind_of(std::uint32_t operation) const { return all_[operation].kind; }
  bool is_acknowledged(std::uint32_t operation) const { return all_[operation].answered != kNever; }
  Time answered_at(std::uint32_t operation) const { return all_[operation].answered; }

 private:
  static constexpr Time kNever = -1;

  struct Entry {
    Time sent = kNever, answered = kNever;
    std::uint32_t key = 0;
    Version result = kNothing;
    Operation kind = Operation::kRead;
  };
  struct Removal {
    Time sent, answered;
  };
  struct alignas(64) Known {     // one line of memory
    Time write = kNever;         // when the newest write was sent that was acknowledged, or of which a reader told
    Time acknowledged = kNever;  // the same of acknowledged ones alone
    Time last_removed = kNever;  // when the last delete was acknowledged
    std::uint32_t open_removals = 0, open_writes = 0;
    Time longest = 0;               // that a write took, among those that were acknowledged
    std::vector<Removal> removals;  // acknowledged ones after which nothing acknowledged was written
  };

  Time answered(Version version) const;  // far away where it was not
  Time newest_removal(const Known& known, Time write) const;
  bool writes_overlap(std::span<const std::uint32_t> operations) const;
  /// Whether nothing is what a key has of which no write is known.
  bool is_unwritten(std::uint32_t key, Time newest_write) const { return key >= first_keys_ && newest_write == kNever; }
  bool may_have_expired(std::uint32_t key, Time newest_write, Time now) const;
  struct History;
  History history_of(std::span<const std::uint32_t> operations, Time now) const;
  static Version placed(const History& history, Version version);

  const Lifetimes lifetimes_;
  const std::uint32_t first_keys_;
  std::vector<Entry> all_;
  std::vector<Known> known_;
};

}  // namespace reshard

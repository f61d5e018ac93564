#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/migration/model/judge.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// Prefetches a cache line that is needed soon; WebAssembly has no instruction for it.
inline void fetch_ahead(const void* where) { __builtin_prefetch(where); }

/// How long values live, unless they live forever.
struct Lifetimes {
  Time ttl = 0;          ///< from when a write began; 0: forever
  double permanent = 0;  ///< the share of keys whose values do not expire
  std::uint64_t seed = 0;
};

/// Records all operations of a run and judges each, in time that does not grow with the history: judge.h for many keys.
class Ledger {
 public:
  Ledger(std::uint32_t keys, std::uint64_t operations, const Lifetimes& lifetimes);

  /// When a version of the key expires, at the same time on all nodes; kFarAway if it never does. Initial values were
  /// written at random times in the last `ttl` before the run.
  Time end_of(std::uint32_t key, Version version) const;
  static constexpr Time kFarAway = std::numeric_limits<Time>::max();

  /// What was known of the key when a read of it began.
  struct Floor {
    Time write = kNever, removal = kNever;
  };

  /// Adds a key that nobody has written yet; the keys that exist from the start have kFirstValue.
  void add_key();

  /// Prefetches what will soon be needed: what is known of a key, and an operation.
  void fetch_ahead(std::uint32_t key) const { reshard::fetch_ahead(&known_[key]); }
  void fetch_ahead_operation(std::uint32_t operation) const { reshard::fetch_ahead(&all_[operation]); }

  void begin(std::uint32_t operation, std::uint32_t key, Operation kind, Time now);
  Floor floor(std::uint32_t key) const;

  void acknowledge(std::uint32_t operation, Time now);

  /// Records the result of a read and says what is wrong with it.
  Anomaly read(std::uint32_t operation, const Floor& floor, Version result, Time now);

  /// What is wrong with a key if the final route returns `result`. Only acknowledged writes count.
  Anomaly at_end(std::uint32_t key, Version result, Time now) const;

  /// Keys whose history no order explains. It checks histories of at most kMaxHistory operations in which two writes
  /// overlap or a value has expired; `unchecked` counts the longer ones. `final_result[key]` is what the final route
  /// returns.
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
  struct alignas(64) Known {     // one cache line
    Time write = kNever;         // when the newest write was sent that was acknowledged or that a read returned
    Time acknowledged = kNever;  // the same, for acknowledged writes only
    Time last_removed = kNever;  // when the last delete was acknowledged
    std::uint32_t open_removals = 0, open_writes = 0;
    Time longest = 0;               // the longest time that an acknowledged write took
    std::vector<Removal> removals;  // acknowledged deletes with no acknowledged write after them
  };

  Time answered(Version version) const;  // kFarAway if it was not
  Time newest_removal(const Known& known, Time write) const;
  bool writes_overlap(std::span<const std::uint32_t> operations) const;
  /// Whether a key has no value yet: it did not exist at the start, and no write to it is known.
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

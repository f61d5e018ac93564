#pragma once

#include <array>
#include <vector>

#include "core/migration/run/camera.h"
#include "core/migration/run/key_story.h"
#include "core/migration/run/ledger.h"
#include "core/migration/run/run_state.h"
#include "core/migration/run/series.h"

namespace reshard {

/// The results of a run.
struct MoveTotals {
  std::uint64_t requests = 0, moved_keys = 0;
  std::array<std::uint64_t, kCounts> counts{};
  std::array<std::uint64_t, kAnomalies> keys_with{};  ///< keys that had each anomaly, during the run or at its end
  std::uint64_t unchecked_keys = 0;                   ///< keys with too many operations to look for an order
  std::uint64_t copied_keys = 0, copied_bytes = 0, replayed = 0;
  std::uint64_t verified_keys = 0, verified_bytes = 0;  ///< compared at both sides; bytes sent and received for that
  std::uint64_t verify_differed = 0, repaired = 0;      ///< compared keys that differed, and those repaired at new
  std::uint64_t forgotten_keys = 0;                     ///< keys of which a node held something else when it came back
  std::uint64_t lost_by_fault = 0;                      ///< of those, keys with a lost write or a returned delete
  Time turned_back_at = -1;                             ///< when the threshold turned the move back; -1: it did not
  std::vector<std::uint64_t> node_keys;                 ///< where shards grow: the rows of each node at the end
  Time even_at = -1;  ///< where shards grow: when the new ones had caught up; -1: not yet
  std::uint64_t events = 0;
  Time duration_us = 0;   ///< of the move
  bool finished = false;  ///< false: it waits for something that never happens
  // At the end, of the keys that were to move:
  std::uint64_t old_only = 0, new_only = 0, both_alike = 0, both_differ = 0, nowhere = 0;
  std::vector<std::uint64_t> node_requests, node_bytes;
  std::vector<std::uint64_t> map_requests;  ///< by map server, where there are several or one has a limit

  bool operator==(const MoveTotals&) const = default;
};

/// The books of a run: what was asked and answered, what is wrong with it, and what happened when.
///
/// An operation ends at most once. A key has each anomaly at most once, and the first one of a kind is its witness:
/// `keys_with` counts exactly what `had()` has.
class Books {
 public:
  Books(const RunState& state, Ledger& ledger, KeyStory& story, Camera& camera);

  void count(Count what) { series_.count(what, state_.now); }
  void reached(std::uint32_t node) { series_.reached(node, state_.now); }
  void refused();
  void gave_up();
  /// An operation has ended that began so long ago.
  void ended(Time took);
  void acknowledged(std::uint32_t operation);

  struct Reading {
    std::uint32_t operation, key, holder;
    Ledger::Floor floor;
  };
  /// A read returns this.
  void returned(const Reading& reading, Version result);

  void found(Anomaly kind, std::uint32_t key);
  /// Whether a larger share than this went wrong since the last time it was asked.
  bool went_wrong(double share);
  void add_key();

  /// At the end: what each key's final route returns, and which keys a node had forgotten (empty: none).
  void close(const std::vector<Version>& last, const std::vector<std::uint8_t>& forgotten);

  std::uint32_t operations() const { return ledger_.operations(); }
  MoveTotals& totals() { return totals_; }
  const MoveTotals& totals() const { return totals_; }
  const Series& series() const { return series_; }
  const std::vector<Witness>& witnesses() const { return witnesses_; }
  bool had(Anomaly kind, std::uint32_t key) const { return had_[static_cast<std::size_t>(kind)][key] != 0; }

 private:
  void count_read(Anomaly wrong);
  void count_holders(std::uint32_t key);
  void find_wrong_orders(const std::vector<Version>& last);

  const RunState& state_;
  Ledger& ledger_;
  KeyStory& story_;
  Camera& camera_;
  Series series_;
  MoveTotals totals_;
  std::uint64_t ended_in_second_ = 0, wrong_in_second_ = 0;
  std::array<std::vector<std::uint8_t>, kAnomalies> had_;  // by key
  std::vector<Witness> witnesses_;
};

}  // namespace reshard

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/requests.h"
#include "core/base/budget.h"
#include "core/base/random.h"
#include "core/migration/film.h"
#include "core/migration/ledger.h"
#include "core/migration/maps.h"
#include "core/migration/move_spec.h"
#include "core/migration/network.h"
#include "core/migration/outages.h"
#include "core/migration/run_state.h"
#include "core/migration/series.h"
#include "core/migration/turn_back.h"

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

/// The first occurrence of a kind of anomaly.
struct Witness {
  Anomaly kind;
  std::uint32_t key;
  Time at;
};

/// The names of the phases that a film of its run may mention: first those of the way there, then those of the way
/// back.
std::vector<std::string> film_phases(const MoveSpec& planned);

/// Requests and a move, event by event, in slices of a budget. A pure function of spec and plan.
///
/// A node decides requests in the order in which they arrive; if the node or its link is busy, the answer is late. A
/// client that learns of a phase while a request is under way finishes that request as it was sent.
class MoveRun {
 public:
  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  /// `spec` must have passed check_move(). `traced`: what story() shall tell, up to where the anomaly appears; a
  /// witness of an earlier run of the same move. `film`: what else to record, which must outlive the run.
  MoveRun(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced = {Anomaly::kNone, kNobody, 0},
          Film* film = nullptr);

  bool step(Budget& budget);  ///< true when done
  double progress() const;

  // Once it is done:
  const MoveTotals& totals() const { return totals_; }
  const Series& series() const { return series_; }
  const std::vector<Witness>& witnesses() const { return witnesses_; }
  const std::vector<std::string>& story() const { return story_; }
  /// Which nodes hold something of a key: bit 0 is the old one, bit 1 the new one.
  std::uint8_t held_at(std::uint32_t key) const { return state_.held_at(key); }

 private:
  struct Active {
    Pending pending;
    std::uint32_t operation = 0, key = 0, holder = 0;
    std::uint16_t under_way = 0, redirects = 0;
    bool done = true, waited = false;
    std::uint8_t attempt = 0;  // 0 for the first
    bool to_send = true;       // nothing of it is under way, and it does not wait for a retry
    bool has_seen = false;     // one side of a comparing read has answered …
    Version seen = kNothing;   // … with this; or what shards have answered so far
    std::uint32_t shards = 0;  // whose answers are missing
    Time begun = 0, sent = 0;
    Ledger::Floor floor;
  };
  struct Flight {
    Message message;
    std::uint32_t active = 0, node = 0;
    Side side = Side::kOld;
    bool lost = false;
    std::uint8_t attempt = 0;
    Effects effects;
    Time sent = 0, landed = 0;
  };

  std::uint8_t phase_known(const Active& active) const;

  // run_requests.cpp
  void draw_next();
  void begin_request();
  void happen(const Happening& happening);
  bool may_send(const Active& active) const;
  void send_or_wait(std::uint32_t id);
  void send(std::uint32_t id);
  void dispatch(std::uint32_t id, const Effects::Sent& sent);
  void dispatch_to(std::uint32_t id, const Effects::Sent& sent, std::uint32_t node);
  void compare(std::uint32_t id, const Flight& flight);
  Effects effects_of(const Flight& flight, Active& active, KeyState& key);
  void land(std::uint32_t flight);
  std::uint32_t* applied_as(const Message& message, Side side);
  void answer(std::uint32_t flight);
  void count_said(Active& active, Say say);
  void receive(const Flight& flight, bool waited_for);
  void finish(std::uint32_t id, Version result);
  void fill_from_store(std::uint32_t id, Version& result);
  void time_is_up(std::uint32_t id, std::uint32_t operation);
  void time_out(std::uint32_t id);
  void give_up(std::uint32_t id);
  void release(std::uint32_t id);
  void wait_at(std::uint32_t id);
  void found(Anomaly kind, std::uint32_t key);

  // run_growth.cpp
  void begin_growth();
  std::uint32_t add_row();
  void ask_shards(std::uint32_t id);
  Version rows_at(std::uint32_t key, std::uint32_t node) const;
  Version row_of(std::uint32_t key) const;
  void shard_answered(std::uint32_t id, const Flight& flight);
  void count_row(std::uint32_t node, bool more);

  // run_faults.cpp
  void plan_faults();
  void copier_is_back();
  void verifier_is_back(MoveUnit& unit);
  void node_saved();
  void node_is_back();
  bool comes_back_to(std::uint32_t key, Side side);
  bool heard_later(const Happening& happening);
  void lose(std::uint32_t id);
  void watch();
  void turn_back();

  // run_verify.cpp
  void call_verifier(std::uint32_t unit);
  bool to_verify(const Phase& phase, std::uint32_t key);
  void verify(std::uint32_t unit);
  Time verify_key(std::uint32_t unit, std::uint32_t key);
  void verify_goes_on(std::uint32_t unit, std::uint32_t key);
  void carry_compared(std::uint32_t node, std::uint64_t bytes);

  // run_maps.cpp
  void spread_map(std::uint32_t server);
  void hear(const Happening& happening);
  std::uint32_t section_of(const Active& active) const;
  void learn(std::uint32_t section, std::uint32_t version);
  void fetch_later(std::uint32_t section);
  void answer_map(std::uint32_t section);
  void wake(std::uint32_t holder);
  void wake_all();

  // run_film.cpp
  void film_heard(std::uint32_t holder, std::uint32_t version);
  void film_begin();
  void film_phase(std::uint32_t unit);
  void film_key(std::uint32_t key, Time at);
  void film_leg(const Flight& flight);
  void film_lost_writes();

  // run_phases.cpp
  void begin_move();
  void begin_units();
  void nodes_learn(std::uint32_t unit, std::uint8_t phase);
  void announce(std::uint32_t unit);
  void try_to_end_phase(std::uint32_t unit);
  bool acknowledged(std::uint32_t unit, std::size_t phase) const;
  void call_copier(std::uint32_t unit);
  void copy(std::uint32_t unit);
  Time read_page(std::uint32_t unit);
  Time read_row(std::uint32_t unit, std::uint32_t key);
  void write_row(std::uint32_t unit);
  void find_row_to_write(MoveUnit& unit) const;
  void copy_on(std::uint32_t unit, Time at);
  bool is_reachable(std::uint32_t key) const;
  void copy_lands(std::uint32_t unit, std::uint32_t key);
  void call_replay(std::uint32_t unit);
  void replay(std::uint32_t unit);
  void log_change(std::uint32_t key, Carried change);
  void look_when_it_is_time(std::uint32_t unit);
  Time pace_for(std::uint64_t bytes);
  void count_copy(std::uint32_t key, std::uint64_t bytes);
  void judge_end();
  bool old_is_empty(std::uint32_t unit);
  void drop_expired(std::uint32_t key);

  // run_story.cpp
  bool traced(std::uint32_t key) const { return key == traced_.key; }
  void tell(const std::string& what);
  std::string name_of(Version version) const;
  std::string name_of_operation(std::uint32_t operation) const;
  void tell_sent(const Active& active, const Effects& effects);
  void tell_landed(const Flight& flight, Version held, const Effects& effects);

  RunState state_;
  const Witness traced_;
  Film* const film_;
  bool told_ = false;
  Maps maps_;
  Outages outages_;
  Network network_;
  Ledger ledger_;
  Series series_;
  MoveTotals totals_;

  Random arrivals_;
  RequestShares shares_;
  std::vector<std::uint64_t> share_ends_;
  Time next_request_ = 0;
  double next_exact_ = 0;
  struct {
    Operation kind = Operation::kRead;
    std::uint32_t key = kNobody, holder = 0;
  } next_;

  std::vector<std::uint32_t> log_from_;  // by key: changes before this number are void
  std::vector<Active> actives_;
  std::vector<std::uint32_t> free_actives_, free_flights_;
  std::vector<Flight> flights_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // by holder
  std::vector<std::uint8_t> fetching_;
  Time copier_free_ = 0;  // in nanoseconds
  // Where requests are retried: the number that each side gave a write, by operation; 0 if it has not applied it.
  std::array<std::vector<std::uint32_t>, kSides> applied_as_;
  std::vector<Version> truth_;  // what the store behind a cache has
  std::uint32_t changes_ = 0, next_unit_ = 0, units_left_ = 0;
  std::uint32_t copier_life_ = 0;
  std::array<std::unique_ptr<const Protocol>, kMaxTurnBack + 1> ways_back_;  // by the phase in which units were aborted
  std::uint64_t ended_in_second_ = 0, wrong_in_second_ = 0;
  std::vector<std::array<Held, kSides>> saved_;         // by key
  std::vector<std::uint8_t> forgotten_;                 // by key, once a node has come back
  std::vector<std::uint32_t> old_shards_, new_shards_;  // where shards grow: with rows at the start, and without
  std::uint64_t old_rows_ = 0, new_rows_ = 0;
  Time began_at_ = 0;
  bool judged_ = false;
  std::array<std::vector<std::uint8_t>, kAnomalies> had_;
  std::vector<Witness> witnesses_;
  std::vector<std::string> story_;
};

}  // namespace reshard

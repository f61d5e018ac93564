#pragma once

#include <vector>

#include "core/migration/run/applied_writes.h"
#include "core/migration/run/books.h"
#include "core/migration/run/change_log.h"
#include "core/migration/run/expiry.h"
#include "core/migration/run/growth.h"
#include "core/migration/run/map_news.h"
#include "core/migration/run/network.h"
#include "core/migration/run/outages.h"

namespace reshard {

/// Requests, from the client to the node and back: where they are sent, what waits, what is tried again.
///
/// Each message under way is counted in its operation and, if its key moves, in its unit by the phase in which it was
/// sent. The slot of an operation is free once it is done and nothing of it is under way; it waits in at most one list.
class Clients {
 public:
  struct Flight {
    Message message;
    std::uint32_t active = 0, node = 0;
    Side side = Side::kOld;
    bool lost = false;
    std::uint8_t attempt = 0;
    Effects effects;
    Time sent = 0, landed = 0;
  };
  /// What an answer brings to the client that it was sent to.
  struct Answer {
    Flight flight;
    bool waited_for = false;  ///< the client still waits for this attempt
    bool heard = false;       ///< neither the message nor who sent it was lost
    bool learns = false;      ///< a holder now knows this version of a section of its map
    std::uint32_t section = 0, version = 0;
  };

  Clients(RunState& state, Ledger& ledger, KeyStory& story, Camera& camera, Books& books, Network& network,
          const Outages& outages, Expiry& expiry, ChangeLog& log, Growth& growth, AppliedWrites& applied,
          MapNews& news);

  /// An operation begins; returns its place.
  std::uint32_t begin(Operation kind, std::uint32_t key, std::uint32_t client);
  /// Sends it, or lets it travel to whoever holds the map.
  void set_off(std::uint32_t id);
  /// It has come there, or its client tries again.
  void resume(std::uint32_t id);
  void land(std::uint32_t flight);
  /// Takes an answer from its flight. What the answer says about the map is to be learnt before conclude().
  Answer hear(std::uint32_t flight);
  /// Does with an answer what is left to do. Returns the unit of which nothing more is under way in that phase, or
  /// kNoUnit.
  std::uint32_t conclude(const Answer& answer);
  /// Does nothing if the operation has been answered or sent again meanwhile.
  void time_is_up(std::uint32_t id, std::uint32_t operation);
  /// What waits at a holder may go on.
  void wake(std::uint32_t holder);
  void wake_all();

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

  // clients.cpp
  std::uint8_t phase_known(const Active& active) const { return news_.phase_known(active.key, active.holder); }
  std::uint32_t section_of(const Active& active) const { return news_.section_of(active.key, active.holder); }
  bool may_send(const Active& active) const;
  void send_or_wait(std::uint32_t id);
  void wait(std::uint32_t id);
  void send(std::uint32_t id);
  void ask_shards(std::uint32_t id);
  void dispatch(std::uint32_t id, const Effects::Sent& sent, std::uint32_t node);
  void dispatch(std::uint32_t id, const Effects::Sent& sent);
  Effects effects_of(const Flight& flight, Active& active);
  void receive(Answer& answer);
  void learn_from(Answer& answer);
  void count_said(Active& active, Say say);
  void compare(Active& active, const Flight& flight);
  void shard_answered(std::uint32_t id, const Flight& flight);

  // clients_end.cpp
  void finish(std::uint32_t id, Version result);
  void fill_from_store(std::uint32_t id, Version& result);
  void lose(std::uint32_t id);
  void time_out(std::uint32_t id);
  void give_up(Active& active);
  void release(std::uint32_t id);
  Time deadline_of(const Active& active) const {
    return active.sent + static_cast<Time>(state_.spec.workload.timeout_us);
  }

  RunState& state_;
  Ledger& ledger_;
  KeyStory& story_;
  Camera& camera_;
  Books& books_;
  Network& network_;
  const Outages& outages_;
  Expiry& expiry_;
  ChangeLog& log_;
  Growth& growth_;
  AppliedWrites& applied_;
  MapNews& news_;
  std::vector<Active> actives_;
  std::vector<Flight> flights_;
  std::vector<std::uint32_t> free_actives_, free_flights_;
  std::vector<std::vector<std::uint32_t>> waiting_;  // by holder
  std::vector<Version> truth_;                       // what the store behind a cache has
};

}  // namespace reshard

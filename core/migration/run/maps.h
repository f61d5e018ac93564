#pragma once

#include <cstdint>
#include <vector>

#include "core/migration/run/move_spec.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// Who holds which version of the map. Versions count announcements, from 0; a version and the announcements of a
/// unit's phases determine the unit's phase. The map has one server, or several that share its sections: a holder
/// learns each section separately.
class Maps {
 public:
  explicit Maps(const MoveSpec& spec);

  std::uint32_t holders() const { return holders_; }
  std::uint32_t servers() const { return servers_; }
  std::uint32_t server_of(std::uint32_t unit) const { return unit % servers_; }
  /// The number of what a holder has from a server.
  std::uint32_t section(std::uint32_t holder, std::uint32_t server) const { return holder * servers_ + server; }
  std::uint32_t holder_in(std::uint32_t section) const { return section / servers_; }
  std::uint32_t server_in(std::uint32_t section) const { return section % servers_; }
  std::uint32_t sections() const { return holders_ * servers_; }

  std::uint32_t holder_of(std::uint32_t client) const { return client % holders(); }
  std::uint32_t newest() const { return newest_; }
  std::uint32_t known(std::uint32_t section) const { return known_[section]; }
  std::uint32_t known_by_all(std::uint32_t server) const { return known_by_all_[server]; }
  /// Whether a holder knows everything that the servers have announced.
  bool knows_all(std::uint32_t holder) const;

  std::uint32_t announce(std::uint32_t server) { return announced_[server] = ++newest_; }
  /// False if the holder already knows as much.
  bool learn(std::uint32_t section, std::uint32_t version);
  /// Takes the server's time for one message that arrives now; returns when the message is sent or answered.
  Time served_at(std::uint32_t server, Time now);
  /// By server: how many messages it has sent or answered.
  const std::vector<std::uint64_t>& served() const { return served_; }

  /// When a holder hears by itself of what is announced now; not for Spread::kOnError.
  Time hears_at(std::uint32_t section, Time now) const;
  /// The version it hears of then: a push carries the version of now, a poll fetches the newest of then.
  std::uint32_t told() const { return spec_.system.spread == Spread::kPush ? newest_ : 0xFFFFFFFFu; }
  bool hears_by_itself() const { return spec_.system.spread != Spread::kOnError; }

 private:
  const MoveSpec& spec_;
  std::uint32_t holders_, servers_;
  std::uint32_t newest_ = 0;
  std::vector<std::uint32_t> known_;                     // by section
  std::vector<std::uint32_t> known_by_all_, announced_;  // by server
  std::vector<std::uint64_t> served_;
  std::vector<Time> free_;  // in nanoseconds
};

}  // namespace reshard

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/budget.h"
#include "core/migration/run/announcer.h"
#include "core/migration/run/arrivals.h"
#include "core/migration/run/books.h"
#include "core/migration/run/node_disk.h"

namespace reshard {

/// Requests and a move, event by event, in slices of a budget. A pure function of spec and plan.
///
/// A node decides requests in the order in which they arrive; if the node or its link is busy, the answer is late. A
/// client that learns of a phase while a request is under way finishes that request as it was sent.
///
/// The run is made of parts that README.md describes: each is given the parts above it, and none below it. What a part
/// returns that concerns one below it, the run says to that.
class MoveRun {
 public:
  static constexpr std::uint32_t kNobody = kNoMoveKey;

  /// `spec` must have passed check_move(). `traced`: what story() shall tell, up to where the anomaly appears; a
  /// witness of an earlier run of the same move. `film`: what else to record, which must outlive the run.
  MoveRun(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced = {Anomaly::kNone, kNobody, 0},
          Film* film = nullptr);
  MoveRun(const MoveRun&) = delete;
  MoveRun& operator=(const MoveRun&) = delete;

  bool step(Budget& budget);  ///< true when done
  double progress() const;

  // Once it is done:
  const MoveTotals& totals() const { return books_.totals(); }
  const Series& series() const { return books_.series(); }
  const std::vector<Witness>& witnesses() const { return books_.witnesses(); }
  const std::vector<StoryEvent>& story() const { return story_.events(); }
  /// Which nodes hold something of a key: bit 0 is the old one, bit 1 the new one.
  std::uint8_t held_at(std::uint32_t key) const { return state_.held_at(key); }

 private:
  void plan_faults();
  void draw_next();
  void begin_request();
  std::uint32_t add_row();
  void happen(const Happening& happening);
  void hear(const Happening& happening);
  void answer(std::uint32_t flight);
  void copy(std::uint32_t unit);
  void try_to_end_phase(bool may_have_ended, std::uint32_t unit);
  void judge_end();
  Version final_route(std::uint32_t key) const;

  RunState state_;
  Ledger ledger_;
  KeyStory story_;
  Camera camera_;
  Books books_;
  MapNews news_;
  Network network_;
  Outages outages_;
  Expiry expiry_;
  CopierProcess process_;
  ChangeLog log_;
  Verifier verifier_;
  Copier copier_;
  Growth growth_;
  AppliedWrites applied_;
  NodeDisk disk_;
  Arrivals arrivals_;
  Clients clients_;
  Announcer announcer_;
  bool judged_ = false;
};

}  // namespace reshard

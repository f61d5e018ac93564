#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/rebalance/knapsack.h"
#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// Builds a placement for problems of any size: what has to leave is the cheapest that suffices, it goes where most room
/// is, and what turns out not to be needed stays. With `noise` above 0 the choices vary with the random numbers.
class Builder {
 public:
  Builder(const Model& model, std::uint64_t seed);

  /// Further runs give what is worth giving at these prices, by node, of a unit of load: see Bounds.
  void set_prices(std::uint32_t limit, std::vector<std::uint64_t> prices);
  /// From the start. `noise` in percent.
  void run(std::uint32_t noise);
  /// Improves the placement by small changes, until none helps or the steps run out.
  void polish(std::uint64_t& steps);

  /// Some copies elsewhere, at random, from the placement that remember() took.
  void shake(std::uint32_t copies);
  void remember();

  const Placement& placement() const { return place_; }
  /// What it took since it was asked last, in the steps of a plan.
  std::uint64_t take_work() { return std::exchange(work_, 0); }
  Figures figures() const { return figures_of(place_); }

 private:
  struct Change {
    std::uint32_t slot, to;
  };
  /// What some changes do; each part matters more than the next.
  struct Delta {
    std::int64_t disk = 0, excess = 0, cost = 0;

    bool operator<(const Delta& other) const;
  };
  struct Spot {
    std::uint32_t node = kNone;
    std::uint64_t excess = 0;  ///< that it adds
  };

  void reset();
  void put(std::uint32_t slot, std::uint32_t to);
  bool is_over(std::uint32_t node) const;
  bool fits(std::uint32_t slot, std::uint32_t to) const;
  bool must_leave(std::uint32_t slot) const;
  std::uint64_t cost_of_leaving(std::uint32_t slot) const;
  void shed(std::uint32_t node);
  void shed_limit(std::uint32_t node, std::uint32_t limit);
  void shed_disk(std::uint32_t node);
  void shed_priced(std::uint32_t node);
  void take_out(const std::vector<Item>& items, const std::vector<std::uint32_t>& slots, std::uint64_t need);
  Spot best_spot(std::uint32_t slot);
  std::uint64_t added_excess(std::uint32_t slot, std::uint32_t to) const;
  std::uint64_t freed_excess(std::uint32_t slot) const;
  bool round();
  bool pass_leadership();
  void fill_up();
  bool fill(std::uint32_t node);
  void undo();
  std::uint64_t cost_at(std::uint32_t slot, std::uint32_t node) const;
  Delta delta_of(const Change* changes, std::size_t count);
  void consider(const Change* changes, std::size_t count);
  void sort_loads(std::uint32_t node);
  void partners(std::uint32_t slot, std::uint32_t node);
  void choose_targets(std::uint32_t node);
  void with_room_made(std::uint32_t slot, std::uint32_t to, std::uint32_t leaves);
  bool relieve(std::uint64_t& steps);
  bool relieve_node(std::uint32_t node, bool chains, std::uint64_t& steps);
  bool exchange(std::uint64_t& steps);
  bool refill(std::uint64_t& steps);
  bool refill_node(std::uint32_t node);
  bool apply_best();

  const Model& model_;
  Random random_;
  std::uint32_t noise_ = 0;
  std::uint64_t work_ = 0;
  Placement place_;
  std::vector<std::vector<std::uint32_t>> on_;  // slots by node
  std::vector<std::uint32_t> position_;         // of each slot in its node's list
  std::vector<std::uint64_t> prices_;
  std::uint32_t priced_limit_ = 0;
  bool priced_ = false;          // this round gives by prices
  std::vector<double> by_most_;  // by node: one by what it may bear of the first limit
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint8_t> queued_, stuck_;
  std::vector<std::uint32_t> remembered_, remembered_leaders_;  // nodes by slot; slots by entry

  // Of the small change that is looked for.
  Delta best_;
  Change best_changes_[3];
  std::size_t best_count_ = 0;
  std::vector<std::uint32_t> partners_, targets_;
  std::vector<Change> journal_;  // what put() has done since it was kept: slots, and where they were
  bool journaling_ = false;
  std::vector<std::vector<std::uint32_t>> by_load_;  // slots by node, where they are sorted
};

}  // namespace reshard::rebalance

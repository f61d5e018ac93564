#pragma once

#include <cstdint>
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

  /// From the start. `noise` in percent.
  void run(std::uint32_t noise);
  /// Improves the placement by small changes, until none helps or the steps run out.
  void polish(std::uint64_t& steps);

  const Placement& placement() const { return place_; }
  Figures figures() const { return figures_of(place_); }

 private:
  struct Spot {
    std::uint32_t node = kNone;
    std::uint64_t excess = 0;  ///< that it adds
  };

  void reset();
  void put(std::uint32_t slot, std::uint32_t to);
  bool is_over(std::uint32_t node) const;
  bool fits(std::uint32_t slot, std::uint32_t to) const;
  bool fits_instead(std::uint32_t slot, std::uint32_t to, std::uint32_t leaves) const;
  bool must_leave(std::uint32_t slot) const;
  std::uint64_t cost_of_leaving(std::uint32_t slot) const;
  void shed(std::uint32_t node);
  void shed_limit(std::uint32_t node, std::uint32_t limit);
  void shed_disk(std::uint32_t node);
  void take_out(std::uint32_t node, const std::vector<Item>& items, const std::vector<std::uint32_t>& slots,
                std::uint64_t need);
  Spot best_spot(std::uint32_t slot);
  std::uint64_t added_excess(std::uint32_t slot, std::uint32_t to) const;
  std::uint64_t freed_excess(std::uint32_t slot) const;
  bool round();
  void pass_leadership();
  void fill_up();
  void undo();
  bool exchange(std::uint64_t& steps);
  bool relieve(std::uint64_t& steps);

  const Model& model_;
  Random random_;
  std::uint32_t noise_ = 0;
  Placement place_;
  std::vector<std::vector<std::uint32_t>> on_;  // slots by node
  std::vector<std::uint32_t> position_;         // of each slot in its node's list
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint8_t> queued_, stuck_;
};

}  // namespace reshard::rebalance

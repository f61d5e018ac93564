#pragma once

#include <cstdint>
#include <vector>

#include "core/rebalance/problem.h"

namespace reshard::rebalance {

inline constexpr std::uint32_t kNone = ~std::uint32_t{0};
inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

/// A problem laid out for a planner. A slot is one replica of an entry: slot s of entry e is at problem.holders[s] now.
struct Model {
  explicit Model(const Problem& problem);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Problem& problem;
  std::uint32_t entries, nodes, limits, slots;
  std::vector<std::uint32_t> entry_of;            ///< by slot
  std::vector<std::uint32_t> zone;                ///< by node; equal numbers for equal names
  std::vector<std::uint64_t> disk;                ///< by node; kUnlimited
  std::vector<std::uint8_t> drained;              ///< by node
  std::vector<Share> shares;                      ///< by limit
  std::vector<std::vector<std::uint64_t>> leads;  ///< by limit and entry: what its leader bears
  std::vector<std::vector<std::uint64_t>> follows;
  std::vector<std::uint64_t> weight;         ///< by limit: see excess_at()
  std::vector<std::uint8_t> zones_at_start;  ///< by entry: how many zones its replicas are in
  bool leaders = false;                      ///< whether leading bears another load than following
  std::vector<std::uint32_t> forced_to;      ///< by slot: the node on which it has to end, or kNone; empty: none has to

  std::uint32_t begin(std::uint32_t entry) const { return problem.first[entry]; }
  std::uint32_t end(std::uint32_t entry) const { return problem.first[entry + 1]; }
  std::uint64_t bytes_of(std::uint32_t slot) const { return problem.bytes[entry_of[slot]]; }
  bool is_pinned(std::uint32_t entry) const { return problem.pinned[entry] != 0; }
  std::uint32_t forced_target(std::uint32_t slot) const { return forced_to.empty() ? kNone : forced_to[slot]; }
  /// Whether nobody chooses where the slot ends.
  bool is_settled(std::uint32_t slot) const { return is_pinned(entry_of[slot]) || forced_target(slot) != kNone; }
  bool has_forced(std::uint32_t entry) const;
  /// Whether a forced move takes the entry's copy away from the node, and none may end there.
  bool is_vacated(std::uint32_t entry, std::uint32_t node) const;
  /// Whether leadership cannot go along with a copy from one node to the other, because forced copies go there or leave.
  bool forced_apart(std::uint32_t entry, std::uint32_t old_leader, std::uint32_t leader) const;

  /// What a node's load is above its limit, or below its lower limit. With several limits each is weighted so that all
  /// loads have about the same total: they are added, and none is lost beside another. The sum over all nodes and limits
  /// is below 2^62.
  std::uint64_t excess_at(std::uint32_t limit, std::uint32_t node, std::uint64_t load) const {
    const Share& share = shares[limit];
    const std::uint64_t over = load > share.most[node] ? load - share.most[node] : 0;
    const std::uint64_t below = load < share.least[node] ? share.least[node] - load : 0;
    return weight[limit] * (over + below);
  }
};

/// One step of a plan: a copy goes from a node to another, or leadership does, without a copy.
struct Move {
  std::uint32_t entry, from, to;
  bool lead = false;

  bool operator==(const Move&) const = default;
};

/// Where everything is at a moment, with the sums that limits are about.
class Placement {
 public:
  explicit Placement(const Model& model);

  std::uint32_t at(std::uint32_t slot) const { return at_[slot]; }
  std::uint64_t load(std::uint32_t limit, std::uint32_t node) const { return load_[limit * model_.nodes + node]; }
  std::uint64_t used(std::uint32_t node) const { return used_[node]; }
  std::uint32_t leader(std::uint32_t entry) const { return model_.leaders ? leader_[entry] : model_.begin(entry); }
  const Model& model() const { return model_; }
  void reset();  ///< to the start

  /// What the slot bears, as leader or as follower.
  std::uint64_t load_of(std::uint32_t limit, std::uint32_t slot) const {
    const std::uint32_t entry = model_.entry_of[slot];
    return leader(entry) == slot ? model_.leads[limit][entry] : model_.follows[limit][entry];
  }

  void move(std::uint32_t slot, std::uint32_t to);
  void lead(std::uint32_t slot);
  void apply(const Move& move);

  std::uint32_t slot_at(std::uint32_t entry, std::uint32_t node) const;  ///< kNone where the node holds none
  bool holds(std::uint32_t entry, std::uint32_t node) const { return slot_at(entry, node) != kNone; }
  bool was_home(std::uint32_t entry, std::uint32_t node) const;  ///< whether a replica is there at the start

  /// Whether a copy of the slot may go there: not drained, not pinned, not forced elsewhere, no second replica on a node
  /// or, where zones are distinct, in a zone. Nothing is said about disks.
  bool allowed(std::uint32_t slot, std::uint32_t to) const;
  /// The same as a step on the way, during which zones may be as few as at the start.
  bool allowed_step(std::uint32_t slot, std::uint32_t to) const;
  bool has_room(std::uint32_t slot, std::uint32_t to) const {
    return model_.disk[to] == kUnlimited || used_[to] + model_.bytes_of(slot) <= model_.disk[to];
  }

  std::uint64_t excess() const;
  std::uint64_t excess_of(std::uint32_t node) const;
  /// Carries out the forced moves.
  void force();
  /// Whether the end may look like this: rules 1 to 3, and forced copies are where they have to be.
  bool keeps_rules() const;

 private:
  void bear(std::uint32_t slot, std::uint32_t node, bool add);

  const Model& model_;
  std::vector<std::uint32_t> at_;
  std::vector<std::uint32_t> leader_;
  std::vector<std::uint64_t> load_, used_;
};

/// What a plan costs and reaches, in the order in which it matters.
struct Figures {
  std::uint64_t excess = 0;
  std::uint64_t cost = 0;  ///< bytes, and per_move for each copy
  std::uint64_t bytes = 0;
  std::uint32_t moves = 0;  ///< of leadership, too

  bool operator==(const Figures&) const = default;
};
bool better(const Figures& a, const Figures& b);

/// The figures of going directly from the start to this placement.
Figures figures_of(const Placement& placement);

/// Takes these steps; their figures.
Figures carry_out(Placement& placement, const std::vector<Move>& moves);

/// The same from the start.
Figures figures_of(const Model& model, const std::vector<Move>& moves);

/// The greatest load / capacity of a node that stays, divided by the mean, of the first limit; in millionths, rounded up.
std::uint64_t busiest_ratio(const Placement& placement);

}  // namespace reshard::rebalance

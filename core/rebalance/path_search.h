#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/rebalance/choices.h"
#include "core/rebalance/target_search.h"

namespace reshard::rebalance {

/// Ways from the start on which no step breaks a rule, one step at a time: a copy is at both ends until it is complete.
class PathSearch {
 public:
  PathSearch(const Model& model, const Choices& choices);

  /// Whether states can be numbered, which they have to be.
  bool possible() const { return possible_; }

  /// The steps straight to a target, each copy once; those on which the excess never rises are preferred. nullopt: there
  /// are none, or the steps ran out.
  std::optional<std::vector<Move>> direct(const Chosen& target, std::uint64_t steps);

  /// The best placement that can be reached, and the cheapest way there, detours included.
  struct Reached {
    bool complete = false;  ///< everything that could be better was looked at
    bool found = false;     ///< a placement that keeps the rules
    Figures figures;
    std::vector<Move> moves;
  };
  /// `excess` is the least that any placement has, in reach or not.
  Reached cheapest(std::uint64_t excess, std::uint64_t steps);

 private:
  struct State;
  class Frontier;

  std::uint64_t number(const Chosen& at) const;
  void unpack(std::uint64_t number, Chosen& at) const;
  void load_sums(const Chosen& at);
  bool has_room(std::uint32_t entry, const Choices::Step& step) const;
  std::uint64_t excess_now() const;
  void change(std::uint32_t entry, std::uint32_t before, std::uint32_t after);
  void carry_out(Chosen& at, std::uint32_t entry, std::uint32_t choice);
  bool towards(const Chosen& target, std::uint32_t entry, const Choices::Choice& from, const Choices::Step& step) const;
  bool follow(Chosen& at, const Chosen& target, bool never_more, std::vector<Move>& done);
  std::uint64_t still_to_pay(const Chosen& at, std::uint64_t excess) const;
  bool ends(const Chosen& at) const;
  void expand(Chosen& at, std::uint32_t index_of_from, std::uint64_t excess, std::vector<State>& states,
              Frontier& frontier);

  const Model& model_;
  const Choices& choices_;
  bool possible_ = true;
  std::vector<std::uint64_t> radix_;
  std::vector<std::uint64_t> load_, used_;  // of the state in hand
  std::vector<std::uint32_t> leaving_order_;
  std::uint64_t steps_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> seen_;  // looked up only
};

}  // namespace reshard::rebalance

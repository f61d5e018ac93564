#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/model/cluster.h"
#include "core/placement/params.h"

namespace reshard {

/// Who answers for the keys of a node that is down.
enum class Failover : std::uint8_t {
  kFails,    ///< nobody but the other replicas that the scenario asks for
  kNext,     ///< the next node that is up in the strategy's order of replicas, however far
  kRebuilt,  ///< clients rebuild their table without the nodes that are down, as if those had left
  kDrained,  ///< the same, but they keep their numbers, as if their weights were 0
  kStops,    ///< nobody answers for any key at all
  kOwn,      ///< the placement decides (Placement::serve)
};
std::string_view failover_id(Failover failover);

/// Who answers under which options: the part that the core uses.
struct DownCase {
  Failover does;
  ParamSpec::Condition with = {}, also = {};
  bool (*holds)(const Cluster& cluster, std::span<const double> params) = nullptr;
};

/// What the clients of a system do about nodes that are down. Only down_rules() refers to a strategy's list of them, so
/// that a program that does not call it (the page) does not load the words.
struct DownRule {
  Failover does;
  std::string_view words;                     ///< a sentence or two
  std::string_view source;                    ///< where this is documented, or the file that does it
  ParamSpec::Condition with = {}, also = {};  ///< options under which the rule applies (both); empty: always
  bool (*holds)(const Cluster& cluster, std::span<const double> params) = nullptr;  ///< further condition, if any
};

using DownRules = std::span<const DownRule>;

/// The cases of a list of rules, without their words.
template <std::size_t kRules>
constexpr std::array<DownCase, kRules> cases_of(const DownRule (&rules)[kRules]) {
  std::array<DownCase, kRules> cases{};
  for (std::size_t i = 0; i < kRules; ++i) { cases[i] = {rules[i].does, rules[i].with, rules[i].also, rules[i].holds}; }
  return cases;
}

}  // namespace reshard

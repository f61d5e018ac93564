#pragma once

#include "core/strategies/strategy.h"

// Schemes whose nodes are numbers 0 to n - 1, of which only the last can leave.

namespace reshard {

/// What users of such a scheme do when another node has to go.
enum class Removal : std::uint8_t {
  kLast,      ///< they cannot: it is refused
  kRenumber,  ///< every node after it gets the number before its own
  kSwapLast,  ///< the last node takes its number
  kSlots,     ///< the numbers are those of slots, and a table says whose they are
};

inline constexpr std::string_view kRemovals[] = {"last", "renumber", "swap_last", "slots"};
inline constexpr ParamSpec kRemovalParam = choice_param("removal", "When a node leaves", kRemovals);
inline constexpr ParamSpec kSlotsParam{
    .key = "slots", .label = "Virtual slots", .min = 1, .max = 65536, .fallback = 1024,
    .scale = ParamSpec::Scale::kLog, .unit = "slots, where removal is by slots"};

/// Who has which number after everything that happened to the cluster. Error (field "nodes") under kLast where
/// another than the last one left. Not for kSlots.
Result<std::vector<NodeId>> number_nodes(const Cluster& cluster, Removal removal);

/// The traits of such a scheme, if an added number takes keys for itself alone.
constexpr Traits numbered_traits(Removal removal) {
  if (removal == Removal::kSlots) {
    return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
  }
  return {Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
}

/// The spread beyond chance, if the numbers themselves are chosen evenly: that of the slots.
double numbered_spread(std::size_t nodes, Removal removal, double slots);

/// How a scheme chooses a number for a key.
struct NumberRule {
  /// The number, below `n`, for a key's hash.
  std::uint32_t (*choose)(std::uint64_t hash, std::uint32_t n);
  /// The numbers tried on the way, the chosen one last; those of n and above were in vain.
  std::vector<std::uint32_t> (*path)(std::uint64_t hash, std::uint32_t n);
  std::string_view word;  ///< what the scheme calls one of them: "jump", "candidate"
};

/// The placement of such a scheme under any way of removal. For kSlots there are `slots` numbers, dealt to the nodes
/// by weight with least movement.
Result<std::unique_ptr<Placement>> build_numbered(const BuildInput& input, const NumberRule& rule, Removal removal,
                                                  std::uint64_t slots);

}  // namespace reshard

#pragma once

#include "core/placement/strategy.h"

// Strategies whose nodes are the numbers 0 to n - 1, of which only the last can leave. A strategy says how a key finds
// its number; what users do when another node has to leave is the same for all of them, and so are the two parameters
// for it.

namespace reshard {

/// What users of such a strategy do when a node other than the last has to leave.
enum class Removal : std::uint8_t {
  kLast,      ///< nothing: the removal is refused
  kRenumber,  ///< every node after it moves down by one number
  kSwapLast,  ///< the last node takes its number
  kSlots,     ///< the numbers are slots, and a table says which node owns each
};

inline constexpr std::string_view kRemovals[] = {"last", "renumber", "swap_last", "slots"};

/// The parameters of such a strategy; the last two if it has others.
inline constexpr ParamSpec kRemovalParam = choice_param("removal", "When a node leaves", kRemovals);
inline constexpr ParamSpec kSlotsParam{.key = "slots",
                                       .label = "Virtual slots",
                                       .min = 1,
                                       .max = 65536,
                                       .fallback = 1024,
                                       .scale = ParamSpec::Scale::kLog,
                                       .unit = "slots",
                                       .only_with = {"removal", 1u << static_cast<unsigned>(Removal::kSlots)}};
inline constexpr ParamSpec kNumberedParams[] = {kRemovalParam, kSlotsParam};

/// The nodes by number after everything that happened to the cluster. Error (field "nodes") under kLast if a node other
/// than the last one left. Not for kSlots.
Result<std::vector<NodeId>> number_nodes(const Cluster& cluster, Removal removal);

/// The traits under kLast, provided that adding a number moves keys only to that number.
inline constexpr Traits kNumberedTraits = {Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};

/// The traits under these parameters.
Traits numbered_traits(std::span<const double> params);

/// The spread beyond chance, provided that numbers are chosen evenly: that of the slots.
double numbered_spread(std::size_t nodes, std::span<const double> params);

/// How a strategy chooses a number for a key.
struct NumberRule {
  /// The number, below `n`, for a key's hash.
  std::uint32_t (*choose)(std::uint64_t hash, std::uint32_t n);
  /// The same for many hashes.
  void (*choose_all)(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> numbers);
  /// If a newcomer's keys can be told without a search, one of these, else null: the number, n or above, that a key
  /// will have next; or whether it belongs to the newest number, n - 1.
  void (*next_numbers)(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> next);
  bool (*newest_takes)(std::uint64_t hash, std::uint32_t n);
  /// The numbers tried on the way, the chosen one last; those of n and above were rejected.
  std::vector<std::uint32_t> (*path)(std::uint64_t hash, std::uint32_t n);
  std::string_view word;  ///< what the strategy calls one of them: "jump", "candidate"
};

/// The rule of a Lookup, which has
///   static constexpr std::string_view kWord
///   template <typename Visit> static std::uint32_t search(std::uint64_t hash, std::uint32_t n, Visit visit)
/// that returns the number and calls visit(number), which returns its argument, for every number that it tries, last
/// for the one that it returns. Lookup and explanation run the same code, so they cannot disagree. It may have
///   static void search_all(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> numbers)
/// where a batch is faster, and one of
///   static void next_numbers(std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> next)
///   static bool newest_takes(std::uint64_t hash, std::uint32_t n)
template <typename Lookup>
constexpr auto next_numbers_of() -> decltype(NumberRule::next_numbers) {
  if constexpr (requires { &Lookup::next_numbers; }) return &Lookup::next_numbers;
  return nullptr;
}

template <typename Lookup>
constexpr auto newest_takes_of() -> decltype(NumberRule::newest_takes) {
  if constexpr (requires { &Lookup::newest_takes; }) return &Lookup::newest_takes;
  return nullptr;
}

template <typename Lookup>
constexpr NumberRule kNumberRule = {
    .choose = [](std::uint64_t hash,
                 std::uint32_t n) { return Lookup::search(hash, n, [](std::uint32_t number) { return number; }); },
    .choose_all =
        [](std::span<const std::uint64_t> hashes, std::uint32_t n, std::span<std::uint32_t> numbers) {
          if constexpr (requires { Lookup::search_all(hashes, n, numbers); }) {
            Lookup::search_all(hashes, n, numbers);
          } else {
            for (std::size_t i = 0; i < hashes.size(); ++i) {
              numbers[i] = Lookup::search(hashes[i], n, [](std::uint32_t number) { return number; });
            }
          }
        },
    .next_numbers = next_numbers_of<Lookup>(),
    .newest_takes = newest_takes_of<Lookup>(),
    .path =
        [](std::uint64_t hash, std::uint32_t n) {
          std::vector<std::uint32_t> tried;
          Lookup::search(hash, n, [&](std::uint32_t number) { return tried.push_back(number), number; });
          return tried;
        },
    .word = Lookup::kWord};

/// The placement of such a strategy under any kind of removal. For kSlots there are as many numbers as slots, dealt to
/// the nodes by weight with minimal movement.
Result<std::unique_ptr<Placement>> build_numbered(const BuildInput& input, const NumberRule& rule);

template <typename Lookup>
Result<std::unique_ptr<Placement>> build_numbered(const BuildInput& input) {
  return build_numbered(input, kNumberRule<Lookup>);
}

}  // namespace reshard

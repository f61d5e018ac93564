#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/placement/scored_placement.h"

namespace reshard {

/// Scores drawn from a hash of two concatenated texts, a key and a node's name; a Scoring of ScoredPlacement. A Draw
/// has
///   static Score score(const ScoredKey& key, std::string_view name)   Score: an unsigned integer, 32 or 64 bits
///   static std::string text(Score)
/// and may have `static constexpr std::string_view kFormula`, which an explanation shows.
template <typename Draw>
class NamedNodes {
 public:
  using Score = decltype(Draw::score(std::declval<const ScoredKey&>(), std::string_view()));
  static constexpr bool kReadsNames = true;
  static constexpr std::string_view formula() requires requires { Draw::kFormula; }
  { return Draw::kFormula; }

  explicit NamedNodes(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      names_.push_back(node.name);
      nodes_.push_back(node.id);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n]; }
  Score score(const ScoredKey& key, std::uint32_t n) const { return Draw::score(key, names_[n]); }
  static std::uint32_t standing(Score score) { return static_cast<std::uint32_t>(score >> kLowerBits); }
  static Score least(std::uint32_t standing) { return static_cast<Score>(standing) << kLowerBits; }
  double share(Score score) const { return static_cast<double>(score) * (sizeof(Score) == 8 ? 0x1p-64 : 0x1p-32); }
  std::string text(Score score) const { return Draw::text(score); }
  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const std::string& name : names_) bytes += name.size();
    return bytes;
  }

 private:
  static constexpr unsigned kLowerBits = 8 * sizeof(Score) - 32;

  std::vector<std::string> names_;  // by position
  std::vector<NodeId> nodes_;
};

}  // namespace reshard

#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/model/node.h"

namespace reshard {

/// Which point of a ring owns a position.
enum class RingRule : std::uint8_t {
  kAtOrAfter,   ///< the first point at or after it
  kAfter,       ///< the first point strictly after it
  kNearest,     ///< the nearest point on either side
  kAtOrBefore,  ///< the last point at or before it
};

/// Points on a ring of 2^64 positions (narrower rings are scaled up), sorted by position.
struct RingPicture {
  struct Point {
    std::uint64_t position;
    NodeId owner;
  };
  std::vector<Point> points;
  RingRule rule = RingRule::kAtOrAfter;
  unsigned key_shift = 0;                    ///< a key's position is column 0 shifted left by this
  unsigned numbered = 0;                     ///< how many equal parts have numbers, from 0; 0: too many to number
  std::vector<std::uint64_t> key_positions;  ///< of the key asked about: one, or one per probe
};

/// A table of equal slots, or the part of a long one around the key asked about.
struct TablePicture {
  std::vector<NodeId> slots;
  std::uint64_t key_slot = 0;  ///< index in `slots` for the key asked about; slots.size() where it has none
  std::uint64_t first = 0;     ///< the number of slots[0]
};

/// [0, 1) cut into intervals, sorted, without gaps unless the owner is kNoNode.
struct IntervalPicture {
  struct Interval {
    double begin, end;
    NodeId owner;
    std::string label;  ///< a range's first key, a group's name, or empty
  };
  std::vector<Interval> intervals;
  double key_position = 0;
};

/// Every node's score for the key asked about, by position; the largest wins.
struct ScorePicture {
  struct Score {
    NodeId node;
    double score;  ///< 0 to 1
  };
  std::vector<Score> scores;
};

/// A row of buckets, and those that the key asked about passed through, in order; the last is its own.
struct JumpPicture {
  std::vector<NodeId> buckets;
  std::vector<std::uint32_t> path;
};

/// A binary tree over the leading bits of hashes; leaves in order of their prefixes.
struct TreePicture {
  struct Leaf {
    std::uint64_t prefix;  ///< its `depth` bits, left-aligned
    unsigned depth;
    NodeId owner;
  };
  std::vector<Leaf> leaves;
  std::uint64_t key_hash = 0;
};

/// What widgets can draw. A new strategy uses one of these.
using Picture = std::variant<RingPicture, TablePicture, IntervalPicture, ScorePicture, JumpPicture, TreePicture>;

}  // namespace reshard

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/migration/ledger.h"
#include "core/migration/phase.h"
#include "core/migration/step.h"

namespace reshard {

/// What a picture of a run needs beyond its series: when phases came, who heard of them when, and
/// a sample of requests and copies on their way. Whoever wants one gives it to the run; it changes nothing there.
struct Film {
  static constexpr std::uint64_t kRequests = 4000, kCopies = 2000;  ///< of a sample, about
  static constexpr std::size_t kMaxMarks = 2000, kMaxHeard = 20'000;

  struct Announced {
    Time at;
    std::uint32_t unit;
    std::uint8_t phase;  ///< as many as there are phases: the unit is done
    std::uint32_t version;
  };
  struct Heard {
    Time at;
    std::uint32_t holder, version;
  };
  struct Leg {
    Time sent, landed, answered;
    std::uint32_t operation, key, holder, node;
    Operation kind;
    MessageKind message;
    Say say;
    bool lost;
  };
  struct Copied {
    Time at;
    std::uint32_t key, from, to;
  };
  struct Held {
    Time at;
    std::uint32_t node;
    Side side;
    std::int8_t change;  ///< a key more, one less; 0, at first, for each key that is to come
  };
  struct Mark {
    Time at;
    std::uint32_t key, operation, holder;
    Anomaly kind;
  };

  std::uint64_t stride = 1, copy_stride = 1;  ///< one of so many is in the sample
  std::vector<Announced> announced;
  std::vector<Heard> heard;
  std::vector<Leg> legs;
  std::vector<Copied> copies;
  std::vector<Held> held;   ///< what nodes hold of the keys that move, of the same sample as copies; not in order
  std::vector<Mark> marks;  ///< of reads, the first ones
  std::vector<Mark> lost;   ///< a key whose write is lost, when its last write was acknowledged
  std::vector<std::uint8_t> sides;  ///< of each key that is followed: those that hold it, a bit each
  std::uint32_t units = 0, holders = 0;

  void begin(std::uint64_t requests, std::uint64_t keys) {
    stride = std::max<std::uint64_t>(1, requests / kRequests);
    copy_stride = std::max<std::uint64_t>(1, keys / kCopies);
    sides.clear();
  }

  bool follows(std::uint32_t key) const { return key % copy_stride == 0; }
  bool wants(std::uint32_t operation) const { return operation % stride == 0; }
};

}  // namespace reshard

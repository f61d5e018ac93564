#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/migration/model/phase.h"
#include "core/migration/model/step.h"
#include "core/migration/run/ledger.h"

namespace reshard {

/// What a picture of a run needs besides its series: when phases were announced, who heard of them when, and a sample
/// of requests and copies. The caller passes one to the run; recording does not change the run.
struct Film {
  static constexpr std::uint64_t kRequests = 4000, kCopies = 2000;  ///< sizes of the samples, about
  static constexpr std::size_t kMaxMarks = 2000, kMaxHeard = 20'000;

  struct Announced {
    Time at;
    std::uint32_t unit;
    std::uint8_t phase;  ///< the number of phases: the unit is done
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
    std::int8_t change;  ///< one key more or less; 0, at the start, for each key that will arrive
  };
  struct Mark {
    Time at;
    std::uint32_t key, operation, holder;
    Anomaly kind;
  };

  std::uint64_t stride = 1, copy_stride = 1;  ///< one in this many is in the sample
  std::vector<Announced> announced;
  std::vector<Heard> heard;
  std::vector<Leg> legs;
  std::vector<Copied> copies;
  std::vector<Held> held;           ///< when nodes gain and lose moving keys, one key in copy_stride; not in order
  std::vector<Mark> marks;          ///< anomalies of reads, the first ones
  std::vector<Mark> lost;           ///< for each key with a lost write, when its last write was acknowledged
  std::vector<std::uint8_t> sides;  ///< for each key in the sample, the sides that hold it, one bit each
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

#pragma once

#include <vector>

#include "core/analysis/requests.h"
#include "core/base/random.h"
#include "core/migration/run/run_state.h"

namespace reshard {

/// When the next request begins, a Poisson process as of many independent users, and what it asks for. Requests come in
/// the order of their times.
class Arrivals {
 public:
  struct Request {
    Operation kind = Operation::kRead;
    std::uint32_t key = kNoMoveKey;  ///< kNoMoveKey: a row that does not exist yet
    std::uint32_t client = 0;
  };

  explicit Arrivals(const RunState& state);

  void draw();
  Time time() const { return time_; }
  const Request& next() const { return next_; }

 private:
  std::uint32_t draw_key();

  const RunState& state_;
  Random random_;
  RequestShares shares_;
  std::vector<std::uint64_t> share_ends_;  // by key; empty if all are asked for alike
  double exact_time_ = 0;
  Time time_ = 0;
  Request next_;
};

}  // namespace reshard

#pragma once

#include <memory>

#include "core/base/random.h"
#include "core/migration/move_spec.h"

namespace reshard::testing {

/// One key in six goes to a sixth node.
std::shared_ptr<const Plan> small_plan(std::uint32_t keys, std::uint64_t seed);

/// A system, workload and faults that somebody might have; the protocol is left to the caller.
MoveSpec random_spec(Random& random);

}  // namespace reshard::testing

#pragma once

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"

namespace reshard {

/// The steps of a key that is hashed again while the node is down. look(key, visit) is the node that serves the cursor's
/// key, or kNoNode, and calls visit(position, node) for each try.
template <typename Look>
void explain_tries(const SingleKey& key, Trace& trace, Look look) {
  const KeyBlock block = key.block();
  KeyCursor cursor(block);
  cursor.next();
  const NodeId server = look(cursor, [&](std::uint64_t position, NodeId node) {
    trace.push_back({trace.empty() ? "hash" : "hash_again", decimal(position), node});
  });
  trace.push_back(served_step(server, server == kNoNode ? "all tries met dead nodes" : "node of this try"));
}

}  // namespace reshard

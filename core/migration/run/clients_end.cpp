// How a request ends: answered, timed out and tried again, or given up.
#include <algorithm>

#include "core/migration/run/clients.h"

namespace reshard {

/// With a cache, a miss asks the store, and puts the answer where reads ask first.
void Clients::fill_from_store(std::uint32_t id, Version& result) {
  const Active& active = actives_[id];
  books_.count(Count::kFromStore);
  result = visible(truth_[active.key]);
  if (result == kNothing) return;
  const std::uint8_t phase = active.pending.phase;
  const Side side = read_leg(state_.protocol_of(active.key).phases[phase].reads, 0);
  dispatch(id, {side, {MessageKind::kFill, false, phase, false, result, kFirstNumber}});
}

void Clients::finish(std::uint32_t id, Version result) {
  const Operation kind = actives_[id].pending.operation;
  const bool cache = state_.spec.system.cache;
  if (kind == Operation::kRead && result == kNothing && cache) fill_from_store(id, result);
  Active& active = actives_[id];
  active.done = true;
  books_.ended(state_.now - active.begun);
  if (kind == Operation::kRead) {
    books_.returned({active.operation, active.key, active.holder, active.floor}, result);
    return;
  }
  books_.acknowledged(active.operation);
  if (cache && state_.spec.workload.retries == 0) truth_[active.key] = active.pending.version;
  if (story_.follows(active.key))
    story_.tell({.what = StoryEvent::What::kAcknowledged, .client = active.holder}, active.operation);
}

/// Nobody will answer this attempt or send the rest of it: the client notices by its timeout.
void Clients::lose(std::uint32_t id) {
  const Active& active = actives_[id];
  const Time notices = std::max(deadline_of(active), state_.now);
  state_.timeline.push(notices, {Happening::kTimeout, id, active.operation});
}

/// Closes the connection: no answer to this attempt counts any more, though its messages may still land.
void Clients::time_out(std::uint32_t id) {
  Active& active = actives_[id];
  if (active.attempt >= state_.spec.workload.retries) {
    give_up(active);
    return;
  }
  const Time wait = static_cast<Time>(state_.spec.workload.backoff_us) << active.attempt;
  ++active.attempt;
  active.redirects = 0;
  active.to_send = false;
  books_.count(Count::kRetried);
  if (story_.follows(active.key))
    story_.tell({.what = StoryEvent::What::kTriesAgain, .client = active.holder}, active.operation);
  state_.timeline.push(state_.now + wait, {Happening::kSend, id});
}

void Clients::give_up(Active& active) {
  active.done = true;
  books_.gave_up();
  if (story_.follows(active.key))
    story_.tell({.what = StoryEvent::What::kGivesUp, .client = active.holder}, active.operation);
}

void Clients::time_is_up(std::uint32_t id, std::uint32_t operation) {
  const Active& active = actives_[id];
  if (active.done || active.operation != operation || state_.now < deadline_of(active)) return;
  time_out(id);
  release(id);
}

void Clients::release(std::uint32_t id) {
  if (actives_[id].done && actives_[id].under_way == 0) free_actives_.push_back(id);
}

}  // namespace reshard

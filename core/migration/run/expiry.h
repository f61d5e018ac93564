#pragma once

#include "core/migration/run/camera.h"
#include "core/migration/run/key_story.h"
#include "core/migration/run/ledger.h"
#include "core/migration/run/run_state.h"

namespace reshard {

/// Values whose lifetime is over. An expired value is gone from every node at once; a run drops it when it next looks
/// at the key, so nobody ever sees it: whoever looks at a key's values calls drop() first.
class Expiry {
 public:
  Expiry(RunState& state, const Ledger& ledger, Camera& camera, KeyStory& story)
      : state_(state), ledger_(ledger), camera_(camera), story_(story) {}

  void drop(std::uint32_t key) {
    if (state_.spec.workload.ttl_us > 0) drop_expired(key);
  }
  /// Whether old holds nothing of a unit that is no longer written there. If it does, looks again when the last value
  /// expires; a value without a lifetime stays forever.
  bool old_is_empty(std::uint32_t unit);

 private:
  void drop_expired(std::uint32_t key);

  RunState& state_;
  const Ledger& ledger_;
  Camera& camera_;
  KeyStory& story_;
};

}  // namespace reshard

#pragma once

#include <array>
#include <vector>

#include "core/migration/run/applied_writes.h"
#include "core/migration/run/books.h"
#include "core/migration/run/expiry.h"
#include "core/migration/run/growth.h"

namespace reshard {

/// A node that forgets: what it has on disk when it fails, and what is left when it is back.
///
/// Only what that node holds changes by that; a key is forgotten if a reader would see another value of it there.
class NodeDisk {
 public:
  NodeDisk(RunState& state, const Ledger& ledger, Expiry& expiry, Growth& growth, AppliedWrites& applied, Books& books,
           Camera& camera, KeyStory& story);

  /// What is there now is on disk.
  void save();
  /// What the node received after that is gone: it numbers on from what it has, and knows no later request.
  void come_back();
  /// By key; empty until the node is back.
  const std::vector<std::uint8_t>& forgotten() const { return forgotten_; }

 private:
  bool reset(std::uint32_t key, Side side);
  void forget_writes(Side side);

  RunState& state_;
  const Ledger& ledger_;
  Expiry& expiry_;
  Growth& growth_;
  AppliedWrites& applied_;
  Books& books_;
  Camera& camera_;
  KeyStory& story_;
  std::vector<std::array<Held, kSides>> saved_;  // by key
  std::vector<std::uint8_t> forgotten_;
};

}  // namespace reshard

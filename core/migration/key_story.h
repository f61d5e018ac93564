#pragma once

#include <string>
#include <vector>

#include "core/migration/ledger.h"
#include "core/migration/run_state.h"

namespace reshard {

/// The first occurrence of a kind of anomaly.
struct Witness {
  Anomaly kind;
  std::uint32_t key;
  Time at;
};

/// The story of one key in a run, line by line, up to where the anomaly appears that it is told for. It changes
/// nothing, and has a line only of the key that it follows.
class KeyStory {
 public:
  KeyStory(const RunState& state, const Ledger& ledger, const Witness& traced)
      : state_(state), ledger_(ledger), traced_(traced) {}

  bool follows(std::uint32_t key) const { return key == traced_.key; }
  bool follows_unit(std::uint32_t unit) const;

  void tell(const std::string& what);
  /// Ends the story if it was about this.
  void found(Anomaly kind, std::uint32_t key);

  // Lines about a message; callers ask follows() first.
  void tell_sent(std::uint32_t holder, const Phase& phase, std::uint32_t operation, const Effects& effects);
  void tell_landed(std::uint32_t operation, const Message& message, Side side, Version held, const Effects& effects);

  /// Versions are told apart by the number of their operation in the run.
  static std::string name_of(Version version);
  std::string name_of_operation(std::uint32_t operation) const;

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  const RunState& state_;
  const Ledger& ledger_;
  const Witness traced_;
  bool told_ = false;
  std::vector<std::string> lines_;
};

}  // namespace reshard

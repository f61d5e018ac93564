// The story of one key in a run, event by event.
#include "core/base/text.h"
#include "core/migration/run.h"

namespace reshard {
namespace {

constexpr std::size_t kMaxLines = 200;

std::string side_name(Side side) { return side == Side::kOld ? "old" : "new"; }

std::string milliseconds(Time at) {
  std::string rest = decimal(static_cast<std::uint64_t>(at % 1000));
  rest.insert(0, 3 - rest.size(), '0');
  return decimal(static_cast<std::uint64_t>(at / 1000)) + "." + rest + " ms: ";
}

}  // namespace

void MoveRun::tell(const std::string& what) {
  if (!told_ && story_.size() < kMaxLines) story_.push_back(milliseconds(state_.now) + what);
}

/// Versions are told apart by the number of their operation in the run.
std::string MoveRun::name_of(Version version) const {
  if (version == kNothing) return "nothing";
  if (is_tombstone(version)) return "a tombstone";
  return version == kFirstValue ? "v0" : "v" + decimal(operation_of(version) + 1);
}

std::string MoveRun::name_of_operation(std::uint32_t operation) const {
  switch (ledger_.kind_of(operation)) {
    case Operation::kWrite: return "write " + name_of(version_of(operation, false));
    case Operation::kDelete: return "delete " + decimal(operation + 1);
    case Operation::kRead: return "read " + decimal(operation + 1);
    case Operation::kExpire: break;  // no client's
  }
  return {};
}

void MoveRun::tell_sent(const Active& active, const Effects& effects) {
  std::string line = "holder " + decimal(active.holder) + " (phase “" +
                     state_.protocol_of(active.key).phases[active.pending.phase].name + "”) sends " +
                     name_of_operation(active.operation) + " to ";
  for (std::size_t i = 0; i < effects.messages; ++i) line += (i > 0 ? " and " : "") + side_name(effects.sent[i].to);
  tell(line);
}

void MoveRun::tell_landed(const Flight& flight, Version held, const Effects& effects) {
  constexpr std::string_view kSaid[] = {"", ": refused", ": MOVED", ": ASK"};
  const Active& active = actives_[flight.active];
  std::string line = name_of_operation(active.operation);
  if (flight.message.kind == MessageKind::kFill) line = "a copy of " + name_of(flight.message.version);
  if (flight.message.kind == MessageKind::kRemove) line = "the removal of " + line;
  line += " lands at " + side_name(flight.side);
  line += kSaid[static_cast<std::size_t>(effects.say)];
  if (effects.say == Say::kServed) {
    if (flight.message.kind == MessageKind::kRead) line += " (" + name_of(held) + ")";
    if (!effects.put) line += " and is dropped";
  }
  tell(line);
}

}  // namespace reshard

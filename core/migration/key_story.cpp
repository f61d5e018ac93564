#include "core/migration/key_story.h"

#include "core/base/text.h"

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

/// Where shards grow there is one unit, also of rows that do not exist yet.
bool KeyStory::follows_unit(std::uint32_t unit) const {
  return traced_.key != kNoKey && (state_.grows() || state_.of_key(traced_.key) == unit);
}

void KeyStory::tell(const std::string& what) {
  if (!told_ && lines_.size() < kMaxLines) lines_.push_back(milliseconds(state_.now) + what);
}

void KeyStory::found(Anomaly kind, std::uint32_t key) {
  if (follows(key) && kind == traced_.kind) told_ = true;
}

std::string KeyStory::name_of(Version version) {
  if (version == kNothing) return "nothing";
  if (is_tombstone(version)) return "a tombstone";
  return version == kFirstValue ? "v0" : "v" + decimal(operation_of(version) + 1);
}

std::string KeyStory::name_of_operation(std::uint32_t operation) const {
  switch (ledger_.kind_of(operation)) {
    case Operation::kWrite: return "write " + name_of(version_of(operation, false));
    case Operation::kDelete: return "delete " + decimal(operation + 1);
    case Operation::kRead: return "read " + decimal(operation + 1);
    case Operation::kExpire: break;  // no client's
  }
  return {};
}

void KeyStory::tell_sent(std::uint32_t holder, const Phase& phase, std::uint32_t operation, const Effects& effects) {
  std::string line =
      "holder " + decimal(holder) + " (phase “" + phase.name + "”) sends " + name_of_operation(operation) + " to ";
  for (std::size_t i = 0; i < effects.messages; ++i) line += (i > 0 ? " and " : "") + side_name(effects.sent[i].to);
  tell(line);
}

void KeyStory::tell_landed(std::uint32_t operation, const Message& message, Side side, Version held,
                           const Effects& effects) {
  constexpr std::string_view kSaid[] = {"", ": refused", ": MOVED", ": ASK"};
  std::string line = name_of_operation(operation);
  if (message.kind == MessageKind::kFill) line = "a copy of " + name_of(message.version);
  if (message.kind == MessageKind::kRemove) line = "the removal of " + line;
  line += " lands at " + side_name(side);
  line += kSaid[static_cast<std::size_t>(effects.say)];
  if (effects.say == Say::kServed) {
    if (message.kind == MessageKind::kRead) line += " (" + name_of(held) + ")";
    if (!effects.put) line += " and is dropped";
  }
  tell(line);
}

}  // namespace reshard

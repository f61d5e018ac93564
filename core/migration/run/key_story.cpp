#include "core/migration/run/key_story.h"

namespace reshard {
namespace {

constexpr std::size_t kMaxEvents = 200;

}  // namespace

/// Where shards grow there is one unit, also of rows that do not exist yet.
bool KeyStory::follows_unit(std::uint32_t unit) const {
  return traced_.key != kNoMoveKey && (state_.grows() || state_.of_key(traced_.key) == unit);
}

void KeyStory::tell(StoryEvent event) {
  if (told_ || events_.size() == kMaxEvents) return;
  event.at = state_.now;
  if (traced_.key < state_.keys.size()) {
    for (const Side side : {Side::kOld, Side::kNew}) {
      event.holds[index_of(side)] = state_.keys[traced_.key].at(side).version;
    }
  }
  events_.push_back(std::move(event));
}

void KeyStory::tell(StoryEvent event, std::uint32_t operation) {
  event.operation = ledger_.kind_of(operation);
  event.number = operation + 1;
  tell(std::move(event));
}

void KeyStory::tell_landed(std::uint32_t operation, const Message& message, Side side, Version held,
                           const Effects& effects) {
  const bool is_copy = message.kind == MessageKind::kFill;
  tell({.what = StoryEvent::What::kLands,
        .message = message.kind,
        .version = is_copy ? message.version : held,
        .side = side,
        .say = effects.say,
        .dropped = effects.say == Say::kServed && !effects.put},
       operation);
}

void KeyStory::found(Anomaly kind, std::uint32_t key) {
  if (follows(key) && kind == traced_.kind) told_ = true;
}

}  // namespace reshard

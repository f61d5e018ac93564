#pragma once

#include "core/migration/model/story.h"
#include "core/scenario/json_reader.h"

namespace reshard {

/// An event as `StoryEvent` of web/headless/reshard-core.d.ts describes it.
Json story_json(const StoryEvent& event);

}  // namespace reshard

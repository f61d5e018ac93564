#pragma once

#include <vector>

#include "core/sharding_key/verdict.h"

namespace reshard {

/// Why a key is good or bad, the weightiest first. A weight is the share of the shards' capacity that is lost to it.
Json reasons_json(const Question& question, const KeyCase& key);

/// What goes wrong with it, by its own rows; null where nothing does.
Json failure_json(const Question& question, const KeyCase& key, const Json& reasons);

/// Constraints that no shard can check by itself.
Json unique_without_key(const Question& question, const KeyCase& key);

}  // namespace reshard

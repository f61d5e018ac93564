#pragma once

#include <vector>

#include "core/sharding_key/verdict/verdict.h"

namespace reshard {

/// Why a key is good or bad, heaviest reasons first. A weight is the share of the shards' capacity that is lost to it.
Json reasons_json(const Question& question, const KeyCase& key, Unfit unfit);

/// What goes wrong with the key, shown with its own rows; null if nothing does.
Json failure_json(const Question& question, const KeyCase& key, const Json& reasons);

/// Unique constraints that no single shard can check.
Json unique_without_key(const Question& question, const KeyCase& key);

}  // namespace reshard

#pragma once

#include "core/scenario/json_reader.h"
#include "core/sharding_key/key_profile.h"
#include "core/sharding_key/shard_map.h"

namespace reshard {

// What is asked as JSON beside verdict.h. Errors name the field as the request has it.

/// {"columns", "candidates", "pairs"?, "time"?, "seed"?, "top"?, "memory"?, "sample"?}; "shards" is let be.
Result<ProfileSpec> read_profile_spec(const Json& request);

/// {"columns", "table"?, "templates"}: {"candidates", "pairs"}.
Result<Json> suggest(const Json& request);

/// {"shards", "one", "quantiles"?}: how long the slowest of so many answers takes.
Result<Json> tail(const Json& request);

/// {"profile", "candidate", "salts", "units"?}: the rows on the shards when the most frequent values are cut into parts.
Result<Json> salt(const Json& request, const ShardMap& shards);

}  // namespace reshard

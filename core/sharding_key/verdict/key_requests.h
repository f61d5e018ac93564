#pragma once

#include "core/scenario/json_reader.h"
#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/profile/shard_map.h"

namespace reshard {

// Requests as JSON, besides those of verdict.h. Errors name the field as in the request.

/// {"columns", "candidates", "pairs"?, "time"?, "seed"?, "top"?, "memory"?, "sample"?}; ignores "shards".
Result<ProfileSpec> read_profile_spec(const Json& request);

/// {"columns", "table"?, "templates"}: {"candidates", "pairs"}.
Result<Json> suggest(const Json& request);

/// {"shards", "one", "quantiles"?}: how long the slowest answer of that many shards takes.
Result<Json> tail(const Json& request);

/// {"profile", "candidate", "salts", "units"?}: the rows on the shards once the most frequent values are split into
/// parts.
Result<Json> salt(const Json& request, const ShardMap& shards);

}  // namespace reshard

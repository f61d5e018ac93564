#pragma once

#include <string>

#include "core/scenario/json_reader.h"

namespace reshard::command {

/// A profile, and the verdict of judge() on it, as text for people; `verdict` is null if there are no shards to judge
/// by. `templates`: those of the queries, as JSON. `why_not_judged`: why some columns are no candidates.
std::string profile_report(const Json& profile, const Json& verdict, const Json& templates,
                           const std::string& why_not_judged);

}  // namespace reshard::command

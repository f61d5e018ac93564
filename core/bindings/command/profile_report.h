#pragma once

#include <string>

#include "core/scenario/json_reader.h"

namespace reshard::command {

/// A profile, and what judge() says of it, as text for people; `verdict` is null where there are no shards to judge by.
/// `templates`: of the queries, as JSON.
std::string profile_report(const Json& profile, const Json& verdict, const Json& templates);

}  // namespace reshard::command

#pragma once

#include "core/scenario/json_reader.h"

namespace reshard {

/// How to say a text of the registry: in the language of the page, or as it is.
using Say = std::string_view (*)(std::string_view);
std::string_view as_it_is(std::string_view text);

/// What readers outside the core can choose from; each reader adds what else it needs. A strategy is
///   {"id","title","summary","limits","params":[{"key","label"} of a choice, or {"key","label","min","max","whole","unit"?}]}
/// and a hash function {"id","title"}.
Json registry_json(const Strategy& strategy, Say say);
Json registry_json(const HashFunction& hash, Say say);

}  // namespace reshard

#pragma once

#include "core/scenario/json_reader.h"

namespace reshard {

/// How a text of the registry is said: in the language of the page, or as it is.
using Say = std::string_view (*)(std::string_view);
std::string_view as_it_is(std::string_view text);

/// What there is to choose from, for readers outside the core; each adds what else its readers want. A strategy is
///   {"id","title","summary","limits","params":[{"key","label"} of a choice, or {"key","label","min","max","whole","unit"?}]}
/// and a hash function {"id","title"}.
Json registry_json(const Strategy& strategy, Say say);
Json registry_json(const HashFunction& hash, Say say);

}  // namespace reshard

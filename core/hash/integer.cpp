#include "core/base/check.h"
#include "core/base/text.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {

std::optional<std::uint64_t> integer(std::string_view text) {
  if (!text.starts_with('-')) return parse_u64(text);
  const auto number = parse_u64(text.substr(1));
  if (!number || *number > std::uint64_t{1} << 63) return std::nullopt;
  return 0 - *number;
}

namespace {

bool accepts(std::string_view text) { return integer(text).has_value(); }

std::uint64_t of_text(std::string_view text) {
  const std::optional<std::uint64_t> number = integer(text);
  CHECK(number.has_value());
  return *number;
}

}  // namespace

constinit const HashFunction integer_hash =
    number_hash<of_text>("integer", "The number itself",
                         "no hash at all: decimal text is read as a 64-bit number, other text is refused", accepts);

}  // namespace reshard

#include <charconv>

#include "core/base/check.h"
#include "core/hash/digest.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

template <typename Number>
std::optional<std::uint64_t> parse(std::string_view text) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace

std::optional<std::uint64_t> integer(std::string_view text) {
  return text.starts_with('-') ? parse<std::int64_t>(text) : parse<std::uint64_t>(text);
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

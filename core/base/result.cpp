#include "core/base/result.h"

namespace reshard {

Error::Error(ErrorCode what, std::string_view where, std::initializer_list<std::string_view> told)
    : code(what), field(where), args(told.begin(), told.end()) {}

Error::Error(const Error&) = default;
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error&) = default;
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

std::string_view error_id(ErrorCode code) {
  switch (code) {
#define ERROR(code, text) \
  case ErrorCode::code:   \
    return #code;
#include "core/base/errors.def"
#undef ERROR
  }
  check_failed("a known error code", __FILE__, __LINE__);
}

std::string_view english_template(ErrorCode code) {
  switch (code) {
#define ERROR(code, text) \
  case ErrorCode::code:   \
    return text;
#include "core/base/errors.def"
#undef ERROR
  }
  check_failed("a known error code", __FILE__, __LINE__);
}

std::string fill_template(std::string_view text, const Error& error) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at);
    if (open == std::string_view::npos) return filled.append(text.substr(at));
    const std::size_t close = text.find('}', open);
    CHECK(close != std::string_view::npos);
    filled.append(text.substr(at, open - at));
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (name == "field") {
      filled.append(error.field);
    } else {
      const auto index = static_cast<std::size_t>(name[0] - '0');
      CHECK(index < error.args.size());
      // Each unsupported thing has its own wording: {0} is itself a template that uses {1}, {2}, …
      const bool nested = index == 0 && error.code == ErrorCode::unsupported;
      filled.append(nested ? fill_template(error.args[0], error) : error.args[index]);
    }
    at = close + 1;
  }
  return filled;
}

Error told_about(const std::string& place, std::string_view inner, Error error) {
  CHECK(std::string_view(error.field).substr(0, inner.size()) == inner);
  error.field.replace(0, inner.size(), place);
  return error;
}

std::string message(const Error& error) { return fill_template(english_template(error.code), error); }

}  // namespace reshard

#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/check.h"

namespace reshard {

enum class ErrorCode {
#define ERROR(code, text) code,
#include "core/base/errors.def"
#undef ERROR
};

/// Why something a person, link, file or message asked for was refused.
/// message(), or a language's own table of templates, turns it into words.
struct Error {
  Error(ErrorCode code, std::string_view field, std::initializer_list<std::string_view> args);

  // Defined once, out of line: hundreds of places create, pass on and destroy an Error.
  Error(const Error&);
  Error(Error&&) noexcept;
  Error& operator=(const Error&);
  Error& operator=(Error&&) noexcept;
  ~Error();

  ErrorCode code;
  std::string field;              ///< path of the offending field, e.g. "nodes[3].weight"
  std::vector<std::string> args;  ///< what was given and what is accepted, in the template's order

  bool operator==(const Error&) const = default;
};

std::string_view error_id(ErrorCode code);  ///< "out_of_range"
std::string_view english_template(ErrorCode code);
std::string fill_template(std::string_view text, const Error& error);
std::string message(const Error& error);  ///< in English

/// `error`, which is about the field `inner` or something within it, with the field renamed to the place where the user
/// wrote it: told_about("log[3]", "nodes", …) turns the field "nodes.weight" into "log[3].weight".
Error told_about(const std::string& place, std::string_view inner, Error error);

/// A value, or the reason why there is none. Reading the wrong one is a bug and is fatal.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  const T& value() const {
    CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T take() {
    CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const Error& error() const {
    CHECK(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

/// The outcome of something that yields no value.
struct Done {};
using Status = Result<Done>;

}  // namespace reshard

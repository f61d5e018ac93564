#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// Members keep the order in which they were given. A lookup is linear, so an object has few (kMaxJsonMembers).
using Json = nlohmann::ordered_json;

/// The text as a JSON value. Errors (field `name`): malformed, or too_large beyond the limits of json.h.
Result<Json> parse_json(const std::string& name, std::string_view text);

/// On one line. All text in a scenario is UTF-8.
std::string to_text(const Json& json);

/// Adds a member to an object. A braced initializer list compiles to several times the code, because it makes, copies
/// and destroys each of its values in place.
void put(Json& object, const char* name, double value);
void put(Json& object, const char* name, std::uint64_t value);
void put(Json& object, const char* name, std::string_view value);
template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) void put(Json& object, const char* name, Count value) {
  put(object, name, static_cast<std::uint64_t>(value));
}

/// Reads the members of one object. It keeps the first error, and later reads return their fallbacks, so that a reader
/// of many members checks only once, at the end: error() also reports members that nobody asked for. A member without a
/// fallback is required.
class ObjectReader {
 public:
  /// `path` is that of the object itself: "" or "nodes[3]". `json` must outlive the reader.
  ObjectReader(const Json& json, std::string path);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Json* member(std::string_view key, bool required = false);  ///< unconverted; null where it is missing

  const Json& list(std::string_view key, std::size_t min, std::size_t max);  ///< empty where it is missing

  std::string text(std::string_view key, const std::optional<std::string>& fallback = {});
  double number(std::string_view key, double min, double max, std::optional<double> fallback = {});
  std::uint64_t whole(std::string_view key, std::uint64_t min, std::uint64_t max,
                      std::optional<std::uint64_t> fallback = {});
  bool flag(std::string_view key, bool fallback);

  /// The path of a member: "nodes[3].weight".
  std::string path_of(std::string_view key) const;
  void refuse(Error error);                                             ///< keeps the first error
  void refuse_member(std::string_view key, std::string_view accepted);  ///< it is present, but not `accepted`

  std::optional<Error> error() const;

 private:
  const Json* find(std::string_view key) const;

  const Json& json_;
  std::string path_;
  std::vector<std::string_view> known_;
  std::optional<Error> error_;
};

// Shared by commands and scenarios.

/// A name of a node or place; the fallback is "" where it may be missing.
std::string read_name(ObjectReader& object, std::string_view key, const std::optional<std::string>& fallback = {});
std::uint64_t read_seed(ObjectReader& object, std::optional<std::uint64_t> fallback = {});
KeySpec read_keys(ObjectReader& object, const KeySpec& fallback);
RequestSpec read_requests(ObjectReader& object, const RequestSpec& fallback);
const Strategy* read_strategy(ObjectReader& object);  ///< null where it was refused
const HashFunction* read_hash(ObjectReader& object);  ///< null where it was refused

/// A scenario from a parsed document (json.h).
Result<Scenario> read_scenario(const Json& json);

/// The value of a parameter: the id of a choice's option, or a number.
Result<double> read_param(const ParamSpec& spec, const Json& value);

void write_seed(Json& object, std::uint64_t seed);
void write_keys(Json& object, const KeySpec& keys);
void write_requests(Json& object, const RequestSpec& requests);
Json param_json(const ParamSpec& spec, double value);

}  // namespace reshard

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

/// Members stay in the order they were given. Finding one reads them all, so an object has few (kMaxJsonMembers).
using Json = nlohmann::ordered_json;

/// The text as a JSON value. Errors (field `name`): malformed, or too_large beyond the limits of json.h.
Result<Json> parse_json(const std::string& name, std::string_view text);

/// On one line. All texts of a scenario are UTF-8.
std::string to_text(const Json& json);

/// Adds a member to an object. Lists in braces take several times the code, because each of their values is made, copied
/// and destroyed in place.
void put(Json& object, const char* name, double value);
void put(Json& object, const char* name, std::uint64_t value);
void put(Json& object, const char* name, std::string_view value);
template <std::unsigned_integral Count>
requires(!std::same_as<Count, bool>) void put(Json& object, const char* name, Count value) {
  put(object, name, static_cast<std::uint64_t>(value));
}

/// Reads the members of one object. The first error stays and later reads give their fallbacks, so that a reader of
/// many members asks only once, at the end: error() also finds the members that nobody asked for.
/// A member without a fallback must be there.
class ObjectReader {
 public:
  /// `path` of the object itself: "" or "nodes[3]". `json` must outlive the reader.
  ObjectReader(const Json& json, std::string path);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  const Json* member(std::string_view key, bool required = false);  ///< as it is; null where it is not there

  const Json& list(std::string_view key, std::size_t min, std::size_t max);  ///< empty where it is not there

  std::string text(std::string_view key, const std::optional<std::string>& fallback = {});
  double number(std::string_view key, double min, double max, std::optional<double> fallback = {});
  std::uint64_t whole(std::string_view key, std::uint64_t min, std::uint64_t max,
                      std::optional<std::uint64_t> fallback = {});
  bool flag(std::string_view key, bool fallback);

  /// The path of a member: "nodes[3].weight".
  std::string path_of(std::string_view key) const;
  void refuse(Error error);                                             ///< the first one stays
  void refuse_member(std::string_view key, std::string_view accepted);  ///< it is there, but not `accepted`

  std::optional<Error> error() const;

 private:
  const Json* find(std::string_view key) const;

  const Json& json_;
  std::string path_;
  std::vector<std::string_view> known_;
  std::optional<Error> error_;
};

// What commands and scenarios share.

/// A name of a node or place, "" as the fallback where it may be missing.
std::string read_name(ObjectReader& object, std::string_view key, const std::optional<std::string>& fallback = {});
std::uint64_t read_seed(ObjectReader& object, std::optional<std::uint64_t> fallback = {});
KeySpec read_keys(ObjectReader& object, const KeySpec& fallback);
RequestSpec read_requests(ObjectReader& object, const RequestSpec& fallback);
const Strategy* read_strategy(ObjectReader& object);  ///< null where it is refused
const HashFunction* read_hash(ObjectReader& object);  ///< null where it is refused

/// A scenario from a document that is parsed already (json.h).
Result<Scenario> read_scenario(const Json& json);

/// A value of a parameter: the id of a choice's option, or a number.
Result<double> read_param(const ParamSpec& spec, const Json& value);

void write_seed(Json& object, std::uint64_t seed);
void write_keys(Json& object, const KeySpec& keys);
void write_requests(Json& object, const RequestSpec& requests);
Json param_json(const ParamSpec& spec, double value);

}  // namespace reshard

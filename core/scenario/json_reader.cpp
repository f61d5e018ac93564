#include "core/scenario/json_reader.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr std::string_view kGiven = "given";

/// A number without a fraction, however JavaScript or Python writes it.
std::optional<std::uint64_t> whole_number(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double value = json.get<double>();
  if (value != std::floor(value) || value < 0 || value > 0x1p53) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

}  // namespace

void put(Json& object, const char* name, double value) { object[name] = value; }
void put(Json& object, const char* name, std::uint64_t value) { object[name] = value; }
void put(Json& object, const char* name, std::string_view value) { object[name] = value; }

ObjectReader::ObjectReader(const Json& json, std::string path) : json_(json), path_(std::move(path)) {
  if (json.is_object()) return;
  refuse({ErrorCode::malformed, path_.empty() ? "json" : path_, {to_text(json), "an object"}});
}

const Json* ObjectReader::find(std::string_view key) const {
  if (!json_.is_object()) return nullptr;
  const auto at = json_.find(key);
  return at == json_.end() ? nullptr : &*at;
}

const Json* ObjectReader::member(std::string_view key, bool required) {
  known_.push_back(key);
  const Json* found = find(key);
  if (found == nullptr && required) refuse({ErrorCode::empty, path_of(key), {}});
  return found;
}

const Json& ObjectReader::list(std::string_view key, std::size_t min, std::size_t max) {
  static const Json kEmpty = Json::array();
  const Json* found = member(key);
  if (found == nullptr) return kEmpty;
  if (!found->is_array()) {
    refuse_member(key, "a list");
    return kEmpty;
  }
  if (found->size() >= min && found->size() <= max) return *found;
  refuse({ErrorCode::out_of_range, path_of(key) + ".length", {decimal(found->size()), decimal(min), decimal(max)}});
  return kEmpty;
}

std::string ObjectReader::text(std::string_view key, const std::optional<std::string>& fallback) {
  const Json* found = member(key, !fallback);
  if (found != nullptr && found->is_string()) return found->get_ref<const std::string&>();
  if (found != nullptr) refuse_member(key, "text");
  return fallback.value_or("");
}

double ObjectReader::number(std::string_view key, double min, double max, std::optional<double> fallback) {
  const Json* found = member(key, !fallback);
  if (found == nullptr) return fallback.value_or(min);
  if (!found->is_number()) {
    refuse_member(key, "a number");
    return min;
  }
  const double value = found->get<double>();
  if (value >= min && value <= max) return value;
  refuse({ErrorCode::out_of_range, path_of(key), {short_number(value), short_number(min), short_number(max)}});
  return min;
}

std::uint64_t ObjectReader::whole(std::string_view key, std::uint64_t min, std::uint64_t max,
                                  std::optional<std::uint64_t> fallback) {
  const Json* found = member(key, !fallback);
  if (found == nullptr) return fallback.value_or(min);
  const auto value = whole_number(*found);
  if (value && *value >= min && *value <= max) return *value;
  if (value || (found->is_number() && found->get<double>() < static_cast<double>(min))) {
    refuse({ErrorCode::out_of_range, path_of(key), {to_text(*found), decimal(min), decimal(max)}});
  } else {
    refuse_member(key, "a whole number");
  }
  return min;
}

bool ObjectReader::flag(std::string_view key, bool fallback) {
  const Json* found = member(key);
  if (found != nullptr && found->is_boolean()) return found->get<bool>();
  if (found != nullptr) refuse_member(key, "true or false");
  return fallback;
}

std::string ObjectReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void ObjectReader::refuse(Error error) {
  if (error_) return;
  if (!error.args.empty()) error.args[0] = excerpt(error.args[0]);
  error_ = std::move(error);
}

void ObjectReader::refuse_member(std::string_view key, std::string_view accepted) {
  refuse({ErrorCode::malformed, path_of(key), {to_text(*find(key)), std::string(accepted)}});
}

std::optional<Error> ObjectReader::error() const {
  if (error_) return error_;
  for (const auto& [key, value] : json_.items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    return Error{ErrorCode::unknown, path_of(key.empty() ? "\"\"" : excerpt(key)), {excerpt(key)}};
  }
  return std::nullopt;
}

std::string read_name(ObjectReader& object, std::string_view key, const std::optional<std::string>& fallback) {
  const bool optional = fallback.has_value();
  std::string name = object.text(key, fallback);
  if (name.empty() && optional) return name;
  if (const auto valid = check_new_name(object.path_of(key), name); !valid.ok()) object.refuse(valid.error());
  return name;
}

std::uint64_t read_seed(ObjectReader& object, std::optional<std::uint64_t> fallback) {
  const Json* seed = object.member("seed", !fallback);
  if (seed == nullptr || !seed->is_string()) return object.whole("seed", 0, ~std::uint64_t{0}, fallback);
  const auto value = whole_in(object.path_of("seed"), seed->get_ref<const std::string&>(), 0, ~std::uint64_t{0});
  if (value.ok()) return value.value();
  object.refuse(value.error());
  return 0;
}

KeySpec read_keys(ObjectReader& object, const KeySpec& fallback) {
  KeySpec keys = fallback;
  const Json* kind = object.member("kind");
  const std::string id = kind == nullptr ? "" : object.text("kind");
  if (id == kGiven) {
    keys = {KeyKind::kGiven, kMinKeys, "", 0};
  } else if (const KeyKindInfo* known = find_key_kind(id)) {
    if (keys.kind != known->kind) keys = {known->kind, keys.count, std::string(known->default_prefix), 0};
  } else if (kind != nullptr) {
    object.refuse({ErrorCode::unknown, object.path_of("kind"), {id}});
  }
  if (keys.kind == KeyKind::kGiven) {
    const auto fingerprint = parse_hex64(object.text("fingerprint"));
    if (!fingerprint && object.has("fingerprint")) object.refuse_member("fingerprint", "16 hexadecimal digits");
    return {KeyKind::kGiven, object.whole("count", kMinKeys, kMaxKeys), "", fingerprint.value_or(0)};
  }
  keys.count = object.whole("count", kMinKeys, kMaxKeys, keys.count);
  keys.prefix = read_name(object, "prefix", keys.prefix);
  return keys;
}

RequestSpec read_requests(ObjectReader& object, const RequestSpec& fallback) {
  return {object.number("skew", 0, kMaxSkew, fallback.skew), object.whole("spread", 0, kMaxSpread, fallback.spread),
          object.number("capacity", 0, kMaxCapacity, fallback.capacity)};
}

const Strategy* read_strategy(ObjectReader& object) {
  const std::string id = object.text("strategy");
  const Strategy* strategy = find_strategy(id);
  if (strategy == nullptr) object.refuse({ErrorCode::unknown, object.path_of("strategy"), {id}});
  return strategy;
}

const HashFunction* read_hash(ObjectReader& object) {
  const std::string id = object.text("hash");
  const HashFunction* hash = find_hash_function(id);
  if (hash == nullptr) object.refuse({ErrorCode::unknown, object.path_of("hash"), {id}});
  return hash;
}

Result<double> read_param(const ParamSpec& spec, const Json& value) {
  if (spec.kind == ParamSpec::Kind::kChoice) {  // some options look like a number, or true
    if (value.is_string()) return parse_param(spec, value.get_ref<const std::string&>());
    return parse_param(spec, value.is_number() ? short_number(value.get<double>()) : excerpt(to_text(value)));
  }
  if (!value.is_number()) {
    return Error{ErrorCode::malformed, std::string(spec.key), {excerpt(to_text(value)), "a number"}};
  }
  const double number = value.get<double>();
  if (const auto valid = check_param(spec, number); !valid.ok()) return valid.error();
  return number;
}

void write_seed(Json& object, std::uint64_t seed) {
  constexpr std::uint64_t kLastExactInJavaScript = std::uint64_t{1} << 53;
  if (seed <= kLastExactInJavaScript) {
    object["seed"] = seed;
  } else {
    object["seed"] = decimal(seed);
  }
}

void write_keys(Json& object, const KeySpec& keys) {
  const auto kinds = key_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& info) { return info.kind == keys.kind; });
  object["kind"] = kind == kinds.end() ? kGiven : kind->id;
  object["count"] = keys.count;
  if (keys.kind == KeyKind::kGiven) {
    object["fingerprint"] = hex64(keys.fingerprint).substr(2);
  } else {
    object["prefix"] = keys.prefix;
  }
}

void write_requests(Json& object, const RequestSpec& requests) {
  object["skew"] = requests.skew;
  object["spread"] = requests.spread;
  object["capacity"] = requests.capacity;
}

Json param_json(const ParamSpec& spec, double value) {
  if (spec.kind == ParamSpec::Kind::kChoice) return format_param(spec, value);
  if (spec.kind == ParamSpec::Kind::kInteger) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace reshard

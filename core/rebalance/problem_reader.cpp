// A problem's JSON, event by event. Names are not looked up here: see problem_names.cpp.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/base/text.h"
#include "core/rebalance/problem_text.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link_text.h"

namespace reshard::rebalance {
namespace {

constexpr std::size_t kMaxDepth = 32;

/// Where the parser is. Below kSkipped nothing is read.
enum class At : std::uint8_t {
  kStart,
  kRoot,
  kNodes,
  kNode,
  kEntries,
  kEntry,
  kReplicas,
  kAmounts,
  kOptions,
  kDrain,
  kPinned,
  kForced,
  kForcedMove,
  kLimits,
  kLimit,
  kSkipped
};

/// A JSON value that is not a list or an object.
struct Value {
  enum class Kind : std::uint8_t { kNull, kFlag, kWhole, kNegative, kNumber, kText } kind = Kind::kNull;
  std::uint64_t whole = 0;
  std::string text;  ///< as it is written
};

/// What one entry says, until its end.
struct EntryMembers {
  std::optional<std::uint64_t> bytes, load, leader, follower;
  std::string name;
  bool named = false;
};

/// Takes the parser's events, because a document of a million entries would be too large as a tree. It stops at the
/// first error.
class Reader {
 public:
  explicit Reader(std::uint32_t most_entries) : most_entries_(most_entries) {}

  bool null() { return take({Value::Kind::kNull, 0, "null"}); }
  bool boolean(bool value) { return take({Value::Kind::kFlag, value, value ? "true" : "false"}); }
  bool number_integer(Json::number_integer_t value) {
    return take({Value::Kind::kNegative, 0, signed_decimal(static_cast<std::int64_t>(value))});
  }
  bool number_unsigned(Json::number_unsigned_t value) { return take({Value::Kind::kWhole, value, decimal(value)}); }
  bool number_float(Json::number_float_t value, const std::string& text) {
    if (value >= 0 && value <= 0x1p57 && value == static_cast<double>(static_cast<std::uint64_t>(value))) {
      return take({Value::Kind::kWhole, static_cast<std::uint64_t>(value), text});
    }
    return take({value < 0 ? Value::Kind::kNegative : Value::Kind::kNumber, 0, text});
  }
  bool string(std::string& value) { return take({Value::Kind::kText, 0, std::move(value)}); }
  bool binary(Json::binary_t&) { return false; }  // cannot occur in text
  bool start_object(std::size_t) { return open(true); }
  bool start_array(std::size_t) { return open(false); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& key) {
    key_ = std::move(key);
    return true;
  }
  template <typename Exception>
  bool parse_error(std::size_t, const std::string&, const Exception&) {
    return false;
  }

  const std::optional<Error>& error() const { return error_; }
  ProblemText take() { return std::move(read_); }

 private:
  At at() const { return stack_.back(); }
  bool refuse(Error error);
  bool malformed(const Value& value, std::string_view accepted);
  std::string path() const;  ///< of the next value
  std::uint32_t known(const std::string& name);

  bool open(bool object);
  bool open_node(bool object);
  bool open_entry(bool object);
  bool close();
  bool enter(At next, bool object, bool wanted);
  bool take(const Value& value);
  bool take_root(const Value& value);
  bool take_node(const Value& value);
  bool take_entry(const Value& value);
  bool take_amount(const Value& value);
  bool take_option(const Value& value);
  bool take_limit(const Value& value);
  bool whole(const Value& value, std::uint64_t most, std::uint64_t& out);
  bool text(const Value& value, std::string& out);
  bool fraction(const Value& value, std::uint64_t most, Fraction& out);
  bool end_node();
  bool end_entry();

  std::uint32_t most_entries_;
  ProblemText read_;
  Problem& problem_ = read_.problem;
  std::vector<At> stack_{At::kStart};
  std::string key_;
  std::optional<Error> error_;

  std::unordered_map<std::string, std::uint32_t> mentioned_at_;  // looked up only
  EntryMembers entry_;
};

bool Reader::refuse(Error error) {
  if (!error_) error_ = shortened(std::move(error));
  return false;
}

bool Reader::malformed(const Value& value, std::string_view accepted) {
  return refuse({ErrorCode::malformed, path(), {value.text, accepted}});
}

std::string Reader::path() const {
  const std::string member = excerpt(key_);
  switch (at()) {
    case At::kNodes: return item_path("nodes", problem_.nodes.size());
    case At::kNode: return item_path("nodes", problem_.nodes.size() - 1) + "." + member;
    case At::kEntries: return item_path("entries", problem_.first.size() - 1);
    case At::kEntry: return item_path("entries", problem_.first.size() - 1) + "." + member;
    case At::kReplicas:
      return item_path(item_path("entries", problem_.first.size() - 1) + ".replicas",
                       problem_.holders.size() - problem_.first.back());
    case At::kAmounts: return item_path("entries", problem_.first.size() - 1) + ".amounts." + member;
    case At::kOptions: return "options." + member;
    case At::kDrain: return item_path("options.drain", read_.drain.size());
    case At::kPinned: return item_path("options.pinned", read_.pinned.size());
    case At::kForced: return item_path("options.forced", read_.forced.size());
    case At::kForcedMove:
      return item_path(item_path("options.forced", read_.forced.size() - 1), read_.forced.back().size());
    case At::kLimits: return item_path("options.limits", problem_.limits.size() - 1);
    case At::kLimit: return item_path("options.limits", problem_.limits.size() - 2) + "." + member;
    case At::kStart: return "json";
    default: return member;
  }
}

std::uint32_t Reader::known(const std::string& name) {
  const auto [at, fresh] = mentioned_at_.try_emplace(name, static_cast<std::uint32_t>(read_.mentioned.size()));
  if (fresh) read_.mentioned.push_back(name);
  return at->second;
}

bool Reader::enter(At next, bool object, bool wanted) {
  if (object != wanted)
    return refuse({ErrorCode::malformed, path(), {object ? "{…}" : "[…]", wanted ? "an object" : "a list"}});
  stack_.push_back(next);
  return true;
}

bool Reader::open_node(bool object) {
  if (problem_.nodes.size() == kMaxNodes) {
    return refuse({ErrorCode::out_of_range, "nodes.length", {decimal(kMaxNodes + 1), "1", decimal(kMaxNodes)}});
  }
  if (!enter(At::kNode, object, true)) return false;
  problem_.nodes.emplace_back();
  return true;
}

bool Reader::open_entry(bool object) {
  if (problem_.first.size() > most_entries_) {
    return refuse(
        {ErrorCode::out_of_range, "entries.length", {decimal(most_entries_ + 1), "0", decimal(most_entries_)}});
  }
  entry_ = {};
  return enter(At::kEntry, object, true);
}

bool Reader::open(bool object) {
  if (stack_.size() > kMaxDepth) {
    return refuse({ErrorCode::too_large, "json", {decimal(kMaxDepth + 1) + " levels", decimal(kMaxDepth)}});
  }
  switch (at()) {
    case At::kStart: return enter(At::kRoot, object, true);
    case At::kRoot:
      if (key_ == "nodes") return enter(At::kNodes, object, false);
      if (key_ == "entries") return enter(At::kEntries, object, false);
      if (key_ == "options") return enter(At::kOptions, object, true);
      return enter(At::kSkipped, object, object);
    case At::kNodes: return open_node(object);
    case At::kEntries: return open_entry(object);
    case At::kEntry:
      if (key_ == "replicas") return enter(At::kReplicas, object, false);
      if (key_ == "amounts") return enter(At::kAmounts, object, true);
      break;
    case At::kOptions:
      if (key_ == "drain") return enter(At::kDrain, object, false);
      if (key_ == "pinned") return enter(At::kPinned, object, false);
      if (key_ == "forced") return enter(At::kForced, object, false);
      if (key_ == "limits") return enter(At::kLimits, object, false);
      break;
    case At::kForced:
      if (!enter(At::kForcedMove, object, false)) return false;
      read_.forced.emplace_back();
      return true;
    case At::kLimits:
      if (!enter(At::kLimit, object, true)) return false;
      problem_.limits.emplace_back().of.clear();
      return true;
    case At::kSkipped: return enter(At::kSkipped, object, object);
    default: break;
  }
  return refuse({ErrorCode::malformed, path(), {object ? "{…}" : "[…]", "a number or text"}});
}

bool Reader::close() {
  const At ended = at();
  stack_.pop_back();
  if (ended == At::kForcedMove && read_.forced.back().size() < 3) {
    const std::string place = item_path("options.forced", read_.forced.size() - 1);
    return refuse({ErrorCode::empty, item_path(place, read_.forced.back().size()), {}});
  }
  return ended != At::kEntry || end_entry();
}

bool Reader::take(const Value& value) {
  switch (at()) {
    case At::kRoot: return take_root(value);
    case At::kNode: return take_node(value);
    case At::kEntry: return take_entry(value);
    case At::kAmounts: return take_amount(value);
    case At::kOptions: return take_option(value);
    case At::kLimit: return take_limit(value);
    case At::kReplicas: {
      std::string name;
      if (!text(value, name)) return false;
      if (problem_.holders.size() - problem_.first.back() == kMaxReplicas) {
        return refuse({ErrorCode::out_of_range,
                       item_path("entries", problem_.first.size() - 1) + ".replicas.length",
                       {decimal(kMaxReplicas + 1), "1", decimal(kMaxReplicas)}});
      }
      problem_.holders.push_back(known(name));
      return true;
    }
    case At::kDrain: return text(value, read_.drain.emplace_back()) || (read_.drain.pop_back(), false);
    case At::kPinned: return text(value, read_.pinned.emplace_back()) || (read_.pinned.pop_back(), false);
    case At::kForcedMove: {
      std::string name;
      if (read_.forced.back().size() == 3) return malformed(value, "entry, from, to");
      if (!text(value, name)) return false;
      read_.forced.back().push_back(std::move(name));
      return true;
    }
    case At::kSkipped: return true;
    default: return malformed(value, "an object");
  }
}

bool Reader::take_root(const Value& value) {
  if (key_ == "id") return text(value, problem_.id);
  if (key_ == "nodes" || key_ == "entries") return malformed(value, "a list");
  if (key_ == "options") return malformed(value, "an object");
  return true;
}

bool Reader::take_node(const Value& value) {
  Node& node = problem_.nodes.back();
  if (key_ == "name") return text(value, node.name);
  if (key_ == "zone") return text(value, node.zone);
  if (key_ == "capacity") return whole(value, kMaxCapacity, node.capacity);
  if (key_ != "disk") return refuse({ErrorCode::unknown, path(), {key_}});
  if (value.kind == Value::Kind::kNull) return true;
  return whole(value, kMaxTotal, node.disk.emplace());
}

bool Reader::take_entry(const Value& value) {
  if (key_ == "id") {
    entry_.named = true;
    if (value.kind == Value::Kind::kWhole) {
      entry_.name = value.text;
      return true;
    }
    return text(value, entry_.name);
  }
  if (key_ == "bytes") return whole(value, kMaxAmount, entry_.bytes.emplace());
  if (key_ == "load") return whole(value, kMaxAmount, entry_.load.emplace());
  if (key_ == "leader_load") return whole(value, kMaxAmount, entry_.leader.emplace());
  if (key_ == "follower_load") return whole(value, kMaxAmount, entry_.follower.emplace());
  if (key_ == "replicas") return malformed(value, "a list");
  if (key_ == "amounts") return malformed(value, "an object");
  return refuse({ErrorCode::unknown, path(), {key_}});
}

bool Reader::take_amount(const Value& value) {
  std::uint64_t amount = 0;
  if (!whole(value, kMaxAmount, amount)) return false;
  const auto at =
      std::find_if(read_.amounts.begin(), read_.amounts.end(), [&](const auto& of) { return of.first == key_; });
  auto& list =
      at == read_.amounts.end() ? read_.amounts.emplace_back(key_, std::vector<std::uint64_t>()).second : at->second;
  if (read_.amounts.size() > kMaxLimits) return refuse({ErrorCode::unknown, path(), {key_}});
  const std::size_t entry = problem_.first.size() - 1;
  if (list.size() < entry)
    return refuse({ErrorCode::empty, item_path("entries", list.size()) + ".amounts." + key_, {}});
  list.resize(entry + 1);
  list[entry] = amount;
  return true;
}

bool Reader::take_option(const Value& value) {
  if (key_ == "epsilon") return fraction(value, kMaxEpsilon, problem_.limits[0].upper);
  if (key_ == "lower_epsilon") {
    if (value.kind == Value::Kind::kNull) return true;
    return fraction(value, 1, problem_.limits[0].lower.emplace());
  }
  if (key_ == "by") {
    if (!text(value, problem_.limits[0].of)) return false;
    const std::string& by = problem_.limits[0].of;
    return by == "load" || by == "bytes" || by == "count" ||
           refuse({ErrorCode::not_an_option, path(), {by, "load, bytes, count"}});
  }
  if (key_ == "zones") {
    std::string zones;
    if (!text(value, zones)) return false;
    if (zones != "none" && zones != "distinct") {
      return refuse({ErrorCode::not_an_option, path(), {zones, "none, distinct"}});
    }
    problem_.zones_distinct = zones == "distinct";
    return true;
  }
  if (key_ == "max_in_flight") {
    std::uint64_t count = 0;
    if (!whole(value, kMaxInFlight, count)) return false;
    problem_.max_in_flight = static_cast<std::uint32_t>(count);
    return true;
  }
  if (key_ == "per_move") return whole(value, kMaxAmount, problem_.per_move);
  if (key_ == "drain" || key_ == "pinned" || key_ == "forced" || key_ == "limits") return malformed(value, "a list");
  return refuse({ErrorCode::unknown, path(), {key_}});
}

bool Reader::take_limit(const Value& value) {
  Limit& limit = problem_.limits.back();
  if (key_ == "of") return text(value, limit.of);
  if (key_ == "epsilon") return fraction(value, kMaxEpsilon, limit.upper);
  if (key_ != "lower_epsilon") return refuse({ErrorCode::unknown, path(), {key_}});
  return value.kind == Value::Kind::kNull || fraction(value, 1, limit.lower.emplace());
}

bool Reader::whole(const Value& value, std::uint64_t most, std::uint64_t& out) {
  if (value.kind == Value::Kind::kNegative || (value.kind == Value::Kind::kWhole && value.whole > most)) {
    return refuse({ErrorCode::out_of_range, path(), {value.text, "0", decimal(most)}});
  }
  if (value.kind != Value::Kind::kWhole) return malformed(value, "a whole number");
  out = value.whole;
  return true;
}

bool Reader::text(const Value& value, std::string& out) {
  if (value.kind != Value::Kind::kText) return malformed(value, "text");
  out = value.text;
  return true;
}

bool Reader::fraction(const Value& value, std::uint64_t most, Fraction& out) {
  using enum Value::Kind;
  if (value.kind != kWhole && value.kind != kNumber && value.kind != kNegative) return malformed(value, "a number");
  const auto read = parse_fraction(value.text);
  if (read && read->num <= most * read->den) {
    out = *read;
    return true;
  }
  const auto number = parse_number(value.text);
  if (number && *number >= 0 && *number <= static_cast<double>(most)) {
    return malformed(value, "a number of at most nine decimals");
  }
  return refuse({ErrorCode::out_of_range, path(), {value.text, "0", decimal(most)}});
}

bool Reader::end_entry() {
  const auto place = [&] { return item_path("entries", problem_.first.size() - 1); };
  if (!entry_.named) return refuse({ErrorCode::empty, place() + ".id", {}});
  if (!entry_.bytes) return refuse({ErrorCode::empty, place() + ".bytes", {}});
  if (problem_.first.back() == problem_.holders.size()) return refuse({ErrorCode::empty, place() + ".replicas", {}});
  if (entry_.leader.has_value() != entry_.follower.has_value()) {
    return refuse({ErrorCode::empty, place() + (entry_.leader ? ".follower_load" : ".leader_load"), {}});
  }
  if (entry_.load && entry_.leader) return refuse({ErrorCode::duplicate, place() + ".load", {"leader_load"}});
  const std::size_t before = problem_.names.size();
  if (entry_.leader && read_.follower.empty())
    read_.follower = read_.load;  // those before bear the same at each replica
  if (entry_.load || entry_.leader) {
    if (read_.load.size() < before)
      return refuse({ErrorCode::empty, item_path("entries", read_.load.size()) + ".load", {}});
    read_.load.push_back(entry_.leader ? *entry_.leader : *entry_.load);
    if (entry_.leader || !read_.follower.empty())
      read_.follower.push_back(entry_.leader ? *entry_.follower : *entry_.load);
  }
  problem_.names.push_back(std::move(entry_.name));
  problem_.bytes.push_back(*entry_.bytes);
  problem_.first.push_back(static_cast<std::uint32_t>(problem_.holders.size()));
  return true;
}

}  // namespace

Result<ProblemText> read_problem(std::string_view json, std::uint32_t most_entries) {
  Reader reader(most_entries);
  if (Json::sax_parse(json, &reader)) return reader.take();
  return reader.error().value_or(Error{ErrorCode::malformed, "json", {excerpt(json), "JSON"}});
}

}  // namespace reshard::rebalance

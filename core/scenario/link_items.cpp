#include "core/scenario/link_items.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/scenario/scenario.h"

namespace reshard {
namespace {

using Kind = ClusterEvent::Kind;

constexpr std::size_t kMaxDigits = 15;  // of a number in a name, so that counting up cannot overflow
constexpr std::uint64_t kMaxNumber = 999'999'999'999'999;
constexpr std::size_t kMinRun = 3;  // two names are no longer than a run

/// Names that count up or down: before + first + after, …, before + last + after; or, where there is a seed, the
/// generated names with these numbers, which differ in more than the number.
struct NameRun {
  std::string_view before, after;
  std::uint64_t first, last;
  std::optional<std::uint64_t> seed = {};

  std::uint64_t size() const { return (first < last ? last - first : first - last) + 1; }
  std::string name(std::uint64_t i) const {
    const std::uint64_t number = first < last ? first + i : first - i;
    return seed ? generated_node_name(*seed, number) : std::string(before) + decimal(number) + std::string(after);
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::uint64_t> counting_number(std::string_view text) {
  const bool padded = text.size() > 1 && text[0] == '0';  // node-07 would count on to node-08, which we would not write
  if (text.empty() || text.size() > kMaxDigits || padded || !std::all_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  return parse_u64(text);
}

/// The number of a generated name.
std::optional<std::uint64_t> generated_number(std::uint64_t seed, std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  const std::string_view from_number = name.substr(std::min(name.find_first_of(kDigits), name.size()));
  const auto number = counting_number(from_number.substr(0, from_number.find_first_not_of(kDigits)));
  return number && generated_node_name(seed, *number) == name ? number : std::nullopt;
}

/// The run from one name to another; nothing unless they differ in exactly one number.
std::optional<NameRun> run_between(std::string_view first, std::string_view last, std::uint64_t seed) {
  const auto from_generated = generated_number(seed, first);
  const auto to_generated = generated_number(seed, last);
  if (from_generated && to_generated && *from_generated != *to_generated) {
    return NameRun{"", "", *from_generated, *to_generated, seed};
  }
  std::size_t before = 0;
  while (before < std::min(first.size(), last.size()) && first[before] == last[before]) ++before;
  while (before > 0 && is_digit(first[before - 1])) --before;  // 19 and 15 differ as a whole, not in the 9 and 5
  std::size_t after = 0;
  const std::size_t rest = std::min(first.size(), last.size()) - before;
  while (after < rest && first[first.size() - 1 - after] == last[last.size() - 1 - after]) ++after;
  while (after > 0 && is_digit(first[first.size() - after])) --after;

  const auto from = counting_number(first.substr(before, first.size() - after - before));
  const auto to = counting_number(last.substr(before, last.size() - after - before));
  if (!from || !to || *from == *to) return std::nullopt;
  return NameRun{first.substr(0, before), first.substr(first.size() - after), *from, *to};
}

}  // namespace

std::string next_in_run(std::string_view before, std::string_view last, std::uint64_t seed) {
  const auto run = run_between(before, last, seed);
  if (!run || run->seed || run->first > run->last) return "";
  return NameRun{run->before, run->after, run->last, run->last + 1}.name(1);
}

namespace {

// Formatting ---------------------------------------------------------------------------------------------------

std::string format_weight(const Node& node) { return node.weight == 1 ? "" : "*" + short_number(node.weight); }

std::string format_place(const Node& node) {
  std::string place = "@" + escape(node.data_center) + "/" + escape(node.zone) + "/" + escape(node.rack);
  while (place.back() == '/') place.pop_back();
  return place;
}

/// What an item says around its names: before and after them.
struct Shell {
  std::string before, after;

  bool operator==(const Shell&) const = default;
};

Shell shell_of(const Node& node) {
  std::string place = format_place(node);
  if (place == "@") place.clear();
  return {node.state == NodeState::kDown ? "!" : "", format_weight(node) + place};
}

std::string format_move(const TableMove& move) {
  const std::string first = "=" + move.table + ":" + decimal(move.first);
  return move.last == move.first ? first : first + ".." + decimal(move.last);
}

Shell shell_of(const ClusterEvent& event) {
  const Node& node = event.node;
  switch (event.kind) {
    case Kind::kAdd: return {"+", shell_of(node).after};
    case Kind::kRemove: return {"-", ""};
    case Kind::kRename: return {"~" + escape(event.old_name) + "~", ""};
    case Kind::kWeigh: return {"*", "*" + short_number(node.weight)};
    case Kind::kRelocate: return {"@", format_place(node)};
    case Kind::kDown: return {"!", ""};
    case Kind::kUp: return {"!!", ""};
    case Kind::kMove: return {"=", format_move(event.move)};
  }
  check_failed("a kind of event", __FILE__, __LINE__);
}

const std::string& name_of(const Node& node) { return node.name; }
const std::string& name_of(const ClusterEvent& event) { return event.node.name; }

/// How many items at the front form one run of names in the same shell; 1 where there is none.
template <typename T>
std::size_t run_length(std::span<const T> items, std::uint64_t seed) {
  if (items.size() < kMinRun) return 1;
  auto run = run_between(name_of(items[0]), name_of(items[1]), seed);
  if (!run || run->size() != 2) return 1;
  run->last = run->last > run->first ? kMaxNumber : 0;
  const Shell shell = shell_of(items[0]);
  std::size_t length = 1;
  while (length < std::min<std::uint64_t>(items.size(), run->size()) && name_of(items[length]) == run->name(length) &&
         shell_of(items[length]) == shell) {
    ++length;
  }
  // When generated-looking names are mixed with others, the two ends alone could be read as another run.
  const auto read = run_between(name_of(items[0]), name_of(items[length - 1]), seed);
  return length >= kMinRun && read && read->seed == run->seed ? length : 1;
}

template <typename T>
std::string format_items(std::span<const T> items, std::uint64_t seed) {
  std::string text;
  for (std::size_t i = 0; i < items.size();) {
    const std::size_t length = run_length(items.subspan(i), seed);
    const Shell shell = shell_of(items[i]);
    if (i > 0) text += ',';
    text += shell.before + escape(name_of(items[i]));
    if (length > 1) text += ".." + escape(name_of(items[i + length - 1]));
    text += shell.after;
    i += length;
  }
  return text;
}

// Parsing ------------------------------------------------------------------------------------------------------

std::optional<std::string> parse_name(const std::string& field, std::string_view text, std::vector<Error>& refused) {
  auto name = unescape(text);
  if (!name) {
    refused.push_back({ErrorCode::malformed, field, {excerpt(text), "a name with escapes such as %2C"}});
    return std::nullopt;
  }
  if (const auto valid = check_name(field, *name); !valid.ok()) {
    refused.push_back(valid.error());
    return std::nullopt;
  }
  return name;
}

std::vector<std::string> parse_names(const std::string& field, std::string_view text, std::uint64_t seed,
                                     std::vector<Error>& refused) {
  const std::size_t dots = text.find("..");
  auto first = parse_name(field, text.substr(0, dots), refused);
  if (!first) return {};
  if (dots == std::string_view::npos) return {std::move(*first)};
  const auto last = parse_name(field, text.substr(dots + 2), refused);
  if (!last) return {};
  const auto run = run_between(*first, *last, seed);
  if (!run) {
    refused.push_back({ErrorCode::malformed, field, {excerpt(text), "names that differ in one number"}});
    return {};
  }
  if (run->size() > kMaxNodes) {
    refused.push_back({ErrorCode::out_of_range, field, {decimal(run->size()), "1", decimal(kMaxNodes)}});
    return {};
  }
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < run->size(); ++i) names.push_back(run->name(i));
  return names;
}

void parse_weight(const std::string& field, std::string_view text, double max, Node& node,
                  std::vector<Error>& refused) {
  const auto weight = number_in(field + ".weight", text, 0, max);
  if (weight.ok()) {
    node.weight = weight.value();
  } else {
    refused.push_back(weight.error());
  }
}

void parse_place(const std::string& field, std::string_view text, Node& node, std::vector<Error>& refused) {
  const auto parts = split(text, '/');
  if (parts.size() > 3) {
    refused.push_back({ErrorCode::malformed, field, {excerpt(text), "data centre/zone/rack"}});
    return;
  }
  struct Level {
    const char* name;
    std::string* value;
  };
  const Level levels[] = {{".data_center", &node.data_center}, {".zone", &node.zone}, {".rack", &node.rack}};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) continue;
    if (auto place = parse_name(field + levels[i].name, parts[i], refused)) *levels[i].value = std::move(*place);
  }
}

/// "slots:5..9", or "slots:5" for one entry.
TableMove parse_move(const std::string& field, std::string_view text, std::vector<Error>& refused) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view entries = text.substr(std::min(colon + 1, text.size()));
  const std::size_t dots = std::min(entries.find(".."), entries.size());
  const std::string_view ends[] = {entries.substr(0, dots), dots < entries.size() ? entries.substr(dots + 2) : entries};
  TableMove move{std::string(text.substr(0, colon)), 0, 0};
  std::uint64_t* const numbers[] = {&move.first, &move.last};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto number = whole_in(field + (i == 0 ? ".first" : ".last"), ends[i], 0, kMaxKeys);
    if (!number.ok()) {
      refused.push_back(number.error());
      break;
    }
    *numbers[i] = number.value();
  }
  return move;
}

/// An item without its sign: names, and the weight and place that they share.
std::vector<Node> parse_named(const std::string& field, std::string_view text, const ItemRules& rules,
                              std::vector<Error>& refused) {
  Node node;
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) parse_place(field, text.substr(at + 1), node, refused);
  text = text.substr(0, at);
  const std::size_t star = text.find('*');
  if (star != std::string_view::npos) parse_weight(field, text.substr(star + 1), rules.max_weight, node, refused);

  std::vector<Node> nodes;
  for (std::string& name : parse_names(field, text.substr(0, star), rules.seed, refused)) {
    nodes.push_back(node);
    nodes.back().name = std::move(name);
  }
  return nodes;
}

/// The sign at the front of a log item, which is cut off.
std::optional<Kind> take_sign(std::string_view& item) {
  struct Sign {
    std::string_view text;
    Kind kind;
  };
  constexpr Sign kSigns[] = {{"+", Kind::kAdd},      {"-", Kind::kRemove}, {"~", Kind::kRename}, {"*", Kind::kWeigh},
                             {"@", Kind::kRelocate}, {"!!", Kind::kUp},    {"!", Kind::kDown},   {"=", Kind::kMove}};
  for (const Sign& sign : kSigns) {
    if (item.substr(0, sign.text.size()) != sign.text) continue;
    item.remove_prefix(sign.text.size());
    return sign.kind;
  }
  return std::nullopt;
}

/// Whether an item of this kind has what it needs after its names, and nothing else.
bool has_right_tail(Kind kind, std::string_view text) {
  const bool weight = text.find('*') < text.find('@');
  const bool place = text.find('@') != std::string_view::npos;
  switch (kind) {
    case Kind::kAdd: return true;
    case Kind::kWeigh: return weight && !place;
    case Kind::kRelocate: return place && !weight;
    case Kind::kRemove:
    case Kind::kRename:
    case Kind::kDown:
    case Kind::kUp:
    case Kind::kMove: return !weight && !place;
  }
  check_failed("a kind of event", __FILE__, __LINE__);
}

}  // namespace

bool is_count(std::string_view text) { return parse_number(text).has_value(); }  // -3 too: it is refused as a count

std::string format_nodes(std::span<const Node> nodes, std::uint64_t seed) {
  const std::string text = format_items(nodes, seed);
  return is_count(text) ? text + "*1" : text;  // one node named 5 is not five nodes
}

std::string format_log(std::span<const ClusterEvent> log, std::uint64_t seed) { return format_items(log, seed); }

std::vector<Node> parse_nodes_item(const std::string& field, std::string_view item, const ItemRules& rules,
                                   std::vector<Error>& refused) {
  const bool down = !item.empty() && item[0] == '!';
  auto nodes = parse_named(field, item.substr(down ? 1 : 0), rules, refused);
  for (Node& node : nodes) node.state = down ? NodeState::kDown : NodeState::kUp;
  return nodes;
}

std::vector<ClusterEvent> parse_log_item(const std::string& field, std::string_view item, const ItemRules& rules,
                                         std::vector<Error>& refused) {
  const std::size_t refused_before = refused.size();
  std::string_view rest = item;
  const auto kind = take_sign(rest);
  std::optional<std::string> old_name{""};
  if (kind == Kind::kRename) {
    const std::size_t tilde = std::min(rest.find('~'), rest.size());
    old_name = parse_name(field, rest.substr(0, tilde), refused);
    rest = rest.substr(std::min(tilde + 1, rest.size()));
  }
  TableMove move;
  if (kind == Kind::kMove) {
    const std::size_t equals = std::min(rest.find('='), rest.size());
    move = parse_move(field, rest.substr(std::min(equals + 1, rest.size())), refused);
    rest = rest.substr(0, equals);
  }
  if (!kind || !has_right_tail(*kind, rest)) {
    const std::string accepted = "a change such as +name, -name, ~old~new or *name*2";
    refused.push_back({ErrorCode::malformed, field, {excerpt(item), accepted}});
    return {};
  }
  auto nodes = parse_named(field, rest, rules, refused);
  if (*kind != Kind::kAdd && refused.size() > refused_before) return {};

  std::vector<ClusterEvent> events;
  events.reserve(nodes.size());
  for (Node& node : nodes) events.push_back({*kind, std::move(node), *old_name, move});
  return events;
}

}  // namespace reshard

// Where the value of each option goes, as its row in options.def says.
#include "core/bindings/command/option_targets.h"

#include <algorithm>
#include <limits>

#include "core/base/text.h"
#include "core/bindings/command/csv_cursor.h"
#include "core/bindings/command/json_path.h"
#include "core/model/node.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard::command {
namespace {

constexpr std::uint64_t kMostKeys = 1'000'000'000'000'000;
constexpr std::uint64_t kMostSeed = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostThreads = 256;
constexpr std::uint64_t kMostSteps = 1'000'000'000'000;

std::string named(const OptionInfo& option) { return std::string("--") + option.name; }

std::string is_empty(const OptionInfo& option) { return named(option) + " must not be empty"; }

std::string is_not(const OptionInfo& option, std::string_view value, std::string_view expected) {
  return named(option) + ": “" + std::string(value) + "” is " + std::string(expected);
}

/// A column by its number or name, or a field by its path.
Field read_field(std::string_view text) {
  Field field;
  if (auto path = json_path(text)) {
    field.path = std::move(*path);
  } else if (const auto number = parse_u64(text); number && *number > 0) {
    field.number = static_cast<std::size_t>(*number);
  } else {
    field.name = text;
  }
  return field;
}

// INTO(member): by the type of the member.

std::string put_into(bool& flag, const OptionInfo&, std::string_view) {
  flag = true;
  return "";
}

std::string put_into(std::string& text, const OptionInfo& option, std::string_view value) {
  if (value.empty()) return is_empty(option);
  text = value;
  return "";
}

std::string put_into(std::optional<Field>& field, const OptionInfo& option, std::string_view value) {
  if (value.empty()) return is_empty(option);
  field = read_field(value);
  return "";
}

// OFF(member)

std::string clear(bool& flag) {
  flag = false;
  return "";
}

// WITHIN(least, most, member)

template <typename Number>
std::string put_number(std::uint64_t least, std::uint64_t most, Number& number, const OptionInfo& option,
                       std::string_view value) {
  const auto read = parse_u64(value);
  if (!read || *read < least || *read > most) {
    return is_not(option, value, "outside " + decimal(least) + " to " + decimal(most));
  }
  number = static_cast<Number>(*read);
  return "";
}

// EACH(member), EACH_CHANGE(kind)

std::string append(std::vector<std::string>& texts, const OptionInfo& option, std::string_view value) {
  if (value.empty()) return is_empty(option);
  texts.emplace_back(value);
  return "";
}

std::string append_change(Given& given, ClusterEvent::Kind kind, const OptionInfo& option, std::string_view value) {
  given.options.changes.push_back({kind, option.name, std::string(value)});
  return "";
}

// LAYOUT(layout)

std::string choose_layout(Given& given, Layout layout) {
  if (layout == Layout::kTsv) given.options.form.delimiter = '\t';
  if (given.layout && *given.layout != layout) return "--null, --tsv and --key exclude each other";
  given.layout = layout;
  return "";
}

// BY(function)

std::string put_scenario(Options& options, std::string scenario, const OptionInfo& option) {
  if (!options.scenario.empty()) return "the scenario is given twice";
  options.scenario = std::move(scenario);
  return options.scenario.empty() ? is_empty(option) : "";
}

std::string read_link(Given& given, const OptionInfo& option, std::string_view value) {
  return put_scenario(given.options, std::string(value), option);
}

std::string read_nodes(Given& given, const OptionInfo& option, std::string_view value) {
  return put_scenario(given.options, value.empty() ? "" : "v=1&nodes=" + std::string(value), option);
}

std::string read_scenario_file(Given& given, const OptionInfo&, std::string_view value) {
  Options& options = given.options;
  if (!options.scenario.empty()) return "the scenario is given twice";
  options.scenario_file = value;
  std::string error;
  options.scenario = read_whole(options.scenario_file, error);
  return error;
}

std::string read_moment(Given& given, const OptionInfo& option, std::string_view value) {
  if (value != "before" && value != "after") return is_not(option, value, "not before or after");
  given.options.moment = value == "before" ? Moment::kBefore : Moment::kAfter;
  return "";
}

std::string read_delimiter(Given& given, const OptionInfo& option, std::string_view value) {
  if (value == "\\t") value = "\t";
  if (value.size() != 1 || value == "\"" || value == "\n" || value == "\r") {
    return named(option) + ": one byte that is no quote and no line end";
  }
  given.options.form.delimiter = value[0];
  return "";
}

std::string is_too_wide(const OptionInfo& option) {
  return named(option) + ": a key has up to " + decimal(kMaxKeyColumns) + " columns";
}

/// The parts between commas, as CSV quotes them; or, of paths, between commas before a dot.
std::vector<std::string> listed(std::string_view value, bool paths) {
  std::vector<std::string> parts;
  if (!paths) {
    std::string room;
    for (CsvCursor cursor(value, ',');;) {
      parts.emplace_back(unquoted(cursor.field(), room));
      if (cursor.record_ended()) return parts;
    }
  }
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (in_quotes && value[at] == '\\')
      ++at;
    else if (value[at] == '"')
      in_quotes = !in_quotes;
    else if (!in_quotes && value.substr(at).starts_with(",.")) {
      parts.emplace_back(value.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  parts.emplace_back(value.substr(begin));
  return parts;
}

/// The field of the key; of several columns or paths, each of them, too.
std::string put_key(Form& form, const OptionInfo& option, std::string_view value, bool paths) {
  if (std::string error = put_into(form.fields[kKey], option, value); !error.empty()) return error;
  const std::vector<std::string> parts = listed(value, paths);
  form.key_columns.clear();
  if (parts.size() == 1) return "";
  if (parts.size() > kMaxKeyColumns) return is_too_wide(option);
  for (const std::string& part : parts) {
    if (part.empty()) return is_empty(option);
    form.key_columns.push_back(read_field(part));
    if (form.key_columns.back().path.empty() == paths) return is_not(option, part, paths ? "no path" : "no column");
  }
  return "";
}

std::string read_column(Given& given, const OptionInfo& option, std::string_view value) {
  Form& form = given.options.form;
  if (std::string error = put_key(form, option, value, false); !error.empty()) return error;
  return form.fields[kKey]->path.empty() ? "" : named(option) + ": a number from 1, or the name of a column";
}

std::string read_types(Given& given, const OptionInfo& option, std::string_view value) {
  std::vector<ColumnType>& types = given.options.types;
  types.clear();
  for (const std::string_view name : split(value, ',')) {
    const auto at = std::find(std::begin(kColumnTypes) + 1, std::end(kColumnTypes), name);
    if (at == std::end(kColumnTypes)) {
      std::string all;
      for (std::size_t t = 1; t < std::size(kColumnTypes); ++t) all.append(t == 1 ? "" : ", ").append(kColumnTypes[t]);
      return is_not(option, name, "none of " + all);
    }
    types.push_back(static_cast<ColumnType>(at - std::begin(kColumnTypes)));
  }
  return types.size() > kMaxKeyColumns ? is_too_wide(option) : "";
}

std::string read_key(Given& given, const OptionInfo& option, std::string_view value) {
  Options& options = given.options;
  if (options.command == Command::sql && !value.starts_with('.')) return put_into(options.key_column, option, value);
  if (std::string error = put_key(options.form, option, value, true); !error.empty()) return error;
  if (options.form.fields[kKey]->path.empty())
    return named(option) + ": a path such as .id, .user.id or .[\"user.id\"]";
  return choose_layout(given, Layout::kJson);
}

std::string read_number_of_keys(Given& given, const OptionInfo& option, std::string_view value) {
  const auto keys = parse_u64(value);
  if (!keys || *keys < 1 || *keys > kMostKeys) return is_not(option, value, "outside 1 to 10^15");
  given.options.keys = *keys;
  return "";
}

std::string ask_for_help(Given& given, const OptionInfo&, std::string_view) {
  given.wants_help = true;
  return "";
}

using Target = std::string (*)(Given& given, const OptionInfo& option, std::string_view value);

// By the position of the option in kOptions.
constexpr Target kTargets[] = {
#define TARGET(...)                                                                                      \
  [](Given& given, [[maybe_unused]] const OptionInfo& option, [[maybe_unused]] std::string_view value) { \
    return __VA_ARGS__;                                                                                  \
  }
#define INTO(member) TARGET(put_into(given.options.member, option, value))
#define OFF(member) TARGET(clear(given.options.member))
#define WITHIN(least, most, member) TARGET(put_number(least, most, given.options.member, option, value))
#define EACH(member) TARGET(append(given.options.member, option, value))
#define EACH_CHANGE(kind) TARGET(append_change(given, ClusterEvent::Kind::kind, option, value))
#define LAYOUT(layout) TARGET(choose_layout(given, Layout::layout))
#define BY(function) function
#define OPTION(name, letter, argument, category, target, words) target,
#include "core/bindings/command/options.def"
#undef OPTION
#undef BY
#undef LAYOUT
#undef EACH_CHANGE
#undef EACH
#undef WITHIN
#undef OFF
#undef INTO
#undef TARGET
};

}  // namespace

std::string put(Given& given, const OptionInfo& option, std::string_view value) {
  return kTargets[&option - kOptions](given, option, value);
}

}  // namespace reshard::command

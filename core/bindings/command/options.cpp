#include "core/bindings/command/options.h"

#include <getopt.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "core/base/text.h"
#include "core/bindings/command/json_path.h"
#include "core/model/node.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/key_profile.h"
#include "core/sharding_key/worlds.h"

namespace reshard::command {
namespace {

constexpr std::uint64_t kMostKeys = 1'000'000'000'000'000;

struct CommandInfo {
  Command id;
  std::string_view name, operands, words, groups;
};
constexpr CommandInfo kCommands[] = {
#define COMMAND(id, operands, words, groups) {Command::id, #id, operands, words, groups},
#include "core/bindings/command/commands.def"
#undef COMMAND
};

struct OptionInfo {
  const char* name;
  char letter;
  const char* argument;
  char group;
  std::string_view words;

  bool is_of(const CommandInfo& command) const {
    return group == 0 || command.groups.find(group) != command.groups.npos;
  }
};
constexpr OptionInfo kOptions[] = {
#define OPTION(name, letter, argument, group, words) {name, letter, argument, group, words},
#include "core/bindings/command/options.def"
#undef OPTION
};

constexpr std::string_view kExamples = R"TEXT(Examples:
  reshard place -l 'v=1&nodes=5&vnodes=200' keys.txt > owners.csv
  reshard moved -l "$(cat link)" --column user_id users.csv.gz > moving.csv
  psql -c 'COPY t (id) TO STDOUT' | reshard counts -l 'v=1&nodes=5&log=+node-5' --tsv
  reshard check -l 'v=1&nodes=5' --column id --owner shard rows.csv || echo 'a row is in the wrong place'
)TEXT";

constexpr std::string_view kProfileHelp =
    R"TEXT(Files are CSV, unless --tsv or --json-lines is given; their first record names the columns, unless --columns does or every
COLUMN is a number. Files that gzip packed are unpacked. No file, or -, is the standard input. A row without a value (an
empty field, NULL) has no key. Rows are read once, in constant memory: where different values do not fit, they are estimated.

SQL is not read here: “Choose a sharding key” on the page reads it. --query says the same by hand.

Examples:
  reshard profile orders.csv
  reshard profile --query 400:customer_id --query 30:order_id --time created_at --shards 16 orders.csv.gz
  reshard profile -c customer_id -c customer_id,created_at -l 'v=1&nodes=8&strategy=jump' orders.csv
  psql -c 'COPY orders TO STDOUT' | reshard profile --tsv --columns order_id,customer_id,created_at -c customer_id
  reshard profile --spec spec.json --json orders.csv > profile.json
  reshard profile --world social
)TEXT";

constexpr std::string_view kExits =
    R"(Exit status: 0 done; 1 check found a difference; 2 the call or the scenario is wrong; 3 a record was refused;
4 something cannot be read or written; 141 nobody reads the output any more.
)";

std::string padded(std::string text, std::size_t width) {
  return text.append(text.size() < width ? width - text.size() : 1, ' ');
}

std::string help() {
  std::string text = "Where keys live, and which ones move: a scenario of Reshard's page, run on your own data.\n\n";
  text += "Usage: reshard COMMAND [OPTION]... [OPERAND]...\n\nCommands:\n";
  for (const CommandInfo& command : kCommands) {
    text.append("  ").append(padded(std::string(command.name), 12)).append(command.words).append("\n");
  }
  text += "\n“reshard COMMAND --help” lists the options of a command; “reshard --version” prints the version.\n\n";
  return text.append(kExamples).append("\n").append(kExits);
}

std::string help(const CommandInfo& command) {
  std::string text = "Usage: reshard " + std::string(command.name) + " [OPTION]... " + std::string(command.operands);
  text.append("\n\n").append(command.words).append(".\n\n");
  for (const OptionInfo& option : kOptions) {
    if (!option.is_of(command)) continue;
    std::string left = option.letter == 0 ? "      --" : std::string("  -") + option.letter + ", --";
    left.append(option.name);
    if (option.argument != nullptr) left.append(" ").append(option.argument);
    text.append(padded(std::move(left), 42)).append(option.words).append("\n");
  }
  if (command.id == Command::profile) text.append("\n").append(kProfileHelp);
  if (command.groups.find('i') != command.groups.npos) {
    text +=
        "\nWithout --null, --column, --tsv or --key each line is a key, whatever bytes it has. Files that gzip packed are\n"
        "unpacked. No file, or -, is the standard input. Keys have 1 to 4096 bytes.\n";
  }
  return text.append("\n").append(kExits);
}

Field field_of(std::string_view text) {
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

/// Reads the options one by one, then checks that they fit together.
class Reader {
 public:
  Reader(const CommandInfo& command, Options& options) : command_(command), options_(options) {}

  std::string read(int count, char** words, bool& help) {
    std::vector<option> longs;
    std::string shorts = "+:";
    for (std::size_t i = 0; i < std::size(kOptions); ++i) {
      const OptionInfo& info = kOptions[i];
      if (!info.is_of(command_)) continue;
      longs.push_back(
          {info.name, info.argument == nullptr ? no_argument : required_argument, nullptr, 256 + static_cast<int>(i)});
      if (info.letter != 0) shorts.append(1, info.letter).append(info.argument == nullptr ? 0 : 1, ':');
    }
    longs.push_back({nullptr, 0, nullptr, 0});
    shorts[0] = '-';  // so that options may follow operands
    optind = 1;
    opterr = 0;
    for (int found; (found = getopt_long(count, words, shorts.c_str(), longs.data(), nullptr)) != -1;) {
      if (found == 1) {
        options_.words.emplace_back(optarg);
        continue;
      }
      if (found == '?' || found == ':') return unknown(words[optind - 1], found == ':');
      const auto at = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const OptionInfo& info) {
        return found >= 256 ? &info == &kOptions[found - 256] : info.letter == found && info.is_of(command_);
      });
      if (std::string_view(at->name) == "help") {
        help = true;
        return "";
      }
      if (std::string error = set(at->name, optarg == nullptr ? "" : optarg); !error.empty()) return error;
    }
    for (; optind < count; ++optind) options_.words.emplace_back(words[optind]);  // after --
    return fit();
  }

 private:
  std::string unknown(const std::string& word, bool argument) const {
    if (argument) return word + " needs a value";
    return "there is no option " + word + " for " + std::string(command_.name) + "; see reshard " +
           std::string(command_.name) + " --help";
  }

  std::string set_scenario(std::string_view name, std::string_view value) {
    if (!options_.scenario.empty()) return "the scenario is given twice";
    options_.scenario = value;
    if (name != "scenario") return value.empty() ? "--" + std::string(name) + " must not be empty" : "";
    options_.scenario_file = value;
    std::string error;
    options_.scenario = read_whole(options_.scenario_file, error);
    return error;
  }

  std::string set(std::string_view name, std::string_view value) {
    if (name == "link" || name == "scenario") return set_scenario(name, value);
    if (name == "add" || name == "remove" || name == "weight") {
      options_.changes.push_back({std::string(name), std::string(value)});
      return "";
    }
    if (name == "nodes") return set_scenario(name, value.empty() ? "" : "v=1&nodes=" + std::string(value));
    if (name == "at") {
      if (value != "before" && value != "after") return "--at: “" + std::string(value) + "” is not before or after";
      options_.moment = value == "before" ? Moment::kBefore : Moment::kAfter;
    } else if (name == "threads") {
      const auto threads = parse_u64(value);
      if (!threads || *threads < 1 || *threads > 256) {
        return "--threads: “" + std::string(value) + "” is outside 1 to 256";
      }
      options_.stream.threads = static_cast<unsigned>(*threads);
    } else if (name == "keys") {
      const auto keys = parse_u64(value);
      if (!keys || *keys < 1 || *keys > kMostKeys) return "--keys: “" + std::string(value) + "” is outside 1 to 10^15";
      options_.keys = *keys;
    } else if (const auto number = number_of(name)) {
      const auto read = parse_u64(value);
      if (!read || *read < number->least || *read > number->most) {
        return "--" + std::string(name) + ": “" + std::string(value) + "” is outside " + decimal(number->least) +
               " to " + decimal(number->most);
      }
      *number->value = *read;
    } else if (std::vector<std::string>* texts = texts_of(name)) {
      if (value.empty()) return "--" + std::string(name) + " must not be empty";
      texts->emplace_back(value);
    } else if (std::string* text = text_of(name)) {
      if (value.empty()) return "--" + std::string(name) + " must not be empty";
      *text = value;
    } else if (bool* flag = flag_of(name)) {
      *flag = true;
    } else {
      return set_form(name, value);
    }
    return "";
  }

  struct Number {
    std::optional<std::uint64_t>* value;
    std::uint64_t least, most;
  };
  std::optional<Number> number_of(std::string_view name) {
    ProfileOptions& profile = options_.profile;
    if (name == "shards") return Number{&profile.shards, 0, kMaxNodes};
    if (name == "rows") return Number{&profile.rows, 1, kMostWorldRows};
    if (name == "seed") return Number{&profile.seed, 0, std::numeric_limits<std::uint64_t>::max()};
    return {};
  }

  std::vector<std::string>* texts_of(std::string_view name) {
    ProfileOptions& profile = options_.profile;
    if (name == "candidate") return &profile.candidates;
    if (name == "query") return &profile.by_hand;
    return name == "unique" ? &profile.unique : nullptr;
  }

  std::string* text_of(std::string_view name) {
    ProfileOptions& profile = options_.profile;
    if (name == "spec") return &profile.spec;
    if (name == "queries") return &profile.queries;
    if (name == "time") return &profile.time;
    if (name == "columns") return &profile.columns;
    if (name == "world") return &profile.world;
    if (name == "table" && options_.command == Command::profile) return &profile.table;
    if (name == "as") return &options_.added;
    if (name == "rejects") return &options_.stream.rejects;
    if (name == "table") return options_.command == Command::sql ? &options_.table : &options_.table_file;
    if (name == "save-table") return &options_.save_table;
    if (name == "move") return &options_.move;
    return name == "key-column" ? &options_.key_column : nullptr;
  }

  bool* flag_of(std::string_view name) {
    if (name == "json") return &options_.json;
    if (name == "quiet") return &quiet_;
    if (name == "no-gzip") return &no_gzip_;
    if (name == "bytea") return &options_.bytea;
    if (name == "row-binary") return &options_.row_binary;
    if (name == "moved") return &options_.moves;
    if (name == "json-lines") return &options_.profile.json_lines;
    if (name == "verdict") return &options_.profile.verdict;
    return name == "header" ? &options_.form.header : nullptr;
  }

  // How to read records.
  std::string set_form(std::string_view name, std::string_view value) {
    Form& form = options_.form;
    if (name == "null") return layout(Layout::kNul);
    if (name == "tsv") {
      form.delimiter = '\t';
      return layout(Layout::kTsv);
    }
    if (name == "delimiter") {
      if (value == "\\t") value = "\t";
      if (value.size() != 1 || value == "\"" || value == "\n" || value == "\r") {
        return "--delimiter: one byte that is no quote and no line end";
      }
      form.delimiter = value[0];
      return "";
    }
    if (value.empty()) return "--" + std::string(name) + " must not be empty";
    if (name == "key" && options_.command == Command::sql && !value.starts_with('.')) {
      options_.key_column = value;
      return "";
    }
    const bool of_key = name == "column" || name == "key";
    std::optional<Field>& field = form.fields[of_key                   ? kKey
                                              : name == "owner"        ? kOwner
                                              : name == "bytes-column" ? kBytes
                                                                       : kRequests];
    field = field_of(value);
    if (name == "column" && !field->path.empty()) return "--column: a number from 1, or the name of a column";
    if (name != "key") return "";
    return field->path.empty() ? "--key: a path such as .id, .user.id or .[\"user.id\"]" : layout(Layout::kJson);
  }

  std::string layout(Layout layout) {
    if (layout_ && *layout_ != layout) return "--null, --tsv and --key exclude each other";
    layout_ = layout;
    return "";
  }

  // Checks which options go together, once all are known: for records with keys,
  std::string fit_records() {
    Form& form = options_.form;
    const bool column = form.fields[kKey] && form.fields[kKey]->path.empty();
    if (column && layout_ && *layout_ != Layout::kTsv) return "--column goes with CSV and --tsv only";
    form.layout = layout_.value_or(column ? Layout::kCsv : Layout::kLines);
    const bool columns = form.layout == Layout::kCsv || form.layout == Layout::kTsv;
    if (form.layout == Layout::kTsv && !column) form.fields[kKey] = field_of("1");
    if (form.header && !columns) return "--header goes with --column and --tsv only";
    for (const Wanted which : {kOwner, kBytes, kRequests}) {
      if (!form.fields[which]) continue;
      const bool path = !form.fields[which]->path.empty();
      if (!columns && form.layout != Layout::kJson) return "columns go with --column, --tsv or --key only";
      if (path != (form.layout == Layout::kJson))
        return path ? "a path goes with --key only" : "with --key a field is a path, such as .owner";
    }
    for (const auto& field : form.fields) form.header |= field && !field->name.empty();
    return fit_owner();
  }

  // for rows to profile,
  std::string fit_rows() {
    Form& form = options_.form;
    const ProfileOptions& profile = options_.profile;
    const auto numbered = [](const std::string& column) { return parse_u64(column).has_value(); };
    std::vector<std::string> asked = profile.time.empty() ? std::vector<std::string>{} : std::vector{profile.time};
    std::size_t pairs = 0;
    for (const std::string& candidate : profile.candidates) {
      const auto columns = split(candidate, ',');
      if (columns.size() > 2) return "--candidate: “" + candidate + "” has more than two columns";
      pairs += columns.size() - 1;
      asked.insert(asked.end(), columns.begin(), columns.end());
    }
    if (pairs > kMaxCandidates || profile.candidates.size() - pairs > kMaxCandidates) {
      return "--candidate: up to " + decimal(kMaxCandidates) + " columns, and as many pairs";
    }
    if (!profile.world.empty() && !options_.words.empty()) return "--world has rows of its own: leave out the files";
    if (profile.world.empty() && (profile.rows || profile.seed)) return "--rows and --seed go with --world";
    if (profile.verdict && !options_.json) return "--verdict goes with --json";
    if (profile.json_lines && layout_) return "--tsv and --json-lines exclude each other";
    if (form.header && profile.json_lines) return "--header goes with CSV and --tsv only";
    if (form.header && !profile.columns.empty()) return "--header and --columns exclude each other";
    // A line of JSON is split like any line. Files have a header unless an option says otherwise: names are the rule
    // here.
    form.layout = layout_.value_or(profile.json_lines ? Layout::kLines : Layout::kCsv);
    const bool by_number = !asked.empty() && std::all_of(asked.begin(), asked.end(), numbered) && profile.spec.empty();
    form.header |= !profile.json_lines && profile.columns.empty() && !by_number;
    return "";
  }

  // and for all commands.
  std::string fit() {
    Form& form = options_.form;
    if (options_.stream.rejects == "-") return "--rejects: “-” is no file; standard output has the other records";
    if (options_.save_table == "-") return "--save-table: “-” is no file; standard output has the records";
    if (std::string error = options_.command == Command::profile ? fit_rows() : fit_records(); !error.empty()) {
      return error;
    }
    if (options_.command == Command::sql && (options_.table.empty() || options_.key_column.empty())) {
      return "which rows? Give --table and --key-column";
    }
    if (options_.moves && options_.moment == Moment::kBefore) return "--moved compares both moments: leave out --at";
    const bool appends = !options_.writes_objects();
    if (!appends && options_.added == "key") return "--as: “key” is what the key is called";
    if (options_.command == Command::place && appends) form.added = {options_.added};
    if (options_.command == Command::moved && appends) form.added = {"from", "to"};
    options_.places_records = command_.groups.starts_with("s") && command_.groups.find('i') != command_.groups.npos;
    options_.gzip = !no_gzip_;
    options_.stream.progress = !quiet_;
    if (options_.stream.threads == 0) options_.stream.threads = std::max(1u, std::thread::hardware_concurrency());
#ifdef __EMSCRIPTEN__  // no threads: the output is the same for any number
    options_.stream.threads = 1;
#endif
    if (command_.groups.starts_with('s') && options_.scenario.empty() && options_.table_file.empty())
      return "which scenario? Give --link or --scenario";
    if (!options_.table_file.empty() && !options_.save_table.empty())
      return "--table and --save-table exclude each other";
    if (options_.words.empty() && options_.command == Command::explain) return "which key?";
    if (!options_.words.empty() && command_.operands.empty()) return "takes no operand such as " + options_.words[0];
    options_.reads_files = command_.operands.starts_with('[') || options_.command == Command::serve;
    if (options_.words.empty()) options_.words = {"-"};
    if (options_.changes.empty()) return "";
    if (options_.scenario.empty()) return "--add, --remove and --weight go with --link or --scenario";
    return change_nodes(options_.scenario, options_.changes);
  }

  // Where to find the owner of each record.
  std::string fit_owner() {
    Form& form = options_.form;
    const bool columns = form.layout == Layout::kCsv || form.layout == Layout::kTsv;
    const bool owned = options_.command == Command::check || options_.command == Command::identify;
    if (owned && !form.fields[kOwner]) {
      if (columns || form.layout == Layout::kJson) return "--owner is missing: where is the owner of a record?";
      if (form.layout == Layout::kNul) return std::string(command_.name) + " does not read --null";
      form.fields[kOwner] = field_of("2");
    }
    return "";
  }

  const CommandInfo& command_;
  Options& options_;
  std::optional<Layout> layout_;
  bool quiet_ = false, no_gzip_ = false;
};

}  // namespace

Parsed parse_options(int count, char** words) {
  const std::string_view name = count > 1 ? words[1] : "--help";
  if (name == "--help" || name == "-h" || name == "help") return {{}, help(), ""};
  if (name == "--version") return {{}, "reshard " RESHARD_VERSION "\n", ""};
  const auto command = std::find_if(std::begin(kCommands), std::end(kCommands),
                                    [&](const CommandInfo& info) { return info.name == name; });
  if (command == std::end(kCommands)) {
    return {{}, "", "there is no command “" + std::string(name) + "”; see reshard --help"};
  }
  Options options;
  options.command = command->id;
  options.stream.threads = 0;
  bool wants_help = false;
  std::string error = Reader(*command, options).read(count - 1, words + 1, wants_help);
  if (!error.empty()) return {{}, "", std::string(name) + ": " + error};
  if (wants_help) return {{}, help(*command), ""};
  return {std::move(options), "", ""};
}

}  // namespace reshard::command

// Reads the command line, and checks which options go together.
#include "core/bindings/command/options.h"

#include <getopt.h>

#include <algorithm>
#include <thread>

#include "core/base/text.h"
#include "core/bindings/command/help.h"
#include "core/bindings/command/option_targets.h"
#include "core/scenario/link_text.h"
#include "core/sharding_key/profile/key_profile.h"

namespace reshard::command {
namespace {

/// Reads the options one by one, then checks that they fit together.
class Reader {
 public:
  Reader(const CommandInfo& command, Options& options)
      : command_(command), options_(options), given_{command, options} {}

  /// Returns why the words are refused; empty if they are not, or ask for help.
  std::string read(int count, char** words) {
    allow_options();
    optind = 1;
    opterr = 0;
    for (int found; (found = getopt_long(count, words, letters_.c_str(), longs_.data(), nullptr)) != -1;) {
      if (found == 1) {
        options_.words.emplace_back(optarg);
        continue;
      }
      if (found == '?' || found == ':') return unknown(words[optind - 1], found == ':');
      if (std::string error = put(given_, option_of(found), optarg == nullptr ? "" : optarg); !error.empty()) {
        return error;
      }
      if (given_.wants_help) return "";
    }
    for (; optind < count; ++optind) options_.words.emplace_back(words[optind]);  // after --
    return fit();
  }

  bool wants_help() const { return given_.wants_help; }

 private:
  static constexpr int kFirstNumber = 256;  // of an option by its name: more than any letter

  // What getopt_long() has to know of the command's options.
  void allow_options() {
    letters_ = "-:";  // options may follow operands
    for (std::size_t i = 0; i < std::size(kOptions); ++i) {
      const OptionInfo& info = kOptions[i];
      if (!info.is_of(command_)) continue;
      const bool valued = info.argument != nullptr;
      longs_.push_back(
          {info.name, valued ? required_argument : no_argument, nullptr, kFirstNumber + static_cast<int>(i)});
      if (info.letter != 0) letters_.append(1, info.letter).append(valued ? 1 : 0, ':');
    }
    longs_.push_back({nullptr, 0, nullptr, 0});
  }

  // The option that getopt_long() found.
  const OptionInfo& option_of(int found) const {
    if (found >= kFirstNumber) return kOptions[found - kFirstNumber];
    return *std::find_if(std::begin(kOptions), std::end(kOptions),
                         [&](const OptionInfo& info) { return info.letter == found && info.is_of(command_); });
  }

  std::string unknown(const std::string& word, bool argument) const {
    if (argument) return word + " needs a value";
    return "there is no option " + word + " for " + std::string(command_.name) + "; see reshard " +
           std::string(command_.name) + " --help";
  }

  // Checks which options go together, once all are known: for records with keys,
  std::string fit_records() {
    Form& form = options_.form;
    const bool column = form.fields[kKey] && form.fields[kKey]->path.empty();
    if (column && given_.layout && *given_.layout != Layout::kTsv) return "--column goes with CSV and --tsv only";
    form.layout = given_.layout.value_or(column ? Layout::kCsv : Layout::kLines);
    const bool columns = form.layout == Layout::kCsv || form.layout == Layout::kTsv;
    if (form.layout == Layout::kTsv && !column) form.fields[kKey].emplace().number = 1;
    if (form.header && !columns) return "--header goes with --column and --tsv only";
    for (const Wanted which : {kOwner, kBytes, kRequests}) {
      if (!form.fields[which]) continue;
      const bool path = !form.fields[which]->path.empty();
      if (!columns && form.layout != Layout::kJson) return "columns go with --column, --tsv or --key only";
      if (path != (form.layout == Layout::kJson))
        return path ? "a path goes with --key only" : "with --key a field is a path, such as .owner";
    }
    for (const Wanted which : {kOwner, kBytes, kRequests}) {
      form.header |= form.fields[which] && !form.fields[which]->name.empty();
    }
    if (form.fields[kKey]) {
      for (const Field& field : form.keys()) form.header |= !field.name.empty();
    }
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
    if (profile.json_lines && given_.layout) return "--tsv and --json-lines exclude each other";
    if (form.header && profile.json_lines) return "--header goes with CSV and --tsv only";
    if (form.header && !profile.columns.empty()) return "--header and --columns exclude each other";
    // A line of JSON is split like any line. Files have a header unless an option says otherwise: names are the rule
    // here.
    form.layout = given_.layout.value_or(profile.json_lines ? Layout::kLines : Layout::kCsv);
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
    options_.places_records = command_.takes(Category::scenario) && command_.takes(Category::keys);
    if (options_.stream.threads == 0) options_.stream.threads = std::max(1u, std::thread::hardware_concurrency());
#ifdef __EMSCRIPTEN__  // no threads: the output is the same for any number
    options_.stream.threads = 1;
#endif
    if (command_.takes(Category::scenario) && options_.scenario.empty() && options_.table_file.empty())
      return "which scenario? Give --link or --scenario";
    if (!options_.table_file.empty() && !options_.save_table.empty())
      return "--table and --save-table exclude each other";
    if (options_.words.empty() && options_.command == Command::explain) return "which key?";
    if (options_.rebalance.problem.empty() && options_.command == Command::rebalance) {
      return "which problem? Give --problem";
    }
    if (!options_.words.empty() && command_.operands.empty()) return "takes no operand such as " + options_.words[0];
    options_.reads_files = command_.takes_files() || options_.command == Command::serve;
    if (options_.words.empty()) options_.words = {"-"};
    if (std::string error = fit_types(); !error.empty()) return error;
    if (options_.changes.empty()) return "";
    if (options_.scenario.empty()) return "--add, --remove and --weight go with --link or --scenario";
    return change_nodes(options_.scenario, options_.changes);
  }

  // Whether keys are typed, and as the options say.
  std::string fit_types() {
    Form& form = options_.form;
    if (options_.command == Command::identify) {
      form.typed = !options_.types.empty();
      return fit_key_columns(options_.types.size());
    }
    if (!options_.types.empty()) {
      if (options_.scenario.empty()) return "--type goes with --link or --scenario";
      if (std::string why = set_types(options_.scenario, options_.types); !why.empty()) return "--type: " + why;
    }
    if (!options_.places_records) return "";
    const RowType type = types_of(options_.scenario);
    form.typed = type.size() > 0;
    if (form.typed && options_.bytea) return "--bytea: the key has types; --type bytes says that it is bytes";
    const std::size_t named = split(options_.key_column, ',').size();
    if (options_.command == Command::sql && type.size() > 1 && named != type.size()) {
      return "--key-column: the key has " + decimal(type.size()) + " columns: NAME,NAME";
    }
    return fit_key_columns(type.size());
  }

  std::string fit_key_columns(std::size_t types) const {
    const std::size_t columns = options_.form.key_columns.size();
    if (!options_.form.typed || columns == 0 || columns == types) return "";
    return "a key of " + decimal(columns) + " columns, and " + decimal(types) + (types == 1 ? " type" : " types");
  }

  // Where to find the owner of each record.
  std::string fit_owner() {
    Form& form = options_.form;
    const bool columns = form.layout == Layout::kCsv || form.layout == Layout::kTsv;
    const bool owned = options_.command == Command::check || options_.command == Command::identify;
    if (owned && !form.fields[kOwner]) {
      if (columns || form.layout == Layout::kJson) return "--owner is missing: where is the owner of a record?";
      if (form.layout == Layout::kNul) return std::string(command_.name) + " does not read --null";
      form.fields[kOwner].emplace().number = 2;
    }
    return "";
  }

  const CommandInfo& command_;
  Options& options_;
  Given given_;
  std::vector<option> longs_;
  std::string letters_;
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
  options.stream.progress = true;
  Reader reader(*command, options);
  const std::string error = reader.read(count - 1, words + 1);
  if (!error.empty()) return {{}, "", std::string(name) + ": " + error};
  if (reader.wants_help()) return {{}, help(*command), ""};
  return {std::move(options), "", ""};
}

}  // namespace reshard::command

#include "core/bindings/command/help.h"

namespace reshard::command {
namespace {

constexpr std::string_view kExamples = R"TEXT(Examples:
  reshard place -l 'v=1&nodes=5&vnodes=200' keys.txt > owners.csv
  reshard moved -l "$(cat link)" --column user_id users.csv.gz > moving.csv
  psql -c 'COPY t (id) TO STDOUT' | reshard counts -l 'v=1&nodes=5&log=+node-5' --tsv
  reshard check -l 'v=1&nodes=5' --column id --owner shard rows.csv || echo 'a row is in the wrong place'
)TEXT";

constexpr std::string_view kProfileHelp =
    R"TEXT(Files are CSV, unless --tsv or --json-lines is given; their first record names the columns, unless --columns
does or every COLUMN is a number. Files that gzip packed are unpacked. No file, or -, is the standard input. A row
without a value (an empty field, NULL) has no key. Rows are read once, in constant memory: where different values do not
fit, they are estimated.

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
    R"(Exit status: 0 done; 1 check or diff found a difference; 2 the call or the scenario is wrong;
3 a record was refused, or --strict found a line that was skipped; 4 something cannot be read or written; 141 nobody reads the output any more.
)";

std::string padded(std::string text, std::size_t width) {
  return text.append(text.size() < width ? width - text.size() : 1, ' ');
}

// "  -c, --column N|NAME", padded.
std::string left_of(const OptionInfo& option) {
  std::string left = option.letter == 0 ? "      --" : std::string("  -") + option.letter + ", --";
  left.append(option.name);
  if (option.argument != nullptr) left.append(" ").append(option.argument);
  return padded(std::move(left), 42);
}

}  // namespace

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
    text.append(left_of(option)).append(option.words).append("\n");
  }
  if (command.id == Command::profile) text.append("\n").append(kProfileHelp);
  if (command.takes(Category::keys)) {
    text +=
        "\n"
        "Without --null, --column, --tsv or --key each line is a key, whatever bytes it has. Files that gzip packed are\n"
        "unpacked. No file, or -, is the standard input. Keys have 1 to 4096 bytes.\n";
  }
  return text.append("\n").append(kExits);
}

}  // namespace reshard::command

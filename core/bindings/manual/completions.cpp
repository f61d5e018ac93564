// The parts of the completions for bash and zsh.
#include <algorithm>

#include "core/bindings/command/option_rows.h"
#include "core/bindings/manual/parts.h"

namespace reshard::command {
namespace {

constexpr std::string_view kFile = "FILE";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

std::string quoted(std::string_view text) { return "'" + replaced(std::string(text), "'", "'\\''") + "'"; }

std::string long_name(const OptionInfo& option) { return std::string("--") + option.name; }
std::string short_name(const OptionInfo& option) { return std::string("-") + option.letter; }

// Whether the name of the value lists all values: before|after.
bool is_choice(std::string_view argument) {
  return argument.find('|') != argument.npos &&
         std::all_of(argument.begin(), argument.end(), [](char c) { return c == '|' || (c >= 'a' && c <= 'z'); });
}

// What the options of a command are completed with in bash, for one of its categories.
std::string bash_words(Category category) {
  std::string text;
  for (const OptionInfo& option : kOptions) {
    if (option.category != category) continue;
    std::string value;
    if (option.argument != nullptr) {
      const std::string_view argument = option.argument;
      value = is_choice(argument) ? "=" + quoted(argument) : argument == kFile ? "=FILE" : "=";
    }
    text += (text.empty() ? "" : " ") + long_name(option) + value;
    if (option.letter != 0) text += " " + short_name(option) + value;
  }
  return text;
}

// What fits beside a name: without what is behind a semicolon or in brackets at the end, which --help and the manual
// page have.
std::string_view summary(std::string_view words) {
  return words.substr(0, std::min(words.find("; "), words.find(" (")));
}

// What zsh does with the value of an option, and what it calls it.
std::string zsh_value(std::string_view argument) {
  const std::string name = replaced(std::string(argument), ":", "\\:");
  const std::string choice = "(" + replaced(std::string(argument), "|", " ") + ")";
  return ":" + name + ":" + (argument == kFile ? "_files" : is_choice(argument) ? choice : " ");
}

// An option as _arguments takes it: '(-l --link)'{-l+,--link=}'[the scenario]:LINK: '.
std::string zsh_option(const OptionInfo& option) {
  std::string words = replaced(std::string(summary(option.words)), "\\", "\\\\");
  words = "[" + replaced(replaced(std::move(words), "[", "\\["), "]", "\\]") + "]";
  std::string name = long_name(option), letter = short_name(option);
  const std::string either = "(" + letter + " " + name + ")";
  if (option.argument != nullptr) {
    words += zsh_value(option.argument);
    name += "=";  // the value may follow it, or be the next word
    letter += "+";
  }
  const std::string many = option.repeats ? "*" : "";
  if (option.letter == 0) return quoted(many + name + words);
  return quoted(option.repeats ? many : either) + "{" + letter + "," + name + "}" + quoted(words);
}

}  // namespace

std::string bash_commands() {
  std::string text = "   ";
  for (const CommandInfo& command : kCommands) text.append(" ").append(command.name);
  return text + "\n";
}

std::string bash_takes() {
  std::string text;
  for (const CommandInfo& command : kCommands) {
    text.append("    ").append(command.name).append(")\n      takes=(\n");
    if (command.takes_files()) text.append("        ").append(kFile).append("\n");
    for (const CategoryInfo& category : kCategories) {
      if (command.takes(category.id)) text.append("        ").append(bash_words(category.id)).append("\n");
    }
    text += "      ) ;;\n";
  }
  return text;
}

std::string zsh_commands() {
  std::string text;
  for (const CommandInfo& command : kCommands) {
    text += "  " + quoted(std::string(command.name) + ":" + std::string(summary(command.words))) + "\n";
  }
  return text;
}

std::string zsh_takes() {
  std::string text;
  for (const CommandInfo& command : kCommands) {
    text.append("      (").append(command.name).append(")\n        _arguments -s -S");
    for (const OptionInfo& option : kOptions) {
      if (option.is_of(command)) text += " \\\n          " + zsh_option(option);
    }
    if (command.takes_files()) {
      text += " \\\n          '*:FILE:_files'";
    } else if (!command.operands.empty()) {
      text += " \\\n          " + quoted("*:" + std::string(command.operands) + ": ");
    }
    text += " ;;\n";
  }
  return text;
}

}  // namespace reshard::command

// The parts of the manual page, in the language of troff's macros for such pages.
#include <algorithm>
#include <vector>

#include "core/bindings/command/option_rows.h"
#include "core/bindings/manual/parts.h"

namespace reshard::command {
namespace {

// A hyphen that may be copied into a shell, and signs that troff would draw as others.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '~': result += "\\(ti"; break;
      case '^': result += "\\(ha"; break;
      case '`': result += "\\(ga"; break;
      default: result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

// A row's words as a sentence, on a line of its own.
std::string sentence(std::string_view words) {
  std::string text = escaped(words);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (text[0] == '.' || text[0] == '\'') text.insert(0, "\\&");  // no request
  return text + ".\n";
}

// "Taken by place, moved and counts."
std::string takers(Category category) {
  std::vector<std::string> names;
  for (const CommandInfo& command : kCommands) {
    if (command.takes(category)) names.push_back(bold(command.name));
  }
  if (names.size() == kCommands.size()) return "Taken by every command.\n";
  std::string text = "Taken by ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text + ".\n";
}

std::string entry(const OptionInfo& option) {
  std::string text = ".TP\n";
  if (option.letter != 0) text += bold(std::string("-") + option.letter) + ", ";
  text += bold(std::string("--") + option.name);
  if (option.argument != nullptr) text += " " + italic(option.argument);
  return text + "\n" + sentence(option.words);
}

}  // namespace

std::string manual_commands() {
  std::string text;
  for (const CommandInfo& command : kCommands) {
    text += ".TP\n" + bold(command.name);
    if (!command.operands.empty()) text += " " + italic(command.operands);
    text += "\n" + sentence(command.words);
  }
  return text;
}

std::string manual_options() {
  std::string text;
  for (const CategoryInfo& category : kCategories) {
    text += ".SS " + escaped(category.title) + "\n" + takers(category.id);
    for (const OptionInfo& option : kOptions) {
      if (option.category == category.id) text += entry(option);
    }
  }
  return text;
}

}  // namespace reshard::command

// reshard_manual TEMPLATE RESULT: fills in a template of core/bindings/share, so that the manual page and the
// completions say of commands and options what their rows say.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>

#include "core/bindings/manual/parts.h"

namespace {

using namespace reshard::command;

struct Part {
  std::string_view line;  ///< of the template
  std::string (*text)();  ///< what stands there instead
};
constexpr Part kParts[] = {
    {"@MANUAL_COMMANDS@", manual_commands}, {"@MANUAL_OPTIONS@", manual_options}, {"@BASH_COMMANDS@", bash_commands},
    {"@BASH_TAKES@", bash_takes},           {"@ZSH_COMMANDS@", zsh_commands},     {"@ZSH_TAKES@", zsh_takes},
};

// Returns whether all lines that ask for a part name one.
bool fill(std::istream& from, std::ostream& to) {
  for (std::string line; std::getline(from, line);) {
    const auto part =
        std::find_if(std::begin(kParts), std::end(kParts), [&](const Part& each) { return each.line == line; });
    if (part != std::end(kParts)) {
      to << part->text();
    } else if (line.starts_with('@')) {
      std::cerr << "reshard_manual: there is no part " << line << "\n";
      return false;
    } else {
      to << line << "\n";
    }
  }
  return true;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    std::cerr << "usage: reshard_manual TEMPLATE RESULT\n";
    return 2;
  }
  std::ifstream from(words[1]);
  std::ofstream to(words[2]);
  if (!from || !to) {
    std::cerr << "reshard_manual: cannot read " << words[1] << " or write " << words[2] << "\n";
    return 2;
  }
  if (!fill(from, to)) return 2;
  to.close();
  return to ? 0 : 2;
}

// The command `reshard`: core/bindings/README.md says what it does.
#include <cstdio>

#include "core/bindings/command/commands.h"

namespace {

using namespace reshard::command;

int run(Options& options) {
  switch (options.command) {
#define COMMAND(id, ...) \
  case Command::id:      \
    return id(options);
#include "core/bindings/command/commands.def"
#undef COMMAND
  }
  return kExitUsage;
}

}  // namespace

int main(int count, char** words) {
  Parsed parsed = parse_options(count, words);
  if (parsed.options) return run(*parsed.options);
  if (parsed.error.empty()) return answer(parsed.out);
  complain(parsed.error);
  return kExitUsage;
}

// The command `reshard`: see core/bindings/README.md.
#include <new>

#include "core/bindings/command/commands.h"
#include "core/bindings/command/key_table.h"

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
  std::set_new_handler([] { give_up("out of memory", kExitSystem); });
  Parsed parsed = parse_options(count, words);
  if (parsed.options) {
    if (const std::string why = written_over(*parsed.options); !why.empty()) {
      complain(why);
      return kExitUsage;
    }
    const int status = know_all_keys(*parsed.options);
    return status == 0 ? run(*parsed.options) : status;
  }
  if (parsed.error.empty()) return answer(parsed.out);
  complain(parsed.error);
  return kExitUsage;
}

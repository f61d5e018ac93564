// read and diff: the page's scripts read placements and compare them, and only the npm package has them.
#include "core/bindings/command/commands.h"
#include "core/bindings/command/output.h"

namespace reshard::command {

int read(const Options&) {
  complain("read is a command of the npm package only: npx reshard read FILE");
  return kExitUsage;
}

int diff(const Options&) {
  complain("diff is a command of the npm package only: npx reshard diff FILE FILE");
  return kExitUsage;
}

}  // namespace reshard::command

#pragma once

#include <string>

#include "core/bindings/command/option_rows.h"

namespace reshard::command {

/// What `reshard --help` prints: the commands.
std::string help();

/// What `reshard COMMAND --help` prints: its options.
std::string help(const CommandInfo& command);

}  // namespace reshard::command

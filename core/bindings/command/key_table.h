#pragma once

#include "core/bindings/command/commands.h"

namespace reshard::command {

/// Where the strategy needs all keys: reads the table that was saved, or the records once before the command itself does, and
/// saves a table where that is asked for. Elsewhere it does nothing. 0, or the exit status, and has said what was wrong.
int know_all_keys(Options& options);

}  // namespace reshard::command

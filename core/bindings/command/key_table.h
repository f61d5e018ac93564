#pragma once

#include "core/bindings/command/commands.h"

namespace reshard::command {

/// If the strategy needs all keys: reads the saved table, or reads the records once before the command itself does, and
/// saves a table if asked to. Otherwise does nothing. Returns 0, or the exit status after reporting the error.
int know_all_keys(Options& options);

}  // namespace reshard::command

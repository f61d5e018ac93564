#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/bindings/command/options.h"

namespace reshard::command {

/// What has been read of a command line so far.
struct Given {
  const CommandInfo& command;
  Options& options;
  std::optional<Layout> layout = {};  ///< that an option asks for
  bool wants_help = false;
};

/// Puts the value of an option, one of kOptions, where its row says; an option without a value gets an empty one.
/// Returns why it is refused; empty if it is not.
std::string put(Given& given, const OptionInfo& option, std::string_view value);

}  // namespace reshard::command

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/bindings/command/stream.h"
#include "core/bindings/router.h"

namespace reshard::command {

/// The commands, in the order of the help.
enum class Command : std::uint8_t {
#define COMMAND(id, ...) id,
#include "core/bindings/command/commands.def"
#undef COMMAND
};

/// What was asked for.
struct Options {
  Command command = {};
  std::vector<std::string> words;  ///< files, or keys of explain
  std::string scenario;            ///< a link or JSON; empty: none was given
  Moment moment = Moment::kAfter;
  Form form;
  bool gzip = true, json = false;
  std::string table, key_column;  ///< of sql
  bool bytea = false;
  bool row_binary = false, moves = false;  ///< of serve
  std::string added = "owner";             ///< the column or field that place adds
  std::string move;                        ///< of plan; empty: the link's
  std::uint64_t keys = 0;                  ///< of plan: how many there are in all; 0: as many as are read
  StreamOptions stream;
};

/// What main() has to do: go on with the options, or print and end.
struct Parsed {
  std::optional<Options> options;
  std::string out, error;  ///< --help and the like; why it was refused
};
Parsed parse_options(int count, char** words);

}  // namespace reshard::command

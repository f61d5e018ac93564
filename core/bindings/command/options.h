#pragma once

#include <array>
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

/// All keys and their owners, where the strategy needs all; none at a moment that is not asked about.
struct AllKeys {
  std::shared_ptr<const KnownKeys> keys;
  std::array<std::vector<std::uint32_t>, 2> owners;  ///< by Moment

  std::vector<std::uint32_t>& of(Moment moment) { return owners[static_cast<std::size_t>(moment)]; }
  const std::vector<std::uint32_t>& of(Moment moment) const { return owners[static_cast<std::size_t>(moment)]; }
};

/// Of profile: what is asked, beside the files and the scenario.
struct ProfileOptions {
  std::string spec, queries, table, time, columns, world;  ///< empty: not given
  std::vector<std::string> candidates, by_hand, unique;
  std::optional<std::uint64_t> shards, rows, seed;
  bool json_lines = false, verdict = false;
};

/// What was asked for.
struct Options {
  Command command = {};
  std::vector<std::string> words;  ///< files, or keys of explain
  std::string scenario;            ///< a link or JSON; empty: none was given
  std::string scenario_file;       ///< that it was read from
  bool places_records = false;     ///< under that scenario
  Moment moment = Moment::kAfter;
  Form form;
  bool gzip = true, json = false;
  std::string table, key_column;       ///< of sql
  std::string table_file, save_table;  ///< of all keys
  std::optional<AllKeys> all;          ///< see know_all_keys()
  bool bytea = false;
  bool row_binary = false, moves = false;  ///< of serve
  std::string added = "owner";             ///< the column or field that place adds
  std::string move;                        ///< of plan; empty: the link's
  std::uint64_t keys = 0;                  ///< of plan: how many there are in all; 0: as many as are read
  ProfileOptions profile;
  StreamOptions stream;

  /// place and moved write an object a record instead of the record with what is added to it.
  bool writes_objects() const { return json && form.layout != Layout::kJson; }
};

/// What main() has to do: go on with the options, or print and end.
struct Parsed {
  std::optional<Options> options;
  std::string out, error;  ///< --help and the like; why it was refused
};
Parsed parse_options(int count, char** words);

}  // namespace reshard::command

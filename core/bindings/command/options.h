#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/bindings/command/changes.h"
#include "core/bindings/command/option_rows.h"
#include "core/bindings/command/stream.h"
#include "core/bindings/router.h"

namespace reshard::command {

/// All keys and their owners, if the strategy needs all; no owners at a moment that is not needed.
struct AllKeys {
  std::shared_ptr<const KnownKeys> keys;
  std::array<std::vector<std::uint32_t>, 2> owners;  ///< by Moment

  std::vector<std::uint32_t>& of(Moment moment) { return owners[static_cast<std::size_t>(moment)]; }
  const std::vector<std::uint32_t>& of(Moment moment) const { return owners[static_cast<std::size_t>(moment)]; }
};

/// Options of profile, besides the files and the scenario.
struct ProfileOptions {
  std::string spec, queries, table, time, columns, world;  ///< empty: not given
  std::vector<std::string> candidates, by_hand, unique;
  std::optional<std::uint64_t> shards, rows, seed;
  bool json_lines = false, verdict = false;
};

/// Options of rebalance.
struct RebalanceOptions {
  std::string problem;
  std::optional<std::uint64_t> seed, steps;
};

/// Options of read and diff, which only the npm package has; read.mjs and diff.mjs of core/bindings/node read them there.
struct PastedOptions {
  std::string choose, system, write, address;  ///< empty: not given
  std::string keys, rate, at_once;             ///< of diff
  bool strict = false, markdown = false, diff = false;
};

/// Options of rebalance for a pasted placement, which only the npm package reads: rebalance.mjs of core/bindings/node.
struct EvenedOptions {
  std::string by, limit, least, zones, per_move, copies, rate, window, throttle, theirs;  ///< empty: not given
  std::vector<std::string> also, drain, add, pin, force, weights, disks;
  bool all = false, check = false, commands = false, back = false, runbook = false, tools = false;
};

/// What the command line asks for.
struct Options {
  Command command = {};
  std::vector<std::string> words;  ///< files, or the keys for explain
  std::string scenario;            ///< a link or JSON; empty: none was given
  std::string scenario_file;       ///< the file it was read from
  std::vector<Change> changes;     ///< to that scenario, in their order
  std::vector<ColumnType> types;   ///< of the key's columns; empty: what the scenario says
  bool reads_files = false;        ///< `words` are files
  bool places_records = false;     ///< the command places records under that scenario
  Moment moment = Moment::kAfter;
  Form form;
  bool gzip = true, json = false;
  std::string table, key_column;       ///< for sql
  std::string table_file, save_table;  ///< tables of all keys
  std::optional<AllKeys> all;          ///< see know_all_keys()
  bool bytea = false;
  bool row_binary = false, moves = false;  ///< for serve
  std::string added = "owner";             ///< the column or field that place adds
  std::string move;                        ///< for plan; empty: that of the link
  std::uint64_t keys = 0;                  ///< for plan: the number of all keys; 0: as many as are read
  ProfileOptions profile;
  PastedOptions pasted;
  RebalanceOptions rebalance;
  EvenedOptions evened;
  StreamOptions stream;

  /// Whether place and moved write one object per record, instead of the record with additions.
  bool writes_objects() const { return json && form.layout != Layout::kJson; }
};

/// What main() has to do: run with the options, or print and exit.
struct Parsed {
  std::optional<Options> options;
  std::string out, error;  ///< text of --help and the like; why the options were refused
};

/// Reads the words of the command line: a command, its options and operands.
Parsed parse_options(int count, char** words);

}  // namespace reshard::command

// What a command writes must not be what it reads: opening a file to write empties it, and a file that grows while it is
// read has no end.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "core/bindings/command/commands.h"

namespace reshard::command {
namespace {

constexpr const char* kStandardOutput = "standard output";

/// A file that a command reads or writes: its name, or the standard stream's.
struct Named {
  std::string name;
  int stream = -1;  ///< the standard stream that it is; -1: none

  std::string text() const { return stream == STDIN_FILENO ? "standard input" : name; }

  /// What is behind it, if there is something, and it is a plain file: pipes, terminals and devices keep what they have.
  std::optional<struct stat> plain_file() const {
    struct stat found {};
#ifdef __EMSCRIPTEN__  // which takes any standard stream for a terminal; the system's name for it tells more
    const char* path = stream == STDIN_FILENO ? "/dev/stdin" : stream == STDOUT_FILENO ? "/dev/stdout" : name.c_str();
    const bool is_there = ::stat(path, &found) == 0;
#else
    const bool is_there = (stream >= 0 ? ::fstat(stream, &found) : ::stat(name.c_str(), &found)) == 0;
#endif
    if (!is_there || !S_ISREG(found.st_mode)) return {};
    return found;
  }

  /// Where it will be made, if it is not there yet.
  std::filesystem::path path() const {
    std::error_code unreadable;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(name, unreadable), unreadable);
  }
};

bool same_file(const Named& one, const Named& other) {
  const auto a = one.plain_file(), b = other.plain_file();
  if (a && b) return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
  return !a && !b && one.stream < 0 && other.stream < 0 && one.path() == other.path();
}

std::vector<Named> files_read(const Options& options) {
  std::vector<Named> files;
  if (options.reads_files) {
    for (const std::string& word : options.words) files.push_back({word, word == "-" ? STDIN_FILENO : -1});
  }
  const ProfileOptions& profile = options.profile;
  for (const std::string& file :
       {options.scenario_file, options.table_file, profile.spec, profile.queries, options.rebalance.problem}) {
    if (!file.empty()) files.push_back({file, file == "-" ? STDIN_FILENO : -1});
  }
  return files;
}

}  // namespace

std::string written_over(const Options& options) {
  const Named output{kStandardOutput, STDOUT_FILENO}, rejects{options.stream.rejects}, table{options.save_table};
  for (const Named& read : files_read(options)) {
    if (same_file(output, read)) return read.text() + " is read, so standard output cannot be written over it";
    for (const Named& written : {rejects, table}) {
      if (!written.name.empty() && same_file(written, read))
        return written.name + " is read, so it cannot be written over";
    }
  }
  if (!rejects.name.empty() && same_file(rejects, output)) return "--rejects and standard output are one file";
  if (!table.name.empty() && same_file(table, output)) return "--save-table and standard output are one file";
  if (!rejects.name.empty() && !table.name.empty() && same_file(rejects, table))
    return "--rejects and --save-table are one file";
  return "";
}

}  // namespace reshard::command

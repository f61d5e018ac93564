#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// A record that is longer is taken for a quote that nobody closed.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;

/// Whole records of one file.
struct Chunk {
  std::string buffer;  ///< its first `size` bytes are the records
  std::size_t size = 0;
  const std::string* file = nullptr;
  bool begins_file = false;
  std::size_t skip = 0;  ///< of those bytes, a byte order mark and a header
  bool first_of_all = false;
  std::string broken;       ///< why the file cannot be read any further, behind these records; empty: it can
  bool unreadable = false;  ///< since the system, or gzip, could not read it

  std::string_view bytes() const { return std::string_view(buffer).substr(0, size); }
};

/// The bytes of a file as they are, or those that gzip packed.
class Source {
 public:
  virtual ~Source() = default;
  /// How many bytes were read, 0 at the end; -1 and `error`.
  virtual long read(char* to, std::size_t room, std::string& error) = 0;
};

/// Null and an error where the file cannot be opened. "-" is the standard input.
std::unique_ptr<Source> open_source(const std::string& file, bool may_be_packed, std::string& error);

/// All bytes of a file; empty, and an error that names it, where it cannot be read or has none.
std::string read_whole(const std::string& file, std::string& error);

/// Several files one after another, cut between records.
class Input {
 public:
  /// `form` gets the numbers of columns from the first header.
  Input(std::vector<std::string> files, Form& form, bool may_be_packed)
      : files_(std::move(files)), form_(form), may_be_packed_(may_be_packed) {}

  /// False when there is no more.
  bool next(Chunk& chunk);

 private:
  void begin_file(Chunk& chunk);
  void read_header(Chunk& chunk);
  void read_records(Chunk& chunk);

  std::vector<std::string> files_;
  Form& form_;
  bool may_be_packed_;
  std::string header_;
  std::size_t at_ = 0;  // the file that comes next
  std::unique_ptr<Source> source_;
  std::string begun_;  // a record whose end was not read yet
};

}  // namespace reshard::command

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// A longer record is taken for a quote that was never closed.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;

/// A longer file is no scenario, no spec and no queries: their readers refuse less.
inline constexpr std::size_t kMaxWholeBytes = std::size_t{16} << 20;

/// Complete records of one file.
struct Chunk {
  std::string buffer;  ///< its first `size` bytes are the records
  std::size_t size = 0;
  const std::string* file = nullptr;
  bool begins_file = false;
  std::size_t skip = 0;  ///< the size of a byte order mark and a header at the front
  bool first_of_all = false;
  std::string broken;       ///< why the file cannot be read beyond these records; empty: it can
  bool unreadable = false;  ///< because the system, or gzip, could not read it

  std::string_view bytes() const { return std::string_view(buffer).substr(0, size); }
};

/// The bytes of a file, as they are or unpacked by gzip.
class Source {
 public:
  virtual ~Source() = default;
  /// The number of bytes read, 0 at the end; -1 and `error` on failure.
  virtual long read(char* to, std::size_t room, std::string& error) = 0;
};

/// Null, with an error, if the file cannot be opened. "-" is standard input.
std::unique_ptr<Source> open_source(const std::string& file, bool may_be_packed, std::string& error);

/// All bytes of a file; empty, with an error that names it, if it cannot be read, is empty, or has more than
/// `most`.
std::string read_whole(const std::string& file, std::string& error, std::size_t most = kMaxWholeBytes);

/// Several files one after another, split between records.
class Input {
 public:
  /// Sets the column numbers in `form` from the first header.
  Input(std::vector<std::string> files, Form& form, bool may_be_packed)
      : files_(std::move(files)), form_(form), may_be_packed_(may_be_packed) {}

  /// False if there is no more.
  bool next(Chunk& chunk);

 private:
  void begin_file(Chunk& chunk);
  void read_header(Chunk& chunk);
  void read_records(Chunk& chunk);

  std::vector<std::string> files_;
  Form& form_;
  bool may_be_packed_;
  std::string header_;
  std::size_t at_ = 0;  // the next file
  std::unique_ptr<Source> source_;
  std::string begun_;  // a record that has not been read to its end
};

}  // namespace reshard::command

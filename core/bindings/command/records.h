#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace reshard::command {

/// How records stand one after another, and how fields stand in one.
enum class Layout : std::uint8_t {
  kLines,  ///< a key a line; LF or CR LF ends it
  kNul,    ///< a key, then a zero byte
  kCsv,    ///< RFC 4180: fields may stand in quotes, with line ends and doubled quotes in them
  kTsv,    ///< as COPY of PostgreSQL and TabSeparated of ClickHouse write it: \t, \n, \\ and the like inside a field
  kJson,   ///< an object a line
};

/// A column by its number, from 1, or by its name in the header; of JSON the members on the way to it.
struct Field {
  std::size_t number = 0;  ///< 0: by name
  std::string name;
  std::vector<std::string> path;
};

/// What is wrong with a record, and where in it: "column 3", "byte 17"; the line is known to who reads the file.
struct Fault {
  std::string where, what;
};

/// What a command reads of each record: the key first. An owner that is NULL is read as empty: nobody has the key. A command
/// that reads whole rows has no such fields (rows.h).
enum Wanted : std::size_t { kKey, kOwner, kBytes, kRequests };
inline constexpr std::size_t kMostWanted = 4;

struct Form {
  Layout layout = Layout::kLines;
  char delimiter = ',';
  bool header = false;  ///< the first record of each file names the columns
  std::array<std::optional<Field>, kMostWanted> fields = {};
  std::vector<std::string> added = {};  ///< columns or members that will be, so must not be there yet
  std::vector<std::string> names = {};  ///< of all columns, once a header was read

  /// Where it is set: asked once, with the first records of all, before anybody works on them. What is wrong, if anything is.
  std::function<std::optional<Fault>(std::string_view records)> settle = {};

  bool wants(Wanted which) const { return which == kKey || fields[which].has_value(); }
  char end() const { return layout == Layout::kNul ? '\0' : '\n'; }
};

struct Record {
  std::string_view bytes;                            ///< all of it, without what ends it
  std::string_view end;                              ///< LF, CR LF, a zero byte, or nothing at the end of a file
  std::array<std::string_view, kMostWanted> values;  ///< decoded
  std::uint64_t line = 0;                            ///< on which it begins, from 1
  std::optional<Fault> fault;
};

/// How many of the bytes are whole records; those before them must have been, too.
std::size_t whole_records(const Form& form, std::string_view bytes);

/// A field of TSV without its escapes, in `room` where it has any; nothing where one of them is not known.
std::optional<std::string_view> unescaped(std::string_view field, std::string& room);

/// The columns of a header by name: fields get numbers. Error where there is no such column, or it is there twice.
std::optional<Fault> find_columns(Form& form, std::string_view header);

/// The records of some bytes, one after another.
class Records {
 public:
  /// `rooms` is for values that do not stand in the bytes as they are: those of rooms.size() / kMostWanted records live.
  Records(const Form& form, std::string_view bytes, std::uint64_t line, std::span<std::string> rooms)
      : form_(form), rest_(bytes), line_(line), rooms_(rooms) {}

  bool next(Record& record);
  std::uint64_t line() const { return line_; }  ///< of what comes next

 private:
  void take(Record& record, std::size_t size, std::size_t end);
  void read_csv(Record& record);
  void read_tsv(Record& record);
  void read_json(Record& record);
  void read_pair(Record& record);
  std::string& room(std::size_t which) { return rooms_[(at_ * kMostWanted + which) % rooms_.size()]; }

  const Form& form_;
  std::string_view rest_;
  std::uint64_t line_;
  std::size_t at_ = 0;
  std::span<std::string> rooms_;
};

}  // namespace reshard::command

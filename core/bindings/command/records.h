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
#include "core/model/row.h"

namespace reshard::command {

/// How records are separated, and fields within a record.
enum class Layout : std::uint8_t {
  kLines,  ///< one key per line, which ends in LF or CR LF
  kNul,    ///< a key, then a zero byte
  kCsv,    ///< RFC 4180: fields may be quoted, and then contain line ends and doubled quotes
  kTsv,    ///< as COPY in PostgreSQL and TabSeparated in ClickHouse: \t, \n, \\ and the like inside a field
  kJson,   ///< one object per line
};

/// A column by its number, from 1, or by its name in the header; for JSON, the names on the path to a member.
struct Field {
  std::size_t number = 0;  ///< 0: by name
  std::string name;
  std::vector<std::string> path;
};

/// What is wrong with a record, and where in it: "column 3", "byte 17"; the reader of the file knows the line.
struct Fault {
  std::string where, what;
};

/// What a command reads of each record: the key first. An owner of NULL is read as empty: nobody has the key. A command
/// that reads whole rows does not use these fields (rows.h).
enum Wanted : std::size_t { kKey, kOwner, kBytes, kRequests };
inline constexpr std::size_t kMostWanted = 4;

struct Form {
  Layout layout = Layout::kLines;
  char delimiter = ',';
  bool header = false;  ///< the first record of each file names the columns
  std::array<std::optional<Field>, kMostWanted> fields = {};

  /// Where a key is made of several columns or members: these, with a TAB between their values. The field of the key is
  /// then their names together: one column may be called so.
  std::vector<Field> key_columns = {};

  /// Keys are read as values of types: NULL is a value, written \N (row.h).
  bool typed = false;

  std::vector<std::string> added = {};  ///< columns or members that the command adds, so the record must not have them
  std::vector<std::string> names = {};  ///< of all columns, once a header has been read

  /// If set: called once with the first records, before any work on them. Returns what is wrong, if anything.
  std::function<std::optional<Fault>(std::string_view records)> settle = {};

  /// Whether a key has to be put together: several columns, or one that may be NULL.
  bool joins_key() const { return fields[kKey].has_value() && (typed || !key_columns.empty()); }
  std::span<const Field> keys() const {
    return key_columns.empty() ? std::span(&*fields[kKey], 1) : std::span(key_columns);
  }
  bool wants(Wanted which) const { return which == kKey || fields[which].has_value(); }
  char end() const { return layout == Layout::kNul ? '\0' : '\n'; }
};

struct Record {
  std::string_view bytes;                            ///< the whole record, without its end
  std::string_view end;                              ///< LF, CR LF, a zero byte, or nothing at the end of a file
  std::array<std::string_view, kMostWanted> values;  ///< decoded
  std::uint64_t line = 0;                            ///< where it begins, counting from 1
  std::optional<Fault> fault;
};

/// How many of the bytes are complete records. The bytes before them must have been complete records, too.
std::size_t whole_records(const Form& form, std::string_view bytes);

/// A TSV field, unescaped into `room` if necessary; nothing if an escape is unknown.
std::optional<std::string_view> unescaped(std::string_view field, std::string& room);

/// Finds columns by name in a header, and gives the fields their numbers. Error if a column is missing or there twice.
std::optional<Fault> find_columns(Form& form, std::string_view header);

/// Reads the records in some bytes, one after another.
class Records {
 public:
  /// `rooms` is for decoded values that differ from the bytes: those of the last rooms.size() / kMostWanted records
  /// stay valid.
  Records(const Form& form, std::string_view bytes, std::uint64_t line, std::span<std::string> rooms)
      : form_(form), rest_(bytes), line_(line), rooms_(rooms) {}

  bool next(Record& record);
  std::uint64_t line() const { return line_; }  ///< of the next record

 private:
  void take(Record& record, std::size_t size, std::size_t end);
  /// A column of a key that is put together.
  struct KeyPart {
    std::string_view value = {};
    bool found = false, null = false;
  };
  using KeyParts = std::array<KeyPart, kMaxKeyColumns>;

  bool is_plain(std::size_t which, std::size_t column) const;
  template <typename Read>
  void note_key_parts(KeyParts& parts, std::size_t column, Read read);
  void join_key(Record& record, const KeyParts& parts);
  void check_found(Record& record, const std::array<bool, kMostWanted>& found, const KeyParts& parts) const;
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
  std::array<std::string, kMaxKeyColumns> parts_;  // values of key columns that differ from the bytes
};

}  // namespace reshard::command

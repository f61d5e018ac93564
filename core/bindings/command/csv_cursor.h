#pragma once

#include <cstring>
#include <string>
#include <string_view>

namespace reshard::command {

/// The first position of the byte; the size of the text if it is not there.
inline std::size_t find(std::string_view text, char c) {
  const void* at = text.empty() ? nullptr : std::memchr(text.data(), c, text.size());
  return at == nullptr ? text.size() : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

/// One field of a CSV record, raw: its text may still have to be unquoted.
struct CsvField {
  std::string_view raw = {};  ///< between the quotes, or the whole field
  bool doubled = false;       ///< quotes in it are doubled
  bool quoted = false;
  const char* fault = nullptr;
};

inline constexpr const char* kOpenQuote = "a quote is opened and never closed";
inline constexpr const char* kQuoteInside = "a quote inside a field that does not begin with one";
inline constexpr const char* kBehindQuote = "text between the closing quote and the delimiter";

/// Steps through CSV field by field. After a broken field it continues at the next delimiter or line end, so that every
/// reading finds the same ends of records.
class CsvCursor {
 public:
  CsvCursor(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  /// Reads a field and moves past its delimiter or line end. After the last field of a record, record_ended() is true.
  CsvField field() {
    CsvField field;
    if (at_ < text_.size() && text_[at_] == '"') return quoted();
    const std::size_t begin = at_;
    bool quote = false;
    while (at_ < text_.size() && text_[at_] != delimiter_ && text_[at_] != '\n') quote |= text_[at_++] == '"';
    field.raw = text_.substr(begin, at_ - begin);
    if (quote) field.fault = kQuoteInside;
    end_field();
    // The CR of a line end is not part of the field.
    if (ended_ && field.raw.ends_with('\r')) field.raw.remove_suffix(1);
    return field;
  }

  bool record_ended() const { return ended_; }  ///< at a line end or the end of the text
  bool open() const { return open_; }           ///< the text ended within quotes
  bool whole() const { return whole_; }         ///< at a line end
  std::size_t at() const { return at_; }
  bool done() const { return at_ == text_.size(); }

 private:
  CsvField quoted() {
    CsvField field{.quoted = true};
    const std::size_t begin = ++at_;
    for (;;) {
      at_ += find(text_.substr(at_), '"');
      if (at_ == text_.size()) {
        open_ = ended_ = true;
        whole_ = false;
        return {text_.substr(begin), false, true, kOpenQuote};
      }
      if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
      field.doubled = true;
      at_ += 2;
    }
    field.raw = text_.substr(begin, at_++ - begin);
    const std::size_t behind = at_;
    while (at_ < text_.size() && text_[at_] != delimiter_ && text_[at_] != '\n') ++at_;
    const std::string_view left = text_.substr(behind, at_ - behind);
    end_field();
    if (!left.empty() && !(ended_ && left == "\r")) field.fault = kBehindQuote;
    return field;
  }

  void end_field() {
    whole_ = at_ < text_.size() && text_[at_] == '\n';
    ended_ = whole_ || at_ == text_.size();
    if (at_ < text_.size()) ++at_;
  }

  std::string_view text_;
  char delimiter_;
  std::size_t at_ = 0;
  bool ended_ = false, open_ = false, whole_ = false;
};

/// The field's text, unquoted into `room` if it has doubled quotes.
inline std::string_view unquoted(const CsvField& field, std::string& room) {
  if (!field.doubled) return field.raw;
  room.clear();
  for (std::size_t i = 0; i < field.raw.size(); ++i) {
    room += field.raw[i];
    if (field.raw[i] == '"') ++i;
  }
  return room;
}

}  // namespace reshard::command

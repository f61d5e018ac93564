#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace reshard::command {

/// Text that grows; appending is a plain copy.
class Buffer {
 public:
  void append(std::string_view text) {
    reserve(text.size());
    append_reserved(text);
  }

  /// Makes room for this many more bytes, which append_reserved() requires.
  void reserve(std::size_t more) {
    if (size_ + more > capacity_) grow(more);
  }
  void append_reserved(std::string_view text) {
    if (text.empty()) return;  // its data() may be null
    std::memcpy(data_.get() + size_, text.data(), text.size());
    size_ += text.size();
  }

  void clear() { size_ = 0; }
  std::string_view text() const { return {data_.get(), size_}; }

 private:
  void grow(std::size_t more);

  std::unique_ptr<char[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

/// Reports an error on standard error.
void complain(std::string_view text);

/// Reports an error, if there is one, and ends the program at once, whatever other threads are waiting for.
[[noreturn]] void give_up(std::string_view text, int status);

/// Writes all of it. On failure returns false and the reason, which is empty if the reader has gone.
bool write_all(int file, std::string_view text, std::string& why);

/// A name as a CSV field: quoted if it has a delimiter, a quote or a line end.
std::string csv_field(std::string_view text, char delimiter);
std::string tsv_field(std::string_view text);  ///< escapes what would end a field or a line
std::string json_text(std::string_view text);  ///< with its quotes

}  // namespace reshard::command

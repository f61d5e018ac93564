#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace reshard::command {

/// Text that grows; appending costs a copy and no more.
class Buffer {
 public:
  void append(std::string_view text) {
    reserve(text.size());
    append_reserved(text);
  }

  /// Room for so many bytes more, which append_reserved() takes for granted.
  void reserve(std::size_t more) {
    if (size_ + more > capacity_) grow(more);
  }
  void append_reserved(std::string_view text) {
    if (text.empty()) return;  // of which data() may be null
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

/// Tells on the standard error what was wrong.
void complain(std::string_view text);

/// Does so, where there is something to tell, and ends the program at once, whatever other threads wait for.
[[noreturn]] void give_up(std::string_view text, int status);

/// Writes all of it. False and the reason where that is not possible; no reason where nobody reads any more.
bool write_all(int file, std::string_view text, std::string& why);

/// A name as CSV has it: in quotes where it holds the delimiter, a quote or a line end.
std::string csv_field(std::string_view text, char delimiter);
std::string tsv_field(std::string_view text);  ///< with escapes for what ends a field or a line
std::string json_text(std::string_view text);  ///< in quotes

}  // namespace reshard::command

#include "core/bindings/command/output.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "core/scenario/json_reader.h"

namespace reshard::command {

void Buffer::grow(std::size_t more) {
  capacity_ = std::max(size_ + more, 2 * capacity_);
  std::unique_ptr<char[]> larger(new char[capacity_]);
  if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_);
  data_ = std::move(larger);
}

void complain(std::string_view text) {
  std::fprintf(stderr, "reshard: %.*s\n", static_cast<int>(text.size()), text.data());
}

void give_up(std::string_view text, int status) {
  if (!text.empty()) complain(text);
  std::_Exit(status);
}

bool write_all(int file, std::string_view text, std::string& why) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      why = errno == EPIPE ? "" : std::strerror(errno);
      return false;
    }
  }
  return true;
}

std::string csv_field(std::string_view text, char delimiter) {
  const char special[] = {delimiter, '"', '\r', '\n'};
  if (text.find_first_of(std::string_view(special, sizeof special)) == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string tsv_field(std::string_view text) {
  constexpr std::string_view kBytes("\\\t\n\r\0", 5), kLetters = "\\tnr0";
  std::string escaped;
  for (const char c : text) {
    const std::size_t which = kBytes.find(c);
    which == kBytes.npos ? escaped += c : (escaped += '\\') += kLetters[which];
  }
  return escaped;
}

std::string json_text(std::string_view text) { return to_text(Json(std::string(text))); }

}  // namespace reshard::command

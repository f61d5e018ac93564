#include "core/placement/systems/python_repr.h"

namespace reshard {
namespace {

void append_escaped(std::string& out, unsigned char c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  switch (c) {
    case '\t': out += "\\t"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    default: out.append("\\x").append(1, kDigits[c >> 4]).append(1, kDigits[c & 15]);
  }
}

}  // namespace

std::string python_repr(std::string_view text, bool bytes) {
  const bool has_quote = text.find('\'') != text.npos, has_double = text.find('"') != text.npos;
  const char quote = has_quote && !has_double ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (bytes && byte > 0x7f)) {
      append_escaped(out, byte);
    } else {
      if (c == quote || c == '\\') out += '\\';
      out += c;
    }
  }
  return out += quote;
}

}  // namespace reshard

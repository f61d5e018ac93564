#include "core/bindings/command/json_path.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace reshard::command {
namespace {

constexpr std::string_view kQuoted = "[\"";  // begins a name in quotes

bool is_control(std::string_view name, std::size_t at) {
  const auto byte = static_cast<unsigned char>(name[at]);
  if (byte < 0x20 || byte == 0x7f) return true;
  if (byte != 0xc2 || at + 1 >= name.size()) return false;
  const auto next = static_cast<unsigned char>(name[at + 1]);
  return next >= 0x80 && next < 0xa0;
}

bool is_plain(std::string_view name) {
  if (name.empty() || name.find('.') != name.npos || name.find(kQuoted) != name.npos) return false;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (is_control(name, at)) return false;
  }
  return true;
}

// The size of a text in quotes, with them; 0 if it does not end.
std::size_t quoted_size(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return 0;
}

}  // namespace

std::optional<std::vector<std::string>> json_path(std::string_view text) {
  std::vector<std::string> names;
  if (!text.starts_with('.')) return {};
  while (!text.empty()) {
    const bool dot = text.starts_with('.');
    if (dot) text.remove_prefix(1);
    if (text.starts_with(kQuoted)) {
      text.remove_prefix(1);
      const std::size_t size = quoted_size(text);
      if (size == 0 || size >= text.size() || text[size] != ']') return {};
      const auto name = nlohmann::json::parse(text.substr(0, size), nullptr, false);
      if (!name.is_string()) return {};
      names.push_back(name.get<std::string>());
      text.remove_prefix(size + 1);
    } else {
      const std::size_t end = std::min({text.find('.'), text.find(kQuoted), text.size()});
      if (!dot || end == 0) return {};
      names.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
  }
  return names;
}

std::string json_path_text(std::span<const std::string> names) {
  std::string path;
  for (const std::string& name : names) append_json_name(path, name);
  return path;
}

void append_json_name(std::string& path, std::string_view name) {
  if (is_plain(name)) {
    path.append(".").append(name);
  } else {
    if (path.empty()) path += '.';
    path.append("[").append(nlohmann::json(name).dump()).append("]");
  }
}

}  // namespace reshard::command

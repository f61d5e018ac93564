#include "tests/web/xml.h"

#include <vector>

namespace reshard::ui {
namespace {

// `at` is just after '<'. Returns the position just after '>', skipping quoted values.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  bool quoted = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == '<') return std::string_view::npos;
    if (text[at] == '>' && !quoted) return at + 1;
  }
  return std::string_view::npos;
}

bool good_references(std::string_view text) {
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    bool known = false;
    for (const std::string_view name : {"&amp;", "&lt;", "&gt;", "&quot;"}) known |= text.substr(at).starts_with(name);
    if (!known) return false;
  }
  return true;
}

}  // namespace

std::string xml_problem(std::string_view text) {
  if (!good_references(text)) return "a bare ampersand";
  std::vector<std::string_view> open;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const std::size_t end = end_of_tag(text, at + 1);
    if (end == std::string_view::npos) return "a tag without an end";
    const std::string_view tag = text.substr(at + 1, end - at - 2);
    at = end;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "</" + std::string(tag.substr(1)) + "> closes nothing";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    if (open.empty() && text.find('<', at) != std::string_view::npos) return "more than one root";
  }
  return open.empty() ? "" : "<" + std::string(open.back()) + "> stays open";
}

}  // namespace reshard::ui

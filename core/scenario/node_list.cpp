#include "core/scenario/node_list.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "core/base/text.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

struct Columns {
  std::string_view name;
  std::optional<std::string_view> weight;
};

// After a space, a weight must be a number: names may contain spaces too.
Columns columns_of(std::string_view line) {
  const std::size_t tab = line.find('\t');
  const std::size_t mark = tab != std::string_view::npos ? tab : line.find_last_of(",;");
  if (mark != std::string_view::npos) return {trimmed(line.substr(0, mark)), trimmed(line.substr(mark + 1))};
  const std::size_t at = line.rfind(' ');
  if (at == std::string_view::npos || !parse_number(line.substr(at + 1))) return {line, std::nullopt};
  return {trimmed(line.substr(0, at)), line.substr(at + 1)};
}

// Names may contain spaces, but not as rows of a table do, and not only punctuation: what a program prints about its
// nodes is no list of them.
bool is_name(std::string_view text) {
  constexpr std::size_t kMostWords = 3;
  const auto tells = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
  };
  const std::size_t spaces = static_cast<std::size_t>(std::count(text.begin(), text.end(), ' '));
  return spaces < kMostWords && text.find("  ") == std::string_view::npos &&
         std::any_of(text.begin(), text.end(), tells);
}

Result<Node> parse_line(const std::string& where, std::string_view line) {
  const Columns columns = columns_of(line);
  const bool marked = line.find('\t') != std::string_view::npos;  // as format_node_list() writes any name
  if (!marked && !columns.name.empty() && !is_name(columns.name)) {
    return Error{ErrorCode::malformed, where, {excerpt(line), "a node: a name, or a name and its weight"}};
  }
  Node node;
  if (const Status named = check_new_name(where, columns.name); !named.ok()) return named.error();
  node.name = columns.name;
  if (!columns.weight) return node;
  const auto weight = number_in(where, *columns.weight, 0, kMaxWeight);
  if (!weight.ok()) return weight.error();
  node.weight = weight.value();
  return node;
}

}  // namespace

std::string format_node_list(std::span<const Node> nodes) {
  std::string text;
  for (const Node& node : nodes) text.append(node.name).append("\t").append(short_number(node.weight)).append("\n");
  return text;
}

Result<std::vector<Node>> parse_node_list(std::string_view text) {
  std::vector<Node> nodes;
  std::map<std::string, std::size_t> line_of;
  std::size_t number = 0;
  for (const std::string_view raw : split(text, '\n')) {
    ++number;
    const std::string_view line = trimmed(raw);
    if (line.empty()) continue;
    const std::string where = "line " + decimal(number);
    auto node = parse_line(where, line);
    if (!node.ok()) return node.error();
    const auto [at, is_new] = line_of.try_emplace(node.value().name, number);
    if (!is_new) return Error{ErrorCode::repeated, where, {at->first, "line " + decimal(at->second)}};
    if (nodes.size() == kMaxNodes) {
      return Error{ErrorCode::out_of_range, where, {decimal(kMaxNodes + 1) + " nodes", "1", decimal(kMaxNodes)}};
    }
    nodes.push_back(node.take());
  }
  if (nodes.empty()) return Error{ErrorCode::empty, "nodes", {}};
  return nodes;
}

}  // namespace reshard

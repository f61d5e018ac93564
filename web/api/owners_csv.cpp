#include "web/api/owners_csv.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace reshard {
namespace {

/// Moves `at` behind digits; false if there are none.
bool pass_digits(std::string_view text, std::size_t& at) {
  const std::size_t from = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at > from;
}

/// Whether a text after its sign is a number such as 5, 5.25 or 5e-7.
bool is_number(std::string_view text) {
  std::size_t at = 0;
  bool number = pass_digits(text, at);
  if (number && text.substr(at, 1) == ".") number = pass_digits(text, ++at);
  if (number && at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (text.substr(at, 1) == "+" || text.substr(at, 1) == "-") ++at;
    number = pass_digits(text, at);
  }
  return number && at == text.size();
}

bool is_formula(std::string_view text) {
  if (text.empty() || std::string_view("=+-@\t\r\n").find(text.front()) == std::string_view::npos) return false;
  return (text.front() != '+' && text.front() != '-') || !is_number(text.substr(1));
}

// Text that a spreadsheet would read as a formula gets a leading apostrophe; numbers do not. So does text that already
// begins like that, so that readers find the same text again. csv() of web/text/quote.js writes the same;
// tests/vectors/csv_fields.csv holds the two together.
bool needs_apostrophe(std::string_view text) {
  return is_formula(text.substr(std::min(text.find_first_not_of('\''), text.size())));
}

void append_field(std::string& csv, std::string_view text) {
  const bool marked = needs_apostrophe(text);
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    csv.append(marked ? "'" : "").append(text);
    return;
  }
  csv.append(marked ? "\"'" : "\"");
  for (const char c : text) csv.append(c == '"' ? 2 : 1, c);
  csv.push_back('"');
}

// Only the cluster before knows the id of an undone addition.
std::string_view name_of(const Results& results, NodeId id) {
  if (id == kNoNode) return "";
  const Cluster& cluster = results.scenario->cluster;
  return index_of(id) < cluster.known() ? cluster.name_of(id) : results.before->cluster.name_of(id);
}

void append_flow(std::string& csv, const Results& results, const Flow& flow) {
  append_field(csv, name_of(results, flow.from));
  csv.push_back(',');
  append_field(csv, name_of(results, flow.to));
  csv.append("," + decimal(flow.keys) + "\r\n");
}

}  // namespace

std::string owners_csv(const Results& results, std::uint32_t first, std::uint32_t count) {
  const StrategyResult& main = results.strategies[0];
  const std::uint32_t keys = results.keys->size();
  std::string csv, buffer;
  for (std::uint32_t i = first; i < keys && i - first < count; ++i) {
    append_field(csv, results.keys->name(i, buffer));
    csv.push_back(',');
    append_field(csv, name_of(results, main.owners()[i]));
    csv.push_back(',');
    append_field(csv, name_of(results, main.owners_before()[i]));
    csv.append("\r\n");
  }
  return csv;
}

std::string flows_csv(const Results& results) {
  std::string csv;
  for (const Flow& flow : results.strategies[0].movement.flows) append_flow(csv, results, flow);
  return csv;
}

std::string counts_csv(const Results& results) {
  constexpr std::uint32_t kMostNodes = 512;
  const StrategyResult& main = results.strategies[0];
  const auto from = main.owners_before(), to = main.owners();
  std::uint32_t nodes = 0;
  for (std::uint32_t key = 0; key < results.keys->size(); ++key) {
    if (from[key] == kNoNode || to[key] == kNoNode) continue;
    nodes = std::max({nodes, index_of(from[key]) + 1, index_of(to[key]) + 1});
  }
  std::string csv;
  if (nodes > kMostNodes) return csv;
  const bool counted = results.keys->counted() > 0;
  std::vector<std::uint64_t> cells(std::size_t{nodes} * nodes);
  for (std::uint32_t key = 0; key < results.keys->size(); ++key) {
    if (from[key] == kNoNode || to[key] == kNoNode) continue;
    cells[std::size_t{index_of(from[key])} * nodes + index_of(to[key])] += counted ? results.keys->counts()[key] : 1;
  }
  for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
    if (cells[cell] > 0) append_flow(csv, results, {NodeId{cell / nodes}, NodeId{cell % nodes}, cells[cell]});
  }
  return csv;
}

}  // namespace reshard

#include "tests/fuzz/link_promises.h"

#include "core/base/text.h"
#include "core/scenario/link.h"

namespace reshard::testing {
namespace {

std::vector<std::string> moves_in(const LinkContents& link) {
  std::vector<std::string> moves;
  for (const OtherField& field : link.other) {
    if (field.key == "move") moves.push_back(field.value);
  }
  return moves;
}

}  // namespace

std::string broken_promise_of_link(std::string_view fragment) {
  const LinkContents first = parse_link(fragment);
  for (const Error& error : first.refused) {
    if (error.field.empty()) return "an error names its field";
    if (!is_utf8(message(error))) return "a message is text";
  }
  const std::string link = format_link(first.scenario, first.other);
  const LinkContents second = parse_link(link);
  if (!second.refused.empty()) return "its own link is taken whole, but: " + message(second.refused[0]);
  if (second.scenario != first.scenario) return "its own link opens as the same scenario: " + link;
  if (moves_in(second) != moves_in(first)) return "a move is carried whole: " + link;
  if (format_link(second.scenario, second.other) != link) return "a link is written in one way: " + link;
  return {};
}

}  // namespace reshard::testing

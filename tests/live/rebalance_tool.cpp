// Answers, line by line, what a tool of core/rebalance/tools would move of a problem:
//
//   redis_cli threshold=2 use_empty_masters=yes {"nodes": …}      tool, its options, the problem as JSON on one line
//
// prints the moves as "entry from to" by their names, each on a line, and then a line "end"; of what is refused only why.

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "core/rebalance/tools/tool.h"

namespace {

namespace rebalance = reshard::rebalance;

std::string next_word(std::string& line) {
  const std::size_t end = line.find(' ');
  std::string word = line.substr(0, end);
  line.erase(0, end == std::string::npos ? end : end + 1);
  return word;
}

void answer(std::string line) {
  const rebalance::tools::Tool* tool = rebalance::tools::find_tool(next_word(line));
  std::vector<std::pair<std::string, std::string>> options;
  while (!line.starts_with('{') && !line.empty()) {
    const std::string word = next_word(line);
    const std::size_t equals = word.find('=');
    options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  const auto problem = rebalance::parse_problem(line);
  if (!tool || !problem.ok()) {
    std::cout << (tool ? message(problem.error()) : "no such tool") << '\n';
    return;
  }
  const auto plan = tool->plan(problem.value(), options);
  if (!plan.ok()) {
    std::cout << message(plan.error()) << '\n';
    return;
  }
  for (const auto& [entry, from, to, lead] : plan.value().moves) {
    std::cout << problem.value().names[entry] << ' ' << problem.value().nodes[from].name << ' '
              << problem.value().nodes[to].name << (lead ? " lead" : "") << '\n';
  }
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    answer(line);
    std::cout << "end" << std::endl;
  }
}

// rebalance: what to move so that every node is within its limit.
#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/bindings/command/input.h"
#include "core/rebalance/plan_json.h"
#include "core/rebalance/planner.h"

namespace reshard::command {
namespace {

constexpr std::size_t kMostProblemBytes = std::size_t{1} << 30;

/// "entry<TAB>from<TAB>to<TAB>bytes" for each move, in their order.
std::string lines_of(const reshard::rebalance::Problem& problem, const reshard::rebalance::Plan& plan) {
  std::string text = "entry\tfrom\tto\tbytes\n";
  for (const reshard::rebalance::Ordered::Step& step : plan.steps) {
    text += problem.names[step.move.entry] + "\t" + problem.nodes[step.move.from].name + "\t" +
            problem.nodes[step.move.to].name + "\t" + decimal(step.move.lead ? 0 : problem.bytes[step.move.entry]) +
            "\n";
  }
  return text;
}

/// The problems of a file: one, on as many lines as it likes, or one a line.
std::vector<std::string_view> problems_in(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (!line.starts_with('{') || !line.ends_with('}')) return {text};
    lines.push_back(line);
  }
  return lines.empty() ? std::vector{text} : lines;
}

/// Why it cannot be done: the file, the number of the problem if there are several, what is wrong.
std::string refusal(const std::string& file, std::size_t number, std::size_t count, const Error& error) {
  return file + ": " + (count > 1 ? "problem " + decimal(number) + ": " : "") + message(error);
}

}  // namespace

int rebalance(const Options& options) {
  if (options.rebalance.problem.empty()) {
    complain(
        "of a pasted placement only the npm package makes a plan: npx reshard rebalance FILE; here, give --problem FILE");
    return kExitUsage;
  }
  std::string error;
  const std::string text = read_whole(options.rebalance.problem, error, kMostProblemBytes);
  if (!error.empty()) {
    complain(error);
    return kExitSystem;
  }
  reshard::rebalance::PlanOptions how;
  how.seed = options.rebalance.seed.value_or(how.seed);
  how.steps = options.rebalance.steps.value_or(how.steps);
  int status = 0;
  std::string out;
  const auto problems = problems_in(text);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto problem = reshard::rebalance::parse_problem(problems[i]);
    if (!problem.ok()) {
      complain(refusal(options.rebalance.problem, i + 1, problems.size(), problem.error()));
      return kExitData;
    }
    const auto plan = reshard::rebalance::plan_moves(problem.value(), how);
    if (!plan.found) status = kExitImpossible;
    if (!plan.found && !options.json) complain("no plan keeps the rules");
    out += options.json ? format_plan(problem.value(), plan) + "\n" : lines_of(problem.value(), plan);
  }
  const int written = answer(out);
  return written == 0 ? status : written;
}

}  // namespace reshard::command

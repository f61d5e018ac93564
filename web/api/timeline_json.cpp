#include "web/api/timeline_json.h"

#include "core/scenario/json_reader.h"
#include "web/panels/comparison.h"
#include "web/text/words.h"

namespace reshard {
namespace {

Json step_json(const TimelineStep& step) {
  Json costs = Json::array();
  for (const auto& [choice, moved, needless, moved_counted] : step.costs) {
    Json& cost = costs.emplace_back();
    put(cost, "strategy", choice.strategy->id);
    put(cost, "title", ui::translated(choice.strategy->title));
    put(cost, "setup", ui::setup_words(choice));
    cost["moved"] = moved;
    cost["needless"] = needless;
    if (step.counted > 0) cost["moved_counted"] = moved_counted;
  }
  Json out;
  put(out, "title", step.title);
  out["measured"] = step.measured;
  out["keys"] = step.keys;
  if (step.counted > 0) out["counted"] = step.counted;
  out["costs"] = std::move(costs);
  return out;
}

}  // namespace

std::string timeline_json(App& app) {
  const History& history = app.history();
  Json steps = Json::array();
  steps.emplace_back()["title"] = "";
  for (std::size_t i = 1; i < history.size(); ++i) steps.push_back(step_json(app.timeline().step(history.line(), i)));
  Json branches = Json::array();
  for (std::size_t b = 0; b < history.branches().size(); ++b) {
    const History::Line& line = history.branches()[b];
    Json titles = Json::array();
    for (std::size_t i = history.fork_of(b) + 1; i < line.size(); ++i)
      titles.push_back(app.timeline().step(line, i).title);
    Json& branch = branches.emplace_back();
    branch["fork"] = history.fork_of(b);
    branch["titles"] = std::move(titles);
  }
  Json out;
  out["at"] = history.position();
  out["steps"] = std::move(steps);
  out["branches"] = std::move(branches);
  return to_text(out);
}

}  // namespace reshard

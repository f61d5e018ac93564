#include "web/timeline_json.h"

#include "core/scenario/json_reader.h"
#include "web/comparison.h"
#include "web/words.h"

namespace reshard {
namespace {

Json step_json(const TimelineStep& step) {
  Json costs = Json::array();
  for (const auto& [choice, moved, needless] : step.costs) {
    costs.push_back({{"strategy", std::string(choice.strategy->id)},
                     {"title", std::string(ui::translated(choice.strategy->title))},
                     {"setup", ui::setup_words(choice)},
                     {"moved", moved},
                     {"needless", needless}});
  }
  return {{"title", step.title}, {"measured", step.measured}, {"keys", step.keys}, {"costs", std::move(costs)}};
}

}  // namespace

std::string timeline_json(App& app) {
  const History& history = app.history();
  Json steps = Json::array({{{"title", ""}}});
  for (std::size_t i = 1; i < history.size(); ++i) steps.push_back(step_json(app.timeline().step(history.line(), i)));
  Json branches = Json::array();
  for (std::size_t b = 0; b < history.branches().size(); ++b) {
    const History::Line& line = history.branches()[b];
    Json titles = Json::array();
    for (std::size_t i = history.fork_of(b) + 1; i < line.size(); ++i) titles.push_back(app.timeline().step(line, i).title);
    branches.push_back({{"fork", history.fork_of(b)}, {"titles", std::move(titles)}});
  }
  return to_text({{"at", history.position()}, {"steps", std::move(steps)}, {"branches", std::move(branches)}});
}

}  // namespace reshard

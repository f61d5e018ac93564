#include "web/api/timeline_json.h"

#include "web/api/shape.h"
#include "web/panels/comparison.h"
#include "web/text/words.h"

namespace reshard {
namespace {

// What the rows of timeline.def read from.

struct CostSeen {
  const TimelineStep& step;
  const StepCost& cost;
};

struct StepSeen {
  const TimelineStep* step;  ///< null: the initial state

  std::string_view title() const { return step == nullptr ? std::string_view() : step->title; }
  std::string_view kind() const {
    constexpr std::string_view kKinds[] = {"start", "setup", "move", "compared"};  // in the order of StepKind
    return kKinds[static_cast<std::size_t>(step == nullptr ? StepKind::kStart : step->kind)];
  }
};

struct HistorySeen {
  App& app;

  const History& history() const { return app.history(); }
  shape::Indices steps() const { return {0, history().size()}; }
  shape::Indices branches() const { return {0, history().branches().size()}; }
  std::optional<std::uint64_t> net() const { return app.timeline().net(history()); }
  StepSeen step(std::size_t at) const { return {at == 0 ? nullptr : &app.timeline().step(history().line(), at)}; }
};

struct BranchSeen : HistorySeen {
  std::size_t branch;

  const History::Line& line() const { return history().branches()[branch]; }
  std::size_t fork() const { return history().fork_of(branch); }
  shape::Indices own_steps() const { return {fork() + 1, line().size()}; }
  const std::string& title(std::size_t at) const { return app.timeline().step(line(), at).title; }
};

}  // namespace

namespace shape {

using StepKind = Text;

#define ROWS "web/api/timeline.def"
#include "web/api/shape_writers.inc"
}  // namespace shape

std::string timeline_json(App& app) {
  Json timeline;
  write(timeline, shape::Timeline{}, HistorySeen{app});
  return to_text(timeline);
}

}  // namespace reshard

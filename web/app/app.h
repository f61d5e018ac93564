#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/history.h"
#include "core/scenario/link.h"
#include "core/simulation/simulation.h"
#include "web/insight/inspector.h"
#include "web/insight/lookup_meter.h"
#include "web/insight/overflow_watch.h"
#include "web/insight/replica_watch.h"
#include "web/insight/timeline.h"
#include "web/pictures/key_map_cells.h"
#include "web/state/commands.h"
#include "web/state/page.h"
#include "web/state/ui_state.h"

namespace reshard {

/// The playground: owns the scenario's history, the simulation and the view, and is the only place that changes
/// them. Panels and the page ask through Requests.
class App {
 public:
  explicit App(const Page& page = {});

  /// Starts over with a link's fragment: undo goes back along its log, and the log's last step is shown as if just
  /// done. What the link gets wrong is shown as refused; the rest is used.
  void open(std::string_view fragment);

  /// From now on Reset leads to the current scenario, as in a figure, instead of the default one.
  void start_here() { start_ = scenario(); }

  void prefer(const Preferences& preferences);

  /// Switches to another language: `table` as ui::speak() takes it (web/text/words.h).
  void speak(std::string_view table);

  /// Does what a panel may also ask for. An error is also shown, and changes nothing.
  Status run(const Request& request);

  /// Places these keys instead, as one undo step; or without a step if the scenario names these very keys and generated
  /// ones stood in for them. If the page has asked for the keys that the scenario names, others are an error.
  Status use_keys(std::shared_ptr<const KeySet> keys, bool asked_for);

  /// Replaces the scenario with one from a file, as one undo step.
  Status take_scenario(Scenario next);

  /// Draws the canvas and does what was asked for in it. Call it between ImGui::NewFrame() and ImGui::Render().
  void draw();

  /// Works on what is to be shown until the budget is spent: first the simulation, then what explains its results.
  void advance(Budget& budget);

  void frame(Budget& budget) {
    draw();
    advance(budget);
  }

  /// Magnifies the picture under `at`, in CSS pixels of the canvas, by `factor`, then moves it. False if there is no
  /// picture there that can be magnified.
  bool magnify(ImVec2 at, float factor, ImVec2 by);

  /// Opens the menu of the node under the pointer; by keyboard, that of the focused row, or a list of all nodes. False
  /// if nothing opens or closes.
  bool open_node_menu(bool by_key);

  /// From now on, the costs of a link's steps are also computed, when there is nothing else to do.
  void measure_steps() { measures_steps_ = true; }

  /// Whether the next frame is needed even without input: for work, motion, or something new to show.
  bool busy() const { return works() || ui_.motion < 1 || news_; }

  /// Whether there is more to advance.
  bool works() const { return !simulation_.prepared() || (measures_steps_ && !steps_measured_); }

  const Scenario& scenario() const { return *history_.current(); }
  const History& history() const { return history_; }
  const Results& results() const { return simulation_.results(); }
  const ui::UiState& ui() const { return ui_; }

  Timeline& timeline() { return timeline_; }
  int timeline_revision() const { return timeline_revision_; }  ///< changes with the history or a cost

  /// The scenario as a link's fragment, without "#".
  std::string fragment() const;

 private:
  void make_placeable(Scenario& scenario, std::vector<Error>& refused);
  bool begin_before_last_step();
  void account(Budget& budget);
  void history_changed();
  void show_last_step(Baseline baseline);
  // Each carries out a request completely, or changes nothing if something is refused (app_requests.cpp).
  Status on(const Edit& asked);
  Edit as_joined(const Edit& edit) const;
  Status on(const Undo&);
  Status on(const Redo&);
  Status on(const GoTo& asked);
  Status on(const SwitchBranch& asked);
  Status on(const Reset&);
  Status on(const Cancel&);
  Status on(const CopyLink&);
  Status on(const Cascade&);
  Status on(const ChooseKeys&);
  Status on(const Open&);
  Status on(const Migrate& asked);
  Status on(const Inspect& asked);
  Status on(const PlanMove& asked);
  Status on(const DrawRings& asked);
  Status on(const SwitchLanguage&);
  void tell_link();  // to the page, after a field of the view changed
  static Status ask_page(void (*function)());
  Status take(Scenario next, Baseline baseline);
  Status show_beside(const std::shared_ptr<const Scenario>& next);
  Status go(History there, bool as_if_done);
  void fall_back();  // to the last scenario that was fully computed
  void accepted();
  void show(ui::Refusal refusal);
  void work(Budget& budget);
  void tell();
  void say_what_changed();

  Page page_;
  Scenario start_;  // where Reset leads
  History history_;
  History settled_;        // when all work was last done: where to return if later work fails or is cancelled
  bool opening_ = false;   // the state before the link's last step is being placed
  bool dragging_ = false;  // the current step is of an edit that the next one may continue
  std::shared_ptr<const Scenario> drag_from_;  // the scenario before that edit
  Simulation simulation_;
  std::shared_ptr<const Scenario> change_from_;  // what the shown results are compared with
  std::vector<OtherField> other_fields_;         // of the link that was opened: not ours, so kept
  std::string written_link_;                     // of the results that were announced last
  std::uint64_t told_revision_ = 0;              // the results that the page's link and screen readers have
  ui::UiState ui_;
  ui::Inspector inspector_;
  ui::KeyMapper key_mapper_;
  ui::LookupMeter lookup_meter_;
  ui::ReplicaWatch replica_watch_;
  ui::OverflowWatch overflow_watch_;
  Timeline timeline_;
  int timeline_revision_ = 1;
  std::uint64_t noted_revision_ = 0;  // the results whose cost is recorded
  bool measures_steps_ = false, steps_measured_ = false;
  bool edited_ = false;  // the initial hint is no longer needed
  bool news_ = true;     // something changed since it was drawn
};

}  // namespace reshard

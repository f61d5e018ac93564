#include "web/app.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/scenario/replay.h"
#include "imgui.h"
#include "web/canvas.h"
#include "web/ways_out.h"
#include "web/words.h"

namespace reshard {
namespace {

constexpr float kMotionSeconds = 0.32f;
constexpr float kLongestFrameSeconds = 0.05f;  // after a pause, motion begins at its beginning

// What undo finds after a link was opened: its log, step by step.
History history_of(const Scenario& scenario) {
  std::vector<Scenario> steps = steps_of(scenario);
  History history(std::move(steps.front()));
  for (std::size_t i = 1; i < steps.size(); ++i) history.push(std::move(steps[i]));
  return history;
}

// The same but for which strategies are shown, in which order.
bool shows_others(const Scenario& one, const Scenario& other) {
  Scenario same = one;
  same.strategies = other.strategies;
  if (!(same == other)) return false;
  const auto has = [](const Scenario& scenario, const StrategyChoice& choice) {
    return std::find(scenario.strategies.begin(), scenario.strategies.end(), choice) != scenario.strategies.end();
  };
  const Scenario& fewer = one.strategies.size() < other.strategies.size() ? one : other;
  const Scenario& more = &fewer == &one ? other : one;
  return std::all_of(fewer.strategies.begin(), fewer.strategies.end(),
                     [&](const StrategyChoice& choice) { return has(more, choice); });
}

// What a link holds that could not be taken or says nothing; "" where there is nothing of the kind.
std::string faults_of(const std::vector<Error>& refused, const std::vector<std::string>& unknown) {
  std::string text;
  if (!refused.empty()) text = ui::say(ui::Word::link_refused);
  for (const Error& error : refused) text.append("\n").append(ui::error_text(error));
  std::string names;
  for (const std::string& name : unknown) names.append(names.empty() ? "" : ", ").append(name);
  if (!names.empty()) text.append(text.empty() ? "" : "\n").append(ui::say(ui::Word::link_unknown, {names}));
  return text;
}

}  // namespace

App::App(const Page& page) : page_(page), start_(default_scenario()), history_(start_), settled_(history_) { open(""); }

void App::open(std::string_view fragment) {
  LinkContents link = parse_link(fragment);
  ui::FigureContents asked = ui::read_figure(link.other);
  std::vector<Error> refused = std::move(link.refused);
  refused.insert(refused.end(), asked.refused.begin(), asked.refused.end());
  other_fields_ = std::move(link.other);
  ui_.figure = std::move(asked.figure);
  if (ui_.figure.dark && page_.set_theme != nullptr) page_.set_theme(*ui_.figure.dark);
  history_ = history_of(link.scenario);
  // Every value was checked by itself; together they may still make no placement.
  if (const Status taken = simulation_.set(history_.current(), Baseline::kNone); !taken.ok()) {
    refused.push_back(taken.error());
    history_ = History(default_scenario());
    CHECK(simulation_.set(history_.current(), Baseline::kNone).ok());
  }
  settled_ = history_;
  opening_ = dragging_ = edited_ = false;
  opening_ = begin_before_last_step();
  ui_.refusal.reset();
  if (const std::string faults = faults_of(refused, asked.unknown); !faults.empty()) show(ui::Refusal{faults, {}});
  history_changed();
  news_ = true;
}

void App::history_changed() {
  ++timeline_revision_;
  steps_measured_ = false;
}

// So that the last step can then be shown as if just done.
bool App::begin_before_last_step() {
  History before = history_;
  return before.undo() && simulation_.set(before.current(), Baseline::kNone).ok();
}

void App::show_last_step(Baseline baseline) {
  opening_ = false;
  if (simulation_.set(history_.current(), baseline).ok()) return;
  // By itself it was taken when the link was opened; beside what was before it, memory may not do.
  CHECK(simulation_.set(history_.current(), Baseline::kNone).ok());
}

void App::prefer(const Preferences& preferences) {
  ui_.preferences = preferences;
  ui_.theme = ui::make_theme(preferences.dark, preferences.coarse_pointer);
  ui_.theme.apply();
  news_ = true;
}

void App::speak(std::string_view table) {
  ui::speak(table);
  if (results().revision > 0) ui_.headline = ui::make_headline(results(), !edited_);
  timeline_.forget_titles();
  ++timeline_revision_;
  inspector_.look_again();
  news_ = true;
}

std::string App::fragment() const { return format_link(scenario(), other_fields_); }

Status App::run(const Request& request) {
  news_ = true;
  if (const Edit* asked = std::get_if<Edit>(&request)) return edit(*asked);
  dragging_ = false;
  if (std::holds_alternative<Cascade>(request)) {
    // Of what is shown: while a change is being worked on, nobody knows yet who is above.
    const bool settled = results().revision > 0 && *results().scenario == scenario();
    return settled ? edit({next_of_cascade(scenario(), results().strategies[0].load), false}) : Done{};
  }
  if (History there = history_; std::holds_alternative<Undo>(request) && there.undo()) return go(std::move(there), false);
  if (History there = history_; std::holds_alternative<Redo>(request) && there.redo()) return go(std::move(there), false);
  if (std::holds_alternative<Undo>(request) || std::holds_alternative<Redo>(request)) return Done{};
  if (const GoTo* asked = std::get_if<GoTo>(&request)) return go_to(*asked);
  if (const SwitchBranch* asked = std::get_if<SwitchBranch>(&request)) return switch_branch(*asked);
  if (std::holds_alternative<Reset>(request)) return start_again();
  if (std::holds_alternative<Cancel>(request)) return cancel();
  if (const Inspect* asked = std::get_if<Inspect>(&request)) {
    ui_.inspected_key = asked->key;
    return Done{};
  }
  if (std::holds_alternative<ListNodes>(request)) {
    if (page_.list_nodes != nullptr) page_.list_nodes();
    return Done{};
  }
  if (std::holds_alternative<ChooseKeys>(request)) {
    if (page_.choose_keys != nullptr) page_.choose_keys();
    return Done{};
  }
  if (std::holds_alternative<SwitchLanguage>(request)) {
    if (page_.switch_language != nullptr) page_.switch_language();
    return Done{};
  }
  CHECK(std::holds_alternative<CopyLink>(request));
  if (page_.copy_link != nullptr) page_.copy_link(fragment());
  ui_.link_copied = true;
  return Done{};
}

Status App::edit(const Edit& edit) {
  const auto refuse = [&](const Error& error) -> Status {
    show(ui::Refusal{ui::error_text(error), ui::ways_out(scenario(), edit, error)});
    return error;
  };
  Scenario next = scenario();
  for (const Command& command : edit.commands) {
    auto applied = reshard::apply(next, command);
    if (!applied.ok()) return refuse(applied.error());
    next = applied.take();
  }
  dragging_ = edit.continues && dragging_;
  const Status taken = take(std::move(next), dragging_ ? Baseline::kKept : Baseline::kShown);
  if (!taken.ok()) return refuse(taken.error());
  dragging_ = true;  // the next edit says whether it continues this one
  return Done{};
}

Status App::take(Scenario next, Baseline baseline) {
  if (next == scenario()) return Done{};
  const auto shared = std::make_shared<const Scenario>(std::move(next));
  const bool beside = baseline == Baseline::kShown && shows_others(scenario(), *shared);
  if (const Status taken = beside ? show_beside(shared) : simulation_.set(shared, baseline); !taken.ok()) return taken;
  if (!beside) opening_ = false;
  if (baseline == Baseline::kKept) {
    history_.replace(*shared);
  } else {
    history_.push(*shared);
  }
  accepted();
  return Done{};
}

Status App::use_keys(std::shared_ptr<const KeySet> keys, bool asked_for) {
  news_ = true;
  dragging_ = false;
  const KeySpec named = scenario().keys, given = keys->spec();
  if (asked_for && given != named) {
    return Error{ErrorCode::other_file, "keys",
                 {decimal(given.count), hex64(given.fingerprint), decimal(named.count), hex64(named.fingerprint)}};
  }
  simulation_.provide(std::move(keys));
  if (given != named) return edit({{SetKeys{given}}, false});
  if (const Status taken = simulation_.set(history_.current(), Baseline::kNone); !taken.ok()) return taken;
  opening_ = begin_before_last_step();
  ui_.refusal.reset();
  return Done{};
}

Status App::take_scenario(Scenario next) {
  news_ = true;
  dragging_ = false;
  return take(std::move(next), Baseline::kShown);
}

// A strategy that joins a comparison is compared under the last change, which the others have behind them.
Status App::show_beside(const std::shared_ptr<const Scenario>& next) {
  if (const Status taken = simulation_.set(next, Baseline::kNone); !taken.ok()) return taken;
  if (results().before == nullptr) return Done{};
  Scenario before = *results().before;
  before.strategies = next->strategies;
  // Where that is refused, the scenario itself stays set.
  opening_ = simulation_.set(std::make_shared<const Scenario>(std::move(before)), Baseline::kNone).ok();
  return Done{};
}

Status App::start_again() {
  if (start_ == scenario()) return Done{};
  if (const Status taken = take(start_, Baseline::kNone); !taken.ok()) return taken;
  std::vector<Scenario> steps = steps_of(start_);
  if (steps.size() < 2) return Done{};
  // As when its link was opened: with its last step as if just done.
  const auto before = std::make_shared<const Scenario>(std::move(steps[steps.size() - 2]));
  opening_ = simulation_.set(before, Baseline::kNone).ok();
  return Done{};
}

Status App::go(History there, bool as_if_done) {
  const bool beside = !as_if_done && shows_others(scenario(), *there.current());
  const bool was_opening = std::exchange(opening_, beside && opening_);
  History before = there;
  const bool twice = as_if_done && before.undo();
  const Status taken = beside  ? show_beside(there.current())
                       : twice ? simulation_.set(before.current(), Baseline::kNone)
                               : simulation_.set(there.current(), as_if_done ? Baseline::kNone : Baseline::kShown);
  if (!taken.ok()) {
    opening_ = was_opening;
    show(ui::Refusal{ui::error_text(taken.error()), {}});
    return taken;
  }
  opening_ |= twice;
  history_ = std::move(there);
  accepted();
  return Done{};
}

Status App::go_to(const GoTo& asked) {
  History there = history_;
  if (!there.go_to(asked.step)) {
    return Error{ErrorCode::out_of_range, "step", {decimal(asked.step), "0", decimal(history_.size() - 1)}};
  }
  if (there.position() == history_.position()) return Done{};
  // The next step is shown as what it does to what is shown; what lies elsewhere, as what it did to the one before it.
  return go(std::move(there), asked.step != history_.position() + 1);
}

Status App::switch_branch(const SwitchBranch& asked) {
  History there = history_;
  if (!there.switch_to(asked.branch)) return Error{ErrorCode::unknown, "branch", {decimal(asked.branch)}};
  return go(std::move(there), true);
}

Status App::cancel() {
  simulation_.cancel();
  opening_ = false;
  fall_back();
  return Done{};
}

void App::fall_back() {
  history_ = settled_;
  history_changed();
  // A drag may have shown moments that never settled.
  if (results().scenario == nullptr || *results().scenario == scenario()) return;
  CHECK(simulation_.set(history_.current(), Baseline::kShown).ok());
}

void App::accepted() {
  history_changed();
  edited_ = true;
  ui_.link_copied = false;
  ui_.refusal.reset();
}

void App::show(ui::Refusal refusal) {
  if (page_.announce != nullptr) page_.announce(refusal.text);
  if (page_.tell_refused != nullptr) page_.tell_refused(refusal.text);
  ui_.refusal = std::move(refusal);
  news_ = true;
}

void App::frame(Budget& budget) {
  news_ = false;
  const float seconds = std::min(ImGui::GetIO().DeltaTime, kLongestFrameSeconds);
  ui_.motion = ui_.preferences.reduced_motion ? 1 : std::min(1.0f, ui_.motion + seconds / kMotionSeconds);
  ui_.can_undo = history_.can_undo();
  ui_.can_redo = history_.can_redo();
  ui_.progress = simulation_.idle() ? 1 : simulation_.progress();
  ui_.working_seconds = simulation_.idle() ? 0 : ui_.working_seconds + ImGui::GetIO().DeltaTime;

  Commands commands;
  const Preferences preferences = ui_.preferences;
  news_ |= ui::draw_canvas(scenario(), results(), ui_, commands);
  for (const Request& request : commands.take()) {
    // The refusal is shown: run() has seen to it.
    static_cast<void>(run(request).ok());
  }
  if (!(ui_.preferences == preferences)) {
    prefer(ui_.preferences);
    if (page_.set_theme != nullptr) page_.set_theme(ui_.preferences.dark);
  }
  work(budget);
  account(budget);
  if (inspector_.update(results(), ui_, budget)) news_ = true;
  if (replica_watch_.update(results(), ui_, budget)) news_ = true;
  if (simulation_.idle() && key_mapper_.update(results(), ui_.key_map, budget)) news_ = true;
  if (simulation_.idle() && results().strategies.size() > 1 && lookup_meter_.update(results())) news_ = true;
  ui_.lookup_ns = lookup_meter_.nanoseconds(results());
  if (simulation_.idle() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) tell();
}

bool App::magnify(ImVec2 at, float factor) {
  for (ui::Lens* lens : {&ui_.structure_lens, &ui_.map_lens}) {
    if (!lens->shows(at)) continue;
    lens->magnify(factor, at);
    news_ = true;
    return true;
  }
  return false;
}

void App::work(Budget& budget) {
  if (simulation_.prepared()) return;
  const bool only_prepares = simulation_.idle();
  const std::uint64_t shown = results().revision;
  const auto done = simulation_.step(budget);
  if (only_prepares) return;
  if (opening_ && simulation_.idle()) {
    show_last_step(done.ok() ? Baseline::kShown : Baseline::kNone);
  } else if (!done.ok()) {
    fall_back();
    show(ui::Refusal{ui::error_text(done.error()), {}});
  }
  if (simulation_.idle()) settled_ = history_;
  if (results().revision == shown) return;
  const bool same_change = results().before != nullptr && results().before == change_from_;
  change_from_ = results().before;
  if (!same_change) ui_.chosen_moment = ui::Moment::kDifference;
  ui_.headline = ui::make_headline(results(), !edited_);
  ui_.motion = same_change || change_from_ == nullptr ? 1.0f : 0.0f;
  news_ = true;
}

// The costs of steps: of the one shown, then of those that nobody has seen.
void App::account(Budget& budget) {
  if (!simulation_.idle() || opening_) return;
  const bool fresh = std::exchange(noted_revision_, results().revision) != results().revision;
  if (fresh && timeline_.note(history_, results())) ++timeline_revision_;
  if (!measures_steps_ || steps_measured_) return;
  steps_measured_ = timeline_.measure(history_, results(), budget);
  ++timeline_revision_;
}

void App::tell() {
  if (told_revision_ == results().revision) return;
  if (page_.announce != nullptr && told_revision_ != 0) page_.announce(ui_.headline.plain());
  told_revision_ = results().revision;
  const std::string link = fragment();
  const bool wanted = edited_ && link != written_link_;
  written_link_ = link;  // an address that was only opened stays as it was written
  if (wanted && page_.set_link != nullptr) page_.set_link(link);
}

}  // namespace reshard

#include "web/app/app.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/scenario/replay.h"
#include "imgui_internal.h"
#include "web/app/canvas.h"
#include "web/insight/counted_flows.h"
#include "web/insight/headline.h"
#include "web/insight/remedies.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard {
namespace {

constexpr float kMotionSeconds = 0.32f;
constexpr float kLongestFrameSeconds = 0.05f;  // so that after a pause motion starts at its beginning

// What undo goes back through after a link was opened: its log, step by step.
History history_of(const Scenario& scenario) {
  std::vector<Scenario> steps = steps_of(scenario);
  History history(std::move(steps.front()));
  for (std::size_t i = 1; i < steps.size(); ++i) history.push(std::move(steps[i]));
  return history;
}

void append_line(std::string& text, const std::string& line) { text.append(text.empty() ? "" : "\n").append(line); }

// The most faults that are listed: a stranger's link may have thousands, and every frame would draw all of them.
constexpr std::size_t kMostTold = 10;

// What a link holds that was refused, is unknown, or is kept although the real system cannot have it; "" if there is
// nothing of the kind.
std::string faults_of(const std::vector<Error>& refused, const std::vector<std::string>& unknown,
                      const std::vector<Error>& misfits) {
  std::string text;
  if (!refused.empty()) text = ui::say(ui::Word::link_refused);
  for (const Error& error : std::span(refused).first(std::min(kMostTold, refused.size()))) {
    append_line(text, ui::error_text(error));
  }
  if (refused.size() > kMostTold) {
    append_line(text, ui::say(ui::Word::link_refused_more, {decimal(refused.size() - kMostTold)}));
  }
  if (!misfits.empty()) append_line(text, ui::misfits_text(misfits));
  std::string names;
  for (const std::string& name : std::span(unknown).first(std::min(kMostTold, unknown.size()))) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  if (unknown.size() > kMostTold) names.append(", …");
  if (!names.empty()) append_line(text, ui::say(ui::Word::link_unknown, {names}));
  return text;
}

/// Replaces what `error` says cannot be placed by its default, and no more: the parameter or the hash function that it
/// names; or else all of them; or else the strategy.
void mend(StrategyChoice& choice, const Error& error) {
  const StrategyChoice asked = choice;
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    if (choice.strategy->params[i].key == error.field) choice.params[i] = choice.strategy->params[i].fallback;
  }
  if (error.field == "hash") choice.hash = &default_hash(*choice.strategy, choice.params);
  if (choice == asked) choice = default_choice(*choice.strategy);
  if (choice == asked) choice = default_scenario().strategies.front();
}

bool is_weight(const Error& error) { return error.field.ends_with(".weight"); }

/// The same nodes as a start, with weight 1 where `field` refuses one: nodes[name].weight, or nodes.weight for all.
Cluster without_weight(const Cluster& cluster, std::string_view field) {
  std::vector<Node> nodes(cluster.nodes().begin(), cluster.nodes().end());
  for (Node& node : nodes) {
    if (field == "nodes.weight" || field == "nodes[" + node.name + "].weight") node.weight = 1;
  }
  return Cluster::of(nodes).take();
}

}  // namespace

App::App(const Page& page) : page_(page), start_(default_scenario()), history_(start_), settled_(history_) { open(""); }

void App::open(std::string_view fragment) {
  LinkContents link = parse_link(fragment);
  ui::LinkViewContents asked = ui::read_link_view(link.other);
  std::vector<Error> refused = std::move(link.refused);
  refused.insert(refused.end(), asked.refused.begin(), asked.refused.end());
  other_fields_ = std::move(link.other);
  ui_.link_view = std::move(asked.link_view);
  if (!ui_.link_view.inspected_key.empty()) ui_.inspected_key = ui_.link_view.inspected_key;
  if (ui_.link_view.dark && page_.set_theme != nullptr) page_.set_theme(*ui_.link_view.dark);
  history_ = history_of(link.scenario);
  if (!simulation_.set(history_.current(), Baseline::kNone).ok()) {
    make_placeable(link.scenario, refused);
    history_ = history_of(link.scenario);
    CHECK(simulation_.set(history_.current(), Baseline::kNone).ok());
  }
  settled_ = history_;
  opening_ = dragging_ = edited_ = false;
  opening_ = begin_before_last_step();
  ui_.refusal.reset();
  ui_.closes_sheets = true;
  if (const std::string faults = faults_of(refused, asked.unknown, misfits(scenario())); !faults.empty())
    show(ui::Refusal{faults, {}});
  history_changed();
  news_ = true;
}

// Every value of a link was checked by itself; together they may still not allow a placement. What is in the way takes
// its default, and all else stays as asked.
void App::make_placeable(Scenario& scenario, std::vector<Error>& refused) {
  const auto refusal = [&](std::span<const StrategyChoice> strategies) {
    Scenario part = scenario;
    part.strategies.assign(strategies.begin(), strategies.end());
    const Status taken = simulation_.set(std::make_shared<const Scenario>(std::move(part)), Baseline::kNone);
    return taken.ok() ? std::nullopt : std::optional(taken.error());
  };
  for (std::size_t round = 0; const auto together = refusal(scenario.strategies); ++round) {
    const Scenario asked = scenario;
    std::optional<Error> error = together;
    for (StrategyChoice& choice : scenario.strategies) {
      const auto alone = refusal({&choice, 1});
      if (alone && alone->field != "keys" && !is_weight(*alone)) mend(choice, *(error = alone));
    }
    refused.push_back(*error);
    if (error->field == "keys") scenario.keys = KeySpec{};
    if (is_weight(*error)) {  // thousands of them go all at once
      scenario.cluster = without_weight(scenario.cluster, round < kMostTold ? error->field : "nodes.weight");
    }
    if (scenario == asked) scenario = default_scenario();
  }
}

void App::history_changed() {
  ++timeline_revision_;
  steps_measured_ = false;
}

// Sets the state before the last step, so that this step can then be shown as if just done.
bool App::begin_before_last_step() {
  History before = history_;
  return before.undo() && simulation_.set(before.current(), Baseline::kNone).ok();
}

void App::show_last_step(Baseline baseline) {
  opening_ = false;
  if (simulation_.set(history_.current(), baseline).ok()) return;
  // By itself the scenario was accepted when the link was opened; together with the one before it, it may need too much
  // memory.
  CHECK(simulation_.set(history_.current(), Baseline::kNone).ok());
}

void App::prefer(const Preferences& preferences) {
  const bool asks = std::exchange(ui_.preferences, preferences).controls != preferences.controls;
  ui_.theme = ui::make_theme(preferences.dark, preferences.coarse_pointer);
  ui_.theme.apply();
  if (asks && results().revision > 0) say_what_changed();
  news_ = true;
}

void App::speak(std::string_view table) {
  ui::speak(table);
  if (results().revision > 0) say_what_changed();
  timeline_.forget_titles();
  ++timeline_revision_;
  inspector_.look_again();
  news_ = true;
}

std::string App::fragment() const {
  std::vector<OtherField> fields = other_fields_;
  std::erase_if(fields, [&](const OtherField& other) {  // another key is looked up now
    return other.key == "inspect" && other.value != ui_.inspected_key;
  });
  return format_link(scenario(), fields);
}

void App::show(ui::Refusal refusal) {
  if (page_.announce != nullptr) page_.announce(refusal.text);
  if (page_.tell_refused != nullptr) page_.tell_refused(refusal.text);
  ui_.refusal = std::move(refusal);
  news_ = true;
}

void App::draw() {
  news_ = false;
  const float seconds = std::min(ImGui::GetIO().DeltaTime, kLongestFrameSeconds);
  ui_.motion = ui_.preferences.reduced_motion ? 1 : std::min(1.0f, ui_.motion + seconds / kMotionSeconds);
  ui_.can_undo = history_.can_undo();
  ui_.can_redo = history_.can_redo();
  ui_.progress = simulation_.idle() ? 1 : simulation_.progress();
  ui_.working_seconds = simulation_.idle() ? 0 : ui_.working_seconds + ImGui::GetIO().DeltaTime;

  Commands commands;
  const Preferences preferences = ui_.preferences;
  const auto map_cell = ui_.map_cell;
  news_ |= ui::draw_canvas(scenario(), results(), ui_, commands);
  if (ui_.map_cell != map_cell && page_.announce != nullptr)
    page_.announce(ui::keys_words(results(), ui_.key_map, ui_.map_cell));
  for (const Request& request : commands.take()) {
    // run() has already shown the refusal.
    static_cast<void>(run(request).ok());
  }
  if (!(ui_.preferences == preferences)) {
    prefer(std::exchange(ui_.preferences, preferences));
    if (page_.set_theme != nullptr && ui_.preferences.dark != preferences.dark) page_.set_theme(ui_.preferences.dark);
    if (page_.set_simple != nullptr && ui_.preferences.controls != preferences.controls)
      page_.set_simple(ui_.preferences.simple());
  }
}

void App::advance(Budget& budget) {
  work(budget);
  account(budget);
  if (inspector_.update(results(), ui_, budget)) news_ = true;
  if (replica_watch_.update(results(), ui_, budget)) {
    news_ = true;
    say_what_changed();
  }
  if (overflow_watch_.update(results(), ui_, budget)) news_ = true;
  if (simulation_.idle() && key_mapper_.update(results(), ui_.key_map, budget)) news_ = true;
  if (simulation_.idle() && results().strategies.size() > 1 && lookup_meter_.update(results())) news_ = true;
  ui_.lookup_times = lookup_meter_.times(results());
  if (simulation_.idle() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) tell();
}

bool App::magnify(ImVec2 at, float factor, ImVec2 by) {
  for (ui::Lens* lens : {&ui_.structure_lens, &ui_.map_lens}) {
    if (!lens->shows(at)) continue;
    lens->magnify(factor, at);
    lens->move(by);
    news_ = true;
    return true;
  }
  return false;
}

bool App::open_node_menu(bool by_key) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const NodeId node = by_key ? ui_.focused_node : ui_.pointed_at;
  const bool known = scenario().cluster.find(node) != nullptr;
  if (!known && g.OpenPopupStack.Size > 0) {  // a right click outside what is open closes it
    for (const bool down : {true, false}) g.IO.AddMouseButtonEvent(ImGuiMouseButton_Right, down);
    return true;
  }
  if (!known && !by_key) return false;
  g.NavDisableHighlight = !by_key;  // it opens at the focus, or at the pointer
  ui_.asks_menu = node;
  news_ = true;
  return true;
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
  ui_.counted_flows = ui::counted_flows(results());
  say_what_changed();
  ui_.motion = same_change || change_from_ == nullptr ? 1.0f : 0.0f;
  news_ = true;
}

// Works on the costs of steps: first of the one shown, then of those not shown.
void App::account(Budget& budget) {
  if (!simulation_.idle() || opening_) return;
  const bool fresh = std::exchange(noted_revision_, results().revision) != results().revision;
  if (fresh && timeline_.note(history_, results())) ++timeline_revision_;
  if (!measures_steps_ || steps_measured_) return;
  steps_measured_ = timeline_.measure(history_, results(), budget);
  ++timeline_revision_;
}

// What the change did to replicas is known a little later.
void App::say_what_changed() {
  const bool surveyed = ui_.replicas && replica_watch_.knows(results());
  const ui::Invitation usual =
      edited_ || ui_.link_view.nodes != ui::Access::kFree ? ui::Invitation::kNone : ui::Invitation::kHint;
  const ReplicaFigures* replicas = surveyed ? &*ui_.replicas : nullptr;
  const bool simple = ui_.preferences.simple();
  ui_.moved_by_modulo = simple ? ui::moved_by_modulo(results()) : 0;
  ui_.headline =
      ui::make_headline(results(), replicas, simple ? ui::Invitation::kQuestion : usual, ui_.moved_by_modulo);
  ui_.fact = ui::make_headline(results(), replicas, ui::Invitation::kNone);
}

void App::tell() {
  if (told_revision_ == results().revision || !replica_watch_.knows(results())) return;
  // A link's faults are repeated: the sentence that only now follows them would take their place.
  const std::string faults = ui_.refusal ? ui_.refusal->text + "\n" : "";
  if (page_.announce != nullptr && told_revision_ != 0) page_.announce(faults + ui_.headline.plain());
  told_revision_ = results().revision;
  const std::string link = fragment();
  const bool wanted = edited_ && link != written_link_;
  written_link_ = link;  // an address that was only opened stays unchanged
  if (wanted && page_.set_link != nullptr) page_.set_link(link);
}

}  // namespace reshard

// What requests do to the scenario and its history: each is done completely, or changes nothing if something is
// refused.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/scenario/replay.h"
#include "web/app/app.h"
#include "web/insight/remedies.h"
#include "web/state/link_view.h"
#include "web/text/words.h"

namespace reshard {
Status App::run(const Request& request) {
  news_ = true;
  if (!std::holds_alternative<Edit>(request)) dragging_ = false;
  return std::visit([this](const auto& asked) { return on(asked); }, request);
}

Status App::on(const Undo&) {
  History there = history_;
  return there.undo() ? go(std::move(there), false) : Done{};
}

Status App::on(const Redo&) {
  History there = history_;
  return there.redo() ? go(std::move(there), false) : Done{};
}

// Applies to what is shown: while a change is being worked on, nobody knows yet which nodes are above their capacity.
Status App::on(const Cascade&) {
  const bool settled = results().revision > 0 && *results().scenario == scenario();
  return settled ? on(Edit{next_of_cascade(scenario(), results().strategies[0].load), false}) : Done{};
}

Status App::on(const Inspect& asked) {
  ui_.inspected_key = asked.key;
  return Done{};
}

Status App::on(const PlanMove& asked) {
  std::vector<OtherField> fields = {{"move", asked.text},
                                    {"move.subject", asked.subject},
                                    {"move.beside", asked.beside},
                                    {"move.runbook", asked.runbook}};
  std::erase_if(fields, [&](const OtherField& field) { return asked.text.empty() || field.value.empty(); });
  if (const auto read = ui::read_link_view(fields); !read.refused.empty()) return read.refused[0];
  std::erase_if(other_fields_, [](const OtherField& other) { return ui::says_move(other.key); });
  other_fields_.insert(other_fields_.end(), fields.begin(), fields.end());
  tell_link();
  return Done{};
}

Status App::on(const DrawRings& asked) {
  ui_.link_view.rings_as_lines = asked.as_lines;
  ui_.structure_lens.reset();
  std::erase_if(other_fields_, [](const OtherField& other) { return other.key == "ring"; });
  if (asked.as_lines) other_fields_.push_back({"ring", "line"});
  tell_link();
  return Done{};
}

void App::tell_link() {
  written_link_ = fragment();
  if (page_.set_link != nullptr) page_.set_link(written_link_);
}

Status App::on(const CopyLink&) {
  if (page_.copy_link != nullptr) page_.copy_link(fragment());
  ui_.link_copied = true;
  return Done{};
}

Status App::on(const Open& asked) {
  if (page_.open != nullptr) page_.open(asked.what);
  return Done{};
}
Status App::on(const ChooseKeys&) { return ask_page(page_.choose_keys); }
Status App::on(const Migrate& asked) {
  if (page_.migrate != nullptr) page_.migrate(asked.to);
  return Done{};
}

Status App::on(const SwitchLanguage&) { return ask_page(page_.switch_language); }

Status App::ask_page(void (*function)()) {
  if (function != nullptr) function();
  return Done{};
}

// A node that is named right after it was added joined under that name: a renaming would move keys once more, which no
// cluster would do.
Edit App::as_joined(const Edit& edit) const {
  const auto* rename = edit.commands.size() == 1 ? std::get_if<RenameNode>(&edit.commands[0]) : nullptr;
  const auto log = scenario().cluster.log();
  if (!dragging_ || rename == nullptr || rename->name.empty() || log.empty()) return edit;
  const Node& last = log.back().node;
  if (log.back().kind != ClusterEvent::Kind::kAdd || last.name != scenario().cluster.name_of(rename->node)) return edit;
  AddNode add{last.name, last.weight, last.data_center, last.zone, last.rack};
  const auto again = reshard::apply(*drag_from_, add);
  if (!again.ok() || again.value() != scenario()) return edit;
  add.name = rename->name;
  return {{std::move(add)}, true};
}

Status App::on(const Edit& asked) {
  const Edit edit = as_joined(asked);
  const auto refuse = [&](const Error& error) -> Status {
    show(ui::Refusal{ui::error_text(error), ui::remedies(scenario(), edit, error)});
    return error;
  };
  const bool goes_on = edit.continues && dragging_;
  if (!goes_on) drag_from_ = history_.current();
  // Each moment of a drag starts where the drag did, so that only the last one is in the cluster's log.
  Scenario next = *drag_from_;
  for (const Command& command : edit.commands) {
    auto applied = reshard::apply(next, command);
    if (!applied.ok()) return refuse(applied.error());
    next = applied.take();
  }
  next.cluster.join(drag_from_->cluster.log().size(), next.cluster.log().size());
  if (const Status entered = check_entry(*drag_from_, next); !entered.ok()) return refuse(entered.error());
  dragging_ = goes_on;
  const Status taken = take(std::move(next), goes_on ? Baseline::kKept : Baseline::kShown);
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
  // If nothing is shown yet to compare the change with, the state before it is placed first.
  if (results().revision == 0) opening_ = begin_before_last_step();
  return Done{};
}

Status App::use_keys(std::shared_ptr<const KeySet> keys, bool asked_for) {
  news_ = true;
  dragging_ = false;
  const KeySpec named = scenario().keys, given = keys->spec();
  if (asked_for && given != named) {
    return Error{ErrorCode::other_file,
                 "keys",
                 {decimal(given.count), hex64(given.fingerprint), decimal(named.count), hex64(named.fingerprint)}};
  }
  simulation_.provide(std::move(keys));
  if (given != named) return on(Edit{{SetKeys{given}}, false});
  if (const Status taken = simulation_.set(history_.current(), Baseline::kNone); !taken.ok()) return taken;
  opening_ = begin_before_last_step();
  ui_.refusal.reset();
  return Done{};
}

Status App::take_scenario(Scenario next) {
  news_ = true;
  dragging_ = false;
  const std::vector<Error> kept = misfits(next);
  const Status taken = take(std::move(next), Baseline::kShown);
  if (taken.ok() && !kept.empty()) show(ui::Refusal{ui::misfits_text(kept), {}});
  return taken;
}

// A strategy that joins a comparison must also go through the last change, as the others have.
Status App::show_beside(const std::shared_ptr<const Scenario>& next) {
  if (const Status taken = simulation_.set(next, Baseline::kNone); !taken.ok()) return taken;
  if (results().before == nullptr) return Done{};
  Scenario before = *results().before;
  before.strategies = next->strategies;
  // If that is refused, the scenario itself stays set.
  opening_ = simulation_.set(std::make_shared<const Scenario>(std::move(before)), Baseline::kNone).ok();
  return Done{};
}

Status App::on(const Reset&) {
  if (start_ == scenario()) return Done{};
  if (const Status taken = take(start_, Baseline::kNone); !taken.ok()) return taken;
  std::vector<Scenario> steps = steps_of(start_);
  if (steps.size() < 2) return Done{};
  // As when its link was opened: with the last step as if just done.
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

Status App::on(const GoTo& asked) {
  History there = history_;
  if (!there.go_to(asked.step)) {
    return Error{ErrorCode::out_of_range, "step", {decimal(asked.step), "0", decimal(history_.size() - 1)}};
  }
  if (there.position() == history_.position()) return Done{};
  // The next step is compared with what is shown; any other step, with the one before it.
  return go(std::move(there), asked.step != history_.position() + 1);
}

Status App::on(const SwitchBranch& asked) {
  History there = history_;
  if (!there.switch_to(asked.branch)) return Error{ErrorCode::unknown, "branch", {decimal(asked.branch)}};
  return go(std::move(there), true);
}

Status App::on(const Cancel&) {
  simulation_.cancel();
  opening_ = false;
  fall_back();
  return Done{};
}

void App::fall_back() {
  history_ = settled_;
  history_changed();
  // A drag may have shown moments that were never settled.
  if (results().scenario == nullptr || *results().scenario == scenario()) return;
  CHECK(simulation_.set(history_.current(), Baseline::kShown).ok());
}

void App::accepted() {
  history_changed();
  edited_ = true;
  ui_.link_copied = false;
  ui_.refusal.reset();
}

}  // namespace reshard

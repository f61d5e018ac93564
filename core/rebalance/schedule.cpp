#include "core/rebalance/schedule.h"

#include <algorithm>
#include <functional>

#include "core/base/check.h"

namespace reshard::rebalance {
namespace {

constexpr std::size_t kLookAhead = 2000;  // steps that wait

class Scheduler {
 public:
  Scheduler(const Model& model, const std::vector<Ordered::Step>& steps, const Pace& pace, bool longest_first);
  /// False: steps wait for each other, which they cannot do in their order.
  bool run();
  Schedule take() { return std::move(schedule_); }

 private:
  std::uint64_t duration(const Move& move) const;
  std::uint64_t latest_end() const;
  bool start_ready();
  bool may_start(const Move& move) const;
  bool stays_within(const Move& move) const;
  void hold_back(const Move& move);
  void start(std::uint32_t step);
  void finish_next();
  void wait_for_window();

  const Model& model_;
  const std::vector<Ordered::Step>& steps_;
  const Pace& pace_;
  bool longest_first_;
  Placement at_;
  Schedule schedule_;
  std::uint64_t now_ = 0;
  std::vector<std::uint32_t> waiting_;                              // steps in their order
  std::vector<std::pair<std::uint64_t, std::uint32_t>> in_flight_;  // end and step
  std::vector<std::uint32_t> copies_, leaving_;                     // in flight by node; those that leave it
  std::vector<std::uint64_t> arriving_bytes_, arriving_load_;
  std::vector<std::uint8_t> busy_entry_;
  // Of the steps that this round has passed over.
  std::vector<std::uint64_t> held_bytes_;
  std::vector<std::uint32_t> held_leaving_;
  std::vector<std::uint32_t> held_entries_;
  std::vector<std::uint8_t> held_entry_;
};

Scheduler::Scheduler(const Model& model, const std::vector<Ordered::Step>& steps, const Pace& pace, bool longest_first)
    : model_(model),
      steps_(steps),
      pace_(pace),
      longest_first_(longest_first),
      at_(model),
      copies_(model.nodes),
      leaving_(model.nodes),
      arriving_bytes_(model.nodes),
      arriving_load_(std::size_t{model.limits} * model.nodes),
      busy_entry_(model.entries),
      held_entry_(model.entries) {
  for (std::uint32_t i = 0; i < steps.size(); ++i) waiting_.push_back(i);
  schedule_.spans.resize(steps.size());
  if (!longest_first) return;
  // Those of one entry have the same size, and keep their order.
  std::stable_sort(waiting_.begin(), waiting_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return model.problem.bytes[steps[a].move.entry] > model.problem.bytes[steps[b].move.entry];
  });
}

std::uint64_t Scheduler::duration(const Move& move) const {
  if (move.lead) return 0;
  const std::uint64_t rate = std::max<std::uint64_t>(pace_.bytes_per_second, 1);
  return pace_.fixed_ms + (model_.problem.bytes[move.entry] * 1000 + rate - 1) / rate;  // < 2^53 * 2^10
}

/// When the window of this moment ends; `now_` itself outside of it.
std::uint64_t Scheduler::latest_end() const {
  if (pace_.begin_ms == pace_.end_ms) return kUnlimited;
  const std::uint64_t length = (pace_.end_ms + kDayMs - pace_.begin_ms) % kDayMs;
  const std::uint64_t since = (now_ % kDayMs + kDayMs - pace_.begin_ms) % kDayMs;
  return since < length ? now_ + length - since : now_;
}

void Scheduler::wait_for_window() {
  const std::uint64_t since = (now_ % kDayMs + kDayMs - pace_.begin_ms) % kDayMs;
  now_ += since == 0 ? 0 : kDayMs - since;
}

/// Whether the target keeps its limits though copies in flight have not left it yet.
bool Scheduler::stays_within(const Move& move) const {
  const std::uint32_t slot = at_.slot_at(move.entry, move.from);
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    const std::uint64_t load = at_.load(r, move.to) + arriving_load_[r * model_.nodes + move.to] + at_.load_of(r, slot);
    if (load > model_.shares[r].most[move.to]) return false;
  }
  return true;
}

bool Scheduler::may_start(const Move& move) const {
  if (busy_entry_[move.entry] != 0 || held_entry_[move.entry] != 0) return false;
  const bool none_leaves = !longest_first_ && leaving_[move.to] == 0 && held_leaving_[move.to] == 0;
  if (!none_leaves && !stays_within(move)) return false;
  if (move.lead) return true;
  const std::uint32_t most = model_.problem.max_in_flight;
  if (copies_[move.from] >= most || copies_[move.to] >= most) return false;
  if (now_ + duration(move) > latest_end()) return false;
  if (model_.disk[move.to] == kUnlimited) return true;
  const std::uint64_t wanted = arriving_bytes_[move.to] + held_bytes_[move.to] + model_.problem.bytes[move.entry];
  return at_.used(move.to) + wanted <= model_.disk[move.to];
}

void Scheduler::hold_back(const Move& move) {
  held_bytes_[move.to] += move.lead ? 0 : model_.problem.bytes[move.entry];
  ++held_leaving_[move.from];
  if (held_entry_[move.entry] == 0) held_entries_.push_back(move.entry);
  held_entry_[move.entry] = 1;
}

void Scheduler::start(std::uint32_t step) {
  const Move& move = steps_[step].move;
  const std::uint64_t end = now_ + duration(move);
  schedule_.spans[step] = {now_, end};
  schedule_.end_ms = std::max(schedule_.end_ms, end);
  if (move.lead) return at_.apply(move);
  ++copies_[move.from];
  ++copies_[move.to];
  ++leaving_[move.from];
  arriving_bytes_[move.to] += model_.problem.bytes[move.entry];
  const std::uint32_t slot = at_.slot_at(move.entry, move.from);
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    arriving_load_[r * model_.nodes + move.to] += at_.load_of(r, slot);
  }
  busy_entry_[move.entry] = 1;
  in_flight_.emplace_back(end, step);
  std::push_heap(in_flight_.begin(), in_flight_.end(), std::greater<>());
}

/// Starts what can start now, in the order of the steps. False: nothing did.
bool Scheduler::start_ready() {
  held_bytes_.assign(model_.nodes, 0);
  held_leaving_.assign(model_.nodes, 0);
  for (const std::uint32_t entry : held_entries_) held_entry_[entry] = 0;
  held_entries_.clear();
  bool any = false;
  std::size_t kept = 0, i = 0;
  for (; i < waiting_.size() && kept < kLookAhead; ++i) {
    const Move& move = steps_[waiting_[i]].move;
    if (may_start(move)) {
      start(waiting_[i]);
      any = true;
    } else {
      hold_back(move);
      waiting_[kept++] = waiting_[i];
    }
  }
  waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(kept),
                 waiting_.begin() + static_cast<std::ptrdiff_t>(i));
  return any;
}

void Scheduler::finish_next() {
  const std::uint64_t end = in_flight_.front().first;
  schedule_.busy_ms += end - now_;
  now_ = end;
  while (!in_flight_.empty() && in_flight_.front().first == end) {
    std::pop_heap(in_flight_.begin(), in_flight_.end(), std::greater<>());
    const Move& move = steps_[in_flight_.back().second].move;
    in_flight_.pop_back();
    --copies_[move.from];
    --copies_[move.to];
    --leaving_[move.from];
    arriving_bytes_[move.to] -= model_.problem.bytes[move.entry];
    const std::uint32_t slot = at_.slot_at(move.entry, move.from);
    for (std::uint32_t r = 0; r < model_.limits; ++r) {
      arriving_load_[r * model_.nodes + move.to] -= at_.load_of(r, slot);
    }
    busy_entry_[move.entry] = 0;
    at_.apply(move);
  }
}

bool Scheduler::run() {
  std::vector<std::uint64_t> in(model_.nodes), out(model_.nodes);
  const std::uint64_t window = (pace_.end_ms + kDayMs - pace_.begin_ms) % kDayMs;
  for (std::uint32_t i = 0; i < steps_.size(); ++i) {
    const Move& move = steps_[i].move;
    in[move.to] += duration(move);
    out[move.from] += duration(move);
    if (window != 0 && duration(move) > window) schedule_.too_long.push_back(i);
  }
  if (!schedule_.too_long.empty()) return true;
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    const std::uint64_t most = model_.problem.max_in_flight;
    schedule_.bound_ms = std::max(schedule_.bound_ms, (in[n] + out[n] + most - 1) / most);
  }
  if (window != 0) wait_for_window();
  bool waited = false;
  while (!waiting_.empty() || !in_flight_.empty()) {
    while (start_ready()) waited = false;
    if (!in_flight_.empty()) {
      finish_next();
    } else if (!waiting_.empty()) {
      if (window == 0 || waited) return false;
      ++now_;  // past the end of this one
      wait_for_window();
      waited = true;
    }
  }
  return true;
}

}  // namespace

Schedule schedule_of(const Model& model, const std::vector<Ordered::Step>& steps, const Pace& pace) {
  Scheduler in_order(model, steps, pace, false), longest_first(model, steps, pace, true);
  CHECK(in_order.run());  // the first step that waits needs nothing but a window
  Schedule schedule = in_order.take();
  if (!longest_first.run()) return schedule;
  Schedule other = longest_first.take();
  return other.end_ms < schedule.end_ms ? other : schedule;
}

}  // namespace reshard::rebalance

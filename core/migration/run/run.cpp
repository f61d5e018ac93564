#include "core/migration/run/run.h"

#include <algorithm>

namespace reshard {

MoveRun::MoveRun(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced, Film* film)
    : state_(spec, std::move(plan)),
      ledger_(state_.plan->keys(), spec.workload.requests,
              {static_cast<Time>(spec.workload.ttl_us), spec.workload.permanent, spec.seed}),
      story_(state_, ledger_, traced),
      camera_(state_, film),
      books_(state_, ledger_, story_, camera_),
      news_(state_, camera_),
      network_(state_.spec, news_.maps().holders(), state_.plan->nodes),
      outages_(state_.spec),
      expiry_(state_, ledger_, camera_, story_),
      process_(state_.spec.pace),
      log_(state_, process_, books_, camera_, story_),
      verifier_(state_, process_, network_, outages_, expiry_, books_, camera_, story_),
      copier_(state_, process_, network_, outages_, expiry_, log_, verifier_, books_, camera_, story_),
      growth_(state_),
      applied_(spec.workload.retries > 0 ? spec.workload.requests : 0),
      disk_(state_, ledger_, expiry_, growth_, applied_, books_, camera_, story_),
      arrivals_(state_),
      clients_(state_, ledger_, story_, camera_, books_, network_, outages_, expiry_, log_, growth_, applied_, news_),
      announcer_(state_, story_, camera_, books_, expiry_, log_, verifier_, copier_, news_, clients_) {
  MoveTotals& totals = books_.totals();
  for (const MoveUnit& unit : state_.units.all) totals.moved_keys += unit.keys.size();
  camera_.begin(totals.moved_keys, announcer_.units_left(), news_.maps().holders());
  state_.timeline.push(static_cast<Time>(spec.pace.start_us), {Happening::kBegin});
  plan_faults();
  draw_next();
}

void MoveRun::plan_faults() {
  const Faults& faults = state_.spec.faults;
  auto& timeline = state_.timeline;
  if (faults.copier_down_us > 0) {
    const auto fails = static_cast<Time>(faults.copier_down_at_us);
    timeline.push(fails, {Happening::kCopierFails});
    timeline.push(fails + static_cast<Time>(faults.copier_down_us), {Happening::kCopierIsBack});
  }
  if (faults.node_down_us == 0 || faults.node_back == NodeBack::kAsItWas) return;
  const auto down = static_cast<Time>(faults.node_down_at_us), tail = static_cast<Time>(faults.node_tail_us);
  if (faults.node_back == NodeBack::kWithoutTail)
    timeline.push(std::max<Time>(0, down - tail), {Happening::kNodeSaved});
  timeline.push(outages_.node_is_back(), {Happening::kNodeIsBack});
}

bool MoveRun::step(Budget& budget) {
  constexpr unsigned kAtOnce = 4096;
  auto& timeline = state_.timeline;
  while (!judged_) {
    for (unsigned i = 0; i < kAtOnce; ++i) {
      const bool requests_left = ledger_.operations() < state_.spec.workload.requests;
      if (timeline.empty() && !requests_left) {
        judge_end();
        return true;
      }
      if (requests_left && (timeline.empty() || arrivals_.time() <= timeline.next())) {
        state_.now = arrivals_.time();
        begin_request();
      } else {
        state_.now = timeline.next();
        happen(timeline.pop());
      }
      ++books_.totals().events;
    }
    if (budget.spent()) return false;
  }
  return true;
}

double MoveRun::progress() const {
  if (judged_) return 1;
  const double requests = static_cast<double>(std::max<std::uint64_t>(state_.spec.workload.requests, 1));
  const double units = static_cast<double>(state_.units.all.size() + 1);
  return (static_cast<double>(ledger_.operations()) / requests + 1 - (announcer_.units_left() + 1) / units) / 2;
}

// --- requests --------------------------------------------------------------------------------------------------------

/// Prefetches what is known of the next request's key, so that it is in the cache when the request begins.
void MoveRun::draw_next() {
  arrivals_.draw();
  const std::uint32_t key = arrivals_.next().key;
  if (key == kNoMoveKey) return;
  fetch_ahead(&state_.keys[key]);
  ledger_.fetch_ahead(key);
}

void MoveRun::begin_request() {
  const Arrivals::Request& request = arrivals_.next();
  const std::uint32_t key = request.key == kNoMoveKey ? add_row() : request.key;
  const std::uint32_t id = clients_.begin(request.kind, key, request.client);
  draw_next();
  clients_.set_off(id);
}

std::uint32_t MoveRun::add_row() {
  books_.add_key();
  log_.add_key();
  return growth_.add_row();
}

void MoveRun::answer(std::uint32_t flight) {
  const Clients::Answer answer = clients_.hear(flight);
  if (answer.learns) announcer_.learn(answer.section, answer.version);
  const std::uint32_t unit = clients_.conclude(answer);
  if (unit != kNoUnit) announcer_.try_to_end_phase(unit);
}

// --- events ----------------------------------------------------------------------------------------------------------

void MoveRun::happen(const Happening& happening) {
  const std::uint32_t a = happening.a, b = happening.b;
  switch (happening.what) {
    case Happening::kSend: clients_.resume(a); break;
    case Happening::kLand: clients_.land(a); break;
    case Happening::kAnswer: answer(a); break;
    case Happening::kTimeout: clients_.time_is_up(a, b); break;
    case Happening::kLearn:
    case Happening::kAsk:
    case Happening::kFetch: hear(happening); break;
    case Happening::kBegin: announcer_.begin_move(); break;
    case Happening::kNodesLearn: announcer_.nodes_learn(a, static_cast<std::uint8_t>(b)); break;
    case Happening::kMayEnd: announcer_.try_to_end_phase(a); break;
    case Happening::kWatch: announcer_.watch(); break;
    case Happening::kCopy: copy(a); break;
    case Happening::kWriteRow:  // of another life: the page is lost with the copier
      try_to_end_phase(b == process_.life() && copier_.write_row(a), a);
      break;
    case Happening::kCopyLands: try_to_end_phase(copier_.land(a, b), a); break;
    case Happening::kReplay: try_to_end_phase(log_.replay(a), a); break;
    case Happening::kVerify: try_to_end_phase(verifier_.verify(a), a); break;
    case Happening::kVerifyGoesOn: try_to_end_phase(verifier_.go_on(a, b), a); break;
    case Happening::kCopierFails: process_.fails(); break;
    case Happening::kCopierIsBack:
      process_.is_back();
      announcer_.restart_copier();
      break;
    case Happening::kNodeSaved: disk_.save(); break;
    case Happening::kNodeIsBack: disk_.come_back(); break;
  }
}

void MoveRun::try_to_end_phase(bool may_have_ended, std::uint32_t unit) {
  if (may_have_ended) announcer_.try_to_end_phase(unit);
}

/// Where everything is copied, the log of the phase that follows may be replayed at once.
void MoveRun::copy(std::uint32_t unit) {
  if (!copier_.copy(unit)) return;
  announcer_.try_to_end_phase(unit);
  log_.call(unit);
}

/// A holder of a map is told, asks, or has fetched the newest version. What it would hear while it is down, it hears
/// when it comes back.
void MoveRun::hear(const Happening& happening) {
  const Maps& maps = news_.maps();
  const std::uint32_t section = happening.a, holder = maps.holder_in(section);
  if (outages_.holder_is_down(holder, state_.now)) {
    state_.timeline.push(outages_.holder_is_back(), happening);
  } else if (happening.what == Happening::kLearn) {
    announcer_.learn(section, std::min(happening.b, maps.newest()));
  } else if (happening.what == Happening::kFetch) {
    news_.fetched(section);
    announcer_.learn(section, maps.newest());
    clients_.wake(holder);
  } else if (news_.answers_now(section)) {
    announcer_.learn(section, maps.newest());
  }
}

// --- the end ---------------------------------------------------------------------------------------------------------

/// What a client finds at the end of a key, by the phase that was announced last.
Version MoveRun::final_route(std::uint32_t key) const {
  if (state_.grows()) return growth_.row_of(key);
  const Reads reads = state_.protocol_of(key).phases[state_.progress_of(key).announced].reads;
  Version found = kNothing;
  for (std::size_t leg = 0; leg < read_legs(reads) && found == kNothing; ++leg) {
    found = state_.keys[key].at(read_leg(reads, leg)).version;
  }
  return visible(found);
}

void MoveRun::judge_end() {
  judged_ = true;
  MoveTotals& totals = books_.totals();
  const System& system = state_.spec.system;
  const bool counts_maps = system.routing == Routing::kTwoLevel || system.map_requests_per_second > 0;
  if (counts_maps) totals.map_requests = news_.maps().served();
  totals.node_requests = network_.node_requests();
  totals.node_bytes = network_.node_bytes();
  totals.node_keys = growth_.node_keys();
  totals.even_at = growth_.even_at();
  std::vector<Version> last(state_.plan->keys());
  for (std::uint32_t key = 0; key < last.size(); ++key) {
    expiry_.drop(key);
    last[key] = final_route(key);
  }
  books_.close(last, disk_.forgotten());
}

}  // namespace reshard

#pragma once

#include "core/migration/run/run.h"

namespace reshard::testing {

/// The parts of a run as MoveRun puts them together, for tests of single parts: nothing happens by itself.
struct RunParts {
  RunParts(const MoveSpec& spec, std::shared_ptr<const Plan> plan, Witness traced = {Anomaly::kNone, kNoMoveKey, 0},
           Film* film = nullptr)
      : state(spec, std::move(plan)),
        ledger(state.plan->keys(), spec.workload.requests,
               {static_cast<Time>(spec.workload.ttl_us), spec.workload.permanent, spec.seed}),
        story(state, ledger, traced),
        camera(state, film),
        books(state, ledger, story, camera),
        news(state, camera),
        network(state.spec, news.maps().holders(), state.plan->nodes),
        outages(state.spec),
        expiry(state, ledger, camera, story),
        process(state.spec.pace),
        log(state, process, books, camera, story),
        verifier(state, process, network, outages, expiry, books, camera, story),
        copier(state, process, network, outages, expiry, log, verifier, books, camera, story),
        growth(state),
        applied(spec.workload.retries > 0 ? spec.workload.requests : 0),
        disk(state, ledger, expiry, growth, applied, books, camera, story),
        arrivals(state),
        clients(state, ledger, story, camera, books, network, outages, expiry, log, growth, applied, news),
        announcer(state, story, camera, books, expiry, log, verifier, copier, news, clients) {}

  /// Goes on to what comes next.
  Happening next() {
    state.now = state.timeline.next();
    return state.timeline.pop();
  }
  /// The first unit, in this phase.
  MoveUnit& unit_in(std::uint8_t phase) {
    MoveUnit& unit = state.units.all[0];
    unit.begun = true;
    unit.progress.announced = phase;
    unit.progress.known = {phase, phase};
    return unit;
  }

  RunState state;
  Ledger ledger;
  KeyStory story;
  Camera camera;
  Books books;
  MapNews news;
  Network network;
  Outages outages;
  Expiry expiry;
  CopierProcess process;
  ChangeLog log;
  Verifier verifier;
  Copier copier;
  Growth growth;
  AppliedWrites applied;
  NodeDisk disk;
  Arrivals arrivals;
  Clients clients;
  Announcer announcer;
};

}  // namespace reshard::testing

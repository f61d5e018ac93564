#pragma once

#include "core/scenario/json_reader.h"

namespace reshard {

// What a lesson measures, for one seed: a learner's setup, and what a trial makes of it.
//
//   {"start":"v=1&nodes=4&strategy=modulo","setup":"v=1&…","commands":[…],"trial":[{"do":"add_node"}],"seed":"7"}
//
// `start` is the lesson's scenario as a link. The setup is what the learner made of it: a link (`setup`) or commands on
// the start; neither: the start itself. Its keys and how they are asked for, what a node can bear and the number of
// replicas are always the lesson's, and so is how many keys are spread, unless some are hot. With a trial it stands on
// the lesson's nodes as well, so that what is tried is the same for everybody; without one its own nodes count. All is
// done under `seed`, which decides keys and generated names.
//
// Commands are those of core/scenario/json.h. A node may also be named by its part: "@hottest" (the most keys), or "@2"
// (by position, from 0). A trial may also say {"do":"cascade"}: whoever is above the capacity of the start goes down,
// and then whoever that was too much for, until nobody is; each of these waves is a step.
//
// Where `start` says how its keys move (`move=`), that is measured too, of the lesson's own keys and nodes: the setup's
// move counts as far as `move` lists it, by the names of links ("move":["protocol","section_keys"]); all else of the move
// is the lesson's.
//
// The answer:
//
//   {"link":"v=1&…","strategy":"ring","hash":"xxh64","params":{"vnodes":100},"spread":0,
//    "steps":[{"nodes":4,"keys":10000,…}]}
//
// `link` is the setup as the learner made it, under that seed.
// `steps` are the start, the setup and what each command of the trial made of it (step_json in trial.cpp lists the
// figures); what moved is against the step before. `move` is there where the start says one (move_trial.h). Errors name the
// member.

Result<Json> measure_trial(const Json& request);

}  // namespace reshard

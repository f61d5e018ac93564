#pragma once

#include "core/scenario/json_reader.h"

namespace reshard {

// What a lesson measures, for one seed: a learner's setup, and the effect of a trial on it.
//
//   {"start":"v=1&nodes=4&strategy=modulo","setup":"v=1&…","commands":[…],"trial":[{"do":"add_node"}],"seed":"7"}
//
// `start` is the lesson's scenario as a link. The setup is what the learner made of it: a link (`setup`) or commands
// applied to the start; with neither, the start itself. Its keys, how they are requested, the nodes' capacity and the
// number of replicas are always the lesson's, and so is how many keys are spread, unless some are hot. With a trial,
// the nodes are the lesson's too, so that the trial is the same for everybody; without one, the setup's own nodes
// count. Everything is done under `seed`, which decides keys and generated names.
//
// Commands are those of core/scenario/json.h. A node may also be given as "@hottest" (the one with the most keys) or
// "@2" (by position, from 0). A trial may also say {"do":"cascade"}: nodes above the start's capacity go down, then
// those that this overloads, until there are none; each wave is a step.
//
// If `start` says how its keys move (`move=`), that is also measured, with the lesson's own keys and nodes: from the
// setup's move, only the parts that `move` lists count, named as in links ("move":["protocol","section_keys"]); the
// rest of the move is the lesson's.
//
// The answer:
//
//   {"link":"v=1&…","strategy":"ring","hash":"xxh64","params":{"vnodes":100},"spread":0,
//    "steps":[{"nodes":4,"keys":10000,…}]}
//
// `link` is the setup as the learner made it, under that seed. `steps` are the start, the setup and the result of each
// command of the trial (step_json in trial.cpp lists the figures); moved keys are relative to the step before. `move`
// is present if the start has one (move_trial.h). Errors name the member.

Result<Json> measure_trial(const Json& request);

}  // namespace reshard

#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/command.h"
#include "core/scenario/scenario.h"

namespace reshard {

// Commands and scenarios as JSON, for the JavaScript API, messages and files. Reading is strict: a member that is
// unknown, of the wrong type or out of range is an error that names its path ("nodes[3].weight"), and nothing is
// changed.
//
// A command names what it does and its node, and has the members of its struct (command.h):
//
//   {"do":"add_node","name":"x","weight":2,"zone":"a"}      {"do":"set_param","slot":0,"key":"label","value":"gholt"}
//   {"do":"remove_node","node":"x"}                         {"do":"set_node_state","node":"x","state":"down"}
//   {"do":"move_entries","first":5,"last":9,"node":"x"}  {"do":"set_requests","skew":1,"spread":10,"capacity":1.5}
//
// `slot` defaults to 0, `last` to `first`. What set_keys, set_requests and relocate_node leave out stays as it is; a
// new kind of keys brings its own prefix.
//
// A scenario lists what differs from default_scenario():
//
//   {"v":1,"nodes":["a",{"name":"b","weight":2,"data_center":"eu","zone":"z","rack":"r","down":true}],
//    "log":[{"add":"c"},{"remove":"a"},{"rename":"b","to":"bb"},{"weigh":"c","weight":3},
//           {"relocate":"c","zone":"z"},{"down":"c"},{"up":"c"},
//           {"move_to":"c","strategy":"slots","first":5,"last":9}],
//    "owners":"redis_slots:0*5461,1*5462,2*5461","keys":{"kind":"user","count":20000,"prefix":"u"},"seed":7,
//    "strategies":[{"strategy":"ring","hash":"md5","params":{"vnodes":200}}],"replicas":2,
//    "requests":{"skew":1,"spread":10,"capacity":1.5}}
//
// `nodes` may be the number of generated nodes. Pasted keys are {"kind":"given","count":9,"fingerprint":"00c0ffee…"}
// (16 hexadecimal digits). Entries moved by hand belong to the first strategy if none is named. `seed` may be a string
// of decimal digits, and must be one beyond 2^53, where JavaScript's exact integers end.

inline constexpr std::size_t kMaxJsonBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxJsonDepth = 8;
inline constexpr std::size_t kMaxJsonMembers = 100;  ///< in one object

/// Reads a command that is meant for `scenario`: its nodes, slots and parameters are looked up there.
Result<Command> parse_command(std::string_view json, const Scenario& scenario);

/// Nodes and slots of the command must exist in the scenario.
std::string format_command(const Command& command, const Scenario& scenario);

Result<Scenario> parse_scenario(std::string_view json);
std::string format_scenario(const Scenario& scenario);

}  // namespace reshard

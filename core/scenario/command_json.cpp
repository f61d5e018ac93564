#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/node_list.h"

namespace reshard {
namespace {

/// Reads the members of one command, and looks them up in the scenario that it is meant for.
class CommandReader : public ObjectReader {
 public:
  CommandReader(const Json& json, const Scenario& scenario) : ObjectReader(json, ""), scenario_(scenario) {}

  const Scenario& scenario() const { return scenario_; }

  /// The live node that `node` names; if there is none, refuses it and returns the first one.
  const Node& node() {
    const std::string name = text("node");
    if (const Node* node = scenario_.cluster.find(name)) return *node;
    refuse({ErrorCode::unknown, "node", {name}});
    return scenario_.cluster.nodes()[0];
  }

  std::size_t slot() { return static_cast<std::size_t>(whole("slot", 0, scenario_.strategies.size() - 1, 0)); }

 private:
  const Scenario& scenario_;
};

// Reading: one function per command; error() says at the end what was refused. ---------------------------

Command read_add_node(CommandReader& in) {
  return AddNode{read_name(in, "name", ""), in.number("weight", 0, kMaxWeight, 1), read_name(in, "data_center", ""),
                 read_name(in, "zone", ""), read_name(in, "rack", "")};
}
Command read_remove_node(CommandReader& in) { return RemoveNode{in.node().id}; }
Command read_rename_node(CommandReader& in) { return RenameNode{in.node().id, read_name(in, "name")}; }
Command read_weigh_node(CommandReader& in) { return WeighNode{in.node().id, in.number("weight", 0, kMaxWeight)}; }

Command read_relocate_node(CommandReader& in) {
  const Node& node = in.node();
  return RelocateNode{node.id, read_name(in, "data_center", node.data_center), read_name(in, "zone", node.zone),
                      read_name(in, "rack", node.rack)};
}

Command read_set_node_state(CommandReader& in) {
  const std::string state = in.text("state");
  if (state != "up" && state != "down") in.refuse({ErrorCode::not_an_option, "state", {state, "up, down"}});
  return SetNodeState{in.node().id, state == "down" ? NodeState::kDown : NodeState::kUp};
}

Command read_move_entries(CommandReader& in) {
  const std::size_t slot = in.slot();
  const std::uint64_t first = in.whole("first", 0, kMaxKeys);
  return MoveEntries{slot, first, in.whole("last", 0, kMaxKeys, first), in.node().id};
}

Command read_set_nodes(CommandReader& in) {
  auto nodes = parse_node_list(in.text("list"));
  if (nodes.ok()) return SetNodes{nodes.take()};
  in.refuse(nodes.error());
  return SetNodes{};
}

Command read_set_node_count(CommandReader& in) { return SetNodeCount{in.whole("count", 1, kMaxNodes)}; }
Command read_set_strategy(CommandReader& in) { return SetStrategy{in.slot(), read_strategy(in)}; }
Command read_set_hash(CommandReader& in) { return SetHash{in.slot(), read_hash(in)}; }

Command read_set_param(CommandReader& in) {
  const std::size_t slot = in.slot();
  const std::string key = in.text("key");
  const Json* value = in.member("value", true);
  const auto specs = in.scenario().strategies[slot].strategy->params;
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const auto& known) { return known.key == key; });
  if (spec == specs.end()) {
    in.refuse({ErrorCode::unknown, "key", {key}});
  } else if (value != nullptr) {
    const auto number = read_param(*spec, *value);
    if (number.ok()) return SetParam{slot, key, number.value()};
    in.refuse(number.error());
  }
  return SetParam{slot, key, 0};
}

Command read_add_strategy(CommandReader& in) { return AddStrategy{read_strategy(in)}; }
Command read_remove_strategy(CommandReader& in) { return RemoveStrategy{in.slot()}; }
Command read_promote_strategy(CommandReader& in) { return PromoteStrategy{in.slot()}; }
Command read_set_keys(CommandReader& in) { return SetKeys{read_keys(in, in.scenario().keys)}; }
Command read_set_seed(CommandReader& in) { return SetSeed{read_seed(in)}; }
Command read_set_replicas(CommandReader& in) {
  return SetReplicas{static_cast<unsigned>(in.whole("replicas", 1, kMaxReplicas))};
}
Command read_set_requests(CommandReader& in) { return SetRequests{read_requests(in, in.scenario().requests)}; }
Command read_restart(CommandReader& in) { return Restart{in.flag("keep_table", false)}; }

struct CommandForm {
  std::string_view id;
  Command (*read)(CommandReader&);
};

/// In the order of the variant Command.
constexpr CommandForm kForms[] = {
    {"add_node", read_add_node},
    {"remove_node", read_remove_node},
    {"rename_node", read_rename_node},
    {"weigh_node", read_weigh_node},
    {"relocate_node", read_relocate_node},
    {"set_node_state", read_set_node_state},
    {"move_entries", read_move_entries},
    {"set_nodes", read_set_nodes},
    {"set_node_count", read_set_node_count},
    {"set_strategy", read_set_strategy},
    {"set_hash", read_set_hash},
    {"set_param", read_set_param},
    {"add_strategy", read_add_strategy},
    {"remove_strategy", read_remove_strategy},
    {"promote_strategy", read_promote_strategy},
    {"set_keys", read_set_keys},
    {"set_seed", read_set_seed},
    {"set_replicas", read_set_replicas},
    {"set_requests", read_set_requests},
    {"restart", read_restart},
};
static_assert(std::size(kForms) == std::variant_size_v<Command>);

/// Writing: the members of each command after "do".
struct CommandWriter {
  Json& out;
  const Scenario& scenario;

  void node(NodeId id) const { out["node"] = scenario.cluster.name_of(id); }
  void place(const std::string& data_center, const std::string& zone, const std::string& rack) const {
    out["data_center"] = data_center;
    out["zone"] = zone;
    out["rack"] = rack;
  }

  void operator()(const AddNode& command) const {
    out["name"] = command.name;
    out["weight"] = command.weight;
    place(command.data_center, command.zone, command.rack);
  }
  void operator()(const RemoveNode& command) const { node(command.node); }
  void operator()(const RenameNode& command) const {
    node(command.node);
    out["name"] = command.name;
  }
  void operator()(const WeighNode& command) const {
    node(command.node);
    out["weight"] = command.weight;
  }
  void operator()(const RelocateNode& command) const {
    node(command.node);
    place(command.data_center, command.zone, command.rack);
  }
  void operator()(const SetNodeState& command) const {
    node(command.node);
    out["state"] = command.state == NodeState::kDown ? "down" : "up";
  }
  void operator()(const MoveEntries& command) const {
    out["slot"] = command.slot;
    out["first"] = command.first;
    out["last"] = command.last;
    node(command.node);
  }
  void operator()(const SetNodes& command) const { out["list"] = format_node_list(command.nodes); }
  void operator()(const SetNodeCount& command) const { out["count"] = command.count; }
  void operator()(const SetStrategy& command) const {
    out["slot"] = command.slot;
    out["strategy"] = command.strategy->id;
  }
  void operator()(const SetHash& command) const {
    out["slot"] = command.slot;
    out["hash"] = command.hash->id;
  }
  void operator()(const SetParam& command) const {
    CHECK(command.slot < scenario.strategies.size());
    out["slot"] = command.slot;
    out["key"] = command.key;
    for (const ParamSpec& spec : scenario.strategies[command.slot].strategy->params) {
      if (spec.key == command.key) out["value"] = param_json(spec, command.value);
    }
  }
  void operator()(const AddStrategy& command) const { out["strategy"] = command.strategy->id; }
  void operator()(const RemoveStrategy& command) const { out["slot"] = command.slot; }
  void operator()(const PromoteStrategy& command) const { out["slot"] = command.slot; }
  void operator()(const SetKeys& command) const { write_keys(out, command.keys); }
  void operator()(const SetSeed& command) const { write_seed(out, command.seed); }
  void operator()(const SetReplicas& command) const { out["replicas"] = command.replicas; }
  void operator()(const SetRequests& command) const { write_requests(out, command.requests); }
  void operator()(const Restart& command) const {
    if (command.keep_table) out["keep_table"] = true;
  }
};

}  // namespace

Result<Command> parse_command(std::string_view text, const Scenario& scenario) {
  const auto json = parse_json("command", text);
  if (!json.ok()) return json.error();
  CommandReader reader(json.value(), scenario);
  const std::string id = reader.text("do");
  const auto form = std::find_if(std::begin(kForms), std::end(kForms), [&](const auto& f) { return f.id == id; });
  if (form == std::end(kForms)) {
    reader.refuse({ErrorCode::unknown, "do", {id}});
    return *reader.error();
  }
  const Command command = form->read(reader);
  if (const auto error = reader.error()) return *error;
  return command;
}

std::string format_command(const Command& command, const Scenario& scenario) {
  Json json;
  json["do"] = kForms[command.index()].id;
  std::visit(CommandWriter{json, scenario}, command);
  return to_text(json);
}

}  // namespace reshard

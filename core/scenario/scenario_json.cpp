#include <algorithm>

#include "core/base/text.h"
#include "core/scenario/given.h"
#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link.h"
#include "core/scenario/moves.h"
#include "core/scenario/replay.h"

namespace reshard {
namespace {

using Kind = ClusterEvent::Kind;

// Reading ------------------------------------------------------------------------------------------------------

void read_place(ObjectReader& in, Node& node) {
  node.data_center = read_name(in, "data_center", "");
  node.zone = read_name(in, "zone", "");
  node.rack = read_name(in, "rack", "");
}

Result<Node> read_node(const Json& json, const std::string& path, bool may_be_down) {
  Node node;
  if (json.is_string()) {
    node.name = json.get_ref<const std::string&>();
    if (const auto valid = check_new_name(path, node.name); !valid.ok()) return valid.error();
    return node;
  }
  ObjectReader in(json, path);
  node.name = read_name(in, "name");
  node.weight = in.number("weight", 0, kMaxWeight, 1);
  read_place(in, node);
  if (may_be_down && in.flag("down", false)) node.state = NodeState::kDown;
  if (auto error = in.error()) return *error;
  return node;
}

void read_nodes(ObjectReader& in, Scenario& scenario) {
  const Json* nodes = in.member("nodes");
  if (nodes == nullptr || nodes->is_number()) {
    const auto count = in.whole("nodes", 1, kMaxNodes, kDefaultNodes);
    scenario.cluster = generated_cluster(scenario.seed, count).take();
    return;
  }
  std::vector<Node> list;
  for (const Json& json : in.list("nodes", 1, kMaxNodes)) {
    auto node = read_node(json, item_path("nodes", list.size()), true);
    if (!node.ok()) return in.refuse(node.error());
    list.push_back(node.take());
  }
  auto cluster = Cluster::of(list);
  if (!cluster.ok()) return in.refuse(cluster.error());
  scenario.cluster = cluster.take();
}

struct EventForm {
  Kind kind;
  std::string_view id;  ///< the member that holds the node's name
};
constexpr EventForm kEvents[] = {{Kind::kAdd, "add"},     {Kind::kRemove, "remove"},     {Kind::kRename, "rename"},
                                 {Kind::kWeigh, "weigh"}, {Kind::kRelocate, "relocate"}, {Kind::kDown, "down"},
                                 {Kind::kUp, "up"},       {Kind::kMove, "move_to"}};

TableMove read_move(ObjectReader& in, const Scenario& scenario) {
  const std::uint64_t first = in.whole("first", 0, kMaxKeys);
  TableMove move{in.text("strategy", std::string(scenario.strategies.front().strategy->id)), first,
                 in.whole("last", 0, kMaxKeys, first)};
  if (auto valid = check_move(move, scenario); !valid.ok()) {
    Error error = valid.error();
    // Without a named strategy the first is meant, so the error is about the whole event.
    if (error.field == "strategy" && !in.has("strategy")) error.field = "move_to";
    in.refuse(told_about(in.path_of(""), "", std::move(error)));
  }
  return move;
}

Result<ClusterEvent> read_event(const Json& json, const std::string& path, const Scenario& scenario) {
  ObjectReader in(json, path);
  for (const EventForm& form : kEvents) {
    if (!in.has(form.id)) continue;
    ClusterEvent event{form.kind, {}, ""};
    if (form.kind == Kind::kAdd) {
      auto node = read_node(*in.member(form.id), in.path_of(form.id), false);
      if (!node.ok()) return node.error();
      event.node = node.take();
    } else {
      event.node.name = read_name(in, form.id);
    }
    if (form.kind == Kind::kWeigh) event.node.weight = in.number("weight", 0, kMaxWeight);
    if (form.kind == Kind::kRelocate) read_place(in, event.node);
    if (form.kind == Kind::kMove) event.move = read_move(in, scenario);
    if (form.kind == Kind::kRename) {
      event.old_name = event.node.name;
      event.node.name = read_name(in, "to");
    }
    event.at_once = in.flag("at_once", false);
    if (auto error = in.error()) return *error;
    return event;
  }
  if (auto error = in.error()) return *error;
  return Error{ErrorCode::empty, path, {}};
}

/// The member of an event that a cluster's error is about: its node's name, or the new name.
std::string member_of(const ClusterEvent& event, const Error& error) {
  if (event.kind == Kind::kRename && error.code == ErrorCode::duplicate) return "to";
  const auto* form = std::find_if(std::begin(kEvents), std::end(kEvents),
                                  [&](const EventForm& each) { return each.kind == event.kind; });
  return std::string(form->id);
}

void read_owners(ObjectReader& in, Scenario& scenario) {
  if (!in.has("owners")) return;
  if (auto given = give_owners(in.text("owners"), scenario); !given.ok()) in.refuse(given.error());
}

void read_log(ObjectReader& in, Scenario& scenario) {
  std::size_t index = 0;
  for (const Json& json : in.list("log", 0, kMaxLogEvents)) {
    const std::string path = item_path("log", index++);
    const auto event = read_event(json, path, scenario);
    if (!event.ok()) return in.refuse(event.error());
    const auto done = replay(scenario.cluster, event.value());
    if (!done.ok())
      return in.refuse(told_about(path + "." + member_of(event.value(), done.error()), "nodes", done.error()));
  }
}

// By its id, or by the name that the dialect's program uses.
void read_hash(ObjectReader& in, StrategyChoice& choice) {
  const std::string id = in.text("hash");
  const HashFunction* hash = find_hash(*choice.strategy, choice.params, id);
  if (hash == nullptr) return in.refuse({ErrorCode::unknown, in.path_of("hash"), {id}});
  if (choice.strategy->hash_fixed && hash != choice.hash) {
    return in.refuse({ErrorCode::not_an_option, in.path_of("hash"), {id, std::string(choice.hash->id)}});
  }
  choice.hash = hash;
}

Result<StrategyChoice> read_choice(const Json& json, const std::string& path) {
  ObjectReader in(json, path);
  const Strategy* strategy = read_strategy(in);
  if (strategy == nullptr) return *in.error();
  StrategyChoice choice = default_choice(*strategy);
  if (const Json* member = in.member("params")) {
    ObjectReader params(*member, in.path_of("params"));
    for (std::size_t i = 0; i < choice.params.size(); ++i) {
      const ParamSpec& spec = strategy->params[i];
      const Json* value = params.member(spec.key);
      if (value == nullptr) continue;
      const auto number = read_param(spec, *value);
      if (!number.ok()) return told_about(params.path_of(spec.key), spec.key, number.error());
      choice.params[i] = number.value();
    }
    if (auto error = params.error()) return *error;
  }
  choice.hash = &default_hash(*strategy, choice.params);
  if (in.has("hash")) read_hash(in, choice);
  if (auto error = in.error()) return *error;
  return choice;
}

void read_strategies(ObjectReader& in, std::vector<StrategyChoice>& choices) {
  if (!in.has("strategies")) return;
  std::vector<StrategyChoice> read;
  for (const Json& json : in.list("strategies", 1, kMaxStrategies)) {
    auto choice = read_choice(json, item_path("strategies", read.size()));
    if (!choice.ok()) return in.refuse(choice.error());
    read.push_back(choice.take());
  }
  if (!read.empty()) choices = std::move(read);
}

// Writing ------------------------------------------------------------------------------------------------------

void write_place(Json& out, const Node& node) {
  if (!node.data_center.empty()) out["data_center"] = node.data_center;
  if (!node.zone.empty()) out["zone"] = node.zone;
  if (!node.rack.empty()) out["rack"] = node.rack;
}

Json node_json(const Node& node, bool may_be_down) {
  Json out;
  out["name"] = node.name;
  if (node.weight != 1) out["weight"] = node.weight;
  write_place(out, node);
  if (may_be_down && node.state == NodeState::kDown) out["down"] = true;
  return out.size() == 1 ? Json(node.name) : out;
}

Json nodes_json(std::span<const Node> nodes) {
  Json list = Json::array();
  for (const Node& node : nodes) list.push_back(node_json(node, true));
  return list;
}

Json event_json(const ClusterEvent& event) {
  Json out;
  for (const EventForm& form : kEvents) {
    if (form.kind == event.kind) out[std::string(form.id)] = event.node.name;
  }
  switch (event.kind) {
    case Kind::kAdd: out["add"] = node_json(event.node, false); break;
    case Kind::kRename:
      out["rename"] = event.old_name;
      out["to"] = event.node.name;
      break;
    case Kind::kWeigh: out["weight"] = event.node.weight; break;
    case Kind::kRelocate: write_place(out, event.node); break;
    case Kind::kMove:
      out["strategy"] = event.move.table;
      out["first"] = event.move.first;
      out["last"] = event.move.last;
      break;
    case Kind::kRemove:
    case Kind::kDown:
    case Kind::kUp: break;
  }
  if (event.at_once) out["at_once"] = true;
  return out;
}

Json choice_json(const StrategyChoice& choice) {
  const Strategy& strategy = *choice.strategy;
  Json out;
  out["strategy"] = strategy.id;
  if (choice.hash != &default_hash(strategy, choice.params)) out["hash"] = choice.hash->id;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    if (choice.params[i] != spec.fallback) out["params"][std::string(spec.key)] = param_json(spec, choice.params[i]);
  }
  return out;
}

}  // namespace

Result<Scenario> parse_scenario(std::string_view text) {
  const auto json = parse_json("scenario", text);
  if (!json.ok()) return json.error();
  return read_scenario(json.value());
}

Result<Scenario> read_scenario(const Json& json) {
  Scenario scenario = default_scenario();
  ObjectReader in(json, "");
  const Json* version = in.member("v");
  if (version != nullptr && version->is_number_unsigned() && version->get<std::uint64_t>() > kLinkVersion) {
    return Error{ErrorCode::newer_version, "v", {to_text(*version), decimal(kLinkVersion)}};
  }
  in.whole("v", 1, kLinkVersion, kLinkVersion);
  scenario.seed = read_seed(in, scenario.seed);
  read_nodes(in, scenario);
  if (const Json* member = in.member("keys")) {
    ObjectReader keys(*member, "keys");
    scenario.keys = read_keys(keys, scenario.keys);
    if (auto error = keys.error()) in.refuse(*error);
  }
  read_strategies(in, scenario.strategies);
  read_owners(in, scenario);
  read_log(in, scenario);  // checks moves by hand against the tables
  scenario.replicas = static_cast<unsigned>(in.whole("replicas", 1, kMaxReplicas, scenario.replicas));
  if (const Json* member = in.member("requests")) {
    ObjectReader requests(*member, "requests");
    scenario.requests = read_requests(requests, scenario.requests);
    if (auto error = requests.error()) in.refuse(*error);
  }
  if (auto error = in.error()) return *error;
  return scenario;
}

std::string format_scenario(const Scenario& scenario) {
  const Scenario usual = default_scenario();
  const Cluster& cluster = scenario.cluster;
  Json out;
  out["v"] = kLinkVersion;
  if (!starts_generated(scenario)) {
    out["nodes"] = nodes_json(cluster.initial());
  } else if (cluster.initial().size() != kDefaultNodes) {
    out["nodes"] = cluster.initial().size();
  }
  if (cluster.given() != nullptr) out["owners"] = format_owners(cluster);
  for (const ClusterEvent& event : cluster.log()) out["log"].push_back(event_json(event));
  if (scenario.keys != usual.keys) {
    Json keys;
    write_keys(keys, scenario.keys);
    out["keys"] = std::move(keys);
  }
  if (scenario.seed != usual.seed) write_seed(out, scenario.seed);
  if (scenario.strategies != usual.strategies) {
    for (const StrategyChoice& choice : scenario.strategies) out["strategies"].push_back(choice_json(choice));
  }
  if (scenario.replicas != usual.replicas) out["replicas"] = scenario.replicas;
  if (scenario.requests != usual.requests) {
    Json requests;
    write_requests(requests, scenario.requests);
    out["requests"] = std::move(requests);
  }
  return to_text(out);
}

}  // namespace reshard

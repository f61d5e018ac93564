#include "core/scenario/replay.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {

Status replay(Cluster& cluster, const ClusterEvent& event) {
  const Node& told = event.node;
  if (event.kind == ClusterEvent::Kind::kAdd) {
    const auto added = cluster.add(told);
    return added.ok() ? Status(Done{}) : added.error();
  }
  const std::string& name = event.kind == ClusterEvent::Kind::kRename ? event.old_name : told.name;
  const Node* node = cluster.find(name);
  if (node == nullptr) return Error{ErrorCode::unknown, "nodes", {name}};
  switch (event.kind) {
    case ClusterEvent::Kind::kAdd: break;
    case ClusterEvent::Kind::kRemove: return cluster.remove(node->id);
    case ClusterEvent::Kind::kRename: return cluster.rename(node->id, told.name);
    case ClusterEvent::Kind::kWeigh: return cluster.set_weight(node->id, told.weight);
    case ClusterEvent::Kind::kRelocate: return cluster.relocate(node->id, told.data_center, told.zone, told.rack);
    case ClusterEvent::Kind::kDown: return cluster.set_state(node->id, NodeState::kDown);
    case ClusterEvent::Kind::kUp: return cluster.set_state(node->id, NodeState::kUp);
    case ClusterEvent::Kind::kMove: return cluster.move(node->id, event.move);
  }
  check_failed("a kind of event", __FILE__, __LINE__);
}

bool starts_generated(const Scenario& scenario) {
  std::uint64_t number = 0;
  for (const Node& node : scenario.cluster.initial()) {
    Node generated;
    generated.id = node.id;
    generated.name = generated_node_name(scenario.seed, number++);
    if (node != generated) return false;
  }
  return true;
}

std::optional<std::size_t> changes_at_once(std::span<const OtherField> fields) {
  const auto field =
      std::find_if(fields.begin(), fields.end(), [](const OtherField& each) { return each.key == "at_once"; });
  if (field == fields.end()) return 1;
  const auto number = parse_u64(field->value);
  if (!number || *number == 0 || *number > kMaxLogEvents) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

std::vector<Scenario> steps_of(const Scenario& scenario, std::size_t at_once) {
  const Cluster& last = scenario.cluster;
  const std::span<const ClusterEvent> log = last.log();
  const std::size_t held_by_one = last.initial().size() + last.known() + log.size();
  const std::size_t most = std::max<std::size_t>(1, kMaxStepNodes / held_by_one);  // steps before the last one

  auto first = Cluster::of(last.initial());
  CHECK(first.ok());
  std::vector<Scenario> steps;
  Scenario step = scenario;
  step.cluster = first.take();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const bool within = log.size() - i < std::min(at_once, log.size());  // inside the last step, which began earlier
    if (!within && log.size() - i <= most + at_once - 1) steps.push_back(step);
    if (!replay(step.cluster, log[i]).ok()) return {scenario};
  }
  if (step.cluster != last) return {scenario};
  steps.push_back(scenario);
  return steps;
}

}  // namespace reshard

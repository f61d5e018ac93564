#include "core/scenario/replay.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/scenario/link_text.h"

namespace reshard {

namespace {

Status replay_alone(Cluster& cluster, const ClusterEvent& event) {
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

// The lengths of the log's steps, in order.
std::vector<std::size_t> step_lengths(std::span<const ClusterEvent> log) {
  std::vector<std::size_t> lengths;
  for (const ClusterEvent& event : log) {
    if (event.at_once) {
      ++lengths.back();
    } else {
      lengths.push_back(1);
    }
  }
  return lengths;
}

}  // namespace

Status replay(Cluster& cluster, const ClusterEvent& event) {
  const std::size_t length = cluster.log().size();
  const bool goes_on = length > 0 && cluster.log().back().at_once;
  const Status done = replay_alone(cluster, event);
  if (!done.ok() || !event.at_once || length == 0) return done;
  if (cluster.log().size() > length) {
    cluster.join(length - 1, length + 1);
  } else if (goes_on) {  // another weight replaced the one before
    cluster.join(length - 2, length);
  }
  return done;
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

std::string format_steps(std::span<const ClusterEvent> log) {
  const auto lengths = step_lengths(log);
  std::string text;
  for (auto at = std::find_if(lengths.begin(), lengths.end(), [](std::size_t n) { return n > 1; });
       at != lengths.end();) {
    const auto end = std::find_if(at, lengths.end(), [&](std::size_t n) { return n != *at; });
    text.append(text.empty() ? "" : ",").append(decimal(*at));
    if (end - at > 1) text.append("*").append(decimal(static_cast<std::size_t>(end - at)));
    at = end;
  }
  return text;
}

Status parse_steps(std::string_view text, Cluster& cluster) {
  struct Steps {
    std::uint64_t length, times;
  };
  std::vector<Steps> all;
  for (const std::string_view item : split(text, ',')) {
    const std::size_t star = std::min(item.find('*'), item.size());
    const auto length = parse_u64(item.substr(0, star));
    const auto times = star == item.size() ? 1 : parse_u64(item.substr(star + 1));
    for (const auto& number : {length, times}) {
      if (number && *number > 0 && *number <= kMaxLogEvents) continue;
      return Error{ErrorCode::out_of_range, "at_once", {excerpt(item), "1", decimal(kMaxLogEvents)}};
    }
    all.push_back({*length, *times});
  }
  std::size_t end = cluster.log().size();
  for (std::size_t at = all.size(); at-- > 0;) {
    for (std::uint64_t i = 0; i < all[at].times && end > 0; ++i) {
      const std::size_t first = end - std::min(end, static_cast<std::size_t>(all[at].length));
      cluster.join(first, end);
      end = first;
    }
  }
  return Done{};
}

std::vector<Scenario> steps_of(const Scenario& scenario) {
  const Cluster& last = scenario.cluster;
  const std::span<const ClusterEvent> log = last.log();
  const std::size_t held_by_one = last.initial().size() + last.known() + log.size();
  const std::size_t most = std::max<std::size_t>(1, kMaxStepNodes / held_by_one);  // steps before the last one

  auto first = Cluster::of(last.initial());
  CHECK(first.ok());
  std::vector<Scenario> steps;
  Scenario step = scenario;
  step.cluster = first.take();
  step.cluster.give(last.given());
  std::size_t left = step_lengths(log).size();
  for (const ClusterEvent& event : log) {
    if (!event.at_once && left-- <= most) steps.push_back(step);
    if (!replay(step.cluster, event).ok()) return {scenario};
  }
  if (step.cluster != last) return {scenario};
  steps.push_back(std::move(step));  // the same, sharing the initial nodes with the steps before it
  return steps;
}

}  // namespace reshard

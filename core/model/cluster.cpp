#include "core/model/cluster.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

Status check_weight(const std::string& field, double weight) {
  if (weight >= 0 && weight <= kMaxWeight) return Done{};
  return Error{ErrorCode::out_of_range, field, {short_number(weight), "0", short_number(kMaxWeight)}};
}

const Node* find_in(std::span<const Node> nodes, NodeId id) {
  const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.id == id; });
  return at == nodes.end() ? nullptr : &*at;
}

/// Data centre, zone and rack are names, or empty. The error names the field: `of` + ".zone" and so on.
Status check_places(const std::string& of, const Node& node) {
  const std::pair<const char*, const std::string*> places[] = {
      {".data_center", &node.data_center}, {".zone", &node.zone}, {".rack", &node.rack}};
  for (const auto& [field, place] : places) {
    if (place->empty()) continue;
    if (const auto valid = check_name(of + field, *place); !valid.ok()) return valid.error();
  }
  return Done{};
}

}  // namespace

bool GivenTable::has_tokens(bool large) const {
  return std::all_of(tokens.begin(), tokens.end(),
                     [&](U128 token) { return large ? token <= kMostToken : (token + (U128{1} << 63)) >> 64 == 0; });
}

std::span<const U128> GivenTable::tokens_of(NodeId node) const {
  const auto first = std::lower_bound(owners.begin(), owners.end(), node) - owners.begin();
  auto end = first;
  while (end < std::ssize(owners) && owners[static_cast<std::size_t>(end)] == node) ++end;
  return std::span(tokens).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
}

Result<Cluster> Cluster::of(std::span<const Node> nodes) {
  Cluster cluster;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto added = cluster.add(nodes[i]);
    if (!added.ok()) {
      Error error = added.error();
      error.field = "nodes[" + decimal(i) + "]" + error.field.substr(std::string("nodes").size());
      return error;
    }
    if (nodes[i].state == NodeState::kDown) cluster.nodes_.back().state = NodeState::kDown;
  }
  cluster.initial_ = std::make_shared<const std::vector<Node>>(cluster.nodes_);
  cluster.log_.clear();
  return cluster;
}

Result<NodeId> Cluster::add(Node node) {
  if (const auto name = check_name("nodes", node.name); !name.ok()) return name.error();
  if (const auto weight = check_weight("nodes.weight", node.weight); !weight.ok()) return weight.error();
  if (const auto places = check_places("nodes", node); !places.ok()) return places.error();
  if (nodes_.size() >= kMaxNodes) {
    return Error{ErrorCode::out_of_range, "nodes", {decimal(nodes_.size() + 1), "1", decimal(kMaxNodes)}};
  }
  if (find(node.name) != nullptr) return Error{ErrorCode::duplicate, "nodes", {node.name}};

  node.id = id_of(node.name);  // a removed node's name gets its identity back
  node.state = NodeState::kUp;
  log_.push_back({ClusterEvent::Kind::kAdd, node, {}});
  nodes_.push_back(std::move(node));
  return nodes_.back().id;
}

Result<Node*> Cluster::live(NodeId id) {
  const auto at = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == id; });
  if (at == nodes_.end()) {
    return Error{ErrorCode::unknown, "nodes", {index_of(id) < names_.size() ? name_of(id) : decimal(index_of(id))}};
  }
  return &*at;
}

Status Cluster::remove(NodeId id) {
  const auto node = live(id);
  if (!node.ok()) return node.error();
  if (nodes_.size() == 1) return Error{ErrorCode::out_of_range, "nodes", {"0", "1", decimal(kMaxNodes)}};
  log_.push_back({ClusterEvent::Kind::kRemove, *node.value(), {}});
  nodes_.erase(nodes_.begin() + (node.value() - nodes_.data()));
  return Done{};
}

Status Cluster::rename(NodeId id, std::string name) {
  const auto node = live(id);
  if (!node.ok()) return node.error();
  if (node.value()->name == name) return Done{};
  if (const auto valid = check_name("nodes", name); !valid.ok()) return valid.error();
  if (find(name) != nullptr) return Error{ErrorCode::duplicate, "nodes", {name}};

  std::string old_name = node.value()->name;
  by_name_.erase(by_name_.begin() + static_cast<std::ptrdiff_t>(place_of(old_name)));
  if (has_known(name)) {
    by_name_[place_of(name)] = id;  // a removed node of this name can no longer come back under it
  } else {
    insert_by_name(name, id);
  }
  names_[index_of(id)] = name;
  node.value()->name = std::move(name);
  log_.push_back({ClusterEvent::Kind::kRename, *node.value(), std::move(old_name)});
  return Done{};
}

Status Cluster::set_weight(NodeId id, double weight) {
  const auto node = live(id);
  if (!node.ok()) return node.error();
  if (const auto valid = check_weight("nodes[" + node.value()->name + "].weight", weight); !valid.ok())
    return valid.error();
  node.value()->weight = weight;
  append(log_, {ClusterEvent::Kind::kWeigh, *node.value(), {}});
  return Done{};
}

void Cluster::append(std::vector<ClusterEvent>& log, ClusterEvent event) {
  const auto weighs = [&](const ClusterEvent& e) {
    return e.kind == ClusterEvent::Kind::kWeigh && e.node.id == event.node.id;
  };
  if (weighs(event) && !log.empty() && weighs(log.back())) {
    event.at_once = event.at_once && log.back().at_once;
    log.pop_back();
  }
  log.push_back(std::move(event));
}

void Cluster::join(std::size_t first, std::size_t end) {
  for (std::size_t i = first + 1; i < end; ++i) log_[i].at_once = true;
}

Status Cluster::relocate(NodeId id, std::string data_center, std::string zone, std::string rack) {
  const auto node = live(id);
  if (!node.ok()) return node.error();
  Node moved = *node.value();
  moved.data_center = std::move(data_center);
  moved.zone = std::move(zone);
  moved.rack = std::move(rack);
  if (const auto valid = check_places("nodes[" + moved.name + "]", moved); !valid.ok()) return valid.error();
  if (moved == *node.value()) return Done{};
  *node.value() = std::move(moved);
  log_.push_back({ClusterEvent::Kind::kRelocate, *node.value(), {}});
  return Done{};
}

Status Cluster::set_state(NodeId id, NodeState state) {
  const auto node = live(id);
  if (!node.ok()) return node.error();
  if (node.value()->state == state) return Done{};
  node.value()->state = state;
  const auto kind = state == NodeState::kDown ? ClusterEvent::Kind::kDown : ClusterEvent::Kind::kUp;
  log_.push_back({kind, *node.value(), {}});
  return Done{};
}

Status Cluster::move(NodeId to, TableMove move) {
  const auto node = live(to);
  if (!node.ok()) return node.error();
  if (node.value()->weight == 0) {
    return Error{
        ErrorCode::unsupported, "nodes", {"{1} has weight 0, so nothing can be moved to it", node.value()->name}};
  }
  log_.push_back({ClusterEvent::Kind::kMove, *node.value(), {}, std::move(move)});
  return Done{};
}

const Node* Cluster::find(NodeId id) const { return find_in(nodes_, id); }

std::span<const U128> Cluster::given_tokens(std::string_view table, NodeId node) const {
  const bool given = given_ && given_->table == table && find_in(*initial_, node) != nullptr;
  return given ? given_->tokens_of(node) : std::span<const U128>();
}

const Node* Cluster::find(std::string_view name) const {
  const NodeId known = known_as(name);
  return known == kNoNode ? nullptr : find(known);
}

// Where in by_name_ the name is, or would be.
std::size_t Cluster::place_of(std::string_view name) const {
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                   [&](NodeId id, std::string_view wanted) { return names_[index_of(id)] < wanted; });
  return static_cast<std::size_t>(at - by_name_.begin());
}

NodeId Cluster::known_as(std::string_view name) const {
  const std::size_t place = place_of(name);
  return place < by_name_.size() && names_[index_of(by_name_[place])] == name ? by_name_[place] : kNoNode;
}

void Cluster::insert_by_name(std::string_view name, NodeId id) {
  by_name_.insert(by_name_.begin() + static_cast<std::ptrdiff_t>(place_of(name)), id);
}

NodeId Cluster::id_of(const std::string& name) {
  if (const NodeId known = known_as(name); known != kNoNode) return known;
  const NodeId id{static_cast<std::uint32_t>(names_.size())};
  insert_by_name(name, id);
  names_.push_back(name);
  return id;
}

// What most often differs comes first.
bool Cluster::operator==(const Cluster& other) const {
  return log_ == other.log_ && nodes_ == other.nodes_ && names_ == other.names_ && by_name_ == other.by_name_ &&
         (initial_ == other.initial_ || *initial_ == *other.initial_) &&
         (given_ == other.given_ || (given_ && other.given_ && *given_ == *other.given_));
}

const std::string& Cluster::name_of(NodeId id) const {
  CHECK(index_of(id) < names_.size());
  return names_[index_of(id)];
}

std::size_t Cluster::down() const {
  return static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.state == NodeState::kDown; }));
}

Result<Cluster> Cluster::with_names(const std::map<std::string, std::string>& names) const {
  const auto rename = [&](std::string& name) {
    if (const auto at = names.find(name); at != names.end()) name = at->second;
  };
  Cluster renamed = *this;
  std::vector<Node> initial = *initial_;
  for (Node& node : initial) rename(node.name);
  renamed.initial_ = std::make_shared<const std::vector<Node>>(std::move(initial));
  for (Node& node : renamed.nodes_) rename(node.name);
  for (ClusterEvent& event : renamed.log_) {
    rename(event.node.name);
    rename(event.old_name);
  }
  for (std::string& name : renamed.names_) rename(name);
  renamed.by_name_.clear();
  for (const NodeId id : by_name_) {
    const std::string& name = renamed.names_[index_of(id)];
    if (renamed.has_known(name)) return Error{ErrorCode::duplicate, "nodes", {name}};
    renamed.insert_by_name(name, id);
  }
  return renamed;
}

Cluster Cluster::at_start() const {
  Cluster start = *this;
  start.nodes_ = *initial_;
  start.log_.clear();
  return start;
}

Result<Cluster> Cluster::replaced_by(std::span<const Node> nodes) const {
  auto listed = of(nodes);
  if (!listed.ok()) return listed;
  Cluster next = listed.take();
  next.names_ = names_;
  next.by_name_ = by_name_;
  for (Node& node : next.nodes_) node.id = next.id_of(node.name);
  next.initial_ = std::make_shared<const std::vector<Node>>(next.nodes_);
  return next;
}

Cluster Cluster::rebased() const {
  Cluster rebased = *this;
  rebased.initial_ = std::make_shared<const std::vector<Node>>(nodes_);
  rebased.log_.clear();
  rebased.given_.reset();
  return rebased;
}

}  // namespace reshard

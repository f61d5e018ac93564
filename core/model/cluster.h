#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/node.h"

namespace reshard {

/// Entries of a strategy's table (slots, buckets, groups, a directory's rows) that somebody gives to a node by hand.
struct TableMove {
  std::string table;                  ///< the id of the strategy
  std::uint64_t first = 0, last = 0;  ///< numbers of entries, both included

  bool operator==(const TableMove&) const = default;
};

/// One change of a cluster, kept in its log.
struct ClusterEvent {
  enum class Kind : std::uint8_t { kAdd, kRemove, kRename, kWeigh, kRelocate, kDown, kUp, kMove };
  Kind kind;
  Node node;             ///< as it is after the event; after kRemove as it last was; of kMove who is given the entries
  std::string old_name;  ///< of kRename
  TableMove move = {};   ///< of kMove

  bool operator==(const ClusterEvent&) const = default;
};

/// The nodes of a cluster in the order of their positions (additions go to the end, a removal closes the gap),
/// and the log of everything that happened since its first nodes. Strategies whose table depends on history
/// replay initial() and log(); so they stay pure functions of the cluster.
class Cluster {
 public:
  /// Nodes of the given names, weights and places, not yet part of any log; their ids are 0, 1, ….
  /// Refuses what add() refuses, naming the field "nodes[i]".
  static Result<Cluster> of(std::span<const Node> nodes);

  /// Errors leave the cluster as it was and name the field: `nodes`, or `.weight`, `.data_center`, `.zone` or
  /// `.rack` of `nodes[…]` (of a node to be added, `nodes.weight` …). A name is 1 to 255 bytes of UTF-8 without
  /// control characters, and that of a node unique among the live ones; places are names or empty.
  Result<NodeId> add(Node node);  ///< its id is given by the cluster
  Status remove(NodeId id);       ///< the last node stays: an empty cluster owns nothing
  Status rename(NodeId id, std::string name);
  Status set_weight(NodeId id, double weight);  ///< repeated for one node, the log keeps the last
  Status relocate(NodeId id, std::string data_center, std::string zone, std::string rack);
  Status set_state(NodeId id, NodeState state);
  /// Whether there is such a table, and how large, the cluster does not know. A node of weight 0 is given nothing.
  Status move(NodeId to, TableMove move);

  /// Takes the moves out of the log of which `keep` says false.
  template <typename Keep>
  void keep_moves(Keep keep) {
    std::vector<ClusterEvent> log;
    for (ClusterEvent& event : log_) {
      if (event.kind != ClusterEvent::Kind::kMove || keep(event.move)) append(log, std::move(event));
    }
    log_ = std::move(log);
  }

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Node> initial() const { return initial_; }
  std::span<const ClusterEvent> log() const { return log_; }

  const Node* find(NodeId id) const;              ///< live ones; null where there is none
  const Node* find(std::string_view name) const;  ///< live ones; null where there is none
  const std::string& name_of(NodeId id) const;    ///< live or removed: its last name
  bool has_known(std::string_view name) const { return by_name_.find(name) != by_name_.end(); }  ///< live or removed
  std::size_t known() const { return names_.size(); }  ///< every id ever given is below this
  std::size_t down() const;                            ///< how many of nodes() are down

  /// The same cluster, first nodes and log alike, as if it had been made with other names: `names` maps old ones to
  /// new ones. Error (field "nodes") where two nodes, live or removed, would share a name.
  Result<Cluster> with_names(const std::map<std::string, std::string>& names) const;

  /// The same first nodes without the log.
  Cluster at_start() const;

  /// The same nodes, taken as a start of their own: the log is forgotten, ids are kept.
  Cluster rebased() const;

  /// Other nodes in this order, taken as a start of their own: the log is forgotten, a name keeps its id, whatever id
  /// the given ones have. Refuses what of() refuses.
  Result<Cluster> replaced_by(std::span<const Node> nodes) const;

  bool operator==(const Cluster&) const = default;

 private:
  Result<Node*> live(NodeId id);
  static void append(std::vector<ClusterEvent>& log, ClusterEvent event);  // of repeated weights, the last stays

  std::vector<Node> initial_, nodes_;
  std::vector<ClusterEvent> log_;
  std::vector<std::string> names_;                      // by id: the last name
  std::map<std::string, NodeId, std::less<>> by_name_;  // last names, of live and removed nodes
};

}  // namespace reshard

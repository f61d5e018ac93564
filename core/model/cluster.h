#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/uint128.h"
#include "core/model/node.h"

namespace reshard {

/// Entries of a strategy's table (slots, buckets, groups, a directory's rows) that a person moved to a node by hand.
struct TableMove {
  std::string table;                  ///< the id of the strategy
  std::uint64_t first = 0, last = 0;  ///< numbers of entries, inclusive

  bool operator==(const TableMove&) const = default;
};

/// The largest token of a ring whose tokens are large: of Cassandra's RandomPartitioner.
inline constexpr U128 kMostToken = U128{1} << 127;

/// Who has each entry of a strategy's table at the start, as the real system's own table says: what the strategy would
/// deal to the initial nodes does not count then.
struct GivenTable {
  std::string_view table;      ///< the id of the strategy
  std::vector<NodeId> owners;  ///< by entry: initial nodes; kNoNode where nobody has it
  /// Where each entry ends, a number of -2^63 to 2^127 as two's complement, or a server's number; empty: entries are
  /// 0, 1, 2 …
  std::vector<U128> tokens;

  /// Whether every token is one of 0 to 2^127 (`large`), or has 64 bits with a sign.
  bool has_tokens(bool large) const;

  /// Of tokens, whose owners are in the order of their ids: those of this node.
  std::span<const U128> tokens_of(NodeId node) const;

  bool operator==(const GivenTable&) const = default;
};

/// One change to a cluster, kept in its log.
struct ClusterEvent {
  enum class Kind : std::uint8_t { kAdd, kRemove, kRename, kWeigh, kRelocate, kDown, kUp, kMove };
  Kind kind;
  Node node;             ///< as it is after the event; for kRemove as it last was; for kMove, who gets the entries
  std::string old_name;  ///< for kRename
  TableMove move = {};   ///< for kMove
  bool at_once = false;  ///< one step together with the event before it

  bool operator==(const ClusterEvent&) const = default;
};

/// The nodes of a cluster in order of position (additions go to the end, a removal closes the gap), and the log of
/// everything that happened since its initial nodes, in steps of one event or several. Strategies whose table depends on
/// history replay initial() and log(), so they stay pure functions of the cluster.
class Cluster {
 public:
  /// A cluster that starts with these names, weights and places, and an empty log; the ids are 0, 1, ….
  /// Refuses what add() refuses, naming the field "nodes[i]".
  static Result<Cluster> of(std::span<const Node> nodes);

  /// Errors leave the cluster as it was and name the field: `nodes`, or `.weight`, `.data_center`, `.zone` or `.rack`
  /// of `nodes[…]` (of a node to be added, `nodes.weight` …). A name is 1 to 255 bytes of UTF-8 without control
  /// characters; a node's name is unique among live nodes; places are names or empty.
  Result<NodeId> add(Node node);  ///< the cluster assigns its id
  Status remove(NodeId id);       ///< refuses to remove the last node: an empty cluster owns nothing
  Status rename(NodeId id, std::string name);
  Status set_weight(NodeId id, double weight);  ///< of several in a row for one node, the log keeps the last
  Status relocate(NodeId id, std::string data_center, std::string zone, std::string rack);
  Status set_state(NodeId id, NodeState state);
  /// The cluster does not know whether such a table exists, or how large it is. Refuses to move anything to a node of
  /// weight 0.
  Status move(NodeId to, TableMove move);

  /// Begins with this table, or with none. The cluster does not know whether such a table exists, or how large it is.
  void give(std::shared_ptr<const GivenTable> table) { given_ = std::move(table); }
  const std::shared_ptr<const GivenTable>& given() const { return given_; }  ///< null where there is none

  /// The tokens that the table with this id gives to an initial node; none where no such table is given.
  std::span<const U128> given_tokens(std::string_view table, NodeId node) const;

  /// The log's events from number `first` to before `end` were one step.
  void join(std::size_t first, std::size_t end);

  /// Removes from the log the moves for which `keep` returns false.
  template <typename Keep>
  void keep_moves(Keep keep) {
    std::vector<ClusterEvent> log;
    bool begins = false;  // whether the first event of a step was removed, so that the next one begins it
    for (ClusterEvent& event : log_) {
      begins = begins || !event.at_once;
      if (event.kind == ClusterEvent::Kind::kMove && !keep(event.move)) continue;
      event.at_once = !begins;
      begins = false;
      append(log, std::move(event));
    }
    log_ = std::move(log);
  }

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Node> initial() const { return *initial_; }
  std::span<const ClusterEvent> log() const { return log_; }

  const Node* find(NodeId id) const;              ///< live ones; null where there is none
  const Node* find(std::string_view name) const;  ///< live ones; null where there is none
  const std::string& name_of(NodeId id) const;    ///< live or removed: its last name
  bool has_known(std::string_view name) const { return known_as(name) != kNoNode; }  ///< live or removed
  std::size_t known() const { return names_.size(); }  ///< every id ever assigned is below this
  std::size_t down() const;                            ///< how many of nodes() are down

  /// The same cluster, including initial nodes and log, as if it had been created with other names: `names` maps old
  /// ones to new ones. Error (field "nodes") where two nodes, live or removed, would share a name.
  Result<Cluster> with_names(const std::map<std::string, std::string>& names) const;

  /// The same initial nodes with an empty log.
  Cluster at_start() const;

  /// The current nodes as a new start: the log and a given table are forgotten, ids are kept.
  Cluster rebased() const;

  /// These nodes, in this order, as a new start: the log and a given table are forgotten, and a known name keeps its id,
  /// whatever id is given. Refuses what of() refuses.
  Result<Cluster> replaced_by(std::span<const Node> nodes) const;

  bool operator==(const Cluster& other) const;

 private:
  Result<Node*> live(NodeId id);
  std::size_t place_of(std::string_view name) const;
  NodeId known_as(std::string_view name) const;  // kNoNode if nobody knows it
  void insert_by_name(std::string_view name, NodeId id);
  NodeId id_of(const std::string& name);                                   // a new one if nobody knows it
  static void append(std::vector<ClusterEvent>& log, ClusterEvent event);  // of repeated weights, only the last stays

  // Every change copies the cluster: what stays as it was is shared, and what remains is quick to copy.
  std::shared_ptr<const std::vector<Node>> initial_ = std::make_shared<const std::vector<Node>>();
  std::shared_ptr<const GivenTable> given_;
  std::vector<Node> nodes_;
  std::vector<ClusterEvent> log_;
  std::vector<std::string> names_;  // by id: the last name
  std::vector<NodeId> by_name_;     // in the order of their last names: live and removed nodes, one for each name
};

}  // namespace reshard

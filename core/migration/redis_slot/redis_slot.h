#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reshard {

// One slot of a Redis Cluster during a move, as redis-server 7.0.15 answers for its keys: command by command what the
// phases of `slot_by_slot` summarise (NodeRule). Nodes are letters; replies look as in its protocol.

/// What one node believes about the slot, and which of its keys it holds.
struct RedisNode {
  struct Value {
    std::string text;
    bool expired = false;  ///< past its time and not yet evicted: missing, but still there until a node looks it up
  };
  char owner = 'A';
  char migrating_to = 0, importing_from = 0;  ///< 0: neither
  std::map<std::string, Value, std::less<>> keys;
};

/// A connection to one node. ASKING lasts for one command, or for a whole MULTI.
class RedisConnection {
 public:
  RedisConnection(RedisNode& node, char name, bool asking) : node_(node), name_(name), asking_(asking) {}

  /// The reply to GET, SET, DEL, EXISTS, MGET, MSET, PING, MULTI or EXEC: "+OK", ":1", "\"text\"", "nil", "[…]",
  /// "-MOVED SLOT A". Empty for any other command. After SET come NX, or PXAT 1: it has expired already. A command that
  /// is served evicts the expired keys that it names; one that is redirected, refused or only queued does not.
  std::string run(std::string_view command);

 private:
  using Words = std::vector<std::string>;

  friend class RedisSlot;

  /// The redirection for these keys, or an empty string if the node serves them.
  std::string redirection(const Words& keys) const;
  std::string execute(const Words& words);
  std::string execute_on(const Words& keys, const Words& words);
  std::string execute_queued();
  bool has(std::string_view key) const;

  RedisNode& node_;
  const char name_;
  bool asking_;
  bool in_multi_ = false, aborted_ = false;
  std::vector<Words> queued_;
};

/// A slot on all nodes. Clients, and whoever moves the slot, talk to the nodes and change their state. Nodes are the
/// letters from A on. There is no gossip: each node knows only what it was told.
class RedisSlot {
 public:
  explicit RedisSlot(std::size_t nodes) : nodes_(nodes) {}

  RedisNode& at(char name) { return nodes_.at(static_cast<std::size_t>(name - 'A')); }

  /// A node's reply to one command of RedisConnection, to MIGRATE ("MIGRATE B {s}x 0 5000 COPY REPLACE", where B stands
  /// for host and port), or to CLUSTER SETSLOT, COUNTKEYSINSLOT and GETKEYSINSLOT (sorted).
  std::string run(char name, bool asking, std::string_view command);

 private:
  using Words = std::vector<std::string>;

  std::string migrate(char name, const Words& words);
  std::string set_slot(char name, const Words& words);

  std::vector<RedisNode> nodes_;
};

}  // namespace reshard

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace reshard {

// One slot of a Redis Cluster while it moves, as redis-server 7.0.15 answers for its keys: what the phases of
// `slot_by_slot` say in short (NodeRule), command by command. Nodes are letters; replies are as its protocol marks them.

/// What one node thinks of the slot, and what it holds of it.
struct RedisNode {
  struct Value {
    std::string text;
    bool expired = false;  ///< past its time and not yet evicted: missing, but still there
  };
  char owner = 'A';
  char migrating_to = 0, importing_from = 0;  ///< 0: neither
  std::map<std::string, Value, std::less<>> keys;
};

/// A connection to one node. ASKING lasts for one command, or for a whole MULTI.
class RedisConnection {
 public:
  RedisConnection(RedisNode& node, char name, bool asking) : node_(node), name_(name), asking_(asking) {}

  /// The reply to GET, SET, DEL, EXISTS, MGET, MSET, PING, MULTI or EXEC: "+OK", ":1", "\"text\"", "nil", "[…]", "-MOVED
  /// SLOT A". A command that is none of them is answered with an empty text.
  std::string run(std::string_view command);

 private:
  using Words = std::vector<std::string>;

  friend class RedisSlot;

  /// The redirection that these keys are answered with, or an empty text where the node serves them.
  std::string redirection(const Words& keys) const;
  std::string execute(const Words& words);
  std::string execute_queued();
  bool has(std::string_view key) const;

  RedisNode& node_;
  const char name_;
  bool asking_;
  bool in_multi_ = false, aborted_ = false;
  std::vector<Words> queued_;
};

/// A slot on all nodes, as clients and who moves it find it: what they say changes it. Nodes are the letters from A on.
/// Nothing is gossiped: each node knows what it was told.
class RedisSlot {
 public:
  explicit RedisSlot(std::size_t nodes) : nodes_(nodes) {}

  RedisNode& at(char name) { return nodes_.at(static_cast<std::size_t>(name - 'A')); }

  /// The reply of a node to one command of RedisConnection, to MIGRATE ("MIGRATE B {s}x 0 5000 COPY REPLACE", where B
  /// stands for host and port), or to CLUSTER SETSLOT, COUNTKEYSINSLOT and GETKEYSINSLOT, the last one sorted.
  std::string run(char name, bool asking, std::string_view command);

 private:
  using Words = std::vector<std::string>;

  std::string migrate(char name, const Words& words);
  std::string set_slot(char name, const Words& words);

  std::vector<RedisNode> nodes_;
};

}  // namespace reshard

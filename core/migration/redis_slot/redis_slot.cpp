#include "core/migration/redis_slot/redis_slot.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::string_view kTryAgain = "-TRYAGAIN Multiple keys request during rehashing of slot";
constexpr std::string_view kCrossSlot = "-CROSSSLOT Keys in request don't hash to the same slot";
constexpr std::string_view kAborted = "-EXECABORT Transaction discarded because of previous errors.";
constexpr std::string_view kSlotTag = "{s}";

std::vector<std::string> words_of(std::string_view command) {
  std::vector<std::string> words;
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(' '), command.size());
    if (end > 0) words.emplace_back(command.substr(0, end));
    command.remove_prefix(std::min(end + 1, command.size()));
  }
  return words;
}

/// The keys among a command's words.
std::vector<std::string> keys_of(const std::vector<std::string>& words) {
  const std::string& name = words.front();
  if (words.size() < 2) return {};
  if (name == "GET" || name == "SET") return {words[1]};
  std::vector<std::string> keys;
  for (std::size_t i = 1; i < words.size(); i += name == "MSET" ? 2 : 1) keys.push_back(words[i]);
  return keys;
}

bool is_known(std::string_view name) {
  constexpr std::string_view kKnown[] = {"GET", "SET", "DEL", "EXISTS", "MGET", "MSET", "PING", "MULTI", "EXEC"};
  return std::find(std::begin(kKnown), std::end(kKnown), name) != std::end(kKnown);
}

}  // namespace

bool RedisConnection::has(std::string_view key) const {
  const auto at = node_.keys.find(key);
  return at != node_.keys.end() && !at->second.expired;
}

std::string RedisConnection::redirection(const Words& keys) const {
  if (keys.empty()) return {};
  std::size_t missing = 0;
  bool several = false;
  for (const std::string& key : keys) {
    if (!key.starts_with(kSlotTag)) return std::string(kCrossSlot);
    missing += !has(key);
    several = several || key != keys.front();
  }
  const bool mine = node_.owner == name_;
  const bool importing = node_.importing_from != 0 && !(mine && node_.migrating_to != 0);
  if (mine && node_.migrating_to != 0 && missing > 0) {
    if (missing < keys.size()) return std::string(kTryAgain);
    // A node that migrates the slot to itself redirects nobody.
    return node_.migrating_to == name_ ? std::string() : std::string("-ASK SLOT ") + node_.migrating_to;
  }
  if (importing && asking_) return several && missing > 0 ? std::string(kTryAgain) : std::string();
  return mine ? std::string() : std::string("-MOVED SLOT ") + node_.owner;
}

std::string RedisConnection::execute(const Words& words) {
  const Words keys = keys_of(words);
  for (const std::string& key : keys) {
    if (!has(key)) node_.keys.erase(key);  // whoever looks up an expired key evicts it
  }
  return execute_on(keys, words);
}

std::string RedisConnection::execute_on(const Words& keys, const Words& words) {
  const std::string& name = words.front();
  const auto shown = [&](const std::string& key) {
    return has(key) ? "\"" + node_.keys.find(key)->second.text + "\"" : std::string("nil");
  };
  if (name == "PING") return "+PONG";
  if (name == "GET") return shown(keys[0]);
  if (name == "MGET") {
    std::string list;
    for (const std::string& key : keys) list += (list.empty() ? "[" : ",") + shown(key);
    return list + "]";
  }
  if (name == "SET") {
    if (words.size() > 3 && words[3] == "NX" && has(keys[0])) return "nil";
    node_.keys[keys[0]] = {words[2], words.size() > 3 && words[3] == "PXAT"};
    return "+OK";
  }
  if (name == "MSET") {
    for (std::size_t i = 1; i + 1 < words.size(); i += 2) node_.keys[words[i]] = {words[i + 1]};
    return "+OK";
  }
  std::uint64_t count = 0;
  for (const std::string& key : keys) {
    count += has(key);
    if (name == "DEL") node_.keys.erase(key);
  }
  return ":" + decimal(count);
}

std::string RedisConnection::execute_queued() {
  if (aborted_) return std::string(kAborted);
  Words keys;
  for (const Words& words : queued_) {
    const Words more = keys_of(words);
    keys.insert(keys.end(), more.begin(), more.end());
  }
  if (std::string where = redirection(keys); !where.empty()) return where;
  std::string list;
  for (const Words& words : queued_) list += (list.empty() ? "[" : ",") + execute(words);
  return list + "]";
}

std::string RedisConnection::run(std::string_view command) {
  const Words words = words_of(command);
  if (words.empty() || !is_known(words.front())) return {};
  const std::string& name = words.front();
  if (name == "MULTI") {
    in_multi_ = true;
    return "+OK";
  }
  if (name == "EXEC") {
    std::string reply = execute_queued();
    in_multi_ = aborted_ = asking_ = false;
    queued_.clear();
    return reply;
  }
  std::string reply = redirection(keys_of(words));
  if (in_multi_) {
    aborted_ = aborted_ || !reply.empty();
    if (!reply.empty()) return reply;
    queued_.push_back(words);
    return "+QUEUED";
  }
  if (reply.empty()) reply = execute(words);
  asking_ = false;
  return reply;
}

namespace {

/// `""` stands for the empty string.
bool is_empty(std::string_view word) { return word.empty() || word == "\"\""; }

}  // namespace

// Sends keys one by one, each by a RESTORE after an ASKING. Reports the first key that the other end refuses, and still
// sends the rest.
std::string RedisSlot::migrate(char name, const Words& words) {
  constexpr std::size_t kOptions = 5;  // after MIGRATE, the address, a key, the database and the timeout
  RedisNode& node = at(name);
  bool copy = false, replace = false;
  Words keys;
  if (!is_empty(words[2])) keys.push_back(words[2]);
  for (std::size_t i = kOptions; i < words.size(); ++i) {
    copy = copy || words[i] == "COPY";
    replace = replace || words[i] == "REPLACE";
    if (words[i] != "KEYS") continue;
    keys.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
    break;
  }
  const bool open = node.owner == name ? node.migrating_to != 0 : node.importing_from != 0;
  if (!open && node.owner != name) return std::string("-MOVED SLOT ") + node.owner;
  // All keys are looked up before the first is sent: a key named twice is sent twice.
  const RedisConnection here(node, name, false);
  std::vector<std::pair<std::string, RedisNode::Value>> sent;
  for (const std::string& key : keys) {
    if (here.has(key)) {
      sent.emplace_back(key, node.keys.find(key)->second);
    } else {
      node.keys.erase(key);  // it has expired
    }
  }
  if (sent.empty()) return "+NOKEY";
  std::string refused;
  RedisNode& other = at(words[1].at(0));
  const RedisConnection there(other, words[1].at(0), true);
  for (const auto& [key, value] : sent) {
    std::string reply = there.redirection({key});
    if (reply.empty() && there.has(key) && !replace) reply = "-BUSYKEY Target key name already exists.";
    if (!reply.empty()) {
      if (refused.empty()) refused = "-ERR Target instance replied with error: " + reply.substr(1);
      continue;
    }
    other.keys[key] = value;
    if (!copy) node.keys.erase(key);
  }
  return refused.empty() ? "+OK" : refused;
}

std::string RedisSlot::set_slot(char name, const Words& words) {
  RedisNode& node = at(name);
  const std::string& what = words[3];
  if (what == "STABLE") {
    node.migrating_to = node.importing_from = 0;
    return "+OK";
  }
  const char other = words[4].at(0);
  if (what == "MIGRATING") {
    if (node.owner != name) return "-ERR I'm not the owner of hash slot SLOT";
    node.migrating_to = other;
    return "+OK";
  }
  if (what == "IMPORTING") {
    if (node.owner == name) return "-ERR I'm already the owner of hash slot SLOT";
    node.importing_from = other;
    return "+OK";
  }
  // NODE
  if (node.owner == name && other != name && !node.keys.empty()) {
    return "-ERR Can't assign hashslot SLOT to a different node while I still hold keys for this hash slot.";
  }
  if (node.keys.empty()) node.migrating_to = 0;
  if (other == name) node.importing_from = 0;
  node.owner = other;
  return "+OK";
}

std::string RedisSlot::run(char name, bool asking, std::string_view command) {
  const Words words = words_of(command);
  if (words.size() >= 5 && words[0] == "MIGRATE") return migrate(name, words);
  if (words.size() < 3 || words[0] != "CLUSTER") return RedisConnection(at(name), name, asking).run(command);
  if (words[1] == "SETSLOT") return set_slot(name, words);
  const auto& keys = at(name).keys;
  if (words[1] == "COUNTKEYSINSLOT") return ":" + decimal(keys.size());
  std::string list;
  for (const auto& [key, value] : keys) list += (list.empty() ? "[\"" : ",\"") + key + "\"";
  return list.empty() ? "[]" : list + "]";
}

}  // namespace reshard

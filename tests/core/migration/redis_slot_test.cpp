#include "core/migration/redis_slot/redis_slot.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "tests/core/vectors.h"

namespace reshard {
namespace {

using testing::Vectors;

constexpr std::string_view kNames = "ABC";

struct Slot : RedisSlot {
  Slot() : RedisSlot(kNames.size()) {}
};

/// Reads "A>B A<A A": the owner according to each node, and where it migrates to or imports from.
void read_views(const std::string& text, Slot& slot) {
  std::istringstream views(text);
  for (const char name : kNames) {
    RedisNode& node = slot.at(name);
    std::string view;
    views >> view;
    node.owner = view.at(0);
    for (std::size_t i = 1; i + 1 < view.size(); i += 2) {
      (view[i] == '>' ? node.migrating_to : node.importing_from) = view[i + 1];
    }
  }
}

/// Reads "A{{s}s1=old {s}e1=old(expired)} B{} C{}": what each node holds.
void read_keys(const std::string& text, Slot& slot) {
  std::istringstream words(text);
  char node = 'A';
  for (std::string word; words >> word;) {
    if (word.size() > 1 && kNames.find(word[0]) != std::string_view::npos && word[1] == '{') {
      node = word[0];
      word.erase(0, 2);
    }
    if (word.ends_with('}')) word.pop_back();
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) continue;
    std::string value = word.substr(equals + 1);
    const bool expired = value.ends_with("(expired)");
    if (expired) value.resize(value.find('('));
    slot.at(node).keys[word.substr(0, equals)] = {value, expired};
  }
}

/// "A>B A<A A", as CLUSTER NODES shows it: a node that migrates the slot does not show that it imports it too.
std::string views_of(Slot& slot) {
  std::string views;
  for (const char name : kNames) {
    const RedisNode& node = slot.at(name);
    views.append(views.empty() ? "" : " ").append(1, node.owner);
    if (node.migrating_to != 0) {
      views.append(">").append(1, node.migrating_to);
    } else if (node.importing_from != 0) {
      views.append("<").append(1, node.importing_from);
    }
  }
  return views;
}

/// "A:{s}e1 gone B:{s}m1=old": how the keys of all nodes differ from what they were.
std::string changed_keys(Slot& before, Slot& after) {
  std::string all;
  const auto tell = [&](char name, const std::string& what) {
    all.append(all.empty() ? "" : " ").append(1, name).append(":" + what);
  };
  for (const char name : kNames) {
    std::set<std::string> keys;
    for (Slot* const slot : {&before, &after}) {
      for (const auto& [key, value] : slot->at(name).keys) keys.insert(key);
    }
    for (const std::string& key : keys) {
      const auto &was = before.at(name).keys, &is = after.at(name).keys;
      const auto old = was.find(key), now = is.find(key);
      if (now == is.end()) {
        tell(name, key + " gone");
      } else if (old == was.end() || old->second.text != now->second.text ||
                 old->second.expired != now->second.expired) {
        tell(name, key + "=" + now->second.text + (now->second.expired ? "(expired)" : ""));
      }
    }
  }
  return all;
}

struct Compared {
  std::size_t equal = 0, different = 0;
  std::string first_difference;
};

/// `asking` decides whether the model hears of a row's ASKING.
template <typename Asking>
Compared compare(Asking asking) {
  std::map<std::string, Slot> states;
  Compared compared;
  for (const Vectors::Row& row : Vectors("redis_moves.csv")) {
    if (row["node"].empty()) {
      Slot& slot = states[row["state"]];
      read_views(row["slot_after"], slot);
      read_keys(row["keys_after"], slot);
      continue;
    }
    Slot slot = states.at(row["state"]);
    const char name = row["node"].at(0);
    const bool asks = asking(row.number("asking") == 1);
    const std::string& command = row["command"];
    std::string replies;
    if (command.find('|') == std::string::npos) {
      replies = slot.run(name, asks, command);
    } else {
      RedisConnection connection(slot.at(name), name, asks);
      std::istringstream lines(command);
      for (std::string part; std::getline(lines, part, '|');) {
        replies += (replies.empty() ? "" : " | ") + connection.run(part);
      }
    }
    // The nodes' views and keys after the command, which says nothing of a view that stays.
    const std::string views = row["slot_after"].empty() ? "" : views_of(slot);
    const std::string keys = changed_keys(states.at(row["state"]), slot);
    const bool equal = replies == row["reply"] && views == row["slot_after"] && keys == row["keys_after"];
    ++(equal ? compared.equal : compared.different);
    if (!equal && compared.first_difference.empty()) {
      const std::string sent = row.number("asking") == 1 ? " asking" : "";
      compared.first_difference.append(row["state"]).append(", ").append(row["node"]).append(sent).append(": ");
      compared.first_difference.append(command).append("\nredis-server: ").append(row["reply"]);
      compared.first_difference.append(", ").append(row["slot_after"]).append(", ").append(row["keys_after"]);
      compared.first_difference.append("\nmodel: ").append(replies).append(", ").append(views).append(", ");
      compared.first_difference.append(keys);
    }
  }
  return compared;
}

TEST(RedisSlot, AnswersAsRedisServerDoesAndLeavesTheSameKeysAndViews) {
  const Compared compared = compare([](bool asking) { return asking; });
  EXPECT_EQ(compared.different, 0u) << compared.first_difference;
  EXPECT_EQ(compared.equal, 11'531u);
}

TEST(RedisSlot, AnswersDifferentlyIfEveryCommandFollowsAsking) {
  EXPECT_GT(compare([](bool) { return true; }).different, 100u);
}

std::string keys_of(Slot& slot) {
  std::string all;
  for (const char name : kNames) {
    std::string keys;
    for (const auto& [key, value] : slot.at(name).keys) {
      keys += (keys.empty() ? "" : " ") + key + "=" + value.text + (value.expired ? "(expired)" : "");
    }
    all.append(all.empty() ? "" : " ").append(1, name).append("{" + keys + "}");
  }
  return all;
}

// Each history without gossip, from an empty slot on: "A SET {s}e1 old PXAT 1; A DEL {s}e1 (:0)".
TEST(RedisSlot, ReachesTheSameStateAsRedisServerByTheSameHistory) {
  std::size_t told = 0, gossiped = 0;
  for (const Vectors::Row& row : Vectors("redis_moves.csv")) {
    if (!row["node"].empty()) continue;
    if (row["command"].find("GOSSIP") != std::string::npos) {
      ++gossiped;
      continue;
    }
    ++told;
    Slot slot;
    std::istringstream steps(row["command"]);
    for (std::string step; std::getline(steps, step, ';');) {
      step.erase(0, step.find_first_not_of(' '));
      const char name = step.at(0);
      std::string expected = "+OK";
      if (const std::size_t open = step.find(" ("); open != std::string::npos) {
        expected = step.substr(open + 2, step.size() - open - 3);
        step.resize(open);
      }
      step.erase(0, 2);
      const bool asks = step.starts_with("ASKING ");
      if (asks) step.erase(0, 7);
      EXPECT_EQ(slot.run(name, asks, step), expected) << row["state"] << ": " << step;
    }
    EXPECT_EQ(views_of(slot), row["slot_after"]) << row["state"];
    EXPECT_EQ(keys_of(slot), row["keys_after"]) << row["state"];
  }
  EXPECT_EQ(told, 26u);
  EXPECT_EQ(gossiped, 11u);
}

}  // namespace
}  // namespace reshard

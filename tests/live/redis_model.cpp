// Reads what redis-server was asked, line by line, and prints the answers of core/migration/redis_slot/redis_slot.h:
//
//   A 0 SET {s}x 1      node, 1 if ASKING came just before, command
//   reset               A owns the slot again, and nobody holds a key
//
// With --asking-always every node acts as if ASKING had come: a wrong model, with which the comparison must fail.

#include <iostream>
#include <string>

#include "core/migration/redis_slot/redis_slot.h"

int main(int count, char** words) {
  const bool always = count > 1 && std::string(words[1]) == "--asking-always";
  reshard::RedisSlot slot(3);
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "reset") {
      slot = reshard::RedisSlot(3);
      continue;
    }
    std::cout << slot.run(line.at(0), always || line.at(2) == '1', line.substr(4)) << '\n';
  }
}

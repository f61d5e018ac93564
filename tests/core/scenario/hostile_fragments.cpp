#include "tests/core/scenario/hostile_fragments.h"

#include <string_view>

#include "core/scenario/link.h"
#include "tests/core/scenario/random_scenario.h"

namespace reshard::testing {
namespace {

std::string random_bytes(Random& random) {
  std::string bytes;
  for (std::uint64_t left = random.below(60); left > 0; --left) bytes += static_cast<char>(random.below(256));
  return bytes;
}

std::string random_words(Random& random) {
  // clang-format off
  constexpr std::string_view kWords[] = {
      "v", "nodes", "log", "keys", "kind", "prefix", "seed", "strategy", "hash", "vnodes", "replicas", "s1", "s2",
      "s3", "s4", "s5", ".", "..", "=", "=", "=", "&", "&", "&", ",", ",", "+", "-", "~", "*", "@", "!", "!!", "/",
      ":", "%", "%2", "%00", "%ff", "%26", "given:", "ring", "jump", "modulo", "rendezvous", "removal", "label",
      "md5", "integer", "user", "a", "b", "node-", "node-1", "0", "1", "2", "40", "-1", "1e9", "nan", "inf", "0x10",
      "99999999999999999999", "18446744073709551615", "\xc3", "\xa9", "\xed\xa0\x80", std::string_view("\0", 1),
      "é", "a1..a9", "a9..a1", "x0..x10000", "999999999999999"};
  // clang-format on
  std::string words;
  for (std::uint64_t left = random.below(40); left > 0; --left) words += kWords[random.below(std::size(kWords))];
  return words;
}

// A field of the view, made of words that are known, nearly known, and unknown.
std::string random_view(Random& random) {
  constexpr std::string_view kFields[] = {"view=", "controls=", "theme=", "ring=", "View=", "view%3D", "move="};
  constexpr std::string_view kValues[] = {"structure", "load",    "flows",   "inspector", "none",  "nodes", "strategy",
                                          "keys",      ":locked", ":locked", ":hidden",   "light", "dark",  "auto",
                                          ",",         ",",       ",",       ",",         "LOAD",  " load", "%2C",
                                          "%00",       "%ff",     "%",       "\xc3",      "é",     "=",     "",
                                          "migration", "stop",    "~seed=7", ";a:until=", "line",  "ring"};
  std::string field(kFields[random.below(std::size(kFields))]);
  for (std::uint64_t left = random.below(12); left > 0; --left) field += kValues[random.below(std::size(kValues))];
  return field;
}

std::string spoiled(Random& random, std::string link) {
  for (std::uint64_t left = 1 + random.below(4); left > 0; --left) {
    const std::size_t at = random.below(link.size());
    switch (random.below(4)) {
      case 0: link[at] = static_cast<char>(random.below(256)); break;
      case 1: link.erase(at, 1 + random.below(5)); break;
      case 2: link.insert(at, link.substr(random.below(link.size()), random.below(20))); break;
      default: link.resize(at + 1);
    }
    if (link.empty()) break;
  }
  return link;
}

}  // namespace

HostileFragments::HostileFragments(std::uint64_t seed) : random_(seed) {
  while (honest_.size() < 500) {
    honest_.push_back(format_link(random_scenario(random_)) +
                      "&view=load,flows&controls=nodes,keys:locked&theme=dark&move=stop~seed=7");
  }
}

std::string HostileFragments::next() {
  const std::uint64_t kind = random_.below(10);
  const std::string& base = honest_[random_.below(honest_.size())];
  std::string fragment = kind < 2 ? random_bytes(random_) : kind < 6 ? random_words(random_) : spoiled(random_, base);
  return random_.below(2) == 0 ? fragment : fragment + next_view();
}

std::string HostileFragments::next_view() {
  std::string fields;
  for (std::uint64_t left = 1 + random_.below(3); left > 0; --left) fields.append("&").append(random_view(random_));
  return fields;
}

}  // namespace reshard::testing

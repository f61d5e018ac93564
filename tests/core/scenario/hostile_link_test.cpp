// 100,000 fragments that nobody means well with, the same ones on every machine: random bytes, random words of the
// language, and honest links with bytes changed. None may crash, and what is opened must be a link again.

#include <gtest/gtest.h>

#include "core/scenario/link.h"
#include "tests/core/scenario/random_scenario.h"
#include "tests/fuzz/link_promises.h"

namespace reshard::testing {
namespace {

std::string random_bytes(Random& random) {
  std::string bytes;
  for (std::uint64_t left = random.below(60); left > 0; --left) bytes += static_cast<char>(random.below(256));
  return bytes;
}

std::string random_words(Random& random) {
  constexpr std::string_view kWords[] = {
      "v", "nodes", "log", "keys", "kind", "prefix", "seed", "strategy", "hash", "vnodes", "replicas", "s1", "s2",
      "s3", "s4", "s5", ".", "..", "=", "=", "=", "&", "&", "&", ",", ",", "+", "-", "~", "*", "@", "!", "!!", "/",
      ":", "%", "%2", "%00", "%ff", "%26", "given:", "ring", "jump", "modulo", "rendezvous", "removal", "label",
      "md5", "integer", "user", "a", "b", "node-", "node-1", "0", "1", "2", "40", "-1", "1e9", "nan", "inf", "0x10",
      "99999999999999999999", "18446744073709551615", "\xc3", "\xa9", "\xed\xa0\x80", std::string_view("\0", 1),
      "é", "a1..a9", "a9..a1", "x0..x10000", "999999999999999"};
  std::string words;
  for (std::uint64_t left = random.below(40); left > 0; --left) words += kWords[random.below(std::size(kWords))];
  return words;
}

std::vector<std::string> honest_links(Random& random) {
  std::vector<std::string> links;
  while (links.size() < 500) links.push_back(format_link(random_scenario(random)));
  return links;
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

TEST(HostileLinks, AHundredThousandChangeNothingAndCrashNothing) {
  Random random(6);
  const auto honest = honest_links(random);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t kind = random.below(10);
    const std::string& base = honest[random.below(honest.size())];
    const std::string link = kind < 2 ? random_bytes(random) : kind < 6 ? random_words(random) : spoiled(random, base);
    ASSERT_EQ(broken_promise_of_link(link), "") << "fragment " << i << ": " << link;
  }
}

TEST(HostileLinks, ThatAreLongAreReadInStride) {
  const auto repeated = [](std::string_view head, std::string_view part) {
    std::string link(head);
    while (link.size() < 200'000) link += part;
    return link;
  };
  const std::string links[] = {
      repeated("", "&"),         repeated("", "a=b&"),       repeated("", "seed=&"),
      repeated("nodes=", "a,"),  repeated("nodes=", ","),    repeated("nodes=", "a.."),
      repeated("nodes=", "!"),   repeated("nodes=a@", "/"),  repeated("prefix=", "%41"),
      repeated("log=", "+a,"),   repeated("log=", "-zz,"),   repeated("log=", "+x1..x9,-x1..x9,"),
  };
  for (const std::string& link : links) {
    EXPECT_EQ(broken_promise_of_link(link), "") << link.substr(0, 40);
  }
}

}  // namespace
}  // namespace reshard::testing

#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/random.h"

namespace reshard::testing {

inline constexpr int kHostile = 10'000;  ///< inputs a run for each door

/// A block of exactly the content's size, so that a sanitizer notices a read of one byte more.
class Room {
 public:
  explicit Room(std::string_view text) : size_(text.size()), bytes_(new char[text.size()]) {
    std::copy(text.begin(), text.end(), bytes_.get());
  }
  const char* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::unique_ptr<char[]> bytes_;
};

inline std::string random_bytes(Random& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.next());
  return bytes;
}

/// Random bytes, words of links and of JSON in any order, and valid scenarios of which a few bytes were changed.
inline std::string hostile_scenario(Random& random) {
  constexpr std::string_view kRight[] = {
      "v=1&nodes=5&log=+node-5&vnodes=20",
      "https://example.org/#v=1&nodes=a*2,b,!c@eu/z1/r9&strategy=rendezvous_weighted",
      "v=1&nodes=a%2Cb,%D1%83&log=-a,~b~c&strategy=jump&removal=swap_last",
      R"({"v":1,"nodes":["a","b"],"strategies":[{"strategy":"ketama","hash":"md5","params":{"dialect":"twemproxy"}}]})",
      "v=1&nodes=3&log==node-1=slots:5..9,+x&strategy=slots&buckets=64"};
  constexpr std::string_view kWords[] = {"v=1",  "&",          "nodes=",    "nodes=3", "=",    "log=+a",     "-node-1",
                                         "~a~b", ",",          "strategy=", "ring",    "jump", "vnodes=",    "hash=",
                                         "#",    "%",          "%ff",       "{",       "}",    "\"nodes\":", "[",
                                         "]",    "9999999999", "-1",        "!",       "*2",   "node-",      "..",
                                         "\n",   "\xc3",       "\"",        "\\u",     "null", "1e9",        "\xf0\x9f",
                                         "v=2",  "é",          "@//r",      ":"};
  const auto word = [&] { return kWords[random.below(std::size(kWords))]; };
  if (random.below(5) == 0) return random_bytes(random, random.below(80));
  std::string text(random.below(5) == 0 ? "" : kRight[random.below(std::size(kRight))]);
  for (std::uint64_t changes = random.below(4); changes > 0; --changes) {
    const std::size_t at = random.below(text.size() + 1);
    switch (random.below(4)) {
      case 0: text.insert(at, word()); break;
      case 1: text.erase(at, random.below(9)); break;
      case 2: text.append("&").append(word()).append(word()); break;
      default: text.insert(at, random_bytes(random, 1));
    }
  }
  return text;
}

}  // namespace reshard::testing

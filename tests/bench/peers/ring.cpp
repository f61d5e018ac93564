// A ring in C++ as a first draft would have it, measured as peers.mjs measures npm's packages: 100 nodes of 100 points
// in a std::map, a million keys, FNV-1a with its bits mixed.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
  return h ^ (h >> 33);
}

using Ring = std::map<std::uint64_t, unsigned>;

void add(Ring& ring, unsigned node, const std::string& name) {
  for (int point = 0; point < 100; ++point) ring[hash_of(name + "-" + std::to_string(point))] = node;
}

std::vector<unsigned> place(const Ring& ring, unsigned keys) {
  std::vector<unsigned> owners(keys);
  for (unsigned i = 0; i < keys; ++i) {
    const auto next = ring.lower_bound(hash_of("key-" + std::to_string(i)));
    owners[i] = next == ring.end() ? ring.begin()->second : next->second;
  }
  return owners;
}

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned keys = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 1'000'000;
  Ring ring;
  for (unsigned node = 0; node < 100; ++node) add(ring, node, "node-" + std::to_string(node));
  double start = now_ms();
  const auto before = place(ring, keys);
  const double placed = now_ms() - start;
  start = now_ms();
  add(ring, 100, "node-new");
  const auto after = place(ring, keys);
  unsigned moved = 0;
  for (unsigned i = 0; i < keys; ++i) moved += before[i] != after[i] ? 1 : 0;
  const double added = now_ms() - start;
  std::printf("{\"name\": \"C++ std::map ring\", \"place_ms\": %.3f, \"add_ms\": %.3f, \"moved\": %.4f}\n", placed,
              added, static_cast<double>(moved) / keys);
}

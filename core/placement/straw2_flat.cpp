#include "core/placement/straw2_flat.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/placement/crush_ln.h"

namespace reshard {
namespace {

constexpr std::size_t kDraws = 1 << 16;
constexpr std::int64_t kNoStraw = std::numeric_limits<std::int64_t>::min();

// The headless core has no vectors: there their code would be four times as large, and not faster.
#if defined(__wasm__) && !defined(__wasm_simd128__)
using Lanes = std::uint32_t;
std::uint32_t all_bits(Lanes lanes) { return lanes; }
#else
using Lanes = std::uint32_t __attribute__((vector_size(16)));
std::uint32_t all_bits(Lanes lanes) { return lanes[0] | lanes[1] | lanes[2] | lanes[3]; }
#endif
constexpr std::uint32_t kLanes = sizeof(Lanes) / sizeof(std::uint32_t), kVectors = 4, kTogether = kLanes * kVectors;

// Robert Jenkins' mix of 96 bits (1996), of words or of vectors of them.
template <typename Word>
[[gnu::always_inline]] inline void mix(Word& a, Word& b, Word& c) {
  a = (a - b - c) ^ (c >> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >> 13);
  a = (a - b - c) ^ (c >> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >> 5);
  a = (a - b - c) ^ (c >> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >> 15);
}

template <typename Word>
[[gnu::always_inline]] inline Word rjenkins1(Word a, Word b, Word c) {
  Word hash = a ^ b ^ c ^ 1315423911u;
  Word x = Word{} + 231232u, y = Word{} + 1232u;
  mix(a, b, hash);
  mix(c, x, hash);
  mix(y, a, hash);
  mix(b, x, hash);
  mix(y, c, hash);
  return hash;
}

// Ceph's 2^44 log2(u + 1) - 2^48, by u: a constant, of which all placements share one copy.
const std::vector<std::int64_t>& logarithms() {
  static const std::vector<std::int64_t> kTable = [] {
    std::vector<std::int64_t> values(kDraws);
    for (std::uint32_t u = 0; u < kDraws; ++u) values[u] = crush_ln(u) - (std::int64_t{1} << 48);
    return values;
  }();
  return kTable;
}

}  // namespace

std::int64_t straw2_straw(std::uint32_t x, const Straw2Item& item, std::uint32_t r) {
  return item.weight == 0 ? kNoStraw : logarithms()[rjenkins1(x, item.id, r) & 0xFFFF] / std::int64_t{item.weight};
}

// A division takes as long as all the rest, so the straws of the first few weights are divided beforehand.
Straw2Flat::Straw2Flat(std::span<const Straw2Item> nodes) : nodes_(nodes), logarithms_(logarithms()) {
  std::map<std::uint32_t, std::uint8_t> by_weight;
  for (const Straw2Item& node : nodes_) {
    if (node.weight > 0 && !by_weight.contains(node.weight) && tables_.size() < kMostTables) {
      by_weight[node.weight] = static_cast<std::uint8_t>(tables_.size());
      tables_.push_back(logarithms_);
      for (std::int64_t& straw : tables_.back()) straw /= std::int64_t{node.weight};
    }
    const auto known = by_weight.find(node.weight);
    table_of_.push_back(known == by_weight.end() ? std::uint8_t{kMostTables} : known->second);
  }
}

void Straw2Flat::Tile::read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here) {
  count = keys_here;
  for (std::uint32_t i = 0; i < count; ++i) x[i] = straw2_input(keys.hash(from + i));
  for (std::uint32_t i = count; i % kTogether != 0; ++i) x[i] = ids[i] = 0;
}

void Straw2Flat::Tile::draw() {
  for (std::uint32_t i = 0; i < count; i += kLanes) {
    Lanes a, b;
    std::memcpy(&a, &x[i], sizeof a);
    std::memcpy(&b, &ids[i], sizeof b);
    const Lanes drawn = rjenkins1(a, b, Lanes{}) & 0xFFFFu;
    std::memcpy(&draws[i], &drawn, sizeof drawn);
  }
}

std::int64_t Straw2Flat::straw_of(std::uint32_t draw, std::uint32_t n) const {
  if (table_of_[n] < kMostTables) return tables_[table_of_[n]][draw];
  return nodes_[n].weight == 0 ? kNoStraw : logarithms_[draw] / std::int64_t{nodes_[n].weight};
}

void Straw2Flat::place(const KeyBlock& keys, std::span<NodeId> owners) const {
  Tile tile;
  for (std::uint32_t from = 0; from < keys.size; from += kTile) {
    const std::uint32_t count = std::min(kTile, keys.size - from);
    tile.read(keys, from, count);
    place_tile(tile, owners.subspan(from, count));
  }
}

void Straw2Flat::place_tile(Tile& tile, std::span<NodeId> owners) const {
  tile.best.fill(kNoStraw);
  tile.winner.fill(0);
  for (std::size_t table = 0; table < tables_.size(); ++table) tile.losing[table].fill(~std::uint32_t{0});
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].weight == 0) continue;
    if (table_of_[n] < kMostTables) {
      compete(tile, n, table_of_[n]);
    } else {
      compete_without_table(tile, n);
    }
  }
  for (std::uint32_t i = 0; i < tile.count; ++i) owners[i] = nodes_[tile.winner[i]].node;
}

// Straws are the longer the more is drawn, so that most nodes lose by their draw alone: among thousands of nodes a key
// changes hands a few times only. The one draw that is out of order, the last, is always looked at.
void Straw2Flat::compete(Tile& tile, std::uint32_t n, std::size_t table) const {
  const Lanes id = Lanes{} + nodes_[n].id;
  const std::vector<std::int64_t>& straws = tables_[table];
  const auto& losing = tile.losing[table];
  for (std::uint32_t i = 0; i < tile.count; i += kTogether) {
    Lanes x[kVectors], most[kVectors], draws[kVectors], over = {};
    std::memcpy(x, &tile.x[i], sizeof x);
    std::memcpy(most, &losing[i], sizeof most);
    for (std::uint32_t v = 0; v < kVectors; ++v) {
      draws[v] = rjenkins1(x[v], id, Lanes{}) & 0xFFFFu;
      over |= most[v] - draws[v];  // below 0, which sets the highest bit, where it is more than what loses
    }
    if (all_bits(over) >> 31 == 0) continue;
    std::uint32_t drawn[kTogether];
    std::memcpy(drawn, draws, sizeof drawn);
    for (std::uint32_t k = 0; k < kTogether && i + k < tile.count; ++k) {
      if ((losing[i + k] - drawn[k]) >> 31 != 0) consider(tile, i + k, n, straws[drawn[k]]);
    }
  }
}

void Straw2Flat::compete_without_table(Tile& tile, std::uint32_t n) const {
  tile.ids.fill(nodes_[n].id);
  tile.draw();
  for (std::uint32_t i = 0; i < tile.count; ++i) consider(tile, i, n, straw_of(tile.draws[i], n));
}

// Of equal straws the first one stays.
void Straw2Flat::consider(Tile& tile, std::uint32_t i, std::uint32_t n, std::int64_t straw) const {
  if (straw <= tile.best[i]) return;
  tile.best[i] = straw;
  tile.winner[i] = n;
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const auto in_order = std::span(tables_[table]).first(kDraws - 1);
    const auto longer = std::upper_bound(in_order.begin(), in_order.end(), straw);
    tile.losing[table][i] = static_cast<std::uint32_t>(longer - in_order.begin()) - 1;
  }
}

// The owner's straw and the newcomer's are all that is drawn.
void Straw2Flat::take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const {
  CHECK(nodes_.back().node == newcomer.node);
  std::vector<std::uint32_t> at(index_of(newcomer.node) + std::size_t{1});  // by id
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (index_of(nodes_[n].node) >= at.size()) at.resize(index_of(nodes_[n].node) + std::size_t{1});
    at[index_of(nodes_[n].node)] = n;
  }
  const auto last = static_cast<std::uint32_t>(nodes_.size() - 1);
  Tile tile;
  for (std::uint32_t from = 0; from < keys.size; from += kTile) {
    const std::uint32_t count = std::min(kTile, keys.size - from);
    const auto owner = [&](std::uint32_t i) { return at[index_of(newcomer.before[from + i])]; };
    tile.read(keys, from, count);
    for (std::uint32_t i = 0; i < count; ++i) tile.ids[i] = nodes_[owner(i)].id;
    tile.draw();
    for (std::uint32_t i = 0; i < count; ++i) tile.best[i] = straw_of(tile.draws[i], owner(i));
    tile.ids.fill(nodes_[last].id);
    tile.draw();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (straw_of(tile.draws[i], last) > tile.best[i]) taken.push_back(from + i);
    }
  }
}

}  // namespace reshard

#include "core/placement/straw2_flat.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/placement/crush_ln.h"

namespace reshard {
namespace {

constexpr std::size_t kDraws = 1 << 16;
constexpr std::int64_t kNoStraw = std::numeric_limits<std::int64_t>::min();

// Robert Jenkins' mix of 96 bits (1996).
[[gnu::always_inline]] inline void mix(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c) {
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

[[gnu::always_inline]] inline std::uint32_t rjenkins1(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t hash = 1315423911u ^ a ^ b ^ c;
  std::uint32_t x = 231232, y = 1232;
  mix(a, b, hash);
  mix(c, x, hash);
  mix(y, a, hash);
  mix(b, x, hash);
  mix(y, c, hash);
  return hash;
}

// Ceph's 2^44 log2(u + 1) - 2^48, by u: a constant, of which all placements share one copy.
const std::vector<std::int64_t>& logarithms() {
  static const std::vector<std::int64_t> table = [] {
    std::vector<std::int64_t> values(kDraws);
    for (std::uint32_t u = 0; u < kDraws; ++u) values[u] = crush_ln(u) - (std::int64_t{1} << 48);
    return values;
  }();
  return table;
}

}  // namespace

std::int64_t straw2_straw(std::uint32_t x, const Straw2Item& item, std::uint32_t r) {
  return item.weight == 0 ? kNoStraw : logarithms()[rjenkins1(x, item.id, r) & 0xFFFF] / std::int64_t{item.weight};
}

// A division takes as long as all the rest, so the straws of the first few weights are divided beforehand.
Straw2Flat::Straw2Flat(std::span<const Straw2Item> nodes)
    : nodes_(nodes), logarithms_(logarithms()), straws_(nodes.size()) {
  constexpr std::size_t kMostTables = 4;
  std::map<std::uint32_t, const std::vector<std::int64_t>*> by_weight;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const std::uint32_t weight = nodes_[n].weight;
    if (weight > 0 && !by_weight.contains(weight) && tables_.size() < kMostTables) {
      std::vector<std::int64_t> table = logarithms_;
      for (std::int64_t& straw : table) straw /= std::int64_t{weight};
      tables_.push_back(std::make_unique<const std::vector<std::int64_t>>(std::move(table)));
      by_weight[weight] = tables_.back().get();
    }
    const auto known = by_weight.find(weight);
    straws_[n] = known == by_weight.end() ? nullptr : known->second;
  }
}

void Straw2Flat::Tile::read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here) {
  count = keys_here;
  for (std::uint32_t i = 0; i < count; ++i) x[i] = straw2_input(keys.hash(from + i));
}

void Straw2Flat::Tile::draw() {
  for (std::uint32_t i = 0; i < count; ++i) draws[i] = rjenkins1(x[i], ids[i], 0) & 0xFFFF;
}

std::int64_t Straw2Flat::straw_of(std::uint32_t draw, std::uint32_t n) const {
  if (straws_[n] != nullptr) return (*straws_[n])[draw];
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
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].weight == 0) continue;
    tile.ids.fill(nodes_[n].id);
    tile.draw();
    for (std::uint32_t i = 0; i < tile.count; ++i) {
      const std::int64_t s = straw_of(tile.draws[i], n);
      const bool longer = s > tile.best[i];
      tile.best[i] = longer ? s : tile.best[i];
      tile.winner[i] = longer ? n : tile.winner[i];
    }
  }
  for (std::uint32_t i = 0; i < tile.count; ++i) owners[i] = nodes_[tile.winner[i]].node;
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

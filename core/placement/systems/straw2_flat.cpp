#include "core/placement/systems/straw2_flat.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "core/base/check.h"
#include "core/base/lanes.h"
#include "core/hash/rjenkins1.h"
#include "core/placement/systems/crush_ln.h"

namespace reshard {
namespace {

constexpr std::uint32_t kDraws = 1 << 16, kHighestDraw = kDraws - 1;
constexpr std::int64_t kNoStraw = std::numeric_limits<std::int64_t>::min();

#if !RESHARD_HAS_LANES  // one number at a time
using Lanes = std::uint32_t;
using Floats = float;
void to_floats(const Lanes& below_two_24, Floats& floats) { floats = static_cast<float>(below_two_24); }
std::uint32_t bits_where_at_most(const Floats& a, const Floats& b) { return a <= b ? 1 : 0; }
#else
using Lanes = std::uint32_t __attribute__((vector_size(64)));
using Floats = float __attribute__((vector_size(64)));

// Converts as signed numbers, for which processors have an instruction.
void to_floats(const Lanes& below_two_24, Floats& floats) {
  using Signed = std::int32_t __attribute__((vector_size(64)));
  floats = __builtin_convertvector(reinterpret_cast<const Signed&>(below_two_24), Floats);
}

std::uint32_t bits_where_at_most(const Floats& a, const Floats& b) {
  const auto found = a <= b;
  MaskLanes masks[4];
  static_assert(sizeof masks == sizeof found);
  std::memcpy(masks, &found, sizeof masks);
  return bits_of(masks);
}
#endif
constexpr std::uint32_t kLanes = sizeof(Lanes) / sizeof(std::uint32_t);

struct Logarithms {
  std::vector<std::int64_t> by_draw;  // 2^44 log2(u + 1) - 2^48 as Ceph computes it
  float slack;                        // see reach_of()
};

// -ln(y) is at least 1 - y. So the logarithm of a draw that falls short of the highest one by some amount is at least
// that far below 0, apart from what Ceph's table and rounding add.
constexpr double kDrawsPerUnit = kDraws * 0.69314718055994531 * 0x1p-44;

// A constant table, shared by all placements.
const Logarithms& logarithms() {
  static const Logarithms kTable = [] {
    Logarithms table{std::vector<std::int64_t>(kDraws), 0};
    double slack = 0;
    for (std::uint32_t u = 0; u < kDraws; ++u) {
      table.by_draw[u] = crush_ln(u) - (std::int64_t{1} << 48);
      slack = std::max(slack, (kHighestDraw - u) + static_cast<double>(table.by_draw[u]) * kDrawsPerUnit);
    }
    table.slack = static_cast<float>(slack + 1);
    return table;
  }();
  return kTable;
}

// The most by which the draw of a node of weight 1 may fall short of the highest draw for its straw still to be longer
// than one of this length; the limit grows in proportion to the weight. Rounded up, so that a node out of reach needs
// no logarithm and no division: among thousands of nodes, the best straw changes only a few times.
float reach_of(double length) { return static_cast<float>(length * (kDrawsPerUnit * (1 + 0x1p-20))); }

float most_wanting(float reach, float weight, float slack) { return reach * weight + slack; }

constexpr float kAnyReach = std::numeric_limits<float>::infinity();

std::uint32_t draw_of(std::uint32_t x, std::uint32_t id, std::uint32_t r) {
  std::uint32_t hash = 0;
  rjenkins1(x, id, r, hash);
  return hash & kHighestDraw;
}

std::int64_t straw_of(std::uint32_t draw, std::uint32_t weight) {
  return weight == 0 ? kNoStraw : logarithms().by_draw[draw] / std::int64_t{weight};
}

}  // namespace

std::int64_t straw2_straw(std::uint32_t x, const Straw2Item& item, std::uint32_t r) {
  return straw_of(draw_of(x, item.id, r), item.weight);
}

std::size_t straw2_longest(std::span<const Straw2Item> items, std::uint32_t x, std::uint32_t r) {
  const float slack = logarithms().slack;
  std::size_t best = 0;
  std::int64_t best_straw = kNoStraw;
  float reach = kAnyReach;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].weight == 0) continue;
    const std::uint32_t draw = draw_of(x, items[i].id, r);
    const auto wanting = static_cast<float>(kHighestDraw - draw);
    if (wanting > most_wanting(reach, static_cast<float>(items[i].weight), slack)) continue;
    const std::int64_t straw = straw_of(draw, items[i].weight);
    if (straw <= best_straw) continue;
    best_straw = straw;
    best = i;
    reach = reach_of(-static_cast<double>(straw));
  }
  return best;
}

void Straw2Flat::Tile::read(const KeyBlock& keys, std::uint32_t from, std::uint32_t keys_here) {
  count = keys_here;
  for (std::uint32_t i = 0; i < count; ++i) x[i] = straw2_input(keys.hash(from + i));
  for (std::uint32_t i = count; i % kLanes != 0; ++i) {
    x[i] = ids[i] = 0;
    reach[i] = -kAnyReach;
  }
}

void Straw2Flat::Tile::draw() {
  for (std::uint32_t i = 0; i < count; i += kLanes) {
    Lanes a, b;
    std::memcpy(&a, &x[i], sizeof a);
    std::memcpy(&b, &ids[i], sizeof b);
    Lanes drawn;
    rjenkins1(a, b, Lanes{}, drawn);
    drawn &= kHighestDraw;
    std::memcpy(&draws[i], &drawn, sizeof drawn);
  }
}

// Calls reaching(key, draw) for the keys of the tile for which the item's straw may be longer than the best.
template <typename Reaching>
[[gnu::always_inline]] inline void Straw2Flat::each_reaching(const Tile& tile, const Straw2Item& item,
                                                             Reaching reaching) {
  const Lanes id = Lanes{} + item.id;
  const float slack = logarithms().slack;
  const auto weight = static_cast<float>(item.weight);
  for (std::uint32_t i = 0; i < tile.count; i += kLanes) {
    Lanes x, hash;
    Floats reach, wanting;
    std::memcpy(&x, &tile.x[i], sizeof x);
    std::memcpy(&reach, &tile.reach[i], sizeof reach);
    rjenkins1(x, id, Lanes{}, hash);
    to_floats(~hash & kHighestDraw, wanting);
    std::uint32_t found = bits_where_at_most(wanting, reach * weight + slack);
    if (found == 0) continue;
    float wants[kLanes];
    std::memcpy(wants, &wanting, sizeof wants);
    for (; found != 0; found &= found - 1) {
      const auto k = static_cast<std::uint32_t>(std::countr_zero(found));
      reaching(i + k, kHighestDraw - static_cast<std::uint32_t>(wants[k]));
    }
  }
}

void Straw2Flat::place(const KeyBlock& keys, std::span<NodeId> owners) const {
  Tile tile;
  for (std::uint32_t from = 0; from < keys.size; from += kTile) {
    const std::uint32_t count = std::min(kTile, keys.size - from);
    tile.reach.fill(kAnyReach);
    tile.read(keys, from, count);
    place_tile(tile, owners.subspan(from, count));
  }
}

// The first of equal straws wins.
void Straw2Flat::place_tile(Tile& tile, std::span<NodeId> owners) const {
  tile.best.fill(kNoStraw);
  tile.winner.fill(0);
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].weight == 0) continue;
    each_reaching(tile, nodes_[n], [&](std::uint32_t i, std::uint32_t draw) {
      const std::int64_t straw = straw_of(draw, nodes_[n].weight);
      if (straw <= tile.best[i]) return;
      tile.best[i] = straw;
      tile.winner[i] = n;
      tile.reach[i] = reach_of(-static_cast<double>(straw));
    });
  }
  for (std::uint32_t i = 0; i < tile.count; ++i) owners[i] = nodes_[tile.winner[i]].node;
}

std::vector<std::uint32_t> Straw2Flat::numbers() const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const std::uint32_t id = index_of(nodes_[n].node);
    if (id >= numbers.size()) numbers.resize(id + std::size_t{1});
    numbers[id] = n;
  }
  return numbers;
}

void Straw2Flat::draw_owners(Tile& tile, std::span<const NodeId> owners, std::span<const std::uint32_t> numbers) const {
  for (std::uint32_t i = 0; i < tile.count; ++i) tile.ids[i] = nodes_[numbers[index_of(owners[i])]].id;
  tile.draw();
  for (std::uint32_t i = 0; i < tile.count; ++i) {
    // Not the exact straw: truncating the division only makes it longer. An owner has weight 0 only where there is no
    // other node.
    const double length = -static_cast<double>(logarithms().by_draw[tile.draws[i]]);
    const std::uint32_t weight = nodes_[numbers[index_of(owners[i])]].weight;
    tile.reach[i] = weight == 0 ? kAnyReach : reach_of(length / weight);
  }
}

// A key's standing is the reach of its owner's straw.
void Straw2Flat::stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const {
  const auto number_of = numbers();
  Tile tile;
  for (std::uint32_t from = 0; from < keys.size; from += kTile) {
    const std::uint32_t count = std::min(kTile, keys.size - from);
    tile.read(keys, from, count);
    draw_owners(tile, owners.subspan(from, count), number_of);
    std::memcpy(&standings[from], tile.reach.data(), count * sizeof(float));
  }
}

// Where the newcomer's straw may be longer, computes it and the owner's exactly.
void Straw2Flat::take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const {
  const Straw2Item& last = nodes_.back();
  CHECK(last.node == newcomer.node);
  if (last.weight == 0) return;
  const auto number_of = numbers();
  Tile tile;
  for (std::uint32_t from = 0; from < keys.size; from += kTile) {
    const std::uint32_t count = std::min(kTile, keys.size - from);
    tile.read(keys, from, count);
    if (newcomer.standings.empty()) {
      draw_owners(tile, newcomer.before.subspan(from, count), number_of);
    } else {
      std::memcpy(tile.reach.data(), &newcomer.standings[from], count * sizeof(float));
    }
    each_reaching(tile, last, [&](std::uint32_t i, std::uint32_t draw) {
      const Straw2Item& owner = nodes_[number_of[index_of(newcomer.before[from + i])]];
      if (straw_of(draw, last.weight) > straw2_straw(tile.x[i], owner, 0)) taken.push_back(from + i);
    });
  }
}

}  // namespace reshard

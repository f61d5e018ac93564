#include "core/placement/systems/mongodb_balancer.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace reshard::mongodb {
namespace {

class Round {
 public:
  Round(std::span<const Shard> shards, std::span<const Chunk> chunks, std::uint32_t zones)
      : shards_(shards), chunks_(chunks), zones_(zones), held_(shards.size() * (zones + 1)), totals_(shards.size()) {
    for (std::uint32_t i = 0; i < chunks.size(); ++i) {
      const Chunk& chunk = chunks[i];
      Held& held = held_of(chunk.shard, std::min(chunk.zone, zones_));
      if (held.count++ == 0) held.first = i;
      ++totals_[chunk.shard];
    }
    for (const Shard& shard : shards) {
      available_.push_back(shard.available);
      if (shard.available) ++left_;
    }
  }

  std::vector<Migration> run() {
    if (!drain() || !mend()) return migrations_;
    for (std::uint32_t zone = 0; zone <= zones_; ++zone) {
      if (const auto ideal = ideal_of(zone)) {
        while (even_out(zone, *ideal)) {}
      }
    }
    return migrations_;
  }

 private:
  struct Held {
    std::uint32_t count = 0, first = 0;  // its chunk with the lowest range
  };

  // Zone number zones_ is none.
  Held& held_of(std::uint32_t shard, std::uint32_t zone) { return held_[std::size_t{shard} * (zones_ + 1) + zone]; }

  bool is_in(std::uint32_t shard, std::uint32_t zone) const {
    const auto& zones = shards_[shard].zones;
    return zone == zones_ || std::find(zones.begin(), zones.end(), zone) != zones.end();
  }

  std::optional<std::uint32_t> least_loaded(std::uint32_t zone) const {
    std::optional<std::uint32_t> best;
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      if (!available_[shard] || shards_[shard].draining || !is_in(shard, zone)) continue;
      if (!best || totals_[shard] < totals_[*best]) best = shard;
    }
    return best;
  }

  void move(std::uint32_t from, std::uint32_t zone, std::uint32_t to) {
    migrations_.push_back({held_of(from, zone).first, from, to});
    available_[from] = available_[to] = false;
    left_ -= 2;
  }

  // Moves one chunk of the first of the shard's zones that `leaves` and for which some shard takes it.
  template <typename Leaves>
  void move_one(std::uint32_t shard, Leaves leaves) {
    for (std::uint32_t zone = 0; zone <= zones_; ++zone) {
      if (held_of(shard, zone).count == 0 || !leaves(zone)) continue;
      const auto to = least_loaded(zone);
      if (to) return move(shard, zone, *to);
    }
  }

  bool drain() {  // false: too few shards are left
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      if (!shards_[shard].draining || !available_[shard]) continue;
      move_one(shard, [](std::uint32_t) { return true; });
      if (left_ < 2) return false;
    }
    return true;
  }

  bool mend() {
    for (std::uint32_t shard = 0; zones_ > 0 && shard < shards_.size(); ++shard) {
      if (available_[shard]) move_one(shard, [&](std::uint32_t zone) { return !is_in(shard, zone); });
      if (left_ < 2) return false;
    }
    return true;
  }

  std::optional<std::uint32_t> ideal_of(std::uint32_t zone) {
    std::size_t total = chunks_.size(), shards = shards_.size();
    if (zone < zones_) {
      total = shards = 0;
      for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
        total += held_of(shard, zone).count;
        shards += is_in(shard, zone);
      }
    }
    if (shards == 0) return std::nullopt;
    return static_cast<std::uint32_t>(std::roundf(static_cast<float>(total) / static_cast<float>(shards)));
  }

  bool even_out(std::uint32_t zone, std::uint32_t ideal) {
    std::optional<std::uint32_t> from;
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      const std::uint32_t most = from ? held_of(*from, zone).count : 0;
      if (available_[shard] && held_of(shard, zone).count > most) from = shard;
    }
    if (!from || held_of(*from, zone).count <= ideal) return false;
    const auto to = least_loaded(zone);
    if (!to || held_of(*to, zone).count >= ideal) return false;
    move(*from, zone, *to);
    return true;
  }

  std::span<const Shard> shards_;
  std::span<const Chunk> chunks_;
  std::uint32_t zones_;
  std::vector<Held> held_;
  std::vector<std::uint32_t> totals_;
  std::vector<bool> available_;
  std::size_t left_ = 0;  // how many of them
  std::vector<Migration> migrations_;
};

}  // namespace

std::vector<Migration> balancing_round(std::span<const Shard> shards, std::span<const Chunk> chunks,
                                       std::uint32_t zones) {
  return Round(shards, chunks, zones).run();
}

void balance(std::span<const Shard> shards, std::span<Chunk> chunks, std::uint32_t zones) {
  for (;;) {
    const auto migrations = balancing_round(shards, chunks, zones);
    if (migrations.empty()) return;
    for (const Migration& migration : migrations) chunks[migration.chunk].shard = migration.to;
  }
}

}  // namespace reshard::mongodb

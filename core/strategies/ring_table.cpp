#include "core/strategies/ring_table.h"

#include "core/base/text.h"

namespace reshard {
namespace {

// The leading 64 bits of a ring's circle, whatever its width.
std::uint64_t on_circle(std::uint64_t position, unsigned width) { return position << (64 - width); }
std::uint64_t on_circle(U128 position, unsigned) { return static_cast<std::uint64_t>(position >> 64); }

std::string hex(std::uint64_t position) { return hex64(position); }
std::string hex(U128 position) {
  return hex64(static_cast<std::uint64_t>(position >> 64)) + hex64(static_cast<std::uint64_t>(position)).substr(2);
}

std::string_view successor_label(RingRule rule) {
  switch (rule) {
    case RingRule::kAtOrAfter: return "point at or after";
    case RingRule::kAfter: return "point after";
    case RingRule::kNearest: return "nearest point";
  }
  check_failed("a ring rule", __FILE__, __LINE__);
}

}  // namespace

template <typename Position>
Trace RingPlacement<Position>::explain(const SingleKey& key, std::uint32_t) const {
  const Position at = position(key.block(), 0);
  const std::size_t found = ring_.find(at, rule_);
  const auto& point = ring_.points()[found];
  return {{"hash", hex(at)},
          {successor_label(rule_), hex(point.position), owner(found)},
          {"point number", decimal(found + 1) + " / " + decimal(ring_.points().size())},
          owner_step(owner(found))};
}

template <typename Position>
Picture RingPlacement<Position>::picture(const SingleKey& key) const {
  RingPicture picture;
  picture.rule = rule_;
  picture.key_shift = sizeof(Position) == 16 ? 0 : 64 - ring_.width();
  picture.points.reserve(ring_.points().size());
  for (const auto& point : ring_.points()) {
    picture.points.push_back({on_circle(point.position, ring_.width()), nodes_[point.node]});
  }
  picture.key_positions = {on_circle(position(key.block(), 0), ring_.width())};
  return picture;
}

template class RingPlacement<std::uint64_t>;
template class RingPlacement<U128>;

}  // namespace reshard

#include "web/pictures/ring_spans.h"

#include <algorithm>
#include <utility>

namespace reshard::ui {
namespace {

// Positions from the first to the last, both included.
struct Stretch {
  std::uint64_t first, last;
};

std::uint64_t position_of(float turns) {
  return turns >= 1 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(static_cast<double>(turns) * 0x1p64);
}

// The points within the stretch: the index of the first, and the one after the last.
std::pair<std::size_t, std::size_t> points_in(const RingPicture& picture, Stretch stretch) {
  const auto& points = picture.points;
  const auto first = std::lower_bound(points.begin(), points.end(), stretch.first,
                                      [](const auto& point, std::uint64_t at) { return point.position < at; });
  const auto last = std::upper_bound(first, points.end(), stretch.last,
                                     [](std::uint64_t at, const auto& point) { return at < point.position; });
  return {static_cast<std::size_t>(first - points.begin()), static_cast<std::size_t>(last - points.begin())};
}

// The positions where one point's part of the ring ends and the next one's begins.
void append_cuts(const RingPicture& picture, Stretch stretch, std::vector<std::uint64_t>& cuts) {
  const auto& points = picture.points;
  const auto [first, last] = points_in(picture, stretch);
  // A cut halfway to the next point may lie in the stretch although its point does not: the point before the first, or
  // the ring's last.
  const std::size_t count = points.size(), around = picture.rule == RingRule::kNearest ? 2 : 0;
  for (std::size_t i = 0; i < std::min(count, last - first + around); ++i) {
    const std::size_t point = (first + (around > 0 ? count - 1 : 0) + i) % count;
    std::uint64_t cut = points[point].position;
    if (picture.rule == RingRule::kNearest) {
      const std::uint64_t next = points[(point + 1) % count].position;
      cut += (next - cut) / 2;  // around the ring: the difference wraps as positions do
    }
    if (stretch.first <= cut && cut <= stretch.last) cuts.push_back(cut);
  }
}

std::vector<std::uint64_t> even_cuts(Stretch stretch, std::size_t count) {
  std::vector<std::uint64_t> cuts;
  const std::uint64_t step = (stretch.last - stretch.first) / count;
  for (std::size_t i = 0; i < count; ++i) cuts.push_back(stretch.first + step * i);
  return cuts;
}

NodeId owner_at(const RingPicture& picture, std::uint64_t position) {
  const std::size_t point = owning_point(picture, position);
  return point < picture.points.size() ? picture.points[point].owner : kNoNode;
}

}  // namespace

std::size_t owning_point(const RingPicture& picture, std::uint64_t position) {
  const auto& points = picture.points;
  if (points.empty()) return 0;
  const auto found = picture.rule == RingRule::kAfter || picture.rule == RingRule::kAtOrBefore
                         ? std::upper_bound(points.begin(), points.end(), position,
                                            [](std::uint64_t at, const auto& point) { return at < point.position; })
                         : std::lower_bound(points.begin(), points.end(), position,
                                            [](const auto& point, std::uint64_t at) { return point.position < at; });
  const std::size_t next = static_cast<std::size_t>(found - points.begin()) % points.size();
  if (picture.rule == RingRule::kAtOrAfter || picture.rule == RingRule::kAfter) return next;
  const std::size_t previous = (next + points.size() - 1) % points.size();
  if (picture.rule == RingRule::kAtOrBefore) return previous;
  const std::uint64_t ahead = points[next].position - position, behind = position - points[previous].position;
  return behind < ahead ? previous : next;
}

std::vector<RingSpan> ring_spans(const RingPicture& after, const RingPicture* before, std::size_t most, RingPart part) {
  const Stretch stretch{position_of(part.from), position_of(part.to)};
  const auto points = [&](const RingPicture& picture) {
    const auto [first, last] = points_in(picture, stretch);
    return last - first;
  };
  std::vector<std::uint64_t> cuts;
  if (points(after) + (before != nullptr ? points(*before) : 0) > most) {
    cuts = even_cuts(stretch, most);
  } else {
    append_cuts(after, stretch, cuts);
    if (before != nullptr) append_cuts(*before, stretch, cuts);
    cuts.push_back(stretch.first);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  }
  std::vector<RingSpan> spans;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const bool last = i + 1 == cuts.size();
    const std::uint64_t end = last ? stretch.last : cuts[i + 1];
    // No picture shows whether a boundary itself belongs to what ends there or to what begins there.
    const std::uint64_t middle = cuts[i] + (end - cuts[i]) / 2;
    const NodeId now = owner_at(after, middle);
    const RingSpan span{turns_of(cuts[i]), last ? part.to : turns_of(end),
                        before != nullptr ? owner_at(*before, middle) : now, now};
    if (!spans.empty() && spans.back().before == span.before && spans.back().after == span.after) {
      spans.back().to = span.to;
    } else if (span.to > span.from) {
      spans.push_back(span);
    }
  }
  return spans;
}

}  // namespace reshard::ui

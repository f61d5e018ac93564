#include "web/widgets/ring_spans.h"

#include <algorithm>

namespace reshard::ui {
namespace {

// Where one point's part of the ring ends and the next one's begins.
void append_cuts(const RingPicture& picture, std::vector<std::uint64_t>& cuts) {
  const auto& points = picture.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::uint64_t cut = points[i].position;
    if (picture.rule == RingRule::kNearest) {
      const std::uint64_t next = points[(i + 1) % points.size()].position;
      cut += (next - cut) / 2;  // around the ring: the difference wraps as positions do
    }
    cuts.push_back(cut);
  }
}

std::vector<std::uint64_t> even_cuts(std::size_t count) {
  std::vector<std::uint64_t> cuts;
  const std::uint64_t step = ~std::uint64_t{0} / count;
  for (std::size_t i = 0; i < count; ++i) cuts.push_back(step * i);
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
  const auto found =
      picture.rule == RingRule::kAfter
          ? std::upper_bound(points.begin(), points.end(), position,
                             [](std::uint64_t at, const auto& point) { return at < point.position; })
          : std::lower_bound(points.begin(), points.end(), position,
                             [](const auto& point, std::uint64_t at) { return point.position < at; });
  const std::size_t next = static_cast<std::size_t>(found - points.begin()) % points.size();
  if (picture.rule != RingRule::kNearest) return next;
  const std::size_t previous = (next + points.size() - 1) % points.size();
  const std::uint64_t ahead = points[next].position - position, behind = position - points[previous].position;
  return behind < ahead ? previous : next;
}

std::vector<RingSpan> ring_spans(const RingPicture& after, const RingPicture* before, std::size_t most) {
  std::vector<std::uint64_t> cuts;
  const std::size_t exact = after.points.size() + (before != nullptr ? before->points.size() : 0);
  if (exact > most) {
    cuts = even_cuts(most);
  } else {
    append_cuts(after, cuts);
    if (before != nullptr) append_cuts(*before, cuts);
    cuts.push_back(0);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  }
  std::vector<RingSpan> spans;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const bool last = i + 1 == cuts.size();
    const std::uint64_t end = last ? ~std::uint64_t{0} : cuts[i + 1];
    // Whether a boundary belongs to what ends or to what begins there is nothing that a picture shows.
    const std::uint64_t middle = cuts[i] + (end - cuts[i]) / 2;
    const NodeId now = owner_at(after, middle);
    const RingSpan span{turns_of(cuts[i]), last ? 1 : turns_of(end),
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

#include "web/pictures/flows.h"

#include <algorithm>
#include <map>

#include "core/base/ranking.h"

namespace reshard::ui {
namespace {

constexpr float kEnd = 17;  // a line of text at an end of a ribbon
constexpr std::size_t kMostRibbons = 72;
constexpr std::size_t kFew = 3;  // so few ends on one side stay readable whatever is on the other

}  // namespace

namespace flows {

std::vector<End> ends_of(std::span<const Flow> flows, NodeId Flow::*side) {
  std::map<NodeId, std::uint64_t> keys;
  for (const Flow& flow : flows) keys[flow.*side] += flow.keys;
  std::vector<End> ends;
  ends.reserve(keys.size());
  for (const auto& [node, count] : keys) ends.push_back({node, count});
  sort_stably(ends, [](const End& a, const End& b) { return a.keys > b.keys; });
  return ends;
}

}  // namespace flows

NodeId draw_flows(const Canvas& canvas, Rect area, const Flows& data) {
  if (data.flows.empty() || area.width() < 200 || area.height() < 3 * kEnd) return kNoNode;
  const std::size_t sources = flows::ends_of(data.flows, &Flow::from).size(),
                    targets = flows::ends_of(data.flows, &Flow::to).size();
  const auto room = static_cast<std::size_t>(area.height() / kEnd) - 1;
  const bool all_fit = std::max(sources, targets) <= room && data.flows.size() <= kMostRibbons;
  const bool one_sided = std::min(sources, targets) <= std::min(kFew, room);
  return all_fit || one_sided ? flows::draw_ribbons(canvas, area, data, room) : flows::draw_matrix(canvas, area, data);
}

}  // namespace reshard::ui

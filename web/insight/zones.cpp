#include "web/insight/zones.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/text.h"

namespace reshard {

std::size_t zones_of(const Cluster& cluster) {
  std::vector<std::string_view> zones;
  for (const Node& node : cluster.nodes()) {
    if (std::find(zones.begin(), zones.end(), node.zone) == zones.end()) zones.push_back(node.zone);
  }
  return zones.size();
}

std::size_t most_zones(const Cluster& cluster) {
  constexpr std::size_t kUsual = 5, kMostNodes = 500;
  return cluster.nodes().size() > kMostNodes ? 1 : std::max(kUsual, zones_of(cluster));
}

std::vector<Command> deal_zones(const Cluster& cluster, std::uint64_t zones) {
  std::vector<Command> commands;
  if (most_zones(cluster) == 1) return commands;
  std::uint64_t turn = 0;
  for (const Node& node : cluster.nodes()) {
    commands.push_back(
        RelocateNode{node.id, node.data_center, zones > 1 ? "z" + decimal(1 + turn++ % zones) : "", node.rack});
  }
  return commands;
}

}  // namespace reshard

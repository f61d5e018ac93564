#include "core/migration/run/network.h"

#include "core/base/random.h"
#include "core/migration/run/run_state.h"

namespace reshard {

Network::Network(const MoveSpec& spec, std::uint32_t holders, std::uint32_t nodes)
    : spec_(spec),
      nodes_(nodes),
      last_arrival_(std::size_t{holders} * nodes),
      node_free_(nodes),
      link_free_(nodes),
      node_requests_(nodes),
      node_bytes_(nodes) {}

Time Network::arrival(std::uint32_t holder, std::uint32_t node, Time now) {
  const std::uint64_t luck = mix64(spec_.seed ^ mix64(messages_++));
  Time at = now + static_cast<Time>(spec_.system.latency_us + luck % (spec_.system.jitter_us + 1));
  if (spec_.system.routing == Routing::kCoordinator) at += latency();
  if (spec_.faults.late > 0 && happens_by_luck(mix64(luck), spec_.faults.late))
    at += static_cast<Time>(spec_.faults.late_us);
  Time& last = last_arrival_[std::size_t{holder} * nodes_ + node];
  return last = std::max(at, last);
}

Time Network::serve(std::uint32_t node, std::uint64_t bytes, Time now) {
  ++node_requests_[node];
  node_bytes_[node] += bytes;
  Time done = now * kNanoseconds;
  if (const std::uint64_t rate = spec_.system.node_requests_per_second; rate > 0) {
    node_free_[node] = done = std::max(done, node_free_[node]) + static_cast<Time>(1'000'000'000 / rate);
  }
  if (spec_.system.link_bytes_per_second > 0) {
    link_free_[node] = done = std::max(done, link_free_[node]) + takes(bytes);
  }
  return (done + kNanoseconds - 1) / kNanoseconds;
}

void Network::carry(std::uint32_t node, std::uint64_t bytes, Time now) {
  node_bytes_[node] += bytes;
  if (spec_.system.link_bytes_per_second == 0) return;
  link_free_[node] = std::max(link_free_[node], now * kNanoseconds) + takes(bytes);
}

Time Network::takes(std::uint64_t bytes) const {
  return static_cast<Time>(static_cast<double>(bytes) * 1e9 / static_cast<double>(spec_.system.link_bytes_per_second));
}

}  // namespace reshard

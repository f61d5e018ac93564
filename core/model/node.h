#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace reshard {

/// A machine's identity for the life of a scenario: it survives renaming, and a removed name that is added again gets
/// it back. Ids are dense (0, 1, 2, …) so that arrays can be indexed by them, but they are never positions.
enum class NodeId : std::uint32_t {};

/// The owner of a key that no node owns. The JavaScript API shows it as 0xFFFFFFFF.
inline constexpr NodeId kNoNode{0xFFFFFFFFu};

constexpr std::uint32_t index_of(NodeId id) { return static_cast<std::uint32_t>(id); }

enum class NodeState : std::uint8_t {
  kUp,
  kDown,  ///< keeps its place; who serves its keys is the strategy's rule (DownRule)
};

struct Node {
  NodeId id = kNoNode;
  std::string name;
  double weight = 1.0;           ///< 0 to kMaxWeight; 0 drains the node
  std::string data_center = {};  ///< "" if unspecified, like zone and rack
  std::string zone = {};
  std::string rack = {};
  NodeState state = NodeState::kUp;

  bool operator==(const Node&) const = default;
};

inline constexpr double kMaxWeight = 1'000'000;
inline constexpr std::size_t kMaxNodes = 10'000;
inline constexpr std::size_t kMaxNameBytes = 255;

/// A name of the form "host:port", split at the last colon. `port` is empty where there is none.
struct Endpoint {
  std::string_view host, port;
};
Endpoint endpoint(std::string_view name);

/// Whether `name` may name a node, a zone or a prefix: 1 to kMaxNameBytes bytes of UTF-8 without control
/// characters. The error names `field`.
Status check_name(std::string_view field, std::string_view name);

/// The same for new names, stricter: old links hold names with the control characters U+0080 to U+009F.
Status check_new_name(std::string_view field, std::string_view name);

}  // namespace reshard

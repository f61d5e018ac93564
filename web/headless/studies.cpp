// The wasm side of what web/dialogs/studies measures on the reader's device; fetched on demand. The module has no
// clock: the page reads its own before and after a call.
#include <optional>

#include "core/studies/ring_study.h"
#include "web/headless/exports.h"

namespace reshard {
namespace {

std::optional<RingStudy> study;

}  // namespace

/// Discards the previous study; `kind` is a RingIndexKind.
EXPORT(ring_begin) void ring_begin(std::uint32_t kind, std::uint32_t nodes, std::uint32_t points) {
  study.reset();
  study.emplace(static_cast<RingIndexKind>(kind), nodes, points);
}
EXPORT(ring_build) std::uint32_t ring_build(std::uint32_t nodes) { return study->build(nodes); }

/// Looks up so many random hashes; returns the sum of their owners.
EXPORT(ring_look_up) double ring_look_up(std::uint32_t seed, std::uint32_t count) {
  return static_cast<double>(study->index().look_up(std::uint64_t{seed} << 32, count));
}
EXPORT(ring_prepare) void ring_prepare(std::uint32_t times) { study->prepare(times); }
EXPORT(ring_change) void ring_change() { study->change(); }
EXPORT(ring_memory) double ring_memory() { return static_cast<double>(study->index().memory_bytes()); }

}  // namespace reshard

#include "core/migration/model/phase.h"

#include <array>

namespace reshard {
namespace {

struct Route {
  std::size_t legs;
  std::array<Side, 3> sides;
};

const Route& route(Reads reads) {
  using enum Side;
  static constexpr Route kRoutes[] = {
      {1, {kOld}}, {1, {kNew}}, {2, {kOld, kNew}}, {2, {kNew, kOld}}, {3, {kNew, kOld, kNew}},
      {1, {kOld}}, {1, {kNew}}};
  return kRoutes[static_cast<std::size_t>(reads)];
}

}  // namespace

std::size_t read_legs(Reads reads) { return route(reads).legs; }
Side read_leg(Reads reads, std::size_t leg) { return route(reads).sides[leg]; }

bool alike_for_clients(const Phase& a, const Phase& b) {
  return a.reads == b.reads && a.writes == b.writes && a.move == b.move && a.deletes == b.deletes &&
         a.numbering == b.numbering && a.apply == b.apply && a.apply_old == b.apply_old &&
         a.acknowledged == b.acknowledged && a.freeze == b.freeze && a.barrier == b.barrier &&
         (a.copy == Copying::kOnRead) == (b.copy == Copying::kOnRead);
}

}  // namespace reshard

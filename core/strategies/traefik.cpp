// Traefik's service `highestRandomWeight`: every service draws a number for the client's address, and the highest score
// wins: weight / -ln(u), with u = FNV-1a 64 of address + name, divided by 2^64.
//
// Traefik 3.5, pkg/server/service/loadbalancer/hrw/hrw.go. Not compared with a running Traefik, which Debian lacks:
// only with rows of the same rule in Go (tests/vectors/make/traefik.go). The first of equal scores wins; a score of 0
// never does. u is rounded to a double first; a u of 1, one hash in 2^54, scores less than any other. The logarithm
// here can differ from Go's in its last bit, so two scores that agree in their first 50 bits could choose another
// service. A service without health checks counts as up. Weights are whole numbers; 0 leaves a service out.
//
// **FNV-1a barely mixes the last bytes that it reads.** Services whose names differ in their last character only (app1,
// app2) have nearly the same u for every address: the heaviest then gets all of them, and equal ones uneven shares.

#include "core/base/natural_log.h"
#include "core/hash/functions.h"
#include "core/placement/scored_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

class Services : public NumberStandings {
 public:
  static constexpr bool kReadsNames = true;
  static std::string_view formula() { return "weight / -ln(FNV-1a 64 (key + name) / 2^64)"; }

  explicit Services(std::span<const Node> nodes) {
    for (const Node& node : nodes) {
      if (node.weight > 0) services_.push_back({node.id, node.name, node.weight});
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(services_.size()); }
  NodeId node(std::uint32_t n) const { return services_[n].id; }
  double score(const ScoredKey& key, std::uint32_t n) const {
    key.scratch.assign(key.name).append(services_[n].name);
    const double u = static_cast<double>(fnv1a64(key.scratch)) * 0x1p-64;
    return u > 0 && u < 1 ? 1.0 / -natural_log(u) * services_[n].weight : 0;
  }

  double share(double score) const { return score / (score + 1); }
  std::string text(double score) const { return short_number(score); }
  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const Service& service : services_) bytes += service.name.size() + sizeof service.weight;
    return bytes;
  }

 private:
  struct Service {
    NodeId id;
    std::string name;
    double weight;
  };
  std::vector<Service> services_;  // by position, without drained ones
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return make_placement<ScoredPlacement<Services>>(Services(input.cluster.nodes()), ids_by_position(input.cluster));
}

// Measured with ten names that differ in their last digit: about 0.75. Names that differ early are even.
double expected_spread(std::size_t nodes, std::span<const double>) { return nodes < 2 ? 0 : 0.8; }

Status fits(const Node& node, std::span<const double>) { return check_whole_weight("Traefik", node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Clients take the node with the next highest score that is up.",
     .source = "Traefik 3.5, hrw.go, nextServer()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules traefik_down;
constinit const DownRules traefik_down = kDown;

extern const Strategy traefik_strategy;
constinit const Strategy traefik_strategy{
    .id = "traefik",
    .title = "Traefik highestRandomWeight",
    .family = Family::kRendezvous,
    .summary = "How Traefik keeps a client’s address on one of its weighted services.",
    .limits = "Of services whose names differ only in the last character, the heaviest gets nearly all addresses.",
    .source = "Traefik 3.5, hrw.go; its published rule, not a running Traefik",
    .lookup = "O(n)",
    .traits = {Trait::kLooseWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .hash = "fnv1a64",
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

// Groups: unit → group → node, so that related keys live together.
//
// A key's unit (a tenant, a user, an order) is the part that all its rows share: the text in braces if there is one,
// else the key up to its second colon. "{acme}:invoice:7" belongs to "acme", "user:7:cart" to "user:7". Units are
// hashed to groups, and groups are dealt to nodes with minimal movement (see SlotTable). Moving a group moves whole
// units.

#include "core/placement/key_parts.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kGroups };

constexpr ParamSpec kParams[] = {
    slots_param("groups", "Groups", 1000, "groups"),
};

std::uint64_t unit_hash(std::string_view key, const HashFunction& hash, std::uint64_t seed) {
  return hash.hash64(unit_of(key), seed);
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, unit_hash}}; }

class GroupsPlacement final : public DealtPlacement {
 public:
  explicit GroupsPlacement(const BuildInput& input)
      : DealtPlacement(input, SlotRule::remainder(static_cast<std::uint64_t>(input.params[kGroups])), "group",
                       goes_on_from<GroupsPlacement>(input)) {}

 private:
  void explain_key(const SingleKey& key, Trace& trace) const override {
    trace.push_back({"unit", std::string(unit_of(key.name()))});
  }
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return make_placement<GroupsPlacement>(input); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "A unit's rows are on its node alone: requests fail until a replica of that node is promoted.",
     .source = "Citus documentation, Worker node failures; Vitess, Emergency reparenting"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules groups_down;
constinit const DownRules groups_down = kDown;

extern const Strategy groups_strategy;
constinit const Strategy groups_strategy{
    .id = "groups",
    .title = "Groups of units",
    .family = Family::kDirectory,
    .summary = "All keys of a tenant or user live on one node, so joins and transactions stay local.",
    .limits = "A unit cannot be split: one that outgrows a node, or gets hot, must be split by hand.",
    .source =
        "Entity groups, Helland, Life beyond distributed transactions, CIDR 2007; co-location in Citus and Vitess",
    .lookup = "O(1)",
    .traits = kDealtTraits,
    .down = kDownCases,
    .params = kParams,
    .expected_spread = dealt_spread,
    .entry = "group",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

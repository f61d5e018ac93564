// Two levels: key → section by formula, section → node by a map that is itself sharded over directory servers.
//
// A client knows only the few directory servers: section mod directories is the one that has the section's row. It asks
// there, caches the answer, and then asks the node. Directory servers are not nodes of the cluster: adding one moves
// rows of the map but no keys. Bigtable finds its tablets this way. The map is dealt with minimal movement (see
// SlotTable).

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kSections, kDirectories };

constexpr ParamSpec kParams[] = {
    slots_param("sections", "Sections", 1024, "sections"),
    {.key = "directories", .label = "Directory servers", .min = 1, .max = 64, .fallback = 4, .unit = "servers"},
};

class TwoLevelPlacement final : public DealtPlacement {
 public:
  explicit TwoLevelPlacement(const BuildInput& input)
      : DealtPlacement(input, SlotRule::remainder(static_cast<std::uint64_t>(input.params[kSections])), "section",
                       goes_on_from<TwoLevelPlacement>(input)),
        directories_(static_cast<std::uint64_t>(input.params[kDirectories])) {}

  // A client holds only the directory servers; each of them has its part of the sections.
  std::uint64_t memory_bytes() const override { return directories_ * sizeof(NodeId); }

 private:
  void explain_slot(const SingleKey&, std::uint64_t section, Trace& trace) const override {
    trace.push_back({"directory server",
                     decimal(section) + " mod " + decimal(directories_) + " = " + decimal(section % directories_)});
  }

  std::uint64_t directories_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return make_placement<TwoLevelPlacement>(input); }

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "The master sees that its lock is gone, and gives its sections to servers that are up.",
     .source = "Chang et al., Bigtable, OSDI 2006, section 5.2"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules two_level_down;
constinit const DownRules two_level_down = kDown;

extern const Strategy two_level_strategy;
constinit const Strategy two_level_strategy{
    .id = "two_level",
    .title = "Two-level sections",
    .family = Family::kTable,
    .summary = "Clients know a handful of directory servers, which share the map of sections.",
    .limits = "A first lookup takes two hops, and a section whose directory server is down cannot be found.",
    .source = "After Chang et al., Bigtable, OSDI 2006, section 5.1",
    .lookup = "O(1) and a call to a directory server",
    .traits = kDealtTraits,
    .down = kDownCases,
    .params = kParams,
    .expected_spread = dealt_spread,
    .entry = "section",
    .entries = dealt_entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard

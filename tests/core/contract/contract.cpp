#include "tests/core/contract/contract.h"

#include "core/analysis/place_all.h"
#include "tests/core/contract/checks.h"
#include "tests/core/contract/script.h"
#include "tests/core/typed_keys.h"

namespace reshard::testing {
namespace {

constexpr std::uint64_t kKeys = 200;
constexpr int kEventsPerScript = 12;
constexpr std::size_t kEnough = 5;  // violations after which the search stops

/// One script: a strategy, keys, and a cluster to which things happen.
class Script {
 public:
  Script(Random& random, const Strategy& strategy, ScriptReport& report)
      : random_(random),
        report_(report),
        strategy_(random_setup(random, strategy)),
        naming_(random_naming(random, kKeys)),
        cluster_(random_cluster(random, naming_)) {}

  void run() {
    auto keys = KeyTable::of(strategy_, script_keys());
    if (!keys.ok()) {  // the hash cannot read these keys
      ++report_.operations;
      ++report_.refused;
      report(check_refusal(strategy_, keys.error()));
      return;
    }
    const KeyTable table = keys.take();
    Cluster before = cluster_;
    auto placement = placed(before, table);
    for (int event = 0; event < kEventsPerScript && !broken_; ++event) {
      Cluster after = before;
      const auto happened = random_event(random_, naming_, strategy_, after);
      if (!happened) continue;
      auto next = placed(after, table);
      if (next == nullptr) continue;  // refused: the cluster stays as it was, as it does for a user
      if (placement != nullptr) {
        report(check_change(sample(*placement, before, table), *happened, sample(*next, after, table)));
      }
      before = std::move(after);
      placement = std::move(next);
    }
  }

 private:
  /// Keys of the type that the strategy reads, mostly; else of a generated kind.
  std::shared_ptr<const KeySet> script_keys() {
    const std::vector<Recipe> recipes = strategy_.recipes();
    const std::uint64_t seed = random_.next();
    if (recipes[0].typed == nullptr || random_.below(8) == 0) return KeySet::generate(naming_.keys, seed).take();
    return given_keys(random_keys(random_, recipes[0].row, kKeys));
  }

  Sample sample(const Placement& placement, const Cluster& cluster, const KeyTable& keys) const {
    return {strategy_, cluster, keys, placement, place_all(placement, keys.block())};
  }

  /// The checked placement for a cluster; null where it is refused.
  std::unique_ptr<Placement> placed(const Cluster& cluster, const KeyTable& keys) {
    ++report_.operations;
    auto built = try_build(strategy_, cluster, keys.block());
    if (!built.ok()) {
      ++report_.refused;
      report(check_refusal(strategy_, built.error()));
      return nullptr;
    }
    auto placement = built.take();
    const Sample checked = sample(*placement, cluster, keys);
    report(check_owners(checked));
    report(check_same_again(checked));
    report(check_log_is_not_read(checked));
    report(check_replicas(checked, static_cast<unsigned>(1 + random_.below(4))));
    report(check_serving(checked, static_cast<unsigned>(1 + (checked.has(Trait::kReplicas) ? random_.below(4) : 0))));
    report(check_memory(checked));
    const auto index = static_cast<std::uint32_t>(random_.below(kKeys));
    for (std::uint32_t i = 0; i < 4; ++i) {
      report(check_explanation(checked, static_cast<std::uint32_t>((index + i * 17) % kKeys)));
    }
    report(check_picture(checked, index));
    if (broken_) {
      report_.violations.back()
          .text.append("\n    ")
          .append(describe(strategy_))
          .append("; ")
          .append(describe(cluster));
    }
    return placement;
  }

  void report(Violations violations) {
    broken_ = broken_ || !violations.empty();
    append(report_.violations, std::move(violations));
  }

  Random& random_;
  ScriptReport& report_;
  ConfiguredStrategy strategy_;
  Naming naming_;
  Cluster cluster_;
  bool broken_ = false;
};

}  // namespace

ScriptReport run_scripts(const Strategy& strategy, std::uint64_t operations, std::uint64_t seed) {
  ScriptReport report;
  Random random(seed);
  while (report.operations < operations && report.violations.size() < kEnough) {
    Script(random, strategy, report).run();
  }
  return report;
}

std::string lines_of(const Violations& violations) {
  std::string lines;
  for (const Violation& violation : violations) {
    lines.append(violation.check).append(": ").append(violation.text).append("\n");
  }
  return lines;
}

}  // namespace reshard::testing

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/serving.h"
#include "core/bindings/known_keys.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// Which moment of a scenario: before its last change (as defined by the page), or after all changes.
enum class Moment : std::uint8_t { kAfter, kBefore };

/// A scenario from a link (whole, or from its # on), from the JSON of the page's Export, or from a reading (reading.h).
/// Strict, since people move data by it: what the page would leave out with a note is an error here. So are fields that
/// this version does not know, and (field "log") a moment before the last change if nothing ever changed.
Result<Scenario> open_scenario(std::string_view text, Moment moment = Moment::kAfter);

/// What a link says about a field that only the page uses ("move"); empty if it says nothing, or for JSON.
std::string field_of_page(std::string_view text, std::string_view key);

/// Why keys were refused, and the first one that was.
struct BadKey {
  std::size_t index;
  Error error;
};

/// Which keys a strategy can place: 1 to kMaxKeyBytes bytes that its system would accept.
class KeyRule {
 public:
  explicit KeyRule(const StrategyChoice& choice);

  std::optional<Error> refusal(std::string_view key) const;
  std::span<const Recipe> recipes() const { return recipes_; }

 private:
  std::string_view strategy_;
  std::vector<Recipe> recipes_;
};

/// Whether, under its first strategy, an owner depends on all other keys.
bool needs_all_keys(const Scenario& scenario);

/// Owners of batches of keys under the first strategy of a scenario. Once it is made, many threads may call every const
/// function at a time.
class Router {
 public:
  /// Errors: nodes that the real system cannot have, what build_placement() refuses, and (field "strategy") strategies
  /// that need all keys.
  static Result<std::unique_ptr<Router>> of(Scenario scenario);

  /// For a strategy that needs all keys, which are `all`; it places no others. Errors as above, without the last.
  static Result<std::unique_ptr<Router>> of(Scenario scenario, std::shared_ptr<const KnownKeys> all);

  /// The same with known owners, from owners() of such a router.
  static Result<std::unique_ptr<Router>> of(Scenario scenario, std::shared_ptr<const KnownKeys> all,
                                            std::vector<std::uint32_t> owners);

  /// owners[i] = who serves key i: the number of a node, as node() takes it, or kNobody. Keys are any 1 to kMaxKeyBytes
  /// bytes. If a key is refused, the owners of the keys before it are written.
  std::optional<BadKey> place(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const;

  /// The steps from a key to the node that serves it; not available if the strategy needs all keys.
  Result<Trace> explain(std::string_view key) const;

  /// Node numbers are below this. A number means the same node before and after a change.
  std::size_t known() const { return scenario_.cluster.known(); }

  /// Null if there is no such node at this moment.
  const Node* node(std::uint32_t number) const { return number < nodes_.size() ? nodes_[number] : nullptr; }

  /// Of all keys, in their order; empty if the strategy does not need all keys.
  std::span<const std::uint32_t> owners() const { return known_owners_; }

  const Scenario& scenario() const { return scenario_; }
  const StrategyChoice& choice() const { return scenario_.strategies.front(); }

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

 private:
  explicit Router(Scenario scenario);
  Status build(const KeyBlock& all_keys);
  Status place_all();
  std::optional<BadKey> look_up(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const;
  void place_block(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const;

  Scenario scenario_;
  std::vector<const Node*> nodes_;  // by id
  KeyRule rule_;
  std::unique_ptr<Placement> placement_;
  std::unique_ptr<Serving> serving_;
  std::shared_ptr<const KnownKeys> known_;  // null if keys are placed independently
  std::vector<std::uint32_t> known_owners_;
};

}  // namespace reshard

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

/// Which moment of a scenario: before its last change, as the page compares, or after all of them.
enum class Moment : std::uint8_t { kAfter, kBefore };

/// A scenario from a link (whole, or from its # on) or from the JSON of the page's Export. Strict, since data is moved by
/// it: what the page would leave out with a note is an error here. So are fields that this version does not know, and
/// (field "log") a moment before the last change where nothing ever changed.
Result<Scenario> open_scenario(std::string_view text, Moment moment = Moment::kAfter);

/// What a link says about a field that is the page's alone ("move"); empty where it says nothing, or is JSON.
std::string field_of_page(std::string_view text, std::string_view key);

/// Why keys were refused, and the first of them.
struct BadKey {
  std::size_t index;
  Error error;
};

/// Which keys a strategy can place: 1 to kMaxKeyBytes bytes, as its system would read them.
class KeyRule {
 public:
  explicit KeyRule(const StrategyChoice& choice);

  std::optional<Error> refusal(std::string_view key) const;
  std::span<const Recipe> recipes() const { return recipes_; }

 private:
  std::string_view strategy_;
  std::vector<Recipe> recipes_;
};

/// Under its first strategy an owner depends on all other keys.
bool needs_all_keys(const Scenario& scenario);

/// Owners of keys that come in batches, under the first strategy of a scenario. After it is made, every const function may
/// be called by many threads at a time.
class Router {
 public:
  /// Errors: nodes that the real system cannot have, what build_placement() refuses, and (field "strategy") strategies that
  /// need all keys.
  static Result<std::unique_ptr<Router>> of(Scenario scenario);

  /// For a strategy that needs all keys: those. It places no others. Errors as above, but for the last.
  static Result<std::unique_ptr<Router>> of(Scenario scenario, std::shared_ptr<const KnownKeys> all);

  /// The same where their owners are known, from owners() of such a router.
  static Result<std::unique_ptr<Router>> of(Scenario scenario, std::shared_ptr<const KnownKeys> all,
                                            std::vector<std::uint32_t> owners);

  /// owners[i] = who serves key i: the number of a node, as name_of() takes it, or kNobody. Keys are any 1 to kMaxKeyBytes
  /// bytes. Where one is refused, the owners of those before it are written.
  std::optional<BadKey> place(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const;

  /// The steps from a key to who serves it; not where all keys were wanted.
  Result<Trace> explain(std::string_view key) const;

  /// Numbers of nodes are below this. They name the same node before and after a change.
  std::size_t known() const { return scenario_.cluster.known(); }

  /// Null where there is no such node at this moment.
  const Node* node(std::uint32_t number) const { return number < nodes_.size() ? nodes_[number] : nullptr; }

  /// Of all keys, in their order; empty where none were wanted.
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
  std::shared_ptr<const KnownKeys> known_;  // null where keys are placed one after another
  std::vector<std::uint32_t> known_owners_;
};

}  // namespace reshard

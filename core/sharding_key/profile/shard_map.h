#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/serving.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// Which shard has a value: the owner of that key under the first strategy of a scenario. Shards are the live nodes, by
/// position.
class ShardMap {
 public:
  /// Errors: what the strategy's system cannot have, and what build_placement() refuses.
  static Result<std::unique_ptr<ShardMap>> of(Scenario scenario);

  /// An owner depends on all values, so only place_all() can find it.
  bool needs_all() const { return needs_all_; }

  struct Refused {
    std::size_t index;
    Error error;
  };

  /// shards[i] = the shard of value i, or kNobody. If a value is refused, the shards of those before it are written.
  std::optional<Refused> place(std::span<const std::string_view> values, std::span<std::uint32_t> shards) const;

  /// The same, if these are all values.
  std::optional<Refused> place_all(std::span<const std::string_view> values, std::span<std::uint32_t> shards) const;

  std::size_t size() const { return names_.size(); }
  const std::vector<std::string>& names() const { return names_; }
  std::string_view strategy() const { return choice().strategy->id; }

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

 private:
  explicit ShardMap(Scenario scenario);
  const StrategyChoice& choice() const { return scenario_.strategies.front(); }
  Result<std::unique_ptr<Placement>> build(const KeyBlock& all) const;
  std::optional<Error> refusal(std::string_view value) const;
  void place_block(const Serving& serving, const KeyBlock& block, std::span<std::uint32_t> shards) const;

  Scenario scenario_;
  bool needs_all_;
  std::vector<Recipe> recipes_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> position_;  // by id
  std::unique_ptr<Placement> placement_;
  std::unique_ptr<Serving> serving_;
};

}  // namespace reshard

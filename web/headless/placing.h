#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/requests.h"
#include "core/analysis/serving.h"
#include "core/base/budget.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"
#include "core/scenario/json_reader.h"

namespace reshard {

/// The scenario of a request as Placing::of() takes it; its first strategy is the chosen one. `given` may be null.
Result<Scenario> read_place_request(const Json& request, const KeySet* given);

/// One scenario with one strategy, placed at once or in slices: this is what the headless core does.
class Placing {
 public:
  /// `request`: {"strategy","params"?,"hash"?,"seed"?,"nodes","log"?,"keys"?,"replicas"?,"requests"?} as the JavaScript
  /// API takes it; `given`: the keys, if they were passed in one by one. Errors name the member.
  static Result<Placing> of(const Json& request, std::shared_ptr<const KeySet> given);

  /// Continues until the keys are hashed. True when they are.
  Result<bool> hash_keys(Budget& budget);
  /// Then: the first number that the strategy reads of each key. Empty where it reads none.
  std::span<const std::uint64_t> hashes() const;

  /// How often each key is requested.
  RequestShares request_shares() const;

  /// Continues until it can explain(), and reads the set's keys only where owners depend on them. True when it can.
  Result<bool> prepare_to_explain(Budget& budget);

  /// Continues until every key is placed. True when all are.
  Result<bool> step(Budget& budget);

  double progress() const { return static_cast<double>(placed_) / static_cast<double>(keys_->size()); }

  /// The owners of every placed key: positions in nodes(), kUnplaced if there is none; key-major.
  const std::vector<std::uint32_t>& owners() const { return owners_; }

  /// Everything else to report about the placed keys.
  Json describe() const;

  /// The steps of one key, whether in the set or not.
  Result<Json> explain(std::string_view key) const;

  static constexpr std::uint32_t kUnplaced = 0xFFFFFFFFu;

 private:
  bool needs_all_keys() const;
  Result<bool> prepare(Budget& budget);
  Status build();
  void place_some(std::uint32_t count);
  Json failure_json(std::span<const NodeId> owners, const Demand& demand) const;
  KeyBlock block(std::uint32_t first, std::uint32_t count) const;
  std::uint32_t index_of_key(std::string_view key) const;

  Scenario scenario_;
  std::shared_ptr<const KeySet> keys_;
  bool listed_ = false;  // the keys were passed in
  std::vector<KeyColumn> columns_;
  std::size_t filled_ = 0;
  std::shared_ptr<Placement> placement_;
  std::optional<Serving> serving_;
  std::vector<std::uint32_t> position_;  // among nodes(), by id
  std::vector<std::uint32_t> owners_;
  std::uint32_t placed_ = 0;
};

}  // namespace reshard

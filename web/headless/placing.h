#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/requests.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"
#include "core/scenario/json_reader.h"

namespace reshard {

/// The scenario of a request as Placing::of() takes it; its first strategy is the one chosen. `given` may be null.
Result<Scenario> read_place_request(const Json& request, const KeySet* given);

/// One scenario with one strategy, placed in one go: what the headless core does.
class Placing {
 public:
  /// `request`: {"strategy","params"?,"hash"?,"seed"?,"nodes","log"?,"keys"?,"replicas"?,"requests"?} as the JavaScript
  /// API takes it; `given`: the keys where they were passed in one by one. Errors name the member.
  static Result<Placing> of(const Json& request, std::shared_ptr<const KeySet> given);

  /// For every key its owners: positions in nodes(), kUnplaced where there is none; key-major.
  std::vector<std::uint32_t> owners() const;

  /// What else there is to tell, from what owners() gave.
  Json describe(const std::vector<std::uint32_t>& owners) const;

  /// The steps of one key, in the set or not.
  Result<Json> explain(std::string_view key) const;

  static constexpr std::uint32_t kUnplaced = 0xFFFFFFFFu;

 private:
  Json failure_json(std::span<const NodeId> owners, const Demand& demand) const;
  KeyBlock block(std::uint32_t first, std::uint32_t count) const;
  std::uint32_t index_of_key(std::string_view key) const;

  Scenario scenario_;
  std::shared_ptr<const KeySet> keys_;
  std::vector<KeyColumn> columns_;
  std::shared_ptr<Placement> placement_;
};

}  // namespace reshard

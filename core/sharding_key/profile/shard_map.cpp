#include "core/sharding_key/profile/shard_map.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

constexpr std::size_t kBlockKeys = 1024;  // so that their numbers stay in the L1 cache

}  // namespace

ShardMap::ShardMap(Scenario scenario)
    : scenario_(std::move(scenario)),
      needs_all_(traits_of(*choice().strategy, choice().params).has(Trait::kNeedsAllKeys)),
      recipes_(choice().strategy->recipes(choice().params, *choice().hash)),
      position_(scenario_.cluster.known(), kNobody) {
  for (const Node& node : scenario_.cluster.nodes()) {
    position_[index_of(node.id)] = static_cast<std::uint32_t>(names_.size());
    names_.push_back(node.name);
  }
}

Result<std::unique_ptr<Placement>> ShardMap::build(const KeyBlock& all) const {
  auto built = build_placement(*choice().strategy,
                               {scenario_.cluster, choice().params, *choice().hash, scenario_.replicas, all});
  if (!built.ok()) return built;
  NoLimit budget;
  std::unique_ptr<Placement> placement = built.take();
  while (!placement->step(budget)) {}
  return placement;
}

Result<std::unique_ptr<ShardMap>> ShardMap::of(Scenario scenario) {
  scenario.strategies.resize(1, scenario.strategies.front());
  scenario.replicas = 1;
  if (const std::vector<Error> wrong = misfits(scenario); !wrong.empty()) return wrong.front();
  if (const Status size = check_size(scenario); !size.ok()) return size.error();
  std::unique_ptr<ShardMap> map(new ShardMap(std::move(scenario)));
  const StrategyChoice& choice = map->choice();
  if (map->needs_all_) {
    // Places one key, so that nodes it refuses are known before rows are read.
    const std::string_view one[] = {"1"};
    std::uint32_t shard = 0;
    if (auto refused = map->place_all(one, std::span(&shard, 1))) return std::move(refused->error);
  } else {
    auto built = map->build({});
    if (!built.ok()) return built.error();
    map->placement_ = built.take();
    map->serving_ = std::make_unique<Serving>(*map->placement_, *choice.strategy, choice.params, map->scenario_.cluster,
                                              map->scenario_.replicas);
  }
  if (auto offered = check_offered(*choice.strategy, choice.params, *choice.hash); !offered.ok()) {
    return offered.error();
  }
  return map;
}

std::optional<Error> ShardMap::refusal(std::string_view value) const {
  if (value.empty() && recipes_.empty()) return Error{ErrorCode::empty, "key", {}};
  if (value.size() > kMaxKeyBytes) {
    return Error{ErrorCode::out_of_range, "key", {decimal(value.size()) + " bytes", "1", decimal(kMaxKeyBytes)}};
  }
  for (const Recipe& recipe : recipes_) {
    if (!recipe.reads(value)) return recipe.refusal(value, "key", excerpt(value));
    if (recipe.reads_text && !is_utf8(value)) {
      return Error{ErrorCode::malformed, "key", {excerpt(value), "UTF-8, which " + std::string(strategy()) + " needs"}};
    }
  }
  return {};
}

void ShardMap::place_block(const Serving& serving, const KeyBlock& block, std::span<std::uint32_t> shards) const {
  std::array<NodeId, kBlockKeys> ids;
  serving.place(block, std::span(ids).first(block.size));
  std::transform(ids.begin(), ids.begin() + block.size, shards.begin(),
                 [&](NodeId id) { return id == kNoNode ? kNobody : position_[index_of(id)]; });
}

std::optional<ShardMap::Refused> ShardMap::place(std::span<const std::string_view> values,
                                                 std::span<std::uint32_t> shards) const {
  CHECK(!needs_all_);
  std::array<std::array<std::uint64_t, kBlockKeys>, kMaxColumns> numbers;
  for (std::size_t first = 0; first < values.size(); first += kBlockKeys) {
    const auto part = values.subspan(first, std::min(kBlockKeys, values.size() - first));
    std::size_t good = 0;
    std::optional<Error> error;
    while (good < part.size() && !(error = refusal(part[good]))) ++good;
    if (good > 0) {
      const KeySet set(part.first(good));
      KeyBlock block{&set, 0, set.size(), {}};
      for (std::size_t c = 0; c < recipes_.size(); ++c) {
        for (std::size_t i = 0; i < good; ++i) numbers[c][i] = recipes_[c](part[i]);
        block.columns[c] = std::span(numbers[c]).first(good);
      }
      place_block(*serving_, block, shards.subspan(first, good));
    }
    if (error) return Refused{first + good, std::move(*error)};
  }
  return {};
}

std::optional<ShardMap::Refused> ShardMap::place_all(std::span<const std::string_view> values,
                                                     std::span<std::uint32_t> shards) const {
  if (!needs_all_) return place(values, shards);
  if (values.empty()) return {};
  if (values.size() > kMaxKeys) {
    return Refused{0, Error{ErrorCode::out_of_range, "keys", {decimal(values.size()), "1", decimal(kMaxKeys)}}};
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (auto error = refusal(values[i])) return Refused{i, std::move(*error)};
  }
  const auto keys = std::make_shared<const KeySet>(values);
  std::vector<KeyColumn> columns;
  NoLimit budget;
  for (const Recipe& recipe : recipes_) {
    columns.emplace_back(keys, recipe);
    if (const auto filled = columns.back().step(budget); !filled.ok()) return Refused{0, filled.error()};
  }
  KeyBlock all{keys.get(), 0, keys->size(), {}};
  for (std::size_t c = 0; c < columns.size(); ++c) all.columns[c] = columns[c].values();
  auto built = build(all);
  if (!built.ok()) return Refused{0, built.error()};
  const std::unique_ptr<Placement> placement = built.take();
  const Serving serving(*placement, *choice().strategy, choice().params, scenario_.cluster, scenario_.replicas);
  for (std::uint32_t first = 0; first < keys->size(); first += kBlockKeys) {
    const std::uint32_t count = std::min<std::uint32_t>(kBlockKeys, keys->size() - first);
    place_block(serving, all.slice(first, count), shards.subspan(first, count));
  }
  return {};
}

}  // namespace reshard

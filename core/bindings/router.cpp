#include "core/bindings/router.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/bindings/reading.h"
#include "core/scenario/entry.h"
#include "core/scenario/json.h"
#include "core/scenario/link.h"
#include "core/scenario/link_text.h"
#include "core/scenario/replay.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr std::size_t kBlockKeys = 1024;  // so that their numbers stay in the L1 cache

// Fields of a link that only the page uses.
constexpr std::string_view kFieldsOfPage[] = {"view",         "controls", "theme",        "lesson",
                                              "inspect",      "move",     "move.subject", "move.beside",
                                              "move.runbook", "ring",     "dialog",       "about"};

// A parameter of another strategy ("vnodes" beside jump) has no effect here, but is not an error.
bool is_parameter(std::string_view key) {
  if (key.size() > 3 && key[0] == 's' && key[2] == '.') key.remove_prefix(3);
  if (key == "hash") return true;
  return std::any_of(strategies().begin(), strategies().end(), [&](const Strategy* strategy) {
    return std::any_of(strategy->params.begin(), strategy->params.end(),
                       [&](const ParamSpec& spec) { return spec.key == key; });
  });
}

// What the system behind the first strategy cannot have, and a ring that is too large; the other strategies are not used.
std::optional<Error> misfit(Scenario scenario) {
  scenario.strategies.resize(1, scenario.strategies.front());
  if (const std::vector<Error> wrong = misfits(scenario); !wrong.empty()) return wrong.front();
  const Status size = check_size(scenario);
  return size.ok() ? std::nullopt : std::optional(size.error());
}

Result<Scenario> before_last_change(const Scenario& scenario) {
  std::vector<Scenario> steps = steps_of(scenario);
  if (steps.size() < 2) {
    return Error{ErrorCode::unsupported, "log", {"the scenario has no change, so there is nothing before it"}};
  }
  return std::move(steps[steps.size() - 2]);
}

Result<Scenario> open_link(std::string_view link, Moment moment) {
  if (const std::size_t hash = link.find('#'); hash != link.npos) link.remove_prefix(hash + 1);
  if (link.empty()) return Error{ErrorCode::empty, "link", {}};
  LinkContents contents = parse_link(link);
  if (!contents.refused.empty()) return contents.refused.front();
  for (const OtherField& field : contents.other) {
    const bool of_page =
        std::find(std::begin(kFieldsOfPage), std::end(kFieldsOfPage), field.key) != std::end(kFieldsOfPage);
    if (!of_page && !is_parameter(field.key)) return Error{ErrorCode::unknown, "link", {excerpt(field.key)}};
  }
  if (moment == Moment::kBefore) return before_last_change(contents.scenario);
  return std::move(contents.scenario);
}

}  // namespace

Result<Scenario> open_scenario(std::string_view text, Moment moment) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return Error{ErrorCode::empty, "link", {}};
  text = text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
  if (!text.starts_with('{')) return open_link(text, moment);
  if (const auto link = link_of_reading(text)) {
    return link->ok() ? open_link(link->value(), moment) : Result<Scenario>(link->error());
  }
  auto scenario = parse_scenario(text);
  if (!scenario.ok() || moment == Moment::kAfter) return scenario;
  return before_last_change(scenario.value());
}

std::string field_of_page(std::string_view text, std::string_view key) {
  if (const std::size_t hash = text.find('#'); hash != text.npos) text.remove_prefix(hash + 1);
  if (text.starts_with('{')) return "";
  const LinkContents contents = parse_link(text);
  const auto at = std::find_if(contents.other.begin(), contents.other.end(),
                               [&](const OtherField& field) { return field.key == key; });
  return at == contents.other.end() ? "" : at->value;
}

KeyRule::KeyRule(const StrategyChoice& choice)
    : strategy_(choice.strategy->id), recipes_(choice.strategy->recipes(choice.params, *choice.hash)) {}

std::optional<Error> KeyRule::refusal(std::string_view key) const {
  if (key.empty() && recipes_.empty()) return Error{ErrorCode::empty, "key", {}};
  if (key.size() > kMaxKeyBytes) {
    return Error{ErrorCode::out_of_range, "key", {decimal(key.size()) + " bytes", "1", decimal(kMaxKeyBytes)}};
  }
  for (const Recipe& recipe : recipes_) {
    if (!recipe.reads(key)) return recipe.refusal(key, "key", excerpt(key));
    if (recipe.reads_text && !is_utf8(key)) {
      return Error{ErrorCode::malformed, "key", {excerpt(key), "UTF-8, which " + std::string(strategy_) + " needs"}};
    }
  }
  return {};
}

bool needs_all_keys(const Scenario& scenario) {
  const StrategyChoice& choice = scenario.strategies.front();
  return traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys);
}

Router::Router(Scenario scenario) : scenario_(std::move(scenario)), rule_(choice()) {
  nodes_.resize(known());
  for (const Node& node : scenario_.cluster.nodes()) nodes_[index_of(node.id)] = &node;
}

Status Router::build(const KeyBlock& all_keys) {
  const Cluster& cluster = scenario_.cluster;
  if (const auto wrong = misfit(scenario_)) return *wrong;
  auto built =
      build_placement(*choice().strategy, {cluster, choice().params, *choice().hash, scenario_.replicas, all_keys});
  if (!built.ok()) return built.error();
  placement_ = built.take();
  NoLimit budget;
  while (!placement_->step(budget)) {}
  serving_ = std::make_unique<Serving>(*placement_, *choice().strategy, choice().params, cluster, scenario_.replicas);
  return Done{};
}

Result<std::unique_ptr<Router>> Router::of(Scenario scenario) {
  if (needs_all_keys(scenario)) {
    return Error{ErrorCode::unsupported,
                 "strategy",
                 {"under {1} the owner of a key depends on all other keys, so keys cannot be placed one after another",
                  std::string(scenario.strategies.front().strategy->id)}};
  }
  std::unique_ptr<Router> router(new Router(std::move(scenario)));
  if (const auto built = router->build({}); !built.ok()) return built.error();
  return router;
}

Result<std::unique_ptr<Router>> Router::of(Scenario scenario, std::shared_ptr<const KnownKeys> all) {
  std::unique_ptr<Router> router(new Router(std::move(scenario)));
  router->known_ = std::move(all);
  if (const auto placed = router->place_all(); !placed.ok()) return placed.error();
  return router;
}

Result<std::unique_ptr<Router>> Router::of(Scenario scenario, std::shared_ptr<const KnownKeys> all,
                                           std::vector<std::uint32_t> owners) {
  std::unique_ptr<Router> router(new Router(std::move(scenario)));
  router->known_ = std::move(all);
  router->known_owners_ = std::move(owners);
  return router;
}

// Once every key has its owner, the placement is no longer needed.
Status Router::place_all() {
  std::vector<std::string_view> names(known_->size());
  for (std::uint32_t i = 0; i < known_->size(); ++i) names[i] = (*known_)[i];
  const auto keys = std::make_shared<const KeySet>(names);
  std::vector<KeyColumn> columns;
  NoLimit budget;
  for (const Recipe& recipe : rule_.recipes()) {
    columns.emplace_back(keys, recipe);
    if (const auto filled = columns.back().step(budget); !filled.ok()) return filled.error();
  }
  const auto block = [&](std::uint32_t first, std::uint32_t count) {
    KeyBlock part{keys.get(), first, count, {}};
    for (std::size_t c = 0; c < columns.size(); ++c) part.columns[c] = columns[c].values().subspan(first, count);
    return part;
  };
  if (const auto built = build(block(0, keys->size())); !built.ok()) return built.error();
  std::array<NodeId, kBlockKeys> ids;
  for (std::uint32_t first = 0; first < keys->size(); first += kBlockKeys) {
    const std::uint32_t count = std::min<std::uint32_t>(kBlockKeys, keys->size() - first);
    serving_->place(block(first, count), std::span(ids).first(count));
    std::transform(ids.begin(), ids.begin() + count, std::back_inserter(known_owners_), index_of);
  }
  serving_ = nullptr;
  placement_ = nullptr;
  return Done{};
}

std::optional<BadKey> Router::look_up(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto at = known_->find(keys[i]);
    if (!at) {
      return BadKey{i, rule_.refusal(keys[i]).value_or(Error{ErrorCode::unknown, "key", {excerpt(keys[i])}})};
    }
    owners[i] = known_owners_[*at];
  }
  return {};
}

std::optional<BadKey> Router::place(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const {
  if (known_ != nullptr) return look_up(keys, owners);
  for (std::size_t first = 0; first < keys.size(); first += kBlockKeys) {
    const auto block = keys.subspan(first, std::min(kBlockKeys, keys.size() - first));
    std::size_t good = 0;
    std::optional<Error> error;
    while (good < block.size() && !(error = rule_.refusal(block[good]))) ++good;
    if (good > 0) place_block(block.first(good), owners.subspan(first, good));
    if (error) return BadKey{first + good, std::move(*error)};
  }
  return {};
}

void Router::place_block(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const {
  const std::span recipes = rule_.recipes();
  std::array<std::array<std::uint64_t, kBlockKeys>, kMaxColumns> numbers;
  std::array<NodeId, kBlockKeys> ids;
  const KeySet set(keys);
  KeyBlock block{&set, 0, set.size(), {}};
  for (std::size_t c = 0; c < recipes.size(); ++c) {
    for (std::size_t i = 0; i < keys.size(); ++i) numbers[c][i] = recipes[c](keys[i]);
    block.columns[c] = std::span(numbers[c]).first(keys.size());
  }
  serving_->place(block, std::span(ids).first(keys.size()));
  std::transform(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(keys.size()), owners.begin(), index_of);
}

Result<Trace> Router::explain(std::string_view key) const {
  CHECK(serving_ != nullptr);
  if (const auto error = rule_.refusal(key)) return *error;
  const auto single = SingleKey::of(key, rule_.recipes());
  if (!single.ok()) return single.error();
  return serving_->explain(single.value(), kNotInSet);
}

}  // namespace reshard

#include "core/bindings/router.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/scenario/json.h"
#include "core/scenario/link.h"
#include "core/scenario/link_text.h"
#include "core/scenario/replay.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr std::size_t kBlockKeys = 1024;  // their numbers stay in the nearest cache

// What a link says to the page alone.
constexpr std::string_view kFieldsOfPage[] = {"at_once", "view", "controls", "theme", "lesson",
                                              "inspect", "move", "ring",     "dialog"};

// A parameter of another strategy ("vnodes" beside jump) says nothing here, and is right.
bool is_parameter(std::string_view key) {
  if (key.size() > 3 && key[0] == 's' && key[2] == '.') key.remove_prefix(3);
  if (key == "hash") return true;
  return std::any_of(strategies().begin(), strategies().end(), [&](const Strategy* strategy) {
    return std::any_of(strategy->params.begin(), strategy->params.end(),
                       [&](const ParamSpec& spec) { return spec.key == key; });
  });
}

// What the system of the first strategy cannot have; the others are not asked for.
std::optional<Error> misfit(Scenario scenario) {
  scenario.strategies.resize(1, scenario.strategies.front());
  const std::vector<Error> wrong = misfits(scenario);
  return wrong.empty() ? std::nullopt : std::optional(wrong.front());
}

Result<Scenario> before_last_change(const Scenario& scenario, std::size_t at_once) {
  std::vector<Scenario> steps = steps_of(scenario, at_once);
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
  const auto at_once = changes_at_once(contents.other);
  if (!at_once) return Error{ErrorCode::out_of_range, "at_once", {"a number", "1", decimal(kMaxLogEvents)}};
  if (moment == Moment::kBefore) return before_last_change(contents.scenario, *at_once);
  return std::move(contents.scenario);
}

}  // namespace

Result<Scenario> open_scenario(std::string_view text, Moment moment) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return Error{ErrorCode::empty, "link", {}};
  text = text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
  if (!text.starts_with('{')) return open_link(text, moment);
  auto scenario = parse_scenario(text);
  if (!scenario.ok() || moment == Moment::kAfter) return scenario;
  return before_last_change(scenario.value(), 1);
}

std::string field_of_page(std::string_view text, std::string_view key) {
  if (const std::size_t hash = text.find('#'); hash != text.npos) text.remove_prefix(hash + 1);
  if (text.starts_with('{')) return "";
  const LinkContents contents = parse_link(text);
  const auto at = std::find_if(contents.other.begin(), contents.other.end(),
                               [&](const OtherField& field) { return field.key == key; });
  return at == contents.other.end() ? "" : at->value;
}

Router::Router(Scenario scenario) : scenario_(std::move(scenario)) {
  nodes_.resize(known());
  for (const Node& node : scenario_.cluster.nodes()) nodes_[index_of(node.id)] = &node;
  recipes_ = choice().strategy->recipes(choice().params, *choice().hash);
}

Result<std::unique_ptr<Router>> Router::of(Scenario scenario) {
  std::unique_ptr<Router> router(new Router(std::move(scenario)));
  const StrategyChoice& choice = router->choice();
  const Cluster& cluster = router->scenario_.cluster;
  const unsigned replicas = router->scenario_.replicas;
  if (traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys)) {
    return Error{ErrorCode::unsupported,
                 "strategy",
                 {"under {1} the owner of a key depends on all other keys, so keys cannot be placed one after another",
                  std::string(choice.strategy->id)}};
  }
  if (const auto wrong = misfit(router->scenario_)) return *wrong;
  auto built = build_placement(*choice.strategy, {cluster, choice.params, *choice.hash, replicas});
  if (!built.ok()) return built.error();
  router->placement_ = built.take();
  NoLimit budget;
  while (!router->placement_->step(budget)) {}
  router->serving_ = std::make_unique<Serving>(*router->placement_, *choice.strategy, choice.params, cluster, replicas);
  return router;
}

std::optional<Error> Router::refusal(std::string_view key) const {
  if (key.empty()) return Error{ErrorCode::empty, "key", {}};
  if (key.size() > kMaxKeyBytes) {
    return Error{ErrorCode::out_of_range, "key", {decimal(key.size()) + " bytes", "1", decimal(kMaxKeyBytes)}};
  }
  for (const Recipe& recipe : recipes_) {
    if (recipe.hash->accepts != nullptr && !recipe.hash->accepts(key)) {
      return Error{
          ErrorCode::malformed, "key", {excerpt(key), "input of the hash function " + std::string(recipe.hash->id)}};
    }
    if (recipe.reads_text && !is_utf8(key)) {
      return Error{
          ErrorCode::malformed, "key", {excerpt(key), "UTF-8, which " + std::string(choice().strategy->id) + " needs"}};
    }
  }
  return {};
}

std::optional<BadKey> Router::place(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const {
  for (std::size_t first = 0; first < keys.size(); first += kBlockKeys) {
    const auto block = keys.subspan(first, std::min(kBlockKeys, keys.size() - first));
    std::size_t good = 0;
    std::optional<Error> error;
    while (good < block.size() && !(error = refusal(block[good]))) ++good;
    if (good > 0) place_block(block.first(good), owners.subspan(first, good));
    if (error) return BadKey{first + good, std::move(*error)};
  }
  return {};
}

void Router::place_block(std::span<const std::string_view> keys, std::span<std::uint32_t> owners) const {
  std::array<std::array<std::uint64_t, kBlockKeys>, kMaxColumns> numbers;
  std::array<NodeId, kBlockKeys> ids;
  const KeySet set(keys);
  KeyBlock block{&set, 0, set.size(), {}};
  for (std::size_t c = 0; c < recipes_.size(); ++c) {
    for (std::size_t i = 0; i < keys.size(); ++i) numbers[c][i] = recipes_[c](keys[i]);
    block.columns[c] = std::span(numbers[c]).first(keys.size());
  }
  serving_->place(block, std::span(ids).first(keys.size()));
  std::transform(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(keys.size()), owners.begin(), index_of);
}

Result<Trace> Router::explain(std::string_view key) const {
  if (const auto error = refusal(key)) return *error;
  const auto single = SingleKey::of(key, recipes_);
  if (!single.ok()) return single.error();
  return serving_->explain(single.value(), kNotInSet);
}

}  // namespace reshard

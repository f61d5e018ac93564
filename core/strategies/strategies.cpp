#include "core/strategies/strategies.h"

#include <algorithm>

namespace reshard {

#define STRATEGY(name, ...) extern const Strategy name##_strategy;
#include "core/strategies/strategies.def"
#undef STRATEGY

std::span<const Strategy* const> strategies() {
  static constexpr const Strategy* kAll[] = {
#define STRATEGY(name, ...) &name##_strategy,
#include "core/strategies/strategies.def"
#undef STRATEGY
  };
  return kAll;
}

const Strategy* find_strategy(std::string_view id) {
  const auto all = strategies();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Strategy* strategy) { return strategy->id == id; });
  return at == all.end() ? nullptr : *at;
}

KeyForm form_of_keys([[maybe_unused]] const Strategy& strategy, [[maybe_unused]] std::span<const double> params,
                     [[maybe_unused]] const HashFunction& hash) {
#ifdef RESHARD_FIRST_BUILD
  return {};
#else
  const std::vector<Recipe> recipes = strategy.recipes(params, hash);
  return recipes.empty() ? KeyForm() : form_of(recipes.front());
#endif
}

}  // namespace reshard

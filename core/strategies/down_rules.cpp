#include "core/strategies/down_rules.h"

#include "core/strategies/strategies.h"

namespace reshard {

#define STRATEGY(name, ...) extern const DownRules name##_down;
#include "core/strategies/strategies.def"
#undef STRATEGY

DownRules down_rules(const Strategy& strategy) {
#define STRATEGY(name, ...) \
  if (strategy.id == #name) return name##_down;
#include "core/strategies/strategies.def"
#undef STRATEGY
  check_failed("a strategy of the registry", __FILE__, __LINE__);
}

}  // namespace reshard

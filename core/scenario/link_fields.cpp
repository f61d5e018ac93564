#include "core/scenario/link_fields.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

/// The fields that do not depend on a strategy.
constexpr std::string_view kFields[] = {"v",     "seed",     "keys",   "kind",    "prefix",
                                        "nodes", "log",      "owners", "at_once", "strategy",
                                        "hash",  "replicas", "skew",   "spread",  "node_capacity"};

std::string slot_name(std::size_t slot) { return "s" + decimal(slot + 1); }

}  // namespace

std::string strategy_field(std::size_t slot) { return slot == 0 ? "strategy" : slot_name(slot); }

std::string hash_field(std::size_t slot) { return slot == 0 ? "hash" : slot_name(slot) + ".hash"; }

std::string param_field(std::size_t slot, std::string_view key) {
  const bool taken = std::find(std::begin(kFields), std::end(kFields), key) != std::end(kFields);
  return slot == 0 && !taken ? std::string(key) : slot_name(slot) + "." + std::string(key);
}

}  // namespace reshard

#include "web/api/registry_json.h"

#include "core/model/keys.h"
#include "core/scenario/registry_json.h"
#include "core/strategies/strategies.h"
#include "web/text/words.h"

namespace reshard {
namespace {

Json choice_json(std::string_view id, std::string_view title) {
  Json out;
  put(out, "id", id);
  put(out, "title", title);
  return out;
}

void complete(const ParamSpec& spec, Json& out) {
  if (spec.kind != ParamSpec::Kind::kChoice) {
    out.emplace("unit", "");  // if it has none
    return;
  }
  Json& options = out["options"] = Json::array();
  for (std::size_t i = 0; i < spec.options.size(); ++i) {
    options.push_back(choice_json(spec.options[i], ui::option_title(spec, i)));
  }
}

Json strategy_json(const Strategy& strategy) {
  Json out = registry_json(strategy, ui::translated);
  for (std::size_t p = 0; p < strategy.params.size(); ++p) complete(strategy.params[p], out["params"][p]);
  out["family"] = ui::translated(family_title(strategy.family));
  return out;
}

}  // namespace

std::string registry_json() {
  Json out;
  for (const Strategy* strategy : strategies()) out["strategies"].push_back(strategy_json(*strategy));
  for (const HashFunction* hash : hash_functions()) {
    out["hashes"].push_back(registry_json(*hash, ui::translated));
    if (hash->only_of_dialects) out["hashes"].back()["only_of_dialects"] = true;
  }
  for (const KeyKindInfo& kind : key_kinds()) out["kinds"].push_back(choice_json(kind.id, ui::key_kind_title(kind.id)));
  return to_text(out);
}

}  // namespace reshard

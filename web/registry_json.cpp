#include "web/registry_json.h"

#include "core/model/keys.h"
#include "core/scenario/json_reader.h"
#include "web/words.h"

namespace reshard {
namespace {

Json choice_json(std::string_view id, std::string_view title) { return {{"id", id}, {"title", title}}; }

Json param_json(const ParamSpec& spec) {
  Json out = {{"key", spec.key}, {"label", ui::translated(spec.label)}};
  if (spec.kind == ParamSpec::Kind::kChoice) {
    Json options = Json::array();
    for (std::size_t i = 0; i < spec.options.size(); ++i) {
      options.push_back(choice_json(spec.options[i], ui::option_title(spec, i)));
    }
    out["options"] = std::move(options);
    return out;
  }
  out["unit"] = ui::translated(spec.unit);
  out["min"] = spec.min;
  out["max"] = spec.max;
  out["whole"] = spec.kind == ParamSpec::Kind::kInteger;
  return out;
}

Json strategy_json(const Strategy& strategy) {
  Json params = Json::array();
  for (const ParamSpec& spec : strategy.params) params.push_back(param_json(spec));
  return {{"id", strategy.id},
          {"title", ui::translated(strategy.title)},
          {"family", ui::translated(family_title(strategy.family))},
          {"summary", ui::translated(strategy.summary)},
          {"limits", ui::translated(strategy.limits)},
          {"params", std::move(params)}};
}

}  // namespace

std::string registry_json() {
  Json out;
  for (const Strategy* strategy : strategies()) out["strategies"].push_back(strategy_json(*strategy));
  for (const HashFunction* hash : hash_functions()) out["hashes"].push_back(choice_json(hash->id, ui::translated(hash->title)));
  for (const KeyKindInfo& kind : key_kinds()) out["kinds"].push_back(choice_json(kind.id, ui::key_kind_title(kind.id)));
  return to_text(out);
}

}  // namespace reshard

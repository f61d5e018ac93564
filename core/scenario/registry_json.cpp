#include "core/scenario/registry_json.h"

namespace reshard {
namespace {

Json param_json(const ParamSpec& spec, Say say) {
  Json out;
  put(out, "key", spec.key);
  put(out, "label", say(spec.label));
  if (spec.kind == ParamSpec::Kind::kChoice) return out;
  put(out, "min", spec.min);
  put(out, "max", spec.max);
  out["whole"] = spec.kind == ParamSpec::Kind::kInteger;
  if (!spec.unit.empty()) out["unit"] = say(spec.unit);
  return out;
}

}  // namespace

std::string_view as_it_is(std::string_view text) { return text; }

Json registry_json(const Strategy& strategy, Say say) {
  Json out;
  put(out, "id", strategy.id);
  put(out, "title", say(strategy.title));
  put(out, "summary", say(strategy.summary));
  put(out, "limits", say(strategy.limits));
  Json& params = out["params"] = Json::array();
  for (const ParamSpec& spec : strategy.params) params.push_back(param_json(spec, say));
  return out;
}

Json registry_json(const HashFunction& hash, Say say) {
  Json out;
  put(out, "id", hash.id);
  put(out, "title", say(hash.title));
  return out;
}

}  // namespace reshard

#include "core/base/text.h"
#include "core/identify/search.h"
#include "core/scenario/link.h"

namespace reshard {
namespace {

std::string_view order_id(NodeOrder order) {
  switch (order) {
    case NodeOrder::kFound: return "found";
    case NodeOrder::kGiven: return "given";
    case NodeOrder::kByName: break;
  }
  return "by_name";
}

Json fit_json(const Fit& fit) {
  const StrategyChoice& choice = fit.scenario.strategies.front();
  Json params = Json::object();
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    Json& value = params[std::string(spec.key)];
    value = spec.options.empty() ? Json(choice.params[i]) : Json(format_param(spec, choice.params[i]));
  }
  Json json;
  json["share"] = fit.share;
  json["strategy"] = choice.strategy->id;
  json["title"] = choice.strategy->title;
  json["hash"] = choice.hash->id;
  json["params"] = std::move(params);
  json["settings"] = fit.settings;
  json["link"] = format_link(fit.scenario);
  Json& nodes = json["nodes"] = Json::array();
  for (const Node& node : fit.scenario.cluster.nodes()) nodes.push_back(node.name);
  Json& assumed = json["assumed"];
  assumed["order"] = order_id(fit.order);
  assumed["weight"] = fit.weight > 0 ? Json(fit.weight) : Json();
  assumed["unseen"] = fit.unseen;
  return json;
}

}  // namespace

Json fits_json(const Fits& fits) {
  Json json;
  json["rows"] = decimal(fits.rows);
  json["header"] = fits.header.empty() ? Json() : Json(fits.header);
  json["alike"] = fits.alike;
  json["found"] = fits.found;
  json["chance"] = fits.chance;
  Json& list = json["fits"] = Json::array();
  for (const Fit& fit : fits.best) list.push_back(fit_json(fit));
  Json& tried = json["tried"];
  tried["candidates"] = fits.tried.candidates;
  tried["placements"] = fits.tried.placements;
  tried["weights"] = fits.tried.weights;
  tried["fewestNodes"] = fits.tried.fewest_nodes;
  tried["mostNodes"] = fits.tried.most_nodes;
  tried["leftOut"] = fits.tried.left_out;
  return json;
}

}  // namespace reshard

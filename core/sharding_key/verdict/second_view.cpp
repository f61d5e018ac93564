#include <algorithm>

#include "core/scenario/link_text.h"
#include "core/sharding_key/verdict/verdict.h"

namespace reshard {
namespace {

const KnownCandidate* find_candidate(const Question& question, const std::string& id) {
  const auto& all = question.profile.candidates;
  const auto at = std::find_if(all.begin(), all.end(), [&](const KnownCandidate& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}

/// The load of the busiest shard, if a read goes to the view in which it asks fewer shards, and a write to both.
double busiest(const Question& question, const KeyCase& first, const KeyCase& second) {
  std::vector<double> load(question.shards);
  const std::vector<double> shares[] = {first.shares(false, true), second.shares(false, true)};
  for (std::size_t q = 0; q < first.queries().size(); ++q) {
    const AskedQuery* const asked[] = {&first.queries()[q], &second.queries()[q]};
    const bool read = asked[0]->query->kind == QueryKind::kSelect;
    const std::size_t better = asked[1]->fan_out.shards < asked[0]->fan_out.shards ? 1 : 0;
    for (std::size_t view = 0; view < 2; ++view) {
      if (read && view != better) continue;
      const FanOut& out = asked[view]->fan_out;
      for (std::size_t s = 0; s < load.size(); ++s) {
        const double chance = out.asks == Asks::kAll ? 1 : 1 - power(1 - shares[view][s], out.values);
        load[s] += asked[view]->query->per_second * chance;
      }
    }
  }
  return *std::max_element(load.begin(), load.end());
}

struct Requests {
  double writes = 0, shards = 0, shards_with_both = 0;  ///< per second; the shards that they ask
};

/// Where one template goes with both views; adds it to the sums.
Json template_json(const AskedQuery& first, const AskedQuery& second, Requests& sums) {
  const QueryTemplate& query = *first.query;
  const double alone = first.fan_out.shards, other = second.fan_out.shards;
  const bool reads = query.kind == QueryKind::kSelect;
  const bool by_second = reads && other < alone;
  const double both = reads ? std::min(alone, other) : alone + other;
  if (!reads) sums.writes += query.per_second;
  sums.shards += query.per_second * alone;
  sums.shards_with_both += query.per_second * both;
  Json json;
  put(json, "id", query.id);
  put(json, "shards", alone);
  put(json, "withBoth", both);
  put(json, "view", by_second ? 2u : 1u);
  json["turnsIntoOne"] = by_second && second.fan_out.asks == Asks::kOne && first.fan_out.asks != Asks::kOne;
  return json;
}

}  // namespace

Result<Json> second_view(const Json& request) {
  const auto read = read_question(request, {"key", "second"});
  if (!read.ok()) return read.error();
  const Question& question = read.value();
  const KnownCandidate* views[2] = {};
  const char* const names[] = {"key", "second"};
  for (std::size_t view = 0; view < 2; ++view) {
    const Json& id = request[names[view]];
    views[view] = id.is_string() ? find_candidate(question, id.get<std::string>()) : nullptr;
    if (views[view] == nullptr) return Error{ErrorCode::unknown, names[view], {excerpt(to_text(id))}};
  }
  const KeyCase first(question, *views[0]), second(question, *views[1]);
  Json templates = Json::array();
  Requests requests;
  for (std::size_t q = 0; q < first.queries().size(); ++q) {
    templates.push_back(template_json(first.queries()[q], second.queries()[q], requests));
  }
  const double load = busiest(question, first, second);
  Json json;
  put(json, "bytes", question.profile.rows * question.profile.row_bytes);
  put(json, "writes", requests.writes);
  put(json, "writesWithBoth", 2 * requests.writes);
  put(json, "shardRequests", requests.shards);
  put(json, "shardRequestsWithBoth", requests.shards_with_both);
  put(json, "score", first.load().score);
  put(json, "scoreWithBoth", load <= 0 ? 1 : std::min(1.0, first.per_second() / question.shards / load));
  json["templates"] = std::move(templates);
  return json;
}

}  // namespace reshard

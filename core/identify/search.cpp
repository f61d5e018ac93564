#include "core/identify/search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "core/identify/node_names.h"
#include "core/identify/order_match.h"
#include "core/placement/typed_key.h"
#include "core/sharding_key/profile/shard_map.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr std::size_t kSample = 400;  // rows of the first round, and more if there are many nodes
constexpr std::size_t kRowsPerNode = 12;
constexpr std::size_t kProbe = 100;                // rows that show how a strategy depends on the nodes
constexpr std::size_t kFinalists = 12;             // of the first round, which the second round tries on all rows
constexpr std::size_t kStandOut = 4 * kFinalists;  // whose other numbers of virtual nodes are tried before that
constexpr std::size_t kFinalistsOfOne = 4;         // of one strategy, apart from those that agree best
constexpr double kFound = 0.99;
// Of virtual nodes: usual defaults.
constexpr double kCounts[] = {10, 20, 40, 50, 64, 100, 128, 150, 160, 200, 256, 500, 1000};
constexpr double kWeights[] = {2, 3, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 150, 160, 200, 255, 256, 500, 1000};
constexpr std::uint64_t kMostPoints = 100'000;  // of all nodes under weights, so that a trial takes a few milliseconds

/// An order that was found explains rows only if they are many more than it has choices: this much of a logarithm more
/// than chance, which is some thousand candidates times a thousand.
constexpr double kEvidence = 15;
constexpr double kOrdered = 0.9;  // an order that explains less is no order

// Parameters that matter only while a node is down: rows cannot show them, since all their owners are up.
bool only_of_failures(const Strategy& strategy, std::string_view key) {
  return key != "dialect" && std::any_of(strategy.down.begin(), strategy.down.end(), [&](const DownCase& down) {
           return down.with.key == key || down.also.key == key;
         });
}

// Options that say nothing without their number, such as the hash at which a shard is split: rows cannot tell it.
bool needs_number([[maybe_unused]] const Strategy& strategy, [[maybe_unused]] const ParamSpec& spec) {
#ifdef RESHARD_FIRST_BUILD
  return false;
#else
  if (spec.options.empty() || spec.options.front() != "none") return false;
  return std::any_of(strategy.params.begin(), strategy.params.end(),
                     [&](const ParamSpec& other) { return other.options.empty() && other.only_with.key == spec.key; });
#endif
}

/// Whether this is a number of virtual nodes.
bool is_count(const ParamSpec& spec) { return spec.key == "vnodes" || spec.key == "num_tokens"; }

// Each of these with the types of each row, where the strategy has parameters for so many columns.
std::vector<ParamValues> with_types(const Strategy& strategy, std::vector<ParamValues> all,
                                    const std::vector<RowType>& types) {
  const auto column_of = [&](std::size_t i) { return type_column(strategy.params[i]); };
  std::size_t columns = 0;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) columns = std::max(columns, column_of(i));
  if (columns == 0) return all;
  std::vector<ParamValues> more;
  for (const ParamValues& values : all) {
    for (const RowType& row : types) {
      if (row.size() > columns) continue;
      more.push_back(values);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t column = column_of(i);
        if (column > 0) more.back()[i] = static_cast<double>(row.columns[column - 1]) - (column == 1 ? 1 : 0);
      }
    }
  }
  return more;
}

// All combinations of the choices' options, with defaults for numbers and for what has no effect.
std::vector<ParamValues> combinations(const Strategy& strategy, const std::vector<RowType>& types) {
  std::vector<ParamValues> all{default_params(strategy.params)};
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    if (spec.options.empty() || type_column(spec) > 0 || only_of_failures(strategy, spec.key)) continue;
    if (needs_number(strategy, spec)) continue;
    std::vector<ParamValues> more;
    for (const ParamValues& values : all) {
      for (std::size_t option = 0; option < spec.options.size(); ++option) {
        more.push_back(values);
        more.back()[i] = static_cast<double>(option);
      }
    }
    all = std::move(more);
  }
  all = with_types(strategy, std::move(all), types);
  std::erase_if(all, [&](const ParamValues& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != strategy.params[i].fallback && !in_effect(strategy.params, values, i)) return true;
    }
    return false;
  });
  return all;
}

std::vector<StrategyChoice> candidates(const std::vector<RowType>& types, std::vector<std::string_view>& left_out) {
  std::vector<StrategyChoice> all;
  for (const Strategy* strategy : strategies()) {
    bool some = false;
    for (const ParamValues& params : combinations(*strategy, types)) {
      if (traits_of(*strategy, params).has(Trait::kNeedsAllKeys)) continue;
      some = true;
      if (strategy->hash_fixed) {
        all.push_back({strategy, &default_hash(*strategy, params), params});
        continue;
      }
      for (const OfferedHash& offered : offered_hashes(*strategy, params)) {
        all.push_back({strategy, offered.hash, params});
      }
    }
    if (!some) left_out.push_back(strategy->id);
  }
  return all;
}

std::size_t departures(const StrategyChoice& choice) {
  const ParamValues usual = default_params(choice.strategy->params);
  std::size_t count = choice.hash->id == choice.strategy->hash ? 0 : 1;
  for (std::size_t i = 0; i < usual.size(); ++i) count += choice.params[i] == usual[i] ? 0 : 1;
  return count;
}

Scenario scenario_of(const StrategyChoice& choice, const Cluster& cluster) {
  Scenario scenario = default_scenario();
  scenario.cluster = cluster;
  scenario.strategies = {choice};
  return scenario;
}

/// How many nodes there may be, given the owners that were seen: the last ones may own none of the rows.
std::vector<std::size_t> counts_of(std::size_t seen, std::size_t filled) {
  std::set<std::size_t> counts{seen, filled, std::bit_ceil(seen), std::bit_ceil(filled)};
  for (std::size_t more = 1; more <= std::max<std::size_t>(8, seen / 4); ++more) counts.insert(seen + more);
  for (const std::size_t step : {10, 100}) counts.insert((seen + step - 1) / step * step);
  std::erase_if(counts, [&](std::size_t count) { return count < seen || count > std::min(kMaxNodes, 4 * seen); });
  return {counts.begin(), counts.end()};
}

}  // namespace

std::span<const double> Search::equal_weights() { return kWeights; }

std::shared_ptr<const Search::Nodes> Search::nodes_of(const std::vector<std::string>& names, NodeOrder order,
                                                      double weight) const {
  std::vector<Node> list;
  list.reserve(names.size());
  for (const std::string& name : names) list.push_back({.name = name, .weight = weight});
  if (given_) {
    list = *given_;
    if (weight != 1) {
      for (Node& node : list) node.weight = weight;
    }
  }
  auto cluster = Cluster::of(list);
  if (!cluster.ok()) return nullptr;
  Nodes nodes{cluster.take(), {}, order, weight};
  std::map<std::string_view, std::uint32_t> numbers;
  for (std::size_t i = 0; i < names_.size(); ++i) numbers[names_[i]] = static_cast<std::uint32_t>(i);
  for (const Node& node : list) {
    const auto at = numbers.find(node.name);
    nodes.owners.push_back(at == numbers.end() ? kUnseen : at->second);
  }
  return std::make_shared<const Nodes>(std::move(nodes));
}

Result<std::unique_ptr<Search>> Search::of(OwnedKeys rows, std::optional<std::vector<Node>> given,
                                           std::span<const ColumnType> types) {
  std::unique_ptr<Search> search(new Search);
  Search& s = *search;
  s.given_ = std::move(given);
  if (!s.given_) s.header_ = take_header(rows);
  s.owned_ = in_sample_order(std::move(rows));
  s.names_ = in_order(s.owned_.owners);
  s.number_rows();
  if (s.given_) {
    std::set<std::string_view> known;
    for (const Node& node : *s.given_) known.insert(node.name);
    for (const std::string& name : s.names_) {
      if (!known.contains(name)) return Error{ErrorCode::unknown, "owner", {name}};
    }
  }
  std::vector<Node> list = s.given_.value_or(std::vector<Node>{});
  for (const std::string& name : s.given_ ? std::vector<std::string>{} : s.names_) list.push_back({.name = name});
  if (auto cluster = Cluster::of(list); !cluster.ok()) return cluster.error();
  s.base_ = s.nodes_of(s.names_, s.given_ ? NodeOrder::kGiven : NodeOrder::kByName, 1);
  const bool equal =
      std::all_of(list.begin(), list.end(), [](const Node& node) { return node.weight == 1; }) && list.size() > 1;
  s.tried_.fewest_nodes = s.tried_.most_nodes = list.size();
  s.list_other_nodes(equal ? equal_weights() : std::span<const double>());
  RowType stated;
  std::copy_n(types.begin(), std::min(types.size(), kMaxKeyColumns), stated.columns.begin());
  s.list_candidates(types.empty() ? likely_types(s.owned_.keys) : std::vector{stated});
  s.tried_.weights.assign(1, 1);
  return search;
}

/// All rows with their owners as numbers, and a sample of them.
void Search::number_rows() {
  std::map<std::string_view, std::uint32_t> numbers;
  for (const std::string& name : names_) numbers.emplace(name, static_cast<std::uint32_t>(numbers.size()));
  const std::size_t wanted = std::max(kSample, kRowsPerNode * names_.size());
  const std::size_t every = std::max<std::size_t>(1, owned_.keys.size() / wanted);
  for (std::size_t i = 0; i < owned_.keys.size(); ++i) {
    for (Rows* rows_of : {&all_, &sample_}) {
      if (rows_of == &sample_ && i % every != 0) continue;
      rows_of->keys.push_back(owned_.keys[i]);
      rows_of->owners.push_back(numbers.at(owned_.owners[i]));
    }
  }
}

void Search::list_candidates(const std::vector<RowType>& types) {
  choices_ = candidates(types, tried_.left_out);
  std::erase_if(choices_, [&](const StrategyChoice& choice) { return !tells_keys_apart_anew(choice); });
}

/// Whether a strategy of typed keys takes these types and reads the keys, and makes other numbers of them than with the types
/// before. True of every other strategy.
bool Search::tells_keys_apart_anew(const StrategyChoice& choice) {
  const std::vector<Recipe> recipes = choice.strategy->recipes(choice.params, *choice.hash);
  if (recipes.empty() || recipes.front().typed == nullptr) return true;
  const auto map = ShardMap::of(scenario_of(choice, base_->cluster));
  if (!map.ok() && map.error().field.starts_with(kTypeKey)) return false;
  std::vector<std::uint64_t> numbers;
  for (const std::string_view key : std::span(sample_.keys).first(std::min(kProbe, sample_.keys.size()))) {
    for (const Recipe& recipe : recipes) {
      if (!recipe.reads(key)) return false;
      numbers.push_back(recipe(key));
    }
  }
  ParamValues others = choice.params;
  for (std::size_t i = 0; i < others.size(); ++i)
    others[i] = type_column(choice.strategy->params[i]) > 0 ? 0 : others[i];
  return numbers_[{choice.strategy, others}].insert(std::move(numbers)).second;
}

/// The nodes beyond those that own rows, and the same under each of these equal weights.
void Search::list_other_nodes(std::span<const double> weights) {
  filled_ = names_;
  if (!given_) {
    filled_ = NumberedNames(names_).filled();
    if (filled_.size() > names_.size()) gapless_ = nodes_of(filled_, NodeOrder::kByName, 1);
    if (names_.size() > 1) counts_ = counts_of(names_.size(), filled_.size());
  }
  for (const double weight : weights) {
    for (const auto* names : {&names_, &filled_}) {
      if (names == &filled_ && gapless_ == nullptr) continue;
      weighted_.push_back(nodes_of(*names, base_->order, weight));
    }
  }
}

/// The positions of nodes to which the choice sends the keys; none if it cannot place them at all: names without a
/// port, keys that are not numbers.
std::optional<std::vector<std::uint32_t>> Search::positions(const StrategyChoice& choice, const Cluster& cluster,
                                                            std::span<const std::string_view> keys) const {
  const auto map = ShardMap::of(scenario_of(choice, cluster));
  if (!map.ok()) return {};
  std::vector<std::uint32_t> placed(keys.size());
  if (map.value()->place(keys, placed)) return {};
  return placed;
}

double Search::agreement(const StrategyChoice& choice, const Nodes& nodes, const Rows& rows) const {
  const auto placed = positions(choice, nodes.cluster, rows.keys);
  if (!placed) return 0;
  std::size_t same = 0;
  for (std::size_t i = 0; i < placed->size(); ++i) {
    same += (*placed)[i] != ShardMap::kNobody && nodes.owners[(*placed)[i]] == rows.owners[i] ? 1 : 0;
  }
  return static_cast<double>(same) / static_cast<double>(placed->size());
}

double Search::agreement(const StrategyChoice& choice) const { return agreement(choice, *base_, all_); }

Search::Nature Search::nature_of(const StrategyChoice& choice) {
  const auto [at, is_new] = natures_.try_emplace({choice.strategy, choice.params});
  if (!is_new || names_.size() < 2) return at->second;
  const auto keys = std::span(sample_.keys).first(std::min(kProbe, sample_.keys.size()));
  const auto placed = positions(choice, base_->cluster, keys);
  if (!placed) {  // this hash function may not accept the keys, and the next one may
    natures_.erase(at);
    return {};
  }
  if (!given_) {
    std::vector<std::string> backwards(names_.rbegin(), names_.rend());
    const auto turned = nodes_of(backwards, NodeOrder::kByName, 1);
    at->second.by_position = positions(choice, turned->cluster, keys) == placed;
  }
  // Where nodes have a number of virtual nodes, equal weights are other such numbers, of which the usual ones are tried.
  const bool counted = std::any_of(choice.strategy->params.begin(), choice.strategy->params.end(), is_count);
  if (!weighted_.empty() && !counted && traits_of(*choice.strategy, choice.params).has(Trait::kWeights)) {
    for (const double weight : {5.0, 100.0}) {
      const auto other = positions(choice, nodes_of(names_, base_->order, weight)->cluster, keys);
      at->second.by_weight = at->second.by_weight || (other && other != placed);
    }
  }
  return at->second;
}

void Search::enter(const StrategyChoice& choice, std::shared_ptr<const Nodes> nodes, double share) {
  ++tried_.placements;
  if (share > best_) best_ = share, alike_ = 0;
  if (share == best_) ++alike_;
  entries_.push_back({choice, std::move(nodes), share});
  if (entries_.size() > 4 * kStandOut) keep_best(kStandOut);
}

void Search::keep_best(std::size_t count) {
  const auto assumed = [](const Entry& entry) {
    const std::vector<std::uint32_t>& owners = entry.nodes->owners;
    const bool unseen = std::find(owners.begin(), owners.end(), kUnseen) != owners.end();
    return departures(entry.choice) + (entry.nodes->order == NodeOrder::kFound ? 1 : 0) +
           (entry.nodes->weight == 1 ? 0 : 1) + (unseen ? 1 : 0);
  };
  std::stable_sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    if (a.share != b.share) return a.share > b.share;
    if (assumed(a) != assumed(b)) return assumed(a) < assumed(b);
    return a.nodes->owners.size() < b.nodes->owners.size();
  });
  // Options that hardly matter give one strategy dozens of candidates alike, which must not crowd out the others.
  std::map<const Strategy*, std::size_t> kept;
  const double most = entries_.empty() ? 0 : entries_.front().share;
  std::erase_if(entries_, [&](const Entry& entry) {
    return ++kept[entry.choice.strategy] > kFinalistsOfOne && entry.share < most;
  });
  entries_.resize(std::min(entries_.size(), count));
}

void Search::try_nodes(const StrategyChoice& choice, std::shared_ptr<const Nodes> nodes) {
  if (nodes == nullptr) return;
  const double share = agreement(choice, *nodes, sample_);
  enter(choice, std::move(nodes), share);
}

/// Places the sample on so many nodes, and reads from the table of position × owner which owner is at which position.
void Search::try_orders(const StrategyChoice& choice, std::size_t count) {
  const NumberedNames numbered(names_);
  const std::vector<std::string> by_name = numbered.extended(count >= filled_.size() ? filled_ : names_, count);
  auto nodes = nodes_of(by_name, NodeOrder::kByName, 1);
  const auto placed = nodes == nullptr ? std::nullopt : positions(choice, nodes->cluster, sample_.keys);
  if (!placed) return count == names_.size() ? enter(choice, base_, 0) : void();
  tried_.fewest_nodes = std::min(tried_.fewest_nodes, count);
  tried_.most_nodes = std::max(tried_.most_nodes, count);
  RowsPerPlace rows;
  std::size_t natural = 0;
  for (std::size_t i = 0; i < placed->size(); ++i) {
    if ((*placed)[i] == ShardMap::kNobody) continue;
    ++rows[{(*placed)[i], sample_.owners[i]}];
    natural += nodes->owners[(*placed)[i]] == sample_.owners[i] ? 1 : 0;
  }
  const auto [owner_at, used, ordered] = match(rows, count, names_.size());
  const auto all = static_cast<double>(placed->size());
  const double share = static_cast<double>(ordered) / all;
  const double n = static_cast<double>(count), chances = share * all * std::log(n) - std::lgamma(n + 1);
  if (ordered <= natural || share < kOrdered || chances < kEvidence) {
    return enter(choice, std::move(nodes), static_cast<double>(natural) / all);
  }
  // Positions without rows: the owners that are left, then nodes that own none of the rows.
  std::vector<std::string> names, spare;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!used[i]) spare.push_back(names_[i]);
  }
  const std::set<std::string> seen(names_.begin(), names_.end());
  for (const std::string& name : by_name) {
    if (!seen.contains(name)) spare.push_back(name);
  }
  std::size_t next = 0;
  for (const std::uint32_t owner : owner_at) names.push_back(owner == kUnseen ? spare[next++] : names_[owner]);
  enter(choice, nodes_of(names, NodeOrder::kFound, 1), share);
}

void Search::try_all_ways(const StrategyChoice& choice) {
  ++tried_.candidates;
  const Nature nature = nature_of(choice);
  if (nature.by_position) {
    for (const std::size_t count : counts_) try_orders(choice, count);
  } else {
    try_nodes(choice, base_);
    if (gapless_ != nullptr) try_nodes(choice, gapless_);
  }
  if (!nature.by_weight) return;
  if (tried_.weights.size() == 1) tried_.weights.insert(tried_.weights.end(), std::begin(kWeights), std::end(kWeights));
  for (const auto& nodes : weighted_) {
    if (nodes == nullptr) continue;
    std::uint64_t points = 0;
    if (choice.strategy->points != nullptr) {
      for (const Node& node : nodes->cluster.nodes()) points += choice.strategy->points(node, choice.params);
    }
    if (points <= kMostPoints) try_nodes(choice, nodes);
  }
}

// Rings share points even under other numbers of virtual nodes, so the right dialect already stands out.
void Search::add_other_counts() {
  counted_ = true;
  keep_best(kStandOut);
  const std::vector<Entry> stand_out = entries_;
  for (const Entry& entry : stand_out) {
    for (std::size_t i = 0; i < entry.choice.params.size(); ++i) {
      const ParamSpec& spec = entry.choice.strategy->params[i];
      if (!is_count(spec)) continue;
      for (const double count : kCounts) {
        if (count == spec.fallback || !check_param(spec, count).ok()) continue;
        StrategyChoice other = entry.choice;
        other.params[i] = count;
        ++tried_.candidates;
        try_nodes(other, entry.nodes);
      }
    }
  }
  keep_best(kFinalists);
  try_other_options();
}

// Under the usual number of points, the right option may have been one of many: tries those of the best once more, unless
// it explains the rows already. Options that rows cannot tell apart would else take the places of other strategies.
void Search::try_other_options() {
  if (entries_.empty() || entries_.front().share >= kFound) return;
  const Entry best = entries_.front();
  const StrategyChoice& choice = best.choice;
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    if (spec.key == "dialect" || type_column(spec) > 0 || only_of_failures(*choice.strategy, spec.key)) continue;
    if (!in_effect(choice.strategy->params, choice.params, i) || needs_number(*choice.strategy, spec)) continue;
    for (std::size_t option = 0; option < spec.options.size(); ++option) {
      StrategyChoice other = choice;
      other.params[i] = static_cast<double>(option);
      const bool known = std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return entry.choice.strategy == other.strategy && entry.choice.hash == other.hash &&
               entry.choice.params == other.params && entry.nodes == best.nodes;
      });
      if (known) continue;
      ++tried_.candidates;
      try_nodes(other, best.nodes);
    }
  }
  keep_best(kFinalists);
}

bool Search::step() {
  if (next_ < choices_.size()) {
    try_all_ways(choices_[next_++]);
    return false;
  }
  if (!counted_) {
    add_other_counts();
    return false;
  }
  if (finals_ < entries_.size()) {
    entries_[finals_].share = agreement(entries_[finals_].choice, *entries_[finals_].nodes, all_);
    ++finals_;
  }
  return finals_ == entries_.size();
}

double Search::progress() const {
  return 0.7 * static_cast<double>(next_) / static_cast<double>(choices_.size()) +
         0.3 * static_cast<double>(finals_) / static_cast<double>(std::max<std::size_t>(1, entries_.size()));
}

Fits Search::take() {
  keep_best(kFinalists);
  Fits fits;
  for (const Entry& entry : entries_) {
    Fit& fit = fits.best.emplace_back();
    fit.scenario = scenario_of(entry.choice, entry.nodes->cluster);
    fit.share = entry.share;
    fit.order = entry.nodes->order;
    fit.weight = entry.nodes->weight;
    const Strategy& strategy = *entry.choice.strategy;
    for (std::size_t i = 0; i < strategy.params.size(); ++i) {
      const ParamSpec& spec = strategy.params[i];
      if (!in_effect(strategy.params, entry.choice.params, i) || only_of_failures(strategy, spec.key)) continue;
      if (!spec.options.empty() || entry.choice.params[i] != spec.fallback) fit.settings.push_back(spec.key);
    }
    for (std::size_t i = 0; i < entry.nodes->owners.size(); ++i) {
      const Node& node = entry.nodes->cluster.nodes()[i];
      if (node.weight != fit.weight) fit.weight = 0;
      if (entry.nodes->owners[i] == kUnseen) fit.unseen.push_back(node.name);
    }
  }
  const auto equal = static_cast<std::size_t>(std::count_if(
      fits.best.begin(), fits.best.end(), [&](const Fit& fit) { return fit.share == fits.best.front().share; }));
  fits.alike = equal < fits.best.size() ? equal : alike_;
  fits.rows = all_.keys.size();
  fits.header = header_;
  std::vector<std::size_t> rows(names_.size());
  for (const std::uint32_t owner : all_.owners) ++rows[owner];
  fits.chance = static_cast<double>(*std::max_element(rows.begin(), rows.end())) / static_cast<double>(fits.rows);
  fits.found = fits.best.front().share >= kFound;
  fits.tried = std::move(tried_);
  return fits;
}

}  // namespace reshard

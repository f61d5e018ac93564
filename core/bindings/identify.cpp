#include "core/bindings/identify.h"

#include <algorithm>
#include <set>

#include "core/bindings/router.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr std::size_t kSample = 400;    // rows of the first round
constexpr std::size_t kFinalists = 12;  // of the first round, which the second round tries on all rows
constexpr double kCounts[] = {40, 100, 128, 150, 160, 200, 256, 1000};  // of virtual nodes, usual defaults

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Numbers are compared by value, everything else by bytes.
bool comes_before(std::string_view a, std::string_view b) {
  const std::string_view first = a, second = b;
  while (!a.empty() && !b.empty()) {
    if (!is_digit(a[0]) || !is_digit(b[0])) {
      if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
      a.remove_prefix(1), b.remove_prefix(1);
      continue;
    }
    const auto number = [](std::string_view& text) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
      std::string_view digits = text.substr(0, end);
      text.remove_prefix(end);
      while (digits.starts_with('0')) digits.remove_prefix(1);
      return digits;
    };
    const std::string_view m = number(a), n = number(b);
    if (m.size() != n.size()) return m.size() < n.size();
    if (m != n) return m < n;
  }
  return a.size() != b.size() ? a.size() < b.size() : first < second;
}

// Parameters that matter only while a node is down: rows cannot show them, since all their owners are up.
bool only_of_failures(const Strategy& strategy, std::string_view key) {
  return key != "dialect" && std::any_of(strategy.down.begin(), strategy.down.end(), [&](const DownCase& down) {
           return down.with.key == key || down.also.key == key;
         });
}

// All combinations of the choices' options, with defaults for numbers.
std::vector<ParamValues> combinations(const Strategy& strategy) {
  std::vector<ParamValues> all{default_params(strategy.params)};
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    if (spec.options.empty() || only_of_failures(strategy, spec.key)) continue;
    std::vector<ParamValues> more;
    for (const ParamValues& values : all) {
      for (std::size_t option = 0; option < spec.options.size(); ++option) {
        more.push_back(values);
        more.back()[i] = static_cast<double>(option);
      }
    }
    all = std::move(more);
  }
  return all;
}

std::vector<StrategyChoice> candidates() {
  std::vector<StrategyChoice> all;
  for (const Strategy* strategy : strategies()) {
    for (const ParamValues& params : combinations(*strategy)) {
      if (traits_of(*strategy, params).has(Trait::kNeedsAllKeys)) continue;
      if (strategy->hash_fixed) {
        all.push_back({strategy, &default_hash(*strategy, params), params});
        continue;
      }
      for (const OfferedHash& offered : offered_hashes(*strategy, params)) {
        all.push_back({strategy, offered.hash, params});
      }
    }
  }
  return all;
}

std::size_t departures(const StrategyChoice& choice) {
  const ParamValues usual = default_params(choice.strategy->params);
  std::size_t count = choice.hash->id == choice.strategy->hash ? 0 : 1;
  for (std::size_t i = 0; i < usual.size(); ++i) count += choice.params[i] == usual[i] ? 0 : 1;
  return count;
}

bool better(const Fit& a, const Fit& b) {
  if (a.share != b.share) return a.share > b.share;
  return departures(a.scenario.strategies.front()) < departures(b.scenario.strategies.front());
}

/// Rows in a router's terms: owners are positions among the nodes.
class Rows {
 public:
  Rows(const OwnedKeys& rows, const std::vector<std::string>& nodes, std::size_t every) {
    for (std::size_t i = 0; i < rows.keys.size(); i += every) {
      const auto at = std::lower_bound(nodes.begin(), nodes.end(), rows.owners[i], comes_before);
      keys_.push_back(rows.keys[i]);
      owners_.push_back(static_cast<std::uint32_t>(at - nodes.begin()));
    }
  }

  /// The share of rows that the candidate places on their owners; 0 if it cannot place them at all: names without a
  /// port, keys that are not numbers.
  double agreement(const Scenario& scenario) const {
    const auto router = Router::of(scenario);
    if (!router.ok()) return 0;
    std::vector<std::uint32_t> placed(keys_.size());
    if (router.value()->place(keys_, placed)) return 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) same += placed[i] == owners_[i] ? 1 : 0;
    return static_cast<double>(same) / static_cast<double>(placed.size());
  }

 private:
  std::vector<std::string_view> keys_;
  std::vector<std::uint32_t> owners_;
};

/// Keeps the best candidates tried so far.
class Contest {
 public:
  Contest(const Rows& rows, const Cluster& cluster) : rows_(rows), cluster_(cluster) {}

  void enter(StrategyChoice choice) {
    Fit fit{default_scenario(), 0};
    fit.scenario.cluster = cluster_;
    fit.scenario.strategies = {std::move(choice)};
    fit.share = rows_.agreement(fit.scenario);
    if (fit.share > best_) best_ = fit.share, alike_ = 0;
    if (fit.share == best_) ++alike_;
    fits_.push_back(std::move(fit));
    if (fits_.size() > 4 * kFinalists) keep_best();
  }

  void keep_best() {
    std::stable_sort(fits_.begin(), fits_.end(), better);
    fits_.resize(std::min(fits_.size(), kFinalists));
  }

  std::vector<Fit>& fits() { return fits_; }
  std::size_t alike() const { return alike_; }

 private:
  const Rows& rows_;
  const Cluster& cluster_;
  std::vector<Fit> fits_;
  double best_ = 0;
  std::size_t alike_ = 0;
};

// Rings share points even under other numbers of virtual nodes, so the right dialect already stands out.
std::vector<StrategyChoice> with_other_counts(const std::vector<Fit>& fits) {
  std::vector<StrategyChoice> all;
  for (const Fit& fit : fits) {
    const StrategyChoice& choice = fit.scenario.strategies.front();
    for (std::size_t i = 0; i < choice.params.size(); ++i) {
      const ParamSpec& spec = choice.strategy->params[i];
      if (spec.key != "vnodes" && spec.key != "num_tokens") continue;
      for (const double count : kCounts) {
        if (count == spec.fallback || !check_param(spec, count).ok()) continue;
        all.push_back(choice);
        all.back().params[i] = count;
      }
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> in_order(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), comes_before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<Fits> identify(const OwnedKeys& rows, const std::vector<std::string>& names,
                      const std::function<void(double)>& progress) {
  std::vector<Node> nodes;
  for (const std::string& name : names) nodes.push_back({.name = name});
  const auto cluster = Cluster::of(nodes);
  if (!cluster.ok()) return cluster.error();
  const Rows sample(rows, names, std::max<std::size_t>(1, rows.keys.size() / kSample)), all(rows, names, 1);
  Contest contest(sample, cluster.value());
  const std::vector<StrategyChoice> choices = candidates();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    contest.enter(choices[i]);
    progress(0.7 * static_cast<double>(i) / static_cast<double>(choices.size()));
  }
  contest.keep_best();
  for (StrategyChoice& choice : with_other_counts(contest.fits())) contest.enter(std::move(choice));
  contest.keep_best();
  Fits found{std::move(contest.fits()), contest.alike()};
  for (std::size_t i = 0; i < found.best.size(); ++i) {
    found.best[i].share = all.agreement(found.best[i].scenario);
    progress(0.7 + 0.3 * static_cast<double>(i) / static_cast<double>(found.best.size()));
  }
  std::stable_sort(found.best.begin(), found.best.end(), better);
  const auto equal = static_cast<std::size_t>(std::count_if(
      found.best.begin(), found.best.end(), [&](const Fit& fit) { return fit.share == found.best.front().share; }));
  if (equal < found.best.size()) found.alike = equal;
  return found;
}

}  // namespace reshard

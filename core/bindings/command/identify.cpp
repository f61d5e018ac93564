// identify: which strategy placed these keys.
#include <algorithm>
#include <cstdio>
#include <set>
#include <tuple>

#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/bindings/router.h"
#include "core/identify/search.h"
#include "core/placement/hash_use.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link.h"
#include "core/scenario/link_text.h"

namespace reshard::command {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kFewestRows = 20;

/// The rows that come first in sample_order(): they do not depend on the order of rows, nor on the threads.
class Sample {
 public:
  void add(std::string_view key, std::string_view owner) {
    rows_.push_back({sample_order(key), std::string(key), std::string(owner)});
    if (rows_.size() >= 2 * kMostRows) cut();
  }

  void add(Sample other) {
    for (Row& row : other.rows_) rows_.push_back(std::move(row));
    cut();
  }

  OwnedKeys rows() {
    OwnedKeys owned;
    for (Row& row : rows_) {
      owned.keys.push_back(std::move(row.key));
      owned.owners.push_back(std::move(row.owner));
    }
    return owned;
  }

 private:
  struct Row {
    std::uint64_t at;
    std::string key, owner;
    bool operator<(const Row& other) const {
      return std::tie(at, key, owner) < std::tie(other.at, other.key, other.owner);
    }
  };

  void cut() {
    if (rows_.size() <= kMostRows) return;
    std::nth_element(rows_.begin(), rows_.begin() + kMostRows, rows_.end());
    rows_.resize(kMostRows);
  }

  std::vector<Row> rows_;
};

class Gather final : public Job {
 public:
  Gather(const Options& options, const Form& form) : Job(form, !options.stream.rejects.empty()) {
    std::copy(options.types.begin(), options.types.end(), type_.columns.begin());
    type_.nulls = true;
  }

  Sample sample;
  std::set<std::string, std::less<>> owners;

 private:
  bool take(std::span<const Record> records, Outcome& outcome) override {
    for (const Record& record : records) {
      const auto key = record.values[kKey], owner = record.values[kOwner];
      const std::string fault = fault_of(key, owner);
      if (fault.empty()) {
        owners.emplace(owner);
        sample.add(key, owner);
      } else if (!refuse(record, {"", fault}, outcome)) {
        return false;
      }
    }
    return true;
  }

  std::string fault_of(std::string_view key, std::string_view owner) const {
    if (form_.typed && !reads_row(key, type_)) return "“" + excerpt(key) + "” is not " + wanted_row(key, type_);
    if (key.empty() && !form_.typed) return "the key is empty";
    if (owner.empty()) return "the owner is empty";
    return owners.find(owner) == owners.end() && owners.size() == kMaxNodes ? "more than 10000 owners" : "";
  }

  RowType type_;
};

std::string words_of(const StrategyChoice& choice) {
  std::string words(choice.strategy->id);
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    const bool usual = choice.params[i] == spec.fallback;
    if (!usual) words.append(" ").append(spec.key).append("=") += format_param(spec, choice.params[i]);
  }
  if (uses_hash(*choice.strategy, choice.params)) words.append(" hash=").append(choice.hash->id);
  return words;
}

std::string share_text(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f%%", 100 * share);
  return text;
}

/// Names separated by commas; beyond a dozen, how many more there are.
template <typename List, typename Format>
std::string listed(const List& list, Format format) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + format(list[i]);
  return text + (list.size() > kMost ? " and " + decimal(list.size() - kMost) + " more" : "");
}
const auto kAsIs = [](std::string_view name) { return std::string(name); };

std::string assumed(const Fit& fit) {
  std::vector<std::string> names;
  for (const Node& node : fit.scenario.cluster.nodes()) names.push_back(node.name);
  std::string text = fit.order == NodeOrder::kGiven   ? "nodes and order as given"
                     : fit.order == NodeOrder::kFound ? "nodes in the order that the rows show, " + listed(names, kAsIs)
                                                      : "nodes in the order of their names";
  if (fit.weight > 0) text += ", all of weight " + short_number(fit.weight);
  if (fit.unseen.empty()) return text;
  return text + ", with " + decimal(fit.unseen.size()) + " that own" + (fit.unseen.size() == 1 ? "s" : "") +
         " none of the rows (" + listed(fit.unseen, kAsIs) + ")";
}

std::string tried(const Tried& tried) {
  const bool one = tried.fewest_nodes == tried.most_nodes;
  return "Tried: " + decimal(tried.candidates) + " strategies with dialects, hash functions and usual settings in " +
         decimal(tried.placements) + " placements: " +
         (one ? decimal(tried.most_nodes) : decimal(tried.fewest_nodes) + " to " + decimal(tried.most_nodes)) +
         " nodes, " + (one ? "" : "every order where names do not matter, ") + "equal weights of " +
         listed(tried.weights, [](double weight) { return short_number(weight); }) +
         ".\nNot tried: weights that differ between nodes, unusual settings, strategies that need all keys (" +
         listed(tried.left_out, kAsIs) + ").\n";
}

std::string table_of(const Fits& fits) {
  std::string text;
  for (const Fit& fit : fits.best) {
    text.append(share_text(fit.share)).append("\t").append(words_of(fit.scenario.strategies.front())).append("\t");
    text.append(format_link(fit.scenario)).append("\n");
  }
  const Fit& best = fits.best.front();
  const std::string header = fits.header.empty() ? "" : "“" + fits.header + "” names the columns and is no row. ";
  const std::string rows = decimal(fits.rows) + " rows";
  if (!fits.found) {
    return text + "\n" + header + "Nothing found: the best one places " + share_text(best.share) + " of " + rows +
           "; the most frequent owner has " + share_text(fits.chance) + ".\n" + tried(fits.tried) +
           "If you know the nodes, give them in their order with their weights: --nodes a,b*2,c.\n";
  }
  const std::string others =
      fits.alike == 1 ? "no other candidate agrees as well" : decimal(fits.alike) + " candidates agree equally well";
  return text + "\n" + header + rows + " compared; " + others + "\nAssumed: " + assumed(best) + ".\n";
}

/// The nodes that --nodes or a scenario gives, in their order.
Result<std::optional<std::vector<Node>>> nodes_of(const std::string& given) {
  if (given.empty()) return std::optional<std::vector<Node>>();
  const auto scenario = open_scenario(given);
  if (!scenario.ok()) return scenario.error();
  const auto nodes = scenario.value().cluster.nodes();
  return std::optional(std::vector<Node>(nodes.begin(), nodes.end()));
}

}  // namespace

int identify(Options& options) {
  auto nodes = nodes_of(options.scenario);
  if (!nodes.ok()) {
    complain("identify: " + message(nodes.error()));
    return kExitUsage;
  }
  const Ran ran = run_jobs(options, [&](const Form& form) { return std::make_unique<Gather>(options, form); });
  Sample sample;
  for (const auto& job : ran.jobs) sample.add(std::move(static_cast<Gather&>(*job).sample));
  OwnedKeys rows = sample.rows();
  if (rows.keys.size() < kFewestRows) {
    complain("only " + decimal(rows.keys.size()) +
             " rows: at least 20 are needed, a few hundred tell strategies apart");
    return kExitData;
  }
  auto search = Search::of(std::move(rows), nodes.take(), options.types);
  if (!search.ok()) {
    complain(message(search.error()));
    return kExitData;
  }
  int told = -1;
  while (!search.value()->step()) {
    const int done = static_cast<int>(100 * search.value()->progress());
    if (options.stream.progress && done != told) std::fprintf(stderr, "\r\033[K%d%%", told = done);
  }
  if (told >= 0) std::fprintf(stderr, "\r\033[K");
  const Fits fits = search.value()->take();
  return answer(options.json ? to_text(fits_json(fits)) + "\n" : table_of(fits));
}

}  // namespace reshard::command

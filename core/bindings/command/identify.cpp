// identify: which strategy placed these keys.
#include "core/bindings/identify.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <tuple>

#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/hash/functions.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link.h"

namespace reshard::command {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kFewestRows = 20;

/// The rows whose keys have the smallest hashes: a sample that does not depend on the order of rows, nor on the
/// threads.
class Sample {
 public:
  void add(std::string_view key, std::string_view owner) {
    rows_.push_back({xxh64(key), std::string(key), std::string(owner)});
    if (rows_.size() >= 2 * kMostRows) cut();
  }

  void add(Sample other) {
    for (Row& row : other.rows_) rows_.push_back(std::move(row));
    cut();
  }

  OwnedKeys rows() {
    std::sort(rows_.begin(), rows_.end());
    OwnedKeys owned;
    for (Row& row : rows_) {
      owned.keys.push_back(std::move(row.key));
      owned.owners.push_back(std::move(row.owner));
    }
    return owned;
  }

 private:
  struct Row {
    std::uint64_t hash;
    std::string key, owner;
    bool operator<(const Row& other) const {
      return std::tie(hash, key, owner) < std::tie(other.hash, other.key, other.owner);
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
  Gather(const Options& options, const Form& form) : Job(form, !options.stream.rejects.empty()) {}

  Sample sample;
  std::set<std::string, std::less<>> owners;

 private:
  bool take(std::span<const Record> records, Outcome& outcome) override {
    for (const Record& record : records) {
      const auto key = record.values[kKey], owner = record.values[kOwner];
      const char* fault = key.empty() ? "the key is empty" : owner.empty() ? "the owner is empty" : nullptr;
      if (fault == nullptr && owners.find(owner) == owners.end() && owners.size() == kMaxNodes)
        fault = "more than 10000 owners";
      if (fault == nullptr) {
        owners.emplace(owner);
        sample.add(key, owner);
      } else if (!refuse(record, {"", fault}, outcome)) {
        return false;
      }
    }
    return true;
  }
};

std::string words_of(const StrategyChoice& choice) {
  std::string words(choice.strategy->id);
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    const ParamSpec& spec = choice.strategy->params[i];
    const bool usual = choice.params[i] == spec.fallback;
    if (!usual) words.append(" ").append(spec.key).append("=") += format_param(spec, choice.params[i]);
  }
  if (!choice.strategy->hash_fixed) words.append(" hash=").append(choice.hash->id);
  return words;
}

std::string table_of(const Fits& fits, std::size_t rows) {
  std::string text;
  for (const Fit& fit : fits.best) {
    char share[16];
    std::snprintf(share, sizeof share, "%.2f%%\t", 100 * fit.share);
    text.append(share).append(words_of(fit.scenario.strategies.front())).append("\t");
    text.append(format_link(fit.scenario)).append("\n");
  }
  const std::string others =
      fits.alike == 1 ? "no other candidate agrees as well" : decimal(fits.alike) + " candidates agree equally well";
  return text + "\n" + decimal(rows) + " rows compared; " + others + "\n";
}

Json json_of(const Fits& fits, std::size_t rows) {
  Json out = {{"rows", decimal(rows)}, {"alike", fits.alike}, {"fits", Json::array()}};
  for (const Fit& fit : fits.best) {
    const StrategyChoice& choice = fit.scenario.strategies.front();
    Json params = Json::object();
    for (std::size_t i = 0; i < choice.params.size(); ++i) {
      const ParamSpec& spec = choice.strategy->params[i];
      if (spec.options.empty())
        params[std::string(spec.key)] = choice.params[i];
      else
        params[std::string(spec.key)] = format_param(spec, choice.params[i]);
    }
    out["fits"].push_back({{"share", fit.share},
                           {"strategy", choice.strategy->id},
                           {"hash", choice.hash->id},
                           {"params", std::move(params)},
                           {"link", format_link(fit.scenario)}});
  }
  return out;
}

}  // namespace

int identify(Options& options) {
  const Ran ran = run_jobs(options, [&](const Form& form) { return std::make_unique<Gather>(options, form); });
  Sample sample;
  std::set<std::string, std::less<>> owners;
  for (const auto& job : ran.jobs) {
    auto& gathered = static_cast<Gather&>(*job);
    sample.add(std::move(gathered.sample));
    owners.merge(gathered.owners);
  }
  const OwnedKeys rows = sample.rows();
  if (rows.keys.size() < kFewestRows) {
    complain("only " + decimal(rows.keys.size()) +
             " rows: at least 20 are needed, a few hundred tell strategies apart");
    return kExitData;
  }
  int told = -1;
  const auto fits = reshard::identify(rows, in_order({owners.begin(), owners.end()}), [&](double share) {
    if (!options.stream.progress || static_cast<int>(100 * share) == told) return;
    std::fprintf(stderr, "\r\033[K%d%%", told = static_cast<int>(100 * share));
  });
  if (told >= 0) std::fprintf(stderr, "\r\033[K");
  if (!fits.ok()) {
    complain(message(fits.error()));
    return kExitData;
  }
  return answer(options.json ? to_text(json_of(fits.value(), rows.keys.size())) + "\n"
                             : table_of(fits.value(), rows.keys.size()));
}

}  // namespace reshard::command

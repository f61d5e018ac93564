// counts: what is on each node, before and after the last change, and what moves from where to where.
#include <algorithm>
#include <cstdio>

#include "core/analysis/load_stats.h"
#include "core/analysis/movement.h"
#include "core/base/text.h"
#include "core/bindings/command/tally.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link.h"

namespace reshard::command {
namespace {

class Count final : public PlacingJob {
 public:
  Count(const Options& options, const Form& form, const Router& after, const Router* before)
      : PlacingJob(form, !options.stream.rejects.empty(), after, before), tally_(after.known()) {}

  const Tally& tally() const { return tally_; }

 private:
  bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners,
             std::span<const std::uint32_t> before, Outcome& outcome) override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      Sums sums{.keys = 1};
      if (!number(records[i], kBytes, "--bytes-column", sums.bytes, outcome) ||
          !number(records[i], kRequests, "--requests-column", sums.requests, outcome)) {
        if (!rejects()) return false;
        continue;
      }
      tally_.after[tally_.row(owners[i])].add(sums);
      if (before.empty()) continue;
      tally_.before[tally_.row(before[i])].add(sums);
      if (before[i] != owners[i]) tally_.flows[{before[i], owners[i]}].add(sums);
    }
    return true;
  }

  bool number(const Record& record, Wanted which, const char* option, std::uint64_t& value, Outcome& outcome) {
    if (!form_.fields[which]) return true;
    const auto read = parse_u64(record.values[which]);
    if (read) value = *read;
    if (!read) refuse(record, {"", std::string(option) + ": not a whole number from 0"}, outcome);
    return read.has_value();
  }

  Tally tally_;
};

/// The answer, as JSON or as a table.
class CountsReport {
 public:
  CountsReport(const Options& options, const Router& after, const Router* before, const Tally& tally,
               const Total& total)
      : options_(options), after_(after), before_(before), tally_(tally), records_(total.records - total.refused) {
    std::vector<Flow> flows;
    for (const auto& [nodes, sums] : tally.flows)
      flows.push_back({NodeId{nodes.first}, NodeId{nodes.second}, sums.keys});
    std::sort(flows.begin(), flows.end(), largest_first);
    movement_ = movement(records_, std::move(flows));
    std::vector<std::uint64_t> counts;
    for (const Sums& sums : tally.after) counts.push_back(sums.keys);
    load_ = load_stats(after.scenario().cluster, std::span(counts).first(counts.size() - 1), counts.back());
  }

  std::string json() const {
    Json out = {{"records", decimal(records_)},
                {"strategy", after_.choice().strategy->id},
                {"link", format_link(after_.scenario())},
                {"nodes", Json::array()}};
    for (std::uint32_t number = 0; number < after_.known(); ++number) {
      if (after_.node(number) == nullptr && (before_ == nullptr || before_->node(number) == nullptr)) continue;
      Json node = {{"name", name(number)}, {"weight", weight_or_null(after_.node(number))}};
      put(node, "", tally_.after[number]);
      if (before_ != nullptr) {
        node["weightBefore"] = weight_or_null(before_->node(number));
        put(node, "Before", tally_.before[number]);
      }
      out["nodes"].push_back(std::move(node));
    }
    put(out["nobody"] = Json::object(), "", tally_.after.back());
    out["stats"] = {{"mean", load_.mean},      {"stddev", load_.stddev},
                    {"cv", load_.cv},          {"peakToMean", load_.peak_to_mean},
                    {"fairCv", load_.fair_cv}, {"peakToFair", load_.peak_to_fair}};
    if (before_ == nullptr) return to_text(out) + "\n";
    out["moved"] = decimal(movement_.moved);
    out["least"] = decimal(movement_.least);
    out["needless"] = decimal(movement_.needless);
    out["flows"] = Json::array();
    for (const Flow& flow : movement_.flows) {
      Json entry = {{"from", name_or_null(flow.from)}, {"to", name_or_null(flow.to)}};
      put(entry, "", tally_.flows.at({index_of(flow.from), index_of(flow.to)}));
      out["flows"].push_back(std::move(entry));
    }
    return to_text(out) + "\n";
  }

  std::string table() const {
    std::string text = header("node");
    for (std::uint32_t number = 0; number < after_.known(); ++number) {
      if (after_.node(number) == nullptr && (before_ == nullptr || before_->node(number) == nullptr)) continue;
      text += name(number) + row(tally_.after[number]);
      text += before_ == nullptr ? "\n" : row(tally_.before[number]) + "\n";
    }
    if (tally_.after.back().keys > 0) text += "(no node)" + row(tally_.after.back()) + "\n";
    char line[200];
    // Where weights differ, the mean is nobody's fair share.
    const char* const form = load_.weighted
                                 ? "\n%s, %.1f a node, spread around fair share %.4f, max / fair share %.4f\n"
                                 : "\n%s, %.1f a node, coefficient of variation %.4f, max / mean %.4f\n";
    std::snprintf(line, sizeof line, form, amount(records_, "key", "keys").c_str(), load_.mean, load_.fair_cv,
                  load_.peak_to_fair);
    text += line;
    if (before_ == nullptr) return text;
    std::snprintf(line, sizeof line, "%s of them %s (%.2f%%), %s unnecessarily\n", decimal(movement_.moved).c_str(),
                  movement_.moved == 1 ? "moves" : "move", 100 * movement_.moved_share(),
                  decimal(movement_.needless).c_str());
    text += line;
    if (!movement_.flows.empty()) text += "\nfrom\tto\tkeys" + extra_names("") + "\n";
    for (const Flow& flow : movement_.flows) {
      text += name(index_of(flow.from)) + "\t" + name(index_of(flow.to));
      text += row(tally_.flows.at({index_of(flow.from), index_of(flow.to)})) + "\n";
    }
    return text;
  }

 private:
  bool bytes() const { return options_.form.fields[kBytes].has_value(); }
  bool requests() const { return options_.form.fields[kRequests].has_value(); }

  std::string extra_names(const std::string& when) const {
    return std::string(bytes() ? "\tbytes" + when : "") + (requests() ? "\trequests" + when : "");
  }
  std::string header(const std::string& what) const {
    std::string text = what + "\tkeys" + extra_names("");
    if (before_ != nullptr) text += "\tkeys before" + extra_names(" before");
    return text + "\n";
  }
  std::string row(const Sums& sums) const {
    return "\t" + decimal(sums.keys) + (bytes() ? "\t" + decimal(sums.bytes) : "") +
           (requests() ? "\t" + decimal(sums.requests) : "");
  }
  void put(Json& to, const std::string& when, const Sums& sums) const {
    to["keys" + when] = decimal(sums.keys);
    if (bytes()) to["bytes" + when] = decimal(sums.bytes);
    if (requests()) to["requests" + when] = decimal(sums.requests);
  }
  std::string name(std::uint32_t number) const {
    if (number == Router::kNobody) return "(no node)";
    return after_.scenario().cluster.name_of(NodeId{number});
  }
  static Json weight_or_null(const Node* node) { return node == nullptr ? Json() : Json(node->weight); }
  Json name_or_null(NodeId node) const { return node == kNoNode ? Json() : Json(name(index_of(node))); }

  const Options& options_;
  const Router& after_;
  const Router* before_;
  const Tally& tally_;
  std::uint64_t records_;
  Movement movement_;
  LoadStats load_;
};

}  // namespace

Counted count_records(Options& options, const Router& after, const Router* before) {
  const Ran ran =
      run_jobs(options, [&](const Form& form) { return std::make_unique<Count>(options, form, after, before); });
  Counted counted{Tally(after.known()), ran.total};
  for (const auto& job : ran.jobs) counted.tally.add(static_cast<const Count&>(*job).tally());
  Sums all;  // at least as large as those of any node and any flow
  for (const Sums& sums : counted.tally.after) all.add(sums);
  if (all.overflow) give_up("--bytes-column or --requests-column adds up to more than 18446744073709551615", kExitData);
  return counted;
}

int counts(Options& options) {
  const auto after = router_at(options, Moment::kAfter);
  if (after == nullptr) return kExitUsage;
  const bool changed = !after->scenario().cluster.log().empty();
  const auto before = changed ? router_at(options, Moment::kBefore) : nullptr;
  if (changed && before == nullptr) return kExitUsage;
  const Counted counted = count_records(options, *after, before.get());
  const CountsReport report(options, *after, before.get(), counted.tally, counted.total);
  return answer(options.json ? report.json() : report.table());
}

}  // namespace reshard::command

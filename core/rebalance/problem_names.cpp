// The names of a problem: which node, which entry, which amount is meant. Entries that come as columns have none.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/text.h"
#include "core/rebalance/problem_text.h"
#include "core/scenario/link_text.h"

namespace reshard::rebalance {
namespace {

/// Stops at the first error.
class Resolver {
 public:
  explicit Resolver(ProblemText text) : text_(std::move(text)) {}

  Result<Problem> run(Columns* columns) {
    if (!resolve_nodes() || (columns != nullptr && !take_columns(*columns))) return *error_;
    if (!resolve_entries() || !resolve_forced() || !resolve_limits()) return *error_;
    if (const auto sound = check(problem_); !sound.ok()) return sound.error();
    return std::move(problem_);
  }

 private:
  bool refuse(Error error);
  bool resolve_nodes();
  bool take_columns(Columns& columns);
  bool resolve_entries();
  bool resolve_forced();
  bool resolve_limits();

  ProblemText text_;
  Problem& problem_ = text_.problem;
  std::unordered_map<std::string_view, std::uint32_t> node_of_;
  std::optional<Error> error_;
};

bool Resolver::refuse(Error error) {
  error_ = shortened(std::move(error));
  return false;
}

bool Resolver::resolve_nodes() {
  for (std::uint32_t n = 0; n < problem_.nodes.size(); ++n) {
    const std::string& name = problem_.nodes[n].name;
    if (node_of_.try_emplace(name, n).second) continue;
    return refuse({ErrorCode::duplicate, item_path("nodes", n) + ".name", {name}});
  }
  std::vector<std::uint32_t> meant;
  meant.reserve(text_.mentioned.size());
  for (const std::string& name : text_.mentioned) {
    const auto at = node_of_.find(name);
    meant.push_back(at == node_of_.end() ? kMaxNodes : at->second);
  }
  for (std::uint32_t e = 0; e < problem_.entries(); ++e) {
    for (std::uint32_t i = problem_.first[e]; i < problem_.first[e + 1]; ++i) {
      const std::uint32_t name = std::exchange(problem_.holders[i], meant[problem_.holders[i]]);
      if (problem_.holders[i] < kMaxNodes) continue;
      return refuse({ErrorCode::unknown,
                     item_path(item_path("entries", e) + ".replicas", i - problem_.first[e]),
                     {text_.mentioned[name]}});
    }
  }
  for (std::size_t i = 0; i < text_.drain.size(); ++i) {
    const std::string field = item_path("options.drain", i), &name = text_.drain[i];
    const auto at = node_of_.find(name);
    if (at == node_of_.end()) return refuse({ErrorCode::unknown, field, {name}});
    if (problem_.nodes[at->second].drained) return refuse({ErrorCode::duplicate, field, {name}});
    problem_.nodes[at->second].drained = true;
  }
  return true;
}

bool Resolver::take_columns(Columns& columns) {
  const std::size_t count = columns.bytes.size();
  const auto wrong_size = [&](std::string_view column, std::size_t size, std::size_t wanted) {
    return size != wanted && !refuse({ErrorCode::out_of_range,
                                      std::string("columns.") + std::string(column) + ".length",
                                      {decimal(size), decimal(wanted), decimal(wanted)}});
  };
  if (!problem_.names.empty()) return refuse({ErrorCode::duplicate, "columns", {"entries"}});
  if (count > kMaxEntries) {
    return refuse({ErrorCode::out_of_range, "columns.bytes.length", {decimal(count), "0", decimal(kMaxEntries)}});
  }
  if (wrong_size("load", columns.load.size(), count) || wrong_size("first", columns.first.size(), count + 1))
    return false;
  for (std::size_t e = 0; e <= count; ++e) {
    const std::uint32_t least = e == 0 ? 0 : columns.first[e - 1];
    const std::uint64_t most = e == 0 ? 0 : std::min<std::uint64_t>(columns.holders.size(), least + kMaxReplicas);
    if (columns.first[e] >= least && columns.first[e] <= most) continue;
    return refuse({ErrorCode::out_of_range,
                   item_path("columns.first", e),
                   {decimal(columns.first[e]), decimal(least), decimal(most)}});
  }
  if (wrong_size("holders", columns.holders.size(), columns.first.back())) return false;
  problem_.names.reserve(count);
  for (std::size_t e = 0; e < count; ++e) problem_.names.push_back(decimal(e));
  problem_.bytes = std::move(columns.bytes);
  problem_.first = std::move(columns.first);
  problem_.holders = std::move(columns.holders);
  text_.load = std::move(columns.load);
  return true;
}

bool Resolver::resolve_entries() {
  problem_.pinned.resize(problem_.entries());
  if (text_.pinned.empty()) return true;
  std::unordered_map<std::string_view, std::uint32_t> at;
  for (std::uint32_t e = 0; e < problem_.entries(); ++e) at.try_emplace(problem_.names[e], e);
  for (std::size_t i = 0; i < text_.pinned.size(); ++i) {
    const auto found = at.find(text_.pinned[i]);
    if (found == at.end()) return refuse({ErrorCode::unknown, item_path("options.pinned", i), {text_.pinned[i]}});
    problem_.pinned[found->second] = 1;
  }
  return true;
}

bool Resolver::resolve_forced() {
  if (text_.forced.empty()) return true;
  std::unordered_map<std::string_view, std::uint32_t> entries;
  for (std::uint32_t e = 0; e < problem_.entries(); ++e) entries.try_emplace(problem_.names[e], e);
  for (std::size_t i = 0; i < text_.forced.size(); ++i) {
    std::uint32_t indices[3];
    for (std::size_t j = 0; j < 3; ++j) {
      const auto& names = j == 0 ? entries : node_of_;
      const auto at = names.find(text_.forced[i][j]);
      if (at == names.end()) {
        return refuse({ErrorCode::unknown, item_path(item_path("options.forced", i), j), {text_.forced[i][j]}});
      }
      indices[j] = at->second;
    }
    problem_.forced.push_back({indices[0], indices[1], indices[2]});
  }
  return true;
}

bool Resolver::resolve_limits() {
  for (std::size_t i = 0; i < problem_.limits.size(); ++i) {
    Limit& limit = problem_.limits[i];
    const std::string place = i == 0 ? "options.by" : item_path("options.limits", i - 1) + ".of";
    if (limit.of == "bytes" || limit.of == "count") continue;
    if (limit.of == "load") {
      if (text_.load.size() < problem_.names.size()) {
        return refuse({ErrorCode::empty, item_path("entries", text_.load.size()) + ".load", {}});
      }
      limit.leader = text_.load;
      limit.follower = text_.follower;
      continue;
    }
    const auto at =
        std::find_if(text_.amounts.begin(), text_.amounts.end(), [&](const auto& of) { return of.first == limit.of; });
    if (at == text_.amounts.end()) return refuse({ErrorCode::unknown, place, {limit.of}});
    if (at->second.size() < problem_.names.size()) {
      return refuse({ErrorCode::empty, item_path("entries", at->second.size()) + ".amounts." + limit.of, {}});
    }
    limit.leader = at->second;
  }
  return true;
}

}  // namespace

Error shortened(Error error) {
  if (!error.args.empty()) error.args[0] = excerpt(error.args[0]);
  return error;
}

Result<Problem> resolve_problem(ProblemText text, Columns* columns) { return Resolver(std::move(text)).run(columns); }

}  // namespace reshard::rebalance

#include "core/rebalance/problem.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "core/base/text.h"

namespace reshard::rebalance {
namespace {

Error out_of_range(const std::string& field, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  return {ErrorCode::out_of_range, field, {decimal(value), decimal(least), decimal(most)}};
}

Status within(const std::string& field, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return Done{};
  return out_of_range(field, value, least, most);
}

std::string field_of(std::string_view list, std::size_t index, std::string_view member) {
  return item_path(list, index).append(".").append(member);
}

/// Names that were seen, without an allocation for each: there may be millions.
class Names {
 public:
  explicit Names(const std::vector<std::string>& names) : names_(names), places_(std::bit_ceil(names.size() * 2 + 2)) {}

  /// False: an earlier one is the same.
  bool add(std::uint32_t index) {
    std::size_t at = std::hash<std::string_view>{}(names_[index]) & (places_.size() - 1);
    for (; places_[at] != 0; at = (at + 1) & (places_.size() - 1)) {
      if (names_[places_[at] - 1] == names_[index]) return false;
    }
    places_[at] = index + 1;
    return true;
  }

 private:
  const std::vector<std::string>& names_;
  std::vector<std::uint32_t> places_;  // 0: free; else one more than a name's index
};

Status check_nodes(const Problem& problem) {
  const std::size_t count = problem.nodes.size();
  if (auto sound = within("nodes.length", count, 1, kMaxNodes); !sound.ok()) return sound;
  std::unordered_set<std::string_view> names;
  bool stays = false;
  for (std::size_t n = 0; n < count; ++n) {
    const Node& node = problem.nodes[n];
    const std::string field = field_of("nodes", n, "name");
    if (node.name.empty()) return Error{ErrorCode::empty, field, {}};
    if (!names.insert(node.name).second) return Error{ErrorCode::duplicate, field, {node.name}};
    if (auto sound = within(field_of("nodes", n, "capacity"), node.capacity, 1, kMaxCapacity); !sound.ok()) {
      return sound;
    }
    if (auto sound = within(field_of("nodes", n, "disk"), node.disk.value_or(0), 0, kMaxTotal); !sound.ok()) {
      return sound;
    }
    stays |= !node.drained;
  }
  if (stays) return Done{};
  return out_of_range("options.drain.length", count, 0, count - 1);
}

Status check_replicas(const Problem& problem, std::uint32_t entry, std::vector<std::uint32_t>& seen) {
  const auto list = [&] { return field_of("entries", entry, "replicas"); };
  const std::uint32_t count = problem.replicas(entry);
  const auto most = std::min(kMaxReplicas, static_cast<std::uint32_t>(problem.nodes.size()));
  if (count < 1 || count > kMaxReplicas) return out_of_range(list() + ".length", count, 1, most);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t node = problem.holders[problem.first[entry] + i];
    if (node >= problem.nodes.size()) return out_of_range(item_path(list(), i), node, 0, problem.nodes.size() - 1);
    if (seen[node] == entry) return Error{ErrorCode::duplicate, item_path(list(), i), {problem.nodes[node].name}};
    seen[node] = entry;
  }
  return Done{};
}

Status check_entries(const Problem& problem) {
  if (auto sound = within("entries.length", problem.names.size(), 0, kMaxEntries); !sound.ok()) return sound;
  const std::size_t count = problem.names.size();
  CHECK(problem.bytes.size() == count && problem.pinned.size() == count && problem.first.size() == count + 1 &&
        problem.first.back() == problem.holders.size());
  Names names(problem.names);
  std::vector<std::uint32_t> seen(problem.nodes.size(), ~std::uint32_t{0});
  std::uint64_t total = 0;
  for (std::uint32_t e = 0; e < count; ++e) {
    const std::string& name = problem.names[e];
    if (name.empty()) return Error{ErrorCode::empty, field_of("entries", e, "id"), {}};
    if (!names.add(e)) return Error{ErrorCode::duplicate, field_of("entries", e, "id"), {name}};
    if (problem.bytes[e] > kMaxAmount) {
      return out_of_range(field_of("entries", e, "bytes"), problem.bytes[e], 0, kMaxAmount);
    }
    if (auto sound = check_replicas(problem, e, seen); !sound.ok()) return sound;
    total += problem.bytes[e] * problem.replicas(e);
    if (total > kMaxTotal)
      return Error{ErrorCode::too_large, "entries", {decimal(total) + " bytes", decimal(kMaxTotal)}};
  }
  return Done{};
}

/// What it costs to move all copies is a sum that planners work with.
Status check_cost(const Problem& problem) {
  std::uint64_t most = kMaxAmount, total = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) total += problem.bytes[e] * problem.replicas(e);
  if (!problem.holders.empty()) most = std::min(most, (kMaxTotal - total) / problem.holders.size());
  return within("options.per_move", problem.per_move, 0, most);
}

Status check_amounts(const Problem& problem, std::uint32_t limit) {
  const Limit& of = problem.limits[limit];
  const bool given = !of.leader.empty();
  CHECK(given ? of.leader.size() == problem.names.size()
              : problem.names.empty() || of.of == "bytes" || of.of == "count");
  CHECK(of.follower.empty() || (given && of.follower.size() == problem.names.size()));
  const std::string member = of.of == "load" ? (of.follower.empty() ? "load" : "leader_load") : "amounts." + of.of;
  std::uint64_t total = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    const std::uint64_t leader = problem.leader_load(limit, e), follower = problem.follower_load(limit, e);
    if (leader > kMaxAmount) return out_of_range(field_of("entries", e, member), leader, 0, kMaxAmount);
    if (follower > kMaxAmount) return out_of_range(field_of("entries", e, "follower_load"), follower, 0, kMaxAmount);
    total += leader + follower * (problem.replicas(e) - 1);
    if (total > kMaxTotal) {
      return Error{ErrorCode::too_large, "entries", {decimal(total) + " of " + of.of, decimal(kMaxTotal)}};
    }
  }
  return Done{};
}

Status check_fraction(const std::string& field, const Fraction& fraction, std::uint64_t most) {
  if (auto sound = within(field, fraction.den, 1, kMaxDenominator); !sound.ok()) return sound;
  if (fraction.num <= most * fraction.den) return Done{};
  return Error{ErrorCode::out_of_range, field, {fraction_text(fraction), "0", decimal(most)}};
}

Status check_limits(const Problem& problem) {
  if (auto sound = within("options.limits.length", problem.limits.size(), 1, kMaxLimits); !sound.ok()) return sound;
  for (std::uint32_t i = 0; i < problem.limits.size(); ++i) {
    const Limit& limit = problem.limits[i];
    const std::string place = i == 0 ? "options" : item_path("options.limits", i - 1);
    if (limit.of.empty()) return Error{ErrorCode::empty, place + ".of", {}};
    for (std::uint32_t j = 0; j < i; ++j) {
      if (problem.limits[j].of == limit.of) return Error{ErrorCode::duplicate, place + ".of", {limit.of}};
    }
    if (auto sound = check_fraction(place + ".epsilon", limit.upper, kMaxEpsilon); !sound.ok()) return sound;
    if (limit.lower) {
      if (auto sound = check_fraction(place + ".lower_epsilon", *limit.lower, 1); !sound.ok()) return sound;
    }
    if (auto sound = check_amounts(problem, i); !sound.ok()) return sound;
  }
  return Done{};
}

/// Zones of the entry's replicas with or without its forced moves.
std::size_t zones_of(const Problem& problem, std::uint32_t entry, const std::vector<Forced>& forced) {
  std::unordered_set<std::string_view> zones;
  for (std::uint32_t i = problem.first[entry]; i < problem.first[entry + 1]; ++i) {
    std::uint32_t node = problem.holders[i];
    for (const Forced& move : forced) node = move.from == problem.holders[i] ? move.to : node;
    zones.insert(problem.nodes[node].zone);
  }
  return zones.size();
}

Status check_forced_move(const Problem& problem, std::size_t index, std::vector<Forced>& of_entry) {
  const Forced& move = problem.forced[index];
  const std::string place = item_path("options.forced", index);
  CHECK(move.entry < problem.entries() && move.from < problem.nodes.size() && move.to < problem.nodes.size());
  const std::string &entry = problem.names[move.entry], &from = problem.nodes[move.from].name,
                    &to = problem.nodes[move.to].name;
  const auto refuse = [&](std::size_t item, std::string_view why, const std::string& node) {
    return Error{ErrorCode::unsupported, item_path(place, item), {why, entry, node}};
  };
  if (problem.pinned[move.entry] != 0) return refuse(0, "{1} is pinned", from);
  const auto* const begin = problem.holders.data() + problem.first[move.entry];
  const auto* const end = problem.holders.data() + problem.first[move.entry + 1];
  if (std::find(begin, end, move.from) == end) return refuse(1, "{1} is not on {2}", from);
  if (std::find(begin, end, move.to) != end) return refuse(2, "{1} is on {2} already", to);
  if (problem.nodes[move.to].drained) return refuse(2, "{2} is drained", to);
  for (const Forced& other : of_entry) {
    if (other.from == move.from) return Error{ErrorCode::duplicate, item_path(place, 1), {from}};
    if (other.to == move.to) return Error{ErrorCode::duplicate, item_path(place, 2), {to}};
  }
  of_entry.push_back(move);
  return Done{};
}

/// Moves that are forced are possible by themselves: only what other entries need can stand against them.
Status check_forced(const Problem& problem) {
  std::unordered_map<std::uint32_t, std::vector<Forced>> of_entry;
  for (std::size_t i = 0; i < problem.forced.size(); ++i) {
    if (auto sound = check_forced_move(problem, i, of_entry[problem.forced[i].entry]); !sound.ok()) return sound;
  }
  for (std::size_t i = 0; problem.zones_distinct && i < problem.forced.size(); ++i) {
    const Forced& move = problem.forced[i];
    if (zones_of(problem, move.entry, of_entry[move.entry]) >= zones_of(problem, move.entry, {})) continue;
    return Error{
        ErrorCode::unsupported,
        item_path(item_path("options.forced", i), 2),
        {"two copies of {1} would be in the zone of {2}", problem.names[move.entry], problem.nodes[move.to].name}};
  }
  return Done{};
}

}  // namespace

std::optional<Fraction> parse_fraction(std::string_view text) {
  std::uint64_t digits = 0;
  int decimals = 0;
  bool any = false, point = false;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (text[i] < '0' || text[i] > '9' || digits > kMaxTotal / 10) return std::nullopt;
    digits = digits * 10 + static_cast<std::uint64_t>(text[i] - '0');
    decimals += point ? 1 : 0;
    any = true;
  }
  if (!any) return std::nullopt;
  if (i < text.size()) {
    std::string_view power = text.substr(i + 1);
    const bool negative = power.starts_with('-');
    if (negative || power.starts_with('+')) power.remove_prefix(1);
    const auto size = parse_u64(power);
    if (!size || *size > 30) return std::nullopt;
    decimals += negative ? static_cast<int>(*size) : -static_cast<int>(*size);
  }
  for (; decimals > 0 && digits % 10 == 0; --decimals) digits /= 10;
  for (; decimals < 0; ++decimals) {
    if (digits > kMaxEpsilon) return std::nullopt;
    digits *= 10;
  }
  if (decimals > 9) return std::nullopt;
  std::uint64_t den = 1;
  for (; decimals > 0; --decimals) den *= 10;
  if (digits > kMaxEpsilon * den) return std::nullopt;
  return Fraction{digits, den};
}

std::string fraction_text(const Fraction& fraction) {
  std::string text = decimal(fraction.num / fraction.den);
  std::uint64_t rest = fraction.num % fraction.den;
  if (rest != 0) text += '.';
  for (int i = 0; rest != 0 && i < 18; ++i) {
    rest *= 10;
    text += static_cast<char>('0' + rest / fraction.den);
    rest %= fraction.den;
  }
  return text;
}

std::uint64_t Problem::leader_load(std::uint32_t limit, std::uint32_t entry) const {
  const Limit& of = limits[limit];
  if (!of.leader.empty()) return of.leader[entry];
  return of.of == "bytes" ? bytes[entry] : 1;
}

std::uint64_t Problem::follower_load(std::uint32_t limit, std::uint32_t entry) const {
  const Limit& of = limits[limit];
  return of.follower.empty() ? leader_load(limit, entry) : of.follower[entry];
}

void Problem::add_entry(std::string name, std::uint64_t size, std::uint64_t load,
                        const std::vector<std::uint32_t>& on) {
  names.push_back(std::move(name));
  bytes.push_back(size);
  pinned.push_back(0);
  holders.insert(holders.end(), on.begin(), on.end());
  first.push_back(static_cast<std::uint32_t>(holders.size()));
  limits[0].leader.push_back(load);
}

Share share_of(const Problem& problem, std::uint32_t limit) {
  const Limit& of = problem.limits[limit];
  Share share;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    share.total += problem.leader_load(limit, e) + problem.follower_load(limit, e) * (problem.replicas(e) - 1);
  }
  for (const Node& node : problem.nodes) share.capacity += node.drained ? 0 : node.capacity;
  // At most 101 * 10^9 * 2^57 * 10^9 < 2^124.
  const auto part = [&](std::uint64_t num, std::uint64_t den, std::uint64_t capacity, bool up) {
    const U128 whole = U128{num} * share.total * capacity, by = U128{den} * share.capacity;
    return static_cast<std::uint64_t>((whole + (up ? by - 1 : 0)) / by);
  };
  for (const Node& node : problem.nodes) {
    const std::uint64_t capacity = node.drained ? 0 : node.capacity;
    share.most.push_back(part(of.upper.den + of.upper.num, of.upper.den, capacity, false));
    share.least.push_back(of.lower ? part(of.lower->den - of.lower->num, of.lower->den, capacity, true) : 0);
  }
  return share;
}

Status check(const Problem& problem) {
  if (auto sound = check_nodes(problem); !sound.ok()) return sound;
  if (auto sound = check_entries(problem); !sound.ok()) return sound;
  if (auto sound = within("options.max_in_flight", problem.max_in_flight, 1, kMaxInFlight); !sound.ok()) return sound;
  if (auto sound = check_cost(problem); !sound.ok()) return sound;
  if (auto sound = check_forced(problem); !sound.ok()) return sound;
  return check_limits(problem);
}

}  // namespace reshard::rebalance

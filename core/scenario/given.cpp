#include "core/scenario/given.h"

#include <algorithm>
#include <optional>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/scenario/moves.h"

namespace reshard {
namespace {

constexpr std::string_view kField = "owners";

const StrategyChoice* choice_of(const Scenario& scenario, std::string_view table) {
  for (const StrategyChoice& choice : scenario.strategies) {
    if (choice.strategy->id == table) return &choice;
  }
  return nullptr;
}

bool has_large_tokens(const StrategyChoice& choice) {
  return choice.strategy->large_tokens != nullptr && choice.strategy->large_tokens(choice.params);
}

/// The number of entries of the table that `given` is meant for; 0 where there is no such table.
std::uint64_t entries_of(const Scenario& scenario, const GivenTable& given) {
  const StrategyChoice* choice = choice_of(scenario, given.table);
  if (choice == nullptr) return 0;
  if (!choice->strategy->takes_tokens) return movable_entries(*choice, scenario.keys);
  return given.has_tokens(has_large_tokens(*choice)) ? given.tokens.size() : 0;
}

Error wrong(ErrorCode code, std::initializer_list<std::string_view> details) { return {code, kField, details}; }

/// The node at a position, or nobody; nothing where the text is neither.
std::optional<NodeId> node_of(std::string_view text, std::span<const Node> nodes) {
  if (text == "-") return kNoNode;
  const auto position = parse_u64(text);
  if (!position || *position >= nodes.size()) return std::nullopt;
  return nodes[static_cast<std::size_t>(*position)].id;
}

/// One item: "0*5461" or "0" of a table, "0@-42" of a ring, whose tokens may be `large`.
Status add_item(std::string_view item, std::span<const Node> nodes, std::optional<std::uint64_t> entries, bool large,
                GivenTable& given) {
  const std::size_t mark = std::min(item.find(entries ? '*' : '@'), item.size());
  const auto owner = node_of(item.substr(0, mark), nodes);
  std::string_view digits = mark < item.size() ? item.substr(mark + 1) : entries ? "1" : "";
  const bool negative = !entries && digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  const auto number = parse_u128(digits);
  const U128 most = entries ? ~std::uint64_t{0} : large ? kMostToken : (std::uint64_t{1} << 63) - !negative;
  const bool token = !entries && owner != kNoNode && (large || number <= most);
  if (!owner || !number || !(token || (entries && number <= most))) {
    return wrong(ErrorCode::malformed,
                 {excerpt(item), "a node's position with a count or a token, such as 0*16 or 0@-42"});
  }
  if (token && large && (*number > most || (negative && *number > 0))) {
    return wrong(ErrorCode::out_of_range, {excerpt(item.substr(mark + 1)), "0", signed_decimal(kMostToken)});
  }
  if (token) {
    given.tokens.push_back(negative ? 0 - *number : *number);
  } else if (*number > *entries - given.owners.size()) {
    const std::string all = decimal(*entries);
    return wrong(ErrorCode::out_of_range, {"more than " + all, all, all});
  }
  given.owners.insert(given.owners.end(), token ? 1 : static_cast<std::size_t>(*number), *owner);
  return Done{};
}

/// Refuses a token that is there twice, and brings the owners into the order of their ids.
Status arrange_tokens(GivenTable& given) {
  const GivenTable read = given;
  std::uint32_t last = 0;
  const auto place = [&](std::uint32_t i) { return read.tokens[i] + (U128{1} << 63); };  // negative ones come first
  for (const std::uint32_t i : in_order(read.tokens.size(), [&](auto a, auto b) { return place(a) > place(b); })) {
    if (i != last && read.tokens[i] == read.tokens[last]) {
      return wrong(ErrorCode::duplicate, {signed_decimal(read.tokens[i])});
    }
    last = i;
  }
  const auto order = in_order(read.owners.size(), [&](auto a, auto b) { return read.owners[a] < read.owners[b]; });
  for (std::size_t i = 0; i < order.size(); ++i) {
    given.owners[i] = read.owners[order[i]];
    given.tokens[i] = read.tokens[order[i]];
  }
  return Done{};
}

/// The owner of each entry of the strategy's table; none where it cannot be built.
std::vector<NodeId> owners_in(const StrategyChoice& choice, const Cluster& cluster) {
  auto built = build_placement(*choice.strategy, {cluster, choice.params, *choice.hash});
  if (!built.ok()) return {};
  NoLimit budget;
  while (!built.value()->step(budget)) {}
  const auto owners = built.value()->entry_owners();
  return {owners.begin(), owners.end()};
}

std::string format_tokens(const Cluster& cluster, const GivenTable& given) {
  std::string text;
  for (std::size_t i = 0; i < cluster.initial().size(); ++i) {
    for (const U128 token : given.tokens_of(cluster.initial()[i].id)) {
      text += (text.empty() ? "" : ",") + decimal(i) + "@" + signed_decimal(token);
    }
  }
  return text;
}

}  // namespace

std::string format_owners(const Cluster& cluster) {
  const GivenTable* given = cluster.given().get();
  if (given == nullptr) return "";
  std::string text = std::string(given->table) + ":";
  if (!given->tokens.empty()) return text + format_tokens(cluster, *given);
  std::vector<std::uint32_t> positions(cluster.known());
  for (std::uint32_t i = 0; i < cluster.initial().size(); ++i) positions[index_of(cluster.initial()[i].id)] = i;
  const auto& owners = given->owners;
  for (std::size_t run = 0, end = 0; run < owners.size(); run = end) {
    if (run > 0) text += ",";
    text += owners[run] == kNoNode ? "-" : decimal(positions[index_of(owners[run])]);
    for (end = run + 1; end < owners.size() && owners[end] == owners[run];) ++end;
    if (end - run != 1) text += "*" + decimal(end - run);
  }
  return text;
}

Status give_owners(std::string_view text, Scenario& scenario) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const StrategyChoice* choice = choice_of(scenario, text.substr(0, colon));
  const bool ring = choice != nullptr && choice->strategy->takes_tokens;
  const std::uint64_t size = choice == nullptr || ring ? 0 : movable_entries(*choice, scenario.keys);
  if (!ring && size == 0) return wrong(ErrorCode::unknown, {excerpt(text.substr(0, colon))});
  GivenTable given{choice->strategy->id, {}, {}};
  const auto entries = ring ? std::nullopt : std::optional(size);
  const bool large = has_large_tokens(*choice);
  for (const std::string_view item : split(text.substr(std::min(colon + 1, text.size())), ',')) {
    if (const auto added = add_item(item, scenario.cluster.initial(), entries, large, given); !added.ok()) return added;
  }
  if (given.owners.size() < size) {
    const std::string all = decimal(size);
    return wrong(ErrorCode::out_of_range, {decimal(given.owners.size()), all, all});
  }
  if (ring) {
    if (const auto arranged = arrange_tokens(given); !arranged.ok()) return arranged;
  }
  scenario.cluster.give(std::make_shared<const GivenTable>(std::move(given)));
  return Done{};
}

void forget_lost_table(Scenario& scenario) {
  const GivenTable* given = scenario.cluster.given().get();
  if (given != nullptr && entries_of(scenario, *given) != given->owners.size()) scenario.cluster.give(nullptr);
}

Cluster rebased_with_table(const Scenario& scenario, bool keep) {
  Cluster rebased = scenario.cluster.rebased();
  const auto& given = scenario.cluster.given();
  const StrategyChoice* choice = given != nullptr ? choice_of(scenario, given->table) : nullptr;
  if (choice != nullptr && choice->strategy->takes_tokens) {
    // Of nodes that are gone, nobody asks for the tokens; if all are, there is no table.
    if (!format_tokens(rebased, *given).empty()) rebased.give(given);
    return rebased;
  }
  const StrategyChoice& main = scenario.strategies[0];
  const bool moves = keep && choice == nullptr && movable_entries(main, scenario.keys) > 0;
  if (moves && owners_in(main, rebased) != owners_in(main, scenario.cluster)) choice = &main;
  if (choice == nullptr) return rebased;
  if (auto owners = owners_in(*choice, scenario.cluster); !owners.empty()) {
    rebased.give(std::make_shared<const GivenTable>(GivenTable{choice->strategy->id, std::move(owners), {}}));
  }
  return rebased;
}

}  // namespace reshard

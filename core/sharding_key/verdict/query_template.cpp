#include "core/sharding_key/verdict/query_template.h"

#include <algorithm>
#include <set>

#include "core/sharding_key/profile/key_profile.h"

namespace reshard {

TemplateColumns::TemplateColumns(const QueryTemplate& query, std::string_view table,
                                 const std::vector<std::string>& columns)
    : query_(query), table_(table), columns_(columns), about_(query.tables.empty()) {
  for (const QueryTemplate::Table& named : query.tables) {
    if (named.name == table_) {
      about_ = true;
    } else if (std::find(others_.begin(), others_.end(), named.name) == others_.end()) {
      others_.push_back(named.name);
    }
  }
  for (const auto& [left, right] : query.joins) {
    const std::string a = root(full(left)), b = root(full(right));
    if (a != b) parent_[a] = b;
  }
  for (const QueryTemplate::Equal& part : query.equal) {
    const auto [at, fresh] = values_.try_emplace(root(full(part.column)), part.values);
    if (!fresh) at->second = std::min(at->second, part.values);
  }
  for (const std::string& column : query.ranges) ranges_[root(full(column))] = true;
}

std::string TemplateColumns::full(std::string_view name) const {
  if (const std::size_t dot = name.rfind('.'); dot != name.npos) {
    const std::string_view qualifier = name.substr(0, dot);
    for (const QueryTemplate::Table& table : query_.tables) {
      if (qualifier == table.alias && qualifier != table.name) return table.name + std::string(name.substr(dot));
    }
    return std::string(name);
  }
  const bool ours = query_.tables.size() != 1 && std::find(columns_.begin(), columns_.end(), name) != columns_.end();
  if (ours || query_.tables.empty()) return own(name);
  return (query_.tables.size() == 1 ? query_.tables[0].name : "") + "." + std::string(name);
}

std::string TemplateColumns::root(const std::string& name) const {
  std::string at = name;
  for (auto up = parent_.find(at); up != parent_.end(); up = parent_.find(at)) at = up->second;
  return at;
}

std::optional<std::uint64_t> TemplateColumns::given(std::string_view column) const {
  const auto at = values_.find(root(own(column)));
  if (at == values_.end()) return std::nullopt;
  return at->second;
}

bool TemplateColumns::ranged(std::string_view column) const { return ranges_.contains(root(own(column))); }

bool TemplateColumns::joined(std::string_view column, std::string_view other, std::string_view theirs) const {
  const std::string wanted = root(own(column));
  const std::string prefix = std::string(other) + ".";
  const auto fits = [&](const std::string& name) {
    return name.starts_with(prefix) && (theirs.empty() || std::string_view(name).substr(prefix.size()) == theirs) &&
           root(name) == wanted;
  };
  return std::any_of(query_.joins.begin(), query_.joins.end(),
                     [&](const auto& join) { return fits(full(join.first)) || fits(full(join.second)); });
}

std::vector<std::string> TemplateColumns::given_columns() const {
  std::vector<std::string> found;
  for (const std::string& column : columns_) {
    if (given(column)) found.push_back(column);
  }
  return found;
}

std::vector<std::string> TemplateColumns::ranged_columns() const {
  std::vector<std::string> found;
  for (const std::string& column : columns_) {
    if (ranged(column)) found.push_back(column);
  }
  return found;
}

std::vector<std::string> TemplateColumns::joined_columns() const {
  std::vector<std::string> found;
  for (const std::string& column : columns_) {
    const bool any = std::any_of(others_.begin(), others_.end(),
                                 [&](const std::string& other) { return joined(column, other, ""); });
    if (any) found.push_back(column);
  }
  return found;
}

std::string table_of(const std::vector<QueryTemplate>& templates) {
  const QueryTemplate* most = nullptr;
  for (const QueryTemplate& query : templates) {
    if (!query.tables.empty() && (most == nullptr || query.per_second > most->per_second)) most = &query;
  }
  return most == nullptr ? "" : most->tables[0].name;
}

namespace {

/// Things by weight, heaviest first; those of equal weight keep their order.
template <typename Thing>
class Weighted {
 public:
  void add(const Thing& thing, double weight) {
    for (auto& [known, sum] : list_) {
      if (known == thing) {
        sum += weight;
        return;
      }
    }
    list_.emplace_back(thing, weight);
  }

  std::vector<Thing> heaviest(std::size_t most) const {
    auto sorted = list_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<Thing> things;
    for (std::size_t i = 0; i < sorted.size() && i < most; ++i) things.push_back(sorted[i].first);
    return things;
  }

 private:
  std::vector<std::pair<Thing, double>> list_;
};

}  // namespace

Suggestion suggest_candidates(const std::vector<QueryTemplate>& templates, const std::string& table,
                              const std::vector<std::string>& columns) {
  constexpr double kOfRange = 0.25;  // a range finds rows, but determines no shard
  Weighted<std::string> single;
  Weighted<std::pair<std::string, std::string>> pairs;
  for (const QueryTemplate& query : templates) {
    const TemplateColumns in(query, table, columns);
    if (!in.about_table() || !query.understood) continue;
    const std::vector<std::string> given = in.given_columns(), ranged = in.ranged_columns();
    for (const std::string& column : given) single.add(column, query.per_second);
    for (const std::string& column : in.joined_columns()) {
      if (!in.given(column)) single.add(column, query.per_second);
    }
    for (const std::string& column : ranged) single.add(column, kOfRange * query.per_second);
    for (std::size_t i = 0; i < given.size(); ++i) {
      for (std::size_t k = i + 1; k < given.size(); ++k) pairs.add({given[i], given[k]}, query.per_second);
      for (const std::string& column : ranged) {
        if (column != given[i]) pairs.add({given[i], column}, kOfRange * query.per_second);
      }
    }
  }
  return {single.heaviest(kMaxCandidates), pairs.heaviest(kMaxCandidates)};
}

}  // namespace reshard

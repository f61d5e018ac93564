#include "core/rebalance/tools/ceph.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/text.h"

namespace reshard::rebalance::tools {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  constexpr std::string_view kSpace = " \t\r";
  for (;;) {
    const std::size_t begin = line.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(kSpace), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

class Reader {
 public:
  explicit Reader(const Problem& problem) : problem_(problem), holders_(problem.holders) {
    for (std::uint32_t e = 0; e < problem.entries(); ++e) entries_.emplace(problem.names[e], e);
    for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) nodes_.emplace(problem.nodes[n].name, n);
  }

  /// `words` are a group and pairs of OSDs.
  Status read(const std::string& field, std::span<const std::string_view> words) {
    if (words.size() < 3 || words.size() % 2 == 0) {
      return Error{ErrorCode::malformed, field, {words.empty() ? "" : words[0], "a group and pairs of OSDs"}};
    }
    const auto entry = entries_.find(std::string(words[0]));
    if (entry == entries_.end()) return Error{ErrorCode::unknown, field, {words[0]}};
    for (std::size_t i = 1; i < words.size(); i += 2) {
      const auto from = node_of(words[i]), to = node_of(words[i + 1]);
      if (!from) return Error{ErrorCode::unknown, field, {words[i]}};
      if (!to) return Error{ErrorCode::unknown, field, {words[i + 1]}};
      if (auto done = move(field, entry->second, *from, *to); !done.ok()) return done;
    }
    return Done{};
  }

  Plan take() { return std::move(plan_); }

 private:
  std::optional<std::uint32_t> node_of(std::string_view osd) const {
    for (const std::string& name : {std::string("osd.").append(osd), std::string(osd)}) {
      if (const auto node = nodes_.find(name); node != nodes_.end()) return node->second;
    }
    return std::nullopt;
  }

  Status move(const std::string& field, std::uint32_t entry, std::uint32_t from, std::uint32_t to) {
    const auto begin = holders_.begin() + problem_.first[entry], end = holders_.begin() + problem_.first[entry + 1];
    const auto at = std::find(begin, end, from);
    const bool there = std::find(begin, end, to) != end;
    if (at == end && there) return Done{};  // these items are in effect already
    if (at == end)
      return Error{ErrorCode::unsupported, field, {problem_.names[entry] + " is not on " + problem_.nodes[from].name}};
    if (there) return Error{ErrorCode::repeated, field, {problem_.names[entry], problem_.nodes[to].name}};
    *at = to;
    plan_.moves.push_back({entry, from, to});
    return Done{};
  }

  const Problem& problem_;
  std::vector<std::uint32_t> holders_;
  std::unordered_map<std::string, std::uint32_t> entries_, nodes_;
  Plan plan_;
};

}  // namespace

Result<Plan> ceph_upmap(const Problem& problem, std::string_view text) {
  Reader reader(problem);
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto at = std::find_if(words.begin(), words.end(), [](std::string_view word) {
      return word == "pg-upmap-items" || word == "rm-pg-upmap-items";
    });
    if (at == words.end() || words[0].starts_with('#')) continue;
    const std::string field = item_path("lines", line);
    if (*at == "rm-pg-upmap-items")
      return Error{ErrorCode::unsupported, field, {"where copies then go only CRUSH knows"}};
    const std::span<const std::string_view> rest(words.data() + (at - words.begin()) + 1,
                                                 static_cast<std::size_t>(words.end() - at) - 1);
    if (auto done = reader.read(field, rest); !done.ok()) return done.error();
  }
  return reader.take();
}

}  // namespace reshard::rebalance::tools

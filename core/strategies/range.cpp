// Ranges: keys in sorted order, cut at split points; every node has one range.
//
// Bigtable (Chang et al., OSDI 2006, section 5), HBase, CockroachDB, TiKV and MongoDB, without their thresholds. The
// initial nodes get ranges of equal size. An added node takes the upper half of the fullest range, or of the one with
// most load; the range of a node that leaves is merged into the smaller of its neighbours. There are no requests here,
// so load means writes: the last tenth of the keys to arrive, all of which fall into the last range if keys are
// monotonic. Split points are estimated from at most 65536 keys, as real systems estimate them.

#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"

namespace reshard {
namespace {

enum Param { kSplit };
enum Split { kSize, kLoad };

constexpr std::string_view kSplits[] = {"size", "load"};
constexpr ParamSpec kParams[] = {choice_param("split", "Range to split", kSplits)};

constexpr std::uint32_t kMostSamples = 65536;
constexpr std::uint32_t kNamesBetweenClockReads = 1024;

// The first eight bytes as a number, which sorts as the texts do.
std::uint64_t first_bytes(std::string_view key) {
  char bytes[8] = {};
  key.copy(bytes, sizeof bytes);
  return load_be64(bytes);
}

std::uint64_t read_first_bytes(std::string_view key, const HashFunction&, std::uint64_t) { return first_bytes(key); }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) {
  return {{&hash, 0, read_first_bytes}};
}

/// A sample of the keys, sorted.
struct Sample {
  struct Key {
    std::string name;
    bool recent;
  };
  std::vector<Key> keys;
  std::vector<std::uint32_t> recent_before{0};  // recent_before[i]: how many of the first i are recent

  void sort() {
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.name < b.name; });
    const auto same = [](const Key& a, const Key& b) { return a.name == b.name; };
    keys.erase(std::unique(keys.begin(), keys.end(), same), keys.end());
    for (const Key& key : keys) recent_before.push_back(recent_before.back() + (key.recent ? 1 : 0));
  }
};

/// Ranges of sample keys. A range begins with sample key `begin`; the first one begins with the least possible key.
class Ranges {
 public:
  struct Range {
    std::uint32_t begin;
    NodeId owner;
  };

  Ranges(const Sample& sample, Split split) : sample_(sample), split_(split) {}

  std::span<const Range> all() const { return ranges_; }
  std::uint32_t end(std::size_t i) const { return i + 1 < ranges_.size() ? ranges_[i + 1].begin : size(); }

  void cut_alike(std::span<const Node> nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto cut = [&](std::size_t k) {
        return static_cast<std::uint32_t>(std::uint64_t{size()} * k / nodes.size());
      };
      if (cut(i) < cut(i + 1)) ranges_.push_back({cut(i), nodes[i].id});
    }
    if (ranges_.empty()) ranges_.push_back({0, nodes.front().id});
  }

  void add(NodeId added) {
    std::size_t best = ranges_.size();
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      if (end(i) - ranges_[i].begin < 2) continue;  // cannot be split
      if (best == ranges_.size() || measure(i) > measure(best)) best = i;
    }
    if (best == ranges_.size()) return;  // the node waits for a range
    const Range half{middle(best), added};
    ranges_.insert(ranges_.begin() + static_cast<std::ptrdiff_t>(best) + 1, half);
  }

  void remove(NodeId gone, std::span<const Node> nodes) {
    const auto at =
        std::find_if(ranges_.begin(), ranges_.end(), [&](const Range& range) { return range.owner == gone; });
    if (at == ranges_.end()) return;
    if (const Node* waiting = find_waiting(nodes)) {
      at->owner = waiting->id;
      return;
    }
    const auto i = static_cast<std::size_t>(at - ranges_.begin());
    const bool to_left = i > 0 && (i + 1 == ranges_.size() || measure(i - 1) <= measure(i + 1));
    if (!to_left) at[1].begin = at->begin;
    ranges_.erase(at);
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(sample_.keys.size()); }

  std::uint32_t measure(std::size_t i) const {
    if (split_ == kSize) return end(i) - ranges_[i].begin;
    return sample_.recent_before[end(i)] - sample_.recent_before[ranges_[i].begin];
  }

  // Where range i is cut: half of its keys, or of its load, on either side, with at least one key on each.
  std::uint32_t middle(std::size_t i) const {
    const std::uint32_t begin = ranges_[i].begin;
    if (split_ == kSize) return begin + (end(i) - begin) / 2;
    const auto& before = sample_.recent_before;
    const std::uint32_t half = before[begin] + (measure(i) + 1) / 2;
    const auto at = std::lower_bound(&before[begin], &before[end(i)], half);
    return std::clamp(static_cast<std::uint32_t>(at - before.data()), begin + 1, end(i) - 1);
  }

  // The first node without a range.
  const Node* find_waiting(std::span<const Node> nodes) const {
    if (nodes.size() < ranges_.size()) return nullptr;
    const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) {
      return std::none_of(ranges_.begin(), ranges_.end(), [&](const Range& range) { return range.owner == node.id; });
    });
    return at == nodes.end() ? nullptr : &*at;
  }

  const Sample& sample_;
  Split split_;
  std::vector<Range> ranges_;
};

class RangePlacement final : public Placement {
 public:
  explicit RangePlacement(const BuildInput& input)
      : replay_(input.cluster), all_keys_(input.all_keys), ranges_(sample_, static_cast<Split>(input.params[kSplit])) {}

  bool step(Budget& budget) override {
    if (!draw_sample(budget)) return false;
    if (ranges_.all().empty()) {
      sample_.sort();
      ranges_.cut_alike(replay_.nodes());
    }
    for (;;) {
      if (budget.spent()) return false;
      const ClusterEvent* event = replay_.next();
      if (event == nullptr) break;
      if (event->kind == ClusterEvent::Kind::kAdd) ranges_.add(event->node.id);
      if (event->kind == ClusterEvent::Kind::kRemove) ranges_.remove(event->node.id, replay_.nodes());
    }
    first_bytes_.clear();
    for (const auto& range : ranges_.all().subspan(1)) first_bytes_.push_back(first_bytes(split_point(range)));
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    std::string buffer;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      owners[i] = ranges_.all()[range_of(keys.hash(i), [&] { return keys.keys->name(keys.index(i), buffer); })].owner;
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::size_t i = range_of(key);
    const auto ranges = ranges_.all();
    const std::string low = i == 0 ? "" : "“" + split_point(ranges[i]) + "” ≤ ";
    const std::string high = i + 1 == ranges.size() ? "" : " < “" + split_point(ranges[i + 1]) + "”";
    return {{"key", std::string(key.name())},
            {"range", low + "“" + std::string(key.name()) + "”" + high, ranges[i].owner},
            {"range number", decimal(i + 1) + " / " + decimal(ranges.size())},
            owner_step(ranges[i].owner)};
  }

  Picture picture(const SingleKey& key) const override {
    const auto ranges = ranges_.all();
    const auto samples = static_cast<double>(std::max<std::size_t>(1, sample_.keys.size()));
    IntervalPicture picture;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const double end = i + 1 == ranges.size() ? 1 : ranges[i + 1].begin / samples;
      picture.intervals.push_back(
          {ranges[i].begin / samples, end, ranges[i].owner, i == 0 ? "" : split_point(ranges[i])});
    }
    const auto at = std::lower_bound(sample_.keys.begin(), sample_.keys.end(), key.name(),
                                     [](const Sample::Key& a, std::string_view name) { return a.name < name; });
    // A key may lie after the last sample of its range and still before the next split point.
    const auto& interval = picture.intervals[range_of(key)];
    const double rank = static_cast<double>(at - sample_.keys.begin()) / samples;
    picture.key_position = rank < interval.end ? rank : (interval.begin + interval.end) / 2;
    return picture;
  }

  std::uint64_t memory_bytes() const override {
    std::uint64_t bytes = 0;
    for (const auto& range : ranges_.all())
      bytes += (range.begin == 0 ? 0 : split_point(range).size()) + sizeof(NodeId);
    return bytes;
  }

 private:
  bool draw_sample(Budget& budget) {
    const std::uint32_t wanted = std::min(kMostSamples, all_keys_.size);
    std::string buffer;
    while (drawn_ < wanted) {
      if (budget.spent()) return false;
      const std::uint32_t end = std::min(wanted, drawn_ + kNamesBetweenClockReads);
      for (; drawn_ < end; ++drawn_) {
        const auto index = static_cast<std::uint32_t>(std::uint64_t{drawn_} * all_keys_.size / wanted);
        const bool recent = index >= all_keys_.size - all_keys_.size / 10;
        sample_.keys.push_back({std::string(all_keys_.keys->name(all_keys_.first + index, buffer)), recent});
      }
    }
    return true;
  }

  const std::string& split_point(const Ranges::Range& range) const { return sample_.keys[range.begin].name; }

  // Compares whole keys only where their first eight bytes do not decide.
  template <typename NameOf>
  std::size_t range_of(std::uint64_t bytes, NameOf name_of) const {
    const auto [low, high] = std::equal_range(first_bytes_.begin(), first_bytes_.end(), bytes);
    if (low == high) return static_cast<std::size_t>(low - first_bytes_.begin());
    const std::string_view name = name_of();
    const auto ranges = ranges_.all().subspan(1);
    const auto after = std::upper_bound(
        ranges.begin() + (low - first_bytes_.begin()), ranges.begin() + (high - first_bytes_.begin()), name,
        [&](std::string_view text, const Ranges::Range& range) { return text < split_point(range); });
    return static_cast<std::size_t>(after - ranges.begin());
  }
  std::size_t range_of(const SingleKey& key) const {
    return range_of(key.hash(), [&] { return key.name(); });
  }

  Replay replay_;
  KeyBlock all_keys_;  // read until the sample is drawn
  std::uint32_t drawn_ = 0;
  Sample sample_;
  Ranges ranges_;
  std::vector<std::uint64_t> first_bytes_;  // of the split points, which begin all ranges but the first
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return make_placement<RangePlacement>(input); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "Its ranges cannot be read until the master has given them to other servers; here, remove the node.",
     .source = "Chang et al., Bigtable, OSDI 2006, section 5.2; HBase, ServerCrashProcedure"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules range_down;
constinit const DownRules range_down = kDown;

extern const Strategy range_strategy;
constinit const Strategy range_strategy{
    .id = "range",
    .title = "Key ranges",
    .family = Family::kTree,
    .summary = "Neighbouring keys stay together, so a range scan asks one node or a few.",
    .limits = "Monotonic keys all write to the last range, and splits leave two halves: balance never lasts.",
    .source = "Chang et al., Bigtable, OSDI 2006, section 5; splits and merges as in HBase, CockroachDB and MongoDB",
    .lookup = "O(log n)",
    .traits = {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory, Trait::kNeedsAllKeys},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

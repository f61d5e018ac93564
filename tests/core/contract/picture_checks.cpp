#include <algorithm>
#include <cmath>

#include "tests/core/contract/checks.h"

namespace reshard::testing {
namespace {

/// What is wrong with a picture, in words; empty if nothing is. `owner` is null where the picture need not show it.
class PictureReader {
 public:
  PictureReader(const Sample& sample, const SingleKey& key, const NodeId* owner)
      : cluster_(sample.cluster), key_(key), owner_(owner) {}

  std::string operator()(const RingPicture& ring) const {
    const auto by_position = [](const auto& a, const auto& b) { return a.position < b.position; };
    if (ring.points.empty()) return "no points";
    if (!std::is_sorted(ring.points.begin(), ring.points.end(), by_position)) return "points out of order";
    if (!drawable(ring.points, [](const auto& point) { return point.owner; })) return "a point of no node";
    if (ring.key_positions.empty()) return "no position of the key";
    if (ring.key_shift >= 64) return "a shift of the whole word";
    if (ring.key_positions.size() == 1 && ring.key_positions[0] != key_.hash() << ring.key_shift) {
      return "the key is not where its column says";
    }
    const bool shown =
        std::any_of(ring.points.begin(), ring.points.end(), [&](const auto& point) { return is_owner(point.owner); });
    return shown ? "" : "no point of the owner";
  }

  std::string operator()(const TablePicture& table) const {
    if (table.key_slot >= table.slots.size()) return "the key's slot is not in the table";
    if (!drawable(table.slots, [](NodeId id) { return id; })) return "a slot of no node";
    return is_owner(table.slots[table.key_slot]) ? "" : "the key's slot is not the owner's";
  }

  std::string operator()(const IntervalPicture& picture) const {
    double end = 0;
    const IntervalPicture::Interval* hit = nullptr;
    for (const auto& interval : picture.intervals) {
      if (interval.begin != end || !(interval.end >= interval.begin)) return "a gap or an overlap";
      if (interval.begin <= picture.key_position && picture.key_position < interval.end) hit = &interval;
      end = interval.end;
    }
    if (std::abs(end - 1) > 1e-9) return "the intervals do not end at 1";
    if (!drawable(picture.intervals, [](const auto& interval) { return interval.owner; })) {
      return "an interval of no node";
    }
    if (hit == nullptr) return "the key is in no interval";
    return is_owner(hit->owner) ? "" : "the key's interval is not the owner's";
  }

  std::string operator()(const ScorePicture& picture) const {
    const auto nodes = cluster_.nodes();
    const auto same = [](const auto& score, const Node& node) { return score.node == node.id; };
    if (!std::equal(picture.scores.begin(), picture.scores.end(), nodes.begin(), nodes.end(), same)) {
      return "not one score a node, in their order";
    }
    double best = 0;
    for (const auto& score : picture.scores) {
      if (!(score.score >= 0 && score.score <= 1)) return "a score outside 0 to 1";
      best = std::max(best, score.score);
    }
    const bool wins = std::any_of(picture.scores.begin(), picture.scores.end(),
                                  [&](const auto& score) { return score.score == best && is_owner(score.node); });
    return wins ? "" : "the best score is not the owner's";
  }

  std::string operator()(const JumpPicture& picture) const {
    if (picture.path.empty()) return "no path";
    if (!drawable(picture.buckets, [](NodeId id) { return id; })) return "a bucket of no node";
    const auto outside = [&](std::uint32_t bucket) { return bucket >= picture.buckets.size(); };
    if (std::any_of(picture.path.begin(), picture.path.end(), outside)) return "a path through no bucket";
    return is_owner(picture.buckets[picture.path.back()]) ? "" : "the path does not end at the owner";
  }

  std::string operator()(const TreePicture& picture) const {
    if (picture.leaves.empty()) return "no leaves";
    if (!drawable(picture.leaves, [](const auto& leaf) { return leaf.owner; })) return "a leaf of no node";
    std::uint64_t next = 0;  // where the next leaf must begin; 0 again after the last
    const TreePicture::Leaf* hit = nullptr;
    for (const auto& leaf : picture.leaves) {
      if (leaf.depth > 64) return "a leaf deeper than a hash has bits";
      if (leaf.prefix != next) return "leaves out of order, with gaps or overlaps";
      const std::uint64_t width = leaf.depth == 0 ? 0 : std::uint64_t{1} << (64 - leaf.depth);
      if (leaf.depth == 0 || picture.key_hash - leaf.prefix < width) hit = &leaf;
      next += width;
    }
    if (next != 0 || hit == nullptr) return "the leaves do not cover all hashes";
    return is_owner(hit->owner) ? "" : "the key's leaf is not the owner's";
  }

 private:
  template <typename Range, typename OwnerOf>
  bool drawable(const Range& range, OwnerOf owner_of) const {
    return std::all_of(range.begin(), range.end(),
                       [&](const auto& part) { return in_cluster_or_none(cluster_, owner_of(part)); });
  }

  bool is_owner(NodeId id) const { return owner_ == nullptr || *owner_ == kNoNode || *owner_ == id; }

  const Cluster& cluster_;
  const SingleKey& key_;
  const NodeId* owner_;
};

}  // namespace

Violations check_picture(const Sample& sample, std::uint32_t index) {
  const std::string name = sample.keys.name(index);
  const auto key = SingleKey::of(name, sample.setup.recipes());
  if (!key.ok()) return {{"picture", "key “" + name + "”: " + message(key.error())}};
  const NodeId* owner = sample.has(Trait::kNeedsAllKeys) ? nullptr : &sample.owners[index];
  const Picture picture = sample.placement.picture(key.value());
  const std::string wrong = std::visit(PictureReader(sample, key.value(), owner), picture);
  if (wrong.empty()) return {};
  return {{"picture", "key “" + name + "”: " + wrong}};
}

}  // namespace reshard::testing

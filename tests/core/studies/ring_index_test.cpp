#include "core/studies/ring_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/base/random.h"
#include "core/studies/ring_study.h"

namespace reshard {
namespace {

constexpr RingIndexKind kKinds[] = {RingIndexKind::kArray, RingIndexKind::kTree, RingIndexKind::kEytzinger,
                                    RingIndexKind::kTable};

using Indexes = std::vector<std::unique_ptr<RingIndex>>;

Indexes all_of(const std::vector<RingIndexPoint>& points) {
  Indexes indexes;
  for (const RingIndexKind kind : kKinds) indexes.push_back(make_ring_index(kind, points));
  return indexes;
}

/// Looks at every point: the nearest one upwards, or else the smallest.
std::uint32_t nearest(const std::vector<RingIndexPoint>& points, std::uint64_t hash) {
  const RingIndexPoint* best = nullptr;
  for (const RingIndexPoint& point : points) {
    if (best == nullptr || point.hash - hash < best->hash - hash) best = &point;  // modulo 2^64
  }
  return best->node;
}

/// Expects the same owners on the points, next to them, at both ends, and anywhere.
void expect_same_owners(const Indexes& indexes, const std::vector<RingIndexPoint>& points, Random& random) {
  std::vector<std::uint64_t> hashes{0, 1, std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63};
  for (int i = 0; i < 200; ++i) {
    hashes.push_back(random.next());
    const std::uint64_t point = points[random.below(points.size())].hash;
    hashes.insert(hashes.end(), {point - 1, point, point + 1});
  }
  for (const std::uint64_t hash : hashes) {
    const std::uint32_t expected = nearest(points, hash);
    for (const auto& index : indexes) ASSERT_EQ(index->owner(hash), expected) << hash;
  }
}

/// Unused hashes; every third is close to the one before, as no hash function would produce them.
std::vector<std::uint64_t> fresh_hashes(std::size_t count, std::set<std::uint64_t>& used, Random& random) {
  std::set<std::uint64_t> hashes;
  std::uint64_t last = 0;
  while (hashes.size() < count) {
    last = random.below(3) == 0 ? last + 1 : random.next();
    if (used.insert(last).second) hashes.insert(last);
  }
  return {hashes.begin(), hashes.end()};
}

// gholt's ring: A = 3 holds 0 to 3, B = 9 holds 4 to 9; C = 6 takes 4 to 6. Beyond the last point it wraps around.
TEST(RingIndex, ThreePointsWorkedOutByHand) {
  const std::uint64_t added[] = {6};
  for (const RingIndexKind kind : kKinds) {
    const auto index = make_ring_index(kind, {{9, 1}, {3, 0}});
    const auto owners = [&] {
      std::vector<std::uint32_t> list;
      for (std::uint64_t hash = 0; hash <= 10; ++hash) list.push_back(index->owner(hash));
      return list;
    };
    EXPECT_EQ(owners(), (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0}));
    index->add(2, added);
    EXPECT_EQ(owners(), (std::vector<std::uint32_t>{0, 0, 0, 0, 2, 2, 2, 1, 1, 1, 0}));
    index->remove(added);
    EXPECT_EQ(owners(), (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0}));
  }
}

TEST(RingIndex, AllFourFindTheSameOwnerAsAFullScan) {
  Random random(1);
  for (const std::size_t size : {1, 2, 3, 4, 7, 8, 9, 63, 64, 65, 500, 1000}) {
    std::set<std::uint64_t> used;
    std::vector<RingIndexPoint> points;
    for (const std::uint64_t hash : fresh_hashes(size, used, random)) {
      points.push_back({hash, static_cast<std::uint32_t>(random.below(10))});
    }
    std::reverse(points.begin(), points.end());
    expect_same_owners(all_of(points), points, random);
  }
}

TEST(RingIndex, AllFourAgreeWhileNodesJoinAndLeave) {
  Random random(2);
  std::set<std::uint64_t> used;
  std::vector<RingIndexPoint> points{{random.next(), 0}};
  used.insert(points[0].hash);
  const Indexes indexes = all_of(points);
  std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>> nodes;
  for (std::uint32_t round = 1; round <= 60; ++round) {
    if (nodes.empty() || random.below(3) != 0) {
      nodes.emplace_back(round, fresh_hashes(1 + random.below(40), used, random));
      for (const std::uint64_t hash : nodes.back().second) points.push_back({hash, round});
      for (const auto& index : indexes) index->add(round, nodes.back().second);
    } else {
      const auto gone = nodes.begin() + static_cast<std::ptrdiff_t>(random.below(nodes.size()));
      std::erase_if(points, [&](const RingIndexPoint& point) { return point.node == gone->first; });
      for (const auto& index : indexes) index->remove(gone->second);
      nodes.erase(gone);
    }
    expect_same_owners(indexes, points, random);
  }
}

TEST(RingIndex, APointTakes12BytesInAnArrayAndANodeOfItsOwnInATree) {
  std::vector<RingIndexPoint> points;
  for (std::uint32_t node = 0; node < 16; ++node) {
    for (const std::uint64_t hash : random_points(node, 64)) points.push_back({hash, node});
  }
  const Indexes indexes = all_of(points);
  EXPECT_EQ(indexes[0]->memory_bytes(), 12u * 1024);
  EXPECT_GE(indexes[1]->memory_bytes(), (16 + 3 * sizeof(void*)) * 1024);  // the pair and three pointers
  EXPECT_EQ(indexes[2]->memory_bytes(), 12u * 1025);
  EXPECT_EQ(indexes[3]->memory_bytes(), (12u + 4u) * 1024);
  const auto more = random_points(16, 64);
  for (const auto& index : indexes) {
    const std::uint64_t before = index->memory_bytes();
    index->add(16, more);
    EXPECT_GT(index->memory_bytes(), before);
    index->remove(more);
    EXPECT_EQ(index->memory_bytes(), before);
  }
}

TEST(RingIndex, LookingUpManyIsTheSumOfLookingUpEach) {
  std::vector<RingIndexPoint> points;
  for (std::uint32_t node = 0; node < 5; ++node) {
    for (const std::uint64_t hash : random_points(node, 20)) points.push_back({hash, node});
  }
  Random random(9);
  std::uint64_t sum = 0;
  for (int i = 0; i < 1000; ++i) sum += nearest(points, random.next());
  for (const auto& index : all_of(points)) EXPECT_EQ(index->look_up(9, 1000), sum);
}

TEST(RingStudy, TheOldestNodeLeavesAsANewOneJoins) {
  Random random(3);
  for (const RingIndexKind kind : kKinds) {
    RingStudy study(kind, 7, 10);
    while (study.build(2) > 0) continue;
    for (const std::uint32_t times : {1, 5, 20}) {
      const std::uint32_t oldest = study.oldest();
      study.prepare(times);
      study.change();
      ASSERT_EQ(study.oldest(), oldest + times);
      std::vector<RingIndexPoint> points;
      for (std::uint32_t node = oldest + times; node < oldest + times + 7; ++node) {
        for (const std::uint64_t hash : random_points(node, 10)) points.push_back({hash, node});
      }
      for (int i = 0; i < 500; ++i) {
        const std::uint64_t hash = random.next();
        ASSERT_EQ(study.index().owner(hash), nearest(points, hash));
      }
    }
  }
}

TEST(RingStudy, NoTwoNodesShareAPoint) {
  std::set<std::uint64_t> all;
  for (std::uint32_t node = 0; node < 50; ++node) {
    const auto points = random_points(node, 100);
    EXPECT_TRUE(std::is_sorted(points.begin(), points.end()));
    all.insert(points.begin(), points.end());
  }
  EXPECT_EQ(all.size(), 5000u);
}

}  // namespace
}  // namespace reshard

#include "core/studies/ring_index.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <map>
#include <new>
#include <utility>

#include "core/base/random.h"

namespace reshard {
namespace {

using Hashes = std::span<const std::uint64_t>;

/// Points sorted by hash, with hashes and nodes in separate arrays: 12 bytes each.
class SortedPoints {
 public:
  explicit SortedPoints(std::vector<RingIndexPoint> points) {
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.hash < b.hash; });
    reserve(points.size());
    for (const RingIndexPoint& point : points) push_back(point.hash, point.node);
  }

  void reserve(std::size_t size) {
    hashes_.reserve(size);
    nodes_.reserve(size);
  }
  void push_back(std::uint64_t hash, std::uint32_t node) {
    hashes_.push_back(hash);
    nodes_.push_back(node);
  }

  std::size_t size() const { return hashes_.size(); }
  std::uint64_t hash(std::size_t at) const { return hashes_[at]; }
  std::uint32_t node(std::size_t at) const { return nodes_[at]; }

  std::uint32_t owner(std::uint64_t hash) const {
    const std::size_t at = first_from(hash);
    return nodes_[at == size() ? 0 : at];
  }

  /// Merges from the end, in place, so that every point moves at most once.
  void add(std::uint32_t node, Hashes hashes) {
    std::size_t from = size(), to = from + hashes.size();
    hashes_.resize(to);
    nodes_.resize(to);
    for (std::size_t left = hashes.size(); left > 0;) {
      --to;
      const bool stays = from > 0 && hashes_[from - 1] > hashes[left - 1];
      hashes_[to] = stays ? hashes_[from - 1] : hashes[left - 1];
      nodes_[to] = stays ? nodes_[from - 1] : node;
      --(stays ? from : left);
    }
  }

  void remove(Hashes hashes) {
    if (hashes.empty()) return;
    std::size_t to = first_from(hashes[0]), gone = 0;
    for (std::size_t at = to; at < size(); ++at) {
      if (gone < hashes.size() && hashes_[at] == hashes[gone]) {
        ++gone;
        continue;
      }
      hashes_[to] = hashes_[at];
      nodes_[to++] = nodes_[at];
    }
    hashes_.resize(to);
    nodes_.resize(to);
  }

  std::uint64_t memory_bytes() const { return std::uint64_t{size()} * (sizeof(std::uint64_t) + sizeof(std::uint32_t)); }

 private:
  /// `size()` where none is at or after the hash.
  std::size_t first_from(std::uint64_t hash) const {
    return static_cast<std::size_t>(std::lower_bound(hashes_.begin(), hashes_.end(), hash) - hashes_.begin());
  }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint32_t> nodes_;
};

/// Counts the bytes that a container requests.
template <typename T>
class Counting {
 public:
  using value_type = T;  // NOLINT(readability-identifier-naming): the name that containers ask for
  explicit Counting(std::uint64_t& bytes) : bytes_(&bytes) {}
  template <typename U>
  explicit Counting(const Counting<U>& other) : bytes_(other.bytes()) {}

  T* allocate(std::size_t count) {
    *bytes_ += count * sizeof(T);
    return static_cast<T*>(::operator new(count * sizeof(T)));
  }
  void deallocate(T* address, std::size_t count) {
    *bytes_ -= count * sizeof(T);
    ::operator delete(address);
  }
  std::uint64_t* bytes() const { return bytes_; }
  bool operator==(const Counting& other) const { return bytes_ == other.bytes_; }

 private:
  std::uint64_t* bytes_;
};

class Tree {
 public:
  explicit Tree(const std::vector<RingIndexPoint>& points) {
    for (const RingIndexPoint& point : points) nodes_.emplace(point.hash, point.node);
  }

  std::uint32_t owner(std::uint64_t hash) const {
    const auto at = nodes_.lower_bound(hash);
    return (at == nodes_.end() ? nodes_.begin() : at)->second;
  }
  void add(std::uint32_t node, Hashes hashes) {
    for (const std::uint64_t hash : hashes) nodes_.emplace(hash, node);
  }
  void remove(Hashes hashes) {
    for (const std::uint64_t hash : hashes) nodes_.erase(hash);
  }
  std::uint64_t memory_bytes() const { return bytes_; }

 private:
  using Point = std::pair<const std::uint64_t, std::uint32_t>;
  std::uint64_t bytes_ = 0;
  std::map<std::uint64_t, std::uint32_t, std::less<>, Counting<Point>> nodes_{Counting<Point>(bytes_)};
};

/// A binary search tree without pointers: the children of place k are 2k and 2k + 1.
class Eytzinger {
 public:
  explicit Eytzinger(std::vector<RingIndexPoint> points) { lay_out(SortedPoints(std::move(points))); }

  std::uint32_t owner(std::uint64_t hash) const {
    std::size_t k = 1;
    while (k < hashes_.size()) k = 2 * k + static_cast<std::size_t>(hashes_[k] < hash);
    k >>= std::countr_one(k) + 1;  // back to the last turn to the left; 0: there was none
    return nodes_[k == 0 ? least_ : k];
  }
  void add(std::uint32_t node, Hashes hashes) {
    SortedPoints points = in_order(hashes.size());
    points.add(node, hashes);
    lay_out(points);
  }
  void remove(Hashes hashes) {
    SortedPoints points = in_order(0);
    points.remove(hashes);
    lay_out(points);
  }
  std::uint64_t memory_bytes() const {
    return std::uint64_t{hashes_.size()} * (sizeof(std::uint64_t) + sizeof(std::uint32_t));
  }

 private:
  /// Calls `each` with the places, from the smallest hash to the largest.
  template <typename Visit>
  void visit(std::size_t at, const Visit& each) const {
    if (at >= hashes_.size()) return;
    visit(2 * at, each);
    each(at);
    visit(2 * at + 1, each);
  }

  SortedPoints in_order(std::size_t more) const {
    SortedPoints points({});
    points.reserve(hashes_.size() + more);
    visit(1, [&](std::size_t at) { points.push_back(hashes_[at], nodes_[at]); });
    return points;
  }

  void lay_out(const SortedPoints& points) {
    hashes_.resize(points.size() + 1);
    nodes_.resize(points.size() + 1);
    std::size_t next = 0;
    visit(1, [&](std::size_t at) {
      if (next == 0) least_ = at;
      hashes_[at] = points.hash(next);
      nodes_[at] = points.node(next++);
    });
  }

  std::vector<std::uint64_t> hashes_;  // from place 1 on
  std::vector<std::uint32_t> nodes_;
  std::size_t least_ = 1;  // the place of the smallest hash
};

/// As many rows as points, rounded up to a power of two: a lookup examines one or two points on average.
class Table {
 public:
  explicit Table(std::vector<RingIndexPoint> points) : points_(std::move(points)) { fill(); }

  std::uint32_t owner(std::uint64_t hash) const {
    std::size_t at = first_[static_cast<std::size_t>(hash >> shift_)];
    while (at < points_.size() && points_.hash(at) < hash) ++at;
    return points_.node(at == points_.size() ? 0 : at);
  }
  void add(std::uint32_t node, Hashes hashes) {
    points_.add(node, hashes);
    fill();
  }
  void remove(Hashes hashes) {
    points_.remove(hashes);
    fill();
  }
  std::uint64_t memory_bytes() const {
    return points_.memory_bytes() + std::uint64_t{first_.size()} * sizeof(std::uint32_t);
  }

 private:
  void fill() {
    const int bits = std::max(1, static_cast<int>(std::bit_width(points_.size() - 1)));
    shift_ = 64 - bits;
    first_.resize(std::size_t{1} << bits);
    std::size_t row = 0;
    for (std::size_t at = 0; at < points_.size(); ++at) {
      const auto last = static_cast<std::size_t>(points_.hash(at) >> shift_);
      for (; row <= last; ++row) first_[row] = static_cast<std::uint32_t>(at);
    }
    std::fill(first_.begin() + static_cast<std::ptrdiff_t>(row), first_.end(),
              static_cast<std::uint32_t>(points_.size()));
  }

  SortedPoints points_;
  std::vector<std::uint32_t> first_;  // by row: the first point in it or after it
  int shift_ = 63;
};

template <typename Structure>
class IndexOf final : public RingIndex {
 public:
  explicit IndexOf(std::vector<RingIndexPoint> points) : structure_(std::move(points)) {}

  std::uint32_t owner(std::uint64_t hash) const override { return structure_.owner(hash); }
  void add(std::uint32_t node, Hashes hashes) override { structure_.add(node, hashes); }
  void remove(Hashes hashes) override { structure_.remove(hashes); }
  std::uint64_t memory_bytes() const override { return structure_.memory_bytes(); }
  std::uint64_t look_up(std::uint64_t seed, std::uint32_t count) const override {
    Random random(seed);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) sum += structure_.owner(random.next());
    return sum;
  }

 private:
  Structure structure_;
};

}  // namespace

std::unique_ptr<RingIndex> make_ring_index(RingIndexKind kind, std::vector<RingIndexPoint> points) {
  switch (kind) {
    case RingIndexKind::kArray: return std::make_unique<IndexOf<SortedPoints>>(std::move(points));
    case RingIndexKind::kTree: return std::make_unique<IndexOf<Tree>>(std::move(points));
    case RingIndexKind::kEytzinger: return std::make_unique<IndexOf<Eytzinger>>(std::move(points));
    case RingIndexKind::kTable: return std::make_unique<IndexOf<Table>>(std::move(points));
  }
  return nullptr;
}

}  // namespace reshard

// Consistent hashing with bounded loads: a ring where no node takes more than `load` times the mean.
//
// V. Mirrokni, M. Thorup, M. Zadimoghaddam, arXiv:1608.01350: a key that finds the next point's node full goes on to
// the following point. So owners depend on which keys came before, and a change can move keys between nodes that stay.
// Two dialects:
// * buraksezer/consistent 24361c3: a fixed number of partitions is placed once, in order, partition p by xxHash64 of
//   the 8 bytes of p; a node is full at ceil(partitions / nodes · load). A key is in partition xxHash64(key) mod
//   partitions.
// * lafikl/consistent bdd3606: every request is placed as it arrives, and stays; here requests are the keys in order.
//   Points and keys are the first 8 bytes of BLAKE2b, and a node is full at ceil(load · floor((requests + 1) / nodes)).

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/first_of_key.h"
#include "core/placement/ring_placement.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kDialect, kLoad, kPartitions, kVnodes };

constexpr unsigned kTurnsBetweenClockReads = 1024;

std::uint64_t blake2b_word(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le64(blake2b_512(key).data());
}

/// A ring whose nodes fill up.
class FillingRing {
 public:
  FillingRing(const BuildInput& input, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : nodes_(ids_by_position(input.cluster)), maker_(std::move(maker)), table_(64), loads_(nodes_.size()) {}

  /// Continues to make and sort points. True when the ring is ready.
  bool step(Budget& budget) {
    std::vector<std::uint64_t> of_node;
    for (; made_ < nodes_.size(); ++made_) {
      if (budget.spent()) return false;
      of_node.clear();
      for (std::uint64_t i = 0; i < maker_->draws(made_); ++i) maker_->draw(made_, i, of_node);
      for (const std::uint64_t position : of_node) table_.add(position, made_);
    }
    return table_.sort(budget);
  }

  /// Adds one to the first node clockwise that then has at most `capacity`.
  NodeId take(std::uint64_t position, double capacity) {
    const std::size_t point = first_with_room(position, capacity);
    const std::uint32_t node = table_.points()[point].node;
    ++loads_[node];
    return nodes_[node];
  }

  /// The node that would take it if no node were ever full.
  NodeId first(std::uint64_t position) const {
    return nodes_[table_.points()[table_.find(position, RingRule::kAtOrAfter)].node];
  }

  NodeId next_taker(std::uint64_t position, double capacity) const {
    return nodes_[table_.points()[first_with_room(position, capacity)].node];
  }

  /// Lists the nodes that were full when `owner` took what is at `position`: those passed before its first point.
  void explain(std::uint64_t position, NodeId owner, Trace& trace) const {
    std::size_t at = table_.find(position, RingRule::kAtOrAfter);
    const auto& first = table_.points()[at];
    trace.push_back({successor_label(RingRule::kAtOrAfter), decimal(first.position), nodes_[first.node]});
    std::vector<std::uint32_t> full;
    for (; nodes_[table_.points()[at].node] != owner; at = table_.next(at)) {
      const std::uint32_t node = table_.points()[at].node;
      if (std::find(full.begin(), full.end(), node) != full.end()) continue;
      full.push_back(node);
      trace.push_back({"full, go on", "", nodes_[node]});
    }
  }

  const RingTable<std::uint64_t>& table() const { return table_; }
  std::span<const NodeId> nodes() const { return nodes_; }

 private:
  std::size_t first_with_room(std::uint64_t position, double capacity) const {
    std::size_t at = table_.find(position, RingRule::kAtOrAfter);
    // build() has made sure that the capacities add up to more than there is to place, so some node has room.
    while (static_cast<double>(loads_[table_.points()[at].node]) + 1 > capacity) at = table_.next(at);
    return at;
  }

  std::vector<NodeId> nodes_;  // by position
  std::unique_ptr<PointMaker<std::uint64_t>> maker_;
  std::uint32_t made_ = 0;  // nodes whose points have been made
  RingTable<std::uint64_t> table_;
  std::vector<std::uint64_t> loads_;
};

std::uint64_t position_of_partition(std::uint64_t partition) {
  std::string bytes;
  append_le(bytes, partition);
  return xxh64(bytes);
}

class PartitionsPlacement final : public TablePlacement {
 public:
  PartitionsPlacement(std::uint64_t partitions, double load, FillingRing ring)
      : TablePlacement(SlotRule::remainder(partitions).in(Numerals::kDecimal), "partition"),
        capacity_(std::ceil(static_cast<double>(partitions) / static_cast<double>(ring.nodes().size()) * load)),
        ring_(std::move(ring)) {}

  bool step(Budget& budget) override {
    if (!ring_.step(budget)) return false;
    while (placed_ < slots_.size()) {
      if (placed_ % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
      slots_[placed_] = ring_.take(position_of_partition(placed_), capacity_);
      ++placed_;
    }
    return true;
  }

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    rule_.each(keys.columns[0],
               [&](std::size_t i, std::size_t p) { nodes[i] = ring_.first(position_of_partition(p)); });
    return true;
  }

 private:
  void explain_slot(const SingleKey&, std::uint64_t partition, Trace& trace) const override {
    trace.push_back({"partition's hash", decimal(position_of_partition(partition))});
    trace.push_back({"most partitions a node", short_number(capacity_)});
    ring_.explain(position_of_partition(partition), slots_[static_cast<std::size_t>(partition)], trace);
  }

  double capacity_;
  FillingRing ring_;
  std::size_t placed_ = 0;
};

class RequestsPlacement final : public Placement {
 public:
  RequestsPlacement(const KeyBlock& keys, double load, FillingRing ring)
      : keys_(keys), load_(load), ring_(std::move(ring)), first_(keys) {}

  // A repeated key stays where it is and does not count as another request.
  bool step(Budget& budget) override {
    if (!first_.step(budget) || !ring_.step(budget)) return false;
    owners_.reserve(keys_.size);
    while (owners_.size() < keys_.size) {
      if (owners_.size() % kTurnsBetweenClockReads == 0 && budget.spent()) return false;
      const auto key = static_cast<std::uint32_t>(owners_.size());
      const std::uint32_t first = first_(key);
      if (first_.repeated()) before_.push_back(requests_);
      if (first == key) {
        owners_.push_back(ring_.take(keys_.hash(key), capacity(requests_)));
        ++requests_;
      } else {
        owners_.push_back(owners_[first]);
      }
    }
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owners_[keys.index(i)];
  }

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) nodes[i] = ring_.first(keys.hash(i));
    return true;
  }

  /// Treats a key that is not in the set as the next request.
  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    const std::size_t before = index == kNotInSet ? requests_ : before_.empty() ? index : before_[first_(index)];
    const NodeId owner = index == kNotInSet ? ring_.next_taker(key.hash(), capacity(before)) : owners_[index];
    Trace trace{{"hash", decimal(key.hash()), kNoNode, "first 8 bytes of BLAKE2b"},
                {"requests before it", decimal(before)},
                {"most requests a node", short_number(capacity(before))}};
    ring_.explain(key.hash(), owner, trace);
    trace.push_back(owner_step(owner));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    RingPicture picture = picture_of(ring_.table(), RingRule::kAtOrAfter, ring_.nodes());
    picture.key_positions = {key.hash()};
    return picture;
  }

  /// What a client holds: the ring and a load for each node.
  std::uint64_t memory_bytes() const override {
    return ring_.table().memory_bytes() + ring_.nodes().size() * (sizeof(NodeId) + sizeof(std::uint64_t));
  }

 private:
  double capacity(std::size_t requests) const {
    return std::ceil(static_cast<double>(std::max<std::size_t>(1, (requests + 1) / ring_.nodes().size())) * load_);
  }

  KeyBlock keys_;
  double load_;
  FillingRing ring_;
  FirstOfKey first_;
  std::vector<NodeId> owners_;       // by key
  std::size_t requests_ = 0;         // distinct keys placed
  std::vector<std::size_t> before_;  // by key: how many were placed before it; empty if no key is repeated
};

NumberedTexts buraksezer_texts(const Node& node, std::uint64_t count) { return {"", ":" + node.name, count}; }
NumberedTexts lafikl_texts(const Node& node, std::uint64_t count) { return {node.name, "", count}; }

Result<std::unique_ptr<Placement>> place_partitions(const BuildInput& input, FillingRing ring) {
  return make_placement<PartitionsPlacement>(static_cast<std::uint64_t>(input.params[kPartitions]), input.params[kLoad],
                                             std::move(ring));
}

Result<std::unique_ptr<Placement>> place_requests(const BuildInput& input, FillingRing ring) {
  return make_placement<RequestsPlacement>(input.all_keys, input.params[kLoad], std::move(ring));
}

// The spread of the ring combined with that of partition sizes, but at most sqrt(c - 1): the limit for shares of at
// most c times the mean.
double partitions_spread(double nodes, double ring, std::span<const double> params) {
  const double partitions = params[kPartitions];
  const double rounded = std::ceil(partitions / nodes * params[kLoad]) / (partitions / nodes);
  return std::sqrt(std::min(ring * ring + nodes / partitions, rounded - 1) + 1 / partitions);
}

double requests_spread(double, double ring, std::span<const double> params) {
  return std::min(ring, std::sqrt(params[kLoad] - 1));
}

struct Dialect {
  std::string_view id;
  decltype(Recipe::read) read;  ///< of keys and points; null: by their hash
  NumberedTexts (*texts)(const Node& node, std::uint64_t count);
  Result<std::unique_ptr<Placement>> (*place)(const BuildInput& input, FillingRing ring);
  double (*spread)(double nodes, double ring, std::span<const double> params);  ///< `ring`: of the ring alone
  Traits traits;
  bool rounds_down;  ///< the mean, before it is multiplied by the load
};

constexpr Dialect kDialects[] = {
    {.id = "buraksezer",
     .read = nullptr,
     .texts = buraksezer_texts,
     .place = place_partitions,
     .spread = partitions_spread,
     .traits = {Trait::kAnyRemoval},
     .rounds_down = false},
    {.id = "lafikl",
     .read = blake2b_word,
     .texts = lafikl_texts,
     .place = place_requests,
     .spread = requests_spread,
     .traits = {Trait::kAnyRemoval, Trait::kNeedsAllKeys},
     .rounds_down = true},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    {.key = "load",
     .label = "Max load",
     .kind = ParamSpec::Kind::kReal,
     .min = 1,
     .max = 10,
     .fallback = 1.25,
     .scale = ParamSpec::Scale::kLog,
     .unit = "times the mean"},
    {.key = "partitions",
     .label = "Partitions",
     .min = 1,
     .max = 1'000'000,
     .fallback = 271,
     .scale = ParamSpec::Scale::kLog,
     .only_with = with_dialect(kDialects, "buraksezer")},
    {.key = "vnodes",
     .label = "Virtual nodes",
     .min = 1,
     .max = 1000,
     .fallback = 20,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node"},
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {{&hash, 0, dialect_of(params).read}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  if (dialect.rounds_down && input.params[kLoad] == 1) {
    return Error{
        ErrorCode::unsupported, "load", {"the mean, rounded down, leaves no room for some requests; use more than 1"}};
  }
  std::vector<NumberedTexts> texts;
  const auto vnodes = static_cast<std::uint64_t>(input.params[kVnodes]);
  for (const Node& node : input.cluster.nodes()) texts.push_back(dialect.texts(node, vnodes));
  auto maker = text_points<std::uint64_t>(std::move(texts), recipes(input.params, input.hash));
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "vnodes");
  if (!fits.ok()) return fits.error();
  return dialect.place(input, FillingRing(input, std::move(maker)));
}

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return dialect_of(params).spread(static_cast<double>(nodes), ring_spread(nodes, params[kVnodes]), params);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words =
         "Remove() takes the member off the ring and assigns all partitions again: as the others have room for more, some of theirs move too.",
     .source = "buraksezer/consistent 24361c3, Remove()",
     .with = with_dialect(kDialects, "buraksezer")},
    {.does = Failover::kRebuilt,
     .words = "Remove() takes the host off the ring, and requests are placed among the others as they come.",
     .source = "lafikl/consistent bdd3606, Remove()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules bounded_ring_down;
constinit const DownRules bounded_ring_down = kDown;

extern const Strategy bounded_ring_strategy;
constinit const Strategy bounded_ring_strategy{
    .id = "bounded_ring",
    .title = "Consistent hashing with bounded loads",
    .family = Family::kRing,
    .summary = "No node gets more than a set multiple of the mean, however few virtual nodes it has.",
    .limits = "Owners depend on the order of arrival, so a change also moves keys between remaining nodes.",
    .source =
        "Mirrokni, Thorup, Zadimoghaddam, arXiv:1608.01350; buraksezer/consistent 24361c3, lafikl/consistent bdd3606",
    .lookup = "O(1)",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

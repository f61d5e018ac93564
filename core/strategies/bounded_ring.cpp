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
#include "core/placement/filling_ring.h"

namespace reshard {
namespace {

enum Param { kDialect, kLoad, kPartitions, kVnodes };

std::uint64_t blake2b_word(std::string_view key, const HashFunction&, std::uint64_t) {
  return load_le64(blake2b_512(key).data());
}

class RequestsPlacement final : public RequestsInOrder<RequestsPlacement> {
 public:
  RequestsPlacement(const KeyBlock& keys, double load, FillingRing ring)
      : RequestsInOrder(keys), load_(load), ring_(std::move(ring)) {}

  bool make(Budget& budget) { return ring_.step(budget); }
  NodeId take(std::uint64_t hash, std::size_t requests) { return ring_.take(hash, capacity(requests)); }

  bool first_choices(const KeyBlock& keys, std::span<NodeId> nodes) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) nodes[i] = ring_.first(keys.hash(i));
    return true;
  }

  /// Treats a key that is not in the set as the next request.
  Trace explain(const SingleKey& key, std::uint32_t index) const override {
    const std::size_t before = this->before(index);
    const NodeId owner = index == kNotInSet ? ring_.next_taker(key.hash(), capacity(before)) : this->owner(index);
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

  double load_;
  FillingRing ring_;
};

NumberedTexts buraksezer_texts(const Node& node, std::uint64_t count) { return {"", ":" + node.name, count}; }
NumberedTexts lafikl_texts(const Node& node, std::uint64_t count) { return {node.name, "", count}; }

Result<std::unique_ptr<Placement>> place_partitions(const BuildInput& input, FillingRing ring) {
  const double mean = input.params[kPartitions] / static_cast<double>(ring.nodes().size());
  return make_placement<PartitionsPlacement>(static_cast<std::uint64_t>(input.params[kPartitions]),
                                             std::ceil(mean * input.params[kLoad]), std::move(ring));
}

Result<std::unique_ptr<Placement>> place_requests(const BuildInput& input, FillingRing ring) {
  return make_placement<RequestsPlacement>(input.all_keys, input.params[kLoad], std::move(ring));
}

double partitions_spread(double nodes, double ring, std::span<const double> params) {
  const double partitions = params[kPartitions];
  return bounded_spread(nodes, ring, partitions, std::ceil(partitions / nodes * params[kLoad]));
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
    kLoadParam,
    only_with(kPartitionsParam, with_dialect(kDialects, "buraksezer")),
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

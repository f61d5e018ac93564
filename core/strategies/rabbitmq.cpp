// RabbitMQ's consistent-hash exchange: not a ring but jump hash, with Erlang's generator exs1024.
//
// rabbit_exchange_type_consistent_hash 3.10.8 on OTP 25. A queue has as many buckets as its binding key says (here: its
// weight), numbered in the order of binding; a queue that is unbound leaves a gap, which the later ones close, so their keys
// move too. Another weight is another binding: the queue goes to the end. When the broker restarts it binds all queues again,
// in the order of Erlang's terms: by the binding key as text, then by the queue's name.
//
// K = phash2 of what is hashed (core/partitioners/erlang.cpp): the routing key, or the property correlation_id or message_id,
// as a binary; the property timestamp as a binary of its decimal digits; a header as it is typed: {longstr, Binary},
// {binary, Binary}, {long, N}, {signedint, N}, {short, N}, {bool, true}. So header "1", header 1 and routing key "1" differ.
//
// exs1024 seeded {K, K, K}: B1, B2, B3 = ((K mod 2^21) + 1) times 2097131, 2097133, 2097143, mod 2^21;
// r = B1 << 43 | B2 << 22 | B3 << 1 | 1; 16 steps of xorshift64* (12, 25, 27, 2685821657736338717), whose results are stacked,
// the last one first. Then xorshift1024*: s1 ^= s1 << 31; s1 ^= s1 >> 11; s0 ^= s0 >> 30; the new word is s0 ^ s1, and
// uniform is the word times 1181783497276652981 as a double, divided by 2^64. One bucket: 0. Else b = -1, j = 0; while
// j < n: b = j; j = trunc((b + 1) / uniform). Of K only 21 bits count: there are no more than 2,097,152 ways.

#include <algorithm>
#include <array>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/partitioners/erlang.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/system_rules.h"
#include "core/placement/typed_key.h"

namespace reshard {
namespace {

enum Param { kHashOn, kType, kOrder };
enum HashOn { kBinary, kHeader, kTimestamp };
enum Order { kAsBound, kRecovered };

constexpr std::string_view kHashed[] = {"routing_key", "header",
                                        "timestamp"};  // the first also: correlation_id, message_id
constexpr std::string_view kOrders[] = {"as_bound", "recovered"};
constexpr ParamSpec kParams[] = {
    choice_param("hash_on", "Hashed part of a message", kHashed),
    only_with(type_param(), {"hash_on", 1u << kHeader}),
    choice_param("order", "Order of the queues", kOrders),
};

std::uint64_t k_of(const ErlangHash& term) { return term.hash() % ErlangHash::kDefaultRange; }

std::uint64_t of_binary(const Row& row) { return k_of(ErlangHash().binary(row[0].text)); }

std::uint64_t of_header(const Row& row) {
  const Value& value = row[0];
  ErlangHash pair = ErlangHash().tuple(2);
  switch (value.type) {
    case ColumnType::kInt64: return k_of(pair.atom("long").integer(value.number));
    case ColumnType::kInt32: return k_of(pair.atom("signedint").integer(value.number));
    case ColumnType::kInt16: return k_of(pair.atom("short").integer(value.number));
    case ColumnType::kBool: return k_of(pair.atom("bool").atom(value.number != 0 ? "true" : "false"));
    case ColumnType::kBytes: return k_of(pair.atom("binary").binary(value.text));
    default: return k_of(pair.atom("longstr").binary(value.text));
  }
}

std::uint64_t of_digits(const Row& row) {
  return k_of(ErlangHash().binary(decimal(static_cast<std::uint64_t>(row[0].number))));
}

// AMQP's timestamp is a number of seconds without a sign.
bool reads_timestamp(std::string_view key, const RowType& type) { return reads_row(key, type) && key.front() != '-'; }
std::string wanted_timestamp(std::string_view, const RowType&) {
  return "timestamp: seconds, a whole number from 0 to 9223372036854775807";
}

constexpr Partitioner kBinaries{
    .id = "rabbitmq", .source = {}, .formula = "phash2(binary)", .takes = {ColumnType::kText}, .number = {of_binary}};
constexpr Partitioner kHeaders{.id = "rabbitmq",
                               .source = {},
                               .formula = "phash2({type, value})",
                               .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32,
                                         ColumnType::kInt16, ColumnType::kBool},
                               .number = {of_header}};
constexpr Partitioner kTimestamps{.id = "rabbitmq",
                                  .source = {},
                                  .formula = "phash2(integer_to_binary(timestamp))",
                                  .takes = {ColumnType::kInt64},
                                  .number = {of_digits, reads_timestamp, wanted_timestamp}};

HashOn hash_on(std::span<const double> params) { return static_cast<HashOn>(params[kHashOn]); }

const Partitioner& partitioner_of(std::span<const double> params) {
  if (hash_on(params) == kHeader) return kHeaders;
  return hash_on(params) == kTimestamp ? kTimestamps : kBinaries;
}

RowType row_type(std::span<const double> params) {
  if (hash_on(params) == kHeader) return row_type_of(params.subspan(kType), 1, false);
  RowType type;
  type.columns[0] = hash_on(params) == kTimestamp ? ColumnType::kInt64 : ColumnType::kText;
  return type;
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), partitioner_of(params).number)};
}

/// Erlang's generator exs1024, seeded {k, k, k}.
class Exs1024 {
 public:
  explicit Exs1024(std::uint64_t k) {
    constexpr std::uint64_t kMask = (1 << 21) - 1;
    const auto part = [&](std::uint64_t factor) { return ((k & kMask) + 1) * factor & kMask; };
    std::uint64_t r = part(2097131) << 43 | part(2097133) << 22 | part(2097143) << 1 | 1;
    for (std::size_t i = words_.size(); i-- > 0;) {
      r ^= r >> 12;
      r ^= r << 25;
      r ^= r >> 27;
      words_[i] = r * 2685821657736338717u;
    }
  }

  double uniform() {
    std::uint64_t s0 = words_[at_];
    at_ = (at_ + 1) % words_.size();
    std::uint64_t s1 = words_[at_];
    s1 ^= s1 << 31;
    s1 ^= s1 >> 11;
    s0 ^= s0 >> 30;
    words_[at_] = s0 ^ s1;
    return static_cast<double>(words_[at_] * 1181783497276652981u) * 0x1p-64;
  }

 private:
  std::array<std::uint64_t, 16> words_;
  std::size_t at_ = 0;
};

/// Calls see(b) for each bucket on the way, last for the key's own.
template <typename See>
void each_bucket(std::uint64_t k, std::size_t n, See see) {
  if (n == 1) return see(0);
  Exs1024 random(k);
  const auto end = static_cast<double>(n);
  for (double j = 0; j < end;) {
    const auto b = static_cast<std::uint32_t>(j);
    see(b);
    j = static_cast<double>(b + std::uint64_t{1}) / random.uniform();
  }
}

class ExchangePlacement final : public Placement {
 public:
  ExchangePlacement(const Partitioner& partitioner, const RowType& type, std::vector<NodeId> buckets)
      : partitioner_(partitioner), type_(type), buckets_(std::move(buckets)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      std::uint32_t bucket = 0;
      each_bucket(keys.hash(i), buckets_.size(), [&](std::uint32_t b) { bucket = b; });
      owners[i] = buckets_[bucket];
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace;
    explain_row(key, type_, nullptr, trace);
    trace.push_back({"function", std::string(partitioner_.formula)});
    trace.push_back({"hash", decimal(key.hash())});
    each_bucket(key.hash(), buckets_.size(), [&](std::uint32_t b) {
      trace.push_back({"jump", decimal(b), buckets_[b]});
    });
    trace.push_back(owner_step(trace.back().node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    JumpPicture picture{buckets_, {}};
    each_bucket(key.hash(), buckets_.size(), [&](std::uint32_t b) { picture.path.push_back(b); });
    return picture;
  }

  std::uint64_t memory_bytes() const override { return buckets_.size() * sizeof(NodeId); }

 private:
  const Partitioner& partitioner_;
  RowType type_;
  std::vector<NodeId> buckets_;
};

// The queues in the order in which they were bound. One with another weight was bound again.
std::vector<NodeId> as_bound(const Cluster& cluster) {
  std::vector<std::pair<NodeId, double>> bound;
  const auto bind = [&](const Node& node) { bound.push_back({node.id, node.weight}); };
  for (const Node& node : cluster.initial()) bind(node);
  for (const ClusterEvent& event : cluster.log()) {
    using Kind = ClusterEvent::Kind;
    const auto at = std::find_if(bound.begin(), bound.end(), [&](const auto& b) { return b.first == event.node.id; });
    if (event.kind == Kind::kRemove || (event.kind == Kind::kWeigh && at->second != event.node.weight))
      bound.erase(at);
    else if (event.kind != Kind::kAdd)
      continue;
    if (event.kind != Kind::kRemove) bind(event.node);
  }
  std::vector<NodeId> order;
  for (const auto& [id, weight] : bound) order.push_back(id);
  return order;
}

// By the binding key as text, then by name.
std::vector<NodeId> recovered(const Cluster& cluster, std::span<const std::uint64_t> weights) {
  std::vector<std::string> keys;
  keys.reserve(weights.size());
  for (const std::uint64_t weight : weights) keys.push_back(decimal(weight));
  const auto nodes = cluster.nodes();
  std::vector<NodeId> order;
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : nodes[a].name < nodes[b].name;
  };
  order.reserve(nodes.size());
  for (const std::uint32_t i : in_order(nodes.size(), before)) order.push_back(nodes[i].id);
  return order;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const RowType type = row_type(input.params);
  const Partitioner& partitioner = partitioner_of(input.params);
  if (const auto known = check_types(partitioner, type); !known.ok()) return known.error();
  const auto weights = whole_weights(input.cluster);
  if (!weights.ok()) return weights.error();
  const auto nodes = input.cluster.nodes();
  std::vector<std::uint64_t> by_id(input.cluster.known());
  for (std::size_t n = 0; n < nodes.size(); ++n) by_id[index_of(nodes[n].id)] = weights.value()[n];
  const bool bound = static_cast<Order>(input.params[kOrder]) == kAsBound;
  constexpr std::uint64_t kMostBuckets = 10'000'000;
  std::vector<NodeId> buckets;
  for (const NodeId id : bound ? as_bound(input.cluster) : recovered(input.cluster, weights.value())) {
    if (by_id[index_of(id)] > kMostBuckets - buckets.size()) {
      return Error{ErrorCode::too_large,
                   "nodes.weight",
                   {"more than " + decimal(kMostBuckets) + " buckets", decimal(kMostBuckets)}};
    }
    buckets.insert(buckets.end(), static_cast<std::size_t>(by_id[index_of(id)]), id);
  }
  return make_placement<ExchangePlacement>(partitioner, type, std::move(buckets));
}

Traits traits(std::span<const double> params) {
  if (static_cast<Order>(params[kOrder]) == kRecovered) return {Trait::kWeights, Trait::kAnyRemoval};
  return {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kHistory};
}

Status fits(const Node& node, std::span<const double>) { return check_whole_weight("RabbitMQ", node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "The exchange knows bindings, not whether a queue can be reached: no other queue gets its messages.",
     .source = "rabbit_exchange_type_consistent_hash 3.10.8, route/2"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules rabbitmq_down;
constinit const DownRules rabbitmq_down = kDown;

extern const Strategy rabbitmq_strategy;
constinit const Strategy rabbitmq_strategy{
    .id = "rabbitmq",
    .title = "RabbitMQ consistent-hash exchange",
    .family = Family::kJump,
    .summary = "Spreads messages over queues by routing key, header or property, in proportion to their binding keys.",
    .limits =
        "When a queue leaves, those bound after it are renumbered, and most of their keys move; a restart sorts them.",
    .source = "RabbitMQ 3.10.8 on Erlang/OTP 25.2.3",
    .lookup = "O(log n)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

// Elasticsearch's custom routing: keys are a routing value and an id, and a partition of shards is spread over by the
// id.
//
// A key is "routing<TAB>id"; without a TAB it is an id, which is then its own routing. With
// h = hash(routing) + floorMod(hash(id), routing_partition_size), added as 32 bits that wrap around, the shard is
//   modulo: floorMod(h, shards): indices created since 9.4 (pull request 137062), and those of 5.x and 6.x unless they
//           were made with routing shards
//   legacy: floorMod(h, R) / (R / shards) with R routing shards: indices created from 7.0 to 9.3, and OpenSearch
// (IndexRouting.Partitioned and RoutingFunction; before that OperationRouting.generateShardId()). hash() is
// Murmur3HashFunction: murmur3_32 of UTF-16, with a sign. A partition size above 1 makes routing values obligatory; it
// has to be less than the number of shards under modulo, as the documentation says. Under legacy, Elasticsearch
// compares it with R instead (IndexMetadata.Builder.build()).
//
// Traps: under legacy, a routing's h differ by less than the partition size, and a shard is a run of R / shards of
// them: with automatic R, a partition of 8 mostly lies in one shard (issue 48863). The two functions place most
// documents apart, so an index that is written again since 9.4 is another one.
//
// Every node holds one shard, as in elasticsearch.cpp. Under modulo, a split in k makes the shards p, p + S, p + 2 S …
// of shard p, and shrinking to S shards puts shard p into p mod S; a node keeps its p, or the shard that its own
// became a part of. The other nodes take the other shards in order.

#include "core/placement/placement_helpers.h"
#include "core/placement/systems/elasticsearch_index.h"

namespace reshard {
namespace {

enum Param { kFunction, kPartitionSize, kRoutingShards };
enum class Function : std::uint8_t { kModulo, kLegacy };

constexpr std::string_view kFunctions[] = {"modulo", "legacy"};
constexpr ParamSpec kParams[] = {
    choice_param("routing_function", "Routing function", kFunctions),
    {.key = "routing_partition_size",
     .label = "Partition size",
     .min = 1,
     .max = 65536,
     .fallback = 1,
     .scale = ParamSpec::Scale::kLog,
     .slides_to = 64},
    only_with(routing_shards_param(), {"routing_function", 1u << static_cast<unsigned>(Function::kLegacy)}),
};

Function function_of(std::span<const double> params) { return static_cast<Function>(params[kFunction]); }
std::uint32_t partition_size_of(std::span<const double> params) {
  return static_cast<std::uint32_t>(params[kPartitionSize]);
}

/// A document: what it is routed by, and its id.
struct Document {
  std::string_view routing, id;
  bool is_routed;
};

Document document_of(std::string_view key) {
  const std::size_t tab = key.find('\t');
  if (tab == key.npos) return {key, key, false};
  return {key.substr(0, tab), key.substr(tab + 1), true};
}

constexpr std::size_t kMostIdBytes = 512;  // "id … is too long, must be no longer than 512 bytes"

bool is_document(std::string_view key, bool must_be_routed) {
  const Document document = document_of(key);
  const bool tabs = document.id.find('\t') != key.npos;
  return !tabs && !document.routing.empty() && !document.id.empty() && document.id.size() <= kMostIdBytes &&
         (document.is_routed || !must_be_routed) && is_utf8(key);
}

bool reads_any(std::string_view key, const RowType&) { return is_document(key, false); }
bool reads_routed(std::string_view key, const RowType&) { return is_document(key, true); }
std::string wanted_any(std::string_view, const RowType&) {
  return "a routing value, a TAB and an id of at most 512 bytes, or an id alone";
}
std::string wanted_routed(std::string_view, const RowType&) {
  return "a routing value, a TAB and an id of at most 512 bytes: “A routing value is required for gets from a "
         "partitioned index”";
}
std::uint64_t routing_hash(std::string_view key, const RowType&, const TypedKeys&) {
  return elasticsearch_hash(document_of(key).routing);
}
std::uint64_t id_hash(std::string_view key, const RowType&, const TypedKeys&) {
  return elasticsearch_hash(document_of(key).id);
}

constexpr TypedKeys kPlain{nullptr, reads_any, wanted_any, routing_hash};
constexpr TypedKeys kRoutings{nullptr, reads_routed, wanted_routed, routing_hash};
constexpr TypedKeys kIds{nullptr, reads_routed, wanted_routed, id_hash};

// The hash of the routing value, and of the id where it has an effect.
std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  RowType type;
  type.columns[0] = ColumnType::kText;
  if (partition_size_of(params) == 1) return {{.hash = &hash, .typed = &kPlain, .row = type}};
  type.columns[1] = ColumnType::kText;
  return {{.hash = &hash, .typed = &kRoutings, .row = type}, {.hash = &hash, .typed = &kIds, .row = type}};
}

std::int64_t floor_mod(std::int64_t number, std::int64_t modulus) {
  const std::int64_t rest = number % modulus;
  return rest < 0 ? rest + modulus : rest;
}

class ElasticsearchRoutingPlacement final : public Placement {
 public:
  ElasticsearchRoutingPlacement(Function function, std::uint32_t partition_size, ElasticsearchIndex index)
      : function_(function), partition_size_(partition_size), index_(std::move(index)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::int64_t offset = partition_size_ == 1 ? 0 : offset_of(keys.columns[1][i]);
      owners[i] = index_.shards[shard_of(sum(keys.hash(i), offset))];
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const Document document = document_of(key.name());
    const auto routing = static_cast<std::int64_t>(key.hash());
    Trace trace;
    if (document.is_routed) {
      trace.push_back({"routing", std::string(document.routing)});
      trace.push_back({"id", std::string(document.id)});
    }
    trace.push_back({"routing hash", signed_decimal(routing)});
    const std::int64_t offset = partition_size_ == 1 ? 0 : offset_of(key.hash(1));
    if (partition_size_ > 1) {
      const auto id = static_cast<std::int64_t>(key.hash(1));
      trace.push_back({"offset", remainder(id, partition_size_)});
      trace.push_back({"routing value", signed_decimal(routing) + " + " + signed_decimal(offset) + " = " +
                                            signed_decimal(sum(key.hash(), offset))});
    }
    explain_shard(sum(key.hash(), offset), trace);
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    const std::int64_t offset = partition_size_ == 1 ? 0 : offset_of(key.hash(1));
    return TablePicture{index_.shards, shard_of(sum(key.hash(), offset))};
  }

  std::uint64_t memory_bytes() const override { return index_.shards.size() * sizeof(NodeId); }

 private:
  std::int64_t offset_of(std::uint64_t id) const {
    return floor_mod(static_cast<std::int64_t>(id), std::int64_t{partition_size_});
  }

  // As Java adds ints.
  static std::int64_t sum(std::uint64_t routing, std::int64_t offset) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(routing) + static_cast<std::uint32_t>(offset));
  }

  static std::string remainder(std::int64_t number, std::uint64_t modulus) {
    return signed_decimal(number) + " mod " + decimal(modulus) + " = " +
           signed_decimal(floor_mod(number, static_cast<std::int64_t>(modulus)));
  }

  std::uint64_t modulus() const {
    return function_ == Function::kModulo ? index_.shards.size() : index_.routing_shards;
  }

  std::size_t shard_of(std::int64_t hash) const {
    const auto rest = static_cast<std::uint64_t>(floor_mod(hash, static_cast<std::int64_t>(modulus())));
    return static_cast<std::size_t>(rest / (modulus() / index_.shards.size()));
  }

  void explain_shard(std::int64_t hash, Trace& trace) const {
    const std::size_t shard = shard_of(hash);
    const std::uint64_t per_shard = modulus() / index_.shards.size();
    if (function_ == Function::kModulo) {
      trace.push_back({"shard", remainder(hash, modulus()), index_.shards[shard]});
    } else {
      const auto rest = floor_mod(hash, static_cast<std::int64_t>(modulus()));
      trace.push_back({"routing shard", remainder(hash, modulus())});
      trace.push_back(
          {"shard", signed_decimal(rest) + " / " + decimal(per_shard) + " = " + decimal(shard), index_.shards[shard]});
    }
    trace.push_back(owner_step(index_.shards[shard]));
  }

  Function function_;
  std::uint32_t partition_size_;
  ElasticsearchIndex index_;
};

// Shard p of more shards holds what is in shard p mod S of S.
ElasticsearchIndex replayed_remainders(const Cluster& cluster) {
  return replayed_index(cluster, 0, [](ElasticsearchIndex& index, std::span<const Node> nodes) {
    const std::size_t before = index.shards.size(), after = nodes.size();
    if (after % before != 0 && before % after != 0) return false;
    resize(index, nodes, [&](std::size_t p) { return p % after; });
    return true;
  });
}

Status check_partition_size(std::uint64_t size, Function function, const ElasticsearchIndex& index) {
  const bool legacy = function == Function::kLegacy;
  const std::uint64_t below = legacy ? index.routing_shards : index.shards.size();
  if (size == 1 || size < below) return Done{};
  return Error{
      ErrorCode::unsupported,
      "routing_partition_size",
      {legacy ? "routing partition size [{1}] should be a positive number less than the number of routing "
                "shards [{2}]"
              : "routing partition size [{1}] should be a positive number less than the number of shards [{2}]",
       decimal(size), decimal(below)}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Function function = function_of(input.params);
  const bool legacy = function == Function::kLegacy;
  ElasticsearchIndex index =
      legacy ? replayed_runs(input.cluster, static_cast<std::uint64_t>(input.params[kRoutingShards]))
             : replayed_remainders(input.cluster);
  if (legacy && index.routing_shards % index.shards.size() != 0)
    return uneven_routing_shards(index.routing_shards, index.shards.size());
  const std::uint32_t size = partition_size_of(input.params);
  if (const auto fit = check_partition_size(size, function, index); !fit.ok()) return fit.error();
  return make_placement<ElasticsearchRoutingPlacement>(function, size, std::move(index));
}

constexpr auto kDownCases = cases_of(kElasticsearchDown);

}  // namespace

extern const DownRules elasticsearch_routing_down;
constinit const DownRules elasticsearch_routing_down = kElasticsearchDown;

extern const Strategy elasticsearch_routing_strategy;
constinit const Strategy elasticsearch_routing_strategy{
    .id = "elasticsearch_routing",
    .title = "Elasticsearch custom routing",
    .family = Family::kArithmetic,
    .summary =
        "Documents by a routing value and an id, as new indices place them since 9.4, and as older ones and OpenSearch "
        "do.",
    .limits =
        "Under the legacy function a partition mostly lies in one shard; only a multiple or a divisor of the shards "
        "keeps the index.",
    .source = "Elasticsearch, IndexRouting and RoutingFunction; its own tests' values",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_32",
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

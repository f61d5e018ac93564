// MongoDB: hashed shard keys. Chunks are ranges of the 64-bit hash of a field, and a table says which shard has which.
//
// hash = the first 8 bytes, least significant first, of MD5(int32 0, int32 canonical type, value) as BSON has it
// (BSONElementHasher::hash64()). All numbers are of one type, and truncated to whole ones: 42, NumberLong(42) and 42.9
// agree. An empty collection begins with `chunks` chunks of equal width
// (InitialSplitPolicy::calculateHashedSplitPoints(), symmetric about 0; numInitialChunks, until 7.1), of which each
// shard gets max(1, chunks div shards) in a row, in order of the shards' ids (bytes). Rows are derived from that
// source, which publishes 32 hashes of its own; no mongod printed them.
//
// A shard that joins gets chunks from the balancer, which since 6.0.3 goes by bytes and cuts chunks as it likes: no
// rule from the keys alone. So nothing moves by default but by hand (moveRange, moveChunk); of a shard that is removed,
// chunks go one by one to the shard with the fewest. Until 6.0.2 the balancer counts chunks: that is `balancer`
// (mongodb_balancer.h), which then also keeps zones. Where several shards are equally loaded, it takes a first one of
// the order in which the config server lists them: here that of the nodes.
//
// A zone has the shards whose place says so (sh.addShardToZone()), and up to four ranges of whole chunks
// (sh.updateZoneKeyRange()), which are set once the collection has its chunks; so no chunk has to be split for them.
// The zones are those of the initial nodes, in the order in which these name them. Refused is what
// sharding_catalog_manager_zone_operations.cpp and the removal of a shard refuse. Chunks without a zone go to any shard.
// Not here: splitting a chunk, which moves nothing by itself, and zones that are set before the collection is sharded,
// for each of which there is one chunk.

#include <algorithm>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/hash_ranges.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/mongodb_balancer.h"

namespace reshard {
namespace {

enum Param { kChunks, kType, kBytesAre, kBalancer, kZone };  // a zone, its first and last chunk, the next zone …
enum BytesAre { kBinData, kObjectId };
enum Balancer { kNone, kChunkCount };

constexpr std::string_view kBalancers[] = {"none", "chunk_count"};
constexpr std::string_view kZones[] = {"none", "first", "second", "third", "fourth"};
constexpr std::uint64_t kAnyZone = (1u << std::size(kZones)) - 2;
constexpr std::size_t kMostRanges = 4;
constexpr double kMostChunks = 8192;

/// The first or last chunk of the range of the zone whose key is `zone`.
constexpr ParamSpec zone_chunk(std::string_view key, std::string_view label, std::string_view zone, double fallback) {
  return {.key = key,
          .label = label,
          .max = kMostChunks - 1,
          .fallback = fallback,
          .slides_to = 63,
          .only_with = {zone, kAnyZone}};
}

constexpr std::string_view kBytesForms[] = {"bindata", "objectid"};
constexpr std::size_t kObjectIdBytes = 12;

constexpr ParamSpec kParams[] = {
    {.key = "chunks",
     .label = "Chunks",
     .min = 1,
     .max = kMostChunks,
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "chunks"},
    type_param(),
    only_with(choice_param("bytes_are", "Bytes", kBytesForms), {"type", 1u << 1}),  // the second of the types
    choice_param("balancer", "Balancer", kBalancers),
    only_with(choice_param("zone", "Range of a zone", kZones), {"balancer", 1u << kChunkCount}),
    zone_chunk("zone_first", "Its first chunk", "zone", 0),
    zone_chunk("zone_last", "Its last chunk", "zone", 3),
    only_with(choice_param("zone2", "Second range of a zone", kZones), {"zone", kAnyZone}),
    zone_chunk("zone_first2", "Its first chunk", "zone2", 4),
    zone_chunk("zone_last2", "Its last chunk", "zone2", 7),
    only_with(choice_param("zone3", "Third range of a zone", kZones), {"zone2", kAnyZone}),
    zone_chunk("zone_first3", "Its first chunk", "zone3", 8),
    zone_chunk("zone_last3", "Its last chunk", "zone3", 11),
    only_with(choice_param("zone4", "Fourth range of a zone", kZones), {"zone3", kAnyZone}),
    zone_chunk("zone_first4", "Its first chunk", "zone4", 12),
    zone_chunk("zone_last4", "Its last chunk", "zone4", 15),
};

constexpr ColumnTypes kNumbers = {ColumnType::kInt64, ColumnType::kInt32, ColumnType::kFloat64};
constexpr ColumnTypes kTakes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64,   ColumnType::kInt32,
                                ColumnType::kUuid, ColumnType::kBool,  ColumnType::kFloat64, ColumnType::kTimestamp};

// Toward zero; NaN is 0, and what is too large is the largest.
std::int64_t whole(double number) {
  constexpr double kEnd = 9223372036854775808.0;
  if (std::isnan(number)) return 0;
  if (number >= kEnd) return INT64_MAX;
  return number < -kEnd ? INT64_MIN : static_cast<std::int64_t>(number);
}

// BSON counts milliseconds since 1970.
std::int64_t milliseconds(const Value& value) { return value.number / 1000 + 946'684'800'000; }

// BSON's length, which counts the NUL of a text, and, of bytes, what they are.
std::string binary(std::string_view bytes, char subtype) {
  return std::string(NumberBytes<4>::little(bytes.size())).append(1, subtype).append(bytes);
}

struct Hashed {
  std::uint32_t type;  ///< canonicalizeBSONType()
  std::string value;
};

Hashed hashed(const Value& value, BytesAre bytes) {
  constexpr std::uint32_t kNull = 5, kNumber = 10, kString = 15, kBinary = 30, kId = 35, kBool = 40, kDate = 45;
  constexpr char kGeneric = 0, kUuid = 4;
  const auto eight = [](std::int64_t number) {
    return std::string(NumberBytes<8>::little(static_cast<std::uint64_t>(number)));
  };
  if (value.null) return {kNull, ""};
  if (value.type == ColumnType::kFloat64) return {kNumber, eight(whole(value.real))};
  if (kNumbers.has(value.type)) return {kNumber, eight(value.number)};
  if (value.type == ColumnType::kTimestamp) return {kDate, eight(milliseconds(value))};
  if (value.type == ColumnType::kBool) return {kBool, std::string(1, static_cast<char>(value.number))};
  if (value.type == ColumnType::kUuid) return {kBinary, binary(value.text, kUuid)};
  if (value.type == ColumnType::kBytes) {
    return bytes == kObjectId ? Hashed{kId, std::string(value.text)} : Hashed{kBinary, binary(value.text, kGeneric)};
  }
  return {kString, std::string(NumberBytes<4>::little(value.text.size() + 1)).append(value.text).append(1, '\0')};
}

template <BytesAre kBytes>
std::uint64_t hash64(const Row& row) {
  const auto [type, value] = hashed(row[0], kBytes);
  std::string bytes(NumberBytes<4>::little(0));  // the seed
  bytes.append(std::string_view(NumberBytes<4>::little(type))).append(value);
  return load_le64(md5(bytes).data());
}

bool is_date(const Row& row) {
  const Value& value = row[0];
  const bool endless = value.number == INT64_MAX || value.number == INT64_MIN;
  return value.null || value.type != ColumnType::kTimestamp || (!endless && value.number % 1000 == 0);
}

// BSON's strings may have a NUL, and its dates have no microseconds.
bool reads(std::string_view key, const RowType& type) {
  Row row;
  return row.read(key, type) && is_date(row);
}

std::string wanted(std::string_view key, const RowType& type) {
  return reads_row(key, type) ? "a date of BSON: in whole milliseconds, and not infinite" : wanted_row(key, type);
}

bool reads_id(std::string_view key, const RowType& type) {
  Row row;
  return row.read(key, type) && (row[0].null || row[0].text.size() == kObjectIdBytes);
}

std::string wanted_id(std::string_view, const RowType&) { return "an ObjectId: 24 hexadecimal digits"; }

constexpr TypedKeys kValue = {.of_row = hash64<kBinData>, .reads = reads, .wanted = wanted};
constexpr TypedKeys kId = {.of_row = hash64<kObjectId>, .reads = reads_id, .wanted = wanted_id};

RowType row_type(std::span<const double> params) { return row_type_of(params.subspan(kType), 1, true); }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  const RowType type = row_type(params);
  const bool id = type.columns[0] == ColumnType::kBytes && static_cast<BytesAre>(params[kBytesAre]) == kObjectId;
  return {typed_recipe(hash, type, id ? kId : kValue)};
}

/// Where chunk `i` of n begins; chunk 0 begins at the least hash.
std::int64_t begin_of(std::uint64_t i, std::uint64_t n) {
  const auto step = INT64_MAX / static_cast<std::int64_t>(n) * 2;
  const auto above = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(n / 2);  // of even n: of the middle
  if (n % 2 == 0) return above * step;
  return above > 0 ? step / 2 + (above - 1) * step : -(step / 2) + above * step;
}

std::uint64_t chunk_of(std::uint64_t h, std::uint64_t n) {
  const auto hash = static_cast<std::int64_t>(h);
  std::uint64_t low = 0, high = n;  // begins at or before the hash; begins after it
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (begin_of(middle, n) <= hash ? low : high) = middle;
  }
  return low;
}

std::size_t in_a_row(std::size_t chunks, std::size_t shards) { return std::max<std::size_t>(1, chunks / shards); }

std::string bounds_of(std::uint64_t first, std::uint64_t last, std::uint64_t n, std::string_view between) {
  const std::string low = first == 0 ? "MinKey" : signed_decimal(begin_of(first, n));
  return low + std::string(between) + (last + 1 == n ? "MaxKey" : signed_decimal(begin_of(last + 1, n)));
}

// ---- Zones

constexpr std::string_view kRangeOf = " -->> ";  // as ZoneRange::toString() has it

struct ZoneRange {
  std::uint64_t first, last;  ///< chunks
  std::string zone;

  bool operator==(const ZoneRange&) const = default;
};

std::string text_of(const ZoneRange& range, std::uint64_t chunks) {
  return bounds_of(range.first, range.last, chunks, kRangeOf) + "  on  " + range.zone;
}

/// The zones of the initial nodes, in the order in which these name them.
std::vector<std::string> zones_of(const Cluster& cluster) {
  std::vector<std::string> zones;
  for (const Node& node : cluster.initial()) {
    if (!node.zone.empty() && std::find(zones.begin(), zones.end(), node.zone) == zones.end()) {
      zones.push_back(node.zone);
    }
  }
  return zones;
}

Result<ZoneRange> range_of(std::span<const double> params, std::size_t param, const std::vector<std::string>& zones) {
  const auto chunks = static_cast<std::uint64_t>(params[kChunks]);
  const auto option = static_cast<std::size_t>(params[param]);
  if (option > zones.size()) {
    return Error{ErrorCode::unsupported, std::string(kParams[param].key), {"zone {1} does not exist", kZones[option]}};
  }
  for (const std::size_t end : {param + 1, param + 2}) {
    if (params[end] < params[kChunks]) continue;
    const std::string chunk = format_param(kParams[end], params[end]);
    return Error{ErrorCode::out_of_range, std::string(kParams[end].key), {chunk, "0", decimal(chunks - 1)}};
  }
  const auto first = static_cast<std::uint64_t>(params[param + 1]),
             last = static_cast<std::uint64_t>(params[param + 2]);
  if (first <= last) return ZoneRange{first, last, zones[option - 1]};
  return Error{ErrorCode::unsupported,
               std::string(kParams[param + 2].key),
               {"min: {1} should be less than max: {2}", signed_decimal(begin_of(first, chunks)),
                signed_decimal(begin_of(last + 1, chunks))}};
}

Result<std::vector<ZoneRange>> zone_ranges(const BuildInput& input) {
  const auto params = input.params;
  std::vector<ZoneRange> ranges;
  if (static_cast<Balancer>(params[kBalancer]) == kNone) return ranges;
  for (std::size_t i = 0; i < kMostRanges; ++i) {
    const std::size_t param = kZone + 3 * i;
    if (params[param] == 0) break;
    auto range = range_of(params, param, zones_of(input.cluster));
    if (!range.ok()) return range.error();
    for (const ZoneRange& other : ranges) {
      if (other == range.value() || other.last < range.value().first || range.value().last < other.first) continue;
      const auto chunks = static_cast<std::uint64_t>(params[kChunks]);
      return Error{ErrorCode::unsupported,
                   std::string(kParams[param + 1].key),
                   {"Zone range: {1} is overlapping with existing: {2}", text_of(range.value(), chunks),
                    text_of(other, chunks)}};
    }
    ranges.push_back(range.take());
  }
  return ranges;
}

/// Whether some shard of the zone takes chunks: any, while all shards are drained.
bool has_shard(std::span<const Node> nodes, std::string_view zone) {
  const bool drained = std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; });
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const Node& node) { return node.zone == zone && (drained || node.weight > 0); });
}

/// As when a shard is removed, or taken out of its zone: a zone with a range keeps a shard.
Status check_shards(const Cluster& cluster, const std::vector<ZoneRange>& ranges) {
  Replay replay(cluster, Replay::Changes::kAtOnce);
  const ClusterEvent* event = nullptr;
  do {
    for (const ZoneRange& range : ranges) {
      if (has_shard(replay.nodes(), range.zone) || replay.in_command()) continue;
      if (event != nullptr && event->kind == ClusterEvent::Kind::kRelocate) {
        return Error{ErrorCode::unsupported,
                     "nodes[" + event->node.name + "].zone",
                     {"cannot remove a shard from zone if a chunk range is associated with it"}};
      }
      return Error{ErrorCode::unsupported,
                   "nodes",
                   {"Operation not allowed because it would remove the only shard for zone {1} which has a chunk range "
                    "is associated with it",
                    range.zone}};
    }
    event = ranges.empty() ? nullptr : replay.next();
  } while (event != nullptr);
  return Done{};
}

class MongodbPlacement final : public HashRanges {
 public:
  MongodbPlacement(const BuildInput& input, const std::vector<ZoneRange>& ranges)
      : HashRanges(input, SlotRule::by_function(static_cast<std::uint64_t>(input.params[kChunks]), chunk_of, ""),
                   "chunk", row_type(input.params), goes_on_from<MongodbPlacement>(input)) {
    balances_ = static_cast<Balancer>(input.params[kBalancer]) == kChunkCount;
    for (const ZoneRange& range : ranges) zones_.push_back(range.zone);
    std::sort(zones_.begin(), zones_.end());
    zones_.erase(std::unique(zones_.begin(), zones_.end()), zones_.end());
    if (!ranges.empty()) zone_of_.assign(slots_.size(), mongodb::kNoZone);
    for (const ZoneRange& range : ranges) {
      for (std::uint64_t chunk = range.first; chunk <= range.last; ++chunk) {
        zone_of_[static_cast<std::size_t>(chunk)] = number_of(range.zone);
      }
    }
  }

  std::uint64_t memory_bytes() const override { return slots_.size() * (sizeof(NodeId) + sizeof(std::int64_t)); }

 private:
  void deal(const std::vector<const Node*>& nodes) override {
    std::vector<const Node*> sorted = nodes;
    sort_by_name(sorted);
    const std::size_t run = in_a_row(slots_.size(), sorted.size());
    for (std::size_t chunk = 0; chunk < slots_.size(); ++chunk) slots_[chunk] = sorted[chunk / run % sorted.size()]->id;
  }

  void settle(std::span<const Node> nodes, bool joined) override {
    if (!balances_) return HashRanges::settle(nodes, joined);
    balance(nodes);
    balance(nodes);  // without the shards that are empty and gone now
  }

  std::uint32_t number_of(std::string_view zone) const {
    return static_cast<std::uint32_t>(std::lower_bound(zones_.begin(), zones_.end(), zone) - zones_.begin());
  }

  mongodb::Shard shard_of(const Node& node, bool all_drained) const {
    mongodb::Shard shard{.draining = !all_drained && node.weight == 0};
    if (std::binary_search(zones_.begin(), zones_.end(), node.zone)) shard.zones.push_back(number_of(node.zone));
    return shard;
  }

  // Shards that were removed drain as long as they have chunks.
  void balance(std::span<const Node> nodes) {
    const bool drained = std::all_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.weight == 0; });
    std::vector<mongodb::Shard> shards;
    std::vector<NodeId> ids;
    std::vector<std::uint32_t> number_by_id;  // 1 + the number in `shards`
    const auto list = [&](NodeId id, mongodb::Shard shard) {
      if (number_by_id.size() <= index_of(id)) number_by_id.resize(index_of(id) + std::size_t{1});
      if (number_by_id[index_of(id)] != 0) return;
      ids.push_back(id);
      shards.push_back(std::move(shard));
      number_by_id[index_of(id)] = static_cast<std::uint32_t>(ids.size());
    };
    for (const Node& node : nodes) list(node.id, shard_of(node, drained));
    std::vector<mongodb::Chunk> chunks;
    std::vector<std::size_t> slots;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      if (slots_[slot] == kNoNode) continue;
      list(slots_[slot], {.draining = true});
      chunks.push_back(
          {number_by_id[index_of(slots_[slot])] - 1, zone_of_.empty() ? mongodb::kNoZone : zone_of_[slot]});
      slots.push_back(slot);
    }
    mongodb::balance(shards, chunks, static_cast<std::uint32_t>(zones_.size()));
    for (std::size_t i = 0; i < slots.size(); ++i) slots_[slots[i]] = ids[chunks[i].shard];
  }

  void explain_range(std::uint64_t chunk, Trace& trace) const override {
    if (zone_of_.empty() || zone_of_[static_cast<std::size_t>(chunk)] == mongodb::kNoZone) return;
    trace.push_back({"zone", zones_[zone_of_[static_cast<std::size_t>(chunk)]]});
  }

  std::string_view function() const override { return "MD5(seed, type, value)"; }

  std::string choice(std::uint64_t h) const override {
    return "chunk of " + signed_decimal(static_cast<std::int64_t>(h)) + ", of " + decimal(slots_.size());
  }

  std::string bounds(std::uint64_t chunk) const override {
    return bounds_of(chunk, chunk, slots_.size(), " ≤ hash < ");
  }

  std::vector<std::string> zones_;      // that have a range, in order of their names
  std::vector<std::uint32_t> zone_of_;  // by chunk; empty: no zone has a range
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kTakes, row_type(input.params)); !known.ok()) return known.error();
  const auto ranges = zone_ranges(input);
  if (!ranges.ok()) return ranges.error();
  if (const auto kept = check_shards(input.cluster, ranges.value()); !kept.ok()) return kept.error();
  return make_placement<MongodbPlacement>(input, ranges.value());
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("MongoDB", node); }

Traits traits(std::span<const double> params) {
  if (static_cast<Balancer>(params[kBalancer]) == kNone) return kRangesTraits;
  return {Trait::kAnyRemoval, Trait::kHistory, Trait::kLooseWeights, Trait::kMovesByHand};
}

// Of the chunks beyond the rows, the first shards have one row more, of which the last may be short.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto chunks = static_cast<std::size_t>(params[kChunks]);
  const std::size_t run = in_a_row(chunks, nodes);
  std::vector<mongodb::Chunk> dealt;
  for (std::size_t i = 0; i < chunks; ++i) dealt.push_back({static_cast<std::uint32_t>(i / run % nodes)});
  if (static_cast<Balancer>(params[kBalancer]) == kChunkCount) {
    mongodb::balance(std::vector<mongodb::Shard>(nodes), dealt, 0);
  }
  std::vector<double> held(nodes);
  for (const mongodb::Chunk& chunk : dealt) ++held[chunk.shard];
  const double mean = static_cast<double>(chunks) / static_cast<double>(nodes);
  double squares = 0;
  for (const double count : held) squares += (count - mean) * (count - mean);
  return std::sqrt(squares / static_cast<double>(nodes)) / mean;
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "A shard without a primary answers for none of its chunks until its replica set has elected one: the "
              "balancer does not move them.",
     .source = "MongoDB manual, Replica set elections and Sharded cluster high availability"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules mongodb_down;
constinit const DownRules mongodb_down = kDown;

extern const Strategy mongodb_strategy;
constinit const Strategy mongodb_strategy{
    .id = "mongodb",
    .title = "MongoDB hashed keys",
    .family = Family::kTable,
    .summary = "Chunks are equal ranges of a field’s hash, and each shard begins with some of them in a row.",
    .limits = "The balancer counts chunks, as until 6.0.2: later ones go by bytes, and are not shown.",
    .source =
        "MongoDB’s hasher.cpp, initial_split_policy.cpp, balancer_policy.cpp; rows derived, what its tests publish",
    .lookup = "O(log n)",
    .traits = kRangesTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .entry = "chunk",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

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
// rule from the keys alone. So nothing moves here but by hand (moveRange, moveChunk); of a shard that is removed,
// chunks go one by one to the shard with the fewest. Zones are not shown, nor is a chunk's split.

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

namespace reshard {
namespace {

enum Param { kChunks, kType, kBytesAre };
enum BytesAre { kBinData, kObjectId };

constexpr std::string_view kBytesForms[] = {"bindata", "objectid"};
constexpr std::size_t kObjectIdBytes = 12;

constexpr ParamSpec kParams[] = {
    {.key = "chunks",
     .label = "Chunks",
     .min = 1,
     .max = 8192,
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "chunks"},
    type_param(),
    only_with(choice_param("bytes_are", "Bytes", kBytesForms), {"type", 1u << 1}),  // the second of the types
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

class MongodbPlacement final : public HashRanges {
 public:
  explicit MongodbPlacement(const BuildInput& input)
      : HashRanges(input, SlotRule::by_function(static_cast<std::uint64_t>(input.params[kChunks]), chunk_of, ""),
                   "chunk", row_type(input.params), goes_on_from<MongodbPlacement>(input)) {}

  std::uint64_t memory_bytes() const override { return slots_.size() * (sizeof(NodeId) + sizeof(std::int64_t)); }

 private:
  void deal(const std::vector<const Node*>& nodes) override {
    std::vector<const Node*> sorted = nodes;
    sort_by_name(sorted);
    const std::size_t run = in_a_row(slots_.size(), sorted.size());
    for (std::size_t chunk = 0; chunk < slots_.size(); ++chunk) slots_[chunk] = sorted[chunk / run % sorted.size()]->id;
  }

  std::string_view function() const override { return "MD5(seed, type, value)"; }

  std::string choice(std::uint64_t h) const override {
    return "chunk of " + signed_decimal(static_cast<std::int64_t>(h)) + ", of " + decimal(slots_.size());
  }

  std::string bounds(std::uint64_t chunk) const override {
    const std::string low = chunk == 0 ? "MinKey" : signed_decimal(begin_of(chunk, slots_.size()));
    const bool last = chunk + 1 == slots_.size();
    return low + " ≤ hash < " + (last ? "MaxKey" : signed_decimal(begin_of(chunk + 1, slots_.size())));
  }
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(kTakes, row_type(input.params)); !known.ok()) return known.error();
  return make_placement<MongodbPlacement>(input);
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("MongoDB", node); }

// Of the chunks beyond the rows, the first shards have one row more, of which the last may be short.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto chunks = static_cast<std::size_t>(params[kChunks]);
  const std::size_t run = in_a_row(chunks, nodes);
  const double mean = static_cast<double>(chunks) / static_cast<double>(nodes);
  double squares = 0;
  for (std::size_t shard = 0; shard < nodes; ++shard) {
    std::size_t held = 0;
    for (std::size_t first = shard * run; first < chunks; first += nodes * run) held += std::min(run, chunks - first);
    squares += (static_cast<double>(held) - mean) * (static_cast<double>(held) - mean);
  }
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
    .limits = "The balancer, which goes by bytes, is not shown: chunks move by hand, and from a shard that is removed.",
    .source = "MongoDB’s hasher.cpp and initial_split_policy.cpp; rows derived from them, 32 hashes that it publishes",
    .lookup = "O(log n)",
    .traits = kRangesTraits,
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .expected_spread = expected_spread,
    .entry = "chunk",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

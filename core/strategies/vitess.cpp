// Vitess: a vindex makes a keyspace id of a column, and shards are ranges of ids: "-40", "40-80", "80-".
//
// hash: DES with a zero key of the number (bigint unsigned above 2^63 - 1 is written as the negative number with its
// bits); xxhash: XXH64 of the value's text, least significant byte first; binary_md5: MD5; numeric: the number;
// reverse_bits: its bits in reverse order. Ids are byte strings of 8 bytes (MD5: 16), and so are the ends of ranges, of
// which an id has more bytes: "40-80" has every id whose first byte is 0x40 to 0x7f. Vitess' own code is
// go/vt/vtgate/vindexes and go/vt/key; rows are from Go's crypto/des and crypto/md5, which it calls, and libxxhash.
//
// Where all nodes have names of ranges, these are the shards, and have to cover every id. While shards are split or
// merged, there are old and new ones: as in Vitess, a shard that overlaps one that serves does not serve before that
// one is gone. Else the nodes are n shards as GenerateShardRanges() cuts them. It computes the edges in doubles, and
// for 49 shards, and some other numbers, the last edge comes out as 255 of 256: the last shard is "fa-ff", and nobody
// has the ids from ff on.

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/des.h"
#include "core/partitioners/partitioner.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/typed_key.h"

namespace reshard {
namespace {

enum Param { kVindex, kType };
enum Vindex { kXxhash, kHash, kBinaryMd5, kNumeric, kReverseBits };

constexpr std::string_view kVindexes[] = {"xxhash", "hash", "binary_md5", "numeric", "reverse_bits"};
constexpr ParamSpec kParams[] = {choice_param("vindex", "Primary vindex", kVindexes), type_param()};

constexpr ColumnTypes kNumbers = {ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16};
constexpr ColumnTypes kTexts = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32,
                                ColumnType::kInt16};

// A value as MySQL writes it: a number is its digits, NULL is nothing.
std::string text_of(const Value& value) {
  return kNumbers.has(value.type) && !value.null ? signed_decimal(value.number) : std::string(value.text);
}

std::uint64_t number_of(const Row& row) { return static_cast<std::uint64_t>(row[0].number); }

std::uint64_t hash_id(const Row& row) { return des_with_zero_key(number_of(row)); }

std::uint64_t xxhash_id(const Row& row) {
  return load_be64(std::string_view(NumberBytes<8>::little(xxh64(text_of(row[0])))).data());
}

std::uint64_t md5_id(const Row& row) { return load_be64(md5(text_of(row[0])).data()); }

std::uint64_t reversed(const Row& row) {
  std::uint64_t bits = number_of(row), out = 0;
  for (int i = 0; i < 64; ++i, bits >>= 1) out = out << 1 | (bits & 1);
  return out;
}

struct VindexRule {
  TypedKeys number;  ///< the id's first 8 bytes
  ColumnTypes takes;
  std::string_view formula;
  bool nulls = false;
};
constexpr VindexRule kRules[] = {
    {{xxhash_id}, kTexts, "XXH64(text)", true},
    {{hash_id}, kNumbers, "DES(value)"},
    {{md5_id}, kTexts, "MD5(text)"},
    {{number_of}, kNumbers, "value"},
    {{reversed}, kNumbers, "reverse(value)"},
};

const VindexRule& rule_of(std::span<const double> params) { return kRules[static_cast<std::size_t>(params[kVindex])]; }

RowType row_type(std::span<const double> params) {
  return row_type_of(params.subspan(kType), 1, rule_of(params).nulls);
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {typed_recipe(hash, row_type(params), rule_of(params).number)};
}

std::string hex_of(std::uint64_t id) { return hex64(id).substr(2); }

/// A range of ids, by their first 8 bytes.
struct Shard {
  std::uint64_t first = 0, last = 0;
  NodeId node = kNoNode;
  std::string name = {};
  bool cut = false;  ///< by GenerateShardRanges(): else the node has this name
};

// ---- Ranges that Vitess' GenerateShardRanges() makes

std::string digits_of(unsigned edge, unsigned top) { return hex_of(edge).substr(top == 256 ? 14 : 12); }

// Where shard i of n ends, of `top` parts; a double's rounding may lose the last.
unsigned edge_of(unsigned i, std::size_t n, unsigned top) {
  return static_cast<unsigned>(static_cast<double>(i) * (static_cast<double>(top) / static_cast<double>(n)));
}

unsigned parts_of(std::size_t n) { return n <= 256 ? 256 : 65536; }

std::vector<Shard> equal_shards(std::span<const Node> nodes) {
  const unsigned top = parts_of(nodes.size());
  const std::uint64_t width = ~std::uint64_t{0} / top + 1;
  std::vector<Shard> shards;
  unsigned begin = 0;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    const unsigned end = edge_of(i + 1, nodes.size(), top);
    std::string name = (begin == 0 ? "" : digits_of(begin, top)) + "-" + (end == top ? "" : digits_of(end, top));
    shards.push_back({begin * width, end * width - 1, nodes[i].id, std::move(name), true});
    begin = end;
  }
  return shards;
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto n = static_cast<double>(nodes);
  if (static_cast<Vindex>(params[kVindex]) == kNumeric) return std::sqrt(n - 1);  // ids may all be in one shard
  const unsigned top = parts_of(nodes), ends = edge_of(static_cast<unsigned>(nodes), nodes, top);
  const double mean = ends / n;
  double squares = 0;
  for (unsigned i = 0; i < nodes; ++i) {
    const double off = edge_of(i + 1, nodes, top) - edge_of(i, nodes, top) - mean;
    squares += off * off;
  }
  return std::sqrt(squares / n) / mean;
}

// ---- Ranges that nodes are named by

bool is_edge(std::string_view text) {
  return text.size() % 2 == 0 && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_range(std::string_view name) {
  const std::size_t dash = name.find('-');
  return dash != std::string_view::npos && is_edge(name.substr(0, dash)) && is_edge(name.substr(dash + 1));
}

// No server has such a name: so its neighbours are meant as ranges too.
bool is_open_range(std::string_view name) { return is_range(name) && (name.front() == '-' || name.back() == '-'); }

Error refused(std::string_view name, std::initializer_list<std::string_view> words) {
  return {ErrorCode::unsupported, "nodes[" + std::string(name) + "]", words};
}

std::uint64_t edge_value(std::string_view hex) {
  std::string digits(hex);
  digits.resize(16, '0');
  return parse_hex64(digits).value();
}

Result<Shard> range_of(const Node& node) {
  const std::size_t dash = node.name.find('-');
  const std::string begin = node.name.substr(0, dash), end = node.name.substr(dash + 1);
  constexpr std::size_t kMostDigits = 16;
  if (std::max(begin.size(), end.size()) > kMostDigits) {
    return refused(node.name, {"the ends of a shard's range have at most {1} digits here", decimal(kMostDigits)});
  }
  const std::uint64_t first = edge_value(begin), after = edge_value(end);
  if (!end.empty() && first >= after) {
    return refused(node.name, {"out of order keys: {1} is not strictly smaller than {2}", begin, end});
  }
  return Shard{first, after - 1, node.id, node.name};
}

/// The shards that serve: from those that begin where the last one ends, the first node's, if others lead on to the
/// end.
class Serving {
 public:
  explicit Serving(std::vector<Shard> shards) : shards_(std::move(shards)) {
    // In order of their ends, from the last: a shard leads to the end if some shard that begins after it does.
    for (std::uint32_t i = 0; i < shards_.size(); ++i) by_first_.push_back(i);
    std::stable_sort(by_first_.begin(), by_first_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return shards_[a].first < shards_[b].first; });
    leads_.resize(shards_.size());
    for (std::size_t at = by_first_.size(); at-- > 0;) {
      const Shard& shard = shards_[by_first_[at]];
      leads_[by_first_[at]] = shard.last == ~std::uint64_t{0} || next(shard.last + 1) != nullptr;
    }
  }

  Result<std::vector<Shard>> all() const {
    std::vector<Shard> serving;
    for (const Shard* shard = next(0);; shard = next(shard->last + 1)) {
      if (shard == nullptr) return gap();
      serving.push_back(*shard);
      if (shard->last == ~std::uint64_t{0}) return serving;
    }
  }

 private:
  // The first node's shard that begins here and leads to the end.
  const Shard* next(std::uint64_t first) const {
    auto at = std::lower_bound(by_first_.begin(), by_first_.end(), first,
                               [&](std::uint32_t i, std::uint64_t id) { return shards_[i].first < id; });
    for (; at != by_first_.end() && shards_[*at].first == first; ++at) {
      if (leads_[*at]) return &shards_[*at];
    }
    return nullptr;
  }

  // In the words of ValidateSrvKeyspace (go/vt/topo, OrderAndCheckPartitions): the first place where two neighbours do
  // not meet.
  Error gap() const {
    const Shard* before = &shards_[by_first_.front()];
    if (before->first != 0)
      return refused(before->name,
                     {"the keyspace does not start with min key: nobody has -{1}", edge_text(before->first)});
    for (const std::uint32_t i : by_first_) {
      const Shard& shard = shards_[i];
      if (&shard == before || shard.first == before->first) {
        if (shard.last > before->last) before = &shard;
        continue;
      }
      if (before->last == ~std::uint64_t{0} || shard.first != before->last + 1) {
        return refused(shard.name, {"non-contiguous KeyRange values at shard {1} to {2}: {3} != {4}", before->name,
                                    shard.name, edge_text(before->last + 1), edge_text(shard.first)});
      }
      before = &shard;
    }
    return refused(before->name,
                   {"the keyspace does not end with max key: nobody has {1}-", edge_text(before->last + 1)});
  }

  static std::string edge_text(std::uint64_t id) {
    std::string digits = hex_of(id);
    while (digits.size() > 2 && digits.ends_with("00")) digits.resize(digits.size() - 2);
    return digits;
  }

  std::vector<Shard> shards_;
  std::vector<std::uint32_t> by_first_;
  std::vector<bool> leads_;
};

Result<std::vector<Shard>> shards_of(const Cluster& cluster) {
  const auto nodes = cluster.nodes();
  const auto is_named = [](const Node& node) { return is_range(node.name); };
  const auto other = std::find_if_not(nodes.begin(), nodes.end(), is_named);
  if (other != nodes.end()) {
    const bool some =
        std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return is_open_range(node.name); });
    if (!some) return equal_shards(nodes);
    return Error{ErrorCode::malformed, "nodes[" + other->name + "]", {other->name, "a shard's range: -40, 40-80, 80-"}};
  }
  std::vector<Shard> shards;
  for (const Node& node : nodes) {
    auto shard = range_of(node);
    if (!shard.ok()) return shard.error();
    shards.push_back(shard.take());
  }
  return Serving(std::move(shards)).all();
}

class VitessPlacement final : public Placement {
 public:
  VitessPlacement(std::vector<Shard> shards, std::span<const double> params)
      : shards_(std::move(shards)),
        rule_(rule_of(params)),
        type_(row_type(params)),
        md5_(static_cast<Vindex>(params[kVindex]) == kBinaryMd5) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const Shard* shard = shard_of(keys.hash(i));
      owners[i] = shard == nullptr ? kNoNode : shard->node;
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace;
    explain_row(key, type_, nullptr, trace);
    trace.push_back({"function", std::string(rule_.formula)});
    const std::string id = hex_of(key.hash());
    trace.push_back({"keyspace id", md5_ ? id + "…" : id});
    const Shard* shard = shard_of(key.hash());
    if (shard == nullptr) {
      trace.push_back({"shard", "no shard ends at ff: nobody has ff-"});
      trace.push_back({"unplaced", "ff-"});
      return trace;
    }
    trace.push_back({"shard", shard->name, shard->node});
    trace.push_back(owner_step(shard->node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    constexpr double kIds = 18446744073709551616.0;
    IntervalPicture picture;
    for (const Shard& shard : shards_) {
      const double begin = static_cast<double>(shard.first) / kIds, end = static_cast<double>(shard.last) / kIds;
      if (!picture.intervals.empty()) picture.intervals.back().end = begin;
      picture.intervals.push_back({begin, end, shard.node, shard.cut ? shard.name : ""});
    }
    const bool whole = shards_.back().last == ~std::uint64_t{0};
    if (whole) picture.intervals.back().end = 1;
    if (!whole) picture.intervals.push_back({picture.intervals.back().end, 1, kNoNode, "ff-"});
    const std::size_t at = number_of_shard(key.hash());
    const auto& interval = picture.intervals[at];
    const double position = static_cast<double>(key.hash()) / kIds;
    const bool inside = interval.begin <= position && position < interval.end;
    picture.key_position = inside ? position : (interval.begin + interval.end) / 2;  // the id was rounded
    return picture;
  }

  std::uint64_t memory_bytes() const override { return shards_.size() * (sizeof(NodeId) + 2 * sizeof(std::uint64_t)); }

 private:
  std::size_t number_of_shard(std::uint64_t id) const {
    const auto after = std::lower_bound(shards_.begin(), shards_.end(), id,
                                        [](const Shard& shard, std::uint64_t of) { return shard.last < of; });
    return static_cast<std::size_t>(after - shards_.begin());
  }

  const Shard* shard_of(std::uint64_t id) const {
    const std::size_t number = number_of_shard(id);
    return number < shards_.size() ? &shards_[number] : nullptr;
  }

  std::vector<Shard> shards_;  // in order, without gaps from the first
  const VindexRule& rule_;
  RowType type_;
  bool md5_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (const auto known = check_types(rule_of(input.params).takes, row_type(input.params)); !known.ok()) {
    return known.error();
  }
  auto shards = shards_of(input.cluster);
  if (!shards.ok()) return shards.error();
  return make_placement<VitessPlacement>(shards.take(), input.params);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "No other shard has its range: writes fail until VTOrc has made one of the shard’s replicas its primary.",
     .source = "Vitess documentation, VTOrc and Reparenting"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules vitess_down;
constinit const DownRules vitess_down = kDown;

extern const Strategy vitess_strategy;
constinit const Strategy vitess_strategy{
    .id = "vitess",
    .title = "Vitess key ranges",
    .family = Family::kTable,
    .summary =
        "A vindex hashes a column, and a shard is a range of ids: name nodes -40, 40-80, 80- to split one of them.",
    .limits =
        "Nodes of other names are equal ranges, cut anew for each number of them; as in Vitess, 49 leave ff- to nobody.",
    .source = "Vitess, go/vt/vtgate/vindexes and go/vt/key; rows from Go 1.19.8’s crypto, libxxhash and OpenSSL",
    .lookup = "O(log n)",
    .traits = {Trait::kAnyRemoval, Trait::kMayLeaveUnplaced},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

// Rendezvous hashing in its simplest form: each node scores the hash of its name and the key in one text; the best
// wins.
//
// D. Thaler and C. Ravishankar, IEEE/ACM Transactions on Networking 6(1), 1998, as people write it: any hash function
// of the general list, name or key first, a mark between them, the largest hash or the smallest, and what decides a
// tie.
// * Caddy up to 2.6.2 is key+node under FNV-1a 32, 2.6.4 to 2.7.6 node+key, from 2.8 node+key under XXH64; a node is
//   "127.0.0.1:42001", and the first of equals wins.
// * dialect pymemcache: pymemcache 3.5.2, HashClient with its RendezvousHash (client/hash.py, rendezvous.py,
//   murmur3.py): MurmurHash3 x86_32, seed 0, of "host:port-key"; a socket is its path. Unsigned, the largest wins, of
//   equals the greater name. Its murmur3_32 reads a str, and of each character the lowest 8 bits only: "\u0441"
//   (0x0441) counts as "A" (keys that are not ASCII need allow_unicode_keys). A key of type bytes is hashed as Python
//   prints it: b'key' with the b and the quotes, so b"key" and "key" are on different servers.

#include <algorithm>

#include "core/hash/functions.h"
#include "core/placement/dialects.h"
#include "core/placement/scored_placement.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/python_repr.h"

namespace reshard {
namespace {

enum Param { kDialect, kText, kSeparator, kWins, kTies, kKeyType };
enum Text { kNodeKey, kKeyNode };
enum Wins { kLargest, kSmallest };
enum Ties { kFirst, kLast, kName };

constexpr std::string_view kDialects[] = {"plain", "pymemcache"};
constexpr std::string_view kTexts[] = {"node+key", "key+node"};
constexpr std::string_view kSeparatorIds[] = {"none", "hyphen", "colon", "dot", "underscore", "sharp", "slash", "bar"};
constexpr std::string_view kSeparators[] = {"", "-", ":", ".", "_", "#", "/", "|"};
constexpr std::string_view kWinners[] = {"largest", "smallest"};
constexpr std::string_view kTieRules[] = {"first", "last", "name"};
constexpr std::string_view kKeyTypes[] = {"str", "bytes"};
constexpr ParamSpec::Condition kPlain = {"dialect", 1u << 0}, kPymemcache = {"dialect", 1u << 1};

constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kDialects),
    only_with(choice_param("text", "What is hashed", kTexts), kPlain),
    only_with(choice_param("separator", "Between them", kSeparatorIds), kPlain),
    only_with(choice_param("wins", "The owner has", kWinners), kPlain),
    only_with(choice_param("ties", "Of equal hashes", kTieRules), kPlain),
    only_with(choice_param("key_type", "Type of the keys", kKeyTypes), kPymemcache),
};

bool is_pymemcache(std::span<const double> params) { return params[kDialect] == 1; }

/// What pymemcache's murmur3_32 reads of a str: the lowest 8 bits of each character.
std::string low_bytes(std::string_view text) {
  const std::string units = to_utf16(text);
  std::string low;
  for (std::size_t at = 0; at < units.size(); at += 2) {
    const auto high = static_cast<unsigned char>(units[at + 1]);
    const bool second_half = (high & 0xFC) == 0xDC;  // of a character above 0xFFFF, with its lowest 8 bits
    const bool first_half = (high & 0xFC) == 0xD8;
    if (!first_half || second_half) low += units[at];
  }
  return low;
}

std::string pymemcache_server(const std::string& name) {
  if (name.starts_with("unix:")) return name.substr(5);
  if (name.starts_with('/')) return name;
  Endpoint parts = endpoint(name);
  if (name.starts_with('[') && name.ends_with(']')) parts = {name, {}};
  if (parts.host.starts_with('[')) parts.host = parts.host.substr(1, parts.host.size() - 2);
  return std::string(parts.host) + ":" + std::string(parts.port.empty() ? "11211" : parts.port);
}

/// A hash, and what decides between equal ones.
struct PlainScore {
  std::uint64_t value;  ///< larger is better; the hash's bits are the uppermost
  std::uint32_t rank;   ///< larger is better

  bool operator<(const PlainScore& other) const {
    return value != other.value ? value < other.value : rank < other.rank;
  }
};

struct PlainRules {
  const HashFunction* hash;
  unsigned width;  ///< bits of a hash
  bool key_first, smallest, quoted, characters;
};

class PlainNodes {
 public:
  static constexpr bool kReadsNames = true;

  /// `texts`: by position, with the separator; `ranks`: likewise.
  PlainNodes(const PlainRules& rules, std::vector<std::string> texts, std::vector<std::uint32_t> ranks,
             std::vector<NodeId> nodes)
      : rules_(rules), texts_(std::move(texts)), ranks_(std::move(ranks)), nodes_(std::move(nodes)) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t n) const { return nodes_[n]; }

  PlainScore score(const ScoredKey& key, std::uint32_t n) const {
    std::string& text = key.scratch;
    if (rules_.quoted) {
      text.assign(texts_[n]).append("b").append(python_repr(key.name, true));
    } else if (rules_.characters) {
      text.assign(texts_[n]).append(low_bytes(key.name));
    } else if (rules_.key_first) {
      text.assign(key.name).append(texts_[n]);
    } else {
      text.assign(texts_[n]).append(key.name);
    }
    const std::uint64_t hash = rules_.hash->hash64(text, 0) << (64 - rules_.width);
    return {rules_.smallest ? ~hash : hash, ranks_[n]};
  }

  static std::uint32_t standing(PlainScore score) { return static_cast<std::uint32_t>(score.value >> 32); }
  static PlainScore least(std::uint32_t standing) { return {std::uint64_t{standing} << 32, 0}; }
  double share(PlainScore score) const { return static_cast<double>(score.value >> 11) * 0x1p-53; }
  /// The hash, and the place among equal ones, from the worst.
  std::string text(PlainScore score) const {
    const std::uint64_t hash = (rules_.smallest ? ~score.value : score.value) >> (64 - rules_.width);
    return hex64(hash) + ", " + decimal(score.rank);
  }
  std::uint64_t memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const std::string& text : texts_) bytes += text.size();
    return bytes;
  }

 private:
  PlainRules rules_;
  std::vector<std::string> texts_;
  std::vector<std::uint32_t> ranks_;
  std::vector<NodeId> nodes_;
};

std::vector<std::uint32_t> ranks_of(Ties ties, std::span<const std::string> names) {
  std::vector<std::uint32_t> order(names.size()), ranks(names.size());
  for (std::uint32_t n = 0; n < order.size(); ++n) order[n] = n;
  if (ties == kName) {
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return names[a] != names[b] ? names[a] < names[b] : a < b; });
  } else if (ties == kFirst) {
    std::reverse(order.begin(), order.end());
  }
  for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
  return ranks;
}

Result<std::unique_ptr<Placement>> build_with(const BuildInput& input, const PlainRules& rules,
                                              std::span<const std::string> names, std::string_view mark, Ties ties) {
  std::vector<std::string> texts;
  for (const std::string& name : names) {
    texts.push_back(rules.key_first ? std::string(mark) + name : name + std::string(mark));
    if (rules.characters || rules.quoted) texts.back() = low_bytes(texts.back());
  }
  const auto ids = ids_by_position(input.cluster);
  return make_placement<ScoredPlacement<PlainNodes>>(PlainNodes(rules, std::move(texts), ranks_of(ties, names), ids),
                                                     ids);
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto params = input.params;
  const bool of_pymemcache = is_pymemcache(params);
  std::vector<std::string> names;
  for (const Node& node : input.cluster.nodes()) {
    names.push_back(of_pymemcache ? pymemcache_server(node.name) : node.name);
  }
  if (of_pymemcache) {
    const bool bytes = params[kKeyType] == 1;
    return build_with(input, {&murmur3_32_hash, 32, false, false, bytes, !bytes}, names, "-", kName);
  }
  if (input.hash.accepts != nullptr) {
    return Error{ErrorCode::unsupported,
                 "hash",
                 {"names and keys in one text are more than {1} can hash", std::string(input.hash.id)}};
  }
  const auto separator = static_cast<std::size_t>(params[kSeparator]);
  return build_with(input,
                    {&input.hash, std::min(64u, input.hash.bits), static_cast<Text>(params[kText]) == kKeyNode,
                     static_cast<Wins>(params[kWins]) == kSmallest, false, false},
                    names, kSeparators[separator], static_cast<Ties>(params[kTies]));
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  if (is_pymemcache(params)) return {{.hash = &murmur3_32_hash, .reads_text = params[kKeyType] == 0}};
  return {{&hash}};
}

std::span<const OfferedHash> hashes(std::span<const double> params) {
  static constexpr OfferedHash kMurmur[] = {{&murmur3_32_hash, {}}};
  if (is_pymemcache(params)) return kMurmur;
  return {};
}

Status fits(const Node& node, std::span<const double> params) {
  if (!is_pymemcache(params)) return Done{};
  if (const Status address = check_address("pymemcache", node); !address.ok()) return address;
  return check_no_weight("pymemcache", node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words =
         "After retry_attempts failures the client takes the server out of its hasher: each key goes to the server with "
         "the next highest hash, and returns after dead_timeout.",
     .source = "pymemcache 3.5.2, client/hash.py, remove_server() and _retry_dead()",
     .with = kPymemcache},
    {.does = Failover::kNext,
     .words = "Clients take the node with the next best hash that is up.",
     .source = "Thaler and Ravishankar, IEEE/ACM ToN 6(1), 1998, section 3"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules rendezvous_plain_down;
constinit const DownRules rendezvous_plain_down = kDown;

extern const Strategy rendezvous_plain_strategy;
constinit const Strategy rendezvous_plain_strategy{
    .id = "rendezvous_plain",
    .title = "Rendezvous by plain hash",
    .family = Family::kRendezvous,
    .summary = "A node’s name and the key hashed as one text, as clients write it in a few lines: the best hash wins.",
    .limits =
        "Every lookup hashes a text for every node; a weak hash of names that differ in their last digit is uneven.",
    .source = "Thaler and Ravishankar, IEEE/ACM ToN 6(1), 1998; pymemcache 3.5.2, Caddy 2.6.2",
    .lookup = "O(n)",
    .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_32",
    .hashes_with = hashes,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard

// Modulo: owner = node number h(key) mod n.
//
// The strategy that everybody starts with. From n to n + 1 nodes a key stays only if h mod n = h mod (n + 1), which
// holds for n of n (n + 1) residues: 1/(n + 1) of the keys stay. From n to k n nodes, a key of node p goes to one of p,
// p + n, …, p + (k - 1) n, so an old shard splits only into these.
//
// Which number a digest is, is a dialect too: Python's hash() is signed, and its remainder is that of the signed number,
// never negative; int(md5(key).hexdigest(), 16) is all of the digest.
//
// memcached's clients have it too. libmemcached 1.1.4 (MEMCACHED_DISTRIBUTION_MODULA) has no weights; twemproxy 0.5.0
// (`distribution: modula`) and python-memcached 1.59 give a server as many consecutive entries as its weight.

#include <algorithm>
#include <tuple>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/placement/dialects.h"
#include "core/placement/digest_words.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/strategy.h"
#include "core/placement/systems/memcached_hashes.h"

namespace reshard {

extern const Strategy modulo_strategy;

namespace {

enum Param { kDialect, kEject, kNumber };
enum Eject { kEjected, kKept };
constexpr std::string_view kEjects[] = {"true", "false"};
enum Number { kUnsigned, kSigned, kDigest };
constexpr std::string_view kNumbers[] = {"unsigned", "signed", "digest"};

struct Dialect {
  std::string_view id;
  Recipe (*recipe)(const HashFunction& hash) = nullptr;  ///< of keys; null: people choose how a hash is a number
  std::span<const OfferedHash> (*hashes)() = nullptr;    ///< null: every general one
  bool knows_weights = false;                            ///< a server has as many entries as its weight
  bool sorts = false;                                    ///< servers by name
  bool ejects = false;                                   ///< has an option to leave dead servers out
};

constexpr Dialect kDialects[] = {
    {.id = "plain"},
    {.id = "libmemcached", .recipe = libmemcached_recipe, .hashes = libmemcached_hashes, .ejects = true},
    {.id = "twemproxy",
     .recipe = twemproxy_recipe,
     .hashes = twemproxy_hashes,
     .knows_weights = true,
     .sorts = true,
     .ejects = true},
    {.id = "python_memcached",
     .recipe = python_memcached_recipe,
     .hashes = python_memcached_hashes,
     .knows_weights = true},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    only_with(choice_param("eject", "Eject dead servers", kEjects), with_dialects(kDialects, &Dialect::ejects)),
    only_with(choice_param("number", "Hash as a number", kNumbers), with_dialect(kDialects, "plain")),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

// Dialects with a recipe read their hash in their own way.
Number number_of(std::span<const double> params) {
  return dialect_of(params).recipe == nullptr ? static_cast<Number>(params[kNumber]) : kUnsigned;
}

std::vector<Recipe> plain_recipes(Number number, const HashFunction& hash) {
  if (number != kDigest) return {{&hash}};
  const Recipe words[] = {{&hash, 0, digest_word<0>}, {&hash, 0, digest_word<1>}, {&hash, 0, digest_word<2>}};
  return {words, words + digest_words(hash.bits)};
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  const auto recipe = dialect_of(params).recipe;
  if (recipe == nullptr) return plain_recipes(number_of(params), hash);
  return {recipe(hash)};
}

// Which number a key's digest is, and what is left of it.
class Dividend {
 public:
  Dividend(std::span<const double> params, const HashFunction& hash) : number_(number_of(params)), bits_(hash.bits) {}

  bool is_hash() const { return number_ == kUnsigned; }

  std::uint64_t modulo(std::uint64_t n, const KeyBlock& keys, std::uint32_t i) const {
    switch (number_) {
      case kUnsigned: return keys.hash(i) % n;
      case kSigned: return signed_modulo(keys.hash(i), n);
      case kDigest: return digest_modulo(n, keys, i);
    }
    check_failed("a number", __FILE__, __LINE__);
  }

  std::string written(const SingleKey& key) const {
    switch (number_) {
      case kUnsigned: return decimal(key.hash());
      case kSigned: return signed_decimal(static_cast<std::int64_t>(key.hash()));
      case kDigest: break;
    }
    std::string digits = "0";
    for (std::size_t word = 0; word < digest_words(bits_); ++word) {
      for (unsigned shift = bits_of_word(bits_, word); shift > 0; shift -= 16) {
        append_word(digits, static_cast<unsigned>(key.hash(word) >> (shift - 16) & 0xffff));
      }
    }
    return digits;
  }

 private:
  // Of 2^64 - h, for negative numbers: what is left is never negative.
  static std::uint64_t signed_modulo(std::uint64_t h, std::uint64_t n) {
    if (h >> 63 == 0) return h % n;
    return (n - (0 - h) % n) % n;
  }

  std::uint64_t digest_modulo(std::uint64_t n, const KeyBlock& keys, std::uint32_t i) const {
    constexpr std::uint64_t kHalf = 0xFFFFFFFFu;  // there are fewer nodes, so half a word can follow what is left
    std::uint64_t rest = 0;
    for (std::size_t word = 0; word < digest_words(bits_); ++word) {
      const std::uint64_t number = keys.columns[word][i];
      const unsigned bits = bits_of_word(bits_, word);
      if (bits > 32) rest = (rest << (bits - 32) | number >> 32) % n;
      rest = (rest << std::min(bits, 32u) | (number & kHalf)) % n;
    }
    return rest;
  }

  Number number_;
  unsigned bits_;  // of the digest
};

class ModuloPlacement final : public Placement {
 public:
  ModuloPlacement(std::vector<NodeId> entries, const BuildInput& input)
      : entries_(std::move(entries)),
        dividend_(input.params, input.hash),
        read_(recipes(input.params, input.hash)[0]),
        down_(down_nodes(input.cluster)) {}

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      owners[std::size_t{i} * replicas] = look(keys.hash(i), [](std::uint64_t, NodeId) {});
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    trace.push_back({"hash", decimal(key.hash())});
    const NodeId server = look(key.hash(), [&](std::uint64_t h, NodeId node) {
      trace.push_back({trace.size() == 1 ? "remainder" : "hash_again",
                       decimal(h) + " mod " + decimal(entries_.size()) + " = " + decimal(h % entries_.size()), node});
    });
    trace.push_back(served_step(server, server == kNoNode ? "all tries met dead nodes" : "node of this try"));
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    if (dividend_.is_hash()) {  // nearly always, and then nothing else is in the loop
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = entries_[keys.hash(i) % entries_.size()];
    } else {
      for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = entries_[dividend_.modulo(entries_.size(), keys, i)];
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::string number = dividend_.written(key);
    const std::uint64_t rest = remainder_of(key);
    return {{"hash", number},
            {"remainder", number + " mod " + decimal(entries_.size()) + " = " + decimal(rest)},
            owner_step(entries_[rest])};
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{entries_, remainder_of(key)}; }

  std::uint64_t memory_bytes() const override { return entries_.size() * sizeof(NodeId); }

 private:
  std::uint64_t remainder_of(const SingleKey& key) const { return dividend_.modulo(entries_.size(), key.block(), 0); }

  // python-memcached: the decimal hash followed by the number of the try is hashed instead; ten servers are tried.
  template <typename Visit>
  NodeId look(std::uint64_t h, Visit visit) const {
    constexpr std::uint64_t kTries = 10;
    for (std::uint64_t tried = 0;;) {
      const NodeId node = entries_[h % entries_.size()];
      visit(h, node);
      if (!down_[index_of(node)]) return node;
      if (tried + 1 == kTries) return kNoNode;
      h = read_(decimal(h) + decimal(tried++));
    }
  }

  std::vector<NodeId> entries_;  // the nodes by position, each as often as its weight where weights count
  Dividend dividend_;
  Recipe read_;
  Flags down_;
};

std::span<const OfferedHash> hashes(std::span<const double> params) {
  const auto own = dialect_of(params).hashes;
  return own == nullptr ? std::span<const OfferedHash>{} : own();
}

// The nodes' positions, in order. twemproxy sorts servers by name, short names first, to find duplicates (nc_conf.c,
// conf_validate_server()). The usual port is not part of a name.
std::vector<std::uint32_t> order_of(const Cluster& cluster, const Dialect& dialect) {
  const auto name_at = [&](std::size_t n) {
    constexpr std::string_view kUsualPort = ":11211";
    std::string_view name = cluster.nodes()[n].name;
    if (name.ends_with(kUsualPort)) name.remove_suffix(kUsualPort.size());
    return name;
  };
  return in_order(cluster.nodes().size(), [&](std::uint32_t a, std::uint32_t b) {
    if (!dialect.sorts) return a < b;
    const std::string_view one = name_at(a), other = name_at(b);
    return std::tuple(one.size(), one) < std::tuple(other.size(), other);
  });
}

Result<std::vector<NodeId>> entries_by_weight(const Cluster& cluster, const Dialect& dialect) {
  const auto weights = whole_weights(cluster);
  if (!weights.ok()) return weights.error();
  constexpr std::uint64_t kMaxEntries = 10'000'000;
  std::vector<NodeId> entries;
  for (const std::uint32_t n : order_of(cluster, dialect)) {
    const std::uint64_t weight = weights.value()[n];
    if (weight > kMaxEntries - entries.size())
      return Error{ErrorCode::too_large,
                   "nodes.weight",
                   {"more than " + decimal(kMaxEntries) + " entries", decimal(kMaxEntries)}};
    entries.insert(entries.end(), static_cast<std::size_t>(weight), cluster.nodes()[n].id);
  }
  return entries;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  if (dialect.hashes != nullptr && !offers(modulo_strategy, input.params, input.hash)) {
    return Error{ErrorCode::unsupported,
                 "hash",
                 {"the dialect {1} has no {2}", std::string(dialect.id), std::string(input.hash.id)}};
  }
  if (number_of(input.params) == kDigest && input.hash.bits <= 64) {
    return Error{ErrorCode::unsupported, "number", {"a digest of up to 64 bits is the number already"}};
  }
  if (!dialect.knows_weights) return make_placement<ModuloPlacement>(ids_by_position(input.cluster), input);
  auto entries = entries_by_weight(input.cluster, dialect);
  if (!entries.ok()) return entries.error();
  return make_placement<ModuloPlacement>(entries.take(), input);
}

Traits traits(std::span<const double> params) {
  if (dialect_of(params).knows_weights) return {Trait::kWeights, Trait::kAnyRemoval};
  return {Trait::kAnyRemoval};
}

constexpr DownRule kDown[] = {
    {.does = Failover::kRebuilt,
     .words = "With REMOVE_FAILED_SERVERS the server is taken off the list, and nearly all keys move.",
     .source = "libmemcached 1.1.4, connect.cc",
     .with = with_dialect(kDialects, "libmemcached"),
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kRebuilt,
     .words = "With auto_eject_hosts the table is rebuilt from the servers that are left, and nearly all keys move.",
     .source = "twemproxy 0.5.0, nc_modula.c, modula_update()",
     .with = with_dialect(kDialects, "twemproxy"),
     .also = {"eject", 1u << kEjected}},
    {.does = Failover::kOwn,
     .words = "The hash and the number of the try, as digits, are hashed in its place, until a server can be connected "
              "to; ten are tried.",
     .source = "python-memcached 1.59, memcache.py, _get_server()",
     .with = with_dialect(kDialects, "python_memcached")},
    {.does = Failover::kFails,
     .words = "h mod n still names the node: its requests fail until the list of nodes changes, and then nearly "
              "all keys move.",
     .source = "The division method; no system of its own"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules modulo_down;
constinit const DownRules modulo_down = kDown;

constinit const Strategy modulo_strategy{
    .id = "modulo",
    .title = "Modulo",
    .family = Family::kArithmetic,
    .summary = "Even and needs no table: fine as long as the number of nodes never changes.",
    .limits = "Changing the number of nodes moves almost all keys; it ignores weights.",
    .source = "The division method, Knuth, The Art of Computer Programming 3, section 6.4",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .numerals = Numerals::kDecimal,
    .hashes_with = hashes,
    .traits_with = traits,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard

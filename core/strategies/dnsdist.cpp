// dnsdist's policy `chashed`: a ring where a query's name belongs to the first point at or after its hash.
//
// dnsdist 1.7.3, dnsdist-backend.cc (DownstreamState::hash) and dnsdist-lbpolicies.cc (chashedFromHash). A server has
// as many points as its weight: point w is burtleCI(id + "-" + w), w from its weight down to 1; dnsdist warns below
// 100. The name is hashed in wire form: each label after a byte with its length, then a byte 0. Of two servers with a
// point at one position, the first has it. A point at 2^32 - 1 is never found; here it is, once in 4,294,967,296
// points.
//
// burtleCI is Bob Jenkins' hash of 1996 ("lookup2") of the bytes with A to Z as a to z, the third state beginning with
// the perturbation. **That is random at each start**, as is a server's id (a UUID): only with setWHashedPertubation()
// and an `id` for every server do names stay where they are. Here a node whose name is a UUID has it as its id. Any
// other has the MD5 of its name, written as a UUID: an export says so.
//
// A key is a name as people write it: labels separated by dots, a dot at the end or not, \. and \\ for these signs in a
// label and \DDD for any byte; "." is the root. Labels have 1 to 63 bytes, names at most 255 in wire form.

#include <algorithm>
#include <array>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

constexpr std::size_t kMaxLabel = 63, kMaxName = 255;

/// The name in wire form; false where the text is none.
bool read_name(std::string_view text, std::string& wire) {
  wire.clear();
  if (text == ".") text = {};
  while (!text.empty()) {
    const std::size_t length_at = wire.size();
    wire.push_back('\0');
    while (!text.empty() && text.front() != '.') {
      char byte = text.front();
      text.remove_prefix(1);
      if (byte == '\\') {
        const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
        if (text.empty()) return false;
        if (!is_digit(text.front())) {
          byte = text.front();
          text.remove_prefix(1);
        } else {
          if (text.size() < 3 || !is_digit(text[1]) || !is_digit(text[2])) return false;
          const int number = (text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0');
          if (number > 255) return false;
          byte = static_cast<char>(number);
          text.remove_prefix(3);
        }
      }
      wire.push_back(byte);
    }
    const std::size_t size = wire.size() - length_at - 1;
    if (size == 0 || size > kMaxLabel) return false;
    wire[length_at] = static_cast<char>(size);
    if (!text.empty()) text.remove_prefix(1);
  }
  wire.push_back('\0');
  return wire.size() <= kMaxName;
}

void mix(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c) {
  a = (a - b - c) ^ (c >> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >> 13);
  a = (a - b - c) ^ (c >> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >> 5);
  a = (a - b - c) ^ (c >> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >> 15);
}

std::uint32_t burtle_ci(std::string_view bytes, std::uint32_t perturbation) {
  constexpr std::size_t kBlock = 12;
  std::uint32_t a = 0x9e3779b9u, b = a, c = perturbation;
  for (std::size_t at = 0;; at += kBlock) {
    std::array<char, kBlock> block{};
    const std::size_t size = std::min(kBlock, bytes.size() - at);
    for (std::size_t i = 0; i < size; ++i) {
      const char byte = bytes[at + i];
      block[i] = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
    }
    a += load_le32(block.data());
    b += load_le32(block.data() + 4);
    const std::uint32_t rest = load_le32(block.data() + 8);
    if (size == kBlock) {
      c += rest;
      mix(a, b, c);
      continue;
    }
    // The last word's lowest byte is for the length.
    c += static_cast<std::uint32_t>(bytes.size()) + (rest << 8);
    mix(a, b, c);
    return c;
  }
}

std::uint64_t hash_name(std::string_view name, std::uint64_t perturbation) {
  std::string wire;
  read_name(name, wire);
  return burtle_ci(wire, static_cast<std::uint32_t>(perturbation));
}

bool is_name(std::string_view name) {
  std::string wire;
  return read_name(name, wire);
}

Digest digest_of(std::string_view name, std::uint64_t perturbation) {
  Digest digest{.bits = 32};
  store_be(digest.bytes.data(), static_cast<std::uint32_t>(hash_name(name, perturbation)));
  return digest;
}

constexpr HashFunction kNameHash{.id = "domain name",
                                 .title = "burtleCI of a domain name",
                                 .source = "dnsdist 1.7.3, misc.cc",
                                 .bits = 32,
                                 .seed_bits = 32,
                                 .reading = {},
                                 .hash64 = hash_name,
                                 .digest = digest_of,
                                 .accepts = is_name};

constexpr double kMaxPerturbation = 0xFFFF'FFFFu;
constexpr ParamSpec kParams[] = {
    {.key = "perturbation", .label = "Perturbation", .max = kMaxPerturbation, .slides_to = 1000},
};

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  return {{&kNameHash, static_cast<std::uint64_t>(params[0])}};
}

bool is_uuid(std::string_view text) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    const bool digit = std::string_view("0123456789abcdef").find(text[i]) != std::string_view::npos;
    if (kForm[i] == '-' ? text[i] != '-' : !digit) return false;
  }
  return true;
}

std::string id_of(const Node& node) {
  if (is_uuid(node.name)) return node.name;
  Digest digest{.bits = 128};
  const auto bytes = md5(node.name);
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  std::string id = to_hex(digest);
  for (const std::size_t at : {8u, 13u, 18u, 23u}) id.insert(at, "-");
  return id;
}

class WeightedPoints final : public PointMaker<std::uint64_t> {
 public:
  WeightedPoints(std::span<const Node> nodes, std::uint32_t perturbation) : perturbation_(perturbation) {
    for (const Node& node : nodes) {
      ids_.push_back(id_of(node));
      counts_.push_back(points_of(node, 1));
    }
  }

  std::uint64_t draws(std::uint32_t node) const override { return counts_[node]; }
  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    of_node.push_back(burtle_ci(text(node, number), perturbation_));
  }
  std::string text(std::uint32_t node, std::uint64_t number) const override {
    return ids_[node] + "-" + decimal(number + 1);
  }

 private:
  std::vector<std::string> ids_;       // by position
  std::vector<std::uint64_t> counts_;  // by position
  std::uint32_t perturbation_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::unique_ptr<PointMaker<std::uint64_t>> maker =
      std::make_unique<WeightedPoints>(input.cluster.nodes(), static_cast<std::uint32_t>(input.params[0]));
  return make_ring(input, RingShape{.width = 32, .reading = "burtleCI of the name"}, std::move(maker), "nodes");
}

double expected_spread(std::size_t nodes, std::span<const double>) { return ring_spread(nodes, 1); }

std::uint64_t points_on_ring(const Node& node, std::span<const double>) { return points_of(node, 1); }

Status fits(const Node& node, std::span<const double>) {
  if (const Status name = check_address("dnsdist", node); !is_uuid(node.name) && !name.ok()) return name;
  return check_whole_weight("dnsdist", node);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "Servers that are down are passed over: a name goes to the next point of a server that is up.",
     .source = "dnsdist 1.7.3, dnsdist-lbpolicies.cc, chashedFromHash()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules dnsdist_down;
constinit const DownRules dnsdist_down = kDown;

extern const Strategy dnsdist_strategy;
constinit const Strategy dnsdist_strategy{
    .id = "dnsdist",
    .title = "dnsdist chashed",
    .family = Family::kRing,
    .summary = "How dnsdist picks a DNS server by the query’s name; only the necessary names move.",
    .limits = "One point per unit of weight: even only with weights of 100 or more, and with ids that stay.",
    .source = "dnsdist 1.7.3, dnsdist-lbpolicies.cc and dnsdist-backend.cc",
    .lookup = "O(n log w)",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
    .points = points_on_ring,
};

}  // namespace reshard

// What the page's dialogs ask of the headless core beyond headless.cpp. It is in reshard-lessons.wasm, as posts and
// notebooks have no dialogs.
#include <cstring>
#include <optional>

#include "core/base/text.h"
#include "core/placement/jump_hash.h"
#include "core/placement/slot_table.h"
#include "web/headless/buffers.h"
#include "web/headless/exports.h"

namespace reshard {
namespace {

constexpr std::uint64_t kMaxSlots = 1'048'576;

// The low half first, so that JavaScript can read its copy as numbers of 64 bits.
void put_out(std::uint64_t word) {
  numbers_out.push_back(static_cast<std::uint32_t>(word));
  numbers_out.push_back(static_cast<std::uint32_t>(word >> 32));
}

std::optional<std::uint64_t> hash_of(std::string_view text) {
  return text.starts_with("0x") ? parse_hex64(text.substr(2)) : std::nullopt;
}

Json jumps_json(std::uint64_t hash, std::uint32_t nodes) {
  Json jumps = Json::array();
  each_jump(hash, nodes, [&](std::uint32_t from, std::uint64_t draw, std::int64_t to) {
    Json& jump = jumps.emplace_back();
    put(jump, "from", from);
    put(jump, "draw", static_cast<double>(draw) * 0x1p-31);
    put(jump, "to", static_cast<std::uint64_t>(to));
  });
  return jumps;
}

Json coins_json(std::uint64_t hash, std::uint32_t nodes) {
  Json coins = Json::array();
  std::uint32_t at = 0;
  each_coin(hash, nodes, [&](std::uint32_t node, double draw, bool takes) {
    if (takes) at = node;
    Json& coin = coins.emplace_back();
    put(coin, "node", node);
    put(coin, "chance", jump_chance(node));
    put(coin, "draw", draw);
    coin["moves"] = takes;
    put(coin, "at", at);
  });
  return coins;
}

/// `most`: how many nodes there may be.
const char* tell_draws(Json (*draws)(std::uint64_t, std::uint32_t), std::uint64_t most) {
  const auto request = parse_json("request", request_text);
  if (!request.ok()) return refuse(request.error());
  ObjectReader in(request.value(), "");
  const auto hash = hash_of(in.text("hash"));
  if (!hash) in.refuse_member("hash", "0x and 16 hexadecimal digits");
  const auto nodes = static_cast<std::uint32_t>(in.whole("nodes", 1, most));
  if (const auto error = in.error()) return refuse(*error);
  return answer(draws(*hash, nodes));
}

}  // namespace

/// Hashes the keys of place()'s request as its strategy does. The value is their number; numbers_out are the hashes, in
/// two halves each.
EXPORT(key_hashes) const char* key_hashes_reply(int given) {
  auto read = placing_of(given != 0);
  if (!read.ok()) return refuse(read.error());
  Placing placing = read.take();
  NoLimit budget;
  if (const auto hashed = placing.hash_keys(budget); !hashed.ok()) return refuse(hashed.error());
  numbers_out.clear();
  for (const std::uint64_t hash : placing.hashes()) put_out(hash);
  return answer(placing.hashes().size());
}

/// How often each key of place()'s request is requested: a share of all requests. The value is their number;
/// numbers_out are the bits of the shares, in two halves each.
EXPORT(request_shares) const char* request_shares_reply(int given) {
  const auto placing = placing_of(given != 0);
  if (!placing.ok()) return refuse(placing.error());
  const RequestShares shares = placing.value().request_shares();
  numbers_out.clear();
  for (std::uint32_t key = 0; key < shares.keys(); ++key) {
    const double share = shares.share_of(key);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &share, sizeof bits);
    put_out(bits);
  }
  return answer(shares.keys());
}

/// Deals a new table: {"slots":1024,"nodes":[{"weight":1},…]}. The value is the node of each slot, by position.
EXPORT(deal) const char* deal_reply() {
  const auto request = parse_json("request", request_text);
  if (!request.ok()) return refuse(request.error());
  ObjectReader in(request.value(), "");
  SlotTable table(static_cast<std::size_t>(in.whole("slots", 1, kMaxSlots)));
  std::vector<Node> nodes;
  for (const Json& item : in.list("nodes", 1, kMaxNodes)) {
    ObjectReader node(item, item_path("nodes", nodes.size()));
    nodes.push_back({.id = NodeId{static_cast<std::uint32_t>(nodes.size())},
                     .name = {},
                     .weight = node.number("weight", 0, kMaxWeight)});
    if (const auto error = node.error()) in.refuse(*error);
  }
  if (const auto error = in.error()) return refuse(*error);
  NoLimit budget;
  table.begin(nodes, kNoNode);
  table.step(budget);
  Json owners = Json::array();
  for (const NodeId owner : table.owners()) owners.push_back(index_of(owner));
  return answer(owners);
}

/// What jump draws for a key: {"hash":"0x0123456789abcdef","nodes":20}. The value is [{"from":0,"draw":0.25,"to":4}],
/// with draws above 0; the last jump lands beyond all nodes.
EXPORT(jumps) const char* jumps_reply() { return tell_draws(jumps_json, 0x7FFFFFFFu); }

/// The same of jump_naive: [{"node":1,"chance":0.5,"draw":0.75,"moves":false,"at":0}], where `at` is where the key is
/// after the coin.
EXPORT(coins) const char* coins_reply() { return tell_draws(coins_json, kMaxNodes); }

}  // namespace reshard

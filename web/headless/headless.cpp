// The headless core's side of reshard-core.mjs. JavaScript writes a request into buffers (JSON text, and long data as
// bytes or 32-bit numbers), calls one export and reads the reply, {"value": …} or {"error": …}, at once.
#include <array>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/analysis/movement.h"
#include "core/base/text.h"
#include "core/scenario/link_text.h"
#include "core/scenario/registry.h"
#include "web/headless/buffers.h"
#include "web/headless/exports.h"

namespace reshard {
namespace {

std::string bytes, key;
std::array<std::vector<std::uint32_t>, 2> numbers;  // the ends of keys in `bytes`; or owners before and after
std::optional<Placing> in_slices;

/// Spent after being asked so many times.
class Looks final : public Budget {
 public:
  explicit Looks(std::uint32_t left) : left_(left) {}
  bool spent() override { return left_ == 0 || left_-- == 0; }

 private:
  std::uint32_t left_;
};

// The keys in the buffers; null if the request describes generated ones.
Result<std::shared_ptr<const KeySet>> given_keys(bool given) {
  if (!given) return std::shared_ptr<const KeySet>();
  std::vector<std::string_view> names;
  names.reserve(numbers[0].size());
  std::uint32_t begin = 0;
  for (const std::uint32_t end : numbers[0]) {
    // Our own JavaScript never writes this, but other callers of the exports may.
    if (end < begin || end > bytes.size())
      return Error{ErrorCode::malformed, "keys", {decimal(end), "the end of a key"}};
    names.push_back(std::string_view(bytes).substr(begin, end - begin));
    begin = end;
  }
  return KeySet::of(names);
}

// Our own JavaScript begins first, but other callers of the exports may not.
const char* refuse_unbegun() {
  return refuse({ErrorCode::malformed, "input", {"nothing", "a placing that was begun"}});
}

const char* tell(const Placing& placed) {
  numbers_out = placed.owners();
  return answer(placed.describe());
}

Json movement_json(const Movement& movement) {
  Json flows = Json::array();
  for (const Flow& flow : movement.flows) { flows.push_back({index_of(flow.from), index_of(flow.to), flow.keys}); }
  Json out;
  put(out, "share", movement.moved_share());
  put(out, "leastShare", movement.least_share());
  put(out, "needless", movement.needless);
  out["flow"] = std::move(flows);
  return out;
}

}  // namespace

Result<Placing> placing_of(bool given) {
  const auto request = parse_json("input", request_text);
  if (!request.ok()) return request.error();
  auto keys = given_keys(given);
  if (!keys.ok()) return keys.error();
  return Placing::of(request.value(), keys.take());
}

EXPORT(request_buffer) char* request_buffer(std::uint32_t size) {
  request_text.assign(size, '\0');
  return request_text.data();
}
EXPORT(byte_buffer) char* byte_buffer(std::uint32_t size) {
  bytes.assign(size, '\0');
  return bytes.data();
}
EXPORT(key_buffer) char* key_buffer(std::uint32_t size) {
  key.assign(size, '\0');
  return key.data();
}
EXPORT(number_buffer) std::uint32_t* number_buffer(std::uint32_t which, std::uint32_t size) {
  std::vector<std::uint32_t>& buffer = numbers[which % numbers.size()];
  buffer.assign(size, 0);
  return buffer.data();
}
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }
EXPORT(numbers_out) const std::uint32_t* numbers_out_data() { return numbers_out.data(); }
EXPORT(numbers_out_size) std::uint32_t numbers_out_size() { return static_cast<std::uint32_t>(numbers_out.size()); }

EXPORT(strategies) const char* strategies_reply() { return answer(strategies_json()); }
EXPORT(hashes) const char* hashes_reply() { return answer(hash_functions_json()); }

/// Hashes the bytes. Request: {"hash", "seed"?}; the value is hexadecimal.
EXPORT(hash) const char* hash_reply() {
  const auto request = parse_json("input", request_text);
  if (!request.ok()) return refuse(request.error());
  ObjectReader in(request.value(), "");
  const HashFunction* hash = read_hash(in);
  const std::uint64_t seed = read_seed(in, 0);
  if (const auto error = in.error()) return refuse(*error);
  if (hash->accepts != nullptr && !hash->accepts(bytes)) {
    return refuse(
        {ErrorCode::malformed, "input", {excerpt(bytes), "input of the hash function " + std::string(hash->id)}});
  }
  if (hash->bits > 64) return answer(to_hex(hash->digest(bytes, seed)));
  return answer(hex64(hash->hash64(bytes, seed)));
}

/// Places the keys; numbers_out are the owners.
EXPORT(place) const char* place_reply(int given) {
  auto read = placing_of(given != 0);
  if (!read.ok()) return refuse(read.error());
  Placing placing = read.take();
  NoLimit budget;
  const auto placed = placing.step(budget);
  return placed.ok() ? tell(placing) : refuse(placed.error());
}

/// The same in slices. This call begins, and ends any earlier placing in slices.
EXPORT(place_begin) const char* place_begin(int given) {
  in_slices.reset();
  auto placing = placing_of(given != 0);
  if (!placing.ok()) return refuse(placing.error());
  in_slices.emplace(placing.take());
  return answer(true);
}

/// Continues until the budget has been asked so many times; the value is the share of keys placed.
EXPORT(place_step) const char* place_step(std::uint32_t looks) {
  if (!in_slices) return refuse_unbegun();
  Looks budget(looks);
  const auto placed = in_slices->step(budget);
  if (placed.ok()) return answer(in_slices->progress());
  in_slices.reset();
  return refuse(placed.error());
}

/// Ends it. Replies what place() would have replied, if every key is placed.
EXPORT(place_end) const char* place_end() {
  const std::optional<Placing> placing = std::exchange(in_slices, std::nullopt);
  return placing && placing->progress() == 1 ? tell(*placing) : refuse_unbegun();
}

/// The steps of the key in the key buffer; the request is as for place.
EXPORT(explain) const char* explain_reply(int given) {
  auto read = placing_of(given != 0);
  if (!read.ok()) return refuse(read.error());
  Placing placing = read.take();
  NoLimit budget;
  if (const auto ready = placing.prepare_to_explain(budget); !ready.ok()) return refuse(ready.error());
  const auto steps = placing.explain(key);
  return steps.ok() ? answer(steps.value()) : refuse(steps.error());
}

/// Compares two lists of owners, numbered from 0 to nodes - 1 in the same way; numbers_out are the keys that moved.
EXPORT(compare) const char* compare_reply(std::uint32_t nodes) {
  if (nodes > 2 * kMaxNodes || numbers[0].size() != numbers[1].size()) {
    return refuse({ErrorCode::malformed, "after.owners", {decimal(numbers[1].size()), "owners of the same keys"}});
  }
  std::array<std::vector<NodeId>, 2> owners;
  for (std::size_t side = 0; side < 2; ++side) {
    owners[side].reserve(numbers[side].size());
    for (const std::uint32_t owner : numbers[side]) {
      if (owner >= nodes && owner != Placing::kUnplaced) {
        return refuse({ErrorCode::out_of_range,
                       side == 0 ? "before.owners" : "after.owners",
                       {decimal(owner), "0", decimal(nodes)}});
      }
      owners[side].push_back(NodeId{owner});
    }
  }
  numbers_out.clear();
  FlowCounter counter(nodes, owners[0].size());
  for (std::uint32_t at = 0; at < owners[0].size(); ++at) {
    if (owners[0][at] == owners[1][at]) continue;
    numbers_out.push_back(at);
    counter.count(owners[0][at], owners[1][at]);
  }
  return answer(movement_json(movement(owners[0].size(), counter.flows())));
}

}  // namespace reshard

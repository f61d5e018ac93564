// The wasm side of reshard-duckdb.mjs: open scenarios, and the owners of many keys per call. Only our own JavaScript
// calls it, after writing keys and text into the buffers.
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/bindings/router.h"
#include "core/scenario/json_reader.h"

#ifdef __wasm__
#define EXPORT(name) extern "C" __attribute__((export_name("reshard_" #name)))
#else  // tests/core/bindings/duckdb_test.cpp, under sanitizers
#define EXPORT(name) extern "C"
#endif

namespace reshard {
namespace {

std::vector<std::unique_ptr<Router>> opened;  // by handle; null where closed
std::string bytes;                            // a link, or keys
std::vector<std::uint32_t> spans;             // the begin of each key in `bytes`, then the size of each
std::vector<std::string_view> keys;
std::vector<std::uint32_t> owners;
std::string reply;  // the names of nodes as JSON, or why something was refused

constexpr std::uint32_t kRefused = 0xFFFFFFFFu;

std::uint32_t refuse(const Error& error) {
  reply = message(error);
  return kRefused;
}

}  // namespace

EXPORT(byte_buffer) char* byte_buffer(std::uint32_t size) {
  bytes.resize(size);
  return bytes.data();
}
EXPORT(span_buffer) std::uint32_t* span_buffer(std::uint32_t count) {
  spans.resize(std::size_t{2} * count);
  return spans.data();
}
EXPORT(owners) const std::uint32_t* owners_out() { return owners.data(); }
EXPORT(reply) const char* reply_out() { return reply.data(); }
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }

/// Opens the scenario in the byte buffer, before its last change or after it. Returns a handle, and the reply has the
/// names of the nodes by number, null if there is none at this moment; or kRefused, and the reply says why.
EXPORT(open) std::uint32_t open_link(std::uint32_t before) {
  auto scenario = open_scenario(bytes, before != 0 ? Moment::kBefore : Moment::kAfter);
  if (!scenario.ok()) return refuse(scenario.error());
  auto router = Router::of(scenario.take());
  if (!router.ok()) return refuse(router.error());
  Json names = Json::array();
  for (std::uint32_t number = 0; number < router.value()->known(); ++number) {
    const Node* node = router.value()->node(number);
    names.push_back(node == nullptr ? Json() : Json(node->name));
  }
  reply = to_text(names);
  std::uint32_t handle = 0;
  while (handle < opened.size() && opened[handle] != nullptr) ++handle;
  if (handle == opened.size()) opened.emplace_back();
  opened[handle] = router.take();
  return handle;
}

EXPORT(close) void close_link(std::uint32_t handle) { opened.at(handle).reset(); }

/// Places the `count` keys in the buffers and writes their owners' numbers. Returns kRefused if all went well, or the
/// index of the first refused key, and the reply says why.
EXPORT(place) std::uint32_t place_keys(std::uint32_t handle, std::uint32_t count) {
  CHECK(handle < opened.size() && opened[handle] != nullptr && spans.size() >= std::size_t{2} * count);
  keys.resize(count);
  owners.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    CHECK(std::uint64_t{spans[i]} + spans[count + i] <= bytes.size());
    keys[i] = std::string_view(bytes).substr(spans[i], spans[count + i]);
  }
  const auto bad = opened[handle]->place(keys, owners);
  if (!bad) return kRefused;
  reply = message(bad->error);
  return static_cast<std::uint32_t>(bad->index);
}

/// The most bytes that a key may have, and the error for one that has more.
EXPORT(max_key_bytes) std::uint32_t max_key_bytes() { return kMaxKeyBytes; }
EXPORT(too_long) void too_long(double size) {
  const auto count = static_cast<std::uint64_t>(size);
  refuse({ErrorCode::out_of_range, "key", {decimal(count) + " bytes", "1", decimal(kMaxKeyBytes)}});
}

}  // namespace reshard

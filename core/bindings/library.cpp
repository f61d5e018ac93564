// The C ABI of reshard.h over Router. The core throws nothing; exceptions of the standard library when memory runs out
// pass through it and are caught here, in the only file that is compiled with exceptions.
#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "core/bindings/reshard.h"
#include "core/bindings/router.h"
#include "core/scenario/link_text.h"

static_assert(sizeof(reshard_error) == 512, "a frozen structure");

struct reshard_scenario {
  std::unique_ptr<reshard::Router> router;
};

namespace {

using reshard::Error;
using reshard::Router;

constexpr std::size_t kFewKeys = 8, kBatchKeys = 1024;

// As much as fits, without a partial character at the end.
template <std::size_t kSize>
void copy_text(char (&to)[kSize], std::string_view text) {
  std::size_t size = std::min(text.size(), kSize - 1);
  while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0u) == 0x80u) --size;
  std::memcpy(to, text.data(), size);
  to[size] = '\0';
}

int refuse(reshard_error* out, reshard_code code, std::string_view id, std::string_view message,
           std::uint64_t key = UINT64_MAX) {
  if (out != nullptr) {
    out->code = code;
    out->key = key;
    copy_text(out->id, id);
    copy_text(out->message, message);
  }
  return code;
}

int refuse(reshard_error* out, reshard_code code, const Error& error, std::uint64_t key = UINT64_MAX) {
  return refuse(out, code, reshard::error_id(error.code), reshard::message(error), key);
}

int bad_call(reshard_error* out, std::string_view message) {
  return refuse(out, RESHARD_BAD_CALL, "bad_call", message);
}

// Places `key_at(i)` for i < count, in batches that need no allocation.
template <std::size_t kSize, typename KeyAt>
int place_batches(const Router& router, std::size_t count, KeyAt key_at, std::uint32_t* owners, reshard_error* error) {
  std::array<std::string_view, kSize> keys;
  for (std::size_t first = 0; first < count; first += kSize) {
    const std::size_t size = std::min(kSize, count - first);
    for (std::size_t i = 0; i < size; ++i) keys[i] = key_at(first + i);
    const auto bad = router.place(std::span(keys).first(size), std::span(owners + first, size));
    if (bad) return refuse(error, RESHARD_BAD_KEY, bad->error, first + bad->index);
  }
  return RESHARD_OK;
}

// An SQL function asks key by key: clearing the buffer of a large batch would cost ten times as much as the key.
template <typename KeyAt>
int place(const Router& router, std::size_t count, KeyAt key_at, std::uint32_t* owners, reshard_error* error) {
  if (count <= kFewKeys) return place_batches<kFewKeys>(router, count, key_at, owners, error);
  return place_batches<kBatchKeys>(router, count, key_at, owners, error);
}

int open(const char* text, size_t size, int moment, reshard_scenario** scenario, reshard_error* error) {
  if (text == nullptr || scenario == nullptr) return bad_call(error, "text and scenario must not be NULL");
  *scenario = nullptr;
  if (moment != RESHARD_AFTER && moment != RESHARD_BEFORE) {
    return bad_call(error, "moment must be RESHARD_AFTER or RESHARD_BEFORE");
  }
  auto opened = reshard::open_scenario(std::string_view(text, size),
                                       moment == RESHARD_BEFORE ? reshard::Moment::kBefore : reshard::Moment::kAfter);
  if (!opened.ok()) return refuse(error, RESHARD_BAD_SCENARIO, opened.error());
  auto router = Router::of(opened.take());
  if (!router.ok()) return refuse(error, RESHARD_BAD_SCENARIO, router.error());
  *scenario = new reshard_scenario{router.take()};
  return RESHARD_OK;
}

template <typename Work>
int guarded(reshard_error* error, Work work) {
  try {
    return work();
  } catch (...) { return refuse(error, RESHARD_NO_MEMORY, "no_memory", "not enough memory"); }
}

}  // namespace

const char* reshard_version() { return RESHARD_VERSION; }

int reshard_open(const char* text, size_t size, int moment, reshard_scenario** scenario, reshard_error* error) {
  return guarded(error, [&] { return open(text, size, moment, scenario, error); });
}

void reshard_close(reshard_scenario* scenario) { delete scenario; }

int reshard_place(const reshard_scenario* scenario, const char* bytes, const uint64_t* offsets, size_t count,
                  uint32_t* owners, reshard_error* error) {
  if (count == 0) return RESHARD_OK;
  if (scenario == nullptr || bytes == nullptr || offsets == nullptr || owners == nullptr) {
    return bad_call(error, "scenario, bytes, offsets and owners must not be NULL");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (offsets[i + 1] < offsets[i]) return bad_call(error, "offsets must not go backwards");
  }
  const auto key_at = [&](std::size_t i) {
    return std::string_view(bytes + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  };
  return guarded(error, [&] { return place(*scenario->router, count, key_at, owners, error); });
}

int reshard_place_keys(const reshard_scenario* scenario, const reshard_key* keys, size_t count, uint32_t* owners,
                       reshard_error* error) {
  if (count == 0) return RESHARD_OK;
  if (scenario == nullptr || keys == nullptr || owners == nullptr) {
    return bad_call(error, "scenario, keys and owners must not be NULL");
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (keys[i].bytes == nullptr && keys[i].size != 0) return bad_call(error, "the bytes of a key must not be NULL");
  }
  const auto key_at = [&](std::size_t i) { return std::string_view(keys[i].bytes, keys[i].size); };
  return guarded(error, [&] { return place(*scenario->router, count, key_at, owners, error); });
}

uint32_t reshard_node_count(const reshard_scenario* scenario) {
  return scenario == nullptr ? 0 : static_cast<std::uint32_t>(scenario->router->known());
}

const char* reshard_node_name(const reshard_scenario* scenario, uint32_t node) {
  const reshard::Node* found = scenario == nullptr ? nullptr : scenario->router->node(node);
  return found == nullptr ? nullptr : found->name.c_str();
}

// The functions that reshard-duckdb.mjs calls, natively and so under sanitizers: buffers have the requested size.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "core/bindings/router.h"
#include "tests/core/bindings/hostile.h"

extern "C" {
char* byte_buffer(std::uint32_t size);
std::uint32_t* span_buffer(std::uint32_t count);
const std::uint32_t* owners_out();
const char* reply_out();
std::uint32_t reply_size();
std::uint32_t open_link(std::uint32_t before);
void close_link(std::uint32_t handle);
std::uint32_t place_keys(std::uint32_t handle, std::uint32_t count);
}

namespace reshard::testing {
namespace {

constexpr std::uint32_t kRefused = 0xFFFFFFFFu;

void write(std::string_view text) {
  std::copy(text.begin(), text.end(), byte_buffer(static_cast<std::uint32_t>(text.size())));
}

std::string reply() { return {reply_out(), reply_size()}; }

/// Keys, of which some are always valid and some never.
std::vector<std::string> hostile_keys(Random& random) {
  std::vector<std::string> keys(random.below(6));
  for (std::string& key : keys) {
    const std::uint64_t kind = random.below(8);
    key = kind == 0 ? "" : kind == 1 ? std::string(4097, 'x') : "ключ" + random_bytes(random, random.below(3));
  }
  return keys;
}

// The oracle is the router itself, called key by key, without the buffers.
TEST(DuckDbDoor, TenThousandHostileLinksAndKeysGiveTheRoutersOwnersOrAnErrorMessage) {
  Random random(31);
  int opened = 0, refused = 0, bad_keys = 0;
  for (int i = 0; i < kHostile; ++i) {
    const std::string text = hostile_scenario(random);
    const auto moment = random.below(2) == 0 ? Moment::kAfter : Moment::kBefore;
    write(text);
    const std::uint32_t handle = open_link(moment == Moment::kBefore ? 1 : 0);
    auto scenario = open_scenario(text, moment);
    auto router = scenario.ok() ? Router::of(scenario.take()) : Result<std::unique_ptr<Router>>(scenario.error());
    ASSERT_EQ(handle != kRefused, router.ok()) << text;
    ASSERT_TRUE(is_utf8(reply())) << text;
    if (handle == kRefused) {
      ASSERT_EQ(reply(), message(router.error())) << text;
      ++refused;
      continue;
    }
    ++opened;
    ASSERT_EQ(nlohmann::json::parse(reply()).size(), router.value()->known()) << text;

    const std::vector<std::string> keys = hostile_keys(random);
    const auto count = static_cast<std::uint32_t>(keys.size());
    std::string all;
    std::uint32_t* spans = span_buffer(count);
    std::uint32_t first_bad = kRefused;
    std::vector<std::uint32_t> owners(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      spans[k] = static_cast<std::uint32_t>(all.size());
      spans[count + k] = static_cast<std::uint32_t>(keys[k].size());
      all += keys[k];
      const std::string_view key = keys[k];
      if (router.value()->place({&key, 1}, {&owners[k], 1}) && first_bad == kRefused) first_bad = k;
    }
    write(all);
    ASSERT_EQ(place_keys(handle, count), first_bad) << text;
    for (std::uint32_t k = 0; k < std::min(count, first_bad); ++k) ASSERT_EQ(owners_out()[k], owners[k]) << text;
    bad_keys += first_bad == kRefused ? 0 : 1;
    close_link(handle);
  }
  // Otherwise nothing was hostile, or nothing got far.
  EXPECT_GT(opened, kHostile / 20);
  EXPECT_GT(refused, kHostile / 5);
  EXPECT_GT(bad_keys, kHostile / 50);
}

}  // namespace
}  // namespace reshard::testing

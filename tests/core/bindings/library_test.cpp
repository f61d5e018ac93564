#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/bindings/reshard.h"
#include "core/strategies/strategies.h"
#include "tests/core/bindings/hostile.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

struct Closer {
  void operator()(reshard_scenario* scenario) const { reshard_close(scenario); }
};
using Opened = std::unique_ptr<reshard_scenario, Closer>;

Opened open(std::string_view text, int moment = RESHARD_AFTER) {
  reshard_scenario* scenario = nullptr;
  reshard_error error{};
  EXPECT_EQ(reshard_open(text.data(), text.size(), moment, &scenario, &error), RESHARD_OK) << text << error.message;
  return Opened(scenario);
}

/// The error with which opening it is refused.
reshard_error refused(std::string_view text, int moment = RESHARD_AFTER) {
  reshard_scenario* scenario = nullptr;
  reshard_error error{};
  EXPECT_NE(reshard_open(text.data(), text.size(), moment, &scenario, &error), RESHARD_OK) << text;
  EXPECT_EQ(scenario, nullptr);
  return error;
}

std::vector<std::uint32_t> place(const Opened& scenario, const std::vector<std::string>& keys) {
  std::string bytes;
  std::vector<std::uint64_t> offsets{0};
  for (const std::string& key : keys) offsets.push_back(bytes.append(key).size());
  std::vector<std::uint32_t> owners(keys.size());
  reshard_error error{};
  EXPECT_EQ(reshard_place(scenario.get(), bytes.data(), offsets.data(), keys.size(), owners.data(), &error), RESHARD_OK)
      << error.message;
  return owners;
}

constexpr std::size_t kManyKeys = 100'000;

/// Keys of any bytes, some as long as a key may be; of UTF-8 where a system's keys are text.
std::vector<std::string> random_keys(std::size_t count, bool text) {
  Random random(7);
  std::vector<std::string> keys(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = i % 5000 == 0 ? RESHARD_MAX_KEY_BYTES : 1 + random.next() % 40;
    while (keys[i].size() < size) keys[i] += static_cast<char>(text ? 32 + random.next() % 95 : random.next() % 256);
  }
  return keys;
}

/// Any bytes, UTF-8 where the strategy reads text, and where it does not take these, the keys that Reshard makes for it.
std::vector<std::string> readable_keys(const ConfiguredStrategy& setup) {
  const Recipe recipe = setup.recipes()[0];
  auto keys = random_keys(kManyKeys, recipe.reads_text);
  if (KeyTable::of(setup, given_keys(keys)).ok()) return keys;
  const auto made = KeySet::generate({.count = kManyKeys}, 7, form_of(recipe)).take();
  keys.assign(kManyKeys, {});
  for (std::uint32_t i = 0; i < kManyKeys; ++i) made->append_name(i, keys[i]);
  return keys;
}

TEST(Library, OwnersMatchGoAndLibmemcached) {
  const Vectors modulo("modulo_fnv1a64.csv");
  const Opened ten = open("v=1&nodes=10&strategy=modulo&hash=fnv1a64");
  const Opened hundred = open("https://example.org/reshard/#v=1&nodes=100&strategy=modulo&hash=fnv1a64&theme=dark");
  const Vectors ketama("ketama_libmemcached.csv");
  const Opened three = open(
      R"({"v":1,"nodes":["10.0.1.1:11211","10.0.1.2:11211","10.0.1.3:11211"],
          "strategies":[{"strategy":"ketama","hash":"md5","params":{"dialect":"libmemcached"}}]})");
  for (const auto& row : modulo) {
    EXPECT_EQ(place(ten, {row["item"]}).front(), row.number("mod10"));
    EXPECT_EQ(place(hundred, {row["item"]}).front(), row.number("mod100"));
  }
  for (const auto& row : ketama) EXPECT_EQ(place(three, {row["key"]}).front(), row.number("ketama_md5_n3"));
}

TEST(Library, EveryStrategyThatStreamsPlacesAnyKeyThatItReadsAsTheCoreDoes) {
  std::size_t streamed = 0;
  for (const Strategy* strategy : strategies()) {
    const std::string link = "v=1&nodes=9&strategy=" + std::string(strategy->id);
    if (strategy->traits.has(Trait::kNeedsAllKeys)) {
      EXPECT_STREQ(refused(link).id, "unsupported") << strategy->id;
      continue;
    }
    ++streamed;
    const ConfiguredStrategy setup(strategy->id);
    const auto keys = readable_keys(setup);
    const auto expected = testing::place(setup, numbered_cluster("node-", 9), given_keys(keys));
    const auto owners = place(open(link), keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(owners[i], index_of(expected[i])) << strategy->id << ", key " << i;
    }
  }
  EXPECT_GT(streamed, 30u);
}

TEST(Library, KeysInSeparateBuffersGetTheSameOwners) {
  const auto keys = random_keys(2500, false);
  const Opened ring = open("v=1&nodes=7");
  std::vector<reshard_key> apart;
  apart.reserve(keys.size());
  for (const std::string& key : keys) apart.push_back({key.data(), key.size()});
  std::vector<std::uint32_t> owners(keys.size());
  EXPECT_EQ(reshard_place_keys(ring.get(), apart.data(), apart.size(), owners.data(), nullptr), RESHARD_OK);
  EXPECT_EQ(owners, place(ring, keys));
}

TEST(Library, ANodeNumberMeansTheSameNodeBeforeAndAfterTheLastChange) {
  const Opened after = open("v=1&nodes=a,b,c&log=~b~bb,-a"),
               before = open("v=1&nodes=a,b,c&log=~b~bb,-a", RESHARD_BEFORE);
  ASSERT_EQ(reshard_node_count(after.get()), 3u);
  EXPECT_EQ(reshard_node_name(after.get(), 0), nullptr);
  EXPECT_STREQ(reshard_node_name(before.get(), 0), "a");
  EXPECT_STREQ(reshard_node_name(after.get(), 1), "bb");
  EXPECT_STREQ(reshard_node_name(before.get(), 1), "bb");
  EXPECT_EQ(reshard_node_name(after.get(), 3), nullptr);
  EXPECT_EQ(reshard_node_name(after.get(), RESHARD_NOBODY), nullptr);
  // On a ring no key leaves a node that stays.
  const auto keys = random_keys(1000, false);
  const auto owners = place(after, keys), earlier = place(before, keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_NE(owners[i], 0u);
    if (earlier[i] != 0) { EXPECT_EQ(owners[i], earlier[i]); }
  }
}

TEST(Library, WhatThePageWouldSkipIsRefused) {
  EXPECT_STREQ(refused("").id, "empty");
  EXPECT_STREQ(refused("v=1&nodes=0").id, "out_of_range");
  EXPECT_STREQ(refused("v=1&nodes=5&strategy=rings").id, "unknown");
  EXPECT_STREQ(refused("v=1&nodes=5&vnode=200").id, "unknown");
  EXPECT_NE(std::string(refused("v=1&nodes=5&vnode=200").message).find("vnode"), std::string::npos);
  EXPECT_STREQ(refused("{\"v\":1,\"node\":[]}").id, "unknown");
  EXPECT_EQ(refused("v=1&nodes=5", RESHARD_BEFORE).code, RESHARD_BAD_SCENARIO);  // nothing changed
  // A parameter of another strategy has no effect and does no harm.
  EXPECT_NE(open("v=1&nodes=5&strategy=jump&vnodes=200&view=ring"), nullptr);
}

TEST(Library, WeightsThatTheStrategysSystemCannotHaveAreRefused) {
  EXPECT_NE(std::string(refused("v=1&nodes=a*2,b&strategy=vbuckets").message).find("weight"), std::string::npos);
  EXPECT_NE(open("v=1&nodes=a,b&strategy=vbuckets"), nullptr);
  EXPECT_NE(open("v=1&nodes=a*2,b&strategy=ring&s2=vbuckets"), nullptr);  // the first strategy is used
}

TEST(Library, TheFirstBadKeyIsReportedAndThoseBeforeItArePlaced) {
  const Opened text = open("v=1&nodes=5&strategy=elasticsearch");
  const std::string bytes = "good\xff";
  const std::uint64_t offsets[] = {0, 2, 4, 5, 5};
  std::uint32_t owners[] = {99, 99, 99, 99};
  reshard_error error{};
  EXPECT_EQ(reshard_place(text.get(), bytes.data(), offsets, 4, owners, &error), RESHARD_BAD_KEY);
  EXPECT_EQ(error.key, 2u);
  EXPECT_STREQ(error.id, "malformed");
  EXPECT_LT(owners[0], 5u);
  EXPECT_LT(owners[1], 5u);
  EXPECT_EQ(owners[2], 99u);

  const Opened ring = open("v=1&nodes=5");
  EXPECT_EQ(reshard_place(ring.get(), bytes.data(), offsets, 4, owners, &error), RESHARD_BAD_KEY);
  EXPECT_EQ(error.key, 3u);
  EXPECT_STREQ(error.id, "empty");
  const std::string longest(RESHARD_MAX_KEY_BYTES + 1, 'x');
  const reshard_key too_long{longest.data(), longest.size()}, fits{longest.data(), longest.size() - 1};
  EXPECT_EQ(reshard_place_keys(ring.get(), &too_long, 1, owners, &error), RESHARD_BAD_KEY);
  EXPECT_EQ(reshard_place_keys(ring.get(), &fits, 1, owners, &error), RESHARD_OK);
}

TEST(Library, InvalidCallsAreRefused) {
  const Opened ring = open("v=1&nodes=5");
  const std::uint64_t backwards[] = {0, 2, 1};
  std::uint32_t owners[2];
  reshard_error error{};
  reshard_scenario* scenario = nullptr;
  EXPECT_EQ(reshard_place(ring.get(), "ab", backwards, 2, owners, &error), RESHARD_BAD_CALL);
  EXPECT_EQ(reshard_place(nullptr, "ab", backwards, 2, owners, &error), RESHARD_BAD_CALL);
  EXPECT_EQ(reshard_place(ring.get(), "ab", backwards, 2, nullptr, nullptr), RESHARD_BAD_CALL);
  EXPECT_EQ(reshard_open("v=1", 3, 2, &scenario, &error), RESHARD_BAD_CALL);
  EXPECT_EQ(reshard_open(nullptr, 0, RESHARD_AFTER, &scenario, &error), RESHARD_BAD_CALL);
  EXPECT_EQ(reshard_place(ring.get(), nullptr, nullptr, 0, nullptr, nullptr), RESHARD_OK);
  reshard_close(nullptr);
}

TEST(Library, AMessageAboutALongTextFitsAndIsCutBetweenCharacters) {
  std::string link = "v=1&nodes=5&";
  for (int i = 0; i < 300; ++i) link += "%D1%84";
  const reshard_error error = refused(link + "=1");
  EXPECT_LT(std::string_view(error.message).size(), sizeof error.message);
  EXPECT_TRUE(is_utf8(error.message)) << error.message;
}

TEST(Library, ThreadsMayPlaceAtTheSameTime) {
  for (const char* strategy : {"ring", "rendezvous", "dx", "straw2"}) {
    const Opened scenario = open("v=1&nodes=9&log=!node-3&strategy=" + std::string(strategy));
    const auto keys = random_keys(2000, true);
    const auto expected = place(scenario, keys);
    std::vector<std::vector<std::uint32_t>> owners(4);
    std::vector<std::thread> threads;
    threads.reserve(owners.size());
    for (auto& mine : owners) threads.emplace_back([&] { mine = place(scenario, keys); });
    for (std::thread& thread : threads) thread.join();
    for (const auto& mine : owners) EXPECT_EQ(mine, expected) << strategy;
  }
}

/// Expects an error that can be shown: a code, a word and a text, each terminated within its buffer.
void expect_told(const reshard_error& error, int code, const std::string& what) {
  ASSERT_EQ(error.code, code) << what;
  ASSERT_NE(std::memchr(error.id, 0, sizeof error.id), nullptr) << what;
  ASSERT_NE(std::memchr(error.message, 0, sizeof error.message), nullptr) << what;
  ASSERT_GT(std::strlen(error.id), 0u) << what;
  ASSERT_GT(std::strlen(error.message), 0u) << what;
  ASSERT_TRUE(is_utf8(error.message)) << what;
}

reshard_error untouched() {
  reshard_error error;
  std::memset(&error, 0x5a, sizeof error);
  return error;
}

TEST(Library, TenThousandHostileScenariosAreOpenedOrRefusedWithAMessage) {
  Random random(24);
  int opened = 0, refused = 0;
  for (int i = 0; i < kHostile; ++i) {
    const std::string text = hostile_scenario(random);
    const Room room(text);
    for (const int moment : {RESHARD_AFTER, RESHARD_BEFORE}) {
      auto* scenario = reinterpret_cast<reshard_scenario*>(1);
      reshard_error error = untouched();
      if (reshard_open(room.data(), room.size(), moment, &scenario, &error) != RESHARD_OK) {
        ASSERT_NO_FATAL_FAILURE(expect_told(error, RESHARD_BAD_SCENARIO, text));
        ASSERT_EQ(error.key, UINT64_MAX) << text;
        ASSERT_EQ(scenario, nullptr) << text;
        ++refused;
        continue;
      }
      const Opened owned(scenario);
      const reshard_error before = untouched();
      ASSERT_EQ(std::memcmp(&error, &before, sizeof error), 0) << text;
      for (const std::uint32_t owner : place(owned, {"1", "key-2", "é"})) {
        if (owner != RESHARD_NOBODY) { ASSERT_NE(reshard_node_name(scenario, owner), nullptr) << text; }
      }
      ++opened;
    }
  }
  // Otherwise nothing was hostile, or nothing got far.
  EXPECT_GT(opened, kHostile / 5);
  EXPECT_GT(refused, kHostile / 5);
}

// A key is of one of five kinds: two are always valid, one only where a system's keys are bytes, two never.
TEST(Library, TenThousandHostileBatchesReportTheFirstBadKeyAndPlaceThoseBeforeIt) {
  Random random(25);
  const Opened scenarios[] = {open("v=1&nodes=7"), open("v=1&nodes=7&strategy=elasticsearch")};
  const std::string kinds[] = {"ключ", std::string(RESHARD_MAX_KEY_BYTES, 'x'), "\xff", "",
                               std::string(RESHARD_MAX_KEY_BYTES + 1, 'x')};
  std::uint32_t alone[2][3];
  for (int s = 0; s < 2; ++s) {
    for (int kind = 0; kind < 3 - s; ++kind) alone[s][kind] = place(scenarios[s], {kinds[kind]}).front();
  }
  int owned = 0, refused = 0, backwards = 0;
  for (int i = 0; i < kHostile; ++i) {
    const std::size_t text = random.below(2),
                      count = random.below(100) == 0 ? 1000 + random.below(100) : random.below(12);
    const std::uint64_t right =
        random.below(3) == 0 ? 3 - text : 200;  // of that many draws all but the last few are valid
    std::string bytes = random_bytes(random, random.below(5));
    std::vector<std::uint64_t> offsets{bytes.size()};
    std::vector<std::size_t> drawn;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t draw = random.below(right + 1);
      drawn.push_back(draw == right ? 2 + random.below(3) : random.below(20) == 0 ? 1 : 0);
      offsets.push_back(bytes.append(kinds[drawn.back()]).size());
    }
    const std::size_t bad = static_cast<std::size_t>(
        std::find_if(drawn.begin(), drawn.end(), [&](std::size_t kind) { return kind > 2 - text; }) - drawn.begin());
    const std::size_t turn = count == 0 ? 0 : 1 + random.below(count);
    const bool back = turn > 0 && offsets[turn - 1] > 0 && random.below(8) == 0;
    if (back) offsets[turn] = random.below(offsets[turn - 1]);

    const Room room(bytes);
    std::unique_ptr<std::uint32_t[]> owners(new std::uint32_t[count]);
    std::fill_n(owners.get(), count, 99u);
    reshard_error error = untouched();
    const int code = reshard_place(scenarios[text].get(), room.data(), offsets.data(), count, owners.get(), &error);
    if (back) {
      ASSERT_NO_FATAL_FAILURE(expect_told(error, RESHARD_BAD_CALL, std::to_string(i)));
      for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(owners[k], 99u) << i;
      ++backwards;
      continue;
    }
    ASSERT_EQ(code, bad == count ? RESHARD_OK : RESHARD_BAD_KEY) << i;
    if (bad < count) {
      ASSERT_NO_FATAL_FAILURE(expect_told(error, RESHARD_BAD_KEY, std::to_string(i)));
      ASSERT_EQ(error.key, bad) << i;
    }
    for (std::size_t k = 0; k < bad; ++k) ASSERT_EQ(owners[k], alone[text][drawn[k]]) << i;
    ++(bad == count ? owned : refused);
  }
  EXPECT_GT(owned, kHostile / 5);
  EXPECT_GT(refused, kHostile / 5);
  EXPECT_GT(backwards, kHostile / 20);
}

}  // namespace
}  // namespace reshard::testing

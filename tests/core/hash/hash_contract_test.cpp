// What holds for every line of hashes.def.
#include <set>

#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

/// Texts of every length around the block sizes in use (4, 8, 16, 32, 64, 128, 256); digits where only
/// numbers are accepted.
std::vector<std::string> inputs_of(const HashFunction& function) {
  std::vector<std::string> inputs;
  for (const std::size_t size : {0u,  1u,  3u,  4u,  5u,  7u,   8u,   9u,   15u,  16u,  17u,  18u,  31u,   32u,  33u,
                                 55u, 56u, 63u, 64u, 65u, 127u, 128u, 129u, 240u, 241u, 256u, 257u, 1024u, 1025u}) {
    for (const std::string& text : {pattern(size), std::string(size, '7'), std::string(size, '\0')}) {
      if (function.accepts == nullptr || function.accepts(text)) inputs.push_back(text);
    }
  }
  return inputs;
}

TEST(HashContract, ListStartsWithTheDefaultAndIdsAreTheNamesInHashesDef) {
  constexpr std::string_view kNames[] = {
#define HASH(name) #name,
#include "core/hash/hashes.def"
#undef HASH
  };
  ASSERT_EQ(hash_functions().size(), std::size(kNames));
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    EXPECT_EQ(hash_functions()[i]->id, kNames[i]);
    EXPECT_EQ(find_hash_function(kNames[i]), hash_functions()[i]);
  }
  EXPECT_EQ(hash_functions().front()->id, "xxh64");
}

TEST(HashContract, UnknownIdsAreNotFound) {
  EXPECT_EQ(find_hash_function(""), nullptr);
  EXPECT_EQ(find_hash_function("XXH64"), nullptr);
  EXPECT_EQ(find_hash_function("xxh640"), nullptr);
}

TEST(HashContract, EveryFunctionSaysWhatItIs) {
  std::set<std::string_view> titles;
  for (const HashFunction* function : hash_functions()) {
    EXPECT_FALSE(function->source.empty()) << function->id;
    EXPECT_FALSE(function->reading.empty()) << function->id;
    EXPECT_FALSE(function->title.empty()) << function->id;
    EXPECT_TRUE(titles.insert(function->title).second) << function->id;
  }
}

TEST(HashContract, DigestIsAsWideAsStated) {
  for (const HashFunction* function : hash_functions()) {
    for (const std::string& text : inputs_of(*function)) {
      const Digest digest = function->digest(text, 0);
      EXPECT_EQ(digest.bits, function->bits) << function->id;
      EXPECT_EQ(to_hex(digest).size(), function->bits / 4) << function->id;
    }
  }
}

TEST(HashContract, NumberIsTheDigestsFirst64Bits) {
  for (const HashFunction* function : hash_functions()) {
    for (const std::string& text : inputs_of(*function)) {
      const std::string hex = to_hex(function->digest(text, 5)).substr(0, 16);
      EXPECT_EQ(function->hash64(text, 5), std::stoull(hex, nullptr, 16)) << function->id;
    }
  }
}

TEST(HashContract, SameInputHashesTheSameAtAnyAddress) {
  for (const HashFunction* function : hash_functions()) {
    for (const std::string& text : inputs_of(*function)) {
      const std::string shifted = "x" + text + "x";  // not aligned, and followed by something else
      EXPECT_EQ(function->hash64(text, 3), function->hash64(std::string_view(shifted).substr(1, text.size()), 3))
          << function->id << " " << text.size();
    }
  }
}

TEST(HashContract, ExactlyTheStatedSeedBitsChangeTheHash) {
  for (const HashFunction* function : hash_functions()) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      const bool counts = function->hash64("123456789", std::uint64_t{1} << bit) != function->hash64("123456789", 0);
      EXPECT_EQ(counts, bit < function->seed_bits) << function->id << " seed bit " << bit;
    }
  }
}

TEST(HashContract, EveryFunctionButIntegerAcceptsEveryText) {
  for (const HashFunction* function : hash_functions()) {
    EXPECT_EQ(function->accepts != nullptr, function->id == "integer") << function->id;
  }
}

}  // namespace
}  // namespace reshard::testing

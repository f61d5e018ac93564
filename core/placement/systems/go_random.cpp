// Go's math/rand (rngSource, the same from Go 1.0 to 1.25): v[n] = v[n - 607] + v[n - 273] mod 2^64.
//
// The first 607 words are made of the seed, modulo 2^31 - 1, by x -> 48271 x mod 2^31 - 1: after 20 steps, three x of 31 bits
// make a word, x1 << 40 ^ x2 << 20 ^ x3, which is combined with one of 607 constants. Go's program prints these as a table
// (rngCooked), and says how it came about: the same recurrence, seeded with 1 and other shifts (20 and 10), 7.8·10^12 steps
// later. Since the recurrence is linear, x^(7.8·10^12) mod x^607 - x^334 - 1 gives that state in 43 squarings, so no table is
// needed: a test compares what comes out with numbers that Go printed.

#include "core/placement/systems/go_random.h"

#include <algorithm>
#include <array>

namespace reshard {
namespace {

constexpr std::size_t kLength = 607, kTap = 273, kSkipped = 20;
constexpr std::uint64_t kModulus = 2147483647, kFactor = 48271;

using Words = std::array<std::uint64_t, kLength>;

std::uint64_t next(std::uint64_t& x) { return x = x * kFactor % kModulus; }

// The words in the order of the recurrence, the oldest first: Go's array backwards from its index 333.
constexpr std::size_t index_in_go(std::size_t n) { return (2 * kLength - kTap - 1 - n) % kLength; }

Words first_state() {
  Words by_index;
  std::uint64_t x = 1;
  for (std::size_t i = 0; i < kSkipped; ++i) next(x);
  for (std::uint64_t& word : by_index) {
    word = next(x) << 20;
    word ^= next(x) << 10;
    word ^= next(x);
  }
  Words words;
  for (std::size_t n = 0; n < kLength; ++n) words[n] = by_index[index_in_go(n)];
  return words;
}

// x^exponent modulo the recurrence's polynomial x^607 - x^334 - 1, with coefficients modulo 2^64.
Words power_of_x(std::uint64_t exponent) {
  constexpr unsigned kBits = 43;
  Words power{1};
  for (unsigned bit = kBits; bit-- > 0;) {
    std::array<std::uint64_t, 2 * kLength> square{};
    const std::size_t shift = exponent >> bit & 1;
    for (std::size_t i = 0; i < kLength; ++i) {
      for (std::size_t j = 0; j < kLength; ++j) square[i + j + shift] += power[i] * power[j];
    }
    for (std::size_t i = square.size(); i-- > kLength;) {
      square[i - kLength] += square[i];
      square[i - kTap] += square[i];
    }
    std::copy_n(square.begin(), kLength, power.begin());
  }
  return power;
}

// The constants, in the order of the recurrence at a new seed.
Words compute_constants() {
  constexpr std::uint64_t kSteps = 7'800'000'000'000;
  std::array<std::uint64_t, 2 * kLength> sequence;
  const Words first = first_state();
  std::copy(first.begin(), first.end(), sequence.begin());
  for (std::size_t n = kLength; n < sequence.size(); ++n) sequence[n] = sequence[n - kLength] + sequence[n - kTap];
  const Words power = power_of_x(kSteps);
  Words by_index;
  for (std::size_t n = 0; n < kLength; ++n) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kLength; ++i) word += power[i] * sequence[n + i];
    by_index[index_in_go((kSteps + n) % kLength)] = word;
  }
  Words constants;
  for (std::size_t n = 0; n < kLength; ++n) constants[n] = by_index[index_in_go(n)];
  return constants;
}

/// For each word that a seed makes: what x is multiplied by until the first of its three, and its constant.
struct Seeding {
  std::array<std::uint32_t, kLength> factors;
  Words constants;
};

const Seeding& seeding() {
  static const Seeding seeding = [] {
    Seeding made{{}, compute_constants()};
    std::array<std::uint32_t, kLength> by_index;
    std::uint64_t x = 1;
    for (std::size_t i = 0; i < kSkipped; ++i) next(x);
    for (std::uint32_t& factor : by_index) {
      factor = static_cast<std::uint32_t>(next(x));
      next(x);
      next(x);
    }
    for (std::size_t n = 0; n < kLength; ++n) made.factors[n] = by_index[index_in_go(n)];
    return made;
  }();
  return seeding;
}

}  // namespace

GoRandom::GoRandom(std::int64_t seed) {
  constexpr auto kSigned = static_cast<std::int64_t>(kModulus);
  const std::int64_t rest = seed % kSigned;
  seed_ = static_cast<std::uint32_t>(rest < 0 ? rest + kSigned : rest);
  if (seed_ == 0) seed_ = 89482311;
}

std::uint64_t GoRandom::word(std::size_t n) const {
  if (n >= kLength) return drawn_[n - kLength];
  const Seeding& all = seeding();
  std::uint64_t x = std::uint64_t{seed_} * all.factors[n] % kModulus;
  std::uint64_t word = x << 40;
  word ^= next(x) << 20;
  return word ^ next(x) ^ all.constants[n];
}

std::uint32_t GoRandom::uint32() {
  const std::size_t n = drawn_.size();
  drawn_.push_back(word(n) + word(n + kLength - kTap));
  return static_cast<std::uint32_t>(drawn_.back() << 1 >> 32);
}

}  // namespace reshard

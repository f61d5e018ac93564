#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/hash/functions.h"

namespace reshard {

/// The steps of MurmurHash3 x64_128.
namespace murmur128 {

constexpr std::uint64_t kC1 = 0x87c37b91114253d5u;
constexpr std::uint64_t kC2 = 0x4cf5ad432745937fu;

constexpr std::uint64_t scramble1(std::uint64_t k1) { return std::rotl(k1 * kC1, 31) * kC2; }
constexpr std::uint64_t scramble2(std::uint64_t k2) { return std::rotl(k2 * kC2, 33) * kC1; }

/// Mixes in a block of 16 bytes, given as its two scrambled words.
constexpr void mix(Murmur128& h, std::uint64_t k1, std::uint64_t k2) {
  h.h1 ^= k1;
  h.h1 = (std::rotl(h.h1, 27) + h.h2) * 5 + 0x52dce729u;
  h.h2 ^= k2;
  h.h2 = (std::rotl(h.h2, 31) + h.h1) * 5 + 0x38495ab5u;
}

/// Mixes in the last bytes, fewer than 16 of `size` in all, likewise as scrambled words.
constexpr Murmur128 finish(Murmur128 h, std::uint64_t k1, std::uint64_t k2, std::uint64_t size) {
  h.h1 ^= k1 ^ size;
  h.h2 ^= k2 ^ size;
  h.h1 += h.h2;
  h.h2 += h.h1;
  h.h1 = fmix64(h.h1);
  h.h2 = fmix64(h.h2);
  h.h1 += h.h2;
  return {h.h1, h.h2 + h.h1};
}

}  // namespace murmur128

/// A prefix of several texts: its part in their hashes is computed once. Its whole blocks are mixed. The bytes left
/// over share one word with the text that follows; the other word of that block belongs to one of the two alone.
class MurmurPrefix {
 public:
  explicit MurmurPrefix(std::string_view text) : size_(text.size()), rest_(text.size() % 16) {
    const std::size_t whole = text.size() - rest_;
    for (std::size_t at = 0; at < whole; at += 16) {
      murmur128::mix(state_, murmur128::scramble1(load_le64(&text[at])),
                     murmur128::scramble2(load_le64(&text[at + 8])));
    }
    char last[16] = {};
    text.copy(last, sizeof last, whole);
    shared_ = load_le64(last + (rest_ < 8 ? 0 : 8));
    own_ = rest_ < 8 ? 0 : murmur128::scramble1(load_le64(last));
  }

  std::size_t rest() const { return rest_; }  ///< bytes beyond its whole blocks

 private:
  friend class MurmurSuffix;

  Murmur128 state_{0, 0};
  std::uint64_t size_;
  std::size_t rest_;
  std::uint64_t shared_;  // the word shared with what follows
  std::uint64_t own_;     // the other word, scrambled, where it is the prefix's own
};

/// A text with padding before and after it, so that words can be read across its ends.
class MurmurText {
 public:
  static constexpr std::size_t kMargin = 32;

  /// `bytes`: kMargin zero bytes, the text, and kMargin zero bytes again. They must not change while this is in use.
  explicit MurmurText(std::string_view bytes) : bytes_(bytes) {}
  static void begin(std::string& bytes) { bytes.assign(kMargin, '\0'); }
  static void end(std::string& bytes) { bytes.append(kMargin, '\0'); }

  std::size_t size() const { return bytes_.size() - 2 * kMargin; }
  /// The eight bytes from `at` on; `at` may be negative.
  std::uint64_t word(std::ptrdiff_t at) const {
    return load_le64(bytes_.data() + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(kMargin) + at));
  }

 private:
  std::string_view bytes_;
};

/// A text that follows any of the prefixes with the same rest().
class MurmurSuffix {
 public:
  void set(const MurmurText& text, std::size_t rest) {
    const auto first = -static_cast<std::ptrdiff_t>(rest);
    shared_ = text.word(rest < 8 ? first : first + 8);
    own_ = rest < 8 ? murmur128::scramble2(text.word(first + 8)) : 0;
    size_ = text.size();
    blocks_ = (rest + size_) / 16;
    middle_.clear();
    auto at = first + 16;
    for (std::size_t block = 1; block < blocks_; ++block, at += 16) {
      middle_.emplace_back(murmur128::scramble1(text.word(at)), murmur128::scramble2(text.word(at + 8)));
    }
    if (blocks_ == 0) return;
    last1_ = murmur128::scramble1(text.word(at));
    last2_ = murmur128::scramble2(text.word(at + 8));
  }

  /// murmur3_128() of the prefix followed by this text. kShort: the prefix's rest() is below 8.
  template <bool kShort>
  Murmur128 hash_after(const MurmurPrefix& prefix) const {
    const std::uint64_t word = prefix.shared_ | shared_;
    const std::uint64_t k1 = kShort ? murmur128::scramble1(word) : prefix.own_;
    const std::uint64_t k2 = kShort ? own_ : murmur128::scramble2(word);
    Murmur128 h = prefix.state_;
    const std::uint64_t size = prefix.size_ + size_;
    if (blocks_ == 0) return murmur128::finish(h, k1, k2, size);
    murmur128::mix(h, k1, k2);
    for (const auto& [m1, m2] : middle_) murmur128::mix(h, m1, m2);
    return murmur128::finish(h, last1_, last2_, size);
  }
  Murmur128 hash_after(const MurmurPrefix& prefix) const {
    return prefix.rest() < 8 ? hash_after<true>(prefix) : hash_after<false>(prefix);
  }

 private:
  std::uint64_t shared_ = 0, own_ = 0;  // of the block that begins with the rest of the prefix
  std::uint64_t last1_ = 0, last2_ = 0;
  std::uint64_t size_ = 0, blocks_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> middle_;
};

}  // namespace reshard

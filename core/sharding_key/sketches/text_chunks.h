#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/base/check.h"
#include "core/sharding_key/sketches/chunks.h"

namespace reshard {

/// Append-only texts, each shorter than a chunk, which never move: growing copies nothing, and a few bytes need no
/// call. Millions of values are stored here, most of them shorter than 32 bytes.
class TextChunks {
 public:
  static constexpr std::uint32_t kLongest = Chunks<char>::kEach - 1;  ///< bytes of a text

  /// Adds a text, or two with a byte between them. Returns where it begins.
  std::uint32_t add(std::string_view text) {
    char* const to = room(text.size());
    copy(to, text);
    return taken(text.size());
  }
  std::uint32_t add(std::string_view first, char between, std::string_view second) {
    const std::size_t size = first.size() + 1 + second.size();
    char* const to = room(size);
    copy(to, first);
    to[first.size()] = between;
    copy(to + first.size() + 1, second);
    return taken(size);
  }

  /// The text that begins at `begin`; `next` is where the text after it begins or, for the last one, end().
  std::string_view text(std::uint32_t begin, std::uint32_t next) const {
    const std::size_t chunk = begin / kChunk, at = begin % kChunk;
    return {chunks_[chunk] + at, (next / kChunk == chunk ? next % kChunk : used_[chunk]) - at};
  }
  std::uint32_t end() const { return begin_of(used_.size()) - (used_.empty() ? 0 : kChunk - used_.back()); }

  /// Empties it and keeps the memory.
  void clear() {
    chunks_.clear();
    used_.clear();
  }

  std::uint64_t memory_bytes() const { return chunks_.memory_bytes(); }

 private:
  static constexpr std::uint32_t kChunk = Chunks<char>::kEach;

  static std::uint32_t begin_of(std::size_t chunk) { return static_cast<std::uint32_t>(chunk) * kChunk; }

  /// Never fills a chunk to its last byte, so that even an empty text begins inside a chunk.
  char* room(std::size_t size) {
    if (used_.empty() || size >= kChunk - used_.back()) next_chunk(size);
    return chunks_[used_.size() - 1] + used_.back();
  }
  std::uint32_t taken(std::size_t size) {
    const std::uint32_t begin = begin_of(used_.size() - 1) + used_.back();
    used_.back() += static_cast<std::uint32_t>(size);
    return begin;
  }
  void next_chunk(std::size_t size) {
    CHECK(size < kChunk);
    chunks_.add();
    used_.push_back(0);
  }

  /// Two overlapping copies of a fixed size are two instructions each, and need no loop for the remainder.
  static void copy(char* to, std::string_view text) {
    const std::size_t size = text.size();
    if (size > 32) {
      std::memcpy(to, text.data(), size);
    } else if (size >= 16) {
      copy_ends<16>(to, text);
    } else if (size >= 8) {
      copy_ends<8>(to, text);
    } else if (size >= 4) {
      copy_ends<4>(to, text);
    } else {
      for (std::size_t i = 0; i < size; ++i) to[i] = text[i];
    }
  }
  template <std::size_t kSize>
  static void copy_ends(char* to, std::string_view text) {
    std::memcpy(to, text.data(), kSize);
    std::memcpy(to + text.size() - kSize, text.data() + text.size() - kSize, kSize);
  }

  Chunks<char> chunks_;
  std::vector<std::uint32_t> used_;  // bytes used in each chunk
};

}  // namespace reshard

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace reshard {

/// Append-only storage in chunks of one size; elements never move and are not initialised. It allocates several chunks
/// at once, more as it grows: allocating each by itself would make WebAssembly's memory grow thousands of times.
template <typename T>
class Chunks {
 public:
  static constexpr std::uint32_t kBytes = 1 << 14;
  static constexpr std::uint32_t kEach = kBytes / sizeof(T);  ///< elements in a chunk

  T* operator[](std::size_t chunk) const { return chunks_[chunk]; }

  /// How many chunks are in use.
  std::size_t size() const { return used_; }

  void add() {
    if (used_ == chunks_.size()) {
      const std::size_t more = std::clamp<std::size_t>(used_ / 4, 1, kMostAtOnce);
      slabs_.emplace_back(new T[more * kEach]);
      for (std::size_t i = 0; i < more; ++i) chunks_.push_back(slabs_.back().get() + i * kEach);
    }
    ++used_;
  }

  /// Empties it and keeps the memory.
  void clear() { used_ = 0; }

  std::uint64_t memory_bytes() const { return std::uint64_t{chunks_.size()} * kBytes; }

 private:
  static constexpr std::size_t kMostAtOnce = 256;

  std::vector<std::unique_ptr<T[]>> slabs_;
  std::vector<T*> chunks_;
  std::size_t used_ = 0;
};

}  // namespace reshard

#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/check.h"

namespace reshard {

/// Bytes that are only ever added to: what std::string::append() is for, without its call for a value of a few bytes. Millions of
/// values are copied here, and most are shorter than 32 bytes.
class ByteArena {
 public:
  ByteArena() = default;
  ByteArena(ByteArena&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)), room_(std::exchange(other.room_, 0)) {}
  ByteArena& operator=(ByteArena&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    room_ = std::exchange(other.room_, 0);
    return *this;
  }

  [[gnu::always_inline]] void append(std::string_view bytes) {
    if (bytes.size() > room_ - size_) grow(bytes.size());
    copy(bytes_.get() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void append(char byte) { append(std::string_view(&byte, 1)); }

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  std::string_view view() const { return {bytes_.get(), size_}; }
  std::string_view view(std::size_t begin, std::size_t end) const { return {bytes_.get() + begin, end - begin}; }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };

  /// Two copies of a fixed size that overlap are two instructions each, and there is no loop over what is left.
  static void copy(char* to, const char* from, std::size_t size) {
    if (size > 32) {
      std::memcpy(to, from, size);
    } else if (size >= 16) {
      copy_ends<16>(to, from, size);
    } else if (size >= 8) {
      copy_ends<8>(to, from, size);
    } else if (size >= 4) {
      copy_ends<4>(to, from, size);
    } else {
      for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
    }
  }
  template <std::size_t kSize>
  static void copy_ends(char* to, const char* from, std::size_t size) {
    char begin[kSize], end[kSize];  // both are read before either is written: `to` and `from` may be of one arena
    std::memcpy(begin, from, kSize);
    std::memcpy(end, from + size - kSize, kSize);
    std::memcpy(to, begin, kSize);
    std::memcpy(to + size - kSize, end, kSize);
  }

  [[gnu::noinline]] void grow(std::size_t more) {
    constexpr std::size_t kFirst = 1024;
    std::size_t room = room_ == 0 ? kFirst : room_;
    while (room - size_ < more) {
      CHECK(room <= ~std::size_t{0} / 2);
      room *= 2;
    }
    char* const grown = static_cast<char*>(std::realloc(bytes_.get(), room));
    CHECK(grown != nullptr);
    static_cast<void>(bytes_.release());  // realloc() has freed or kept it
    bytes_.reset(grown);
    room_ = room;
  }

  std::unique_ptr<char, Free> bytes_;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace reshard

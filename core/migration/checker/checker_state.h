#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "core/base/check.h"
#include "core/migration/checker/checker.h"

namespace reshard {

/// A small list without heap memory: states are copied a million times a second.
template <typename T, std::size_t N>
class Few {
 public:
  Few() = default;
  Few(const Few& from) : size_(from.size_) { std::copy_n(from.items_.begin(), size_, items_.begin()); }
  Few& operator=(const Few& from) {
    size_ = from.size_;
    std::copy_n(from.items_.begin(), size_, items_.begin());
    return *this;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void push(const T& item) {
    CHECK(size_ < N);
    items_[size_++] = item;
  }
  T pop_front() {
    const T first = items_[0];
    for (std::size_t i = 1; i < size_; ++i) items_[i - 1] = items_[i];
    --size_;
    return first;
  }
  void clear() { size_ = 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, N> items_;
  std::uint8_t size_ = 0;
};

inline constexpr std::size_t kMaxCheckedClients = 3;
inline constexpr std::size_t kMaxCheckedOperations = 4;
/// Operations of clients, and the end of each value's life.
inline constexpr std::size_t kMaxHappened = 2 * kMaxCheckedOperations + 1;
inline constexpr std::uint8_t kNoOperation = 0xFF;

/// A message on its way, and the operation it belongs to.
struct Flight {
  Message message;
  std::uint8_t operation = kNoOperation;
};

struct CheckedClient {
  std::uint8_t phase = 0;
  std::uint8_t operation = kNoOperation;
  Pending pending;
};

struct CheckedOperation : Happened {
  std::uint8_t client = 0;
  bool open = false;  ///< timed out: it may take effect later
};

/// A state of the tiny system.
struct CheckerState {
  Progress progress;
  KeyState key;
  bool bad = false;        ///< an anomaly was found on the way
  bool restarted = false;  ///< the one fault has been used
  std::uint8_t timeouts = 0;
  Few<CheckedOperation, kMaxHappened> operations;
  std::array<CheckedClient, kMaxCheckedClients> clients;
  std::array<std::array<Few<Flight, 12>, kSides>, kMaxCheckedClients> flights;
  Few<Carried, 8> log;
};

/// Packs the state into bytes that are equal only for equal states.
void pack(const CheckerState& state, std::size_t clients, std::string& bytes);
CheckerState unpack(std::string_view bytes, std::size_t clients);

}  // namespace reshard

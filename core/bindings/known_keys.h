#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace reshard {

/// All keys of some data, each once, in order of appearance: for strategies under which an owner depends on the other
/// keys. Takes about 50 bytes per key plus the key itself.
class KnownKeys {
 public:
  KnownKeys() = default;
  KnownKeys(const KnownKeys&) = delete;  // the index refers to the keys
  KnownKeys& operator=(const KnownKeys&) = delete;

  static constexpr std::uint32_t kMost = 1'000'000'000;

  /// False if the key is already there. There must be fewer than kMost keys.
  bool add(std::string_view key);

  /// The position of a key in that order; nothing if it is not there.
  std::optional<std::uint32_t> find(std::string_view key) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  std::string_view operator[](std::uint32_t i) const {
    const auto begin = static_cast<std::size_t>(i == 0 ? 0 : ends_[i - 1]);
    return std::string_view(bytes_).substr(begin, static_cast<std::size_t>(ends_[i]) - begin);
  }

 private:
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard's name
    const KnownKeys* keys;
    std::size_t operator()(std::string_view key) const;
    std::size_t operator()(std::uint32_t i) const { return (*this)((*keys)[i]); }
  };
  struct Equal {
    using is_transparent = void;  // NOLINT(readability-identifier-naming)
    const KnownKeys* keys;
    bool operator()(std::uint32_t a, std::uint32_t b) const { return (*keys)[a] == (*keys)[b]; }
    bool operator()(std::uint32_t a, std::string_view b) const { return (*keys)[a] == b; }
    bool operator()(std::string_view a, std::uint32_t b) const { return a == (*keys)[b]; }
  };

  std::string bytes_;
  std::vector<std::uint64_t> ends_;
  std::unordered_set<std::uint32_t, Hash, Equal> index_{0, Hash{this}, Equal{this}};
};

}  // namespace reshard

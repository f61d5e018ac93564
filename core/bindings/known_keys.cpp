#include "core/bindings/known_keys.h"

#include "core/hash/functions.h"

namespace reshard {

std::size_t KnownKeys::Hash::operator()(std::string_view key) const { return static_cast<std::size_t>(xxh64(key)); }

bool KnownKeys::add(std::string_view key) {
  if (index_.find(key) != index_.end()) return false;
  bytes_.append(key);
  ends_.push_back(bytes_.size());
  index_.insert(size() - 1);
  return true;
}

std::optional<std::uint32_t> KnownKeys::find(std::string_view key) const {
  const auto at = index_.find(key);
  return at == index_.end() ? std::nullopt : std::optional(*at);
}

}  // namespace reshard

#include "core/model/key_names.h"

namespace reshard {

std::string_view KeyNames::read(std::uint32_t i) {
  const KeyKind kind = keys_.spec().kind;
  if (kind == KeyKind::kGiven && margin_ == 0) return keys_.name(i, buffer_);
  buffer_.assign(margin_, '\0');
  keys_.append_name(i, buffer_);
  if (keys_.counts_up()) {
    next_ = i + 1;
    first_ = margin_ + keys_.spec().prefix.size();
    last_ = buffer_.size() - 1;
  }
  buffer_.append(margin_, '\0');
  return buffer_;
}

// Adds one to a number that ends in 9. Returns false and changes nothing where it would get another digit.
bool KeyNames::carry() {
  std::size_t at = last_;
  while (buffer_[at] == '9') {
    if (at == first_) return false;
    --at;
  }
  ++buffer_[at];
  while (at != last_) buffer_[++at] = '0';
  return true;
}

}  // namespace reshard

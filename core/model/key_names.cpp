#include "core/model/key_names.h"

namespace reshard {

std::string_view KeyNames::read(std::uint32_t i) {
  const KeyKind kind = keys_.spec().kind;
  if (kind == KeyKind::kGiven && margin_ == 0) return keys_.name(i, buffer_);
  buffer_.assign(margin_, '\0');
  keys_.append_name(i, buffer_);
  if (kind == KeyKind::kSequential) {
    next_ = i + 1;
    last_ = buffer_.size() - 1;
  }
  buffer_.append(margin_, '\0');
  return buffer_;
}

}  // namespace reshard

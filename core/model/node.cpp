#include "core/model/node.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {

Endpoint endpoint(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos) return {name, {}};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

Status check_name(std::string_view field, std::string_view name) {
  const std::string where(field);
  if (name.empty()) return Error{ErrorCode::empty, where, {}};
  if (name.size() > kMaxNameBytes) {
    return Error{ErrorCode::out_of_range, where + ".length", {decimal(name.size()), "1", decimal(kMaxNameBytes)}};
  }
  const bool control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; });
  if (control || !is_utf8(name)) {
    return Error{
        ErrorCode::malformed, where, {control ? "a name with control characters" : "these bytes", "UTF-8 text"}};
  }
  return Done{};
}

Status check_new_name(std::string_view field, std::string_view name) {
  const auto valid = check_name(field, name);
  if (!valid.ok()) return valid;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    const auto second = static_cast<unsigned char>(name[i + 1]);
    if (name[i] == '\xC2' && second >= 0x80 && second < 0xA0) {
      return Error{ErrorCode::malformed, std::string(field), {"a name with control characters", "UTF-8 text"}};
    }
  }
  return Done{};
}

}  // namespace reshard

#pragma once

#include <string>
#include <string_view>

namespace reshard::ui {

/// What keeps `text` from being well-formed XML (of the kind SvgPainter writes), or "".
std::string xml_problem(std::string_view text);

}  // namespace reshard::ui

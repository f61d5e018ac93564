#pragma once

#include <string>
#include <string_view>

namespace reshard {

/// The text as Python's repr() writes it between quotes: 'a', "it's", 'tab\t'. Control characters are escaped, and with
/// `bytes` all that is not ASCII, too (b'\xc3' without its b).
std::string python_repr(std::string_view text, bool bytes = false);

}  // namespace reshard

#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

#include "core/base/text.h"

namespace reshard {

void check_failed(const char* condition, const char* file, int line) {
  const std::string number = decimal(static_cast<std::uint64_t>(line));
  for (const char* part : {file, ":", number.c_str(), ": CHECK(", condition, ") failed\n"}) std::fputs(part, stderr);
  std::abort();
}

}  // namespace reshard

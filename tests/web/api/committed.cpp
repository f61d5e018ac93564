#include "tests/web/api/committed.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace reshard::testing {

std::string committed(const std::string& path, const std::string& printed) {
  const std::string file = RESHARD_TEST_DATA "/../" + path;
  if (std::getenv("RESHARD_WRITE_GOLDEN") != nullptr) std::ofstream(file) << printed;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace reshard::testing

#include "tests/core/migration/guide.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/base/check.h"

namespace reshard::testing {
namespace {

constexpr const char* kFile = RESHARD_TEST_DATA "/../core/migration/README.md";

std::string read_guide() {
  std::ostringstream text;
  text << std::ifstream(kFile).rdbuf();
  return text.str();
}

struct Part {
  std::size_t begin, end;
};

Part part_of(const std::string& text, const std::string& name) {
  const std::string open = "<!-- " + name + " -->\n";
  const std::size_t begin = text.find(open);
  const std::size_t end = text.find("<!-- /" + name + " -->");
  CHECK(begin != std::string::npos && end != std::string::npos);
  return {begin + open.size(), end};
}

}  // namespace

Guide::Guide(std::string_view name) : name_(name) {
  const std::string text = read_guide();
  const Part part = part_of(text, name_);
  std::istringstream lines(text.substr(part.begin, part.end - part.begin));
  for (std::string line; std::getline(lines, line);) lines_.push_back(line);
}

bool Guide::has(std::string_view line) const { return std::find(lines_.begin(), lines_.end(), line) != lines_.end(); }

void Guide::write_if_asked(const std::vector<std::string>& table) const {
  if (std::getenv("RESHARD_WRITE_GOLDEN") == nullptr) return;
  std::string text = read_guide();
  const Part part = part_of(text, name_);
  std::string lines;
  for (const std::string& line : table) lines += line + "\n";
  std::ofstream(kFile) << text.replace(part.begin, part.end - part.begin, lines);
}

}  // namespace reshard::testing

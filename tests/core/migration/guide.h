#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reshard::testing {

/// A table of core/migration/README.md that a test generates: the lines between <!-- name --> and <!-- /name -->.
class Guide {
 public:
  explicit Guide(std::string_view name);

  bool has(std::string_view line) const;
  std::size_t lines() const { return lines_.size(); }

  /// Rewrites the table if RESHARD_WRITE_GOLDEN is set.
  void write_if_asked(const std::vector<std::string>& table) const;

 private:
  std::string name_;
  std::vector<std::string> lines_;
};

}  // namespace reshard::testing

#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// Reads a tool's options. The first error is kept, and says which options there are; all values are their defaults then.
class OptionReader {
 public:
  OptionReader(Options options, std::string_view names);

  /// A number from `least` to `most`.
  double number(std::string_view name, double otherwise, double least, double most);
  std::uint64_t whole(std::string_view name, std::uint64_t otherwise, std::uint64_t least, std::uint64_t most);
  bool yes(std::string_view name, bool otherwise);  ///< "yes" or "no"

  /// The position of one of these words.
  std::size_t choice(std::string_view name, std::span<const std::string_view> words, std::size_t otherwise);

  const std::optional<Error>& error() const { return error_; }

 private:
  const std::string* given(std::string_view name) const;
  void refuse(Error error);

  Options options_;
  std::optional<Error> error_;
};

}  // namespace reshard::rebalance::tools

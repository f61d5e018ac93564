#pragma once

#include <string>
#include <vector>

namespace reshard {

/// Sorts names, comparing numbers in them by value, and drops repeated ones: strategies that number nodes count them in
/// this order.
std::vector<std::string> in_order(std::vector<std::string> names);

/// Names that differ in one number only, "shard-7", "shard-12": what is around the number, and how it is written.
class NumberedNames {
 public:
  /// `names` in order.
  explicit NumberedNames(const std::vector<std::string>& names);

  /// The names with those that are missing between the first and the last number; the same names where no more than
  /// their number differs, or where more would be missing than are there.
  std::vector<std::string> filled() const;

  /// `count` names: those of `names`, then names with the next numbers, or "unseen-1", ….
  std::vector<std::string> extended(std::vector<std::string> names, std::size_t count) const;

 private:
  std::string name(std::uint64_t number) const;

  const std::vector<std::string>& names_;
  bool numbered_ = false;
  std::string before_, after_;
  std::size_t digits_ = 0;  // at least so many, with leading zeros
  std::uint64_t first_ = 0, last_ = 0;
};

}  // namespace reshard

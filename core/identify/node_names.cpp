#include "core/identify/node_names.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Numbers are compared by value, everything else by bytes.
bool comes_before(std::string_view a, std::string_view b) {
  const std::string_view first = a, second = b;
  while (!a.empty() && !b.empty()) {
    if (!is_digit(a[0]) || !is_digit(b[0])) {
      if (a[0] != b[0]) return static_cast<unsigned char>(a[0]) < static_cast<unsigned char>(b[0]);
      a.remove_prefix(1), b.remove_prefix(1);
      continue;
    }
    const auto number = [](std::string_view& text) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
      std::string_view digits = text.substr(0, end);
      text.remove_prefix(end);
      while (digits.starts_with('0')) digits.remove_prefix(1);
      return digits;
    };
    const std::string_view m = number(a), n = number(b);
    if (m.size() != n.size()) return m.size() < n.size();
    if (m != n) return m < n;
  }
  return a.size() != b.size() ? a.size() < b.size() : first < second;
}

}  // namespace

std::vector<std::string> in_order(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), comes_before);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

NumberedNames::NumberedNames(const std::vector<std::string>& names) : names_(names) {
  if (names.size() < 2) return;
  const std::string &a = names.front(), &b = names.back();
  std::size_t same = 0;
  while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
  while (same > 0 && is_digit(a[same - 1])) --same;  // up to the beginning of the number
  const auto end_of = [&](const std::string& name) {
    return std::min(name.find_first_not_of("0123456789", same), name.size());
  };
  before_ = a.substr(0, same);
  after_ = a.substr(end_of(a));
  digits_ = end_of(a) - same;
  std::vector<std::uint64_t> numbers;
  for (const std::string& each : names) {
    if (each.size() <= before_.size() || each.compare(0, same, before_) != 0) return;
    const std::size_t end = end_of(each);
    const auto number = parse_u64(std::string_view(each).substr(same, end - same));
    if (!number || each.substr(end) != after_ || (!numbers.empty() && *number <= numbers.back())) return;
    digits_ = std::min(digits_, end - same);
    numbers.push_back(*number);
  }
  first_ = numbers.front();
  last_ = numbers.back();
  numbered_ = std::equal(numbers.begin(), numbers.end(), names.begin(),
                         [&](std::uint64_t number, const std::string& each) { return name(number) == each; });
}

std::string NumberedNames::name(std::uint64_t number) const {
  std::string digits = decimal(number);
  if (digits.size() < digits_) digits.insert(0, digits_ - digits.size(), '0');
  return before_ + digits + after_;
}

std::vector<std::string> NumberedNames::filled() const {
  if (!numbered_ || last_ - first_ >= 2 * names_.size()) return names_;
  std::vector<std::string> all;
  for (std::uint64_t number = first_; number <= last_; ++number) all.push_back(name(number));
  return all;
}

std::vector<std::string> NumberedNames::extended(std::vector<std::string> names, std::size_t count) const {
  for (std::uint64_t more = 1; names.size() < count; ++more) {
    names.push_back(numbered_ ? name(last_ + more) : "unseen-" + decimal(more));
  }
  return names;
}

}  // namespace reshard

#include "core/sharding_key/frequent_values.h"

#include <algorithm>
#include <numeric>

namespace reshard {
namespace {

/// The numbers of the `most` largest counts, of equal ones the older; in no order.
std::vector<std::uint32_t> largest_of(const std::vector<std::uint32_t>& counts, std::size_t most) {
  std::vector<std::uint32_t> numbers(counts.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  if (most >= numbers.size()) return numbers;
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  };
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(most), numbers.end(), before);
  numbers.resize(most);
  return numbers;
}

}  // namespace

FrequentValues::FrequentValues(ValueTable exact, std::uint32_t kept) : kept_(kept), table_(std::move(exact)) {
  errors_.resize(table_.size());
  if (table_.size() > kept_) purge();
}

void FrequentValues::add(std::uint64_t hash, std::string_view value) {
  const auto [number, fresh] = table_.add(hash, value);
  if (!fresh) return;
  table_.add(hash, value, rest_);
  errors_.push_back(rest_);
  if (table_.size() >= 2 * kept_) purge();
}

void FrequentValues::purge() {
  const std::vector<std::uint32_t> counts = table_.counts();
  std::vector<std::uint32_t> kept = largest_of(counts, kept_);
  std::sort(kept.begin(), kept.end());
  std::vector<std::uint32_t> errors;
  errors.reserve(kept.size());
  for (std::uint32_t number = 0; number < counts.size(); ++number) {
    if (errors.size() < kept.size() && kept[errors.size()] == number) {
      errors.push_back(errors_[number]);
    } else {
      rest_ = std::max(rest_, counts[number]);
    }
  }
  errors_ = std::move(errors);
  table_.keep(kept);
}

std::vector<FrequentValues::Counter> FrequentValues::largest(std::size_t most) const {
  const std::vector<std::uint32_t> counts = table_.counts();
  const std::vector<std::uint64_t> hashes = table_.hashes();
  std::vector<std::uint32_t> numbers = largest_of(counts, most);
  std::sort(numbers.begin(), numbers.end(),
            [&](std::uint32_t a, std::uint32_t b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  std::vector<Counter> counters;
  counters.reserve(numbers.size());
  for (const std::uint32_t number : numbers) {
    counters.push_back({table_[number], hashes[number], counts[number], errors_[number]});
  }
  return counters;
}

}  // namespace reshard

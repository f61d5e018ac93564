#include "tests/core/typed_keys.h"

#include "core/base/check.h"
#include "core/base/text.h"

namespace reshard::testing {
namespace {

std::string digits(std::uint64_t number, std::size_t count) {
  std::string text = decimal(number);
  return std::string(count - std::min(count, text.size()), '0') + text;
}

std::string random_hex(Random& random, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "0123456789abcdef"[random.below(16)];
  return text;
}

std::string random_uuid(Random& random) {
  std::string text = random_hex(random, 8);
  for (const std::size_t count : {4, 4, 4, 12}) text += "-" + random_hex(random, count);
  return text;
}

std::string random_date(Random& random) {
  return digits(1900 + random.below(200), 4) + "-" + digits(1 + random.below(12), 2) + "-" +
         digits(1 + random.below(28), 2);
}

// Of any size: half of the numbers are small, as ids are.
std::string random_whole(Random& random, unsigned bits) {
  const auto number = static_cast<std::int64_t>(random.next()) >> (64 - bits);
  return signed_decimal(random.below(2) == 0 ? number : number % 1000);
}

std::string random_value(Random& random, ColumnType type, bool distinct) {
  switch (type) {
    case ColumnType::kNone: break;
    case ColumnType::kText:
    case ColumnType::kChar: return "key-" + random_hex(random, (distinct ? 12 : 1) + random.below(40));
    case ColumnType::kBytes: return random_hex(random, 2 * ((distinct ? 6 : 1) + random.below(20)));
    case ColumnType::kInt64:
      return distinct ? signed_decimal(static_cast<std::int64_t>(random.next())) : random_whole(random, 64);
    case ColumnType::kInt32: return distinct ? decimal(random.next() >> 33) : random_whole(random, 32);
    case ColumnType::kInt16: return random_whole(random, 16);
    case ColumnType::kUuid: return random_uuid(random);
    case ColumnType::kBool: return random.below(2) == 0 ? "true" : "false";
    case ColumnType::kDate: return random_date(random);
    case ColumnType::kTimestamp:
      return random_date(random) + " " + digits(random.below(24), 2) + ":" + digits(random.below(60), 2) + ":" +
             digits(random.below(60), 2) + "." + digits(random.below(1'000'000), 6);
    case ColumnType::kFloat64:
    case ColumnType::kFloat32: return random_whole(random, 20) + "." + decimal(1 + random.below(99));
  }
  check_failed("a type of columns", __FILE__, __LINE__);
}

}  // namespace

std::string random_key(Random& random, const RowType& type) {
  std::string key;
  for (std::size_t c = 0; c < type.size(); ++c) {
    if (c > 0) key += '\t';
    const bool null = type.nulls && random.below(20) == 0;
    key += null ? "\\N" : random_value(random, type.columns[c], false);
  }
  return key;
}

bool has_many_values(const RowType& type) {
  for (std::size_t c = 0; c < type.size(); ++c) {
    if (ColumnTypes{ColumnType::kText, ColumnType::kChar, ColumnType::kBytes, ColumnType::kUuid, ColumnType::kInt64,
                    ColumnType::kInt32, ColumnType::kTimestamp}
            .has(type.columns[c])) {
      return true;
    }
  }
  return false;
}

std::string distinct_key(Random& random, const RowType& type) {
  std::string key;
  for (std::size_t c = 0; c < type.size(); ++c) {
    key.append(c > 0 ? "\t" : "").append(random_value(random, type.columns[c], true));
  }
  return key;
}

std::vector<std::string> random_keys(Random& random, const RowType& type, std::size_t count) {
  std::vector<std::string> keys;
  keys.reserve(count);
  for (std::size_t i = 0; i < count; ++i) keys.push_back(random_key(random, type));
  return keys;
}

}  // namespace reshard::testing

#include "core/partitioners/partitioner.h"

namespace reshard {

#define PARTITIONER(name, columns) extern const Partitioner name##_partitioner;
#include "core/partitioners/partitioners.def"
#undef PARTITIONER

std::span<const Partitioner* const> partitioners() {
  static constexpr const Partitioner* kAll[] = {
#define PARTITIONER(name, columns) &name##_partitioner,
#include "core/partitioners/partitioners.def"
#undef PARTITIONER
  };
  return kAll;
}

Status check_types(const ColumnTypes& takes, const RowType& type) {
  for (std::size_t c = 0; c < type.size(); ++c) {
    if (takes.has(type.columns[c])) continue;
    std::string taken;
    for (std::size_t t = 1; t < std::size(kColumnTypes); ++t) {
      if (!takes.has(static_cast<ColumnType>(t))) continue;
      taken.append(taken.empty() ? "" : ", ").append(kColumnTypes[t]);
    }
    return Error{ErrorCode::not_an_option,
                 c == 0 ? "type" : "type" + std::string(1, static_cast<char>('1' + c)),
                 {std::string(kColumnTypes[static_cast<std::size_t>(type.columns[c])]), std::move(taken)}};
  }
  return Done{};
}

}  // namespace reshard

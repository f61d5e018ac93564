#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/model/row.h"
#include "core/placement/strategy.h"

namespace reshard {

/// How a system makes a number of a typed key, and divides it among its partitions. Constant data: a row of the list in
/// partitioners.def.
struct Partitioner {
  enum class Remainder : std::uint8_t {
    kUnsigned,   ///< of the number, 0 to 2^64 − 1
    kFloor,      ///< of the number as a signed one, never negative: −1 mod 4 = 3
    kMagnitude,  ///< of the signed number without its sign: |−7| mod 4 = 3
  };

  std::string_view id;       ///< as in links: "kafka_murmur2"
  std::string_view source;   ///< program and version
  std::string_view formula;  ///< the number as the system's code says it: "murmur2(key) & 0x7fffffff"
  ColumnTypes takes;         ///< any column
  bool several = false;      ///< whether a key may have several columns
  bool nulls = false;        ///< whether there is a rule for NULL
  Remainder remainder = Remainder::kUnsigned;
  bool weights = false;                                     ///< a node has as many consecutive remainders as its weight
  bool power_of_two = false;                                ///< the number of partitions has to be one
  std::uint64_t most = 0;                                   ///< partitions; 0: no limit of its own
  TypedKeys number = {};                                    ///< what is divided
  void (*explain)(const Row& row, Trace& trace) = nullptr;  ///< steps between the values and the number, if any
};

/// All of them, in the order of partitioners.def.
std::span<const Partitioner* const> partitioners();

/// Refuses types that the system does not take (field "type", "type2", …).
Status check_types(const ColumnTypes& takes, const RowType& type);
inline Status check_types(const Partitioner& partitioner, const RowType& type) {
  return check_types(partitioner.takes, type);
}

}  // namespace reshard

#pragma once

#include <cstdint>

#include "core/placement/strategy.h"

// Java's hashCode(), which many systems written in Java divide among their partitions.

namespace reshard {

/// The types whose Java class says how its hashCode() is computed.
inline constexpr ColumnTypes kJavaTypes = {ColumnType::kText,    ColumnType::kInt64, ColumnType::kInt32,
                                           ColumnType::kInt16,   ColumnType::kUuid,  ColumnType::kFloat64,
                                           ColumnType::kFloat32, ColumnType::kBool};

/// hashCode() of the value as a String, Long, Integer, Short, UUID, Double, Float or Boolean; 0 of NULL, as
/// Objects.hashCode() gives it.
std::int32_t java_hash_code(const Value& value);

/// The same of the only column, as a step of an explanation.
void explain_java_hash_code(const Row& row, Trace& trace);

}  // namespace reshard

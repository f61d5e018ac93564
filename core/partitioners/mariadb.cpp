// MariaDB and MySQL: PARTITION BY HASH(k) and PARTITION BY KEY(columns).
//
// sql/sql_partition.cc (get_part_id_from_key(), get_partition_id_hash_nosub()), sql/field.cc (Field::hash()) and the
// collations of strings/ctype-*.c; rows were printed by MariaDB 10.11.19. HASH divides the number itself and drops the
// sign of the remainder; NULL counts as −2^63 there, not as 0. KEY goes over the bytes of every column, from a = 1 and
// b = 4:
//   a ^= ((a & 63) + b) · byte + (a << 8);  b += 3;  a NULL column: a ^= (a << 1) | 1;  at the end the low 32 bits of a
// Integers are hashed as text under latin1_swedish_ci: their bytes, lowest first, without blanks (0x20) at the end,
// each by its weight in that collation, where small letters weigh as capitals. So 65 and 97 are never apart. VARBINARY:
// the bytes. VARCHAR: by its collation; utf8mb4_bin takes the bytes without blanks at the end, utf8mb4_nopad_bin all of
// them. Other collations have weights that are not here.

#include <string>

#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"

namespace reshard {
namespace mariadb {
namespace {

constexpr std::uint64_t kMaxPartitions = 8192;

std::uint64_t number_of(const Row& row) {
  constexpr std::uint64_t kNull = std::uint64_t{1} << 63;  // −2^63
  return row[0].null ? kNull : static_cast<std::uint64_t>(row[0].number);
}

// What a character of latin1_swedish_ci weighs (sort_order_latin1).
unsigned char latin1_weight(unsigned char sign) {
  constexpr unsigned char kFromC0[] = {0x41, 0x41, 0x41, 0x41, 0x5c, 0x5b, 0x5c, 0x43, 0x45, 0x45, 0x45,
                                       0x45, 0x49, 0x49, 0x49, 0x49, 0x44, 0x4e, 0x4f, 0x4f, 0x4f, 0x4f,
                                       0x5d, 0xd7, 0xd8, 0x55, 0x55, 0x55, 0x59, 0x59, 0xde, 0xdf};
  if (sign >= 'a' && sign <= 'z') return static_cast<unsigned char>(sign - 'a' + 'A');
  if (sign < 0xc0 || sign == 0xf7 || sign == 0xff) return sign;
  return kFromC0[sign & 0x1f];
}

std::string_view without_blanks(std::string_view text) { return text.substr(0, text.find_last_not_of(' ') + 1); }

std::string weights(std::string_view bytes) {
  std::string weighed(without_blanks(bytes));
  for (char& sign : weighed) sign = static_cast<char>(latin1_weight(static_cast<unsigned char>(sign)));
  return weighed;
}

// The bytes of a value that KEY goes over.
template <bool kPadded>
std::string key_bytes(const Value& value) {
  const auto number = static_cast<std::uint64_t>(value.number);
  switch (value.type) {
    case ColumnType::kInt64: return weights(NumberBytes<8>::little(number));
    case ColumnType::kInt32: return weights(NumberBytes<4>::little(number));
    case ColumnType::kInt16: return weights(NumberBytes<2>::little(number));
    case ColumnType::kText: return std::string(kPadded ? without_blanks(value.text) : value.text);
    default: return std::string(value.text);
  }
}

template <bool kPadded>
std::uint64_t key_hash(const Row& row) {
  std::uint64_t a = 1, b = 4;
  for (const Value& value : row.values()) {
    if (value.null) a ^= (a << 1) | 1;
    if (value.null) continue;
    for (const char sign : key_bytes<kPadded>(value)) {
      a ^= ((a & 63) + b) * static_cast<unsigned char>(sign) + (a << 8);
      b += 3;
    }
  }
  return a & 0xffffffff;
}

template <bool kPadded>
void explain_key(const Row& row, Trace& trace) {
  for (const Value& value : row.values()) {
    if (value.null) {
      trace.push_back({"hashed bytes", "NULL: a ^= (a << 1) | 1"});
      continue;
    }
    const std::string bytes = key_bytes<kPadded>(value);
    trace.push_back({"hashed bytes", bytes.empty() ? "0" : shown({.type = ColumnType::kBytes, .text = bytes})});
  }
}

}  // namespace
}  // namespace mariadb

#define MARIADB_SOURCE "MariaDB 10.11.19, sql_partition.cc and field.cc"

extern const Partitioner mariadb_hash_partitioner;
constinit const Partitioner mariadb_hash_partitioner{
    .id = "mariadb_hash",
    .source = MARIADB_SOURCE,
    .formula = "k",
    .takes = {ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16},
    .nulls = true,
    .remainder = Partitioner::Remainder::kMagnitude,
    .most = mariadb::kMaxPartitions,
    .number = {mariadb::number_of},
};

namespace mariadb {
namespace {

// KEY over columns of text too, whose collation pads with blanks or does not.
template <bool kPadded>
constexpr Partitioner by_key(std::string_view id) {
  return {
      .id = id,
      .source = MARIADB_SOURCE,
      .formula = "KEY(…) & 0xffffffff",
      .takes = {ColumnType::kText, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16, ColumnType::kBytes},
      .several = true,
      .nulls = true,
      .most = kMaxPartitions,
      .number = {key_hash<kPadded>},
      .explain = explain_key<kPadded>,
  };
}

constexpr Partitioner by_key_without_text(std::string_view id) {
  Partitioner of = by_key<true>(id);
  of.takes = {ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16, ColumnType::kBytes};
  of.no_text =
      "KEY hashes text by its collation, and the weights of utf8mb4_general_ci are not here: choose the dialect "
      "of utf8mb4_bin or utf8mb4_nopad_bin, if the column has one of these";
  return of;
}

}  // namespace
}  // namespace mariadb

extern const Partitioner mariadb_key_partitioner;
constinit const Partitioner mariadb_key_partitioner = mariadb::by_key_without_text("mariadb_key");

extern const Partitioner mariadb_key_bin_partitioner;
constinit const Partitioner mariadb_key_bin_partitioner = mariadb::by_key<true>("mariadb_key_bin");

extern const Partitioner mariadb_key_nopad_partitioner;
constinit const Partitioner mariadb_key_nopad_partitioner = mariadb::by_key<false>("mariadb_key_nopad");

#undef MARIADB_SOURCE

}  // namespace reshard

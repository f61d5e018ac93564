// PostgreSQL: PARTITION BY HASH. Each column's 64-bit hash with a fixed seed, combined, modulo the modulus.
//
// partbounds.c and hashfn.c of PostgreSQL 15; rows were printed by 15.18. Bob Jenkins' lookup3 with its own beginning and
// tail: the low byte of c is kept free in the tail. pgcat's pg_bigint_hash and PgDog use the same function for bigint;
// PL/Proxy as documented takes hashtext(key) & (2^k - 1).

#include <bit>
#include <cmath>
#include <cstring>

#include "core/hash/digest.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/postgresql_hash.h"

namespace reshard {
namespace postgresql {
namespace {

struct State {
  std::uint32_t a, b, c;

  void mix() {
    a -= c;
    a ^= std::rotl(c, 4);
    c += b;  // clang-format off
    b -= a; b ^= std::rotl(a, 6); a += c;
    c -= b; c ^= std::rotl(b, 8); b += a;
    a -= c; a ^= std::rotl(c, 16); c += b;
    b -= a; b ^= std::rotl(a, 19); a += c;
    c -= b; c ^= std::rotl(b, 4); b += a;  // clang-format on
  }

  std::uint64_t finish() {
    c ^= b;
    c -= std::rotl(b, 14);
    a ^= c;
    a -= std::rotl(c, 11);  // clang-format off
    b ^= a; b -= std::rotl(a, 25); c ^= b; c -= std::rotl(b, 16);
    a ^= c; a -= std::rotl(c, 4); b ^= a; b -= std::rotl(a, 14);
    c ^= b; c -= std::rotl(b, 24);  // clang-format on
    return std::uint64_t{b} << 32 | c;
  }
};

State begin(std::size_t bytes, std::uint64_t seed) {
  const std::uint32_t start = 0x9e3779b9u + static_cast<std::uint32_t>(bytes) + 3923095u;
  State state{start, start, start};
  if (seed != 0) {
    state.a += static_cast<std::uint32_t>(seed >> 32);
    state.b += static_cast<std::uint32_t>(seed);
    state.mix();
  }
  return state;
}

std::uint32_t load_part(std::string_view bytes, std::size_t from, std::size_t count) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < count && from + i < bytes.size(); ++i) {
    word |= std::uint32_t{static_cast<unsigned char>(bytes[from + i])} << 8 * i;
  }
  return word;
}

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  State state = begin(bytes.size(), seed);
  for (; bytes.size() >= 12; bytes.remove_prefix(12)) {
    state.a += load_le32(bytes.data());
    state.b += load_le32(bytes.data() + 4);
    state.c += load_le32(bytes.data() + 8);
    state.mix();
  }
  state.a += load_part(bytes, 0, 4);
  state.b += load_part(bytes, 4, 4);
  state.c += load_part(bytes, 8, 3) << 8;
  return state.finish();
}

std::uint64_t hash_word(std::uint32_t word, std::uint64_t seed) {
  State state = begin(4, seed);
  state.a += word;
  return state.finish();
}

// The same number hashes alike as int2, int4 and int8.
std::uint64_t hash_long(std::int64_t number, std::uint64_t seed) {
  const auto low = static_cast<std::uint32_t>(number);
  const auto high = static_cast<std::uint32_t>(static_cast<std::uint64_t>(number) >> 32);
  return hash_word(low ^ (number >= 0 ? high : ~high), seed);
}

std::uint64_t hash_real(double number, std::uint64_t seed) {
  if (number == 0) return seed;              // 0 and -0 alike
  std::uint64_t bits = 0x7ff8000000000000u;  // every NaN
  if (!std::isnan(number)) std::memcpy(&bits, &number, sizeof bits);
  return hash_bytes(NumberBytes<8>::little(bits), seed);
}

}  // namespace

std::uint64_t hash(const Value& value, std::uint64_t seed) {
  switch (value.type) {
    case ColumnType::kNone: break;
    case ColumnType::kText:
    case ColumnType::kChar:
    case ColumnType::kBytes:
    case ColumnType::kUuid: return hash_bytes(value.text, seed);
    case ColumnType::kInt64:
    case ColumnType::kTimestamp: return hash_long(value.number, seed);
    case ColumnType::kInt32:
    case ColumnType::kInt16:
    case ColumnType::kBool:
    case ColumnType::kDate: return hash_word(static_cast<std::uint32_t>(value.number), seed);
    case ColumnType::kFloat64:
    case ColumnType::kFloat32: return hash_real(value.real, seed);
  }
  check_failed("a type of PostgreSQL", __FILE__, __LINE__);
}

std::uint64_t partition_hash(const Row& row) {
  constexpr std::uint64_t kSeed = 0x7A5B22367996DCFDu;  // HASH_PARTITION_SEED
  std::uint64_t combined = 0;
  for (const Value& value : row.values()) {
    if (value.null) continue;
    combined ^= hash(value, kSeed) + 0x49a0f4dd15e5a8e3u + (combined << 54) + (combined >> 7);
  }
  return combined;
}

}  // namespace postgresql

extern const Partitioner postgresql_partitioner;
constinit const Partitioner postgresql_partitioner{
    .id = "postgresql",
    .source = "PostgreSQL 15.18, partbounds.c and hashfn.c",
    .formula = "hash_combine64(…)",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16,
              ColumnType::kUuid, ColumnType::kChar, ColumnType::kBool, ColumnType::kDate, ColumnType::kTimestamp,
              ColumnType::kFloat64, ColumnType::kFloat32},
    .several = true,
    .nulls = true,
    .number = {postgresql::partition_hash},
};

}  // namespace reshard

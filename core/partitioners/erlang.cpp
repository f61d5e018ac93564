// Erlang's phash2, and Elixir's PartitionSupervisor, which routes by it.
//
// phash2 is Bob Jenkins' hash of 1996 (“lookup2”) over a term's parts; c is the golden ratio 0x9e3779b9, and every part has a
// multiple of it of its own:
// - a binary: blocks of 12 bytes as three little-endian words, beginning with a = b = c and 13 c plus the hash so far;
//   the rest is added with the length, the third word's bytes from bit 8. An empty one is 13 c plus the hash so far.
// - an integer of -2^27 to 2^27 - 1: mixed as a word with c, a negative one first without its sign, then with it; any other:
//   the digits of 64 bits of its magnitude with 11 c (negative: 10 c).
// - an atom in a tuple: hashpjw of its name with 3 c; a tuple: its arity with 9 c, then its elements.
// Rows and live comparisons are with Erlang/OTP 25.2.3.

#include "core/partitioners/erlang.h"

#include <algorithm>

#include "core/partitioners/partitioner.h"

namespace reshard {
namespace {

constexpr std::uint32_t kGolden = 0x9e3779b9;

void mix(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c) {
  a = (a - b - c) ^ (c >> 13);
  b = (b - c - a) ^ (a << 8);
  c = (c - a - b) ^ (b >> 13);
  a = (a - b - c) ^ (c >> 12);
  b = (b - c - a) ^ (a << 16);
  c = (c - a - b) ^ (b >> 5);
  a = (a - b - c) ^ (c >> 3);
  b = (b - c - a) ^ (a << 10);
  c = (c - a - b) ^ (b >> 15);
}

// The hash so far with one or two words, under a multiple of the golden ratio.
std::uint32_t with_words(std::uint32_t hash, std::uint32_t factor, std::uint32_t first, std::uint32_t second = 0) {
  std::uint32_t a = factor * kGolden + first, b = factor * kGolden + second;
  mix(a, b, hash);
  return hash;
}

// Up to four bytes from `at`, the first one lowest.
std::uint32_t word(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = std::min(bytes.size(), at + 4); i > at; --i) {
    value = value << 8 | static_cast<std::uint8_t>(bytes[i - 1]);
  }
  return value;
}

}  // namespace

ErlangHash& ErlangHash::tuple(std::uint32_t arity) {
  hash_ = with_words(hash_, 9, arity);
  return *this;
}

ErlangHash& ErlangHash::atom(std::string_view name) {
  std::uint32_t h = 0;
  for (const char byte : name) {
    h = (h << 4) + static_cast<std::uint8_t>(byte);
    const std::uint32_t top = h & 0xf0000000;
    h = (h ^ (top >> 24)) & ~top;
  }
  hash_ = hash_ == 0 ? h : with_words(hash_, 3, h);
  return *this;
}

ErlangHash& ErlangHash::integer(std::int64_t number) {
  constexpr std::int64_t kSmall = std::int64_t{1} << 27;
  const auto bits = static_cast<std::uint64_t>(number);
  const std::uint64_t magnitude = number < 0 ? 0 - bits : bits;
  const auto low = static_cast<std::uint32_t>(magnitude & 0xffffffff);
  if (number < -kSmall || number >= kSmall) {
    hash_ = with_words(hash_, number < 0 ? 10 : 11, low, static_cast<std::uint32_t>(magnitude >> 32));
    return *this;
  }
  if (number < 0) hash_ = with_words(hash_, 1, low);
  hash_ = with_words(hash_, 1, static_cast<std::uint32_t>(bits & 0xffffffff));
  return *this;
}

ErlangHash& ErlangHash::binary(std::string_view bytes) {
  hash_ += 13 * kGolden;
  if (bytes.empty()) return *this;
  constexpr std::size_t kBlock = 12;
  const auto length = static_cast<std::uint32_t>(bytes.size());
  std::uint32_t a = kGolden, b = kGolden;
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) {
    a += word(bytes, 0);
    b += word(bytes, 4);
    hash_ += word(bytes, 8);
    mix(a, b, hash_);
  }
  a += word(bytes, 0);
  b += bytes.size() > 4 ? word(bytes, 4) : 0;
  hash_ += length + (bytes.size() > 8 ? word(bytes, 8) << 8 : 0);
  mix(a, b, hash_);
  return *this;
}

namespace {

std::uint64_t of_key(const Row& row) {
  const Value& key = row[0];
  if (key.type == ColumnType::kText || key.type == ColumnType::kBytes) return ErlangHash().binary(key.text).hash();
  const auto bits = static_cast<std::uint64_t>(key.number);
  return key.number < 0 ? 0 - bits : bits;
}

}  // namespace

extern const Partitioner elixir_partition_supervisor_partitioner;
constinit const Partitioner elixir_partition_supervisor_partitioner{
    .id = "elixir_partition_supervisor",
    .source = "Elixir 1.14.0, PartitionSupervisor; Erlang/OTP 25.2.3, phash2",
    .formula = "is_integer(key) ? abs(key) : phash2(key, 2^32)",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16},
    .number = {of_key},
};

}  // namespace reshard

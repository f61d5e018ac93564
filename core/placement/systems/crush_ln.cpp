#include "core/placement/systems/crush_ln.h"

#include <array>
#include <bit>

#include "core/base/uint128.h"

namespace reshard {
namespace {

// 2^48 log2(x / 2^bits), truncated, for 1 <= x / 2^bits < 2: every squaring yields one more binary digit. 63 fractional
// bits are precise enough for every value needed here.
constexpr std::int64_t log2_48(std::uint64_t x, unsigned bits) {
  std::uint64_t fraction = x << (63 - bits);  // 1.63
  std::int64_t digits = 0;
  for (int i = 0; i < 48; ++i) {
    const U128 square = U128{fraction} * fraction >> 63;
    const bool doubled = (square >> 64) != 0;
    digits = digits * 2 + (doubled ? 1 : 0);
    fraction = static_cast<std::uint64_t>(doubled ? square >> 1 : square);
  }
  return digits;
}

struct Entry {
  unsigned k;
  std::int64_t value;
};

// As published in src/crush/crush_ln_table.h of ceph/ceph; every cluster has used them since 0.94.
constexpr Entry kIrregular[] = {{56, 698745828440},   {127, 1571803503037}, {134, 1660818502744}, {181, 2240906420754},
                                {184, 2279293793368}, {188, 2325363271567}, {193, 2388595809102}, {198, 2448873426596},
                                {199, 2461350658139}, {200, 2474805633567}, {203, 2507948715006}, {207, 2562256555365},
                                {210, 2598789611611}, {212, 2622451169410}, {216, 2668029778089}, {222, 2741892067019},
                                {225, 2782027272789}, {227, 2804948041819}, {228, 2818403017247}, {229, 2828609599618},
                                {231, 2856197520043}, {233, 2877271380099}, {235, 2906742873441}, {236, 2919466226261},
                                {240, 2966048553090}, {241, 2979904280591}, {242, 2993496202419}, {247, 3049869184844}};

struct Tables {
  std::array<std::uint64_t, 129> inverse{};  // 2^48 / (1 + k/128), rounded up
  std::array<std::int64_t, 129> coarse{};    // 2^48 log2(1 + k/128)
  std::array<std::int64_t, 256> fine{};      // about 2^48 log2(1 + k/2^15)
};

Tables make_tables() {
  constexpr std::int64_t kTooMuch = 5493489664;
  Tables tables;
  for (unsigned k = 0; k <= 128; ++k) {
    tables.inverse[k] = ((std::uint64_t{1} << 55) + 127 + k) / (128 + k);
    tables.coarse[k] = k < 128 ? log2_48(128 + k, 7) : 0xffff00000000;
  }
  for (unsigned k = 0; k < 256; ++k) {
    tables.fine[k] = log2_48((std::uint64_t{1} << 15) + k, 15) + (k >= 2 && k <= 236 ? kTooMuch : 0);
  }
  for (const auto& [k, value] : kIrregular) tables.fine[k] = value;
  return tables;
}

}  // namespace

// x = draw + 1 is scaled to 2^15 <= x <= 2^16. Its upper bits choose k in the coarse table; what is left of x after
// division by 1 + k/128 chooses the entry in the fine one.
std::int64_t crush_ln(std::uint32_t draw) {
  static const Tables kTables = make_tables();
  const std::uint32_t number = draw + 1;
  const unsigned shift = number < 0x8000 ? static_cast<unsigned>(std::countl_zero(number)) - 16 : 0;
  const std::uint64_t x = std::uint64_t{number} << shift;
  const std::size_t k = static_cast<std::size_t>(x >> 8) - 128;
  const std::size_t rest = static_cast<std::size_t>(x * kTables.inverse[k] >> 48) & 0xff;
  return (std::int64_t{15 - shift} << 44) + ((kTables.coarse[k] + kTables.fine[rest]) >> 4);
}

}  // namespace reshard

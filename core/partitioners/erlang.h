#pragma once

#include <cstdint>
#include <string_view>

namespace reshard {

/// Erlang's phash2 (OTP 25, make_hash2() in utils.c), term by term: hash() of what was put in, in order. phash2(Term) is its
/// low 27 bits, phash2(Term, Range) the whole of it modulo Range.
class ErlangHash {
 public:
  static constexpr std::uint32_t kDefaultRange = std::uint32_t{1} << 27;

  ErlangHash& tuple(std::uint32_t arity);  ///< its elements come next
  ErlangHash& atom(std::string_view name);
  ErlangHash& integer(std::int64_t number);
  ErlangHash& binary(std::string_view bytes);

  std::uint32_t hash() const { return hash_; }

 private:
  std::uint32_t hash_ = 0;
};

}  // namespace reshard

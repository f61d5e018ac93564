#include "core/hash/digest.h"
#include "core/hash/fnv.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t fnv1a64(std::string_view bytes) { return fnv1a<unsigned char>(bytes, kFnv64); }

constinit const HashFunction fnv1a64_hash =
    number_hash<fnv1a64>("fnv1a64", "FNV-1a, 64 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard

#include "core/hash/digest.h"
#include "core/hash/fnv.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint64_t fnv1_64(std::string_view bytes) { return fnv1<unsigned char>(bytes, kFnv64); }

constinit const HashFunction fnv1_64_hash =
    number_hash<fnv1_64>("fnv1_64", "FNV-1, 64 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard

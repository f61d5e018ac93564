#include "core/hash/digest.h"
#include "core/hash/fnv.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t fnv1_32(std::string_view bytes) { return fnv1<unsigned char>(bytes, kFnv32); }

constinit const HashFunction fnv1_32_hash =
    number_hash<fnv1_32>("fnv1_32", "FNV-1, 32 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard

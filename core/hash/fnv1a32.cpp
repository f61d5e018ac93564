#include "core/hash/digest.h"
#include "core/hash/fnv.h"
#include "core/hash/functions.h"

namespace reshard {

std::uint32_t fnv1a32(std::string_view bytes) { return fnv1a<unsigned char>(bytes, kFnv32); }

constinit const HashFunction fnv1a32_hash =
    number_hash<fnv1a32>("fnv1a32", "FNV-1a, 32 bits", "Fowler, Noll, Vo, Eastlake: RFC 9923");

}  // namespace reshard

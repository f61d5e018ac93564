#pragma once

#include <span>

#include "core/placement/strategy.h"

// The hash functions of memcached's clients: the names that they have there, and what they really compute. Whoever
// chooses `crc32` under a client's dialect gets what that client calls so.

namespace reshard {

/// libhashkit of libmemcached 1.1.4 as it is built (without hsieh): MEMCACHED_HASH_ and the name.
std::span<const OfferedHash> libmemcached_hashes();
Recipe libmemcached_recipe(const HashFunction& hash);

/// twemproxy 0.5.0: what `hash:` says in its file.
std::span<const OfferedHash> twemproxy_hashes();
Recipe twemproxy_recipe(const HashFunction& hash);

/// spymemcached 2.12.3: net.spy.memcached.DefaultHashAlgorithm. FNV and NATIVE_HASH, which is String.hashCode(), read a key's
/// UTF-16 units, the others its UTF-8; of bytes that are no UTF-8, which no Java String is, see java_string().
std::span<const OfferedHash> spymemcached_hashes();
Recipe spymemcached_recipe(const HashFunction& hash);

/// python-memcached 1.59: what memcache.serverHashFunction is.
std::span<const OfferedHash> python_memcached_hashes();
Recipe python_memcached_recipe(const HashFunction& hash);

}  // namespace reshard

#pragma once

#include <span>

#include "core/placement/strategy.h"

// The hash functions of memcached's clients: their names there, and what they really compute. Choosing `crc32` under a
// client's dialect gives what that client calls crc32.

namespace reshard {

/// libhashkit of libmemcached 1.1.4 as built by default (without hsieh): MEMCACHED_HASH_ and the name.
std::span<const OfferedHash> libmemcached_hashes();
Recipe libmemcached_recipe(const HashFunction& hash);

/// twemproxy 0.5.0: the values of `hash:` in its configuration file.
std::span<const OfferedHash> twemproxy_hashes();
Recipe twemproxy_recipe(const HashFunction& hash);

/// spymemcached 2.12.3: net.spy.memcached.DefaultHashAlgorithm. FNV and NATIVE_HASH, which is String.hashCode(), read a key's
/// UTF-16 units, the others its UTF-8. Bytes that are not UTF-8 cannot be a Java String; see java_string().
std::span<const OfferedHash> spymemcached_hashes();
Recipe spymemcached_recipe(const HashFunction& hash);

/// python-memcached 1.59: the values of memcache.serverHashFunction.
std::span<const OfferedHash> python_memcached_hashes();
Recipe python_memcached_recipe(const HashFunction& hash);

}  // namespace reshard

// Writes tests/vectors/owners_libmemcached.csv: which of ten servers libmemcached asks for a key, a column for each
// distribution, a digit for each hash.
//
//   apt-get install libmemcached-dev
//   cc -o /tmp/owners make/libmemcached_owners.c -lmemcached
//   python3 make/keys.py | /tmp/owners > owners_libmemcached.csv
#include <libmemcached/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const memcached_hash_t kHashes[] = {
    MEMCACHED_HASH_DEFAULT,  MEMCACHED_HASH_MD5,     MEMCACHED_HASH_CRC,      MEMCACHED_HASH_FNV1_64,
    MEMCACHED_HASH_FNV1A_64, MEMCACHED_HASH_FNV1_32, MEMCACHED_HASH_FNV1A_32, MEMCACHED_HASH_MURMUR,
    MEMCACHED_HASH_MURMUR3,  MEMCACHED_HASH_JENKINS};
enum { kCount = sizeof(kHashes) / sizeof(kHashes[0]), kServers = 10 };

static void check(memcached_return_t rc) {
  if (rc != MEMCACHED_SUCCESS) fprintf(stderr, "%d\n", rc), exit(1);
}

// 0: modula, 1: ketama, 2: ketama as spymemcached builds it, 3: weighted ketama
static memcached_st* client(int distribution, memcached_hash_t hash) {
  memcached_st* memc = memcached_create(NULL);
  if (distribution == 0) check(memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_DISTRIBUTION, MEMCACHED_DISTRIBUTION_MODULA));
  if (distribution == 1) check(memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA, 1));
  if (distribution == 2)
    check(memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_DISTRIBUTION, MEMCACHED_DISTRIBUTION_CONSISTENT_KETAMA_SPY));
  if (distribution == 3) check(memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1));
  check(memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_HASH, hash));
  for (unsigned i = 0; i < kServers; ++i) {
    char host[32];
    snprintf(host, sizeof(host), "10.0.1.%u", i + 1);
    const unsigned weight = distribution == 3 ? i % 3 + 1 : 1;
    check(memcached_server_add_with_weight(memc, host, (in_port_t)(i % 2 == 0 ? 11211 : 11300 + i), weight));
  }
  return memc;
}

int main(void) {
  printf("# libmemcached %s: servers 10.0.1.1:11211, 10.0.1.2:11301, 10.0.1.3:11211, 10.0.1.4:11303 and so on to\n",
         memcached_lib_version());
  printf("# 10.0.1.10:11309, weights 1, 2, 3, 1, … where weighted; made by make/libmemcached_owners.c. A column has a\n");
  printf("# digit for each hash: DEFAULT MD5 CRC FNV1_64 FNV1A_64 FNV1_32 FNV1A_32 MURMUR MURMUR3 JENKINS\n");
  printf("key,modula,ketama,spy,weighted\n");
  memcached_st* clients[4][kCount];
  for (int d = 0; d < 4; ++d)
    for (int h = 0; h < kCount; ++h) clients[d][h] = client(d, kHashes[h]);
  static char line[20000], key[10000];
  while (fgets(line, sizeof(line), stdin)) {
    line[strcspn(line, "\n")] = 0;
    const size_t length = strlen(line) / 2;
    for (size_t i = 0; i < length; ++i) {
      unsigned byte;
      sscanf(line + 2 * i, "%2x", &byte);
      key[i] = (char)byte;
    }
    printf("%s", line);
    for (int d = 0; d < 4; ++d) {
      printf(",");
      for (int h = 0; h < kCount; ++h) printf("%u", memcached_generate_hash(clients[d][h], key, length));
    }
    printf("\n");
  }
  return 0;
}

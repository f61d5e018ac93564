/* Measures Debian's libmemcached as peers.mjs measures npm's packages: a million keys on its weighted ketama ring, with 99
   servers and then one more, because its continuum has no room for 101. */
#include <libmemcached/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void place(const memcached_st *ring, unsigned keys, unsigned *owners) {
  char key[32];
  for (unsigned i = 0; i < keys; ++i) {
    const int length = snprintf(key, sizeof key, "key-%u", i);
    owners[i] = memcached_generate_hash(ring, key, (size_t)length);
  }
}

int main(int argc, char **argv) {
  const unsigned keys = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1000000;
  unsigned *before = malloc(keys * sizeof *before), *after = malloc(keys * sizeof *after);
  memcached_st *ring = memcached_create(NULL);
  char name[32];
  if (before == NULL || after == NULL || ring == NULL) return 1;
  memcached_behavior_set(ring, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);
  for (int n = 0; n < 99; ++n) {
    snprintf(name, sizeof name, "10.0.1.%d", n);
    memcached_server_add(ring, name, 11211);
  }
  double start = now_ms();
  place(ring, keys, before);
  const double placed = now_ms() - start;
  start = now_ms();
  memcached_server_add(ring, "10.0.2.1", 11211);
  place(ring, keys, after);
  unsigned moved = 0;
  for (unsigned i = 0; i < keys; ++i) moved += before[i] != after[i];
  const double added = now_ms() - start;
  printf("{\"name\": \"libmemcached %s\", \"place_ms\": %.3f, \"add_ms\": %.3f, \"moved\": %.4f}\n", LIBMEMCACHED_VERSION_STRING,
         placed, added, (double)moved / keys);
  return 0;
}

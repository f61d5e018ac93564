// Writes tests/vectors/hashes_memcached_clients.csv: how libhashkit and twemproxy hash keys of all kinds.
//
//   apt-get install libmemcached-dev && apt-get source nutcracker
//   cc -fsigned-char -Imake/twemproxy -o /tmp/rows make/memcached_hashes.c twemproxy-*/src/hashkit/nc_{crc16,crc32,fnv,hsieh,jenkins,md5,murmur,one_at_a_time}.c -lmemcached
//   /tmp/rows > hashes_memcached_clients.csv
#include <libmemcached/memcached.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint32_t (*Hash)(const char* key, size_t length);
uint32_t hash_one_at_a_time(const char*, size_t), hash_md5(const char*, size_t), hash_crc16(const char*, size_t),
    hash_crc32(const char*, size_t), hash_crc32a(const char*, size_t), hash_fnv1_64(const char*, size_t),
    hash_fnv1a_64(const char*, size_t), hash_fnv1_32(const char*, size_t), hash_fnv1a_32(const char*, size_t),
    hash_hsieh(const char*, size_t), hash_murmur(const char*, size_t), hash_jenkins(const char*, size_t);

static const struct {
  const char* name;
  memcached_hash_t hash;
} kLibhashkit[] = {{"DEFAULT", MEMCACHED_HASH_DEFAULT},   {"MD5", MEMCACHED_HASH_MD5},
                   {"CRC", MEMCACHED_HASH_CRC},           {"FNV1_64", MEMCACHED_HASH_FNV1_64},
                   {"FNV1A_64", MEMCACHED_HASH_FNV1A_64}, {"FNV1_32", MEMCACHED_HASH_FNV1_32},
                   {"FNV1A_32", MEMCACHED_HASH_FNV1A_32}, {"MURMUR", MEMCACHED_HASH_MURMUR},
                   {"MURMUR3", MEMCACHED_HASH_MURMUR3},   {"JENKINS", MEMCACHED_HASH_JENKINS}};

static const struct {
  const char* name;
  Hash hash;
} kTwemproxy[] = {{"one_at_a_time", hash_one_at_a_time}, {"md5", hash_md5},           {"crc16", hash_crc16},
                  {"crc32", hash_crc32},                 {"crc32a", hash_crc32a},     {"fnv1_64", hash_fnv1_64},
                  {"fnv1a_64", hash_fnv1a_64},           {"fnv1_32", hash_fnv1_32},   {"fnv1a_32", hash_fnv1a_32},
                  {"hsieh", hash_hsieh},                 {"murmur", hash_murmur},     {"jenkins", hash_jenkins}};

#define COUNT(list) (sizeof(list) / sizeof(list[0]))

static void row(const char* key, size_t length) {
  static char aligned[8192] __attribute__((aligned(16)));
  memcpy(aligned, key, length);
  for (size_t i = 0; i < length; ++i) printf("%02x", (unsigned char)key[i]);
  for (size_t i = 0; i < COUNT(kLibhashkit); ++i)
    printf(",%08x", memcached_generate_hash_value(aligned, length, kLibhashkit[i].hash));
  for (size_t i = 0; i < COUNT(kTwemproxy); ++i) printf(",%08x", kTwemproxy[i].hash(aligned, length));
  printf("\n");
}

static uint64_t state = 2026;  // SplitMix64, so that the rows are the same each time
static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void random_row(size_t length) {
  char key[8192];
  for (size_t i = 0; i < length; ++i) key[i] = (char)next();
  row(key, length);
}

int main(void) {
  printf("# libhashkit of libmemcached %s (upper case) and the sources of twemproxy 0.5.0, chars signed, x86-64;\n",
         memcached_lib_version());
  printf("# made by make/memcached_hashes.c: keys like numbers, UTF-8, the empty key, and random bytes\ninput");
  for (size_t i = 0; i < COUNT(kLibhashkit); ++i) printf(",%s", kLibhashkit[i].name);
  for (size_t i = 0; i < COUNT(kTwemproxy); ++i) printf(",%s", kTwemproxy[i].name);
  printf("\n");
  const char* texts[] = {"", "0", "-1", "007", "18446744073709551615", "1e400", "key-0", "a b", "{user}:7",
                         "\x7f", "\x80", "\xff", "\xc3\xa9t\xc3\xa9", "\xd0\xba\xd0\xbb\xd1\x8e\xd1\x87",
                         "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "\xf0\x9f\x98\x80"};
  for (size_t i = 0; i < COUNT(texts); ++i) row(texts[i], strlen(texts[i]));
  row("\0", 1);
  for (size_t length = 1; length <= 40; ++length)
    for (int i = 0; i < 4; ++i) random_row(length);
  for (int i = 0; i < 4; ++i) random_row(250);
  for (int i = 0; i < 2; ++i) random_row(4096);
  return 0;
}

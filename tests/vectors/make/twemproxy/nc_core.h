// Replaces twemproxy's own header, so that memcached_hashes.c can compile its hash functions alone.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

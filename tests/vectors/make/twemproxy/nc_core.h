// Stands for twemproxy's own header where its hash functions alone are compiled (memcached_hashes.c).
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

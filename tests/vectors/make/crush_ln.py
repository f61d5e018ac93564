"""Prints a digest of Ceph's crush_ln() over all draws, where it falls, and how often neighbours are equal, for
tests/core/placement/systems/crush_ln_test.cpp.

    python3 make/crush_ln.py path/to/ceph/src/crush/crush_ln_table.h

It reads the numbers from Ceph's file; the arithmetic is that of crush_ln() in src/crush/mapper.c.
"""
import hashlib
import re
import struct
import sys

numbers = [int(text, 16) for text in re.findall(r'0x[0-9a-f]{16}', open(sys.argv[1]).read())]
inverse, coarse, fine = numbers[0:258:2], numbers[1:258:2], numbers[258:]
assert (len(inverse), len(coarse), len(fine)) == (129, 129, 256)


def crush_ln(draw):
    shift = max(0, 16 - (draw + 1).bit_length())
    x = draw + 1 << shift
    k = (x >> 8) - 128
    return (15 - shift << 44) + (coarse[k] + fine[x * inverse[k] >> 48 & 255] >> 4)


table = [crush_ln(draw) for draw in range(65536)]
print(hashlib.sha1(b''.join(struct.pack('<q', value) for value in table)).hexdigest())
print('falls after', [u for u in range(65535) if table[u + 1] < table[u]])
print('equal neighbours:', sum(table[u + 1] == table[u] for u in range(65535)))

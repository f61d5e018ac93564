"""Writes tests/vectors/owners_python_memcached.csv: which server python-memcached asks for a key.

    apt-get install python3-memcache
    /usr/bin/python3 make/python_memcached_owners.py > owners_python_memcached.csv
"""
import binascii
import memcache
from keys import keys

memcache._Host.connect = lambda self: 1  # so that it connects to no server


def owner(client, key):
    return client.servers.index(client._get_server(key)[0])


# The 15 bits that python-memcached takes from these keys' CRC-32 are 0, which it replaces with 1.
zeros = [key for key in (b'key-%d' % i for i in range(200000)) if (binascii.crc32(key) >> 16) & 0x7fff == 0]
equal = memcache.Client(['10.0.1.%d:11211' % (i + 1) for i in range(10)])
weighted = memcache.Client([('10.0.1.%d:11211' % (i + 1), i % 3 + 1) for i in range(10)])
print('# python-memcached 1.59 (Debian 12): servers 10.0.1.1:11211 to 10.0.1.10:11211, weights 1, 2, 3, 1, … where weighted;')
print('# old: after useOldServerHashFunction(); made by make/python_memcached_owners.py')
print('key,equal,weighted,old')
new_hash = memcache.serverHashFunction
for key in keys() + zeros:
    memcache.serverHashFunction = new_hash
    row = [owner(equal, key), owner(weighted, key)]
    memcache.useOldServerHashFunction()
    print(key.hex(), *row, owner(equal, key), sep=',')

# Prints random_partitioner.csv: what Cassandra's RandomPartitioner makes of keys, by Python's hashlib and bisect.
#
# A key's token is abs(BigInteger(MD5(key))) (FBUtilities.hashToBigInteger); a node owns from the preceding token,
# exclusive, to its own, inclusive.
import hashlib
from bisect import bisect_left

MOST = 2**127
KEYS = ['foo', 'bar', 'hello', 'a', 'user:42', 'пример', 'https://example.org/', '0', 'x' * 200]
KEYS += [f'key-{i}' for i in range(300)]


def token(text):
    return abs(int.from_bytes(hashlib.md5(text.encode()).digest(), 'big', signed=True))


def owner(ring, of):
    tokens = sorted(ring)
    return ring[tokens[bisect_left(tokens, of) % len(tokens)]]


def row(what, ring, key):
    tokens = ' '.join(f'{node}@{at}' for at, node in sorted(ring.items(), key=lambda one: (one[1], one[0])))
    print(f'{what},{tokens},{key},{token(key)},{owner(ring, token(key))}')


print('# abs(int.from_bytes(hashlib.md5(key).digest(), "big", signed=True)) and bisect over the nodes\' tokens, in Python')
print('ring,tokens,key,token,owner')
# Cassandra's documentation of initial_token: token i of n nodes is i * 2^127 / n.
for nodes in (1, 3, 4, 6):
    for key in KEYS[:60]:
        row('even', {i * MOST // nodes: i for i in range(nodes)}, key)
# Tokens that Reshard draws for nodes without given ones: those of the texts "node-0-0", "node-0-1" and so on.
for key in KEYS:
    ring = {token(f'node-{node}-{number}'): node for node in range(5) for number in range(16)}
    print(f'drawn,,{key},{token(key)},{owner(ring, token(key))}')
# Nodes at, just below and just above a key's own token: whoever is at it owns it. The upper 64 bits are the same.
for key in KEYS[:20]:
    at = token(key)
    row('tie', {at - 1: 0, at: 1, at + 1: 2}, key)
    row('below', {at - 1: 0, at + 1: 1}, key)
    row('last', {at - 2: 0, at - 1: 1}, key)
# Both ends: 0 is not 2^127, which owns all above the next lower token.
for key in KEYS[:20]:
    row('ends', {0: 0, MOST: 1}, key)
    row('ends', {0: 0, MOST // 2: 1, MOST - 1: 2, MOST: 3}, key)

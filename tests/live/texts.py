# What the five texts describe as programs, written afresh: prints each scheme's rows as JSON, for texts.test.mjs.
import bisect
import hashlib
import json
import math
import sys

MASK = (1 << 64) - 1


def md5_number(text):
    return int(hashlib.md5(text.encode()).hexdigest(), 16)


def fnv1a64(text):
    number = 14695981039346656037
    for byte in text.encode():
        number = (number ^ byte) * 1099511628211 & MASK
    return number


def murmur3_x64_128(data):
    """The digest as mmh3.hash128 gives it: a number whose low half is the first word."""
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    h1 = h2 = 0

    def rotated(x, bits):
        return (x << bits | x >> (64 - bits)) & MASK

    def scrambled(k, first, bits, last):
        return rotated(k * first & MASK, bits) * last & MASK

    def finished(x):
        x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & MASK
        x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & MASK
        return x ^ x >> 33

    whole = len(data) // 16 * 16
    for at in range(0, whole, 16):
        k1, k2 = (int.from_bytes(data[at + half:at + half + 8], 'little') for half in (0, 8))
        h1 = (rotated(h1 ^ scrambled(k1, c1, 31, c2), 27) + h2) * 5 + 0x52DCE729 & MASK
        h2 = (rotated(h2 ^ scrambled(k2, c2, 33, c1), 31) + h1) * 5 + 0x38495AB5 & MASK
    tail = data[whole:]
    h1 ^= scrambled(int.from_bytes(tail[:8], 'little'), c1, 31, c2)
    h2 ^= scrambled(int.from_bytes(tail[8:], 'little'), c2, 33, c1)
    h1, h2 = h1 ^ len(data), h2 ^ len(data)
    h1 = h1 + h2 & MASK
    h2 = h2 + h1 & MASK
    h1, h2 = finished(h1), finished(h2)
    h1 = h1 + h2 & MASK
    return (h2 + h1 & MASK) << 64 | h1


def jump(key, buckets):
    key &= MASK
    b, j = -1, 0
    while j < buckets:
        b = j
        key = key * 2862933555777941757 + 1 & MASK
        j = int((b + 1) * (float(1 << 31) / float((key >> 33) + 1)))
    return b


class Ring:
    """A key belongs to the next point, at or after it or only after it."""

    def __init__(self, points, find):
        self.points = sorted(points)
        self.positions = [position for position, _ in self.points]
        self.find = find

    def owner(self, position):
        return self.points[self.find(self.positions, position) % len(self.points)][1]


def golubtsov():
    """Items are hashed by Python; ring and rendezvous hash the text of that number once more."""
    hashes = [hash(f'item-{i}') for i in range(3000)]
    texts = [f'item-{number}' for number in hashes]
    rows = []

    def add(strategy, names, keys, owner_of):
        rows.append({'input': {**strategy, 'nodes': names}, 'keys': keys, 'owners': [names[owner_of(i)] for i in range(len(hashes))]})

    numbers = [str(number) for number in hashes]
    for shards in (20, 21):
        names = [str(shard) for shard in range(shards)]
        add({'strategy': 'modulo', 'hash': 'integer', 'params': {'number': 'signed'}}, names, numbers,
            lambda i: hashes[i] % shards)
        add({'strategy': 'jump', 'hash': 'integer'}, names, numbers, lambda i: jump(hashes[i], shards))
        add({'strategy': 'fibonacci', 'hash': 'integer', 'params': {'reduction': 'mod32'}}, names, numbers,
            lambda i: (hashes[i] & 0xFFFFFFFF) * 2654435769 % (1 << 32) % shards)
        for copies in (1, 100, 1000):
            ring = Ring([(md5_number(f'{shard}:{copy}'), shard) for shard in range(shards) for copy in range(copies)],
                        bisect.bisect_right)
            params = {'vnodes': copies, 'label': 'golubtsov', 'successor': 'after', 'bits': '128'}
            add({'strategy': 'ring', 'hash': 'md5', 'params': params}, names, texts,
                lambda i: ring.owner(md5_number(texts[i])))

        def heaviest(i):
            def score(shard):
                uniform = (murmur3_x64_128(f'node-{shard}: {texts[i]}'.encode()) + 1) / (1 << 128)
                return 1.0 / -math.log(uniform)
            return max(range(shards), key=score)
        add({'strategy': 'rendezvous_weighted'}, [f'node-{shard}' for shard in range(shards)], texts, heaviest)
    return rows


def simple_and_beautiful():
    """The first byte of SHA-1 as Java reads it, and Jedis's ring as the text shortens it."""
    keys = [f'user:{i}' for i in range(5000)]
    rows = []
    for shards in (1, 2, 3, 5, 6, 7, 8, 10, 12):
        def simple(key):
            byte = hashlib.sha1(key.encode()).digest()[0]
            digit = abs(byte - 256 if byte >= 128 else byte)
            return int((digit % 10 if digit >= 10 else digit) / (10.0 / shards))
        names = [f'node-{shard}' for shard in range(shards)]
        rows.append({'input': {'strategy': 'sha1_first_byte', 'nodes': names}, 'keys': keys,
                     'owners': [names[simple(key)] for key in keys]})

        def word(text):
            return int.from_bytes(hashlib.md5(text.encode()).digest()[:4], 'little')
        ring = Ring([(word(f'SHARD-{shard}-NODE-{copy}'), shard) for shard in range(shards) for copy in range(160)],
                    bisect.bisect_left)
        rows.append({'input': {'strategy': 'jedis', 'params': {'function': 'md5'}, 'nodes': names}, 'keys': keys,
                     'owners': [names[ring.owner(word(key))] for key in keys]})
    return rows


def basic_hash_ring(items):
    """The three programs of the text: its figures for 100 nodes, and how many items move to 101."""
    hashes = [fnv1a64(str(item)) for item in range(items)]
    rows = []
    ring_of = {'strategy': 'ring', 'hash': 'fnv1a64'}
    for strategy, points in (({'strategy': 'modulo', 'hash': 'fnv1a64'}, None),
                             ({**ring_of, 'params': {'vnodes': 1, 'label': 'gholt'}}, 1),
                             ({**ring_of, 'params': {'vnodes': 1000, 'label': 'gholt'}}, 1000)):
        def owners(nodes):
            if points is None:
                return [number % nodes for number in hashes]
            texts = ((node, node) for node in range(nodes)) if points == 1 else (
                (node * 1000000 + copy, node) for node in range(nodes) for copy in range(points))
            ring = Ring([(fnv1a64(str(text)), node) for text, node in texts], bisect.bisect_left)
            return [ring.owner(number) for number in hashes]
        before, after = owners(100), owners(101)
        counts = [0] * 100
        for node in before:
            counts[node] += 1
        moved = sum(1 for old, new in zip(before, after) if old != new)
        rows.append({'strategy': strategy, 'counts': counts, 'moved': moved})
    return rows


what = sys.argv[1]
print(json.dumps({'golubtsov': golubtsov, 'jedis': simple_and_beautiful,
                  'gholt': lambda: basic_hash_ring(int(sys.argv[2]))}[what]()))

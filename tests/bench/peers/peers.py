# Measures Debian's python3-uhashring as peers.mjs measures npm's packages: a million keys on 100 nodes, its ketama ring with defaults.
import json
import sys
import time

from uhashring import HashRing

KEYS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
names = [f"node-{n}" for n in range(100)]
keys = [f"key-{i}" for i in range(KEYS)]


def place(ring):
    return [ring.get_node(key) for key in keys]


ring = HashRing(nodes=names)
start = time.perf_counter()
before = place(ring)
placed = time.perf_counter() - start
start = time.perf_counter()
ring.add_node("node-new")
moved = sum(a != b for a, b in zip(before, place(ring)))
added = time.perf_counter() - start
print(json.dumps({"name": "python3-uhashring 2.1", "place_ms": placed * 1e3, "add_ms": added * 1e3, "moved": moved / KEYS}))

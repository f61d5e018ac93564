"""Prints tests/vectors/pyspark.csv: keys of PySpark's RDDs, hashed by this Python. Run with PYTHONHASHSEED=0, as Spark's workers are."""

import os
import platform
import random
import sys
import uuid
from functools import reduce

ALPHABETS = ["abcdefghijklmnopqrstuvwxyz0123456789-:_", "äöüßéñ", "абвгдежз", "日本語かな", "😀🦊🚀"]
COUNTS = (3, 7, 16)


def portable_hash(key):
    """As pyspark.rdd.portable_hash: hash(), but 0 of None, and of a tuple what CPython 2.7 made of one."""
    if key is None:
        return 0
    if isinstance(key, tuple):
        return reduce(lambda h, part: (h ^ portable_hash(part)) * 1000003 & sys.maxsize, key, 0x345678) ^ len(key)
    return hash(key)


def text(draw):
    alphabets = ALPHABETS[: draw.randint(1, len(ALPHABETS))]
    return "".join(draw.choice(draw.choice(alphabets)) for _ in range(draw.randint(1, 40)))


def integer(draw, bits):
    most = 2 ** draw.randint(1, bits - 1) - 1
    return draw.randint(-most - 1, most)


MAKE = {
    "text": text,
    "bytes": lambda draw: draw.randbytes(draw.randint(1, 20)),
    "int64": lambda draw: integer(draw, 64),
    "int32": lambda draw: integer(draw, 32),
    "uuid": lambda draw: uuid.UUID(int=draw.getrandbits(128)),
    "bool": lambda draw: draw.random() < 0.5,
}


def written(value):
    if value is None:
        return "\\N"
    if isinstance(value, bool):
        return str(value).lower()
    return value.hex() if isinstance(value, bytes) else str(value)


def rows(count, seed):
    """Types, values, and the key as Reshard takes it."""
    draw = random.Random(seed)
    for i in range(count):
        types = [draw.choice(list(MAKE)) for _ in range(1 if i % 2 else draw.randint(1, 3))]
        values = [None if draw.random() < 0.05 else MAKE[of](draw) for of in types]
        yield types, values, "\t".join(map(written, values))


def main():
    assert os.environ.get("PYTHONHASHSEED") == "0" and sys.hash_info.algorithm == "siphash13"
    print(f"# CPython {platform.python_version()} (Debian) with PYTHONHASHSEED=0, live: hash() of each column, and of several PySpark's rule")
    print("# for a tuple, by tests/vectors/make/pyspark.py; p<n> = hash mod n, never negative, as partitionBy(n) divides")
    print("type,type2,type3,key_hex,hash," + ",".join(f"p{n}" for n in COUNTS))
    for types, values, key in rows(*map(int, sys.argv[1:3])):
        number = portable_hash(values[0] if len(values) == 1 else tuple(values))
        columns = types + [""] * (3 - len(types))
        print(*columns, key.encode().hex(), number, *(number % n for n in COUNTS), sep=",")


if __name__ == "__main__":
    main()

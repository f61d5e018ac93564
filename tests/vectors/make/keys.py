"""Prints keys of all kinds for the generators beside this file: in hexadecimal, one per line."""
import random

def keys(count=300):
    rng = random.Random(2026)
    texts = ['0', '-1', '007', '18446744073709551615', '1e400', 'key-0', 'a b', '{user}:7', 'été', 'ключ', '日本語', '😀']
    out = [text.encode() for text in texts] + [b'\x00', b'\x7f', b'\x80', b'\xff']
    out += [b'key-%d' % i for i in range(84)] + [('ключ-%d' % i).encode() for i in range(50)]
    out += [rng.randbytes(250) for _ in range(4)] + [rng.randbytes(4096)]
    while len(out) < count: out.append(rng.randbytes(rng.randint(1, 24)))
    return list(dict.fromkeys(out))

if __name__ == '__main__':
    for key in keys(): print(key.hex())

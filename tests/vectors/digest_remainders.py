# Prints digest_remainders.csv: what is left of a whole digest, as Python programs divide it.
import hashlib

HASHES = {'md5': hashlib.md5, 'sha1': hashlib.sha1}
KEYS = ['mom.png', 'dad.png', 'key-0', 'key-1', 'user:42', 'a', 'пример', 'https://example.org/', '0', 'x' * 200]

print('# int(digest, 16) % nodes in Python, which reads a digest as one big-endian number')
print('hash,key,number,nodes,remainder')
for name in HASHES:
    for key in KEYS:
        data = key.encode()
        number = int(HASHES[name](data).hexdigest(), 16)
        for nodes in (2, 7, 1000, 10000):
            print(f'{name},{key},{number},{nodes},{number % nodes}')

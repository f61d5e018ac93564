"""Prints the keys of the clients' rings: those of keys.py, with hash tags, and around 250 characters, in hexadecimal."""
from keys import keys

tags = ['{a}b', 'a{b}c', '{}a', '{}}a', '{a', 'a}b', '{{a}}', 'x\n{tag}y', '{a\nb}c', '{long tag}:1', '{é}', 'a{}b{c}', '\n{}}']
lengths = ['k' * 249, 'k' * 250, 'k' * 251, 'ключ' * 62, 'ключ' * 63, 'x' * 211 + 'é' * 60, 'y' * 1000]
for key in keys() + [text.encode() for text in tags + lengths]: print(key.hex())

"""Writes tests/vectors/owners_twemproxy.csv: where twemproxy sends a key, under every hash and distribution.

    apt-get install nutcracker
    python3 make/twemproxy_owners.py > owners_twemproxy.csv

Starts ten servers that speak Redis' protocol on free loopback ports and answer GET with their own number, and a twemproxy
in front of them. Asks it in Redis' protocol too, in which a key may be any bytes.
"""
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from keys import keys

HASHES = 'one_at_a_time md5 crc16 crc32 crc32a fnv1_64 fnv1a_64 fnv1_32 fnv1a_32 hsieh murmur jenkins'.split()
SERVERS = 10


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


async def request(reader):
    count = int((await reader.readline())[1:])
    parts = []
    for _ in range(count):
        parts.append(await reader.readexactly(int((await reader.readline())[1:])))
        await reader.readexactly(2)
    return parts


def server(number):
    async def talk(reader, writer):
        try:
            while True:
                await request(reader)
                writer.write(b'$1\r\n%d\r\n' % number)
        except (asyncio.CancelledError, asyncio.IncompleteReadError, ValueError, ConnectionError):
            writer.close()
    return talk


async def ask(reader, writer, key):
    writer.write(b'*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n' % (len(key), key))
    await reader.readline()
    return (await reader.readexactly(3))[:1].decode()


async def connected(port):
    for _ in range(100):
        try:
            return await asyncio.open_connection('127.0.0.1', port)
        except ConnectionError:
            await asyncio.sleep(0.05)
    sys.exit('twemproxy does not listen')


async def main():
    backends = [await asyncio.start_server(server(i), '127.0.0.1', 0) for i in range(SERVERS)]
    ports = [backend.sockets[0].getsockname()[1] for backend in backends]
    pools = {}
    config = ''
    for distribution in ('modula', 'ketama'):
        for hash in HASHES:
            name = f'{distribution}_{hash}'
            pools[name] = free_port()
            config += f'{name}:\n  listen: 127.0.0.1:{pools[name]}\n  hash: {hash}\n  distribution: {distribution}\n  redis: true\n  servers:\n'
            config += ''.join(f'   - 127.0.0.1:{port}:{i % 3 + 1} server{i + 1}\n' for i, port in enumerate(ports))
    folder = tempfile.mkdtemp()
    with open(f'{folder}/pools.yml', 'w') as file:
        file.write(config)
    proxy = subprocess.Popen(['nutcracker', '-c', f'{folder}/pools.yml', '-s', str(free_port()), '-o', f'{folder}/log'])
    try:
        rows = {key: {} for key in keys()}
        for name, port in pools.items():
            reader, writer = await connected(port)
            for key in rows:
                rows[key][name] = await ask(reader, writer, key)
            writer.close()
        print('# twemproxy 0.5.0 (Debian 12), asked on loopback: servers server1 to server10, weights 1, 2, 3, 1, …; made by')
        print('# make/twemproxy_owners.py. A column has a digit for each hash:', *HASHES)
        print('key,modula,ketama')
        for key, owners in rows.items():
            print(key.hex(), *(''.join(owners[f'{d}_{h}'] for h in HASHES) for d in ('modula', 'ketama')), sep=',')
    finally:
        proxy.terminate()
        proxy.wait()


asyncio.run(main())

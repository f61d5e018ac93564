// twemproxy with a nutcracker.yml that people write: each pool is read, and places every key as twemproxy does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { ask, serve } from './memcached.mjs';
import { compareOwners, folderOf, freePorts, needs, start } from './programs.mjs';
import { ownersBy, readText } from './readings.mjs';

test(
  'twemproxy asks the server that nutcracker.yml, as it is read, names for every key',
  needs('/usr/sbin/nutcracker'),
  async (t) => {
    const folder = folderOf(t);
    const ports = await freePorts(10);
    const [stats, ...listens] = ports.slice(4);
    const addresses = [...ports.slice(0, 4).map((port) => `127.0.0.1:${port}`), join(folder, 'a.sock')];
    for (const at of addresses) {
      await serve(t, at.startsWith('/') ? at : { port: Number(at.split(':')[1]), host: '127.0.0.1' }, at);
    }
    /** By pool: its settings, and its servers with the names by which they are read. */
    const pools = [
      {
        name: 'named',
        of: 'hash: fnv1a_64\n  distribution: ketama\n  timeout: 400',
        servers: addresses.map((at, i) => ({ line: `${at}:${1 + i} cache-${i}`, name: `cache-${i}`, at })),
      },
      {
        name: 'ring',
        of: 'hash: murmur\n  distribution: ketama\n  redis: false\n  auto_eject_hosts: false',
        servers: addresses.slice(0, 4).map((at) => ({ line: `${at}:1`, name: at, at })),
      },
      {
        name: 'modula',
        of: 'hash: crc32a\n  distribution: modula\n  server_connections: 1',
        servers: addresses.slice(0, 4).map((at, i) => ({ line: `${at}:${[3, 1, 4, 1][i]}`, name: at, at })),
      },
      {
        name: 'usual',
        of: 'preconnect: true',
        servers: addresses.slice(0, 3).map((at, i) => ({ line: `${at}:${5 - i} n${i}`, name: `n${i}`, at })),
      },
    ];
    const text = pools
      .map(({ name, of, servers }, i) => {
        const lines = servers.map(({ line }) => `   - ${line}`).join('\n');
        return `${name}:\n  listen: 127.0.0.1:${listens[i]}\n  ${of}\n  servers:\n${lines}\n`;
      })
      .join('\n');
    writeFileSync(join(folder, 'nutcracker.yml'), text);
    const words = [
      '-c',
      join(folder, 'nutcracker.yml'),
      '-p',
      join(folder, 'pid'),
      '-s',
      String(stats),
      '-a',
      '127.0.0.1',
    ];
    await start(t, '/usr/sbin/nutcracker', words, { port: listens[pools.length - 1], host: '127.0.0.1' });
    for (const [i, { name, servers }] of pools.entries()) {
      await t.test(name, async () => {
        const keys = randomKeys({ seed: 500 + i });
        const { reading, link } = await readText(text, '--choose', name);
        assert.deepEqual(
          reading.nodes.map((/** @type {any} */ node) => node.name),
          servers.map((server) => server.name),
        );
        const live = (await ask(listens[i], keys)).map((at) => servers.find((server) => server.at === at)?.name ?? at);
        assert.ok(new Set(live).size > 1);
        compareOwners(name, keys, await ownersBy(link, keys), live);
      });
    }
  },
);

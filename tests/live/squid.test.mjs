// Squid with the parent caches that the page exports, asked for every URI.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { askHttp, compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { textOf } from './exports.mjs';
import { answerAs } from './upstreams.mjs';

const core = await loadCore();

/** @type {{weights: number[], down?: number[]}[]} */
const kCases = [
  { weights: [1, 1, 1, 1, 1] },
  { weights: [5, 3, 8, 1, 2] },
  { weights: [100, 50, 0, 7, 1] },
  { weights: [3, 1, 3, 1, 3] },
  { weights: [999, 2, 700, 250, 3] },
  { weights: [7] },
  { weights: [3, 1, 4, 2, 5], down: [0, 3] },
];

const ask = (/** @type {number} */ port, /** @type {Buffer[]} */ uris) =>
  askHttp({ port, host: '127.0.0.1' }, uris, (uri) => Buffer.from(`GET ${uri} HTTP/1.1\r\nHost: cdn.example\r\n\r\n`));

/** Squid counts a parent as dead after ten failed connections. @param {number} port @param {Buffer[]} uris */
async function untilDead(port, uris) {
  for (let failed = true; failed; ) {
    failed = await ask(port, uris).then(
      () => false,
      () => true,
    );
  }
}

test('Squid asks the parent that Reshard names', needs('/usr/sbin/squid'), async (t) => {
  const folder = folderOf(t);
  const ports = await freePorts(5);
  const names = ports.map((port) => `127.0.0.1:${port}`);
  await answerAs(t, names);
  for (const [i, { weights, down = [] }] of kCases.entries()) {
    await t.test(`weights ${weights.join(', ')}${down.length ? ', two down' : ''}`, async (one) => {
      const [front, ...silent] = await freePorts(1 + down.length);
      const nodes = weights.map((weight, n) => ({ name: names[n], weight, down: false }));
      down.forEach((n, d) => Object.assign(nodes[n], { name: `127.0.0.1:${silent[d]}`, down: true }));
      const input = { strategy: 'squid_carp', nodes };
      const file = join(folder, `squid${i}.conf`);
      writeFileSync(
        file,
        `http_port 127.0.0.1:${front}
http_access allow all
cache deny all
memory_pools off
pinger_enable off
netdb_filename none
pid_filename none
access_log none
cache_log /dev/null
cache_store_log none
coredump_dir /
shutdown_lifetime 0 seconds
${textOf(core, input)}`,
      );
      await start(one, '/usr/sbin/squid', ['-N', '-f', file], { port: front, host: '127.0.0.1' });
      const uris = randomKeys({ seed: i + 1, longest: 1000, bytes: false }).map((key) =>
        Buffer.from(`http://cdn.example/${encodeURIComponent(key.toString()).slice(0, 4000)}`),
      );
      if (down.length > 0) await untilDead(front, uris.slice(0, 1000));
      compareOwners('CARP', uris, ownersOf(core, input, uris), await ask(front, uris));
    });
  }
});

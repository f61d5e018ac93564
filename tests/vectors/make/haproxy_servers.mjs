// Writes haproxy_servers.csv: the servers that HAProxy 2.6 (Debian's) and 3.0 choose, under configurations written
// here.
// From the project's root, after tests/run long has built 3.0:
//   HAPROXY3=~/.cache/reshard/sources/haproxy-3.0.11/haproxy node --test tests/vectors/make/haproxy_servers.mjs
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHaproxy, kDefaults } from '../../live/haproxy.mjs';
import { randomKeys } from '../../live/keys.mjs';
import { folderOf, freePorts, root, start } from '../../live/programs.mjs';

const kPrograms = { v2_6: '/usr/sbin/haproxy', v3_0: process.env.HAPROXY3 ?? '' };

// The first and the fourth are on one address.
const kAddresses = [
  '127.9.8.7:18801',
  '[::ffff:127.77.0.200]:18801',
  '127.0.0.1:18801',
  '127.9.8.7:18802',
  '127.255.1.254:18802',
];
const kIds = ['30', '4', '', '', '7'];
const kWraps = ['1048577', '1', '2097153', '2', ''];
/**
 * By column: the release, hash-type, weights, ids, hash-key.
 * @type {[string, 'v2_6' | 'v3_0', string, number[], string[], string][]}
 */
const kColumns = [
  ['v2_6_id', 'v2_6', 'sdbm', [3, 1, 4, 1, 5], [], ''],
  ['v2_6_given', 'v2_6', 'djb2 avalanche', [3, 1, 4, 1, 5], kIds, ''],
  ['v2_6_wraps', 'v2_6', 'sdbm avalanche', [7, 9, 8, 1, 2], kWraps, ''],
  ['v3_0_id', 'v3_0', 'sdbm', [3, 1, 4, 1, 5], [], ''],
  ['v3_0_given', 'v3_0', 'djb2 avalanche', [3, 1, 4, 1, 5], kIds, ''],
  ['v3_0_addr', 'v3_0', 'sdbm avalanche', [3, 1, 4, 1, 5], kIds, 'hash-key addr'],
  ['v3_0_addr_100', 'v3_0', 'crc32', [100, 100, 100, 100, 100], [], 'hash-key addr'],
  ['v3_0_addr_port', 'v3_0', 'sdbm avalanche', [3, 1, 4, 1, 5], [], 'hash-key addr-port'],
  ['v3_0_addr_port_100', 'v3_0', 'sdbm', [100, 0, 50, 100, 256], [], 'hash-key addr-port'],
];

test('HAProxy', async (t) => {
  const folder = folderOf(t);
  const fronts = await freePorts(kColumns.length);
  const keys = randomKeys({ count: 400, seed: 9, longest: 120 });
  const binds = kAddresses.map((address) => `bind ${address.replace(/^\[::ffff:(.*)\]/, '$1')}`);
  const owners = kColumns.map(() => /** @type {string[]} */ ([]));
  for (const release of /** @type {const} */ (['v2_6', 'v3_0'])) {
    const mine = kColumns.map((column, i) => ({ column, i })).filter(({ column }) => column[1] === release);
    const backends = mine.map(
      ({ column: [, , type, weights, ids, hashKey], i }) => `
frontend f_${i}
    bind 127.0.0.1:${fronts[i]}
    default_backend b_${i}
backend b_${i}
    balance hash req.fhdr(key)
    hash-type consistent ${type}
${kAddresses
  .map((at, n) => `    server s${n + 1} ${at} ${ids[n] ? `id ${ids[n]}` : ''} ${hashKey} weight ${weights[n]}`)
  .join('\n')}
    http-response set-header X-Owner %s
`,
    );
    const file = join(folder, `${release}.cfg`);
    const servers =
      release === 'v2_6' ? `frontend servers\n    ${binds.join('\n    ')}\n    http-request return status 200\n` : '';
    writeFileSync(file, `${kDefaults}${servers}${backends.join('')}`);
    await start(t, kPrograms[release], ['-db', '-f', file], { port: fronts[mine[0].i], host: '127.0.0.1' });
    for (const { i } of mine) owners[i] = (await askHaproxy(fronts[i], keys)).map((name) => name.slice(1));
  }
  const head =
    "# HAProxy 2.6.12 (Debian 12) and 3.0.11 (built from Debian 13's source), live: hash-type consistent; servers " +
    `${kAddresses.join(' ')}; make/haproxy_servers.mjs has the configurations; value = the server's number, from 1`;
  const names = ['key_hex', ...kColumns.map(([name]) => name)];
  const rows = keys.map((key, i) => [key.toString('hex'), ...owners.map((of) => of[i])].join(','));
  writeFileSync(join(root, 'tests/vectors/haproxy_servers.csv'), `${[head, names.join(','), ...rows].join('\n')}\n`);
});

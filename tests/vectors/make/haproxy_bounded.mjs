// Writes haproxy_bounded.csv: the servers that HAProxy 2.6 (Debian's) and 3.0 choose with hash-balance-factor, where a
// request comes when all earlier ones are open, under configurations written here.
// From the project's root, after tests/run long has built 3.0:
//   HAPROXY3=~/.cache/reshard/sources/haproxy-3.0.11/haproxy node --test tests/vectors/make/haproxy_bounded.mjs
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askHeld, holdingServers, kHead } from '../../live/haproxy_held.mjs';
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
const kSome = [3, 1, 4, 1, 5];
const kIds = ['30', '4', '', '', '7'];
/**
 * By column: the release, hash-balance-factor, hash-type, weights, ids, hash-key.
 * @type {[string, 'v2_6' | 'v3_0', number, string, number[], string[], string][]}
 */
const kColumns = [
  ['v2_6_101', 'v2_6', 101, 'sdbm avalanche', kSome, [], ''],
  ['v2_6_125', 'v2_6', 125, 'sdbm avalanche', [1, 1, 1, 1, 1], [], ''],
  ['v2_6_150', 'v2_6', 150, 'crc32', [100, 50, 0, 7, 1], kIds, ''],
  ['v2_6_200', 'v2_6', 200, 'djb2', [1, 2, 3, 5, 8], [], ''],
  ['v2_6_most', 'v2_6', 2147483647, 'sdbm', [9, 2, 6, 5, 3], [], ''],
  ['v3_0_125', 'v3_0', 125, 'sdbm avalanche', kSome, kIds, ''],
  ['v3_0_addr_110', 'v3_0', 110, 'sdbm avalanche', kSome, [], 'hash-key addr'],
  ['v3_0_addr_port_175', 'v3_0', 175, 'djb2', [256, 255, 3, 1, 128], [], 'hash-key addr-port'],
];

test('HAProxy', async (t) => {
  const folder = folderOf(t);
  const fronts = await freePorts(kColumns.length);
  const servers = await holdingServers(t, kAddresses);
  const keys = randomKeys({ count: 400, seed: 19, longest: 120 });
  const owners = kColumns.map(() => /** @type {string[]} */ ([]));
  for (const release of /** @type {const} */ (['v2_6', 'v3_0'])) {
    const mine = kColumns.map((column, i) => ({ column, i })).filter(({ column }) => column[1] === release);
    const backends = mine.map(
      ({ column: [, , factor, type, weights, ids, hashKey], i }) => `
frontend f_${i}
    bind 127.0.0.1:${fronts[i]}
    default_backend b_${i}
backend b_${i}
    balance hash req.fhdr(key)
    hash-type consistent ${type}
    hash-balance-factor ${factor}
${kAddresses
  .map((at, n) => `    server s${n + 1} ${at} ${ids[n] ? `id ${ids[n]}` : ''} ${hashKey} weight ${weights[n]}`)
  .join('\n')}
`,
    );
    const file = join(folder, `${release}.cfg`);
    writeFileSync(file, `${kHead}${backends.join('')}`);
    await start(t, kPrograms[release], ['-db', '-f', file], { port: fronts[mine[0].i], host: '127.0.0.1' });
    for (const { i } of mine) {
      owners[i] = (await askHeld(servers, fronts[i], keys)).map((name) => String(kAddresses.indexOf(name) + 1));
    }
  }
  const head =
    "# HAProxy 2.6.12 (Debian 12) and 3.0.11 (built from Debian 13's source), live, all earlier requests open: " +
    `hash-balance-factor; servers ${kAddresses.join(' ')}; make/haproxy_bounded.mjs has the configurations; ` +
    "value = the server's number, from 1";
  const names = ['key_hex', ...kColumns.map(([name]) => name)];
  const rows = keys.map((key, i) => [key.toString('hex'), ...owners.map((of) => of[i])].join(','));
  writeFileSync(join(root, 'tests/vectors/haproxy_bounded.csv'), `${[head, names.join(','), ...rows].join('\n')}\n`);
});

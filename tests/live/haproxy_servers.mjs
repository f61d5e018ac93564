// HAProxy's ring by release, with servers on many loopback addresses: what the page exports, asked for random keys.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './exports.mjs';
import { askHaproxy, kDefaults } from './haproxy.mjs';
import { randomKeys } from './keys.mjs';
import { compareOwners, folderOf, freePorts, ownersOf, start } from './programs.mjs';
/** @import {Core, PlaceInput} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

/** @typedef {{how: string, input: Omit<PlaceInput, 'keys'>}} Case */

/**
 * Five servers: two on one address, one on IPv6 (whose last four bytes are the loopback's), and others. All listen.
 * @param {number} port
 * @param {number} other
 */
export const serversAt = (port, other) => [
  `127.9.8.7:${port}`,
  `[::ffff:127.77.0.200]:${port}`,
  `127.0.0.1:${port}`,
  `127.9.8.7:${other}`,
  `127.255.1.254:${other}`,
];

export const namesOf = (/** @type {Case['input']} */ { nodes }) =>
  /** @type {{name: string}[]} */ (nodes).map(({ name }) => name);

/**
 * What the page exports, as backend number i that hashes the header “Key”, and a frontend of its own.
 * @param {Core} core
 * @param {Case['input']} input
 * @param {number} i
 * @param {number} port of the frontend
 */
export const backendOf = (core, input, i, port) => `
frontend f_${i}
    bind 127.0.0.1:${port}
    default_backend b_${i}
${textOf(core, /** @type {Json} */ (input))
  .replace('backend caches', `backend b_${i}`)
  .replace('balance uri whole', 'balance hash req.fhdr(key)')}
    http-response set-header X-Owner %s
`;

/**
 * Starts one HAProxy with a backend for each case, and compares 5,000 keys under each.
 * @param {import('node:test').TestContext} t
 * @param {string} program
 * @param {Core} core
 * @param {(names: string[]) => Case[]} casesOf
 */
export async function compareServers(t, program, core, casesOf) {
  const folder = folderOf(t);
  const [port, other, ...fronts] = await freePorts(60);
  const names = serversAt(port, other);
  const cases = casesOf(names);
  const backends = cases.map(({ input }, i) => backendOf(core, input, i, fronts[i]));
  // A server without a port is asked on the one that HAProxy was asked.
  const listening = (/** @type {string} */ name, /** @type {number} */ front) =>
    `${name.replace(/^\[::ffff:(.*)\]/, '$1')}${/:\d+$/.test(name) ? '' : `:${front}`}`;
  const binds = new Set(cases.flatMap(({ input }, i) => namesOf(input).map((name) => listening(name, fronts[i]))));
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `${kDefaults}frontend servers
    ${[...binds].map((name) => `bind ${name}`).join('\n    ')}
    http-request return status 200
${backends.join('')}`,
  );
  await start(t, program, ['-db', '-f', join(folder, 'haproxy.cfg')], { port: fronts[0], host: '127.0.0.1' });
  for (const [i, { how, input }] of cases.entries()) {
    await t.test(how, async () => {
      const shown = new Map(namesOf(input).map((name) => [name.replace(/[^A-Za-z0-9_.:-]/g, '-'), name]));
      const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
      const live = await askHaproxy(fronts[i], keys);
      const named = live.map((name) => shown.get(name) ?? name);
      compareOwners(how, keys, ownersOf(core, /** @type {Json} */ (input), keys), named);
    });
  }
}

/**
 * A case, whose name tells all of it.
 * @param {string[]} names
 * @param {Record<string, string | number>} params
 * @param {{weights?: number[], ids?: (number | null)[], down?: number[]}} [more]
 * @returns {Case}
 */
export function caseOf(names, params, { weights = [1, 1, 1, 1, 1], ids = [], down = [] } = {}) {
  const given = ids.flatMap((id, node) => (id === null ? [] : [`${node}@${id}`]));
  const how = [
    Object.values(params).join(' '),
    `weights ${weights.map((weight, i) => `${weight}${down.includes(i) ? ' down' : ''}`).join(', ')}`,
    ...(given.length > 0 ? [`ids ${given.join(', ')}`] : []),
  ].join('; ');
  const nodes = names.map((name, i) => ({ name, weight: weights[i], ...(down.includes(i) && { down: true }) }));
  const table = given.length > 0 ? { table: `haproxy_servers:${given.join(',')}` } : {};
  return { how, input: /** @type {Json} */ ({ strategy: 'haproxy_servers', params, nodes, ...table }) };
}

/** Cases of a release where points are made of ids. @param {string[]} names @param {string} dialect */
export const casesOfIds = (names, dialect) => [
  caseOf(names, { dialect }),
  caseOf(names, { dialect }, { weights: [100, 100, 100, 100, 100] }),
  caseOf(names, { dialect, function: 'djb2', avalanche: 'true' }, { ids: [30, 4, null, null, 7] }),
  caseOf(names, { dialect }, { weights: [3, 1, 4, 0, 256], ids: [2147483647, null, 1, 65536, null] }),
  caseOf(names, { dialect, function: 'crc32' }, { weights: [1, 2, 1, 2, 1], ids: [5, 4, 3, 2, 1], down: [1] }),
  // Under 2.6, multiples of 2^20 fall together: the first and the last of them share the keys.
  caseOf(names, { dialect }, { weights: [7, 9, 8, 1, 2], ids: [1048577, 1, 2097153, 2, null] }),
  caseOf(names, { dialect, avalanche: 'true' }, { weights: [3, 1, 4, 1, 5], ids: [90, null, 17], down: [0, 4] }),
];

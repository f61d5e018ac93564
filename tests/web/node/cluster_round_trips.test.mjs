// What our writers write is read back to the same nodes, weights and parameters, and its link places keys as before.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built, fromTree } from '../../built.mjs';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { inputOf } from './link_input.mjs';
import { treeReaders } from './cluster_texts.mjs';
import { randomNumbers } from '../../live/keys.mjs';
/** @import {Json} from '../../types.d.ts' */

const kScenarios = 200;
const kKeys = 200;

const readers = await treeReaders();
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();

const hashesOf = (/** @type {string} */ strategy, /** @type {string} */ dialect) =>
  core
    .strategies()
    .find(({ id }) => id === strategy)
    ?.hashesOf?.[dialect].map(({ id }) => id) ?? [];

/** @typedef {(most: number) => number} Below a random number from 0 to `most` - 1 */
/** @typedef {{name: string, weight: number, down?: boolean}} Node */

/** @typedef {{hosts?: boolean, ipv6?: boolean, sockets?: string[]}} Allowed the kinds of names, beside IPv4 */

/** @param {Below} below @param {Allowed} allowed */
function nameOf(below, { hosts = true, ipv6 = true, sockets = [] }) {
  const ports = ['', ':80', ':11211', `:${1 + below(65_535)}`];
  const port = ports[below(4)];
  const kinds = [
    () => `${hosts ? `cache-${below(1000)}.example.net` : `192.0.2.${below(256)}`}${port}`,
    () => `10.${below(256)}.${below(256)}.${below(256)}${port}`,
    () => (ipv6 ? `[2001:db8::${(1 + below(65_535)).toString(16)}]${port}` : `node_${below(100)}${port}`),
    () => (sockets.length > 0 ? `${sockets[below(sockets.length)]}${below(1000)}.sock` : `n${below(9)}${port}`),
  ];
  return kinds[below(4)]();
}

/** @param {Below} below @param {Allowed & {most: number, down?: boolean}} of @returns {Node[]} */
function nodesOf(below, { most, down = false, ...of }) {
  const names = new Set(Array.from({ length: 1 + below(12) }, () => nameOf(below, of)));
  const heavy = below(3) === 0;
  const nodes = [...names].map((name) => ({
    name,
    weight: heavy ? below(most + 1) : [1, 1, 2, 5, 0][below(5)],
    ...(down && below(5) === 0 && { down: true }),
  }));
  if (nodes.every(({ weight }) => weight === 0)) nodes[0].weight = 1;
  return nodes;
}

const pickOf = (/** @type {Below} */ below) => (/** @type {Json[]} */ list) => list[below(list.length)];

/**
 * Of a system: its scenarios, and which nodes are read. `named`: how the text names a node, if not as people do;
 * `whole`: nodes of weight 0 are in the text too.
 * @type {Record<string, {scenario: (below: Below) => Json, named?: (name: string) => string, whole?: boolean}>}
 */
const kSystems = {
  nginx: {
    scenario: (below) => ({
      strategy: 'nginx',
      params: { dialect: pickOf(below)(['consistent', 'plain']) },
      nodes: nodesOf(below, { most: 300, down: true, sockets: ['unix:/run/', '/run/a b/', 'UNIX:/run/"x"'] }),
    }),
    named: (name) => name.replace(/^(?:unix:)?\//i, 'unix:/'),
  },
  haproxy: {
    scenario: (below) => ({
      strategy: 'haproxy',
      params: {
        dialect: pickOf(below)(['consistent', 'map']),
        function: pickOf(below)(['sdbm', 'djb2', 'crc32']),
        avalanche: pickOf(below)(['true', 'false']),
      },
      nodes: nodesOf(below, { most: 256, down: true, sockets: ['unix:/run/', "/run/a b/it's "] }),
    }),
    whole: true,
    named: (name) => name.replace(/[^A-Za-z0-9_.:-]/g, '-'),
  },
  twemproxy: {
    scenario: (below) => {
      const strategy = pickOf(below)(['ketama', 'modulo']);
      return {
        strategy,
        params: { dialect: 'twemproxy', eject: pickOf(below)(['true', 'false']) },
        hash: pickOf(below)(hashesOf(strategy, 'twemproxy')),
        nodes: nodesOf(below, { most: 300, ipv6: false, sockets: ['unix:/run/', '/run/'] }),
      };
    },
    // Names without a port and names with the usual one are one server.
    named: (name) => (/[/:]/.test(name) ? name : `${name}:11211`),
  },
  envoy: {
    scenario: (below) => ({
      ...pickOf(below)([
        {
          strategy: 'envoy_ring',
          params: {
            min_size: 1 + below(2000),
            max_size: 2000 + below(100_000),
            function: pickOf(below)(['xx', 'murmur2']),
          },
        },
        { strategy: 'maglev', params: { dialect: 'envoy', size: pickOf(below)([2, 13, 997, 65_537]) } },
      ]),
      nodes: below(2)
        ? nodesOf(below, { most: 300 })
        : nodesOf(below, { most: 300, hosts: false, sockets: ['unix:/run/', '/run/a b/"x"'] }),
    }),
  },
};

/** @param {Json} of @param {Node[]} nodes by index, which node has each key @param {string[]} keys */
function ownersOf({ strategy, params, hash }, nodes, keys) {
  const { owners, nodes: names } = core.place({ strategy, params, ...(hash && { hash }), nodes, keys });
  const places = new Map(nodes.map(({ name }, i) => [name, i]));
  return Array.from(owners, (owner) => places.get(names[owner]) ?? null);
}

for (const [system, { scenario, named = (/** @type {string} */ name) => name, whole = false }] of Object.entries(
  kSystems,
)) {
  test(`what is written for ${system} is read back`, async () => {
    const { default: writer } = await fromTree(`web/systems/${system}.js`);
    const next = randomNumbers(system.length);
    const below = (/** @type {number} */ most) => next() % most;
    for (let i = 0; i < kScenarios; ++i) {
      const made = scenario(below);
      const [{ text }] = writer.write({ replicas: 1, ...made });
      const reading = /** @type {Json} */ (await readWith(readers, text));
      const nodes = made.nodes.filter((/** @type {Node} */ { weight }) => whole || weight > 0);
      const about = `scenario ${i}:\n${text}\n${JSON.stringify(reading.refused)}`;
      const shown = nodes.map((/** @type {Node} */ node, /** @type {number} */ at) => ({
        ...{ ...node, name: made.names?.[at] ?? named(node.name) },
      }));
      expect(
        reading.nodes?.map((/** @type {Json} */ { name, weight, down }) => ({ name, weight, ...(down && { down }) })),
        about,
      ).toEqual(shown);
      expect(reading.strategy, about).toEqual({
        id: made.strategy,
        params: made.params,
        ...(made.hash && { hash: made.hash }),
      });
      expect(reading.skipped, about).toEqual([]);
      expect(reading.needs ?? [], about).toEqual([]);
      const keys = Array.from({ length: kKeys }, (_, k) => `key ${i} ${k}`);
      const { link = '' } = /** @type {{link?: string}} */ (linkOf(reading));
      const { nodes: read, ...as } = inputOf(link);
      expect(ownersOf(as, /** @type {Node[]} */ (read), keys), about).toEqual(ownersOf(made, nodes, keys));
    }
  });
}

// Couchbase's command line has no map: it is the server's, in the form in which clients get it.
test('the map of a bucket places keys as the strategy does', async () => {
  const next = randomNumbers(1024);
  const below = (/** @type {number} */ most) => next() % most;
  for (let i = 0; i < kScenarios; ++i) {
    const buckets = 2 ** (5 + below(6));
    const nodes = nodesOf(below, { most: 1 }).map(({ name }) => ({ name, weight: 1 }));
    const keys = Array.from({ length: 8 * buckets }, (_, k) => `key ${i} ${k}`);
    const bucketOf = (/** @type {string} */ key) => ((Number(core.hash('crc32', key)) >>> 16) & 0x7fff) % buckets;
    const owners = ownersOf({ strategy: 'vbuckets', params: { buckets } }, nodes, keys);
    const map = Array.from({ length: buckets }, () => [-1]);
    keys.forEach((key, k) => (map[bucketOf(key)] = [owners[k] ?? -1]));
    const servers = nodes.map(({ name }) => name);
    const text = JSON.stringify({
      name: 'b',
      vBucketServerMap: { hashAlgorithm: 'CRC', numReplicas: 0, serverList: servers, vBucketMap: map },
    });
    const reading = /** @type {Json} */ (await readWith(readers, text));
    expect(reading.key).toBe('vbuckets');
    expect(keys.map((key) => reading.entries.rows[bucketOf(key)].owner)).toEqual(
      owners.map((owner) => (owner === null ? null : servers[owner])),
    );
  }
});

// Slots, tokens and disks that our writers write: what a cluster with them reports is read, and its link places keys as
// before.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built } from '../../built.mjs';
import cassandra from '../../../web/systems/cassandra.js';
import ceph from '../../../web/systems/ceph.js';
import redis from '../../../web/systems/redis_cluster.js';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { randomNumbers } from '../../live/keys.mjs';
import { treeReaders } from './cluster_texts.mjs';
import { inputOf } from './link_input.mjs';
/** @import {Json} from '../../types.d.ts' */

const kScenarios = 200;
const kKeys = 200;
const readers = await treeReaders();
const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();

/** By key, the place of the node that has it; null: none. @param {Json} input @param {string[]} keys */
function ownersOf(input, keys) {
  const { owners, nodes } = core.place({ ...input, keys });
  const places = new Map(input.nodes.map((/** @type {Json} */ { name }, /** @type {number} */ i) => [name, i]));
  return Array.from(owners, (owner) => places.get(nodes[owner]) ?? null);
}

/** @typedef {(most: number) => number} Below a random number from 0 to `most` - 1 */

/**
 * @typedef {{text: string, keys: string[], owners: ?(?number)[], names: string[], more?: Json}} Made `owners`: by
 *   key; null: the text does not tell
 */

/**
 * In each scenario the link of a text, of which `made` knows who has which key.
 * @param {number} seed @param {(below: Below, i: number) => Made} made
 */
async function roundTrips(seed, made) {
  const next = randomNumbers(seed);
  for (let i = 0; i < kScenarios; ++i) {
    const { text, keys, owners, names, more = {} } = made((most) => next() % most, i);
    const reading = /** @type {Json} */ (await readWith(readers, text));
    const about = `scenario ${i}:\n${text.slice(0, 4000)}`;
    const { link = '', why } = /** @type {{link?: string, why?: string}} */ (linkOf(reading));
    // A comment that names a command looks like one that was typed by root.
    const skipped = reading.skipped?.filter(
      (/** @type {Json} */ { line }) => !text.split('\n')[line - 1].startsWith('#'),
    );
    if (!owners) {
      expect(why, about).toMatch(/no function that finds the entry of a key/);
      continue;
    }
    expect([why, reading.refused, skipped], about).toEqual([undefined, undefined, []]);
    const input = inputOf(link);
    const order = /** @type {Json[]} */ (input.nodes).map(({ name }) => names.indexOf(name));
    const found = ownersOf({ ...input, ...more }, keys).map((place) => (place === null ? null : order[place]));
    expect(found, about).toEqual(owners);
  }
}

/** The writer's input besides. @param {Json} scenario */
const setupOf = (scenario) => ({
  ...{ replicas: 1, hash: '', params: {}, ...scenario },
  placeAll: (/** @type {string[]} */ keys) => core.place({ ...scenario, keys }),
  hash_of: (/** @type {string} */ name, /** @type {string} */ text) => core.hash(name, text),
});

const keysOf = (/** @type {number} */ i) => Array.from({ length: kKeys }, (_, k) => `key ${i} {tag ${k % 150}} ${k}`);
const addressesOf = (/** @type {Below} */ below, /** @type {number} */ count) => [
  ...new Set(Array.from({ length: count }, () => `10.${below(3)}.${below(9)}.${1 + below(250)}`)),
];

test('the slots that are given to masters of Redis are read from CLUSTER NODES', async () => {
  await roundTrips(1, (below, i) => {
    const nodes = addressesOf(below, 1 + below(9)).map((ip, at) => ({
      ...{ name: `${ip}:${6379 + at}`, weight: [1, 1, 2, 0.5, 0][at === 0 ? 0 : below(i % 2 ? 4 : 5)] },
      ...(i % 2 && below(4) === 0 && { down: true }),
    }));
    const scenario = { strategy: 'redis_slots', nodes };
    const up = nodes.map(({ name, weight }) => ({ name, weight }));
    const [{ text: script }] = redis.write(/** @type {any} */ (setupOf({ ...scenario, nodes: up })));
    const idOf = (/** @type {number} */ at) => `${String(i).padStart(20, '0')}${String(at).padStart(20, 'a')}`;
    const lines = nodes.flatMap(({ name, down }, at) => {
      const [host, port] = name.split(':');
      const given = new RegExp(`-h '?${host.replaceAll('.', '\\.')}'? -p ${port} CLUSTER ADDSLOTSRANGE (.*)`).exec(
        script,
      );
      const ends = given?.[1].split(' ') ?? [];
      const slots = ends.flatMap((first, k) =>
        k % 2 ? [] : [first === ends[k + 1] ? first : `${first}-${ends[k + 1]}`],
      );
      const flags = `${at === 0 ? 'myself,' : ''}master${down ? ',fail' : ''}`;
      const state = `0 ${at + 1} ${down ? 'disconnected' : 'connected'}`;
      const other = `${'f'.repeat(39)}${at} ${host}:${7000 + at}@${17_000 + at}`;
      const replica = `${other} slave ${idOf(at)} 0 0 ${at + 1} connected`;
      const master = `${idOf(at)} ${name}@${Number(port) + 10_000} ${flags} - 0 ${[state, ...slots].join(' ')}`;
      return below(3) === 0 ? [replica, master] : [master];
    });
    const keys = keysOf(i);
    return {
      text: `${lines.join('\n')}\n`,
      keys,
      owners: ownersOf(scenario, keys),
      names: nodes.map(({ name }) => name),
    };
  });
});

test('the tokens that are given to nodes of Cassandra are read from nodetool ring', async () => {
  await roundTrips(2, (below, i) => {
    const centers = 1 + below(3);
    const nodes = addressesOf(below, 1 + below(9)).map((name) => ({
      ...{ name, weight: [1, 1, 2, 0.5][below(4)] },
      ...{ data_center: `dc${1 + below(centers)}`, rack: `r${below(3)}` },
      ...(below(6) === 0 && { down: true }),
    }));
    const scenario = { strategy: 'token_ring', params: { num_tokens: 1 + below(16) }, nodes };
    const parts = cassandra.write(/** @type {any} */ (setupOf(scenario)));
    const tokens = nodes.map(({ name }, at) => {
      const [, own, list] = /^# On (\S+)\n[\s\S]*?initial_token: "([^"]*)"/.exec(parts[at].text) ?? [];
      expect(own).toBe(JSON.stringify(name));
      return list.split(',');
    });
    const heading = 'Address  Rack  Status State   Load       Owns   Token';
    const sections = [...new Set(nodes.map(({ data_center: center }) => center))].map((center) => {
      const rows = nodes
        .flatMap((node, at) => (node.data_center === center ? tokens[at].map((token) => ({ node, token })) : []))
        .sort((a, b) => (BigInt(a.token) < BigInt(b.token) ? -1 : 1));
      const lines = rows.map(
        ({ node: { name, rack, down }, token }) =>
          `${name}  ${rack}  ${down ? 'Down' : 'Up'}  Normal  ${1 + below(99)}.${below(9)} GiB  ?  ${token}`,
      );
      const last = `${' '.repeat(50)}${rows.at(-1)?.token}`;
      return `\nDatacenter: ${center}\n==========\n${[heading, last, ...lines].join('\n')}\n`;
    });
    const keys = keysOf(i);
    // Without a negative token, a ring may as well be RandomPartitioner's.
    const isMurmur = tokens.flat().some((token) => token.startsWith('-'));
    return {
      text: sections.join(''),
      keys,
      owners: isMurmur ? ownersOf(scenario, keys) : null,
      names: nodes.map(({ name }) => name),
    };
  });
});

test('the disks of a map for Ceph are read from its text', async () => {
  await roundTrips(3, (below) => {
    const domain = ['node', 'rack'][below(2)];
    const count = 1 + below(20);
    const racks = Array.from({ length: count }, () => `rack.${below(4)}`);
    const named = [...new Set(racks)];
    const nodes = racks.map((rack, id) => ({
      ...{ name: `disk ${id}`, id, rackId: -1 - named.indexOf(rack), rack },
      weight: id === 0 ? 1 : [1, 3.638, 0, 7.3, below(6_553_600) / 65_536, 0.00001][below(6)],
    }));
    const scenario = { strategy: 'straw2', hash: 'integer', params: { domain }, nodes };
    const [{ text }] = ceph.write(/** @type {any} */ (setupOf(scenario)));
    const keys = Array.from({ length: kKeys }, () => `${below(2 ** 31)}`);
    const owners = ownersOf(
      { ...scenario, nodes: nodes.map(({ name, weight, rack }) => ({ name, weight, rack })) },
      keys,
    );
    return { text, keys, owners, names: nodes.map(({ id }) => `osd.${id}`), more: { hash: 'integer' } };
  });
});

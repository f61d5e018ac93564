// What real programs answered under the texts of tests/vectors/clusters: their readings place the same keys on the same
// nodes.
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { built, root } from '../../built.mjs';
import { textsOf, treeReaders } from './cluster_texts.mjs';
import { inputOf } from './link_input.mjs';
/** @import {Json} from '../../types.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard({ wasm: 'reshard-core-systems.wasm' });
const readers = await treeReaders();

const recorded = readdirSync(new URL('tests/vectors/clusters/', root)).flatMap((system) =>
  textsOf(system)
    .filter(({ expected }) => expected.answers?.keys)
    .map((one) => ({ ...one, system })),
);

for (const { system, name, text, expected } of recorded) {
  const { of, keys } = expected.answers;
  test(`${system}/${name} places its keys as ${of} did, or says that Reshard cannot`, async () => {
    const reading = /** @type {Json} */ (await readWith(readers, text, { choose: expected.choice }));
    expect(reading.needs).toEqual(expected.needs);
    if (reading.needs) return;
    const { link } = /** @type {{link: string}} */ (linkOf(reading));
    const placed = core.place({ ...inputOf(link), keys: keys.map((/** @type {[string]} */ [key]) => key) });
    expect(Array.from(placed.owners, (owner, i) => [keys[i][0], placed.nodes[owner]])).toEqual(keys);
  });
}

test('programs answered for texts of six systems', () => {
  const answered = ['clickhouse', 'haproxy', 'nginx', 'pgcat', 'shardingsphere', 'twemproxy'];
  expect([...new Set(recorded.map(({ system }) => system))]).toEqual(answered);
  expect(recorded.filter(({ expected }) => !expected.needs).length).toBeGreaterThan(10);
});

// HAProxy counts the servers without an id of their own anew.
test('a server that leaves an opened HAProxy leaves what the configuration without its line says', async () => {
  const lines = ['a 10.0.0.1 weight 20', 'z 10.0.0.9 backup', 'b 10.0.0.2 id 7 weight 20', 'c 10.0.0.3 weight 20'];
  const keys = Array.from({ length: 500 }, (_, i) => `/item/${i}`);
  /** @param {string[]} servers */
  const inputFor = async (servers) => {
    const text = `backend x\n balance uri\n hash-type consistent\n server ${servers.join('\n server ')}\n`;
    const { link } = /** @type {{link: string}} */ (linkOf(/** @type {Json} */ (await readWith(readers, text, {}))));
    return inputOf(link);
  };
  /** @param {import('../../../web/headless/reshard-core.d.ts').PlaceInput} input */
  const ownersOf = (input) => {
    const { nodes, owners } = core.place({ ...input, keys });
    return Array.from(owners, (owner) => nodes[owner]);
  };
  const opened = await inputFor(lines);
  for (const gone of ['a', 'b', 'z']) {
    const rest = ownersOf(await inputFor(lines.filter((line) => !line.startsWith(gone))));
    expect(ownersOf({ ...opened, log: [{ remove: gone }] }), gone).toEqual(rest);
  }
  const added = ownersOf(await inputFor([...lines, 'd 10.0.0.4']));
  expect(ownersOf({ ...opened, log: [{ add: 'd' }] })).toEqual(added);
});

// The list of systems whose configuration can be exported.
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { built, root } from '../../built.mjs';
/** @import {Json} from '../../types.d.ts' */

const { kSystems } = await built('web/systems/systems.js');
const folder = new URL('web/systems/', root);

test('the build finds every file of web/systems that says what it covers', () => {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && /^const covers = /m.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  const named = files.map(
    (file) => /^const system = '([^']+)'/m.exec(readFileSync(new URL(file, folder), 'utf8'))?.[1],
  );
  expect(kSystems.map((/** @type {{system: string}} */ { system }) => system)).toEqual(named);
  expect(files.length).toBeGreaterThan(15);
});

test('no two systems cover the same dialect', () => {
  const covered = kSystems.flatMap((/** @type {{covers: Json}} */ { covers }) =>
    [covers]
      .flat()
      .flatMap(({ strategy, dialects = ['any'] }) =>
        dialects.map((/** @type {string} */ dialect) => `${strategy} ${dialect}`),
      ),
  );
  expect(covered.filter((/** @type {string} */ one, /** @type {number} */ at) => covered.indexOf(one) !== at)).toEqual(
    [],
  );
  expect(covered.length).toBeGreaterThan(20);
});

// tests/vectors/cassandra_replicas.csv: the keyspaces for which Cassandra's driver found the replicas that token_ring
// names.
test('the keyspace gives each data centre the replicas that the placement gives it', () => {
  const [, ...rows] = readFileSync(new URL('tests/vectors/cassandra_replicas.csv', root), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const cases = rows.map((row) => row.split(',')).filter(([, , , , , , key]) => key === 'all');
  expect(cases.length).toBe(17);
  const { write } = kSystems.find((/** @type {{system: string}} */ { system }) => system === 'Cassandra');
  const keyspace = (/** @type {string} */ places, /** @type {number} */ replicas, params = {}) =>
    write({
      nodes: places
        .split(' ')
        .map((place, i) => ({ name: `10.0.0.${i + 1}`, weight: 1, data_center: place.split('/')[0], rack: '' })),
      params: { strategy: 'network_topology', num_tokens: 1, ...params },
      replicas,
      hash_of: () => '0'.repeat(32),
    }).at(-1).text;
  for (const [places, , first, second, replication, replicas] of cases) {
    const said = replication
      .split(' ')
      .map((share) => `, '${share.replace(':', "': ")}`)
      .join('');
    expect(keyspace(places, Number(replicas), { first_dc: Number(first), second_dc: Number(second) })).toContain(
      `'NetworkTopologyStrategy'${said}};`,
    );
  }
  expect(() => keyspace('a/r b/r c/r', 2)).toThrow('raise Replicas from 2 to at least 3');
});

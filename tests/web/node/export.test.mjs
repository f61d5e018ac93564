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

// haproxy -c of 3.0.11 accepts these lines; it looks names up, and ends where it finds a socket.
test('HAProxy’s servers have the hash-key that their points are made of, and the ids of the link', () => {
  const { write } = kSystems.find((/** @type {{system: string}} */ { system }) => system === 'HAProxy');
  const servers = (/** @type {string} */ hashKey, /** @type {string[]} */ names, dialect = 'v3_0') =>
    write({
      strategy: 'haproxy_servers',
      nodes: names.map((name, id) => ({ name, weight: id, id })),
      params: { dialect, hash_key: hashKey, function: 'sdbm', avalanche: 'true' },
      table: 'haproxy_servers:1@30',
    })[0].text;
  const names = ['10.0.0.1:7000', '[::1]', '10.0.0.2'];
  const head = 'backend caches\n    balance uri whole\n    hash-type consistent sdbm avalanche\n';
  expect(servers('addr', names)).toBe(
    `${head}    server 10.0.0.1:7000 10.0.0.1:7000 hash-key addr weight 0\n` +
      '    server -::1- [::1]:80 id 30 hash-key addr weight 1\n    server 10.0.0.2 10.0.0.2:80 hash-key addr weight 2\n',
  );
  expect(servers('addr_port', names)).toContain('server 10.0.0.1:7000 10.0.0.1:7000 hash-key addr-port weight 0\n');
  expect(servers('addr_port', names)).toContain('server -::1- [::1] id 30 hash-key addr-port weight 1\n');
  expect(servers('addr_port', names)).toContain('server 10.0.0.2 10.0.0.2 hash-key addr-port weight 2\n');
  for (const [hashKey, dialect] of [
    ['id', 'v3_0'],
    ['addr', 'v2_6'],
  ]) {
    expect(servers(hashKey, ['cache-1:80', '/run/a.sock'], dialect)).toBe(
      `${head}    server cache-1:80 cache-1:80 weight 0\n    server -run-a.sock unix@/run/a.sock id 30 weight 1\n`,
    );
  }
  for (const name of ['cache-1:80', '/run/a.sock', '[fe80::1%lo]', '010.0.0.1', '10.0.1', '10.0.0.256']) {
    expect(() => servers('addr', ['10.0.0.1', name])).toThrow(name);
  }
});

test('HAProxy’s ring has the factor that bounds its servers', () => {
  const { write } = kSystems.find((/** @type {{system: string}} */ { system }) => system === 'HAProxy');
  const text = (/** @type {string} */ bounded) =>
    write({
      strategy: 'haproxy_servers',
      nodes: [{ name: '10.0.0.1:80', weight: 1, id: 0 }],
      params: { dialect: 'v2_6', function: 'crc32', avalanche: 'false', bounded, balance_factor: 125 },
    })[0].text;
  const head = 'backend caches\n    balance uri whole\n    hash-type consistent crc32\n';
  expect(text('true')).toBe(`${head}    hash-balance-factor 125\n    server 10.0.0.1:80 10.0.0.1:80 weight 1\n`);
  expect(text('false')).toBe(`${head}    server 10.0.0.1:80 10.0.0.1:80 weight 1\n`);
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

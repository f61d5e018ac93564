// What the dialog “Open your cluster” says of a reading: a sentence, a table, what else people should know; and lists
// of nodes, which no reader reads.
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { linkOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { factsOf, refusalText, sentenceOf, skippedText, tableOf } from '../../../web/dialogs/cluster/cluster_rules.js';
import { linkOfTable, openedBy } from '../../../web/dialogs/cluster/given_table.js';
import { filled, marksOf } from '../../../web/dialogs/cluster/marks_rules.js';
import { nodeListIn, renamed, shownList, shownOf } from '../../../web/dialogs/cluster/reading_rules.js';
import { root } from '../../built.mjs';
import { textsOf, treeReaders } from './cluster_texts.mjs';
/** @import {Reading} from '../../../web/systems/reading/form.js' */

const readers = await treeReaders();
const textOf = (/** @type {string} */ path) => readFileSync(new URL(`tests/vectors/clusters/${path}`, root), 'utf8');

/** @param {Reading} reading */
function shown(reading) {
  const title = readers.find((one) => one.system === reading.system)?.title ?? '';
  return shownOf(reading, title, openedBy(reading));
}

/** @param {string} path @returns {Promise<Reading>} */
const read = async (path) => /** @type {Reading} */ (await readWith(readers, textOf(path)));

/** @param {string} text */
async function refusal(text) {
  const found = await readWith(readers, text);
  if (!('refused' in found)) return 'read';
  const marks = await marksOf(text, found, (other) => readWith(readers, other));
  return refusalText({ kind: 'refused', system: found.system, ...found.refused, table: false, ...marks });
}

test('a sentence says what was recognised', async () => {
  const sentences = {
    'redis/nodes-1-healthy.txt': 'Redis Cluster: 3 masters, 3 replicas, 16,384 slots',
    'redis/nodes-2-moving.txt': 'Redis Cluster: 4 masters, 16,384 slots, 2 slots without an owner, 4 slots on the move',
    'redis/nodes-3-failed.txt': 'Redis Cluster: 5 masters, 2 replicas, 16,384 slots, 1 down',
    'redis/stats-1-hottest.txt': 'Redis Cluster: 8 slots',
    'nginx/upstream-2-several.conf': 'nginx “thumbs”: 4 servers',
    'cassandra/status-1-racks.txt': 'Cassandra: 5 nodes, 64 tokens',
    'elasticsearch/shards-1-moving.txt': 'Elasticsearch “orders”: 3 nodes, 3 shards, 1 shard on the move',
    'rows/rows-1.csv': 'A table of shards: 3 nodes, 4 shards',
  };
  for (const [path, sentence] of Object.entries(sentences))
    expect(sentenceOf(shown(await read(path))), path).toBe(sentence);
});

test('the table has the columns that the text has, and no others', async () => {
  expect(tableOf(shown(await read('rows/rows-1.csv')))).toEqual([
    ['Name', 'Shards', 'Bytes', 'Requests'],
    ['db-1.example.net', '2', '1.61 GB', '9,007,199,254,742,193'],
    ['db-2.example.net', '1', '2.15 GB', '30'],
    ['db-3.example.net', '1', '0 B', '0'],
  ]);
  const [head, first] = tableOf(shown(await read('cassandra/status-1-racks.txt')));
  expect(head).toEqual(['Name', 'Place', 'Tokens', 'Bytes']);
  expect(first).toEqual(['10.70.1.1', 'berlin / r1', '16', '1.23 TB']);
  expect(tableOf(shown(await read('redis/nodes-3-failed.txt')))[0]).toEqual(['Name', 'State', 'Slots', 'Replicas']);
});

test('what cannot be chosen, what the text does not tell, and skipped lines are said', async () => {
  const several = shown(await read('nginx/upstream-2-several.conf'));
  expect(several.choices).toEqual(['thumbs', 'pages']);
  expect(factsOf(several)).toEqual([
    'What is hashed: $arg_id',
    'Settings: hash …',
    'Not to choose: app (least_conn: Reshard does not have it), static (round robin: no key decides)',
    'Not in the text: sizes',
  ]);
  const moving = shown(await read('redis/nodes-2-moving.txt'));
  expect(factsOf(moving)[0]).toBe('Entries on the move are opened where they are now.');
  expect(moving.skipped.first.map(skippedText)).toEqual([
    'Line 1: the fence around a block of code',
    'Line 2: a prompt with its command',
    'Line 7: the fence around a block of code',
  ]);
});

test('a refusal names the line, the reason and the template mark, and what to paste instead', async () => {
  expect(await refusal(textOf('nginx/template-1.conf.j2'))).toBe(
    'Line 1: the template mark {{ pool_name }} stands where a name or number must be. ' +
      "{% for host in groups['caches'] %} repeats or leaves out lines, so that no value can stand for it. " +
      'Paste the text as the program gets it.',
  );
  expect(await refusal(textOf('couchbase/terse-6-cut.json'))).toBe(
    'Line 109: the JSON ends too early. Paste all that “curl HOST:8091/pools/default/b/BUCKET” prints.',
  );
  expect(await refusal('Dear all,\nthe cluster is down again.\n')).toBe(
    'Line 1: no reader knows this format. See below what can be pasted.',
  );
});

test('with names replaced, no name of the text is in what is opened, and the owners are the same', async () => {
  for (const system of ['redis', 'nginx', 'couchbase', 'cassandra', 'swift', 'envoy', 'citus', 'postgresql']) {
    for (const { name, text } of textsOf(system)) {
      const reading = await readWith(readers, text);
      if ('fits' in reading || 'refused' in reading) continue;
      const other = renamed(reading);
      const [link, plain] = [linkOf(other), linkOf(reading)];
      expect('link' in link, name).toBe('link' in plain);
      const said = JSON.stringify([link, tableOf(shown(other)).map(([first]) => first)]);
      for (const node of reading.nodes) {
        if (!/^node-?\w$/.test(node.name)) expect(said, name).not.toContain(node.name);
      }
      const owned = (/** @type {Reading} */ { nodes, entries: { rows } }) =>
        nodes.map((node) => rows.filter(({ owner }) => owner === node.name).length);
      expect(owned(other), name).toEqual(owned(reading));
    }
  }
});

test('a list of nodes is names, one a line, each with at most a weight, and nothing else', () => {
  expect(nodeListIn('cache-1\ncache-2,2\n\ncache-3\t0.5\n[::1]:11211 3\n')).toEqual([
    { name: 'cache-1', weight: 1 },
    { name: 'cache-2', weight: 2 },
    { name: 'cache-3', weight: 0.5 },
    { name: '[::1]:11211', weight: 3 },
  ]);
  for (const text of [
    '',
    'Datacenter: berlin\n==================\n',
    '===============',
    'a\na',
    'a,b',
    'a 1 2',
    'redis://user:word@cache-1:6379',
    '1754]}]}]',
    'it works.\nor does it?',
    '- a\n- b',
  ])
    expect(nodeListIn(text), text).toBe(null);
  const list = shownList([
    { name: 'a', weight: 1 },
    { name: 'b', weight: 2 },
  ]);
  expect(sentenceOf(list)).toBe('A node list: 2 nodes');
  expect(tableOf(list)).toEqual([
    ['Name', 'Weight'],
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('no text that is no placement is taken for a list of nodes', () => {
  for (const { name, text } of textsOf('nothing')) expect(nodeListIn(text), name).toBe(null);
});

test('the value of a mark stands where the mark stood, and nowhere else', () => {
  const values = /** @type {[string, string][]} */ ([
    ['$PORT', '1'],
    ['$PORT_2', '2'],
    ['{{ a.b }}', '$&'],
  ]);
  expect(filled('$PORT $PORT_2 $PORTAL {{ a.b }} {{ aXb }} $PORT', values)).toBe('1 2 $PORTAL $& {{ aXb }} 1');
});

/** @param {string} rows of shard,node,bytes,requests */
async function tableIn(rows) {
  const reading = /** @type {Reading} */ (await readWith(readers, `shard,node,bytes,requests\n${rows}\n`));
  const opened = openedBy(reading);
  if (!('table' in opened)) throw new Error('no table');
  return { ...opened.table, lines: await opened.table.keys.text() };
}

test('a table counts requests, else bytes, else 1, in a unit that keeps every sum below 2^53', async () => {
  const plain = await tableIn('a,n1,500,7\nb,n2,600,0\nc,n1,700,9');
  expect(plain).toMatchObject({ figure: 'requests', unit: 1, lacking: 1, owners: 'directory:0,1,0' });
  expect(plain.lines).toBe('a\x1f7\nb\x1f1\nc\x1f9\n');
  expect(await tableIn('a,n1,500,\nb,n2,600,')).toMatchObject({ figure: 'bytes', unit: 1, lacking: 0 });
  expect(await tableIn('a,n1,,\nb,n2,,')).toMatchObject({ figure: null, unit: 1, lacking: 0 });
  // 3 PB and 20 TB: the page takes up to 10^12 for each key, so that kilobytes would not do
  const large = await tableIn('a,n1,3000000000000000,\nb,n2,20000000400000,\nc,n2,499,');
  expect(large).toMatchObject({ figure: 'bytes', unit: 1_000_000, lacking: 1 });
  expect(large.lines).toBe('a\x1f3000000000\nb\x1f20000000\nc\x1f1\n');
});

test('the link of a table names its entries by number and fingerprint only', async () => {
  const table = await tableIn('secret-a,n1,1,\nsecret-b,n2,1,\nsecret-c,n2,1,');
  expect(linkOfTable(table, '00000000deadbeef')).toBe(
    'v=1&nodes=n1,n2&keys=given:00000000deadbeef:3&strategy=directory&owners=directory:0,1*2',
  );
});

test('tables without a function for keys open, each entry on the owner that its line says', async () => {
  const opened = /** @type {Record<string, number>} */ ({});
  for (const system of ['ceph', 'elasticsearch', 'rows', 'generic']) {
    for (const { name, text } of textsOf(system)) {
      const reading = await readWith(readers, text);
      if ('fits' in reading || 'refused' in reading || reading.strategy !== 'table') continue;
      const found = openedBy(reading);
      if (!('table' in found)) continue;
      const { owners, count, keys } = found.table;
      const places = owners
        .replace('directory:', '')
        .split(',')
        .flatMap((run) => Array(Number(run.split('*')[1] ?? 1)).fill(run.split('*')[0]));
      expect(places, name).toHaveLength(count);
      const lines = (await keys.text()).trimEnd().split('\n');
      const byKey = Object.fromEntries(lines.map((line, i) => [line.split('\x1f')[0], places[i]]));
      for (const { id, owner } of reading.entries.rows)
        expect(byKey[id] === '-' ? null : reading.nodes[Number(byKey[id])].name, `${name} ${id}`).toBe(owner);
      opened[system] = (opened[system] ?? 0) + 1;
    }
  }
  expect(Object.keys(opened).sort()).toEqual(['ceph', 'elasticsearch', 'generic', 'rows']);
});

// Tables of placements with what their formats allow and their examples do not show.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { readWith } from '../../../web/systems/reading/read.js';
import { tableOf, treeReaders } from './cluster_texts.mjs';

const readers = await treeReaders();
const kHost = 'bec8e6bd-9368-4f8b-a290-eb60a8904115';
const kRing = 'Address  Rack  Status State  Load  Owns  Token';
const kSwift = (/** @type {string} */ name) =>
  `${name}, build version 1, id x\n16 partitions, 1.000000 replicas, 1 regions, 1 zones, 1 devices, 0.00 balance\n` +
  'Devices:   id region zone ip address:port replication ip:port  name weight partitions balance flags meta\n' +
  '  0  1  1  10.60.1.1:6200  10.60.1.1:6200  sdb 100.00  16  0.00\n';
const kPgs = 'PG_STAT  STATE  UP  UP_PRIMARY  ACTING   ACTING_PRIMARY';
const range = (/** @type {number} */ start, /** @type {number} */ end, names = 'a, b') =>
  `\tTokenRange(start_token:${start}, end_token:${end}, endpoints:[${names}], rpc_endpoints:[${names}], ` +
  'endpoint_details:[])';

/** What each text says: owners by their entries, or the line that refuses it. @type {[string, string, object][]} */
const kTexts = [
  [
    'a status with tokens',
    `--  Address  Load  Owns  Host ID  Token  Rack\nUN  10.0.0.1  1,5 GB  100.0%  ${kHost}  -5  RAC 1\n`,
    { owners: { '-5': '10.0.0.1' }, nodes: [{ rack: 'RAC 1', bytes: 1610612736 }] },
  ],
  [
    'a ring with a column for the data centre',
    `Address  DC  Rack  Status State  Load  Owns  Token\n  7\n10.0.0.1 eu  r1  Up  Normal  1.2 KB  100%  07\n`,
    { owners: { 7: '10.0.0.1' }, nodes: [{ data_center: 'eu', rack: 'r1' }] },
  ],
  [
    'a ring whose last token is cut',
    `${kRing}\n  8587287133228799267\na r Up Normal ? ? -5\nb r Up Normal ? ? 8587287133228`,
    { owners: { '-5': 'a' }, skipped: [4] },
  ],
  ['a template in a ring', `${kRing}\n  5\na r Up Normal ? ? -5\n{{ ip }} r Up Normal ? ? 5\n`, { refused: 4 }],
  ['ranges of a text that is cut', `${range(5, -5)}\n${range(-5, 0)}\n\tTokenRange(start_tok`, { skipped: [3] }],
  ['ranges that overlap', `${range(5, -5)}\n${range(-5, 5)}\n${range(0, 3)}\n`, { refused: 3 }],
  ['ranges without their ends', `${range(-5, 0)}\n${range(0, 5)}\n`, { owners: { '(-5, 0]': 'a', '(0, 5]': 'a' } }],
  ['tokens of two partitioners', `${kRing}\na r Up Normal ? ? -5\nb r Up Normal ? ? ${2n ** 126n}\n`, { refused: 3 }],
  [
    'shards in a choice of columns, with a name of several words',
    'index shard prirep state node unassigned.reason\nl 0 p STARTED my node 1\nl 0 r UNASSIGNED  NODE_LEFT\n',
    { owners: { 0: 'my node 1' } },
  ],
  [
    'a node’s name that is cut',
    'a 0 p STARTED 12 5kb 10.0.0.1 es-1\na 1 p STARTED 12 5kb 10.0.0.2 es',
    { owners: { 0: 'es-1' }, skipped: [2] },
  ],
  ['other tables of _cat', 'ip heap.percent ram.percent cpu\n10.0.0.1 1 2 3\n', { refused: 1 }],
  ['an error of the server', '{"error":{"root_cause":[{"type":"x"}]},"status":404}', { refused: 1 }],
  ['shards without a column of nodes', 'index shard prirep state\na 0 p STARTED\n', { refused: 1 }],
  ['columns of psql', ' shard | node \n-------+------\n a     | n1\n(1 row)\n', { owners: { a: 'n1' }, skipped: [] }],
  [
    'columns of mysql',
    '+---+---+\n| shard | node |\n+---+---+\n| a | n1 |\n+---+---+\n',
    { owners: { a: 'n1' }, skipped: [] },
  ],
  ['columns with blanks', 'shard  node  bytes\n1  n1  10\n2  n2  20\n', { owners: { 1: 'n1', 2: 'n2' } }],
  ['rows without headings', 's1,n1\ns2,n2\ns3,n1\ns4,n2\n', { owners: { s1: 'n1', s2: 'n2', s3: 'n1', s4: 'n2' } }],
  [
    'a comma in a number without quotes',
    'shard,node,bytes\na,n1,1,234\nb,n2,5\n',
    { owners: { b: 'n2' }, skipped: [2] },
  ],
  ['a name over two lines', 'shard,node\n"a\nb",n1\n', { refused: 2 }],
  ['headings alone', 'shard,node,bytes\n', { refused: 1 }],
  ['a formula', 'shard,node\n=HYPERLINK("http://x"),n1\n', { owners: { '=HYPERLINK("http://x")': 'n1' } }],
  ['two primaries', 'shard,node,role\na,n1,primary\na,n2,primary\n', { refused: 3 }],
  [
    'a JSON array',
    '[{"partition":"1","owner":"a"},\n {"partition":2,"owner":null}]\n',
    { owners: { 1: 'a', 2: null } },
  ],
  ['a JSON array that is cut', '[{"partition":"1","owner":"a"},\n {"partition":2,"own', { refused: 2 }],
  ['a member twice', '{"shard":"1","node":"a","node":"b"}\n', { refused: 1 }],
  ['two builder files', kSwift('a.builder') + kSwift('b.builder'), { choices: ['a.builder', 'b.builder'] }],
  [
    'a tree of OSDs without its blanks',
    'ID CLASS WEIGHT TYPE NAME STATUS REWEIGHT PRI-AFF\n-1 1.0 root default\n-5 1.0 rack r1\n-2 1.0 host a\n0 hdd 1.0 osd.0 up 1.0 1.0\n',
    { nodes: [{ name: 'osd.0', rack: 'r1', host: 'a' }] },
  ],
  [
    'placement groups with holes, cut',
    `${kPgs}\n1.a a [1,2147483647] 1 [1,2147483647] 1\n1.3 active+cl`,
    { owners: { '1.a': 'osd.1' }, skipped: [3] },
  ],
  ['a placement group twice', `${kPgs}\n1.a a [1,2] 1 [1,2] 1\n1.a a [2,1] 2 [2,1] 2\n`, { refused: 3 }],
  [
    'a device in two hosts',
    'device 0 osd.0\ntype 0 osd\nhost a {\n item osd.0 weight 1.0\n}\nhost b {\n item osd.0 weight 1.0\n}\nroot r {\n item a weight 1.0\n item b weight 1.0\n}\n',
    { refused: 7 },
  ],
  [
    'a template in a CRUSH map',
    'device 0 osd.0\ntype 0 osd\nhost {{ h }} {\n item osd.0 weight 1.0\n}\n',
    { refused: 3 },
  ],
];

for (const [name, text, wanted] of kTexts) {
  test(`tables of placements: ${name}`, async () => {
    const reading = /** @type {any} */ (await readWith(readers, text));
    const { owners, refused, skipped, nodes, choices } = /** @type {any} */ (wanted);
    expect([reading.refused?.line, reading.refused?.why]).toEqual([refused, refused && expect.any(String)]);
    if (refused) return;
    const rows = reading.entries.rows.map((/** @type {any} */ { id, owner }) => [id, owner]);
    if (owners) expect(Object.fromEntries(rows)).toEqual(owners);
    if (skipped) expect(reading.skipped.map((/** @type {any} */ { line }) => line)).toEqual(skipped);
    if (nodes) expect(reading.nodes).toMatchObject(nodes);
    if (choices) expect([reading.choices, tableOf(reading.entries).count]).toEqual([choices, 16]);
  });
}

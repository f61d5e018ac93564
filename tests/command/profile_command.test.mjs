// `reshard profile` gives the headless API's bytes for the same rows, whatever their format, and figures that are
// worked out by hand.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dist, folderOf } from '../live/programs.mjs';
import { reshard } from './command.mjs';
/** @import {ColumnValues, ProfileInput, World, WorldId} from '../../web/headless/reshard-profile.d.ts' */
/** @import {TestContext} from 'node:test' */
/** @import {Json} from '../types.d.ts' */

/** @type {typeof import('../../web/headless/reshard-profile.d.ts')} */
const { loadProfiler } = await import(pathToFileURL(join(dist, 'reshard-profile.mjs')).href);
const profiler = await loadProfiler();

const kLink = 'v=1&nodes=a,b,c,d,e&strategy=ring&vnodes=50';
const shards = { strategy: 'ring', params: { vnodes: 50 }, nodes: ['a', 'b', 'c', 'd', 'e'] };
const profiled = (/** @type {string[]} */ words, /** @type {Buffer | string} */ input = '', options = {}) =>
  reshard(['profile', ...words], input, options);

/**
 * The bytes that a call of the headless API receives.
 * @param {TestContext} t
 * @param {() => unknown} call
 */
function bytesOf(t, call) {
  let last = '';
  const parse = JSON.parse;
  const spy = t.mock.method(JSON, 'parse', (/** @type {string} */ text, /** @type {Json[]} */ ...more) =>
    parse((last = text), ...more),
  );
  call();
  spy.mock.restore();
  return `${last.slice('{"value":'.length, -1)}\n`;
}

/**
 * @param {TestContext} t
 * @param {ProfileInput} input
 * @param {Iterable<ColumnValues[]>} batches
 */
function profileBytes(t, input, batches) {
  const open = profiler.open(input);
  for (const batch of batches) open.push(batch);
  return bytesOf(t, () => open.finish());
}

/** @param {World} world */
function* batchesOf(world) {
  for (let batch = world.next(); batch !== null; batch = world.next()) yield batch;
}

/**
 * @param {WorldId} id
 * @param {number} rows
 * @param {number} seed
 */
function rowsOf(id, rows, seed) {
  const world = profiler.world({ id, rows, seed });
  const all = [];
  for (let first = 0; first < rows; first += 1_000) all.push(...world.rows(first, Math.min(1_000, rows - first)));
  return { info: world.info, rows: all };
}

const quoted = (/** @type {?string} */ value) =>
  value === null ? '' : /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const escaped = (/** @type {?string} */ value) =>
  value === null ? '\\N' : value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
const lines = (/** @type {string[]} */ all) => all.map((line) => `${line}\n`).join('');
const csvOf = (/** @type {string[]} */ columns, /** @type {(?string)[][]} */ rows) =>
  lines([columns, ...rows].map((row) => row.map(quoted).join(',')));
const tsvOf = (/** @type {string[]} */ columns, /** @type {(?string)[][]} */ rows) =>
  lines([columns, ...rows].map((row) => row.map(escaped).join('\t')));
const jsonOf = (/** @type {string[]} */ columns, /** @type {(?string)[][]} */ rows) =>
  lines(rows.map((row) => JSON.stringify(Object.fromEntries(columns.map((name, i) => [name, row[i]])))));

const asWords = (
  /** @type {{candidates: string[], pairs: [string, string][], time: string}} */ { candidates, pairs, time },
) => [
  ...candidates.flatMap((name) => ['-c', name]),
  ...pairs.flatMap((pair) => ['-c', pair.join(',')]),
  '--time',
  time,
];

for (const id of /** @type {WorldId[]} */ (['shop', 'social', 'sensors'])) {
  const ways = 'generated, as a file with options, and as a file with a spec';
  test(`the world ${id} gives the bytes of the headless API: ${ways}`, async (t) => {
    const { info, rows } = rowsOf(id, 25_000, 11);
    const { columns, candidates, pairs, time } = info;
    const input = { columns, candidates, pairs, time, shards };
    const expected = profileBytes(t, input, batchesOf(profiler.world({ id, rows: 25_000, seed: 11 })));
    assert.equal(
      (await profiled(['--world', id, '--rows', '25000', '--seed', '11', '-l', kLink, '--json'])).text,
      expected,
    );
    const folder = folderOf(t),
      file = join(folder, 'rows.csv'),
      spec = join(folder, 'spec.json');
    writeFileSync(file, csvOf(columns, rows));
    assert.equal((await profiled([...asWords(info), '-l', kLink, '--json', file])).text, expected);
    writeFileSync(spec, JSON.stringify({ candidates, pairs, time, shards }));
    assert.equal((await profiled(['--spec', spec, '--json', file])).text, expected);
    const none = profileBytes(
      t,
      { columns, candidates, pairs, time },
      batchesOf(profiler.world({ id, rows: 25_000, seed: 11 })),
    );
    assert.equal((await profiled([...asWords(info), '--shards', '0', '--json', file])).text, none);
  });

  test(`the verdict on the world ${id} has the bytes of judge()`, async (t) => {
    const world = profiler.world({ id, rows: 5_000, seed: 3 });
    const { columns, candidates, pairs, time, templates, unique, reference, table } = world.info;
    const open = profiler.open({ columns, candidates, pairs, time, shards });
    for (const batch of batchesOf(world)) open.push(batch);
    const profile = open.finish();
    const expected = bytesOf(t, () => profiler.judge({ profile, templates, unique, reference, table }));
    assert.equal(
      (await profiled(['--world', id, '--rows', '5000', '--seed', '3', '-l', kLink, '--json', '--verdict'])).text,
      expected,
    );
  });
}

test('beyond the memory limit it gives the headless API’s estimates, with any number of threads', async (t) => {
  const { info, rows } = rowsOf('social', 60_000, 5);
  const { columns } = info;
  const open = { candidates: ['comment_id', 'author_id'], memory: 1 << 20, sample: 1_000, seed: 9, top: 7 };
  const expected = profileBytes(
    t,
    { ...open, columns, shards },
    batchesOf(profiler.world({ id: 'social', rows: 60_000, seed: 5 })),
  );
  assert.match(expected, /"exact":false/);
  const folder = folderOf(t),
    spec = join(folder, 'spec.json'),
    file = join(folder, 'rows.csv');
  writeFileSync(spec, JSON.stringify({ ...open, shards }));
  writeFileSync(file, csvOf(columns, rows));
  for (const threads of ['1', '3'])
    assert.equal((await profiled(['--spec', spec, '--json', '-j', threads, file])).text, expected);
});

test('CSV, tabs, JSON lines, gzip, several files, a pipe and files without a header give the same bytes', async (t) => {
  const { info, rows } = rowsOf('shop', 4_000, 2);
  const { columns } = info;
  const words = [...asWords(info), '-l', kLink, '--json'];
  const csv = csvOf(columns, rows),
    expected = (await profiled(words, csv)).text;
  assert.equal(JSON.parse(expected).rows, 4_000);
  assert.equal(
    (
      await profiled(
        [...words, '-d', ';'],
        lines([columns, ...rows].map((row) => row.map((value) => (value === null ? '' : `"${value}"`)).join(';'))),
      )
    ).text,
    expected,
  );
  assert.equal((await profiled(words, `\u{feff}${csv.replaceAll('\n', '\r\n')}`)).text, expected);
  assert.equal((await profiled([...words, '--tsv'], tsvOf(columns, rows))).text, expected);
  assert.equal(
    (await profiled([...words, '--json-lines', '--columns', columns.join(',')], jsonOf(columns, rows))).text,
    expected,
  );
  const plain = rows.filter((row) => !row.includes(null));
  assert.equal(
    (await profiled([...words, '--json-lines'], jsonOf(columns, [plain[0], ...rows]))).text,
    (await profiled(words, csvOf(columns, [plain[0], ...rows]))).text,
  );
  assert.equal((await profiled(words, gzipSync(csv))).text, expected);
  const folder = folderOf(t),
    [one, two] = ['one.csv.gz', 'two.csv'].map((name) => join(folder, name));
  writeFileSync(one, gzipSync(csvOf(columns, rows.slice(0, 1_234))));
  writeFileSync(two, csvOf(columns, rows.slice(1_234)));
  assert.equal((await profiled([...words, one, two])).text, expected);
  assert.equal(
    (await profiled([...words, '--columns', columns.join(',')], csv.slice(csv.indexOf('\n') + 1))).text,
    expected,
  );
  const numbered = await profiled(['-c', '2', '-l', kLink, '--json'], csv.slice(csv.indexOf('\n') + 1));
  assert.deepEqual(
    JSON.parse(numbered.text).candidates[0].top,
    JSON.parse(expected).candidates.find((/** @type {{id: string}} */ { id }) => id === 'customer_id').top,
  );
  assert.equal(JSON.parse(numbered.text).candidates[0].id, 'column 2');
});

test('a JSON value is the same text as in CSV', async () => {
  const rows = [
    '{"a":1,"b":{"c":"x"},"d":true}',
    '{"a":-2.50,"b":{"c":null}}',
    '',
    '{"b":{"c":"é\\n"},"a":18446744073709551615,"e":[{"a":5}],"d":false}',
    '{}',
  ];
  const { text } = await profiled(['--json-lines', '-c', 'a', '-c', '.b.c', '-c', 'd', '--json'], lines(rows));
  const { text: same } = await profiled(
    ['-c', 'a', '-c', 'b.c', '-c', 'd', '--json'],
    'a,b.c,d\n1,x,true\n-2.50,,\n\n18446744073709551615,"é\n",false\n,,\n',
  );
  assert.equal(text, same);
  assert.deepEqual(JSON.parse(text).columns, [
    { name: 'a', nulls: 1, bytes: 26 },
    { name: 'b.c', nulls: 2, bytes: 4 },
    { name: 'd', nulls: 2, bytes: 9 },
  ]);
});

// Eight orders: half of them are a's, one has no customer, and they are sorted by number.
const kOrders =
  'id,who,at\n1,a,2026-01-01\n2,b,2026-01-02\n3,a,2026-01-03\n4,,2026-01-04\n5,c,2026-01-05\n6,a,2026-01-06\n7,d,2026-01-07\n8,a,2026-01-08\n';

test('a small table’s figures are those worked out by hand', async () => {
  const { text } = await profiled(
    [
      '-c',
      'who',
      '-c',
      'id',
      '-c',
      'who,id',
      '--time',
      'at',
      '-l',
      'v=1&nodes=x,y&strategy=modulo&hash=integer',
      '--json',
    ],
    kOrders.replaceAll(/,([abcd]),/g, (_, letter) => `,${'abcd'.indexOf(letter)},`),
  );
  const {
    rows,
    columns,
    rowBytes,
    candidates: [who, id, both],
    time,
  } = JSON.parse(text);
  assert.equal(rows, 8);
  assert.deepEqual(columns, [
    { name: 'id', nulls: 0, bytes: 8 },
    { name: 'who', nulls: 1, bytes: 7 },
    { name: 'at', nulls: 0, bytes: 80 },
  ]);
  assert.equal(rowBytes, 95 / 8);
  assert.deepEqual(time, { column: 'at', order: 'times', rows: 8, all: true });
  assert.deepEqual(
    [who.rows, who.nulls, who.distinct.value, who.largest],
    [7, 1, 4, { rows: 4, share: 4 / 7, exact: true }],
  );
  assert.deepEqual(
    who.top.map((/** @type {{value: string, count: number, shard: number}} */ { value, count, shard }) => [
      value,
      count,
      shard,
    ]),
    [
      ['0', 4, 0],
      ['1', 1, 1],
      ['2', 1, 0],
      ['3', 1, 1],
    ],
  );
  assert.deepEqual(who.spread.counts, [5, 2]); // even numbers on x
  assert.equal(id.rank.rho, 1);
  assert.deepEqual([both.rows, both.nulls, both.distinct.value], [7, 1, 7]);
});

test('the table for people says which is best and why, what each query asks, and what was not understood', async (t) => {
  const queries = join(folderOf(t), 'queries.json');
  writeFileSync(
    queries,
    JSON.stringify([
      { id: 'of a customer', perSecond: 60, kind: 'select', tables: [{ name: 'orders' }], equal: [{ column: 'who' }] },
      { id: 'by number', perSecond: 20, kind: 'select', tables: [{ name: 'orders' }], equal: [{ column: 'id' }] },
      {
        id: 'odd',
        perSecond: 20,
        kind: 'select',
        tables: [{ name: 'orders' }],
        understood: false,
        why: 'a query within a query',
        text: 'select …',
      },
    ]),
  );
  const many = `id,who\n${lines(Array.from({ length: 400 }, (_, i) => `${i},c${i % 100}`))}`;
  const { text, code } = await profiled(['--queries', queries, '--shards', '4', '--unique', 'id'], many);
  assert.equal(code, 0);
  assert.match(
    text,
    /^400 rows of 2 columns, [\d.]+ bytes each as text; 4 shards, strategy ring; time is the order of the rows$/m,
  );
  assert.match(text, /^Best key: who\. 60\.0% of the queries ask one shard\.$/m);
  assert.match(text, /^4 shards do the work of [\d.]+\. Next is id, with the work of [\d.]+\.$/m);
  assert.match(text, /^1 {2}who +[\d.]+ +60\.0% +40\.0% +2\.2 +100 +0 /m); // 0.6 · 1 + 0.4 · 4 shards
  assert.match(text, /^2 {2}id +[\d.]+ +20\.0% +80\.0% +3\.4 +400 +0 .* 1\.00$/m);
  assert.match(text, /^1 {2}who +c0 1\.0%, c1 1\.0%, c2 1\.0%$/m);
  assert.match(
    text,
    new RegExp(
      '^who: .*40\\.0% of the queries ask every shard \\(by number, odd\\)\\.' +
        '.* No shard alone can check that id is unique\\.',
      'm',
    ),
  );
  assert.match(text, /^id: .*It grows with time \(rank correlation 1\.00\)\./m);
  assert.match(text, /^of a customer +60 +1 +all 4$/m);
  assert.match(text, /^by number +20 +all 4 +1$/m);
  assert.match(text, /^Not understood, so counted as asking every shard:\n {2}odd, a query within a query: select …$/m);
});

/** Random numbers from a seed (mulberry32). @param {number} seed */
function randomOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), seed | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * 20,000 orders: a unique number, a customer (number i in proportion to 1 / i^skew), the state.
 * @param {number} skew
 */
function ordersOf(skew) {
  const random = randomOf(17),
    customers = 2_000;
  /** @type {number[]} */
  const sums = [];
  for (let i = 0, sum = 0; i < customers; ++i) sums.push((sum += (i + 1) ** -skew));
  const rows = Array.from({ length: 20_000 }, (_, i) => {
    const at = random() * sums[customers - 1];
    const state = ['new', 'paid', 'sent'][Math.floor(3 * random())];
    return `${100_000 + i},customer-${sums.findIndex((sum) => sum > at)},${state}`;
  });
  return `order_id,customer_id,status\n${lines(rows)}`;
}

test('two columns between which only the ring decides are a tie on 4 to 10 shards, and a worse one never is', async () => {
  const mild = ordersOf(0.5),
    hot = ordersOf(1.3);
  const firsts = new Set();
  for (let count = 4; count <= 10; ++count) {
    const words = ['-c', 'order_id', '-c', 'customer_id', '-c', 'status', '-l', `v=1&nodes=${count}`];
    const { candidates, tie } = JSON.parse((await profiled([...words, '--json', '--verdict'], mild)).text);
    assert.deepEqual([...tie].sort(), ['customer_id', 'order_id'], `${count} shards`);
    firsts.add(candidates[0].id); // what this placement alone would call the best
    const worse = JSON.parse((await profiled([...words, '--json', '--verdict'], hot)).text);
    assert.deepEqual([worse.tie, worse.candidates[0].id], [[], 'order_id'], `${count} shards`);
  }
  assert.equal(firsts.size, 2);
  const { text } = await profiled(['-c', 'order_id', '-c', 'customer_id', '-l', 'v=1&nodes=5'], mild);
  assert.match(text, /^Tie: (order_id, customer_id|customer_id, order_id)\.$/m);
  assert.match(text, /^Which of them comes first is chance/m);
  assert.match(text, /^Add your queries/m);
  assert.match(text, /^Not judged: status: no -c names them\.$/m);
});

test('columns that are no candidates are named with the reason', async () => {
  const wide = 'id,a_id,b_id,created_at,email,amount,note\n1,2,3,4,5,6,7\n';
  assert.match((await profiled([], wide)).text, /^Not judged: note: up to 6 columns are judged at once/m);
  assert.match(
    (await profiled(['--query', '5:a_id'], wide)).text,
    /^Not judged: id, b_id, created_at, email, amount, note: no query finds rows by them; -c NAME judges one\.$/m,
  );
});

test('a date of 400 values is no good key on 128 shards, although every read names it', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i},day-${i % 400}`);
  const { text } = await profiled(
    ['--query', '100:day', '-c', 'id', '-c', 'day', '--shards', '128'],
    `id,day\n${lines(rows)}`,
  );
  assert.match(text, /^None of these keys is good\. day comes first, and has only 400 values for 128 shards\.$/m);
  assert.doesNotMatch(text, /Best key/);
});

test('--query says the same as templates', async (t) => {
  const templates = [
    { id: 'who', perSecond: 400, kind: 'select', tables: [{ name: 'orders' }], equal: [{ column: 'who' }] },
    {
      id: 'id*3,who',
      perSecond: 0.5,
      kind: 'select',
      tables: [{ name: 'orders' }],
      equal: [{ column: 'id', values: 3 }, { column: 'who' }],
    },
  ];
  const file = join(folderOf(t), 'queries.json');
  writeFileSync(file, JSON.stringify(templates));
  const end = ['--table', 'orders', '--json', '--verdict', '-l', kLink];
  const { text } = await profiled(['--query', '400:who', '--query', '0.5:id*3,who', ...end], kOrders);
  assert.equal(text, (await profiled(['--queries', file, ...end], kOrders)).text);
  const [best] = JSON.parse(text).candidates;
  assert.deepEqual(
    [best.id, ...best.templates.map((/** @type {{id: string, asks: string}} */ { id, asks }) => `${id}: ${asks}`)],
    ['who', 'who: one', 'id*3,who: one'],
  );
});

test('without queries and candidates it judges what looks like an id first', async () => {
  const { text } = await profiled(['--json'], 'amount,user_id,paid,tenantId,at,country,status\n1,2,3,4,5,6,7\n');
  assert.deepEqual(
    JSON.parse(text).candidates.map((/** @type {{id: string}} */ { id }) => id),
    ['user_id', 'tenantId', 'amount', 'paid', 'at', 'country'],
  );
  assert.equal(JSON.parse(text).shards.length, 8);
});

test('--rejects collects refused rows unchanged, and the rest is profiled', async (t) => {
  const file = join(folderOf(t), 'rejects');
  const { code, text, error } = await profiled(
    ['-c', 'a', '--json', '--rejects', file],
    `a,b\n1,2\n3\n"4\n5",6\n7,8,9\n\n${'x'.repeat(4097)},0\nc"d,e\n10,11\n`,
  );
  assert.equal(code, 0);
  assert.equal(JSON.parse(text).rows, 3);
  assert.equal(readFileSync(file, 'utf8'), `3\n7,8,9\n${'x'.repeat(4097)},0\nc"d,e\n`);
  assert.match(error, /^reshard: 4 records refused, see .*; the first: line 3: has 1 column, not 2\n$/);
});

/** @type {[string[], string, number, RegExp][]} */
const kRefused = [
  [['-c', 'x'], kOrders, 3, /line 1: there is no column “x”/],
  [['--time', 'x'], kOrders, 3, /line 1: time: there is no “x”/],
  [['-c', 'id'], 'id,a\n1,2\n3\n', 3, /^reshard: line 3: has 1 column, not 2\n$/],
  [['-c', 'id'], 'id,a\n1,"2\n', 3, /line 2, column 2: a quote is opened and never closed/],
  [['-c', 'id'], 'id,id\n1,2\n', 3, /line 1: columns\[1\]: “id” already exists/],
  [['-c', 'id'], '', 3, /there is no header/],
  [['-c', 'id'], `id,a\n${'x'.repeat(4097)},2\n`, 3, /line 2: id: 4097 bytes is outside 0 to 4096/],
  [['--tsv', '-c', '1'], 'a\\q\n', 3, /line 1, column 1: a backslash that begins no escape/],
  [['--json-lines', '-c', 'id'], '{"id":1}\n{"id":\n', 3, /line 2, byte \d+: not JSON/],
  [['--json-lines', '-c', 'id'], '{"id":1}\n[1]\n', 3, /line 2, byte 1: not a JSON object/],
  [
    ['--json-lines', '-c', 'id'],
    '{"id":1}\n{"id":{"a":1}}\n',
    3,
    /line 2: the field \.id is an object, and a column has none/,
  ],
  [['--json-lines', '-c', 'id'], '{"id":1,"id":2}\n', 3, /the field \.id is there twice/],
  [['--json-lines', '-c', 'ID'], '{"id":1}\n', 3, /no record has a field \.ID/],
  [['--json-lines'], '', 3, /there is no record that says which columns there are/],
  [['-c', 'a,b,c'], kOrders, 2, /--candidate: “a,b,c” has more than two columns/],
  [[...'abcdefg'].flatMap((name) => ['-c', name]), kOrders, 2, /--candidate: up to 6 columns, and as many pairs/],
  [['--world', 'zoo'], '', 2, /--world: “zoo” is not one of shop, social, sensors/],
  [['--world', 'shop', '--rows', '10000001'], '', 2, /--rows: “10000001” is outside 1 to 10000000/],
  [['--world', 'shop', '-c', 'x'], '', 2, /there is no column “x”/],
  [['--rows', '5'], kOrders, 2, /--rows and --seed go with --world/],
  [['--shards', '10001'], kOrders, 2, /--shards: “10001” is outside 0 to 10000/],
  [['--shards', '3', '-l', kLink], kOrders, 2, /--shards and a scenario exclude each other/],
  [['-l', 'v=1&nodes=2&vnode=3'], kOrders, 2, /link: there is no “vnode”/],
  [['--query', 'often:id'], kOrders, 2, /--query: “often:id”: expected how often a second/],
  [['--query', '1:id*0'], kOrders, 2, /--query: “1:id\*0”: values of a list are 1 to 1000000/],
  [['--verdict'], kOrders, 2, /--verdict goes with --json/],
  [['--verdict', '--json', '--shards', '0'], kOrders, 2, /a verdict needs shards/],
  [['--header', '--columns', 'a'], kOrders, 2, /--header and --columns exclude each other/],
  [['--tsv', '--json-lines'], kOrders, 2, /--tsv and --json-lines exclude each other/],
];
for (const [words, input, status, error] of kRefused) {
  test(`profile ${words.join(' ')} of ${JSON.stringify(input.slice(0, 20))} is refused as ${error}`, async () => {
    const { code, text, error: told } = await profiled(words, input);
    assert.match(told, error);
    assert.equal(told.split('\n').length, 2);
    assert.equal(code, status);
    assert.equal(text, '');
  });
}

/** @type {[any, RegExp][]} */
const kRefusedSpecs = [
  ['{', /cannot be read as JSON/],
  ['[]', /not a JSON object/],
  [{ candidates: 'id' }, /candidates: “"id"” cannot be read as a list/],
  [{ candidates: [] }, /candidates\.length: 0 is outside 1 to 6/],
  [{ candidates: ['id'], frobs: 1 }, /there is no “frobs”/],
  [{ columns: ['who'], candidates: ['id'] }, /candidates\[0\]: there is no “id”/],
  [{ columns: {}, judge: {} }, /columns/],
  [{ candidates: ['id'], memory: 5 }, /memory: 5 is outside 1048576 to/],
  [{ candidates: ['id'], shards: { strategy: 'frog', nodes: 3 } }, /shards\.strategy: .*frog/],
  [
    { candidates: ['id'], shards: { strategy: 'ring', nodes: 3, params: { vnodes: 0 } } },
    /shards\.params\.vnodes: 0 is outside/,
  ],
  [{ candidates: ['id'], shards: { strategy: 'ring', nodes: 3, keys: 5 } }, /shards\.keys/],
  [{ candidates: ['id'], judge: [] }, /judge: not an object/],
  [{ candidates: ['id'], judge: { table: 5 } }, /table: “5” cannot be read as text/],
  [{ candidates: ['id'], judge: { unique: 'id' } }, /unique: “"id"” cannot be read as a list/],
  [
    { candidates: ['id'], judge: { templates: [{ id: 'q', perSecond: -1, kind: 'select', tables: [] }] } },
    /templates\[0\]\.perSecond: -1 is outside 0 to/,
  ],
  [{ candidates: ['id'], judge: { shards: 0 } }, /shards: 0 is outside 1 to 10000/],
  [{ candidates: ['id'], judge: { pairs: 'last' } }, /pairs: “last” is not one of both, first/],
];
for (const [spec, error] of kRefusedSpecs) {
  test(`a spec such as ${JSON.stringify(spec).slice(0, 60)} is refused before any row is read`, async (t) => {
    const file = join(folderOf(t), 'spec.json');
    writeFileSync(file, typeof spec === 'string' ? spec : JSON.stringify(spec));
    const { code, text, error: told } = await profiled(['--spec', file, join(file, 'none.csv')]);
    assert.match(told, error);
    assert.equal(code, 2);
    assert.equal(text, '');
  });
}

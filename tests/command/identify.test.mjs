// `reshard identify` names the strategy that placed given rows, as the page's dialog does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { built, fromTree } from '../built.mjs';
import { loadCore, root } from '../live/programs.mjs';
import { nodeScript, reshard } from './command.mjs';
/** @import {Fit} from '../../web/headless/reshard-profile.d.ts' */

const { readRows, search } = await fromTree('web/dialogs/own_data/identify_rules.js');
const { loadProfiler } = await built('reshard-profile.mjs');
const core = await loadCore();
const keys = Array.from({ length: 1000 }, (_, i) => `user:${i * 7}`);

/** Under Node, whose program has no sanitizers: a search tries all that Reshard has. */
const underNode = (/** @type {string[]} */ words, /** @type {string} */ text) =>
  reshard([nodeScript, ...words], text, {}, process.execPath);

const searchedBy =
  (/** @type {(words: string[], text: string) => ReturnType<typeof reshard>} */ run) =>
  async (/** @type {string} */ text, /** @type {string[]} */ ...words) => {
    const { code, text: out, error } = await run(['identify', '--json', ...words], text);
    assert.equal(code, 0, error);
    return JSON.parse(out);
  };
const identify = searchedBy(underNode);
const identifyNatively = searchedBy(reshard);

test('rows placed by libmemcached are recognised as such', async () => {
  const rows = readFileSync(join(root, 'tests/vectors/ketama_libmemcached.csv'), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const column = rows[0].split(',').indexOf('ketama_md5_n10');
  const text = rows
    .slice(1)
    .map((row) => row.split(','))
    .map((row) => `${row[0]},10.0.1.${Number(row[column]) + 1}:11211\n`)
    .join('');
  const {
    fits: [best],
  } = await identifyNatively(text);
  assert.deepEqual([best.strategy, best.params.dialect, best.share], ['ketama', 'libmemcached', 1]);
});

test('rows placed by the command are recognised, and the reported link places them the same way', async () => {
  for (const setup of [
    'strategy=ring&hash=murmur3_128&vnodes=160',
    'strategy=jump',
    'strategy=maglev&hash=fnv1a64',
    'strategy=rendezvous',
  ]) {
    const { text } = await reshard(
      ['place', '-l', `v=1&nodes=s1,s2,s10&${setup}`],
      keys.map((key) => `${key}\n`).join(''),
    );
    const {
      fits: [best],
    } = await identify(text);
    assert.equal(best.share, 1, setup);
    const checked = await reshard(['check', '-l', best.link], text);
    assert.match(checked.text, /^0 of 1000 records are on another node/);
  }
});

test('if several settings explain the rows, it names the same ones as the page', async () => {
  const placed = core.place({
    strategy: 'ketama',
    params: { dialect: 'twemproxy' },
    nodes: ['10.0.0.1:11211', '10.0.0.2:11211', '10.0.0.10:11211'],
    keys,
  });
  const rows = keys.map((key, i) => `${key},${placed.nodes[placed.owners[i]]}`);
  const page = await search(await loadProfiler(), { rows: readRows(rows.join('\n')) }, async () => true);
  assert.deepEqual(await identify(rows.map((row) => `${row}\n`).join('')), page);
});

test('a first line that names the columns is no row, and the answer says so', async () => {
  const { text } = await reshard(
    ['place', '-l', 'v=1&nodes=s0,s1,s2,s3,s4&strategy=modulo&hash=crc32'],
    keys.map((key) => `${key}\n`).join(''),
  );
  const plain = await identify(text),
    named = await identify(`key,Owner\n${text}`);
  assert.deepEqual(named, { ...plain, header: 'key,Owner' });
  assert.deepEqual([named.rows, named.fits[0].share, plain.header], ['1000', 1, null]);
  const { text: said } = await reshard(['identify'], `key,Owner\n${text}`);
  assert.match(said, /“key,Owner” names the columns and is no row\. 1000 rows compared/);
  const page = await search(await loadProfiler(), { rows: readRows(`key,Owner\n${text}`) }, async () => true);
  assert.deepEqual(named, page);
  // A node that is called so has more than one row.
  const owned = await identify(text.replaceAll(',s0\n', ',owner\n'));
  assert.deepEqual([owned.header, owned.rows], [null, '1000']);
});

// xxh64 × number of nodes, divided by 2^64: the first of the keys in order of their xxh64 are all on the first node.
test('of more rows than it reads it takes some of every node, also where keys are placed by ranges of the hash', async () => {
  const many = Array.from({ length: 600_000 }, (_, i) => `k${i}`);
  const setup = 'strategy=fibonacci&reduction=fastrange&hash=xxh64';
  const { text } = await reshard(
    ['place', '-l', `v=1&nodes=s1,s2,s3,s4,s5,s6&${setup}`],
    many.map((key) => `${key}\n`).join(''),
  );
  const {
    rows,
    fits: [best],
  } = await identify(text);
  assert.deepEqual(
    [rows, best.share, best.strategy, best.hash, best.nodes.length],
    ['100000', 1, 'fibonacci', 'xxh64', 6],
  );
});

const crcTable = Uint32Array.from({ length: 256 }, (_, i) => {
  for (let bit = 0; bit < 8; ++bit) i = i & 1 ? (i >>> 1) ^ 0xedb88320 : i >>> 1;
  return i >>> 0;
});

/** The CRC-32 of zlib, continued from `from`. @param {Uint8Array} bytes @param {number} [from] */
function crc32(bytes, from = 0) {
  let crc = ~from;
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 255];
  return ~crc >>> 0;
}

/**
 * A file of tests/vectors: the rows that a column has, as [key, value].
 * @param {string} name
 * @param {string} column
 */
function vector(name, column) {
  const [head, ...rows] = readFileSync(join(root, 'tests/vectors', name), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split(','));
  const at = head.indexOf(column);
  assert.ok(at > 0, column);
  return rows.map((row) => [row[0], row[at]]);
}

const linesOf = (/** @type {(string | number)[][]} */ rows) => rows.map(([key, owner]) => `${key},${owner}\n`).join('');

/**
 * nginx's `hash … consistent` by ngx_http_upstream_hash_module.c: which of `servers` (host:port, of one weight) has a
 * key.
 * @param {string[]} servers
 * @param {number} weight
 */
function nginx(servers, weight) {
  const points = servers
    .flatMap((server) => {
      const [host, port] = server.split(':'),
        base = crc32(Buffer.from(`${host}\0${port}`));
      const previous = Buffer.alloc(4);
      return Array.from({ length: 160 * weight }, () => {
        const hash = crc32(previous, base);
        previous.writeUInt32LE(hash);
        return { hash, server };
      });
    })
    .sort((a, b) => a.hash - b.hash);
  return (/** @type {string} */ key) => {
    const hash = crc32(Buffer.from(key));
    return (points.find((point) => point.hash >= hash) ?? points[0]).server;
  };
}

test('HAProxy 2.6.12 with all weights 100 is recognised with that weight', async () => {
  const rows = vector('ring_haproxy.csv', 'sdbm_w100_n10').map(([key, server]) => [key, `s${server}`]);
  const {
    found,
    fits: [best],
  } = await identify(linesOf(rows));
  assert.deepEqual(
    [found, best.strategy, best.assumed],
    [true, 'haproxy', { order: 'by_name', weight: 100, unseen: [] }],
  );
  assert.equal((await reshard(['check', '-l', best.link], linesOf(rows))).code, 0);
});

test('nginx with all weights 5 is recognised with that weight', async () => {
  const servers = [1, 2, 3, 4, 5].map((i) => `127.0.0.1:910${i}`);
  const once = nginx(servers, 1); // the script does what nginx 1.22.1 does
  for (const [key, port] of vector('ring_nginx.csv', 'u5c')) assert.equal(once(key), `127.0.0.1:${port}`);
  const five = nginx(servers, 5);
  const {
    found,
    fits: [best],
  } = await identify(linesOf(keys.map((key) => [key, five(key)])));
  assert.deepEqual([found, best.strategy, best.assumed.weight], [true, 'nginx', 5]);
});

test('unequal weights are found if --nodes gives them, and not otherwise', async () => {
  const rows = vector('ring_haproxy.csv', 'sdbm_w123').map(([key, server]) => [key, `s${server}`]);
  const given = await identify(linesOf(rows), '--nodes', 's1*10,s2*20,s3*30');
  assert.deepEqual(
    [given.found, given.fits[0].strategy, given.fits[0].assumed],
    [true, 'haproxy', { order: 'given', weight: null, unseen: [] }],
  );
  assert.equal((await identify(linesOf(rows))).found, false);
  const unknown = await reshard(['identify', '--nodes', 's1,s2'], linesOf(rows));
  assert.deepEqual([unknown.code, unknown.text], [3, '']);
  assert.match(unknown.error, /owner: there is no “s3”/);
  const bad = await reshard(['identify', '--nodes', 's1*x'], linesOf(rows));
  assert.deepEqual([bad.code, bad.text], [2, '']);
  assert.match(bad.error, /identify: .*nodes/);
});

/** @type {[string, string[]][]} */
const kOrders = [
  ['the list turned', ['s5', 's4', 's3', 's2', 's1']],
  ['labels in any order', ['lime', 'fig', 'plum', 'apple', 'pear', 'kiwi', 'date']],
];
for (const [what, names] of kOrders) {
  test(`CRC-32 modulo n over ${what} is recognised, and the order is told`, async () => {
    const rows = keys.map((key) => [key, names[crc32(Buffer.from(key)) % names.length]]);
    const {
      found,
      fits: [best],
    } = await identify(linesOf(rows));
    assert.deepEqual(
      [found, best.strategy, best.hash, best.nodes, best.assumed.order],
      [true, 'modulo', 'crc32', names, 'found'],
    );
    const { text } = await underNode(['identify'], linesOf(rows));
    assert.ok(
      text.includes(`Assumed: nodes in the order that the rows show, ${names.join(', ')}, all of weight 1.\n`),
      text,
    );
  });
}

for (const missing of [
  [7, 30, 50],
  [3, 62, 63],
]) {
  test(`CRC-32 modulo 64 is recognised by rows of 61 shards, without ${missing.join(', ')}`, async () => {
    const many = Array.from({ length: 4000 }, (_, i) => `order:${i * 3}`);
    const rows = many
      .map((key) => /** @type {[string, number]} */ ([key, crc32(Buffer.from(key)) % 64]))
      .filter(([, shard]) => !missing.includes(Number(shard)));
    const {
      found,
      fits: [best],
    } = await identify(linesOf(rows.map(([key, shard]) => [key, `shard-${shard}`])));
    assert.deepEqual([found, best.strategy, best.hash, best.nodes.length], [true, 'modulo', 'crc32', 64]);
    assert.deepEqual(
      best.nodes,
      Array.from({ length: 64 }, (_, i) => `shard-${i}`),
    );
    assert.deepEqual(best.assumed, { order: 'by_name', weight: 1, unseen: missing.map((i) => `shard-${i}`) });
  });
}

test('a search that found nothing says so, and what was tried', async () => {
  const random = linesOf(keys.map((key, i) => [key, `node-${((i * 2654435761) >>> 9) % 5}`]));
  const {
    found,
    fits: [best],
    chance,
    tried,
  } = await identify(random);
  assert.ok(!found && best.share < 0.35, `${best.share}: a fifth by chance, the best of some thousands a little more`);
  assert.ok(chance >= 0.2 && chance < 0.25);
  assert.ok(tried.candidates > 500 && tried.placements > tried.candidates);
  assert.deepEqual([tried.fewestNodes, tried.weights.includes(100)], [5, true]);
  const { text } = await underNode(['identify'], random);
  assert.match(
    text,
    /\nNothing found: the best one places \d\d\.\d\d% of 1000 rows; the most frequent owner has 2\d\.\d\d%\.\nTried: /,
  );
  assert.match(text, /\nNot tried: weights that differ between nodes, .*directory/);
  assert.doesNotMatch(text, /agrees as well/);
});

test('SUPSI’s rendezvous, which has no choice of a hash function, is listed once', async () => {
  const { text } = await reshard(
    ['place', '-l', 'v=1&nodes=s1,s2,s3&strategy=rendezvous&dialect=supsi'],
    keys.map((key) => `${key}\n`).join(''),
  );
  const { alike, fits } = await identify(text);
  // rendezvous_plain says the same of key and node under XXHash32, with any of its three rules for equal hashes.
  assert.deepEqual([alike, fits.filter((/** @type {Fit} */ { params }) => params.dialect === 'supsi').length], [4, 1]);
});

test('a sample does not depend on the order of the rows or the number of threads', async () => {
  const many = Array.from({ length: 250_000 }, (_, i) => `k${i}\n`).join('');
  const { text } = await reshard(['place', '-l', 'v=1&nodes=3&strategy=jump'], many);
  const backwards = `${text.trim().split('\n').reverse().join('\n')}\n`;
  const [one, other] = [await identifyNatively(text, '-j', '1'), await identifyNatively(backwards, '-j', '4')];
  assert.deepEqual(other, one);
  assert.equal(one.rows, '100000');
  assert.equal(one.fits[0].strategy, 'jump');
});

test('too few rows, an empty owner and missing columns are refused', async () => {
  const few = await reshard(['identify'], 'a,b\n');
  assert.deepEqual([few.code, few.text], [3, '']);
  assert.match(few.error, /only 1 rows: at least 20 are needed/);
  const empty = await reshard(['identify'], 'a,b\nc,\n');
  assert.deepEqual([empty.code, empty.text], [3, '']);
  assert.match(empty.error, /line 2: the owner is empty/);
  const columns = await reshard(['identify', '-c', 'key', '-w', 'shard'], 'key,node\na,b\n');
  assert.deepEqual([columns.code, columns.text], [3, '']);
});

// What the page's doors make of ordinary and of hostile files, in the worker that reads: what is offered, what is said,
// and that it ends.
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { built, dist, fromTree, root } from '../../built.mjs';
import { BrowserWorker } from './browser_worker.mjs';

Object.assign(globalThis, { Worker: BrowserWorker });
const { Reading } = await fromTree('web/dialogs/files/reading.js');
const { pathOf, pathText } = await fromTree('web/dialogs/files/json_path.js');
const readingBy = (/** @type {string} */ engine) =>
  new Reading(new URL(`web/dialogs/${engine}`, dist), () => Promise.reject(engine));
const reading = readingBy('own_data/reading_engine.js'),
  engine = readingBy('sharding_key/profile_engine.js');

const look = (/** @type {any} */ text) => reading.ask('look', { file: new Blob([text]) });
async function keysOf(/** @type {any} */ text, more = {}) {
  const parts = [];
  for await (const { bytes } of reading.pieces(
    'keys',
    { file: new Blob([text]), column: 0, counts: null, each: '', ...more },
    {},
  ))
    parts.push(bytes);
  return Buffer.concat(parts).toString();
}
const shards = { strategy: 'jump', nodes: ['a', 'b', 'c'] };
/** @param {?string[]} header */
async function profiled(/** @type {any} */ text, /** @type {string[]} */ candidates, header = null) {
  const file = new Blob([text]),
    { columns, header: named } = await engine.ask('look', { file, header });
  return engine.ask('profile', {
    source: { file, header: named },
    columns: columns.map((/** @type {{name: string}} */ { name }) => name),
    profile: { candidates, shards },
  });
}

test('keys in one line are as many keys as there are commas, and a menu offers 200 columns at most', async () => {
  const names = Array.from({ length: 150_000 }, (_, i) => `k${i}`);
  const { line, columns, more } = await look(names.join(','));
  expect([line, columns.length, more]).toEqual([{ separator: ',', count: 150_000, first: 'k0' }, 200, true]);
  expect(await keysOf(names.join(','), { each: ',' })).toBe(`\ufeff${names.join('\n')}\n`);
  const commas = await look(','.repeat(1_000_000));
  expect([commas.columns.length, commas.more]).toEqual([200, true]);
  await expect(keysOf(','.repeat(1_000_000), { each: ',' })).rejects.toThrow('Value 1: the key is empty.');
});

test('spaces around the values of one line are left out, quotes are read, and a last separator ends nothing', async () => {
  expect((await look('a; b ;"c;d";\n')).line).toEqual({ separator: ';', count: 3, first: 'a' });
  expect(await keysOf('a; b ;"c;d"; "e";\n', { each: ';' })).toBe('\ufeffa\nb\nc;d\ne\n');
  expect((await look('a,b\nc,d\n')).line).toBe(null);
  expect((await look('one key')).line).toBe(null);
  // the second line comes late
  expect((await look(`${'x'.repeat(1 << 20)},${'y'.repeat(1 << 20)}\nz`)).line).toBe(null);
});

test('a file whose lines end with CR only is read line by line, by every door', async () => {
  expect(await keysOf('a\rb\rc\r')).toBe('a\nb\nc\n');
  expect(await keysOf(gzipSync('a\rb'))).toBe('a\nb');
  expect(await keysOf('a\rb\r\nc')).toBe('a\rb\r\nc'); // a CR within a line is a part of it
  expect(await keysOf('{"id":"a"}\r{"id":"b"}\r')).toBe('\ufeffa\nb\n');
  expect((await profiled('id,name\r1,x\r2,y\r', ['id'])).rows).toBe(2);
  const pairs = Array.from({ length: 30 }, (_, i) => `k${i},n${i % 3}`);
  expect((await reading.ask('pairs', { file: new Blob([pairs.join('\r')]) })).keys.length).toBe(30);
});

test('a path in a JSON object is written in one way, which every reader of the page takes', async () => {
  const { cases, alike, refused } = JSON.parse(readFileSync(new URL('tests/vectors/json_paths.json', root), 'utf8'));
  for (const { path, written, record, text = JSON.stringify(record) } of cases) {
    expect([written, pathText(path), pathOf(written)]).toEqual([written, written, path]);
    const { columns } = await look(`${text}\n`),
      column = columns.findIndex((/** @type {{name: string}} */ { name }) => name === written);
    expect([written, await keysOf(`${text}\n`, { column })]).toEqual([written, '\ufeffa\n']);
    const name = written.slice(1);
    const { columns: judged } = await profiled(`${text}\n`, [name]);
    expect([
      written,
      judged.find((/** @type {{name: string, nulls: number}} */ one) => one.name === name)?.nulls,
    ]).toEqual([written, 0]);
  }
  for (const { written, path } of alike) expect([written, pathOf(written)]).toEqual([written, path]);
  for (const written of refused) expect([written, pathOf(written)]).toEqual([written, null]);
});

test('rows with nothing but a header, or with nothing, are refused in words', async () => {
  await expect(profiled('id,name\n', ['id'])).rejects.toThrow(
    'There are no rows: only a first line with names of columns. If it is a row, say that it is no header.',
  );
  expect((await profiled('id,name\n', ['column 1'], /** @type {any} */ (false))).rows).toBe(1);
});

test('a value that is too long for a key is named by its line and column', async () => {
  await expect(profiled(`id,note\n1,"two\nlines"\n2,${'x'.repeat(5001)}\n`, ['note'])).rejects.toThrow(
    'Line 4, column note: a value of 5,001 bytes, and a key has up to 4,096 bytes.',
  );
  await expect(profiled(`{"id":1}\n\n{"id":"${'x'.repeat(5001)}"}\n`, ['id'])).rejects.toThrow(
    'Line 3, column id: a value of 5,001 bytes',
  );
});

test('names that repeat are a header over numbers, and each column has a name of its own', async () => {
  const names = async (/** @type {string} */ text) => {
    const { columns, header } = await engine.ask('look', { file: new Blob([text]), header: null });
    return [header, ...columns.map((/** @type {{name: string}} */ { name }) => name)];
  };
  expect(await names('id,id,x\n1,2,3\n4,5,6\n')).toEqual([true, 'id', 'id (column 2)', 'x']);
  expect(await names('a,a,b\nc,d,e\n')).toEqual([false, 'column 1', 'column 2', 'column 3']);
});

test('a packed bomb and a line without an end are refused before they fill the memory', async () => {
  const bomb = gzipSync(Buffer.alloc(300_000_000, 32));
  await expect(reading.ask('counts', { file: new Blob([/** @type {any} */ (bomb)]) })).rejects.toThrow(
    'The packed text has more than 20,000,000 bytes, which is the limit.',
  );
  await expect(reading.ask('pairs', { file: new Blob([Buffer.alloc(20_000_001, 97)]) })).rejects.toThrow(
    'The text has 20,000,001 bytes, the limit is 20,000,000.',
  );
  await expect(look(Buffer.alloc(50_000_001, 97))).rejects.toThrow(
    'The text has 50,000,001 bytes, the limit is 50,000,000.',
  );
  const line = Buffer.concat([Buffer.from('{"id":"a"}\n{"id":"'), Buffer.alloc(60_000_000, 120), Buffer.from('"}')]);
  await expect(keysOf(line)).rejects.toThrow(
    'Line 2: more than 16,000,000 bytes. Is each object on a line of its own?',
  );
  await expect(profiled(line, ['id'])).rejects.toThrow('Line 2: more than 16,000,000 bytes');
  const open = Buffer.concat([Buffer.from('id,name\n1,"'), Buffer.alloc(60_000_000, 120)]);
  await expect(profiled(open, ['id'])).rejects.toThrow(
    'Line 2: a row of more than 16,000,000 bytes. Is a quote not closed?',
  );
});

test('a JSON object that is nested too deeply is refused by its line', async () => {
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
  await expect(profiled(`{"id":1,"x":2}\n{"id":2,"x":${deep}}\n`, ['x'])).rejects.toThrow(
    /Line 2: (nested too deeply|not JSON)\./,
  );
});

test('SQL with unclosed dollar quotes takes time in proportion to its length, and long statements are said to be long', async () => {
  const { statementsOf } = await import('../../../web/dialogs/sharding_key/sql_text.js');
  const took = (/** @type {number} */ count) => {
    const text = Array.from({ length: count }, (_, i) => `$a${i}x$ `).join(''),
      began = performance.now();
    expect(statementsOf(text)).toHaveLength(1);
    return performance.now() - began;
  };
  took(1000);
  const least = (/** @type {number} */ count) => Math.min(took(count), took(count), took(count));
  expect(least(80_000) / least(10_000)).toBeLessThan(24); // 8 if linear, 64 if quadratic
  const {
    templates: [long],
  } = await engine.ask('read', {
    text: new Blob([`select * from t where a = '${'x'.repeat(10_000_000)}'`]),
    room: 100,
  });
  expect([long.code, long.args, long.sql.length]).toEqual(['long', [10_000_028, 20_000], 202]);
});

test('more queries than fit are refused by their number, without reading them all', async () => {
  let told = 0;
  const file = new Blob([Array.from({ length: 360_000 }, (_, i) => `select * from t where a = ${i};`).join('\n')]);
  await expect(
    engine.ask(
      'read',
      { text: file, room: 100 },
      {
        onProgress: () => {
          told += 1;
        },
      },
    ),
  ).rejects.toThrow('360,000 queries, and up to 100 fit here. Take those that are asked most.');
  expect(told).toBeLessThan(110);
});

test('who stops asking for pieces is given no more, and what does not stop by itself is ended', async () => {
  const file = new Blob([Buffer.alloc(20_000_000, 'a key of some length\n')]);
  let pieces = 0;
  for await (const { bytes } of reading.pieces('keys', { file, column: 0, counts: null, each: '' }, {})) {
    expect(bytes.length).toBeGreaterThan(0);
    if (++pieces === 2) break;
  }
  expect(pieces).toBe(2);
  const stop = new AbortController(),
    workers = BrowserWorker.made;
  const asked = reading.ask(
    'look',
    { file: new Blob([Buffer.from('PAR1'), Buffer.alloc(1000), Buffer.from('PAR1')]) },
    { signal: stop.signal },
  );
  await expect(asked).rejects.toThrow('The file begins like Parquet, and its footer cannot be read.');
  stop.abort();
  expect(await keysOf('a\nb')).toBe('a\nb');
  expect(BrowserWorker.made).toBe(workers);
});

test('a profiler that ran out of memory says so by name, and the next profile is counted', async () => {
  const { loadProfiler } = await built('reshard-profile.mjs');
  const profiler = await loadProfiler(),
    columns = Array.from({ length: 10 }, (_, i) => `c${i}`),
    bytes = new Uint8Array(250_000_000),
    ends = Uint32Array.of(bytes.length);
  const open = profiler.open({ columns, candidates: ['c9'], shards });
  expect(() => open.push(columns.map((_, i) => (i < 9 ? { bytes, ends } : ['a'])))).toThrow(
    expect.objectContaining({ code: 'too_large', field: 'batch' }),
  );
  expect(() => open.finish()).toThrow(/the profile has ended/);
  const again = profiler.open({ columns: ['id'], candidates: ['id'], shards });
  again.push([['a', 'b', 'a']]);
  expect(again.finish().rows).toBe(3);
});

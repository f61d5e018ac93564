// Files as somebody may have damaged them, through every door of the page, in the worker that reads: whatever is
// truncated, flipped or swapped, it is read or refused in words that say where, within its limits, and the worker lives
// on.
import { test } from 'node:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from '@playwright/test';
import { dist, fromTree } from '../../built.mjs';
import { randomNumbers } from '../../live/keys.mjs';
import { BrowserWorker } from './browser_worker.mjs';
import { expectWords, kRounds, kSaysWhere, mutated } from './damage.mjs';

const kFaster = 10; // the clock that ends what makes no progress

const plainInterval = globalThis.setInterval;
Object.assign(globalThis, {
  Worker: BrowserWorker,
  setInterval: (/** @type {() => void} */ tick, /** @type {number} */ ms) => plainInterval(tick, ms / kFaster),
});
const { Reading } = await fromTree('web/dialogs/files/reading.js');
const readingBy = (/** @type {string} */ engine) =>
  new Reading(new URL(`web/dialogs/${engine}`, dist), () => Promise.reject(engine));
const reading = readingBy('own_data/reading_engine.js'),
  engine = readingBy('sharding_key/profile_engine.js');

const folder = mkdtempSync(join(tmpdir(), 'reshard-mutated-'));
test.after(() => rmSync(folder, { recursive: true }));
const connection = await (await DuckDBInstance.create()).connect();

/** @param {string} options of COPY */
async function parquet(options, rows = 3000) {
  const path = join(folder, 'seed.parquet');
  await connection.run(
    `COPY (SELECT 'user ' || (i * 37) AS id, i % 7 AS rows, ` +
      `CASE WHEN i % 5 > 0 THEN 'note ' || (i % 11) END AS note ` +
      `FROM range(${rows}) AS t(i)) TO '${path}' (FORMAT parquet, ${options})`,
  );
  return readFileSync(path);
}

const text = (/** @type {(i: number) => string} */ line, count = 400) =>
  Buffer.from(Array.from({ length: count }, (_, i) => `${line(i)}\n`).join(''));
const kText = text((i) => `user:${i * 37}`),
  kCsv = Buffer.concat([
    Buffer.from('id,name,at\n'),
    text((i) => `${i},"name ""${i}"", ключ",2024-01-0${1 + (i % 9)}`),
  ]);
const kJson = text((i) => JSON.stringify({ id: `u${i}`, 'a.b': i, deep: { er: [i, null] }, n: 2 ** 60 + i }));
const kSql = text(
  (i) =>
    `${i}/s select a, 'x''${i}', $t$ ; ` +
    `$t$ from t${i % 7} where a = $1 /* ${i} */ and (b in (1, ${i}) or c between 2 and 3);`,
  60,
);
const kCounts = Buffer.from(
  JSON.stringify({
    records: '30',
    strategy: 'ring',
    link: 'v=1&nodes=2',
    nodes: [
      { name: 'a', keys: '10', weight: 1, keysBefore: '20', weightBefore: 1 },
      { name: 'b', keys: '20', weight: 1, keysBefore: '10', weightBefore: 1 },
    ],
    nobody: { keys: '0' },
    flows: [{ from: 'a', to: 'b', keys: '10' }],
  }),
);
const kPairs = text((i) => `key ${i},10.0.0.${i % 5}:11211`);

/**
 * Files that are damaged before each question.
 * @type {Record<string, {seeds: () => Promise<Buffer[]>, ask: (file: Blob, told: () => void) => Promise<number>}>}
 */
const kDoors = {
  'import keys': {
    seeds: async () => [
      kText,
      kCsv,
      kJson,
      gzipSync(kText),
      gzipSync(kJson),
      Buffer.from(kText.toString().replaceAll('\n', ',')),
      await parquet('COMPRESSION snappy'),
      await parquet('COMPRESSION zstd, PARQUET_VERSION v2'),
    ],
    async ask(file, onProgress) {
      const { kind, columns, line } = await reading.ask('look', { file }, { onProgress });
      const usable = columns.findIndex(({ refused = null }) => refused === null);
      if (kind !== 'text' && usable < 0) return 0;
      const other = columns.findIndex(
        (/** @type {{refused?: ?string}} */ { refused = null }, /** @type {number} */ i) =>
          i > usable && refused === null,
      );
      let bytes = 0;
      for await (const piece of reading.pieces(
        'keys',
        {
          file,
          column: kind === 'text' ? 0 : usable,
          counts: kind !== 'text' && other >= 0 && file.size % 2 > 0 ? other : null,
          each: line?.separator ?? '',
        },
        { onProgress },
      ))
        bytes += piece.bytes.length;
      return bytes;
    },
  },
  'counts of your own data': {
    seeds: async () => [kCounts, gzipSync(kCounts)],
    ask: async (file, onProgress) => (await reading.ask('counts', { file }, { onProgress })).nodes.length,
  },
  'identify a strategy': {
    seeds: async () => [kPairs, gzipSync(kPairs)],
    ask: async (file, onProgress) => (await reading.ask('pairs', { file }, { onProgress })).keys.length,
  },
  'rows of a table': {
    seeds: async () => [
      kCsv,
      Buffer.from(kCsv.toString().replaceAll(',', '\t')),
      kJson,
      gzipSync(kCsv),
      await parquet('COMPRESSION snappy, ROW_GROUP_SIZE 2048'),
      await parquet('COMPRESSION zstd, PARQUET_VERSION v2'),
      await parquet('COMPRESSION gzip'),
    ],
    async ask(file, onProgress) {
      const { columns, header } = await engine.ask('look', { file, header: null }, { onProgress });
      const names = columns
        .filter((/** @type {{refused: ?string}} */ { refused }) => refused === null)
        .map((/** @type {{name: string}} */ { name }) => name);
      if (names.length === 0) return 0;
      const asked = {
        source: { file, header },
        columns: names,
        profile: { candidates: names.slice(0, 2), shards: { strategy: 'jump', nodes: ['a', 'b', 'c'] } },
      };
      return (await engine.ask('profile', asked, { onProgress })).rows;
    },
  },
  'queries as SQL': {
    seeds: async () => [
      kSql,
      Buffer.from(`query,calls\n"select * from t where a = $1",12\n"update t set a = 1 where b = 'x'",3\n`),
    ],
    ask: async (file, onProgress) =>
      (await engine.ask('read', { text: file, room: 100 }, { onProgress })).templates.length,
  },
};

for (const [door, { seeds, ask }] of Object.entries(kDoors)) {
  test(
    `${kRounds} damaged files are read or refused in words that say where: ${door}`,
    { timeout: 7_200_000 },
    async () => {
      const files = await seeds(),
        random = randomNumbers(44),
        below = (/** @type {number} */ n) => random() % n;
      // undamaged, each is read
      for (const [i, seed] of files.entries())
        expect([i, await ask(new Blob([/** @type {any} */ (seed)]), () => {})]).toEqual([i, expect.any(Number)]);
      let read = 0,
        refused = 0;
      for (let round = 0; round < kRounds; ++round) {
        const file = mutated(files[round % files.length], below);
        let told = 0;
        try {
          await ask(new Blob([file]), () => {
            told += 1;
          });
          read += 1;
        } catch (error) {
          refused += 1;
          expectWords(round, error);
        }
        expect([round, told <= 400]).toEqual([round, true]);
      }
      expect(read).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(kRounds / 20);
    },
  );
}

test(
  'a zstd frame with any one bit flipped is read, refused, or ended because it makes no progress',
  { timeout: 600_000 },
  async () => {
    // One bit of this frame lets the decoder, fzstd 0.1.1, go round for ever: a table whose states need no more bits.
    const path = join(folder, 'endless.parquet');
    await connection.run(
      `COPY (SELECT 'ключ ' || (i * 7919 % 100003) AS id ` +
        `FROM range(60) AS t(i)) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`,
    );
    const seed = readFileSync(path),
      frame = seed.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    expect(frame).toBeGreaterThan(0);
    await kDoors['import keys'].ask(new Blob([seed]), () => {});
    const bytesOfFrame = process.env.RESHARD_LONG ? seed.length - frame : 60,
      workers = BrowserWorker.made;
    let ended = 0;
    for (let bit = 8 * frame; bit < 8 * (frame + bytesOfFrame); ++bit) {
      const bytes = Buffer.from(seed);
      bytes[bit >> 3] ^= 1 << (bit & 7);
      try {
        await kDoors['import keys'].ask(new Blob([bytes]), () => {});
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        expect([bit, message]).toEqual([bit, expect.stringMatching(kSaysWhere)]);
        if (/nothing could be read for 5 seconds/.test(message)) ended += 1;
      }
    }
    expect(ended).toBeGreaterThan(0);
    expect(BrowserWorker.made - workers).toBe(ended); // each of them cost a worker, and nothing else did
  },
);

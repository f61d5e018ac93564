// Answers the view's questions (web/headless/asker.js): it reads rows, the profiler counts them, the parser reads
// SQL.
import { loadProfiler } from '../../headless/reshard-profile.mjs';
import { nextTurn } from '../../headless/next_turn.js';
import { openRows } from '../files/rows.js';
import { DistinctValues } from './distinct_values.js';
import { templateOf } from './sql_templates.js';
import { statementsOf } from './sql_text.js';

/** As in reshard-profile.d.ts. @typedef {{columns: string[], candidates: string[], pairs?: [string, string][], time?: string, shards?: any, seed?: any, top?: number, memory?: number, sample?: number}} ProfileInput */
/** @typedef {{signal?: AbortSignal, onProgress?: (share: number) => void}} Options */
/** @typedef {{world: any, rows: number, seed: number} | {file: Blob, header: ?boolean}} Source */

const kBatchRows = 20_000;
const kExamples = 4;  // rows that are shown for a fault
const kParseMs = 12;
const kWaitMs = 30;  // between two checks whether to stop
const kTellMs = 100;  // without a graphics card, drawing the progress takes a core's time

const loading = loadProfiler({ wasm: new URL('../../../reshard-profile.wasm', import.meta.url).href });
loading.catch(() => {});  // whoever asks gets the error

const decoder = new TextDecoder();
const textAt = ({ bytes, ends }, row) => decoder.decode(bytes.subarray(row > 0 ? ends[row - 1] : 0, ends[row]));

/** The rows of a source, only the wanted columns, in batches of {columns, rows, done}. */
async function* batchesOf(/** @type {any} */ profiler, /** @type {any} */ source, /** @type {string[]} */ wanted, opened = null) {
  if ('world' in source) {
    const world = profiler.world({ id: source.world, rows: source.rows, seed: source.seed });
    const at = wanted.map((name) => world.info.columns.indexOf(name));
    let given = 0;
    for (let batch = world.next(kBatchRows); batch !== null; batch = world.next(kBatchRows)) {
      const rows = batch[0].ends.length;
      given += rows;
      yield { columns: at.map((i) => batch[i]), rows, done: given / source.rows };
    }
    return;
  }
  const { columns, batches } = opened ?? await openRows(source.file, source.header);
  yield* batches(wanted.map((name) => columns.findIndex((column) => column.name === name)));
}

/** The same with a turn of the event loop between batches, so that the caller learns of the progress and can stop it. */
async function* watched(batches, /** @type {Options} */ { signal, onProgress }) {
  let waited = 0, told = 0;
  for await (const batch of batches) {
    yield batch;
    const now = performance.now();
    if (now - waited < kWaitMs && batch.done < 1) continue;
    if (now - told >= kTellMs || batch.done >= 1) {
      onProgress?.(batch.done);
      told = now;
    }
    await nextTurn();
    waited = performance.now();
    signal?.throwIfAborted();
  }
}

/** @param {any} profiler @param {{source: any, profile: Omit<ProfileInput, 'columns'>, columns: string[]}} asked @param {Options} options */
async function profile(profiler, { source, profile: input, columns }, options) {
  const needed = new Set([...input.candidates, ...(input.pairs ?? []).flat(), ...(input.time ? [input.time] : [])]);
  const wanted = 'world' in source ? columns : columns.filter((name) => needed.has(name));
  const opened = 'file' in source ? await openRows(source.file, source.header) : null;
  const open = profiler.open({ ...input, columns: wanted });
  for await (const { columns: batch } of watched(batchesOf(profiler, source, wanted, opened), options)) open.push(batch);
  const found = open.finish();
  // The profiler has seen only some columns of a file, but a copy would have all of them.
  return opened && found.rows > 0 ? { ...found, rowBytes: opened.bytes / found.rows } : found;
}

const kInOrder = {
  numbers: (text, { from, to }) => Number(text) >= Number(from) && Number(text) <= Number(to),
  times: (text, { from, to }) => text >= from && text <= to,
  text: (text, { from, to }) => text >= from && text <= to,
};

/**
 * Some rows that show a fault: those of one value, or the newest. @param {any} profiler
 * @param {{source: any, columns: string[], where: {column: string, value?: string, from?: string, to?: string, order?: string}}} asked @param {Options} options
 */
async function examples(profiler, { source, columns, where }, options) {
  const at = columns.indexOf(where.column), rows = [];
  if (at < 0) return { rows, columns };
  const fits = where.value !== undefined ? (text) => text === where.value : (text) => kInOrder[where.order](text, where);
  for await (const { columns: batch, rows: count } of watched(batchesOf(profiler, source, columns), options)) {
    for (let row = 0; row < count; ++row) {
      if (!fits(textAt(batch[at], row))) continue;
      rows.push(batch.map((column) => textAt(column, row)));
      if (rows.length > kExamples) rows.shift();
    }
    if (where.value !== undefined && rows.length >= kExamples) break;  // of the newest rows, the last ones are shown
  }
  return { rows, columns };
}

/** The distinct values of a key, for the playground. */
async function values(profiler, { source, columns, most }, options) {
  const found = new DistinctValues(most);
  for await (const { columns: batch, rows } of watched(batchesOf(profiler, source, columns), options)) {
    for (let row = 0; row < rows; ++row) {
      const parts = batch.map((column) => textAt(column, row));
      if (!parts.includes('')) found.add(parts.join('|'));
    }
  }
  return found.result();
}

async function read(_, { sql }, { signal, onProgress }) {
  const { parser } = await import('./sql_parser.js');
  const statements = statementsOf(sql), templates = [];
  let told = performance.now();
  for (const [i, statement] of statements.entries()) {
    templates.push(templateOf(statement, parser));
    if (performance.now() - told < kParseMs) continue;
    onProgress?.(i / statements.length);
    await nextTurn();
    told = performance.now();
    signal?.throwIfAborted();
  }
  return templates;
}

async function look(_, { file, header }) {
  const { kind, columns, header: named, rows, first } = await openRows(file, header);
  return { kind, columns, header: named, rows, first };
}

// One at a time: the profiler has one profile and one world.
let reading = Promise.resolve();

function inTurn(work) {
  return (profiler, input, options) => {
    const turn = reading.then(() => {
      options.signal?.throwIfAborted();
      return work(profiler, input, options);
    });
    reading = turn.then(() => {}, () => {});
    return turn;
  };
}

const kAnswers = {
  profile: inTurn(profile), examples: inTurn(examples), values: inTurn(values), read, look,
  worlds: (profiler) => profiler.worlds(),
  suggest: (profiler, input) => profiler.suggest(input),
  judge: (profiler, input) => profiler.judge(input),
  second: (profiler, input) => profiler.secondView(input),
  salt: (profiler, input) => profiler.salt(input),
  tail: (profiler, input) => profiler.tail(input),
};

/** @param {string} what one of the above @param {any} input @param {Options} options */
export async function answer(what, input, options) {
  return kAnswers[what](await loading, input, options);
}

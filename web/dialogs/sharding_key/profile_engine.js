// Answers the view's questions (web/headless/asker.js): it reads rows, the profiler counts them, the parser reads
// SQL.
import { loadProfiler } from '../../headless/reshard-profile.mjs';
import { nextTurn } from '../../headless/next_turn.js';
import { t } from '../../text/language.js';
import { speak } from '../tools/speak.js';
import { kMostOffered, kMostText } from '../files/doors.js';
import { loadDecoder, textOf } from '../files/open_file.js';
import { openRows } from '../files/rows.js';
import { DistinctValues } from './distinct_values.js';
import { statementsOfCsv } from './pg_statements.js';
import { kRowless, templateOf } from './sql_templates.js';
import { statementsOf } from './sql_text.js';

/**
 * @typedef {import('../../headless/reshard-profile.js').Profiler} Profiler
 * @typedef {import('../../headless/reshard-profile.js').ProfileInput} ProfileInput
 * @typedef {import('../../headless/reshard-profile.js').Order} Order
 * @typedef {import('../../headless/asker.js').Options} Options
 * @typedef {import('../files/rows.js').Batch} Batch
 * @typedef {import('../files/rows.js').Rows} Rows
 *
 * @typedef {{world: import('../../headless/reshard-profile.js').WorldId, rows: number, seed: number}} WorldSource
 * @typedef {{file: Blob, header: ?boolean}} FileSource `header`: null if nobody has said it
 * @typedef {WorldSource | FileSource} Source
 *
 * @typedef {{from: string, to: string, order: Exclude<Order, 'rows'>}} Range
 * @typedef {{column: string} & ({value: string} | Range)} Where which rows show a fault
 */

const kBatchRows = 20_000;
const kExamples = 4; // rows that are shown for a fault
const kParseMs = 12;
const kWaitMs = 30; // between two checks whether to stop
const kTellMs = 100; // without a graphics card, drawing the progress takes a core's time

/** @type {Promise<Profiler>} */
const loading = loadProfiler({ wasm: new URL('../../../reshard-profile.wasm', import.meta.url).href });
loading.catch(() => {}); // whoever asks gets the error

const decoder = new TextDecoder();
/**
 * @param {import('../files/rows.js').Values} values
 * @param {number} row
 */
const textAt = ({ bytes, ends }, row) => decoder.decode(bytes.subarray(row > 0 ? ends[row - 1] : 0, ends[row]));

/**
 * The rows of a source, only the wanted columns, in batches.
 * @param {Profiler} profiler
 * @param {Source} source
 * @param {string[]} wanted
 * @param {?Rows} opened a file's
 * @returns {AsyncGenerator<Batch>}
 */
async function* batchesOf(profiler, source, wanted, opened) {
  if ('world' in source) {
    const world = profiler.world({ id: source.world, rows: source.rows, seed: source.seed });
    const at = wanted.map((name) => world.info.columns.indexOf(name));
    let given = 0;
    for (let batch = world.next(kBatchRows); batch !== null; batch = world.next(kBatchRows)) {
      const rows = batch[0].ends.length;
      given += rows;
      const before = given - rows;
      yield {
        columns: at.map((i) => batch[i]),
        rows,
        done: given / source.rows,
        placeOf: (row) => t('Row {0}', before + row + 1),
      };
    }
    return;
  }
  const { columns, batches } = /** @type {Rows} */ (opened);
  yield* batches(wanted.map((name) => columns.findIndex((column) => column.name === name)));
}

/**
 * The same with a turn of the event loop between batches, so that the caller learns of the progress and can stop it.
 * @param {AsyncIterable<Batch>} batches
 * @param {Options} options
 */
async function* watched(batches, { signal, onProgress }) {
  let waited = 0,
    told = 0;
  for await (const batch of batches) {
    yield batch;
    const now = performance.now();
    if (now - waited < kWaitMs && batch.done < 1) continue;
    if (now - told >= kTellMs || batch.done >= 1) {
      onProgress?.(batch.done, batch.placeOf(batch.rows - 1));
      told = now;
    }
    await nextTurn();
    waited = performance.now();
    signal?.throwIfAborted();
  }
  onProgress?.(1); // what follows counts, and reads no more
}

/**
 * Opens a file, which may need something that comes over the network; then it must make progress.
 * @param {FileSource} source
 * @param {Options} options
 */
async function openSource({ file, header }, { onProgress }) {
  await loadDecoder(file);
  onProgress?.(0);
  return openRows(file, header);
}

/**
 * Counts a batch. A value that cannot be counted is named by its line and column.
 * @param {import('../../headless/reshard-profile.js').OpenProfile} open
 * @param {Batch} batch
 * @param {string[]} names
 */
function push(open, { columns, placeOf }, names) {
  try {
    open.push(columns);
  } catch (thrown) {
    const error = /** @type {import('../../headless/reshard-core.js').ReshardError} */ (thrown);
    const [, column, row] = /^batch\[(\d+)\]\[(\d+)\]$/.exec(error.field ?? '') ?? [];
    if (row === undefined || error.code !== 'out_of_range') throw thrown;
    const [bytes, , most] = error.args;
    throw new Error(
      t(
        '{0}, column {1}: a value of {2} {2|byte|bytes}, and a key has up to {3} bytes. Judge other columns, or shorten it.',
        placeOf(Number(row)),
        names[Number(column)],
        parseInt(bytes, 10),
        Number(most),
      ),
      { cause: error },
    );
  }
}

/**
 * @param {Profiler} profiler
 * @param {{source: Source, profile: Omit<ProfileInput, 'columns'>, columns: string[]}} asked
 * @param {Options} options
 */
async function profile(profiler, { source, profile: input, columns }, options) {
  const needed = new Set([...input.candidates, ...(input.pairs ?? []).flat(), ...(input.time ? [input.time] : [])]);
  const wanted = 'world' in source ? columns : columns.filter((name) => needed.has(name));
  const opened = 'file' in source ? await openSource(source, options) : null;
  const open = profiler.open({ ...input, columns: wanted });
  for await (const batch of watched(batchesOf(profiler, source, wanted, opened), options)) push(open, batch, wanted);
  const found = open.finish();
  if (found.rows === 0)
    throw new Error(
      'header' in source && source.header === false
        ? t('There are no rows.')
        : t('There are no rows: only a first line with names of columns. If it is a row, say that it is no header.'),
    );
  // The profiler has seen only some columns of a file, but a copy would have all of them.
  return opened && found.rows > 0 ? { ...found, rowBytes: opened.bytes / found.rows } : found;
}

/** @type {Record<Range['order'], (text: string, range: Range) => boolean>} */
const kInOrder = {
  numbers: (text, { from, to }) => Number(text) >= Number(from) && Number(text) <= Number(to),
  times: (text, { from, to }) => text >= from && text <= to,
  text: (text, { from, to }) => text >= from && text <= to,
};

/**
 * Some rows that show a fault: those of one value, or the newest.
 * @param {Profiler} profiler
 * @param {{source: Source, columns: string[], where: Where}} asked
 * @param {Options} options
 */
async function examples(profiler, { source, columns, where }, options) {
  const at = columns.indexOf(where.column);
  /** @type {string[][]} */
  const rows = [];
  if (at < 0) return { rows, columns };
  const fits = (/** @type {string} */ text) =>
    'value' in where ? text === where.value : kInOrder[where.order](text, where);
  const opened = 'file' in source ? await openSource(source, options) : null;
  for await (const { columns: batch, rows: count } of watched(batchesOf(profiler, source, columns, opened), options)) {
    for (let row = 0; row < count; ++row) {
      if (!fits(textAt(batch[at], row))) continue;
      rows.push(batch.map((column) => textAt(column, row)));
      if (rows.length > kExamples) rows.shift();
    }
    if ('value' in where && rows.length >= kExamples) break; // of the newest rows, the last ones are shown
  }
  return { rows, columns };
}

/**
 * The distinct values of a key, for the playground.
 * @param {Profiler} profiler
 * @param {{source: Source, columns: string[], most: {keys: number, bytes: number}}} asked
 * @param {Options} options
 */
async function values(profiler, { source, columns, most }, options) {
  const found = new DistinctValues(most);
  const opened = 'file' in source ? await openSource(source, options) : null;
  for await (const { columns: batch, rows } of watched(batchesOf(profiler, source, columns, opened), options)) {
    for (let row = 0; row < rows; ++row) {
      const parts = batch.map((column) => textAt(column, row));
      if (!parts.includes('')) found.add(parts.join('|'));
    }
  }
  return found.result();
}

/**
 * Reads SQL, or rows of pg_stat_statements of which those that were called most are taken.
 * @param {Profiler} _
 * @param {{text: Blob, room: number}} asked `room`: for how many queries
 * @param {Options} options
 */
async function read(_, { text: file, room }, { signal, onProgress }) {
  await loadDecoder(file);
  const { parser } = await import('./sql_parser.js');
  onProgress?.(0);
  const text = await textOf(file, kMostText),
    rows = statementsOfCsv(text)?.sort((a, b) => b.calls - a.calls),
    kept = rows?.slice(0, room);
  const statements = statementsOf(kept ? kept.map(({ sql }) => sql.replace(/;?\s*$/, ';')).join('\n') : text);
  /** @type {ReturnType<typeof templateOf>[]} */
  const templates = [];
  const asked = statements.filter(({ sql }) => !kRowless.test(sql)).length;
  let waited = performance.now(),
    fitting = 0;
  for (const [i, statement] of statements.entries()) {
    onProgress?.(i / statements.length, t('Statement {0}', i + 1));
    const template = templateOf(statement, parser);
    templates.push(template);
    if (!('code' in template && template.code === 'rowless') && ++fitting > room)
      throw new Error(t('{0} queries, and up to {1} fit here. Take those that are asked most.', asked, room));
    if (performance.now() - waited < kParseMs) continue;
    await nextTurn();
    waited = performance.now();
    signal?.throwIfAborted();
  }
  const sum = (/** @type {{calls: number}[]} */ list) => list.reduce((calls, each) => calls + each.calls, 0),
    all = sum(rows ?? []);
  return {
    templates,
    calls: kept?.length === templates.length ? kept.map(({ calls }) => calls) : null,
    left: (rows?.length ?? 0) - (kept?.length ?? 0),
    share: all > 0 ? 1 - sum(kept ?? []) / all : 0,
  };
}

/**
 * @param {Profiler} _
 * @param {FileSource} source
 * @param {Options} options
 */
async function look(_, source, options) {
  const { kind, columns, header: named, rows, first } = await openSource(source, options);
  const usable = columns.filter(({ refused }) => refused === null).length;
  if (usable > kMostOffered) throw new Error(t('{0} columns, and up to {1} can be read.', usable, kMostOffered));
  return { kind, columns, header: named, rows, first };
}

// One at a time: the profiler has one profile and one world.
let reading = Promise.resolve();

/**
 * @template Input, Answer
 * @param {(profiler: Profiler, input: Input, options: Options) => Promise<Answer>} work
 * @returns {(profiler: Profiler, input: Input, options: Options) => Promise<Answer>}
 */
function inTurn(work) {
  return (profiler, input, options) => {
    const turn = reading.then(() => {
      options.signal?.throwIfAborted();
      return work(profiler, input, options);
    });
    reading = turn.then(
      () => {},
      () => {},
    );
    return turn;
  };
}

/** @typedef {import('../../headless/reshard-profile.js').SuggestInput} SuggestInput */
/** @typedef {import('../../headless/reshard-profile.js').JudgeInput} JudgeInput */
/** @typedef {import('../../headless/reshard-profile.js').SecondViewInput} SecondViewInput */
/** @typedef {import('../../headless/reshard-profile.js').SaltInput} SaltInput */
/** @typedef {import('../../headless/reshard-profile.js').TailInput} TailInput */

const kAnswers = {
  profile: inTurn(profile),
  examples: inTurn(examples),
  values: inTurn(values),
  read,
  look,
  worlds: (/** @type {Profiler} */ profiler) => profiler.worlds(),
  suggest: (/** @type {Profiler} */ profiler, /** @type {SuggestInput} */ input) => profiler.suggest(input),
  judge: (/** @type {Profiler} */ profiler, /** @type {JudgeInput} */ input) => profiler.judge(input),
  second: (/** @type {Profiler} */ profiler, /** @type {SecondViewInput} */ input) => profiler.secondView(input),
  salt: (/** @type {Profiler} */ profiler, /** @type {SaltInput} */ input) => profiler.salt(input),
  tail: (/** @type {Profiler} */ profiler, /** @type {TailInput} */ input) => profiler.tail(input),
};

/** @typedef {typeof kAnswers} Answers */
/**
 * @template {keyof Answers} What
 * @typedef {Awaited<ReturnType<Answers[What]>>} Answer
 */
/**
 * How the view's parts ask one of the above.
 * @typedef {<What extends keyof Answers>(
 *   what: What, input?: Parameters<Answers[What]>[1], options?: Options) => Promise<Answer<What>>} Ask
 */

/**
 * @param {string} what one of the above
 * @param {{language: string, input: any}} asked each has an input of its own
 * @param {Options} options
 */
export async function answer(what, { language, input }, options) {
  await speak(language);
  const answers = /** @type {Record<string, (profiler: Profiler, input: any, options: Options) => any>} */ (kAnswers);
  return answers[what](await loading, input, options);
}

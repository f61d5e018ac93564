// `reshard diff A B`: what changes between two placements, as text, JSON or Markdown. The comparison is the page's.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import {
  kDone,
  kSkipped,
  kSystem,
  kUsage,
  print,
  refusalOf,
  say,
  tellSkipped,
  tellStrict,
  tellUnread,
} from './read.mjs';

const kMoves = 1;
const kMostKeys = 1_000_000;
const kMostFlows = 20;
const kMostAtOnce = 10_000;
const kOptions = /** @type {const} */ ({
  choose: { type: 'string' },
  system: { type: 'string' },
  keys: { type: 'string' },
  rate: { type: 'string' },
  'at-once': { type: 'string' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  markdown: { type: 'boolean' },
});

/** A whole number of an option. @param {string} name @param {string} text @param {number} most */
function wholeOf(name, text, most) {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most) throw new Error(`--${name} takes a number from 1 to ${most}`);
  return number;
}

/** @param {string[]} words */
function asked(words) {
  const { values, positionals } = parseArgs({ args: words, options: kOptions, allowPositionals: true });
  for (const name of /** @type {const} */ (['choose', 'system', 'keys', 'rate', 'at-once'])) {
    if (values[name] === '') throw new Error(`--${name} must not be empty`);
  }
  if (positionals.length === 0) throw new Error('takes two files, or one that has two placements in itself');
  if (positionals.length > 2) throw new Error(`takes two files; “${positionals[2]}” is a third`);
  if (positionals.length === 2 && positionals.every((file) => file === '-')) {
    throw new Error('only one of both can be standard input');
  }
  if (values.json && values.markdown) throw new Error('--json and --markdown exclude each other');
  return { ...values, files: positionals };
}

/** @param {string} text such as “50MB/s” @param {(text: string, plain: 'decimal') => ?number} bytesOf */
function rateOf(text, bytesOf) {
  const bytes = bytesOf(text.replace(/\/s(?:ec)?$|ps$/i, ''), 'decimal');
  if (bytes === null || bytes < 1) throw new Error(`--rate ${text}: not a rate such as 50MB/s`);
  return bytes;
}

/** Keys, one a line. @param {string} text */
function linesOf(text) {
  const keys = text.split(/\r\n|\n|\r/);
  if (keys.at(-1) === '') keys.pop();
  const empty = keys.indexOf('');
  if (empty >= 0) throw new Error(`--keys: line ${empty + 1} is empty`);
  if (keys.length === 0) throw new Error('--keys: the file is empty');
  if (keys.length > kMostKeys) throw new Error(`--keys: ${keys.length} keys; ${kMostKeys} can be compared at once`);
  return keys;
}

/** A file that cannot be read. */
class Unreachable extends Error {}

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new Unreachable(`${shown(file)}: ${/** @type {Error} */ (error).message}`);
  }
}

const shown = (/** @type {string} */ file) => (file === '-' ? 'standard input' : file);

/** @param {string[][]} rows the first is the head */
function columns(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd()); // prettier-ignore
}

/** @param {any} words of web/systems/diff @param {any} difference */
function summaryOf({ copyRows, countRows, figuresOf, flowRows, headlineOf, partitionRows, warningsOf }, difference) {
  const { flows, copies, assignment, plan, back, counts = [] } = difference;
  const partitions = assignment?.partitions.length ?? 0;
  const more = flows.length - kMostFlows;
  return [
    headlineOf(difference),
    ...warningsOf(difference).map((/** @type {string} */ text) => `! ${text}`),
    ...columns(figuresOf(difference).map(([name, value]) => [`  ${name}`, value])),
    ...(flows.length > 0 ? ['', ...columns(flowRows(difference, kMostFlows))] : []),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...((copies?.to.length ?? 0) > 0 ? ['', ...columns(copyRows(difference, kMostFlows))] : []),
    ...(counts.length > 0 ? ['', ...columns(countRows(difference, kMostFlows))] : []),
    ...(counts.length > kMostFlows ? [`and ${counts.length - kMostFlows} more`] : []),
    ...(partitions > 0 ? ['', ...columns(partitionRows(difference, kMostFlows))] : []),
    ...(partitions > kMostFlows ? [`and ${partitions - kMostFlows} more`] : []),
    ...filesOf([plan, back?.commands], partitions),
  ].join('\n');
}

/**
 * The files that make a change and take it back, with what runs them; of a long one only where it is.
 * @param {({name: string, text: string, how: string, then?: string[]} | undefined)[]} files
 * @param {number} partitions
 */
function filesOf(files, partitions) {
  return files.flatMap((file) => {
    if (!file) return [];
    const { name, text, how, then = [] } = file;
    const lines = partitions > kMostFlows ? ['  (--json and --markdown have it)'] : text.trimEnd().split('\n');
    return ['', `${name}:`, ...lines, how, ...then];
  });
}

/** Everything that the call names, read. @param {ReturnType<typeof asked>} options @param {any} scripts */
function given(options, { bytesOf }) {
  const { keys, rate, 'at-once': atOnce } = options;
  const [before, after = null] = options.files.map(textOf);
  const count = keys !== undefined && /^\d+$/.test(keys) ? wholeOf('keys', keys, kMostKeys) : undefined;
  return {
    texts: { before, after },
    keys: {
      ...(count !== undefined && { count }),
      ...(keys !== undefined && count === undefined && { given: linesOf(textOf(keys)) }),
    },
    ...(rate !== undefined && {
      rate: {
        bytesPerSecond: rateOf(rate, bytesOf),
        atOnce: atOnce === undefined ? 1 : wholeOf('at-once', atOnce, kMostAtOnce),
      },
    }),
  };
}

async function loadCore() {
  const { loadReshard } = await import('../reshard-core.mjs');
  return loadReshard({ wasm: 'reshard-core-systems.wasm' });
}

/** @param {string[]} words @returns {Promise<number>} the exit status */
export async function diff(words) {
  const [scripts, { readCluster, titleOf }] = await Promise.all([
    import('../web/systems/diff/differences.js'),
    import('../web/systems/clusters.js'),
  ]);
  let options, input;
  try {
    options = asked(words);
    input = given(options, scripts);
  } catch (error) {
    const known = error instanceof Unreachable;
    say(known ? error.message : `diff: ${refusalOf(/** @type {Error & {code?: string}} */ (error), 'diff')}`);
    return known ? kSystem : kUsage;
  }
  const { choose, system, strict = false, json = false, markdown = false } = options;
  const [one, other = one] = options.files.map(shown);
  const names = { before: one, after: other };
  const pair = await scripts.readPair(readCluster, input.texts, { choose, system });
  if ('plan' in pair) {
    say(`${one}: it has one placement; give a second text to compare it with`);
    return kUsage;
  }
  if ('of' in pair) {
    if (json) print(JSON.stringify(pair.answer));
    tellUnread(names[pair.of], pair.answer);
    return kUsage;
  }
  const difference = await scripts.differenceOf(pair.before, pair.after, {
    ...{ core: loadCore, titleOf, rate: input.rate },
    ...input.keys,
  });
  const sides = /** @type {const} */ (['before', 'after']);
  if (json) {
    const warnings = scripts.warningsOf(difference);
    const named = Object.fromEntries(sides.map((side) => [side, { file: names[side], ...difference[side] }]));
    print(JSON.stringify({ ...difference, ...named, headline: scripts.headlineOf(difference), warnings }));
  } else {
    const texts = options.files.length === 1 ? [] : sides;
    for (const side of texts) tellSkipped(names[side], pair[side].skipped);
    for (const side of sides) {
      for (const warning of pair[side].warnings ?? []) say(`${names[side]}: ${warning}`);
    }
    const titles = titlesOf(names, difference);
    print(markdown ? scripts.markdownOf(difference, titles).trimEnd() : summaryOf(scripts, difference));
  }
  for (const side of sides) {
    if (!strict || pair[side].skipped.length === 0) continue;
    tellStrict(names[side], pair[side].skipped);
    return kSkipped;
  }
  if (scripts.isChanged(difference)) return kMoves;
  return difference.by === null || difference.moved === null ? kUsage : kDone;
}

/** What Markdown calls the texts. @param {{before: string, after: string}} names @param {any} difference */
function titlesOf(names, { before, after }) {
  const of = (/** @type {string} */ file, /** @type {{choice?: string}} */ { choice }) =>
    [basename(file), ...(choice === undefined ? [] : [`“${choice}”`])].join(' ');
  return { before: of(names.before, before), after: of(names.after, after) };
}

// What `reshard rebalance FILE` is asked: its options, each with what it may be.
import { parseArgs } from 'node:util';

const kOptions = /** @type {const} */ ({
  choose: { type: 'string' },
  all: { type: 'boolean' },
  system: { type: 'string' },
  by: { type: 'string' },
  also: { type: 'string', multiple: true },
  limit: { type: 'string' },
  least: { type: 'string' },
  drain: { type: 'string', multiple: true },
  add: { type: 'string', multiple: true },
  pin: { type: 'string', multiple: true },
  force: { type: 'string', multiple: true },
  weights: { type: 'string', multiple: true },
  disks: { type: 'string', multiple: true },
  zones: { type: 'string' },
  copies: { type: 'string' },
  'per-move': { type: 'string' },
  rate: { type: 'string' },
  window: { type: 'string' },
  throttle: { type: 'string' },
  seed: { type: 'string' },
  steps: { type: 'string' },
  check: { type: 'boolean' },
  commands: { type: 'boolean' },
  back: { type: 'boolean' },
  runbook: { type: 'boolean' },
  tools: { type: 'boolean' },
  theirs: { type: 'string' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
});
const kAmounts = ['requests', 'bytes', 'keys', 'cpu', 'network', 'count'];
const kZones = ['distinct', 'none'];
const kMostWeight = 100_000;

/** @typedef {(text: string, plain: 'decimal') => ?number} BytesOf */
/** @typedef {{begin: number, end: number}} Window */
/**
 * @typedef {object} Read what the page's scripts read
 * @property {BytesOf} bytesOf @property {(text: string) => ?Window} windowIn
 * @property {number} kUsualRate of a copy on the page, in bytes per second
 * @property {number} kMostKeys the most of it, in keys per second
 */

/** @param {string} name @param {string | undefined} text @param {number} least @param {number} most */
function wholeOf(name, text, least, most) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`--${name} takes a whole number from ${least} to ${most}`);
}

/** @param {string} name @param {string | undefined} text @param {string[]} words */
function oneOf(name, text, words) {
  if (text === undefined || words.includes(text)) return text;
  throw new Error(`--${name} takes ${words.join(', ')}; “${text}” is none of them`);
}

/** The fields of a list, separated by commas; one that has a comma is in quotes, as in CSV. @param {string} list */
const fieldsOf = (list) =>
  (list.match(/(?:"(?:[^"]|"")*"|[^,])+/g) ?? []).map((field) =>
    /^".*"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field,
  );

/** Names that stand in one option, separated by commas, or in several. @param {string[] | undefined} lists */
const namesOf = (lists) => lists?.flatMap(fieldsOf).filter((name) => name !== '');

/** @param {string} name @param {string | undefined} text @param {BytesOf} bytesOf */
function sizeOf(name, text, bytesOf) {
  if (text === undefined) return undefined;
  const bytes = bytesOf(text.replace(/\/s(?:ec)?$|ps$/i, ''), 'decimal');
  if (bytes === null || bytes < 0) throw new Error(`--${name} ${text}: not an amount such as 50MB`);
  return bytes;
}

/**
 * “node-3=2,node-4=0.5” @param {string} name @param {string[] | undefined} lists @param {(text: string) => number} read
 */
function valuesOf(name, lists, read) {
  if (lists === undefined) return undefined;
  const pairs = lists.flatMap(fieldsOf).map((field) => {
    const at = field.lastIndexOf('=');
    if (at < 1) throw new Error(`--${name} takes NAME=VALUE; “${field}” is none`);
    return [field.slice(0, at), read(field.slice(at + 1))];
  });
  return Object.fromEntries(pairs);
}

/** @param {string} text */
function weightOf(text) {
  const weight = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && weight <= kMostWeight) return weight;
  throw new Error(`--weights: “${text}” is not a number from 0 to ${kMostWeight}`);
}

/** “ENTRY,FROM,TO”, or “ENTRY,TO” where one node has the entry. @param {string} text */
function forcedOf(text) {
  const fields = fieldsOf(text);
  if (fields.length !== 2 && fields.length !== 3)
    throw new Error(`--force takes ENTRY,FROM,TO, or ENTRY,TO where one node has the entry; “${text}” is neither`);
  const [entry, ...nodes] = fields;
  return { entry, ...(nodes.length === 2 && { from: nodes[0] }), to: nodes[nodes.length - 1] };
}

const kKeys = /^(\d+)\s*keys?(?:\/s(?:ec)?| per second)?$/i;

/**
 * When moves run; null: nobody asks. Whether it is bytes or keys that the text has is not known yet: paceFor().
 * @param {Record<string, any>} values @param {Read} read
 */
function paceOf({ rate, window }, { bytesOf, windowIn, kMostKeys }) {
  if (rate === undefined && window === undefined) return null;
  const hours = window === undefined ? null : windowIn(window);
  if (window !== undefined && hours === null) throw new Error(`--window takes HH:MM-HH:MM; “${window}” is none`);
  const [, keys] = kKeys.exec(rate ?? '') ?? [];
  if (keys !== undefined) {
    const perSecond = Number(keys);
    if (perSecond >= 1 && perSecond <= kMostKeys) return { keys: perSecond, window: hours };
    throw new Error(`--rate ${rate}: keys per second are from 1 to ${kMostKeys}`);
  }
  const bytes = sizeOf('rate', rate, bytesOf);
  if (bytes !== undefined && bytes < 1) throw new Error('--rate must be above 0');
  return { bytes, window: hours };
}

/**
 * The pace in what the text has; null: nobody asks for hours, or nobody can know them.
 * @param {Pick<ReturnType<typeof asked>, 'pace' | 'runbook' | 'usual'>} options @param {string} unit
 */
export function paceFor({ pace, runbook, usual }, unit) {
  if (!pace) return runbook && unit === 'bytes' ? { rate: usual, window: null } : null;
  const { keys, bytes, window } = pace;
  if (unit === 'bytes') {
    if (keys !== undefined) throw new Error('--rate takes bytes per second here, such as 50MB/s');
    return { rate: bytes ?? usual, window };
  }
  if (unit !== 'keys') throw new Error('--rate and --window need bytes or keys, which the text does not have');
  if (keys !== undefined) return { rate: keys, window };
  if (bytes === undefined) throw new Error('--window needs --rate: in keys per second, such as 5000keys/s');
  throw new Error('--rate takes keys per second here, such as 5000keys/s, since the text has no bytes');
}

/** @param {Record<string, any>} values */
function checkTogether({ check, commands, back, runbook, tools, theirs, json, choose, all }) {
  if ([check, commands, back, runbook, tools, json && !tools].filter(Boolean).length > 1)
    throw new Error('--check, --commands, --back, --runbook, --tools and --json exclude each other');
  if (theirs !== undefined && !tools) throw new Error('--theirs needs --tools, whose table it is a row of');
  if (all && choose !== undefined) throw new Error('--all and --choose exclude each other');
}

/** @param {string[]} words @param {Read} read */
export function asked(words, read) {
  const { values, positionals } = parseArgs({ args: words, options: kOptions, allowPositionals: true });
  if (positionals.length > 1) throw new Error(`takes one file; “${positionals[1]}” is another`);
  checkTogether(values);
  const { choose, all, system, check, commands, back, runbook, tools, theirs, strict, json } = values;
  const file = positionals[0] ?? '-';
  if (theirs === '-' && file === '-') throw new Error('--theirs: standard input has the cluster already');
  const { bytesOf } = read;
  const wish = {
    ...{ by: oneOf('by', values.by, kAmounts), zones: oneOf('zones', values.zones, kZones) },
    ...{ limit: values.limit, least: values.least, drain: namesOf(values.drain), pin: namesOf(values.pin) },
    also: namesOf(values.also)?.map((name) => oneOf('also', name, kAmounts)),
    add: namesOf(values.add)?.map((name) => ({ name })),
    force: values.force?.map(forcedOf),
    weights: valuesOf('weights', values.weights, weightOf),
    disks: valuesOf('disks', values.disks, (text) => Number(sizeOf('disks', text, bytesOf))),
    atOnce: wholeOf('copies', values.copies, 1, 1000),
    perMove: sizeOf('per-move', values['per-move'], bytesOf),
  };
  return {
    ...{ file, choose, all, system, check, commands, back, runbook },
    ...{ tools, theirs, strict, json },
    wish: Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)),
    pace: paceOf(values, read),
    usual: read.kUsualRate,
    throttle: sizeOf('throttle', values.throttle, bytesOf),
    seed: wholeOf('seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    steps: wholeOf('steps', values.steps, 1, 1e12),
  };
}

// Pasted placements that are damaged, or that are none: read with their skips named, or refused, and soon.
//   RESHARD_LONG=1  20,000 damaged texts instead of 3,000
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { readWith } from '../../../web/systems/reading/read.js';
import { root } from '../../built.mjs';
import { randomNumbers } from '../../live/keys.mjs';
import { textsOf, treeReaders } from './cluster_texts.mjs';
import { noPlacements } from './no_placements.mjs';

const kTexts = process.env.RESHARD_LONG ? 20_000 : 3000;
const kLongest = 200_000;
const readers = await treeReaders();
const known = new Set([...readers.map(({ system }) => system), 'generic', 'nothing']);
const folders = readdirSync(new URL('tests/vectors/clusters/', root)).filter((name) => known.has(name));
const texts = folders.flatMap((system) =>
  textsOf(system).map(({ name, text }) => ({ name: `${system}/${name}`, text })),
);

const kOdd = [
  '${x}',
  '{{ x }}',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '-1',
  '99999999999999999999999999999999999999999999',
  '1e999',
  'NaN',
  '\u202e',
  '\u0000',
  '"',
  '\\',
  '',
  '{',
  ']',
  '# ',
  '`'.repeat(3),
  'ü'.repeat(300),
];

/** @param {string} text @param {(n: number) => number} below */
function damaged(text, below) {
  const lines = text.split('\n');
  const at = () => below(lines.length);
  const field = (/** @type {(word: string) => string} */ change) => {
    const row = at();
    const words = lines[row].split(/(\s+|[,:;|"[\]{}])/);
    const place = below(words.length);
    words[place] = change(words[place]);
    lines[row] = words.join('');
  };
  const other = () => lines[at()].split(/[\s,:;|]+/)[below(3)] ?? '';
  const ways = [
    () => lines.splice(at(), 1 + below(3)),
    () => lines.splice(at(), 0, lines[at()]),
    () => ([lines[at()], lines[at()]] = [lines[at()], lines[at()]]),
    () => (lines[at()] = lines[at()].slice(0, below(60))),
    () => (lines[at()] = lines[at()].replace(/\s+/g, ' ')),
    () => (lines[at()] = `${lines[at()]}${lines[at()]}`),
    () => lines.splice(at(), lines.length),
    () => field(() => kOdd[below(kOdd.length)]),
    () => field(other),
    () => field((word) => word.slice(0, below(word.length + 1))),
    () => field((word) => word.replace(/\d/, () => String(below(10)))),
    () => field((word) => word.replace(/./, () => String.fromCharCode(32 + below(95)))),
    () => lines.splice(at(), 0, kOdd[below(kOdd.length)]),
    () => lines.splice(0, lines.length, lines.join(' ')),
  ];
  for (let i = below(3); i >= 0; --i) {
    ways[below(10) > 0 ? below(ways.length - 1) : ways.length - 1]();
    if (lines.length === 0) lines.push('');
  }
  return below(6) === 0 ? lines.join('\n').slice(0, below(text.length)) : lines.join('\n');
}

/** Reads it; no more than a second a megabyte, and 300 ms for what is small. @param {string} text */
async function readSoon(text) {
  const began = process.cpuUsage();
  const reading = await readWith(readers, text);
  const { user } = process.cpuUsage(began);
  return { reading, soon: user < 3e5 + text.length };
}

/** What is wrong with an answer. @param {any} reading @param {string} text */
function faults(reading, text) {
  const last = text.split(/\r\n|\n|\r/).length;
  const isLine = (/** @type {unknown} */ line) => Number.isInteger(line) && Number(line) >= 0 && Number(line) <= last;
  if (reading.fits) return [];
  if (reading.refused) {
    const { line, why } = reading.refused;
    const bad = typeof why !== 'string' || why.length > 400 || /undefined|NaN|\[object|not a function/.test(why);
    return isLine(line) && (!bad || text.includes('NaN')) ? [] : [`line ${line}: ${why}`];
  }
  const { nodes, entries, skipped, cannot_know } = reading;
  const names = new Set(nodes.map((/** @type {any} */ node) => node.name));
  const strange = entries.rows.filter(
    (/** @type {any} */ { owner, id }) => typeof id !== 'string' || (owner !== null && !names.has(owner)),
  );
  return [
    ...(skipped.every((/** @type {any} */ { line, why }) => isLine(line) && why)
      ? []
      : ['a skip without line or reason']),
    ...(names.size === nodes.length && !names.has('') && !names.has(undefined) ? [] : [`names: ${[...names]}`]),
    ...(strange.length > 0 ? [`owners that are no nodes: ${JSON.stringify(strange[0])}`] : []),
    ...(cannot_know.every((/** @type {unknown} */ what) => typeof what === 'string') ? [] : ['cannot_know']),
  ];
}

test('400 texts of 200 kinds that are no placement are refused by all readers', async () => {
  const none = noPlacements(420, randomNumbers(47));
  const count = (/** @type {'kind' | 'text'} */ of) => new Set(none.map((one) => one[of])).size;
  expect([count('kind') >= 200, count('text') >= 400]).toEqual([true, true]);
  for (const { kind, text } of none) {
    const reading = /** @type {any} */ (await readWith(readers, text));
    expect([kind, reading.refused ?? reading]).toEqual([kind, { line: expect.any(Number), why: expect.any(String) }]);
  }
});

test(`${kTexts} damaged placements are read or refused, and soon`, { timeout: 600_000 }, async () => {
  const random = randomNumbers(48);
  const below = (/** @type {number} */ n) => random() % n;
  for (let round = 0; round < kTexts; ++round) {
    const { name, text: whole } = texts[round % texts.length];
    const text = damaged(whole, below);
    const of = `${round} ${name}: ${JSON.stringify(text).slice(0, 2000)}`;
    try {
      const { reading, soon } = await readSoon(text);
      expect([faults(reading, text), soon, of]).toEqual([[], true, of]);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new Error(`${of}: ${message}`, { cause: error });
    }
  }
});

test(`texts of ${kLongest} characters are read or refused soon`, { timeout: 600_000 }, async () => {
  const long = (/** @type {string} */ piece) => piece.repeat(Math.ceil(kLongest / piece.length)).slice(0, kLongest);
  const all = texts.filter(({ text }) => text !== '');
  const signs = [
    'a ',
    ' ',
    '1 ',
    '[',
    '{"a":',
    '"',
    ',',
    '|',
    '-',
    'a: ',
    '1.',
    ':',
    '10.0.0.1 ',
    '\t',
    '\\',
    '#',
    '1) ',
  ];
  const lines = (/** @type {string} */ line) => long(`${line.slice(0, 3000)}\n`);
  const many = [
    ...signs.flatMap((sign) => [long(sign), `${long(`a1${sign}`)}!`, lines(sign)]),
    ...all.flatMap(({ text }) => [long(text), long(text.replace(/\s+/g, ' ')), lines(text.split('\n').at(-2) ?? text)]),
  ];
  for (const [i, text] of many.entries()) {
    const { reading, soon } = await readSoon(text);
    const of = `${i} ${all[Math.floor((i - signs.length * 3) / 3)]?.name} ${JSON.stringify(text.slice(0, 60))}`;
    expect([faults(reading, text), soon, of]).toEqual([[], true, of]);
  }
});

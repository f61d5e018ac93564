// Configurations that are damaged: written with other nodes, of which each is read again, or refused in words.
//   RESHARD_LONG=1  20,000 damaged texts instead of 2,000
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { randomNumbers } from '../../live/keys.mjs';
import { Unreadable } from '../../../web/systems/reading/form.js';
import { placesOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { Asks, edited } from '../../../web/systems/edit/edit.js';
import { kMade } from './cluster_files.mjs';
import { treeReaders } from './cluster_texts.mjs';
/** @import {Json} from '../../types.d.ts' */

const kTexts = process.env.RESHARD_LONG ? 20_000 : 2000;
const kOdd = [
  '"',
  "'",
  '\\',
  '{',
  '}',
  ';',
  '#',
  ' ',
  '\n',
  '\t',
  '-',
  ':',
  '&a ',
  '*a',
  '!x ',
  '<<: ',
  '<!--',
  '-->',
  'ü',
  '$x',
  '1',
  '\r',
];
const readers = await treeReaders();
const systems = Object.entries(kMade).filter(([system]) => readers.some((one) => one.system === system));

/** @param {string} text @param {(most: number) => number} below */
function damaged(text, below) {
  let found = text;
  for (let i = 0; i < 1 + below(4); ++i) {
    const at = below(found.length);
    const cut = below(3) === 0 ? below(30) : 0;
    const lines = found.split('\n');
    if (below(4) === 0)
      found = [
        ...lines.slice(0, below(lines.length)),
        lines[below(lines.length)],
        ...lines.slice(below(lines.length)),
      ].join('\n');
    else found = found.slice(0, at) + kOdd[below(kOdd.length)] + found.slice(at + cut);
  }
  return found;
}

test('a damaged configuration is written with the nodes that were wanted, or refused in words', async () => {
  const next = randomNumbers(4242);
  const below = (/** @type {number} */ most) => next() % Math.max(1, most);
  const counts = { written: 0, refused: 0, unread: 0 };
  for (let i = 0; i < kTexts; ++i) {
    const [system, { make, name }] = systems[below(systems.length)];
    const { text: whole, choose } = make(below);
    const text = damaged(whole, below);
    const reading = /** @type {Json} */ (await readWith(readers, text, { choose }));
    if (!reading.nodes || reading.system !== system) {
      counts.unread += 1;
      continue;
    }
    const nodes = placesOf(reading).map(({ name: of, weight = 1, down = false }) => ({ name: of, weight, down }));
    if (below(3) > 0) nodes.splice(below(nodes.length), 1);
    if (nodes.length > 0) nodes[below(nodes.length)].weight += 1;
    nodes.splice(below(nodes.length + 1), 0, { name: name(below(1_000_000)), weight: 2, down: false });
    const about = `text ${i} of ${system}:\n${text}\n${JSON.stringify(nodes)}`;
    try {
      const asked = { choose: reading.choice ?? choose };
      const written = await edited(readers, text, asked, nodes);
      const again = /** @type {Json} */ (await readWith(readers, written.whole, asked));
      expect(again.strategy, about).toEqual(reading.strategy);
      expect(again.nodes.length, about).toBeGreaterThan(0);
      counts.written += 1;
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof Asks)) throw new Error(about, { cause: error });
      counts.refused += 1;
    }
  }
  expect(counts.written).toBeGreaterThan(kTexts / 20);
  expect(counts.refused).toBeGreaterThan(0);
});

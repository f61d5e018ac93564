// The programs of the five texts (texts.py): their rows are Reshard's, and their figures those that the texts print.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareOwners, loadCore, needs, ownersOf, root, run } from './programs.mjs';

const core = await loadCore();
const kPython = '/usr/bin/python3';

/** What one of the programs prints, with a seed of Python's hash. @param {string[]} words */
async function printed(...words) {
  const env = { ...process.env, PYTHONHASHSEED: '7' };
  const program = join(root, 'tests/live/texts.py');
  return JSON.parse((await run(kPython, [program, ...words], { env, maxBuffer: 1 << 28 })).stdout);
}

for (const [text, rows] of /** @type {[string, number][]} */ ([
  ['golubtsov', 14],
  ['jedis', 18],
])) {
  test(`the program of “${text}” and Reshard give each key one owner`, needs(kPython), async () => {
    const said = await printed(text);
    assert.equal(said.length, rows);
    for (const { input, keys: names, owners } of said) {
      const keys = names.map((/** @type {string} */ name) => Buffer.from(name));
      const what = `${text}, ${JSON.stringify({ ...input, nodes: input.nodes.length })}`;
      compareOwners(what, keys, ownersOf(core, input, keys), owners);
      const other = { ...input, nodes: [...input.nodes.slice(1), 'another'] }; // the control
      assert.throws(() => compareOwners(what, keys, ownersOf(core, other, keys), owners), /keys differ/);
    }
  });
}

// Least and most of 100 nodes, and how many items move to 101: the figures that the text prints.
const kPublished = [
  [9780, 10215, 990_214],
  [1, 659_651, 240_855],
  [2920, 27_557, 10_279],
];

test('the programs of “gholt” print the figures of their text, and Reshard has the same', needs(kPython), async () => {
  const said = await printed('gholt', '1000000');
  assert.deepEqual(
    said.map((/** @type {{counts: number[], moved: number}} */ { counts, moved }) => [
      Math.min(...counts),
      Math.max(...counts),
      moved,
    ]),
    kPublished,
  );
  for (const { strategy, counts, moved } of said) {
    const nodes = Array.from({ length: 100 }, (_, i) => String(i));
    const input = { ...strategy, nodes, keys: { kind: 'sequential', count: 1_000_000, prefix: '' } };
    const before = core.place(input);
    assert.deepEqual(before.counts, counts);
    assert.equal(core.compare(before, core.place({ ...input, log: [{ add: '100' }] })).moved.length, moved);
  }
});

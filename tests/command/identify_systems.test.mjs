// identify knows every strategy of the second build by its rows. Under Node, whose program has no sanitizers: each
// search tries all that Reshard has.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nodeScript, reshard } from './command.mjs';

// What strategies read: any text, numbers and not text, a routing with an id.
const kForms = [
  { columns: '1', owner: '2', keyOf: (/** @type {number} */ i) => `key-${i}` },
  { columns: '1', owner: '2', keyOf: (/** @type {number} */ i) => `${i * 37 + 11}` },
  { columns: '1,2', owner: '3', keyOf: (/** @type {number} */ i) => `routing-${i % 50}\tkey-${i}` },
];

const run = (/** @type {string[]} */ words, /** @type {string} */ input) =>
  reshard([nodeScript, ...words], input, {}, process.execPath);

/** 300 keys with their owners among nine nodes. @param {string} strategy */
async function placedBy(strategy) {
  for (const { columns, owner, keyOf } of kForms) {
    const keys = Array.from({ length: 300 }, (_, i) => `${keyOf(i)}\n`).join('');
    const link = `v=1&nodes=9&strategy=${strategy}`;
    const { code, text } = await run(['place', '--tsv', '-c', columns, '-l', link], keys);
    if (code === 0) return { rows: text, columns, owner };
  }
  throw new Error(`${strategy} reads none of these keys`);
}

const list = readFileSync(new URL('../../core/strategies/systems.def', import.meta.url), 'utf8');
const strategies = [...list.matchAll(/^STRATEGY\((\w+)/gm)].map(([, id]) => id);

for (const strategy of strategies) {
  test(`identify finds ${strategy} from 300 rows`, async () => {
    const { rows, columns, owner } = await placedBy(strategy);
    const { code, text, error } = await run(['identify', '--json', '--tsv', '-c', columns, '-w', owner], rows);
    assert.equal(code, 0, error);
    /** @type {{fits: {strategy: string, share: number}[]}} */
    const { fits } = JSON.parse(text);
    const whole = fits.filter(({ share }) => share === 1).map((fit) => fit.strategy);
    assert.ok(whole.includes(strategy), `found ${whole.join(', ')}`);
  });
}

// What was counted on nodes, dealt out to their entries.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { dealtOut } from '../../../web/dialogs/rebalance/dealt_out.js';

/** @param {[id: string, owner: ?string][]} rows */
const reading = (...rows) => ({
  ...{ system: 'rows', form: 'page', nodes: [{ name: 'a' }, { name: 'b' }], skipped: [], cannot_know: [] },
  entries: {
    kind: 'slots',
    rows: rows.map(([id, owner]) => ({ id, owner, replicas: /** @type {string[]} */ ([]), rows: 1 })),
  },
});

/** @param {Partial<import('../../../web/dialogs/own_data/counts_rules.js').Counts>} more */
const counts = (more) => ({
  ...{ records: 0n, strategy: 'table', link: '', nobody: 0n, flows: null, nodes: [] },
  ...{ added: /** @type {('bytes' | 'requests')[]} */ ([]), ...more },
});

const node = (/** @type {string} */ name, /** @type {object} */ after) => ({
  ...{ name, after: { keys: 0n, ...after }, weight: 1, before: null, weightBefore: null },
});

test('entries of a node get equal parts of its counts, which add up, in the order that they had', () => {
  const dealt = dealtOut(
    /** @type {any} */ (reading(['0', 'a'], ['1', 'b'], ['2', 'a'], ['3', 'a'])),
    counts({ nodes: [node('a', { keys: 11n, bytes: 300n }), node('b', { keys: 7n, bytes: 5n })], added: ['bytes'] }),
  );
  expect(dealt.entries.rows.map(({ id, rows, bytes }) => [id, rows, bytes])).toEqual([
    ['0', 4, 100],
    ['1', 7, 5],
    ['2', 4, 100],
    ['3', 3, 100],
  ]);
});

test('an entry whose node was not counted, or that has none, stays as it was', () => {
  const dealt = dealtOut(
    /** @type {any} */ (reading(['0', 'a'], ['1', null], ['2', 'c'])),
    counts({ nodes: [node('a', { keys: 6n })] }),
  );
  expect(dealt.entries.rows.map(({ rows }) => rows)).toEqual([6, 1, 1]);
});

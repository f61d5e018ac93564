// Why the runbook and Migrate show another share than the page's timeline.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';

const { rebalanceWords, sampleWords, stepsOf } = await fromTree('web/dialogs/migrate/page_steps.js');
const { movedUpTo } = await fromTree('web/text_view/timeline.js');

// 3 to 4 to 5 masters: a quarter of 100,000 keys, then a fifth. At once: two of five masters' slots.
const kTwice = {
  ...{ count: 2, share: 0.45, keys: 100_000, strategy: 'redis_slots', before: 3 },
  ...{ added: ['d', 'e'], removed: [] },
};
const kPlan = { before: 3, added: 2, drained: /** @type {?string[]} */ ([]), share: 0.4 };

test('a rebalance beside several steps, or one, of the same nodes says both shares', () => {
  expect(rebalanceWords(kTwice, kPlan)).toBe(
    'In one rebalance 40.0% of the slots move; in 2 steps, as on the page, 45.0% of its keys.',
  );
  expect(
    rebalanceWords({ ...kTwice, count: 1, added: ['d'], share: 0.2493 }, { ...kPlan, added: 1, share: 0.25 }),
  ).toBe('25.0% of the slots move, and with them 24.9% of the page’s keys.');
});

test('nothing is said of the same share, of other nodes, of another strategy and of what is not measured', () => {
  for (const [steps, plan] of [
    [{ ...kTwice, share: 0.40004 }, kPlan],
    [kTwice, { ...kPlan, added: 3 }],
    [kTwice, { ...kPlan, before: 4 }],
    [kTwice, { ...kPlan, drained: ['a'] }],
    [
      { ...kTwice, removed: ['b'] },
      { ...kPlan, drained: ['a'] },
    ],
    [{ ...kTwice, strategy: 'ring' }, kPlan],
    [null, kPlan],
  ])
    expect(rebalanceWords(steps, plan)).toBe('');
  // The control: the same master leaves; or nobody knows which, only that one does.
  for (const drained of [['b'], [null]])
    expect(rebalanceWords({ ...kTwice, removed: ['b'] }, { ...kPlan, drained })).not.toBe('');
});

test('a sample that moves another share than the page says both', () => {
  expect(sampleWords(kTwice, { moved: 8020, keys: 20_000 })).toBe(
    'Of this sample of 20,000 keys, 40.1% move at once; in 2 steps, as on the page, 45.0%.',
  );
  expect(sampleWords({ ...kTwice, count: 1, share: 0.1715 }, { moved: 3_420, keys: 20_000 })).toBe(
    'Of this sample of 20,000 keys, 17.1% move; of the page’s 100,000, 17.2%.',
  );
  expect(sampleWords(kTwice, { moved: 9000, keys: 20_000 })).toBe('');
  expect(sampleWords(null, { moved: 9000, keys: 20_000 })).toBe('');
});

test('the page’s moves since its initial state are summed, and unknown until all are measured', () => {
  const cost = (/** @type {number} */ moved, kind = 'move') => ({
    ...{ kind, keys: 1000, costs: [{ strategy: 'redis_slots', moved }] },
  });
  const pageOf = (/** @type {any[]} */ steps, at = steps.length) => ({
    bridge: {
      read: (/** @type {string} */ what) =>
        what === 'timeline'
          ? { at, steps: [{ title: '', kind: 'start' }, ...steps], branches: /** @type {string[]} */ ([]) }
          : { nodes: ['a', { name: 'b' }] },
    },
    state: () => ({ nodes: [{ name: 'b' }, { name: 'c' }] }),
  });
  expect(stepsOf(pageOf([cost(500), cost(250)]))).toEqual({
    ...{ count: 2, share: 0.75, keys: 1000, strategy: 'redis_slots', before: 2, added: ['c'], removed: ['a'] },
  });
  expect(stepsOf(pageOf([cost(500), cost(250)], 1)).share).toBe(0.5);
  expect(stepsOf(pageOf([cost(500), { kind: 'move', keys: 1000, costs: [] }]))).toBe(null);
  expect(stepsOf(pageOf([cost(500), cost(0, 'compared'), cost(250)]))).toMatchObject({ count: 2, share: 0.75 });
  expect(stepsOf(pageOf([cost(500), cost(900, 'start'), cost(250)]))).toMatchObject({ count: 1, share: 0.25 });
  expect(stepsOf(pageOf([cost(500), cost(900, 'setup'), cost(250)]))).toBe(null);
  expect(stepsOf(pageOf([]))).toBe(null);
  const page = pageOf([cost(900), cost(100, 'start'), cost(0, 'compared'), cost(250), cost(300)], 4);
  const { at, steps } = page.bridge.read('timeline');
  expect(stepsOf(page).share).toBe(movedUpTo(steps, at));
});

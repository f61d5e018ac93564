// The sentences of “Rebalance”.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  amountText,
  boundOf,
  durationText,
  headlineOf,
  keylessText,
  noteText,
} from '../../../web/dialogs/rebalance/sentence.js';
import { contradictionText, obstaclesText, reasonText } from '../../../web/dialogs/rebalance/reasons.js';
import { changedText, handIds } from '../../../web/dialogs/rebalance/changed.js';
import { useTable } from '../../../web/text/language.js';
import { titleOfAll } from '../../../web/dialogs/rebalance/scope.js';
import { kUsual } from '../../../web/dialogs/rebalance/wish.js';
/** @import {Move} from '../../../web/dialogs/rebalance/replay.js' */
/** @import {Told} from '../../../web/dialogs/rebalance/sentence.js' */

const point = (/** @type {number} */ moves, /** @type {number} */ bytes, /** @type {number} */ worst, excess = 0) => ({
  ...{ moves, bytes, worst, excess, stops: true },
});
/** @type {Told} */
const told = {
  curve: [point(0, 0, 1.62, 9), point(1, 112e9, 1.2, 4), point(2, 212e9, 1.04)],
  ...{
    stop: 2,
    entries: 512,
    moved: 2,
    empties: false,
    kind: 'shards',
    unit: 'bytes',
    seconds: 11_400,
    rate: 20e6,
    limit: 1.1,
  },
  ...{ now: 9, left: 0, found: true, impossible: false, proven: false, plain: true, bound: 205e9 },
};

test('the sentence of a plan', () => {
  assert.equal(
    headlineOf(told),
    'Move 2 of 512 shards, 212 GB, 3 h 10 min at 20 MB/s: the busiest node falls from 1.62 to 1.04 times its share.',
  );
  assert.equal(
    headlineOf({ ...told, stop: 1, moved: 1, seconds: 5600 }),
    'The first 1 of 2 moves, 112 GB, 1 h 33 min at 20 MB/s: the busiest node falls from 1.62 to 1.20 times its share.',
  );
  const keys = {
    ...told,
    curve: [point(0, 0, 1, 5), point(1, 1200, 1.5)],
    ...{ stop: 1, moved: 1 },
    unit: /** @type {const} */ ('keys'),
    ...{ kind: 'slots', entries: 16_384 },
  };
  assert.equal(
    headlineOf({ ...keys, seconds: null }),
    'Move 1 of 16,384 slots, 1,200 keys: the busiest node rises from 1.00 to 1.50 times its share.',
  );
  assert.equal(
    headlineOf({ ...keys, seconds: 240, rate: 5, nights: 2, nightly: true }),
    'Move 1 of 16,384 slots, 1,200 keys, 4 min 0 s at 5 keys per second, in 2 nights: ' +
      'the busiest node rises from 1.00 to 1.50 times its share.',
  );
  assert.equal(
    headlineOf({
      ...{ ...told, unit: 'entries', seconds: null, curve: [point(0, 0, 1, 5), point(1, 1, 1)] },
      ...{ stop: 1, moved: 1, entries: 1, kind: '' },
    }),
    'Move 1 of 1 entry: the busiest node stays at 1.00 times its share.',
  );
  assert.equal(
    headlineOf({ ...told, moved: 1, seconds: null }),
    'Move 1 of 512 shards in 2 moves, 212 GB: the busiest node falls from 1.62 to 1.04 times its share.',
  );
  assert.equal(
    headlineOf({ ...told, empties: true, seconds: null }),
    'Move 2 of 512 shards, 212 GB: the busiest of the nodes that stay then bears 1.04 times its share.',
  );
});

test('where there is nothing to do, or nothing can be done', () => {
  assert.equal(
    headlineOf({ ...told, stop: 0, now: 0, curve: [point(0, 0, 1.04)] }),
    'Nothing has to move: the busiest node bears 1.04 times its share, and 1.10 is allowed.',
  );
  assert.equal(
    headlineOf({ ...told, stop: 0, curve: [point(0, 0, 1.4, 3)] }),
    'No move helps: the busiest node bears 1.40 times its share.',
  );
  assert.equal(headlineOf({ ...told, found: false, impossible: true }), 'No plan keeps the rules.');
  assert.equal(headlineOf({ ...told, found: false }), 'No plan was found that keeps the rules.');
});

test('what no plan can do without', () => {
  assert.equal(boundOf(told), 'No plan that brings every node within its limit can do with less than 205 GB.');
  assert.equal(boundOf({ ...told, bound: 212e9 }), 'It is proven that no plan moves less.');
  assert.equal(boundOf({ ...told, proven: true }), 'It is proven that no plan moves less.');
  assert.equal(
    boundOf({ ...told, proven: true, plain: false }),
    'It is proven that no plan costs less. No plan that brings every node within its limit can do with less than 205 GB.',
  );
  assert.equal(boundOf({ ...told, curve: [point(0, 0, 1)], stop: 0 }), '');
  const left = { ...told, curve: [point(0, 0, 2, 9), point(1, 1, 1.5, 3)], stop: 1, left: 3 };
  assert.match(boundOf(left), /^This does not bring every node within its limit\./);
  assert.match(boundOf({ ...left, proven: true }), /^No plan brings every node within its limit\./);
});

test('times of two units', () => {
  const texts = [0.2, 1, 59.4, 61, 599, 600, 3599, 3600, 11_400, 86_399, 90_000, 200_000].map(durationText);
  assert.deepEqual(texts, [
    ...['less than 1 s', '1 s', '59 s', '1 min 1 s', '9 min 59 s', '10 min', '1 h 0 min', '1 h 0 min'],
    ...['3 h 10 min', '1 d 0 h', '1 d 1 h', '2 d 8 h'],
  ]);
});

test('why a move is there', () => {
  const of = /** @type {const} */ ({ by: 'requests', unit: 'bytes', kind: 'shards' });
  const why = (/** @type {[string, string, ...(string | number)[]]} */ ...reason) => reasonText(reason, of);
  assert.equal(why('over', 'n1', 'load', 1500), 'n1 is 1,500 requests above its limit');
  assert.equal(why('below', 'n1', 'load', 1), 'n1 is 1 request below what it has to bear');
  assert.equal(why('drained', 'n1'), 'n1 is to be emptied');
  assert.equal(why('disk', 'n1', 2e9), 'the disk of n1 is 2.00 GB too full');
  assert.equal(why('room', 'n1', 4), 'makes room for move 5');
  assert.equal(why('room', 'n1'), '');
  assert.equal(why('detour', 'n1', 4, 6), 'makes room for move 5, and goes on by move 7');
  assert.equal(why('onward', 'n1', 0), 'goes on after move 1');
  assert.equal(why('unheard-of', 'n1'), '');
  assert.equal(reasonText(undefined, of), '');
});

test('why there is no plan, and what would help', () => {
  const of = /** @type {const} */ ({ by: 'bytes', unit: 'bytes', kind: 'shards' });
  const plan = /** @type {any} */ ({
    why: {
      conditions: [
        { what: 'drained', node: 'n1' },
        { what: 'pinned', entry: 's7' },
        { what: 'disks', count: 5e9 },
      ],
      remedies: [
        { what: 'keep_node', node: 'n1' },
        { what: 'unpin', entry: 's7' },
        { what: 'add_nodes', count: 2 },
      ],
      smallest: true,
    },
  });
  assert.equal(
    contradictionText(plan, of),
    'These contradict each other: n1 has to end empty; Shard s7 has to stay; all disks together have 5.00 GB. ' +
      'Any one of these would help: do not empty n1; let s7 move; add 2 nodes.',
  );
  assert.equal(contradictionText(/** @type {any} */ ({}), of), '');
  assert.equal(
    contradictionText(/** @type {any} */ ({ missing: ['n2', 7e6] }), of),
    'The moves block each other: 7.00 MB of free space on n2 would do.',
  );
  const obstacles = [
    { what: 'hot_entry', entry: 's7' },
    { what: 'large_entries', count: 1 },
    { what: 'pinned_load', node: 'a', count: 9 },
  ];
  assert.equal(
    obstaclesText(/** @type {any} */ ({ obstacles }), of),
    'Shard s7 alone bears more than any node may: only splitting it would help. ' +
      'The largest need nodes of their own, and 1 of them has none. What has to stay on a is 9 B above its limit.',
  );
});

test('amounts, and what was left out', () => {
  assert.equal(amountText(1, 'count'), '1 entry');
  assert.equal(amountText(999, 'bytes'), '999 B');
  assert.equal(amountText(999, 'network'), '999 B');
  assert.equal(amountText(2, 'count', 'slots'), '2 slots');
  assert.deepEqual(
    [0, 40, 350_000, 3_530_000, 7_200_000_000].map((cpu) => amountText(cpu, 'cpu')),
    ['0 s', '0.04 ms', '350 ms', '3.53 s', '2 h 0 min'].map((time) => `${time} of CPU time`),
  );
  assert.equal(
    noteText({ what: 'no_size', count: 7, names: ['a', 'b'] }, 'slots'),
    '7 slots stay in place, as the text has no figures of them: a, b…',
  );
  assert.equal(
    noteText({ what: 'no_owner', count: 1, names: ['4'] }, 'partitions'),
    '1 partition is left out, as no node has it: 4',
  );
  assert.equal(
    keylessText(1, ''),
    '1 entry is left out, as no key of the page is in it: the page knows owners by keys',
  );
});

test('after a choice by hand, what else is different', () => {
  const before = /** @type {Move[]} */ ([
    ['s1', 'a', 'b'],
    ['s2', 'a', 'c'],
    ['s3', 'a', 'b'],
  ]);
  const after = /** @type {Move[]} */ ([
    ['s2', 'a', 'b'],
    ['s4', 'a', 'c'],
  ]);
  assert.equal(
    changedText(before, after, ['s1']),
    '3 other moves have changed, too: s2 now moves a → b, not a → c; s3 stays; s4 now moves, a → c.',
  );
  assert.equal(changedText(before, before.slice(1), ['s1']), 'No other move has changed.');
  assert.deepEqual(handIds(kUsual, { ...kUsual, pin: ['s1'] }), ['s1']);
  assert.deepEqual(handIds({ ...kUsual, forced: [['s1', 'a', 'b']] }, { ...kUsual, forced: [['s1', 'a', 'c']] }), [
    's1',
  ]);
  assert.equal(handIds(kUsual, { ...kUsual, pin: ['s1'], limit: 5 }), null);
  assert.equal(handIds(kUsual, kUsual), null);
});

test('all topics together have a title of their own', () => {
  const one = /** @type {any} */ ({ choices: ['orders', 'audit'] });
  const rows = [{}, {}, {}];
  const all = /** @type {any} */ ({ system: 'kafka', nodes: [{}], entries: { kind: 'partitions', rows } });
  assert.equal(titleOfAll(one, all), 'Kafka, all 2 topics: 1 broker, 3 partitions');
});

test('Russian has each number in the case that its noun needs', () => {
  const words = JSON.parse(readFileSync(new URL('../../../assets/words/ru.json', import.meta.url), 'utf8'));
  useTable('ru', words);
  try {
    const curve = [point(0, 0, 1.71, 9), point(41, 179_484, 1.1)];
    const slots = {
      ...told,
      curve,
      stop: 41,
      moved: 41,
      entries: 16_384,
      kind: 'slots',
      unit: /** @type {const} */ ('keys'),
      seconds: /** @type {?number} */ (null),
    };
    const plain = (/** @type {string} */ text) => text.replaceAll('\u202f', ' ');
    // One point for all moves: the sentence is about the last one.
    assert.equal(
      plain(headlineOf({ ...slots, curve: [...Array(41).fill(curve[0]), curve[1]] })),
      'Перенесите 41 из 16 384 слотов, 179 484 ключа: на самом нагруженном узле станет 1,10 от его доли вместо 1,71.',
    );
    assert.match(plain(boundOf({ ...slots, bound: 179_483 })), /нужно перенести минимум 179 483 ключа\.$/);
    const none = { what: /** @type {const} */ ('no_owner'), count: 1, names: ['4'] };
    assert.equal(noteText(none, 'partitions'), '1 партиция без владельца, в план не входит: 4');
    assert.equal(noteText({ ...none, count: 2 }, 'slots'), '2 слота без владельца, в план не входят: 4…');
  } finally {
    useTable('en', {});
  }
});

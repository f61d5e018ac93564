// What Migrate says of a run, from results made by hand: nothing that failed is left out of the sentence or of the
// errors.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
import './moves.mjs';
/** @import {Json} from '../../types.d.ts' */

const { unservedOf, verdict } = await fromTree('web/dialogs/migrate/sentence.js');
const { Film } = await fromTree('web/dialogs/migrate/film.js');
const { Axis, outcomes } = await fromTree('web/dialogs/migrate/axis.js');

const none = {
  requests: 60_000,
  right: 60_000,
  stale: 0,
  missed: 0,
  returned: 0,
  failed: 0,
  overdue: 0,
  refused: 0,
  redirected: 0,
  waited: 0,
  fromStore: 0,
  lostWrites: 0,
  returnedDeletes: 0,
  wrongOrder: 0,
  movedKeys: 3306,
  durationMs: 2100,
  finished: true,
  oldOnly: 0,
  bothAlike: 0,
  bothDiffer: 0,
};
const said = (/** @type {Json} */ totals, baseline = {}, move = {}, p99Us = [0, 500, 700]) =>
  verdict(
    {
      totals: { ...none, ...totals },
      baseline: { ...none, ...baseline },
      nodes: ['a', 'b'],
      series: { p99Us },
      counts: { before: [12_000, 8000], after: [8694, 11_306], in: [0, 3306], out: [3306, 0] },
    },
    { protocol: 'double_write', ...move },
  );

test('a move without a fault is told with the keys of its model, in which it takes so long', () => {
  expect(said({})).toMatchObject({
    bad: false,
    said: 'Dual write (Stripe): no write is lost and no read is wrong. In this model of 20,000 keys, 3,306 keys move in 2.1 s.',
    advice: '',
  });
});

test('requests that gave up are in the sentence, although as many give up without the move', () => {
  const { bad, said: words, advice } = said({ failed: 9985, right: 50_015 }, { failed: 9990, right: 50_010 });
  expect(words).toBe(
    'Dual write (Stripe): no write is lost and no read is wrong, but 9,985 of 60,000 requests gave up (without the move: 9,990). In this model of 20,000 keys, 3,306 keys move in 2.1 s.',
  );
  expect({ bad, advice }).toEqual({ bad: true, advice: '' });
});

test('requests that waited beyond their time-out are in the sentence, with the time-out', () => {
  expect(said({ overdue: 1234, waited: 1300 }).said).toBe(
    'Dual write (Stripe): no write is lost and no read is wrong, ' +
      'but 1,234 of 60,000 requests waited more than 1 s for their answer. ' +
      'In this model of 20,000 keys, 3,306 keys move in 2.1 s. 1,300 requests had to wait.',
  );
  expect(said({ overdue: 1 }, {}, { timeout_us: 250_000 }).said).toContain(
    'but 1 of 60,000 requests waited more than 250 ms for its answer.',
  );
});

test('latency that rises to seconds is in the sentence, unless it was there before or time-outs tell it', () => {
  const slow = [0, 1500, 2000, 5_242_880, 1500],
    words = 'At worst one request in a hundred took 5.2 s or more; at the beginning it was 1.5 ms.';
  expect(said({ waited: 3 }, {}, {}, slow).said).toContain(`3 requests had to wait. ${words}`);
  expect(said({ overdue: 9 }, {}, {}, slow).said).not.toContain('At worst');
  expect(said({}, {}, {}, [900_000, 5_242_880]).said).not.toContain('At worst');
  expect(said({}, {}, {}, [500, 900_000]).said).not.toContain('At worst');
});

test('requests without any answer are counted from what the others got', () => {
  const totals = { right: 59_000, failed: 600, stale: 150, missed: 50, returned: 10 };
  expect(unservedOf({ totals: { ...none, ...totals }, baseline: none }).open).toEqual([190, 0]);
  expect(said(totals).said).toContain(
    '600 of 60,000 requests gave up, and 190 of 60,000 requests never got an answer.',
  );
});

test('what failed, waited or was refused is told beside lost writes, too', () => {
  const { said: words } = said({ lostWrites: 12, failed: 7, right: 59_993, refused: 40, waited: 30 });
  expect(words).toBe(
    'Dual write (Stripe): acknowledged writes of 12 keys are lost. 7 of 60,000 requests gave up. 30 requests had to wait. Nodes refused 40 requests, which were sent again.',
  );
});

test('every other ending tells them as well: a move that waits forever, one that is rolled back, values that expire, shards that grow', () => {
  const failed = { failed: 7, right: 59_993 };
  expect(said({ ...failed, finished: false }).said).toContain(
    'It waits for something that never comes. 7 of 60,000 requests gave up.',
  );
  expect(said(failed, {}, { turn_back_in: 1 }).said).toBe(
    'Rolled back after 2.1 s: no write is lost and no read is wrong, but 7 of 60,000 requests gave up.',
  );
  expect(said(failed, {}, { protocol: 'expire' }).said).toContain(
    'but 7 of 60,000 requests gave up. Nothing is copied, and in this model everything is done after 2.1 s.',
  );
  expect(said({ ...failed, evenAtMs: null }, {}, { grow: 3 }).said).toContain(
    'still hold fewer rows. 7 of 60,000 requests gave up.',
  );
});

test('what a fault harms with or without the move is not denied', () => {
  expect(said({ lostWrites: 500, forgottenKeys: 700, lostByFault: 500 }, { lostWrites: 520 }).said).toMatch(
    new RegExp(
      '^Dual write \\(Stripe\\): the move itself loses no write and makes no read wrong\\. ' +
        '.* acknowledged writes of 500 are lost by that',
    ),
  );
});

const counts = (/** @type {Record<number, number>} */ at) => [0, 1, 2, 3].map((i) => at[i] ?? 0);
/** @returns {Json} */
const resultWith = (/** @type {object} */ series) => ({
  nodes: ['a'],
  totals: { finished: true, durationMs: 100 },
  series: {
    widthMs: 100,
    ...Object.fromEntries(outcomes().map((/** @type {string[]} */ [key]) => [key, counts({})])),
    medianUs: counts({}),
    p99Us: counts({}),
    copied: counts({}),
    nodeRequests: [counts({})],
    ...series,
  },
  film: {
    phases: ['start'],
    units: 1,
    holders: 1,
    stride: 1,
    startUs: 0,
    announced: [],
    heard: [],
    copies: [],
    held: [],
    legs: [],
    lost: [],
    marks: [],
  },
});

test('the lane “Errors” counts what gave up and what came too late, and the next problem is found there', () => {
  const film = new Film(
    resultWith({ stale: counts({ 0: 2 }), failed: counts({ 1: 30, 2: 5 }), overdue: counts({ 3: 4 }) }),
  );
  expect(film.wrongInPart).toEqual([2, 30, 5, 4]);
  const svg = new Axis(film, 800, film.end, ['wrong']).svg('');
  expect(svg).toContain('>41</text>');
  expect(svg.match(/class="mark"/g).length).toBe(4);
  expect([film.problemAfter(-1), film.problemAfter(100), film.problemAfter(200), film.problemAfter(300)]).toEqual([
    100,
    200,
    300,
    Infinity,
  ]);
  expect(film.wrongBy(400)).toMatchObject({ failed: 35, overdue: 4 });
});

test('the table of numbers, which is also the CSV, has a column for each', () => {
  const words = outcomes().map((/** @type {string[]} */ [, text]) => text);
  for (const text of ['waited', 'refused', 'gave up', 'answered too late']) expect(words).toContain(text);
});

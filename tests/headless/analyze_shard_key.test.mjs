// The example for analyzeShardKey in MongoDB's manual: posts of a social network, with the counts that it prints
// (cardinality, frequency, sampled reads and writes of seven days). Its monotonicity depends on rows that it doesn't
// print: here the rows have an order of our own, and only the class is compared (0.7 and more is monotonic).
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { built } from '../built.mjs';
/** @import {CandidateJudgement, TemplateInput} from '../../web/headless/reshard-profile.d.ts' */
/** @import {Json} from '../types.d.ts' */

const { loadProfiler } = await built('reshard-profile.mjs');
const profiler = await loadProfiler();

const kDocuments = 9039;
/** @type {{distinct: number, top: [string, number][]}} */
const kLastNames = {
  distinct: 30,
  top: [
    ['Smith', 1013],
    ['Johnson', 984],
    ['Jones', 962],
    ['Brown', 925],
    ['Davies', 852],
  ],
};
/** @type {{distinct: number, top: [string, number][]}} */
const kUsers = {
  distinct: 1495,
  top: [
    ['aadc3943-9402-4072-aae6-ad551359c596', 15],
    ['681abd2b-7a27-490c-b712-e544346f8d07', 14],
    ['714cb722-aa27-420a-8d63-0d5db962390d', 14],
    ['019a4118-b0d3-41d5-9c0a-764338b7e9d1', 14],
    ['b9c9fbea-3c12-41aa-bc69-eb316047a790', 14],
  ],
};

/**
 * As many values as the manual counts: the commonest as often, the others as evenly as possible, spread over the rows.
 * @param {{distinct: number, top: [string, number][]}} counted
 * @param {number} step
 */
function column({ distinct, top }, step) {
  const rest = distinct - top.length,
    left = kDocuments - top.reduce((sum, [, count]) => sum + count, 0);
  /** @type {[string, number][]} */
  const counts = [
    ...top,
    ...Array.from(
      { length: rest },
      (_, i) => /** @type {[string, number]} */ ([`other-${i}`, Math.floor(left / rest) + (i < left % rest ? 1 : 0)]),
    ),
  ];
  const sorted = counts.flatMap(([value, count]) => Array(count).fill(value)),
    spread = Array(kDocuments);
  sorted.forEach((value, i) => {
    spread[(i * step) % kDocuments] = value;
  }); // 9039 = 3 · 23 · 131: a step coprime to it reaches every row
  return spread;
}

const kColumns = ['userId', 'lastName', 'date'];
const kFilter = [{ column: 'post.userId' }, { column: 'post.lastName' }];
const kRange = [{ column: 'post.date' }];
// Reads of one user and of the five whom someone follows (an $or over their ids), and the three writes: each as often
// as sampled.
/** @type {Record<string, number>} */
const kSampled = { profile: 30_682, feed: 30_681, findAndModify: 11_458, update: 30_680, delete: 7_500 };
/** @type {TemplateInput[]} */
const kTemplates = [
  { id: 'profile', kind: 'select', equal: kFilter },
  { id: 'feed', kind: 'select', equal: kFilter.map((one) => ({ ...one, values: 5 })), ranges: kRange },
  { id: 'findAndModify', kind: 'update', equal: [...kFilter, { column: 'post.date' }], sets: ['post.date'] },
  { id: 'update', kind: 'update', equal: kFilter, ranges: kRange, sets: ['post.date'] },
  { id: 'delete', kind: 'delete', equal: kFilter, ranges: kRange },
].map((/** @type {Json} */ template) => ({
  tables: [{ name: 'post' }],
  perSecond: kSampled[template.id],
  ...template,
}));
const kReads = ['profile', 'feed'],
  kWrites = ['findAndModify', 'update', 'delete'];

function profiled() {
  const columns = [
    column(kUsers, 5000),
    column(kLastNames, 2000),
    Array.from({ length: kDocuments }, (_, row) => new Date(Date.UTC(2024, 0, 1) + row * 60_000).toISOString()),
  ];
  const open = profiler.open({
    columns: kColumns,
    candidates: kColumns,
    time: 'date',
    top: 5,
    shards: { strategy: 'jump', nodes: /** @type {Json} */ (30) },
  });
  for (let first = 0; first < kDocuments; first += 1000)
    open.push(columns.map((values) => values.slice(first, first + 1000)));
  return open.finish();
}

/**
 * The percentages of the manual: which of the given queries ask one shard, several, or all.
 * @param {CandidateJudgement} judged
 * @param {string[]} ids
 */
function percentages(judged, ids) {
  const own = judged.templates.filter(({ id }) => ids.includes(id)),
    sum = (/** @type {{perSecond: number}[]} */ list) => list.reduce((all, { perSecond }) => all + perSecond, 0);
  return ['one', 'some', 'all'].map((asks) => (100 * sum(own.filter((template) => template.asks === asks))) / sum(own));
}

test('cardinality and frequency are those of MongoDB’s example; dates are monotonic, names and users are not', () => {
  const profile = profiled();
  expect(profile.rows).toBe(9039);
  const [user, name, date] = profile.candidates;
  expect(user.distinct.value).toBe(1495);
  expect(user.top.map(({ count }) => count)).toEqual([15, 14, 14, 14, 14]);
  expect(user.top[0].value).toBe('aadc3943-9402-4072-aae6-ad551359c596');
  expect(user.rank.monotonic).toBe('no');
  expect(name.distinct.value).toBe(30);
  expect(name.top.map(({ value, count }) => [value, count])).toEqual(kLastNames.top);
  expect(name.rank.monotonic).toBe('no');
  expect(date.distinct.value).toBe(9039); // isUnique
  expect(date.rank.monotonic).toBe('increasing');
});

test('under a user or a name half of the reads ask one shard and half several, as MongoDB sampled, and every write one', () => {
  const { candidates } = profiler.judge({ profile: profiled(), templates: kTemplates, table: 'post' });
  for (const id of ['userId', 'lastName']) {
    const judged = candidates.find((one) => one.id === id);
    const [one, some, all] = percentages(judged, kReads);
    expect(one, id).toBeCloseTo(50.0008148233, 9);
    expect(some, id).toBeCloseTo(49.9991851768, 9);
    expect(all, id).toBe(0);
    expect(percentages(judged, kWrites), id).toEqual([100, 0, 0]);
    expect(judged.keyUpdates, id).toBe(0);
  }
});

test('under a hashed date only findAndModify knows its shard, and both it and the update change the key', () => {
  const { candidates } = profiler.judge({ profile: profiled(), templates: kTemplates, table: 'post' });
  const judged = candidates.find(({ id }) => id === 'date');
  expect(percentages(judged, kReads)).toEqual([0, 0, 100]);
  const writes = 11_458 + 30_680 + 7_500;
  expect(percentages(judged, kWrites)).toEqual([(100 * 11_458) / writes, 0, (100 * (30_680 + 7_500)) / writes]);
  expect(judged.keyUpdates).toBe(11_458 + 30_680); // percentageOfShardKeyUpdates
});

// The values of a key that the playground gets: all of them, or a sample that does not prefer those that come often.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { DistinctValues } from '../../../web/dialogs/sharding_key/distinct_values.js';

const linesOf = async ({ text }) => (await text.text()).split('\n').slice(0, -1);

test('values that fit are all there, each once, in the order in which they came', async () => {
  const values = new DistinctValues({ keys: 5, bytes: 100 });
  for (const value of ['b', 'a', 'b', 'ключ', 'a', 'two\nlines', 'c']) values.add(value);
  const result = values.result();
  expect(await linesOf(result)).toEqual(['b', 'a', 'ключ', 'c']);
  expect(result).toMatchObject({ keys: 4, share: 1, skipped: 1 });
});

test('of more values than fit a half, a quarter, … stays, and frequent ones are not preferred', async () => {
  const values = new DistinctValues({ keys: 3000, bytes: 1e9 });
  // The even ones come ten times as often.
  for (let i = 0; i < 20_000; ++i) for (let times = i % 2 === 0 ? 10 : 1; times > 0; --times) values.add(`user-${i}`);
  const result = values.result(), kept = (await linesOf(result)).map((text) => Number(text.slice(5)));
  expect(result.share).toBe(1 / 8);
  // 2,500 of 20,000 are expected, with a standard deviation of sqrt(20,000 · 1/8 · 7/8) = 47; of the even ones among them half.
  expect(Math.abs(kept.length - 2500)).toBeLessThan(4 * 47);
  const even = kept.filter((i) => i % 2 === 0).length;
  expect(Math.abs(even - kept.length / 2)).toBeLessThan(4 * Math.sqrt(kept.length / 4));
  // The control: the first rows instead of a sample by hash would be far from that.
  expect(Math.abs(2500 - 10 * 2500 / 11)).toBeGreaterThan(4 * 25);
});

test('the limit of bytes counts UTF-8 and line breaks', async () => {
  const values = new DistinctValues({ keys: 1e6, bytes: 1000 });
  for (let i = 0; i < 500; ++i) values.add(`ключ-${i}`);
  const { text } = values.result();
  expect(text.size).toBeLessThanOrEqual(1000);
  expect(text.size).toBeGreaterThan(250);
});

// The values of a key that the playground gets: all of them, or a sample that does not favour frequent ones.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { DistinctValues } from '../../../web/dialogs/sharding_key/distinct_values.js';

/** One line per value: [value, its rows]. @returns {Promise<string[][]>} */
const linesOf = async (/** @type {{text: Blob}} */ { text }) =>
  (await text.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\x1f'));

test('all values are kept if they fit, each with its rows, in the order of arrival', async () => {
  const values = new DistinctValues({ keys: 5, bytes: 100 });
  for (const value of ['b', 'a', 'b', 'ключ', 'a', 'two\nlines', 'c']) values.add(value);
  const result = values.result();
  expect(await linesOf(result)).toEqual([
    ['b', '2'],
    ['a', '2'],
    ['ключ', '1'],
    ['c', '1'],
  ]);
  expect(result).toMatchObject({ keys: 4, share: 1, counted: 6, rows: 6, skipped: 1 });
});

test('if values do not fit, a half, a quarter, … of them stays, and frequent ones are not favoured', async () => {
  const values = new DistinctValues({ keys: 3000, bytes: 1e9 });
  // Even ones occur ten times as often.
  for (let i = 0; i < 20_000; ++i) for (let times = i % 2 === 0 ? 10 : 1; times > 0; --times) values.add(`user-${i}`);
  const result = values.result(),
    lines = await linesOf(result),
    kept = lines.map(([text]) => Number(text.slice(5)));
  // A value in the sample has all of its rows, including those from before the sample was halved.
  expect(lines.every(([text, rows]) => Number(rows) === (Number(text.slice(5)) % 2 === 0 ? 10 : 1))).toBe(true);
  expect(result.counted).toBe(lines.reduce((sum, [, rows]) => sum + Number(rows), 0));
  expect(result.rows).toBe(110_000);
  expect(result.share).toBe(1 / 8);
  // 2,500 of 20,000 are expected, with a standard deviation of sqrt(20,000 · 1/8 · 7/8) = 47; half of them are even.
  expect(Math.abs(kept.length - 2500)).toBeLessThan(4 * 47);
  const even = kept.filter((i) => i % 2 === 0).length;
  expect(Math.abs(even - kept.length / 2)).toBeLessThan(4 * Math.sqrt(kept.length / 4));
  // The control: a sample of rows instead of values would be far from that.
  expect(Math.abs(2500 - (10 * 2500) / 11)).toBeGreaterThan(4 * 25);
});

test('the byte limit counts UTF-8, quotes and line breaks, but not the rows', async () => {
  const values = new DistinctValues({ keys: 1e6, bytes: 1000 });
  for (let i = 0; i < 500; ++i) values.add(i % 2 === 0 ? `ключ-${i}` : `"${i}`);
  const { text, keys } = values.result();
  expect(text.size - 2 * keys).toBeLessThanOrEqual(1000); // except for “1” and the separator before it
  expect(text.size - 2 * keys).toBeGreaterThan(250);
  expect(
    (await text.text())
      .split('\n')
      .filter((line) => line.startsWith('"'))
      .every((line) => /^"{3}\d+"$/.test(line.split('\x1f')[0])),
  ).toBe(true);
});

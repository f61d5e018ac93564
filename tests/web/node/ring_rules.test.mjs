// Up to what size one structure is faster than another.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';

const { crossing } = await fromTree('web/dialogs/studies/ring_rules.js');
const sizes = [1, 10, 100, 1000];

test('a line and a constant cross where they are equal', () => {
  // n against 30: straight lines in logarithms, which cross exactly at 30.
  const { wins, size } = crossing(sizes, sizes, [30, 30, 30, 30]);
  expect(wins).toBe('until');
  expect(size).toBeCloseTo(30, 9);
  // n² against n · 20 crosses at 20.
  expect(
    crossing(
      sizes,
      sizes.map((n) => n * n),
      sizes.map((n) => 20 * n),
    ).size,
  ).toBeCloseTo(20, 9);
});

test('a single spoiled measurement is outvoted', () => {
  expect(crossing(sizes, [1, 3, 1, 1], [2, 2, 2, 2])).toEqual({ wins: 'always', size: 1000, against: 1 });
  expect(crossing(sizes, [2, 2, 2, 2], [1, 1, 1, 1])).toEqual({ wins: 'never', size: 1, against: 0 });
  expect(crossing(sizes, [4, 4, 1, 4], [2, 2, 2, 2])).toEqual({ wins: 'never', size: 1, against: 1 });
  const { wins, size, against } = crossing(sizes, [1, 3, 1, 4], [2, 2, 2, 2]);
  expect([wins, against]).toEqual(['until', 1]);
  expect(size).toBeCloseTo(100 * Math.sqrt(10), 9); // from half as fast to twice as fast: equal in the middle
});

test('a time that a coarse clock measures as 0 leaves the crossing between its neighbours', () => {
  const { wins, size } = crossing([1, 100], [0, 3], [2, 2]);
  expect([wins, size]).toEqual(['until', 10]);
});

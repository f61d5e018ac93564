// Scripts that are published as they are written lose the comments with their types, and nothing else.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { withoutTypes } from '../../../cmake/untyped.mjs';

test('comments with types go, from lines of their own and from within a line; other comments stay', async () => {
  const source = [
    '#!/usr/bin/env node',
    '// What it does.',
    "import { b } from './b.js';",
    '',
    '/** @typedef {{c: number}} C */',
    '',
    '/**',
    ' * Twice.',
    ' * @param {C} a',
    ' */',
    'export function twice(a) {',
    '  /** @type {C} */ (a).c *= 2; // here',
    '  return b(/** @type {any} */ (a));',
    '}',
    '',
  ].join('\n');
  expect(await withoutTypes(source)).toBe(
    [
      '#!/usr/bin/env node',
      '// What it does.',
      "import { b } from './b.js';",
      '',
      'export function twice(a) {',
      '  (a).c *= 2; // here',
      '  return b((a));',
      '}',
      '',
    ].join('\n'),
  );
});

test('a text that looks like such a comment stops the build', async () => {
  await expect(withoutTypes('export const text = `\n/** a */\n`;\n')).rejects.toThrow('is none');
});

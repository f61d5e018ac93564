// The list of systems whose configuration can be exported.
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { root } from '../../built.mjs';
import { kSystems } from '../../../web/dialogs/export/systems.js';

const folder = new URL('web/dialogs/export/', root);

test('every file that says what it covers is in the list', () => {
  const files = readdirSync(folder).filter((file) => /^const covers = /m.test(readFileSync(new URL(file, folder), 'utf8')));
  const listed = readFileSync(new URL('all.js', folder), 'utf8').matchAll(/from '\.\/(\w+\.js)'/g);
  expect([...listed].map(([, file]) => file).sort()).toEqual(files.sort());
  expect(files.length).toBe(kSystems.length);
});

test('no two systems cover the same dialect', () => {
  const covered = kSystems.flatMap(({ covers }) => [covers].flat()
    .flatMap(({ strategy, dialects = ['any'] }) => dialects.map((dialect) => `${strategy} ${dialect}`)));
  expect(covered.filter((one, at) => covered.indexOf(one) !== at)).toEqual([]);
  expect(covered.length).toBeGreaterThan(20);
});

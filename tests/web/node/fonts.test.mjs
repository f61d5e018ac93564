// Which fonts a text needs: web/api/fonts.js.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { partsOf } from '../../../web/api/fonts.js';

const partsOfText = (/** @type {string} */ text) => partsOf(new TextEncoder().encode(text));

test('English text needs no further letters', () => {
  for (const text of [
    '',
    'node-5',
    '“Ring” – 17.2% → √2 × n · …',
    'v=1&nodes=a%20b&log=+node-5',
    '6 × 3',
    '100%',
    '%',
  ]) {
    expect(partsOfText(text), text).toEqual([]);
  }
});

test('no text of Reshard’s own needs further signs', () => {
  const sources = execFileSync('git', ['ls-files', 'web', 'core', 'assets', 'index.html'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const texts = sources.filter((file) => /\.(js|css|html|json|def|cpp|h)$/.test(file));
  expect(texts.length).toBeGreaterThan(500);
  for (const file of texts) expect(partsOf(readFileSync(file)), file).not.toContain('signs');
});

// The first and last letter of each alphabet in cmake/fonts.mjs, and some words.
for (const [part, texts] of Object.entries({
  latin: ['À', 'ÿ', 'Ā', 'ſ', 'Köln', 'Łódź', 'naïve'],
  cyrillic: ['Ѐ', 'џ', 'Ґ', 'ґ', 'узел-1', 'ключ'],
  signs: ['¡', '¿', '½', '÷', '‐', '„', '•', '‰', '›', '⁰', '₉', '€', '№', '™', '↗', '∀', '⋿', '■□', '✔'],
})) {
  for (const text of texts) {
    test(`“${text}” needs ${part}, as it is and in a link`, () => {
      expect(partsOfText(`node ${text}`)).toEqual([part]);
      expect(partsOfText(`v=1&nodes=a,${encodeURIComponent(text)}`)).toEqual([part]);
      expect(partsOfText(encodeURIComponent(text).toLowerCase())).toEqual([part]);
    });
  }
}

test('a text may need both alphabets', () => {
  expect(partsOfText('Köln, Київ').sort()).toEqual(['cyrillic', 'latin']);
});

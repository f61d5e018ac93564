// The folder dist/ as it is published.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const dist = new URL('../../../dist/', import.meta.url);
const kDownloaded = ['.wasm', '.js', '.css', '.ttf']; // by everybody who opens the playground

test('the playground weighs at most 600 KB compressed', () => {
  const files = ['web', 'fonts'].flatMap((folder) => readdirSync(new URL(folder, dist)).map((name) => `${folder}/${name}`));
  const bytes = files
    .filter((file) => kDownloaded.includes(extname(file)))
    .map((file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length)
    .reduce((a, b) => a + b);
  console.log(`playground: ${bytes} bytes compressed`);
  expect(bytes).toBeGreaterThan(100_000); // all of it was found
  expect(bytes).toBeLessThanOrEqual(600_000);
});

test('licence and notices go with it', () => {
  for (const name of ['LICENSE', 'NOTICES.txt']) {
    expect(readFileSync(new URL(name, dist), 'utf8')).toBe(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'));
  }
});

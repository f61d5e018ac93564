// The folder dist/ as it is published.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { open } from './page.mjs';

const kFirstLoadBytes = 500_000;
const kFigureBytes = 15_000;

test(`opening the playground loads at most ${kFirstLoadBytes} bytes, compressed`, async ({ page }) => {
  const loaded = new Map();
  page.on('response', (response) => loaded.set(response.url(), response.body()));
  const playground = await open(page);
  await playground.settled();
  await page.waitForLoadState('networkidle');
  /** @type {[string, number][]} */
  const sizes = await Promise.all(
    [...loaded].map(async ([url, body]) => [new URL(url).pathname, gzipSync(await body, { level: 9 }).length]),
  );
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(
    `first load: ${bytes} bytes compressed in ${sizes.length} files: ${sizes
      .sort(([, a], [, b]) => b - a)
      .map((file) => file.join(' '))
      .join(', ')}`,
  );
  expect(sizes.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/web/reshard.wasm', '/web/page/page.js', '/fonts/inter-400.ttf']),
  );
  expect(bytes).toBeLessThanOrEqual(kFirstLoadBytes);
});

test(`until it is touched, a figure costs its post at most ${kFigureBytes} bytes, compressed and with its picture`, () => {
  const sizes = ['reshard-playground.js', 'web/samples/ring.svg'].map(
    (name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length,
  );
  console.log(`element and picture: ${sizes.join(' + ')} bytes compressed`);
  expect(sizes[0] + sizes[1]).toBeLessThanOrEqual(kFigureBytes);
});

test('licence and notices are included', () => {
  for (const name of ['LICENSE', 'NOTICES.txt']) {
    expect(readFileSync(new URL(name, dist), 'utf8')).toBe(
      readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'),
    );
  }
});

// The files of dist/ for servers that send Brotli: cmake/brotli.mjs.
import { after, before, test } from 'node:test';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { writeBrotli } from '../../../cmake/brotli.mjs';

const long = 'a line of a file that is fetched\n'.repeat(200);
const kFiles = {
  'index.html': long,
  'web/reshard.wasm': long,
  'fonts/inter-400.ttf': long,
  'reshard-core.mjs': long,
  'web/short.js': 'export {};',
  'assets/preview.png': long,
  'bin/reshard.mjs': long,
  'reshard-offline.html': long,
  'reshard-poster.wasm': long,
};
/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reshard-'));
  for (const [path, text] of Object.entries(kFiles)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeBrotli(folder);
});

after(() => rm(folder, { recursive: true }));

test('files that browsers fetch have a Brotli version beside them, and no others do', async () => {
  const entries = await readdir(folder, { recursive: true });
  expect(entries.filter((path) => path.endsWith('.br')).sort()).toEqual(
    ['fonts/inter-400.ttf.br', 'index.html.br', 'reshard-core.mjs.br', 'web/reshard.wasm.br'].map((path) => join(path)),
  );
});

test('the Brotli version decompresses to the file itself', async () => {
  for (const path of ['index.html', 'web/reshard.wasm']) {
    expect(brotliDecompressSync(await readFile(join(folder, `${path}.br`))).toString()).toBe(long);
  }
});

test('the npm package leaves the Brotli versions out', async () => {
  expect(await readFile(join(folder, '.npmignore'), 'utf8')).toBe('*.br\n');
});

// Go: its own formatter reads the rings that the page exports, with hostile names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kHostile } from '../hostile.mjs';
import { textOf } from '../exports.mjs';
import { folderOf, loadCore, needs, run } from '../programs.mjs';
import * as quote from '../../../web/text/quote.js';

const core = await loadCore();

test('Go reads hostile names as strings, unchanged', needs('/usr/bin/gofmt'), async (t) => {
  const folder = folderOf(t);
  writeFileSync(
    join(folder, 'texts.go'),
    `package main\n\nimport "fmt"\n\nfunc main() {\n` +
      `\tfor _, text := range []string{${kHostile.map(quote.go).join(', ')}} {\n` +
      `\t\tfmt.Print(text, "\\x00")\n\t}\n` +
      `${kHostile.map((name) => `\t// ${quote.comment(name)}\n`).join('')}}\n`,
  );
  const { stdout } = await run('go', ['run', 'texts.go'], {
    cwd: folder,
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: join(folder, 'cache'), HOME: folder },
  });
  assert.deepEqual(stdout.split('\0').slice(0, -1), kHostile);
});

test('gofmt accepts the rings that the page exports', needs('/usr/bin/gofmt'), async (t) => {
  const folder = folderOf(t);
  for (const strategy of ['stathat', 'serialx']) {
    writeFileSync(join(folder, `${strategy}.go`), textOf(core, { strategy, nodes: kHostile }));
    await run('gofmt', ['-e', '-l', join(folder, `${strategy}.go`)]);
  }
});

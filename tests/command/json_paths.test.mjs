// Where a value is in a JSON object is written in one language, which the command takes as the page does
// (tests/web/node/reading.test.mjs holds the page to the same table).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../live/programs.mjs';
import { reshard } from './command.mjs';
/** @import {Json} from '../types.d.ts' */

const { cases, alike, refused } = JSON.parse(readFileSync(join(root, 'tests/vectors/json_paths.json'), 'utf8'));
const kLink = ['-l', 'v=1&nodes=n'];
const place = (/** @type {string} */ path, /** @type {string} */ line) =>
  reshard(['place', ...kLink, '--json', '-k', path], `${line}\n`);
const profile = (/** @type {string[]} */ words, /** @type {string} */ lines) =>
  reshard(['profile', ...kLink, '--json', '--json-lines', ...words], lines);

test('--key takes every path of the table, as it is written there and in other ways', async () => {
  for (const { written, record, text = JSON.stringify(record) } of cases) {
    const { out, error } = await place(written, text);
    assert.equal(error, '', written);
    assert.equal(JSON.parse(out.toString()).owner, 'n', written);
    // A record without the field is refused, and the error writes the path as the table does.
    assert.match(
      (await place(written, '{"none of them":1}')).error,
      new RegExp(`has no field ${written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(\n|$)`),
      written,
    );
  }
  for (const { written, path } of alike) {
    const record = path.reduceRight(
      (/** @type {Json} */ inner, /** @type {string} */ name) => ({ [name]: inner }),
      /** @type {any} */ ('a'),
    );
    assert.equal((await place(written, JSON.stringify(record))).error, '', written);
  }
  for (const written of refused.filter((/** @type {string} */ each) => each !== ''))
    assert.match((await place(written, '{"id":"a"}')).error, /--key: a path such as/, written);
});

test('profile names the columns of JSON lines as the page does, and reads each of them', async () => {
  for (const { written, record, text = JSON.stringify(record) } of cases) {
    const name = written.slice(1);
    if (/[,\n]/.test(name)) continue;
    const { out, error } = await profile([], `${text}\n`);
    assert.equal(error, '', written);
    const column = JSON.parse(out.toString()).columns.find((/** @type {{name: string}} */ each) => each.name === name);
    assert.deepEqual([written, column?.nulls], [written, 0]);
  }
  // A field whose name has a dot was called so before: it still is, unless the record has the field that is called so
  // now.
  for (const [line, distinct] of /** @type {[string, number][]} */ ([
    ['{"user.id":"a"}\n{"user.id":"b"}\n', 2],
    ['{"user.id":"a","user":{"id":"x"}}\n{"user":{"id":"x"},"user.id":"b"}\n', 1],
  ])) {
    const { out, error } = await profile(['-c', 'user.id'], line);
    assert.equal(error, '');
    assert.equal(JSON.parse(out.toString()).candidates[0].distinct.value, distinct, line);
  }
});

// Keys of several columns from CSV, TSV and JSON lines: values with TABs between them, NULL, and what no key can say.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import { linesOfTuples } from '../../../web/dialogs/files/tuples.js';

/**
 * @param {string | Buffer} text
 * @param {number[]} columns
 * @param {{separator?: string, header?: boolean, counts?: ?number}} [form]
 */
async function linesOf(text, columns, { separator = ',', header = false, counts = null } = {}) {
  const parts = [];
  const file = new Blob([/** @type {any} */ (text)]);
  for await (const { bytes } of linesOfTuples(file, { columns, separator, header }, counts)) parts.push(bytes);
  const all = Buffer.concat(parts).toString();
  assert.equal(all[0], '\ufeff');
  return all.slice(1).split('\n').slice(0, -1);
}

const kCsv = 'id,name,n\r\n1,anna,3\r\n2,"",4\r\n3,,5\r\n-4,"a ""b"", c",6\r\n5,"x""\\N",7\r\n';

test('columns of CSV are joined by TABs in the order that was chosen; an empty field without quotes is NULL', async () => {
  const expected = ['1\tanna', '2\t', '3\t\\N', '-4\ta "b", c', '5\tx"\\N'];
  assert.deepEqual(await linesOf(kCsv, [0, 1], { header: true }), expected);
  const packed = gzipSync(`\ufeff${kCsv}`);
  assert.deepEqual(await linesOf(packed, [0, 1], { header: true }), expected);
  assert.deepEqual(await linesOf(kCsv, [1, 2, 0], { header: true }), [
    'anna\t3\t1',
    '\t4\t2',
    '\\N\t5\t3',
    'a "b", c\t6\t-4',
    'x"\\N\t7\t5',
  ]);
  assert.deepEqual(await linesOf('1;;\r\n;2;', [0, 1, 2], { separator: ';' }), ['1\t\\N\t\\N', '\\N\t2\t\\N']);
});

test('in TSV, NULL is \\N and an empty field is an empty text', async () => {
  assert.deepEqual(await linesOf('1\ta\n2\t\n3\t\\N\n', [0, 1], { separator: '\t' }), ['1\ta', '2\t', '3\t\\N']);
});

test('columns of JSON lines keep all their digits; null is NULL', async () => {
  const text =
    '{"id":9007199254740991,"user":{"name":"anna","on":"yes"}}\n\n{"id":-1.5,"user":{"name":null,"on":false}}\n';
  assert.deepEqual(await linesOf(text, [0, 2, 1]), ['9007199254740991\tyes\tanna', '-1.5\tfalse\t\\N']);
});

test('counts stand beside the keys', async () => {
  assert.deepEqual(await linesOf(kCsv, [0, 1], { header: true, counts: 2 }), [
    '1\tanna\x1f3',
    '2\t\x1f4',
    '3\t\\N\x1f5',
    '-4\ta "b", c\x1f6',
    '5\tx"\\N\x1f7',
  ]);
  const json = '{"a":"x","b":1,"n":7}\n{"a":"y","b":2,"n":8}\n';
  assert.deepEqual(await linesOf(json, [0, 1], { counts: 2 }), ['x\t1\x1f7', 'y\t2\x1f8']);
});

test('what no key can say is refused with its place', async () => {
  const refused = async (/** @type {string | Buffer} */ text, /** @type {RegExp} */ why) =>
    assert.rejects(linesOf(text, [0, 1]), why);
  await refused('1,a\n2,"\\N"\n', /^Error: Line 2: the text “\\N” cannot be told from NULL in a key\.$/);
  await refused('1,a\n2,"b\tc"\n', /^Error: Line 2: a value has a TAB, which separates the columns of a key\.$/);
  await refused('1,a\n2,"b\nc"\n', /^Error: Row 2: the key has a line break/);
  await refused('1,a\n2\n', /^Error: Line 2: 1 column, and the first line has 2\.$/);
  await refused(Buffer.from('1,a\n2,\xff\n', 'latin1'), /^Error: Line 2: not UTF-8 text; save the file as UTF-8\.$/);
  await refused('{"a":1,"b":2}\n{"a":1}\n', /^Error: Line 2: has no field \.b\.$/);
  await refused('{"a":1,"b":2}\n{"a":1,"b":[2]}\n', /^Error: Line 2: the field \.b is a list or an object\.$/);
  await refused('{"a":1,"b":2}\n{"a":1,"b":"\\\\N"}\n', /^Error: Line 2: the text “\\N” cannot be told/);
  await refused('{"a":1,"b":2}\n{"a":"x\\ty","b":1}\n', /^Error: Line 2: a value has a TAB/);
});

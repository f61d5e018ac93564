// Whatever comes in: no crash, and no part of a line passed as a whole one. Run with the sanitizers' build.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { randomNumbers } from '../live/keys.mjs';
import { reshard } from './command.mjs';

const kRounds = Number(process.env.RESHARD_ROUNDS ?? 400);
const kLink = ['-l', 'v=1&nodes=n'];
const kForms = [[], ['-0'], ['-c', '1'], ['-c', 'id'], ['-c', '2', '-d', ';'], ['--tsv'], ['--tsv', '-c', 'id'], ['-k', '.id'], ['-k', '.a.b']];
const kPieces = ['"', '""', ',', ';', '\n', '\r\n', '\0', '\t', '\\', '\\N', '{', '}', '{"id":', '[', ']', ':', 'id', '"id"', '1', '\u{feff}', 'a', ' ', '\\u', 'key', '{"id":"x"}\n', '{"a":{"b":1}}\n', '1,2\n'];

const next = randomNumbers(24);
const below = (n) => next() % n;

function randomInput() {
  const pieces = Array.from({ length: below(60) }, () => (below(4) === 0 ? Buffer.from([below(256)]) : Buffer.from(kPieces[below(kPieces.length)])));
  const bytes = Buffer.concat(pieces);
  if (below(6) !== 0) return bytes;
  const packed = gzipSync(bytes);
  if (below(2) === 0) return packed.subarray(0, below(packed.length + 1));
  packed[below(packed.length)] ^= 1 << below(8);
  return packed;
}

/** Many at a time, since most of it is the start of a program. */
async function rounds(count, one) {
  let left = count;
  const work = async () => { while (left-- > 0) await one(); };
  await Promise.all([work(), work(), work()]);
}

test(`${kRounds} random inputs end with a known status, whole records and one line on the standard error`, async () => {
  await rounds(kRounds, async () => {
    const form = kForms[below(kForms.length)];
    const command = ['place', 'counts', 'moved'][below(3)];
    const link = command === 'moved' ? ['-l', 'v=1&nodes=n,m&log=+o'] : kLink;
    const input = randomInput();
    const { code, out, error } = await reshard([command, ...link, ...form, '-j', String(1 + below(3))], input);
    const said = `${command} ${form.join(' ')} of ${JSON.stringify(input.toString('latin1'))}: ${code}, ${error}`;
    assert.ok([0, 3, 4].includes(code), said);
    assert.equal(error.split('\n').length - 1, code === 0 ? 0 : 1, said);
    assert.match(error, /^(?:reshard: .*\n)?$/s, said);
    const lines = out.toString('latin1').replace(/^\xef\xbb\xbf/, '');
    if (lines !== '') assert.ok(lines.endsWith(form[0] === '-0' && command !== 'counts' ? '\0' : '\n'), said);
  });
});

// Tables that a few bytes were changed in.
const kTables = ['id,a\n1,2\n3,"4\n5"\n6,\n', 'id\ta\n1\t\\N\n2\t\\t\n', '{"id":1,"a":"x"}\n{"a":null,"b":[{"id":1}],"id":2.5}\n', 'id;a\r\n"""1""";2\r\n'];
const kRowForms = [[], ['-c', 'id'], ['-c', '1'], ['-d', ';'], ['--tsv'], ['--tsv', '-c', '1,2'], ['--json-lines'], ['--json-lines', '-c', '.id,a'], ['--columns', 'id,a', '-c', 'id']];

function brokenTable() {
  let bytes = Buffer.from(kTables[below(kTables.length)].repeat(1 + below(40)));
  for (let changes = below(4); changes > 0; --changes) {
    const at = below(bytes.length), piece = Buffer.from(kPieces[below(kPieces.length)]);
    bytes = Buffer.concat([bytes.subarray(0, at), below(3) === 0 ? Buffer.from([below(256)]) : piece, bytes.subarray(at + below(3))]);
  }
  return bytes;
}

test(`${5 * kRounds} broken tables are profiled or refused, with a known status and one line on the standard error`, async () => {
  let profiled = 0;
  await rounds(5 * kRounds, async () => {
    const form = kRowForms[below(kRowForms.length)], rejects = below(2) === 0 ? ['--rejects', '/dev/null'] : [], json = below(2) === 0 ? ['--json'] : [];
    const input = below(3) === 0 ? randomInput() : brokenTable();
    const { code, text, error } = await reshard(['profile', ...form, ...rejects, ...json, '-j', String(1 + below(3))], input);
    const said = `profile ${form.join(' ')} of ${JSON.stringify(input.toString('latin1'))}: ${code}, ${error}`;
    assert.ok([0, 3, 4].includes(code), said);
    assert.match(error, code === 0 && rejects.length === 0 ? /^$/ : code === 0 ? /^(?:reshard: .*\n)?$/ : /^reshard: .*\n$/s, said);
    if (code !== 0) return assert.equal(text, '', said);
    profiled += 1;
    if (json.length > 0) assert.ok(JSON.parse(text).candidates.length > 0, said);
    return assert.match(text, /\n$/, said);
  });
  assert.ok(profiled > kRounds / 10, String(profiled));
});

test('every beginning of a JSON line and of a packed file is refused or empty', async () => {
  const line = '{"id":"a","b":[1,{"c":"}"}]}';
  await Promise.all(Array.from({ length: line.length - 1 }, async (_, i) => {
    const { code, text } = await reshard(['place', ...kLink, '-k', '.id'], line.slice(0, i + 1));
    assert.equal(code, 3, line.slice(0, i + 1));
    assert.equal(text, '');
  }));
  const packed = gzipSync('key-1\nkey-2\n');
  await Promise.all(Array.from({ length: packed.length - 2 }, async (_, i) => {
    const { code, text } = await reshard(['place', ...kLink], packed.subarray(0, i + 2));
    assert.equal(code, 4, String(i));
    assert.ok('key-1,n\nkey-2,n\n'.startsWith(text) && (text === '' || text.endsWith('\n')), text);
  }));
});

test('a record beyond 16 MiB is refused in constant memory', async () => {
  const { code, error } = await reshard(['place', ...kLink, '-c', '1'], Buffer.concat([Buffer.from('a,b\n"'), Buffer.alloc(40 << 20, 'x')]));
  assert.equal(code, 3);
  assert.match(error, /more than 16777216 bytes without the end of a line; is a quote open\?/);
});

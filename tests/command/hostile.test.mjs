// Whatever the input, the command does not crash and writes no part of a record as a whole one. Run on the build with
// sanitizers.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderOf } from '../live/programs.mjs';
import { reshard } from './command.mjs';
import { hostile, isAllWritten, isBeginning, kForms, recordsOf } from './hostile.mjs';
/** @import {Form} from './hostile.mjs' */

const kRounds = Number(process.env.RESHARD_ROUNDS ?? 10_000);
const kFiles = Math.ceil(kRounds / 80);
const kRecords = 300; // per process
const kLink = ['-l', 'v=1&nodes=owner'];
// Two changes at once, so that every key moves.
const kMove = ['-l', 'v=1&nodes=from&log=+to,-from&at_once=2'];

/**
 * Three at a time, since most of the time goes into starting a program.
 * @param {number} count
 * @param {(round: number) => Promise<unknown>} one
 */
async function rounds(count, one) {
  let left = count;
  const work = async () => {
    while (left > 0) await one(--left);
  };
  await Promise.all([work(), work(), work()]);
}

/**
 * The program ended with one of these codes, and with a line or two on standard error where something was wrong.
 * @param {number[]} codes
 * @param {() => string} said
 */
function expectEnd(/** @type {{code: ?number, error: string}} */ { code, error }, codes, said) {
  assert.ok(codes.includes(code), said());
  assert.match(error, code === 0 ? /^(?:reshard: \d+ records? refused.*\n)?$/s : /^(?:reshard: .*\n){1,2}$/, said());
}

test(`${kFiles} random files are written up to their first fault, record by record`, async () => {
  const draw = hostile(24);
  let whole = 0,
    begun = 0;
  await rounds(kFiles, async () => {
    const form = kForms[draw.below(kForms.length)];
    const { input, text } = draw.input();
    const done = await reshard(['place', ...kLink, ...form.words, '-j', String(1 + draw.below(3))], input);
    const said = () =>
      `${form.words.join(' ')} of ${JSON.stringify(input.toString('latin1'))}: ` +
      `${done.code}, ${done.error}, ${JSON.stringify(done.out.toString('latin1'))}`;
    expectEnd(done, [0, 3, 4], said);
    if (text !== null) assert.ok(isBeginning(form, text, done.out.toString('latin1'), done.code === 0), said());
    if (done.code === 0) ++whole;
    else ++begun;
  });
  assert.ok(whole > kFiles / 10 && begun > kFiles / 10, `${whole} whole, ${begun} not`);
});

/**
 * Runs one command on records, with those that it refuses going to a file.
 * @param {string} folder
 * @param {string} name
 * @param {string[]} words
 * @param {Form} form
 * @param {string} text
 */
async function rejecting(folder, name, words, form, text) {
  const rejects = join(folder, name);
  const done = await reshard([...words, ...form.words, '-j', '2', '--rejects', rejects], Buffer.from(text, 'latin1'));
  const said = () =>
    `${words.join(' ')} ${form.words.join(' ')} of ${JSON.stringify(text)}: ` +
    `${done.code}, ${done.error}, ${JSON.stringify(done.out.toString('latin1'))}`;
  return { ...done, out: done.out.toString('latin1'), rejected: readFileSync(rejects, 'latin1'), said };
}

test(`each of more than ${kRounds} hostile records is written whole with its owner, or refused unchanged, by all commands alike`, async (t) => {
  const folder = folderOf(t);
  const draw = hostile(25);
  let owned = 0,
    refused = 0;
  await rounds(Math.ceil((kRounds / kRecords) * 1.5), async (round) => {
    const form = kForms[round % kForms.length];
    const text = draw.records(form, kRecords);
    const asked = (/** @type {string[]} */ words, /** @type {string} */ name) =>
      rejecting(folder, `${round}-${name}`, words, form, text);
    const placed = await asked(['place', ...kLink], 'place');
    expectEnd(placed, [0], placed.said);
    assert.ok(isAllWritten(form, text, placed.out, placed.rejected), placed.said());
    const records = recordsOf(form, placed.out),
      rows = form.words.includes('id') ? records.slice(1) : records;

    const moved = await asked(['moved', ...kMove], 'moved');
    expectEnd(moved, [0], moved.said);
    assert.deepEqual(recordsOf(form, moved.out, ['from', 'to']), records, moved.said());
    const counted = await asked(['counts', '--json', ...kMove], 'counts');
    expectEnd(counted, [0], counted.said);
    const told = JSON.parse(counted.out);
    assert.deepEqual([told.records, told.moved], [String(rows.length), String(rows.length)], counted.said());
    const planned = await asked(['plan', '--json', ...kMove], 'plan');
    expectEnd(planned, [0], planned.said);
    assert.equal(JSON.parse(planned.out).movedKeys, rows.length, planned.said());
    for (const { rejected, said } of [moved, counted, planned]) assert.equal(rejected, placed.rejected, said());
    owned += rows.length;
    refused += Number(/(\d+) records? refused/.exec(placed.error)?.[1] ?? 0);

    // Without options for columns, the whole record is the key.
    if (form.words.length < 2 && !form.words.includes('--tsv')) {
      const sql = await asked(['sql', ...kMove, '--table', 't', '--key-column', 'k', '--bytea'], 'sql');
      expectEnd(sql, [0], sql.said);
      const literals = [...sql.out.matchAll(/'\\x([0-9a-f]*)'::bytea/g)].map(([, hex]) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      const marked =
        rows.join('').startsWith('\u00ef\u00bb\u00bf') && text.startsWith('\u00ef\u00bb\u00bf') && form.end === '\n';
      assert.deepEqual(
        literals,
        rows.map((row, i) => row.slice(marked && i === 0 ? 3 : 0).replace(form.end === '\0' ? /\0$/ : /\r?\n$/, '')),
        sql.said(),
      );
    }
    // `place` wrote the owner after the last delimiter: `check` finds all of them right, and finds each one that is
    // changed.
    if (form.words.length === 0) {
      const mismatches = async (/** @type {number} */ rightOf) => {
        const lines = placed.out.replace(/,owner(?=\r?\n)/g, (right, at) => (at % 3 < rightOf ? right : ',other'));
        const { code, out, said } = await rejecting(
          folder,
          `${round}-check`,
          ['check', '--json', ...kLink],
          form,
          lines,
        );
        const answer = JSON.parse(out);
        assert.equal(answer.records, String(rows.length), said());
        assert.equal(answer.mismatches, String(lines.split(/,other(?=\r?\n)/).length - 1), said());
        assert.equal(code, answer.mismatches === '0' ? 0 : 1, said());
        return answer.mismatches;
      };
      assert.equal(await mismatches(3), '0');
      assert.notEqual(await mismatches(2), '0');
    }
  });
  assert.ok(
    owned + refused > kRounds && owned > kRounds / 5 && refused > kRounds / 5,
    `${owned} owned, ${refused} refused`,
  );
});

test('the check finds half a record, a missing record, and one that was not in the input', () => {
  const draw = hostile(26);
  for (const form of kForms.filter(({ words }) => !words.includes('id'))) {
    const added = form.added(['owner']);
    const records =
      form.words[0] === '-k'
        ? ['{"id":1}\n', '{"a":[2]}\n', '{"id":"c"}\n']
        : ['a;b', 'c"d', 'efg'].map((text) => text.replace('"', form.csv ? '' : '"') + form.end);
    const text = records.join('');
    const write = (/** @type {string[]} */ list) =>
      list
        .map((record) =>
          form.words[0] === '-k' ? record.replace(/\}\n$/, `${added}}\n`) : record.slice(0, -1) + added + form.end,
        )
        .join('');
    const right = write([records[0], records[2]]);
    assert.ok(isAllWritten(form, text, right, records[1]));
    assert.ok(
      isBeginning(form, text, write(records.slice(0, 2)), false) && isBeginning(form, text, write(records), true),
    );
    const half = form.words[0] === '-k' ? '{"id":"c}\n' : `ef${form.end}`;
    for (const [out, rejected] of [
      [right, ''],
      [right, records[0]],
      [right.slice(0, -1), records[1]],
      [write([records[0], half]), records[1]],
      [write([records[2], records[0]]), records[1]],
      [right + write([records[2]]), records[1]],
      [right + half, records[1]],
      [right, half],
    ])
      assert.ok(!isAllWritten(form, text, out, rejected), JSON.stringify([form.words, out, rejected]));
    assert.ok(
      !isBeginning(form, text, write([half]), false) &&
        !isBeginning(form, text, write(records.slice(0, 2)), true) &&
        !isBeginning(form, text, write([records[1]]), false),
    );
  }
  assert.equal(recordsOf(kForms[2], '"a,owner\n'), null); // a quote left open
  assert.ok(draw.records(kForms[2], 9).length > 9);
});

test('a hostile table is refused, or answers for whole records', async (t) => {
  const folder = folderOf(t);
  const draw = hostile(27);
  const [form] = kForms;
  const keys = Array.from({ length: 40 }, (_, i) => `key ${i}\n`).join(''),
    table = join(folder, 'table');
  writeFileSync(join(folder, 'keys'), keys);
  assert.equal(
    (await reshard(['place', '-l', 'v=1&nodes=owner&strategy=directory', '--save-table', table, join(folder, 'keys')]))
      .code,
    0,
  );
  const right = readFileSync(table);
  let answered = 0,
    refused = 0;
  await rounds(Math.ceil(kFiles / 2), async (round) => {
    const broken = Buffer.from(right),
      name = join(folder, String(round));
    for (let changes = draw.below(3); changes > 0; --changes) broken[draw.below(broken.length)] = draw.below(256);
    writeFileSync(name, draw.below(4) === 0 ? broken.subarray(0, draw.below(broken.length)) : broken);
    const done = await rejecting(folder, `${round}-rejects`, ['place', '--table', name], form, keys).catch(
      () => /** @type {Awaited<ReturnType<typeof rejecting>>} */ (null),
    );
    if (done === null) return void ++refused; // it refused before it wrote anything
    expectEnd(done, [0, 3], done.said);
    if (done.code === 0) assert.ok(isAllWritten(form, keys, done.out, done.rejected), done.said());
    else assert.equal(done.out, '', done.said());
    if (done.code === 0) ++answered;
    else ++refused;
  });
  assert.ok(answered > kFiles / 20 && refused > kFiles / 20, `${answered} answered, ${refused} refused`);
});

test(`keys that a table lacks are refused unchanged, among ${kRounds / 10} hostile records`, async (t) => {
  const folder = folderOf(t);
  const draw = hostile(28);
  writeFileSync(join(folder, 'keys'), 'key,1\n1\nid\na\nk;l\n');
  assert.equal(
    (
      await reshard([
        'place',
        '-l',
        'v=1&nodes=owner&strategy=directory',
        '--save-table',
        join(folder, 'table'),
        join(folder, 'keys'),
      ])
    ).code,
    0,
  );
  let owned = 0;
  await rounds(Math.ceil(kRounds / kRecords / 10), async (round) => {
    const text = draw.records(kForms[0], kRecords);
    const done = await rejecting(folder, String(round), ['place', '--table', join(folder, 'table')], kForms[0], text);
    expectEnd(done, [0], done.said);
    assert.ok(isAllWritten(kForms[0], text, done.out, done.rejected), done.said());
    const records = recordsOf(kForms[0], done.out);
    for (const record of records) assert.match(record, /^(?:\u00ef\u00bb\u00bf)?(?:key,1|1|id|a|k;l)\r?\n$/);
    owned += records.length;
  });
  assert.ok(owned > kRounds / 1000, String(owned));
});

test('identify names candidates for hostile records, or says why it cannot', async (t) => {
  const folder = folderOf(t);
  const draw = hostile(29);
  const form = { ...kForms[2], words: ['-c', '1', '-w', '2'] };
  const text =
    draw.records(form, kRounds / 20) + Array.from({ length: 30 }, (_, i) => `good-${i},node-${i % 3}\n`).join('');
  const done = await rejecting(folder, 'rejects', ['identify', '--json'], form, text);
  expectEnd(done, [0, 3], done.said);
  if (done.code === 0) assert.ok(JSON.parse(done.out).fits.length > 0);
});

// Tables, of which a few bytes will be changed.
const kTables = [
  'id,a\n1,2\n3,"4\n5"\n6,\n',
  'id\ta\n1\t\\N\n2\t\\t\n',
  '{"id":1,"a":"x"}\n{"a":null,"b":[{"id":1}],"id":2.5}\n',
  'id;a\r\n"""1""";2\r\n',
];
const kRowForms = [
  [],
  ['-c', 'id'],
  ['-c', '1'],
  ['-d', ';'],
  ['--tsv'],
  ['--tsv', '-c', '1,2'],
  ['--json-lines'],
  ['--json-lines', '-c', '.id,a'],
  ['--columns', 'id,a', '-c', 'id'],
];

function brokenTable(/** @type {{below: (n: number) => number, piece: () => Buffer}} */ { below, piece }) {
  let bytes = Buffer.from(kTables[below(kTables.length)].repeat(1 + below(40)));
  for (let changes = below(4); changes > 0; --changes) {
    const at = below(bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, at), piece(), bytes.subarray(at + below(3))]);
  }
  return bytes;
}

test(`${2 * kFiles} broken tables are profiled or refused, with a known status and one line on standard error`, async () => {
  const draw = hostile(33),
    { below } = draw;
  let profiled = 0;
  await rounds(2 * kFiles, async () => {
    const form = kRowForms[below(kRowForms.length)],
      rejects = below(2) === 0 ? ['--rejects', '/dev/null'] : [],
      json = below(2) === 0 ? ['--json'] : [];
    const input = below(3) === 0 ? draw.input().input : brokenTable(draw);
    const { code, text, error } = await reshard(
      ['profile', ...form, ...rejects, ...json, '-j', String(1 + below(3))],
      input,
    );
    const said = `profile ${form.join(' ')} of ${JSON.stringify(input.toString('latin1'))}: ${code}, ${error}`;
    assert.ok([0, 3, 4].includes(code), said);
    assert.match(
      error,
      code === 0 && rejects.length === 0 ? /^$/ : code === 0 ? /^(?:reshard: .*\n)?$/ : /^reshard: .*\n$/s,
      said,
    );
    if (code !== 0) return assert.equal(text, '', said);
    profiled += 1;
    if (json.length > 0) assert.ok(JSON.parse(text).candidates.length > 0, said);
    return assert.match(text, /\n$/, said);
  });
  assert.ok(profiled > kFiles / 5, String(profiled));
});

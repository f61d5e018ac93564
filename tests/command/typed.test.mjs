// Typed keys: what --type reads from each form of file, what it refuses, and how identify finds types by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeScript, reshard } from './command.mjs';
import { needsExtension, startServer } from './postgres.mjs';
import { vectors } from './vectors.mjs';

const kLink = 'v=1&nodes=p0,p1,p2,p3,p4,p5,p6&strategy=partitions&dialect=postgresql';

const place = (/** @type {string[]} */ words, /** @type {string} */ input) =>
  reshard(['place', '-l', kLink, ...words], input);
/** The owner of one key, given as a line. @param {string} types @param {string} key */
const ownerOf = async (types, key) => (await place(['--type', types, '-0'], `${key}\0`)).text.split('\0')[1];
/** The last column of each line. @param {string} text @param {string} [delimiter] */
const ownersIn = (text, delimiter = ',') =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf(delimiter) + 1));

test('columns of CSV, tabs and JSON make the same key as its line', async () => {
  const [one, two] = [await ownerOf('int64,text', '42\tanna'), await ownerOf('int64,text', '-7\tb"c')];
  const typed = ['--type', 'int64,text'];
  const csv = await place([...typed, '-c', 'id,name'], 'name,x,id\nanna,,42\n"b""c",,-7\n');
  assert.deepEqual(ownersIn(csv.text).slice(1), [one, two]);
  const tabs = await place([...typed, '--tsv', '-c', '3,1'], 'anna\t\t42\nb"c\t\t-7\n');
  assert.deepEqual(ownersIn(tabs.text, '\t'), [one, two]);
  const json = await place(
    [...typed, '-k', '.id,.user.name'],
    '{"id":42,"user":{"name":"anna"}}\n{"user":{"name":"b\\"c"},"id":"-7"}\n',
  );
  assert.deepEqual(
    json.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).owner),
    [one, two],
  );
});

test('NULL is \\N between tabs, null in JSON, and an empty or \\N field without quotes in CSV', async () => {
  const [none, empty, both] = [
    await ownerOf('text,text', 'a\t\\N'),
    await ownerOf('text,text', 'a\t'),
    await ownerOf('text,text', '\\N\t\\N'),
  ];
  assert.notEqual(none, empty);
  assert.equal(both, 'p0');
  const typed = ['--type', 'text,text'];
  const csv = await place([...typed, '-c', '1,2'], 'a,\na,\\N\na,""\n,\n');
  assert.deepEqual(ownersIn(csv.text), [none, none, empty, both]);
  const tabs = await place([...typed, '--tsv', '-c', '1,2'], 'a\t\\N\na\t\n');
  assert.deepEqual(ownersIn(tabs.text, '\t'), [none, empty]);
  const json = await place([...typed, '-k', '.a,.b'], '{"a":"a","b":null}\n{"a":"a","b":""}\n');
  assert.match(json.text, new RegExp(`"${none}"}\n.*"${empty}"}\n$`));
});

test('the empty text is a value of a type, and no key without types', async () => {
  const { text } = await place(['--type', 'text', '-c', '1'], '""\n');
  assert.equal(text, `"",${await ownerOf('text', '')}\n`);
  const { code, error } = await reshard(['place', '-l', 'v=1&nodes=7', '-c', '1'], 'a\n""\n');
  assert.equal(code, 3);
  assert.match(error, /line 2: key: must not be empty/);
});

test('what is not of its type is refused with its line, or put aside', async () => {
  const { code, text, error } = await place(['--type', 'int32'], '1\n2147483647\n2147483648\n4\n');
  assert.equal(code, 3);
  assert.equal(text.split('\n').length, 3);
  assert.match(error, /line 3: key: “2147483648” cannot be read as int32: a whole number from -2147483648/);
  for (const [words, input, why] of /** @type {[string[], string, RegExp][]} */ ([
    [['-c', '1,2'], '1,"\\N"\n', /line 1, column 2: the text “\\N” cannot be told from NULL/],
    [['-c', '1,2'], '1,"a\tb"\n', /line 1, column 2: has a TAB/],
    [['-c', '1,2'], '1\n', /line 1: has no column 2/],
    [['--tsv', '-c', '2,1'], '1\ta\n', /line 1: key: “a%091” cannot be read as column 1, int64/],
    [['-k', '.a,.b'], '{"a":1}\n', /line 1: has no field \.b/],
    [[], '1\n', /line 1: key: “1” cannot be read as 2 columns with a TAB between them/],
  ])) {
    const refused = await place(['--type', 'int64,text', ...words], input);
    assert.equal(refused.code, 3);
    assert.match(refused.error, why);
  }
});

test('types that the strategy does not take are refused by the option’s name', async () => {
  for (const [link, types, why] of [
    ['v=1&nodes=3', 'int64', /--type: ring takes keys of any bytes, without types/],
    [kLink, 'int128', /--type: “int128” is none of text, bytes, int64, int32, int16, uuid/],
    [kLink, 'int64,', /--type: “” is none of/],
    [kLink, 'text,text,text,text,text', /--type: a key has up to 4 columns/],
    [
      kLink.replace('postgresql', 'kafka_murmur2'),
      'uuid',
      /--type: type: “uuid” is not one of text, bytes, int64, int32/,
    ],
    [kLink.replace('postgresql', 'kafka_murmur2'), 'text,text', /--type: partitions takes 1 column here, not 2/],
  ]) {
    const { code, error } = await reshard(['place', '-l', String(link), '--type', String(types)], '1\n');
    assert.equal(code, 2);
    assert.match(error, /** @type {RegExp} */ (why));
  }
  const { error } = await place(['--type', 'int64', '-c', 'a,b'], 'a,b\n1,2\n');
  assert.match(error, /a key of 2 columns, and 1 type/);
});

test('without --type, keys have the types of the link; with it, those of the option alone', async () => {
  const linked = await reshard(['place', '-l', `${kLink}&type=int64&type2=text`, '-c', '1,2'], '42,anna\n');
  assert.deepEqual(ownersIn(linked.text), [await ownerOf('int64,text', '42\tanna')]);
  const replaced = await reshard(['place', '-l', `${kLink}&type=int64&type2=text`, '--type', 'int32'], '42\n');
  assert.deepEqual(ownersIn(replaced.text), [await ownerOf('int32', '42')]);
});

test('columns without types make a key, too, and a header may have a comma in a name', async () => {
  const link = ['-l', 'v=1&nodes=7'];
  const line = await reshard(['place', ...link], 'x\ty\n');
  const columns = await reshard(['place', ...link, '-c', 'a,b'], 'b,a\ny,x\n');
  assert.deepEqual(ownersIn(columns.text).slice(1), ownersIn(line.text));
  const quoted = await reshard(['place', ...link, '-c', '"c,d",b'], 'b,"c,d"\ny,x\n');
  assert.deepEqual(ownersIn(quoted.text).slice(1), ownersIn(line.text));
});

test('sql names all columns of the key', async () => {
  const words = ['-l', `${kLink}&log=%2Bp7`, '--type', 'int64,text', '-c', '1,2', '--table', 't', '--key-column'];
  const { text } = await reshard(['sql', ...words, 'tenant,name'], "1,x\n2,it's\n3,z\n4,u\n5,v\n");
  assert.match(text, /WHERE \("tenant", "name"\) IN \(\('\d', '.*'\)/);
  assert.match(text, /'it''s'|^(?!.*it)/s);
  assert.match((await reshard(['sql', ...words, 'tenant'], '')).error, /--key-column: the key has 2 columns/);
});

test('serve answers typed keys, and NULL for an empty key that is no value', async () => {
  const answers = async (/** @type {string} */ type) =>
    (await reshard(['serve'], `2\n${kLink}&type=${type}\t\n${kLink}&type=${type}\t7\n`)).text.split('\n');
  assert.deepEqual(await answers('int64'), ['\\N', await ownerOf('int64', '7'), '']);
  assert.deepEqual(await answers('text'), [await ownerOf('text', ''), await ownerOf('text', '7'), '']);
});

// Under Node, whose program has no sanitizers: a search tries all that Reshard has.
const identify = async (/** @type {string | Buffer} */ rows, /** @type {string[]} */ ...words) => {
  const { code, text, error } = await reshard([nodeScript, 'identify', '--json', ...words], rows, {}, process.execPath);
  assert.equal(code, 0, error);
  return JSON.parse(text);
};

// One link of each of these files, of which 300 rows are enough: each search takes seconds.
const kSampled = /^(?:postgresql_(?:bigint|text|uuid|bigint_text|int4_uuid_text)|kafka|clickhouse_\w+)$/;
const samples = new Map();
for (const { file, link, keys, owners } of vectors) {
  if (!kSampled.test(file) || !/^v=1&nodes=[^,]*(,[^,]*){6,15}&/.test(link)) continue;
  if (!samples.has(file)) samples.set(file, { link, keys, owners });
}

test('identify finds the system and the types of a key from 300 rows', async () => {
  assert.ok(samples.size >= 9, [...samples.keys()].join());
  for (const [file, { link, keys, owners }] of samples) {
    const escaped = (/** @type {Buffer} */ key) =>
      key
        .toString('latin1')
        .replaceAll('\\', '\\\\')
        .replaceAll('\t', '\\t')
        .replaceAll('\n', '\\n')
        .replaceAll('\r', '\\r');
    const rows = keys
      .map((/** @type {Buffer} */ key, /** @type {number} */ i) => `${escaped(key)}\t${owners[i]}\n`)
      .slice(0, 300)
      .join('');
    const { fits, found } = await identify(Buffer.from(rows, 'latin1'), '--tsv', '-w', '2');
    const fields = new URLSearchParams(link);
    assert.ok(found, file);
    assert.deepEqual(
      [fits[0].strategy, fits[0].params.dialect, fits[0].share],
      ['partitions', fields.get('dialect'), 1],
      file,
    );
  }
});

test('identify takes types that somebody states, and refuses rows of other types', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => i * 7 - 500);
  const { text } = await place(['--type', 'int64'], `${rows.join('\n')}\n`);
  const { fits } = await identify(text, '--type', 'int64');
  assert.deepEqual([fits[0].params.dialect, fits[0].params.type, fits[0].share], ['postgresql', 'int64', 1]);
  const other = await identify(text, '--type', 'text');
  assert.notEqual(other.fits[0].share, 1);
  const refused = await reshard(['identify', '--type', 'int64'], `${text}x,p1\n`);
  assert.match(refused.error, /line 301: “x” is not int64/);
});

test('PostgreSQL agrees with its own hash partitions', needsExtension, async (t) => {
  const psql = startServer(t, { extension: true });
  psql('CREATE EXTENSION reshard;');
  const link = kLink.replace(/^v=1&/, 'v=1&log=%2Bp7&');

  await t.test(
    '1,000 bigints, uuids and rows with NULLs are on the partition that satisfies_hash_partition() says',
    () => {
      psql(`CREATE TABLE rows AS SELECT i,
        (('x' || md5(i::text))::bit(64)::bigint) >> (i % 64) AS id, md5('u' || i)::uuid AS u,
        CASE WHEN i % 10 > 0 THEN i * 7 END AS a, CASE WHEN i % 7 > 0 THEN md5(i::text) END AS b
        FROM generate_series(1, 1000) AS i;
      CREATE TABLE by_id (id bigint) PARTITION BY HASH (id);
      CREATE TABLE by_uuid (u uuid) PARTITION BY HASH (u);
      CREATE TABLE by_both (a int, b text) PARTITION BY HASH (a, b);`);
      for (const [table, values, types, key] of [
        ['by_id', 'id', 'type=int64', 'id::text'],
        ['by_uuid', 'u', 'type=uuid', 'u::text'],
        ['by_both', 'a, b', 'type=int32&type2=text', String.raw`coalesce(a::text, '\N') || E'\t' || coalesce(b, '\N')`],
      ]) {
        const owner = `substr(reshard_owner('${link}&${types}', ${key}), 2)::int`;
        const satisfied = (/** @type {number} */ more) =>
          psql(`SELECT count(*) FROM rows
          WHERE satisfies_hash_partition('${table}'::regclass, 8, (${owner} + ${more}) % 8, ${values});`);
        assert.equal(satisfied(0), '1000\n', table);
        assert.equal(satisfied(1), '0\n', table);
      }
    },
  );

  await t.test('a key of another type is refused with the core’s message', () => {
    const { errors } = psql.refused(`SELECT reshard_owner('${link}&type=int64', '042');`);
    assert.match(errors[0], /^ERROR: {2}22023: .*“?042.*int64/);
    assert.equal(psql(`SELECT reshard_owner('${link}&type=int64', NULL::bigint::text) IS NULL;`), 't\n');
    assert.notEqual(psql(`SELECT reshard_owner('${link}&type=text', '');`), '\n');
  });

  await t.test('the statements of `reshard sql` move rows by several columns', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => `${i * 31},it's ${i}`);
    const typed = ['-l', `${link}&type=int64&type2=text`, '-c', '1,2'];
    const before = await reshard(['place', ...typed, '--at', 'before'], `${rows.join('\n')}\n`);
    for (let i = 0; i < 8; ++i) psql(`CREATE TABLE moving_p${i} (a bigint, b text);`);
    const inserts = before.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
    psql(
      inserts.map(([a, b, owner]) => `INSERT INTO moving_${owner} VALUES (${a}, '${b.replace("'", "''")}');`).join(''),
    );
    const words = ['--table', 'moving', '--key-column', 'a,b'];
    psql((await reshard(['sql', ...typed, ...words], `${rows.join('\n')}\n`)).text);
    const after = await reshard(['place', ...typed], `${rows.join('\n')}\n`);
    for (let i = 0; i < 8; ++i) {
      const expected = after.text.split('\n').filter((line) => line.endsWith(`,p${i}`)).length;
      assert.equal(psql(`SELECT count(*) FROM moving_p${i};`), `${expected}\n`);
    }
  });
});

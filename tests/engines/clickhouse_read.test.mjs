// What is read of ClickHouse's remote_servers, in XML or as it prints system.clusters, places keys as its engine does.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { randomNumbers } from '../live/keys.mjs';
import { fromTree } from '../built.mjs';
import { compareOwners, folderOf } from '../live/programs.mjs';
import { ask } from './clickhouse_asked.mjs';

const { readWith } = await fromTree('web/systems/reading/read.js');
const { linkOf } = await fromTree('web/systems/reading/link.js');
const { default: reader } = await fromTree('web/systems/readers/clickhouse.js');
const kKeys = 5000;

// As people write them: the usual weight, comments with tags, CDATA, entities, a shard without rows, one that is a
// node.
const kServers = `<!-- <shard><weight>7</weight></shard> was the old one -->
  <remote_servers>
    <main>
      <secret>not &lt;kept&gt;</secret>
      <shard><weight>9</weight>
        <replica><host>127.0.0.1</host><port>1</port></replica>
        <replica><host>127.0.0.2</host><port>1</port></replica>
      </shard>
      <shard><replica><host><![CDATA[127.0.0.3]]></host><port>1</port></replica></shard>
      <shard><weight>0</weight><replica><host>127.0.0.4</host><port>1</port></replica></shard>
      <node><host>::1</host><port>1</port></node>
      <shard><weight>23</weight><replica><host>127.0.0.&#53;</host><port>1</port></replica></shard>
    </main>
    <other><node><host>127.0.0.9</host><port>1</port></node></other>
  </remote_servers>`;

/** @type {{columns: string, expression: string, keys: string[]}[]} */
const kTables = [
  { columns: 'k0 UInt64', expression: 'k0', keys: ['number'] },
  { columns: '`k0` Int64', expression: 'cityHash64(k0)', keys: ['number'] },
  { columns: 'k0 String', expression: 'xxHash64(k0)', keys: ['text'] },
  { columns: 'k0 Int64, k1 String', expression: 'sipHash64(k0, k1)', keys: ['number', 'text'] },
  { columns: 'k0 String', expression: 'javaHash(k0)', keys: ['text'] },
  { columns: 'k0 UInt32', expression: 'intHash64(k0)', keys: ['small'] },
];

const next = randomNumbers(50);
/** @type {Record<string, () => string>} */
const kValues = {
  number: () => String((BigInt(next()) << 31n) | BigInt(next() >>> 1)),
  small: () => String(next() >>> 1),
  text: () => `user-${next()}`,
};

/** @param {string} text @param {string[]} keys @param {number} shards */
async function shardsBy(text, keys, shards) {
  const reading = await readWith([reader], text, { choose: 'main' });
  const { link } = linkOf(reading);
  assert.ok(link, JSON.stringify(reading));
  assert.equal(reading.nodes.length, shards);
  const { code, out, error } = await reshard(['place', '-0', '-l', link], keys.map((key) => `${key}\0`).join(''));
  assert.equal(code, 0, `${link}: ${error}`);
  const numbers = new Map(
    reading.nodes.map((/** @type {{name: string}} */ { name }, /** @type {number} */ i) => [name, `${i + 1}`]),
  );
  return splitAtZeros(out)
    .filter((_, at) => at % 2 === 1)
    .map((name) => numbers.get(String(name)) ?? String(name));
}

test('a Distributed table gives 5,000 keys the shards of what is read of its configuration', async (t) => {
  const folder = folderOf(t);
  const rows = kTables.map(({ keys }) =>
    Array.from({ length: kKeys }, () => keys.map((key) => kValues[key]()).join('\t')),
  );
  rows.forEach((lines, at) =>
    writeFileSync(join(folder, `keys_${at}.tsv`), `${lines.map((line, i) => `${i}\t${line}`).join('\n')}\n`),
  );
  const creates = kTables.map(({ columns, expression }, at) => {
    const id = `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const engine = `Distributed('main', 'no', 'table', ${expression})`;
    return `CREATE TABLE d.t${at} UUID '${id}' (i UInt32, ${columns}) ENGINE = ${engine}`;
  });
  const statements = kTables.flatMap(({ columns, keys }, at) => {
    const store = `${folder}/data/store/${String(at).padStart(8, '0').slice(0, 3)}/${String(at).padStart(8, '0')}-*`;
    const all = `i UInt32, ${columns.replaceAll('`', '')}`;
    return [
      creates[at],
      `SYSTEM STOP DISTRIBUTED SENDS d.t${at}`,
      `INSERT INTO d.t${at} SELECT * FROM file('${folder}/keys_${at}.tsv', TabSeparated, '${all}')`,
      `SELECT extract(_path, '/shard([0-9]+)_') FROM file('${store}/shard*_replica1/*.bin', 'Distributed') ` +
        `ORDER BY i, ${keys.map((_, c) => `k${c}`)}`,
    ];
  });
  const asked = ['CREATE DATABASE d', ...statements, 'SELECT * FROM system.clusters FORMAT PrettyCompactMonoBlock'];
  const answers = ask(folder, [...asked, 'SELECT * FROM system.clusters FORMAT JSONEachRow'], kServers);
  for (const { error } of answers) assert.equal(error, undefined);
  const printed = answers.slice(-2).map(({ out }) => out ?? '');
  for (const [at, lines] of rows.entries()) {
    const live = (answers[4 * (at + 1)].out ?? '').trimEnd().split('\n');
    assert.equal(live.length, kKeys);
    const texts = [`<clickhouse>${kServers}</clickhouse>`, ...printed].map((text) => `${text}\n\n${creates[at]};\n`);
    for (const [form, text] of texts.entries()) {
      const keys = lines.map((line) => Buffer.from(line));
      compareOwners(`${kTables[at].expression}, form ${form}`, keys, await shardsBy(text, lines, 5), live);
    }
  }
});

// Every command of README, CONTRIBUTING and the bindings' documents runs as it is written on a Debian 12 that has
// nothing yet. It takes hours: tests/run long.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { root } from '../live/programs.mjs';
import { BareDebian, whyNone } from './bare_debian.mjs';
import { commandsIn, commandsOf, kDocuments } from './commands.mjs';

const recipe = (/** @type {string} */ line) =>
  /** @type {[string, string]} */ ([line, 'tests/command/recipes.test.mjs']);

/** Run by other tests, or by this one. */
const kElsewhere = new Map([
  ['tests/run long', 'runs this test'],
  ...commandsOf('core/bindings/RECIPES.md').map(recipe),
]);

/** Commands that end when a reader ends them, and what they have said by then. */
const kEndless = /** @type {[RegExp, RegExp][]} */ ([
  [/^web\/serve$/, /http:\/\/127\.0\.0\.1:8080/],
  [/^tail -f/, /^user:\d+,node-\d/m],
  [/^build\/fuzz\/link_fuzz$/, /^#\d{4,}\s.*cov:/m],
]);

/** What the others say, beside ending with 0. */
const kSays = /** @type {[RegExp, RegExp][]} */ ([
  [/^tests\/run(?: quick| engines)?$/, /\d+ passed, 0 failed/],
  [/^reshard moved/, /,node-5$/m],
  [/^reshard counts/, /node-5/],
  [/^reshard check/, /^0 of 3000 records/m],
  [/^reshard identify/, /^100\.00%\tring/m],
  [/^reshard plan/, /copy/i],
  [/^reshard profile .*--query/, /customer_id/],
  [/npx .* place /, /^user:\d+,node-\d$/m],
]);

const lines = (/** @type {number} */ count, /** @type {(i: number) => string} */ line) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

/** @param {BareDebian} debian the files that the documents' readers have, by the names that the commands give them */
async function furnish(debian) {
  const order = (/** @type {number} */ i) => `${i},c${(i * i) % 97},2024-01-${String(1 + (i % 28)).padStart(2, '0')}`;
  const orders = `order_id,customer_id,created_at\n${lines(3000, order)}`;
  debian.write('orders.csv', orders);
  for (const part of ['a', 'b']) debian.write(`orders/${part}.csv.gz`, gzipSync(orders));
  debian.write('users.csv.gz', gzipSync(`id,name\n${lines(3000, (i) => `${i},n${i}`)}`));
  debian.write(
    'log.jsonl',
    lines(3000, (i) => JSON.stringify({ user: { id: `u${i}` } })),
  );
  debian.write(
    'spec.json',
    JSON.stringify({
      candidates: ['order_id', 'customer_id'],
      time: 'created_at',
      shards: { strategy: 'ring', nodes: ['a', 'b', 'c', 'd'] },
    }),
  );
  for (const name of ['keys', 'keys.txt', 'requests.log'])
    debian.write(
      name,
      lines(3000, (i) => `user:${i}`),
    );
}

/**
 * What a reader has done before: a server with the table of orders, or rows that the strategy placed.
 * @type {[RegExp, string][]}
 */
const kBefore = [
  [
    /^psql/,
    'apt-get install -q postgresql postgresql-client > /dev/null && pg_ctlcluster 15 main start && sleep 3 && ' +
      'su postgres -c "createuser -s root; createdb root" && ' +
      'psql -q -c "CREATE TABLE orders (id int, customer_id text, created_at date)" -c "\\\\copy orders FROM orders.csv CSV HEADER"',
  ],
  [/rows\.csv$/, '(echo id,shard; reshard place --link v=1\\&nodes=6 keys.txt) > rows.csv'],
  [/^cmake --preset fuzz/, 'sudo apt-get install -q clang > /dev/null'],
];

test('commands are the lines of sh blocks, and code in a table that begins with a program', () => {
  const text =
    'Say `npm x`.\n```sh\na b   # why\n\nc \\\n  d\n```\n```js\ne\n```\n| how | `tests/run quick`, see `tests/` or `node --test` |\n';
  assert.deepEqual(commandsIn(text), ['a b', 'c    d']);
  assert.deepEqual(commandsIn(text, true), ['a b', 'c    d', 'tests/run quick', 'node --test']);
});

const why = whyNone();

describe('in a bare Debian 12', { skip: why }, () => {
  const debian = new BareDebian(join(tmpdir(), `reshard-bare-${randomUUID()}`));
  before(async () => {
    await debian.make(root);
    await furnish(debian);
  });
  after(() => debian.remove());

  test('a command that is not there is told', async () => {
    const { code, said } = await debian.run('cmake --version');
    assert.equal(code, 127, said);
  });

  const told = new Set();
  for (const document of kDocuments) {
    for (const line of commandsOf(document)) {
      if (kElsewhere.has(line) || told.has(line)) continue;
      told.add(line);
      test(`as ${document} says: ${line}`, async () => {
        const says = kSays.find(([which]) => which.test(line))?.[1],
          end = kEndless.find(([which]) => which.test(line))?.[1];
        const first = kBefore.find(([which]) => which.test(line))?.[1];
        const { code, said } = await debian.run(
          first ? `${first} && ${line}` : line,
          end && ((text) => end.test(text)),
        );
        if (end) return assert.match(said, end);
        assert.equal(code, 0, said.slice(-5000));
        if (line.startsWith('cmake --preset')) assert.doesNotMatch(said, /warning:/);
        if (says) assert.match(said, says);
      });
    }
  }
});

// What changes between two texts of Kafka: replicas, which copy data, apart from leaders, which copy nothing. Figures
// are worked out here, from the same model that the texts are written from.
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import Ajv from 'ajv';
import { differenceOf } from '../../../web/systems/diff/diff.js';
import { isChanged } from '../../../web/systems/diff/form.js';
import { markdownOf } from '../../../web/systems/diff/markdown.js';
import { readPair } from '../../../web/systems/diff/pair.js';
import { renamedDifference } from '../../../web/systems/diff/rename.js';
import { figuresOf, headlineOf, partitionRows, warningsOf } from '../../../web/systems/diff/words.js';
import { reassignmentText } from '../../../web/systems/kafka/reassignment.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { treeReaders } from './cluster_texts.mjs';
import { randomFrom } from './diff_slow.mjs';

const readers = await treeReaders();
const read = (/** @type {string} */ text, asked = {}) => readWith(readers, text, asked);
const core = async () => {
  throw new Error('keys are not compared');
};

/**
 * Partitions of topics. `replicas` in their order; `leader`: who leads now, the first if it is not said.
 * @typedef {{topic: string, partition: number, replicas: number[], leader?: number, bytes?: number}} Row
 */

/** As kafka-topics --describe prints it. @param {Row[]} rows */
function described(rows) {
  const topics = [...new Set(rows.map(({ topic }) => topic))];
  return topics
    .map((topic) => {
      const own = rows.filter((row) => row.topic === topic);
      const lines = own.map(({ partition, replicas, leader = replicas[0] }) => {
        const words = `Replicas: ${replicas.join(',')}\tIsr: ${[...replicas].sort().join(',')}`;
        return `\tTopic: ${topic}\tPartition: ${partition}\tLeader: ${leader}\t${words}\n`;
      });
      return `Topic: ${topic}\tPartitionCount: ${own.length}\tReplicationFactor: 2\tConfigs: \n${lines.join('')}`;
    })
    .join('');
}

/** As kafka-log-dirs --describe prints it. @param {Row[]} rows */
function folders(rows) {
  const brokers = [...new Set(rows.flatMap(({ replicas }) => replicas))];
  const partitions = (/** @type {number} */ broker) =>
    rows
      .filter(({ replicas }) => replicas.includes(broker))
      .map(({ topic, partition, bytes: size = 0 }) => ({
        ...{ partition: `${topic}-${partition}`, size, offsetLag: 0, isFuture: false },
      }));
  const logDirs = (/** @type {number} */ broker) => [{ logDir: '/k', partitions: partitions(broker) }];
  const all = { version: 1, brokers: brokers.map((broker) => ({ broker, logDirs: logDirs(broker) })) };
  return `Querying brokers for log directories information\n${JSON.stringify(all)}\n`;
}

/** The file of kafka-reassign-partitions. @param {Row[]} rows */
const planned = (rows) =>
  JSON.stringify({
    version: 1,
    partitions: rows.map(({ topic, partition, replicas }) => ({ topic, partition, replicas })),
  });

/** What --generate prints. @param {Row[]} now @param {Row[]} next */
const generated = (now, next) =>
  [
    ...['Current partition replica assignment', planned(now), ''],
    ...['Proposed partition reassignment configuration', planned(next), ''],
  ].join('\n');

/** @param {string} before @param {?string} after */
async function compared(before, after, asked = {}) {
  const pair = await readPair(read, { before, after }, asked);
  if (!('before' in pair)) throw new Error(JSON.stringify(pair));
  return differenceOf(pair.before, pair.after, { core, ...asked });
}

const of = (/** @type {number[][]} */ lists, topic = 'bills') =>
  lists.map((replicas, partition) => ({ topic, partition, replicas, bytes: 1000 * (partition + 1) }));

// Partition 0 moves and gets another preferred leader, 1 stays, 2 moves, 3 has another order, 4 gains a replica.
const kNow = of([[1, 2], [2, 1], [1, 2], [2, 1], [1, 2]]); // prettier-ignore
const kNext = of([[3, 1], [2, 1], [1, 3], [1, 2], [1, 2, 3]]); // prettier-ignore
const kChanged = kNext.filter((_, i) => i !== 1);
/** @type {Record<string, any>} */
const kSaid = {
  ...{ by: 'replicas', kind: 'partitions', compared: 5, moved: 3, least: null, unnecessary: null },
  copies: { changed: 3, made: 3, removed: 2, to: [{ node: '3', copies: 3 }], least: 3 },
  nodes: { added: ['3'], removed: [] },
  assignment: {
    ...{ moved: 3, reordered: 1, preferred: 2, led: null, moving: 0 },
    partitions: [
      { topic: 'bills', partition: 0, before: ['1', '2'], after: ['3', '1'], copies: 1, preferred: true },
      { topic: 'bills', partition: 2, before: ['1', '2'], after: ['1', '3'], copies: 1, preferred: false },
      { topic: 'bills', partition: 3, before: ['2', '1'], after: ['1', '2'], copies: 0, preferred: true },
      { topic: 'bills', partition: 4, before: ['1', '2'], after: ['1', '2', '3'], copies: 1, preferred: false },
    ],
  },
};

test('a plan has the same figures and the same rollback, whichever way it is given', async () => {
  const late = kNow.map((row, i) => ({ ...row, leader: i < 2 ? row.replicas[1] : row.replicas[0] }));
  const ways = {
    'the plan alone': [generated(kNow, kNext), null],
    'a description and the plan': [described(kNow), generated(kNow, kNext)],
    'a description and the proposed file': [described(kNow), planned(kNext)],
    'a description and a file with what moves': [described(kNow), planned(kChanged)],
    'a description whose leaders are not the preferred': [described(late), planned(kChanged)],
    'the current file and the proposed one': [planned(kNow), planned(kNext)],
  };
  for (const [way, [before, after]] of Object.entries(ways)) {
    const found = await compared(/** @type {string} */ (before), after);
    expect({ way, ...found }).toMatchObject({ way, ...kSaid });
    expect([way, headlineOf(found)]).toEqual([
      way,
      '3 of 5 partitions get other replicas: 3 copies to make. ' +
        '1 partition has the same replicas in another order, which copies nothing.',
    ]);
    const back = JSON.parse(found.back?.commands?.text ?? '{}');
    const plan = JSON.parse(found.plan?.text ?? '{}');
    const rows = (/** @type {Row[]} */ all) =>
      JSON.parse(planned(all)).partitions.filter((/** @type {Row} */ { partition }) => partition !== 1);
    expect([way, back]).toEqual([way, { version: 1, partitions: rows(kNow) }]);
    expect([way, plan]).toEqual([way, { version: 1, partitions: rows(kNext) }]);
  }
  const apart = await compared(described(late), planned(kChanged));
  expect(apart.assignment?.elsewhere).toEqual({ before: 2, after: null });
  expect(apart.cannot).toEqual([{ what: 'only', of: 'before', count: 1, partial: true }]);
});

test('bytes are those of replicas that are copied; another order copies none', async () => {
  const found = await compared(described(kNow) + folders(kNow), planned(kChanged));
  expect(found.bytes).toMatchObject({ of: 'before', moved: 1000 + 3000 + 5000, lacking: 0, largest: 5000 });
  expect(found.assignment?.partitions.map(({ bytes }) => bytes)).toEqual([1000, 3000, 0, 5000]);
  expect(found.flows).toEqual([
    { from: '2', to: '3', count: 2, bytes: 4000 },
    { from: null, to: '3', count: 1, bytes: 5000 },
  ]);
  expect(found.back?.bytes).toMatchObject({ moved: 4000 }); // partition 4 only loses a replica
  const order = await compared(described(kNow) + folders(kNow), planned(of([[2, 1], [1, 2]]))); // prettier-ignore
  expect(order).toMatchObject({ moved: 0, bytes: { moved: 0 }, assignment: { reordered: 2, preferred: 2 } });
  expect(headlineOf(order)).toBe(
    'No data moves. 2 partitions have the same replicas in another order, which copies nothing.',
  );
  expect(isChanged(order)).toBe(true);
  expect(JSON.parse(order.back?.commands?.text ?? '{}').partitions).toHaveLength(2);
});

test('who leads now is compared with who leads on another day, and with nothing else', async () => {
  const late = kNow.map((row) => ({ ...row, leader: row.replicas[1] }));
  const day = await compared(described(kNow), described(late));
  expect(day).toMatchObject({ moved: 0, assignment: { led: 5, preferred: 0, elsewhere: { before: 0, after: 5 } } });
  expect([headlineOf(day), isChanged(day)]).toEqual(['No data moves. Another broker leads 5 partitions.', true]);
  expect([day.plan, day.back?.commands]).toEqual([undefined, undefined]);
  const done = await compared(planned(kNext), described(kNext.map((row) => ({ ...row, leader: row.replicas[1] }))));
  expect([headlineOf(done), isChanged(done)]).toEqual(['Nothing moves.', false]);
  expect(done.assignment?.elsewhere).toEqual({ before: null, after: 5 });
  expect(figuresOf(done)).toContainEqual(['Not led by the preferred leader, second text', '5']);
});

test('all topics that both texts have are compared at once, and the others are named', async () => {
  const [more, less] = [of([[1, 2], [2, 1]], 'a-1'), of([[2, 3]], 'old')]; // prettier-ignore
  const next = of([[1, 3], [2, 1]], 'a-1'); // prettier-ignore
  const two = await compared(described([...kNow, ...more, ...less]), described([...kNext, ...next]));
  expect(two).toMatchObject({ compared: 7, moved: 4, before: { topics: ['a-1', 'bills'] } });
  expect(two.assignment?.partitions[0]).toMatchObject({
    topic: 'a-1',
    partition: 0,
    before: ['1', '2'],
    after: ['1', '3'],
  });
  expect(warningsOf(two)).toEqual(['1 topic is only in the first text: old.']);
  const plan = await compared(described([...kNow, ...more, ...less]), planned([...kChanged, next[0]]));
  expect(plan).toMatchObject({
    compared: 7,
    moved: 4,
    cannot: [{ what: 'only', of: 'before', count: 2, partial: true }],
  });
  expect(JSON.parse(plan.back?.commands?.text ?? '{}').partitions[0]).toEqual({
    topic: 'a-1',
    partition: 0,
    replicas: [1, 2],
  });
  const alone = await compared(generated([...kNow, ...more], [...kNext, ...next]), null);
  expect(alone).toMatchObject({ compared: 7, moved: 4, copies: plan.copies });
  const one = await compared(described([...kNow, ...more]), planned([...kChanged, next[0]]), { choose: 'a-1' });
  expect(one).toMatchObject({ compared: 2, moved: 1, before: { choice: 'a-1' } });
});

test('without an order, brokers are compared and leaders are not; there is no file to go back with', async () => {
  const found = await compared(folders(kNow), described(kNext));
  expect(found).toMatchObject({ moved: 3, copies: { made: 3, removed: 2 }, cannot: [{ what: 'unordered' }] });
  expect([found.plan, found.back?.commands, found.assignment?.reordered]).toEqual([undefined, undefined, 0]);
});

test('while partitions of the first text are being reassigned, nothing goes back to it', async () => {
  const text = described(kNow).replace(
    'Replicas: 1,2\tIsr: 1,2\n',
    'Replicas: 4,1,2\tIsr: 1,2\tAdding Replicas: 4\t\n',
  );
  const found = await compared(text, planned(kChanged));
  expect(found.cannot).toContainEqual({ what: 'moving', count: 1 });
  expect(warningsOf(found).join()).toContain('1 partition of the first text is being reassigned already');
  expect(found.back?.commands).toBeUndefined();
  expect(found.plan).toBeDefined();
});

/** @param {(most: number) => number} random @param {number} count */
function randomRows(random, count) {
  const brokers = () => {
    const left = [1, 2, 3, 4, 5, 6];
    return Array.from({ length: 1 + random(3) }, () => left.splice(random(left.length), 1)[0]);
  };
  return Array.from({ length: count }, (_, partition) => {
    const replicas = brokers();
    return { topic: 'data', partition, replicas, leader: replicas[random(replicas.length)], bytes: random(1e6) };
  });
}

const sorted = (/** @type {number[]} */ list) => String([...list].sort());

test('300 random pairs: figures are counted here, and both files do what they say', async () => {
  for (let seed = 0; seed < 300; ++seed) {
    const random = randomFrom(seed);
    const count = 1 + random(30);
    const before = randomRows(random, count);
    const after = before.map((row, i) => (random(2) ? randomRows(random, i + 1)[i] : row));
    const found = await compared(described(before) + folders(before), planned(after));
    const pairs = before.map((row, i) => ({ was: row.replicas, is: after[i].replicas, bytes: row.bytes }));
    const come = pairs.flatMap(({ was, is, bytes }) => is.filter((one) => !was.includes(one)).map(() => bytes));
    const gone = pairs.flatMap(({ was, is }) => was.filter((one) => !is.includes(one)));
    expect({ seed, found }).toMatchObject({
      seed,
      found: {
        ...{ compared: count, moved: pairs.filter(({ was, is }) => sorted(was) !== sorted(is)).length },
        copies: { made: come.length, removed: gone.length },
        bytes: { moved: come.reduce((sum, one) => sum + one, 0) },
        assignment: {
          reordered: pairs.filter(({ was, is }) => sorted(was) === sorted(is) && String(was) !== String(is)).length,
          preferred: pairs.filter(({ was, is }) => was[0] !== is[0]).length,
          elsewhere: { before: before.filter(({ replicas, leader }) => leader !== replicas[0]).length },
        },
      },
    });
    expect(found.flows.reduce((sum, { to, count: copies }) => sum + (to === null ? 0 : copies), 0)).toBe(come.length);
    const applied = (/** @type {Row[]} */ rows, /** @type {string | undefined} */ file) => {
      const files = new Map(rows.map(({ partition, replicas }) => [partition, replicas]));
      for (const { partition, replicas } of JSON.parse(file ?? '{"partitions":[]}').partitions)
        files.set(partition, replicas);
      return [...files];
    };
    const lists = (/** @type {Row[]} */ rows) => rows.map(({ partition, replicas }) => [partition, replicas]);
    expect(applied(before, found.plan?.text)).toEqual(lists(after));
    expect(applied(after, found.back?.commands?.text)).toEqual(lists(before));
  }
});

// As Kafka documents the file ("Expanding your cluster", and ReassignPartitionsCommand.parsePartitionReassignmentData).
const kSchema = {
  type: 'object',
  required: ['version', 'partitions'],
  additionalProperties: false,
  properties: {
    version: { const: 1 },
    partitions: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['topic', 'partition', 'replicas'],
        additionalProperties: false,
        properties: {
          topic: { type: 'string', pattern: '^[a-zA-Z0-9._-]{1,249}$' },
          partition: { type: 'integer', minimum: 0, maximum: 2147483647 },
          replicas: {
            ...{ type: 'array', minItems: 1, uniqueItems: true },
            items: { type: 'integer', minimum: 0, maximum: 2147483647 },
          },
          log_dirs: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

/** Reads a request of kafkajs back, by the protocol: varints are a byte here, but for long lists. */
class Request {
  #at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  int32() {
    this.#at += 4;
    return this.bytes.readInt32BE(this.#at - 4);
  }

  varint() {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.bytes[this.#at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      if (byte < 128) return value;
    }
  }

  tags() {
    if (this.varint() !== 0) throw new Error('tags');
  }

  text() {
    const length = this.varint() - 1;
    this.#at += length;
    return this.bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** @template T @param {() => T} one @returns {T[]} */
  list(one) {
    return Array.from({ length: this.varint() - 1 }, one);
  }
}

test('both files have the documented form, and a client of Kafka sends what they say', async () => {
  const found = await compared(described(kNow), planned(kChanged));
  const valid = new Ajv().compile(kSchema);
  const request = createRequire(import.meta.url)(
    'kafkajs/src/protocol/requests/alterPartitionReassignments/v0/request.js',
  );
  for (const file of [found.plan, found.back?.commands]) {
    const { partitions } = JSON.parse(file?.text ?? '{}');
    valid(JSON.parse(file?.text ?? '{}'));
    expect(valid.errors).toBeNull();
    const { buffer } = await request({ topics: [{ topic: 'bills', partitionAssignment: partitions }] }).encode();
    const sent = new Request(buffer);
    sent.tags();
    expect(sent.int32()).toBe(5000);
    const [topic] = sent.list(() => {
      const name = sent.text();
      const rows = sent.list(() => {
        const partition = sent.int32();
        const replicas = sent.list(() => sent.int32());
        sent.tags();
        return { topic: name, partition, replicas };
      });
      sent.tags();
      return rows;
    });
    expect(topic).toEqual(partitions);
    expect(file?.how).toMatch(new RegExp(`--reassignment-json-file ${file?.name} --execute --throttle \\d+$`));
    expect(file?.then?.at(-1)).toMatch(new RegExp(`--reassignment-json-file ${file?.name} --verify$`));
  }
  const slow = await compared(described(kNow), planned(kChanged), { rate: { bytesPerSecond: 7e6, atOnce: 1 } });
  expect(slow.plan?.how).toMatch(/ --throttle 7000000$/);
});

test('a broker that is no number of Kafka’s is refused', () => {
  const text = (/** @type {string} */ id) => reassignmentText([{ topic: 't', partition: 0, replicas: [id] }]);
  expect(JSON.parse(text('2147483647')).partitions[0].replicas).toEqual([2147483647]);
  for (const id of ['node-4', '', '-1', '01', '1.5', '2147483648', '1e3'])
    expect(() => text(id)).toThrow(`expects an Int and gets “${id}”`);
});

test('Markdown has the partitions and both files; with names replaced, no topic or broker is left', async () => {
  const found = await compared(described(kNow), planned(kChanged));
  const text = markdownOf(found, { before: 'now.txt', after: 'plan.json' });
  expect(text).toContain('| Partition | Replicas before | Replicas after | Copies |\n| --- | --- | --- | --: |\n');
  expect(text).toContain('| bills-0 | 1, 2 | 3, 1 | 1 |\n');
  expect(text).toMatch(/\nReassignment: reassignment\.json\n\n```json\n\{"version":1,/);
  expect(text).toMatch(/\nRollback: rollback\.json\n\n```json\n\{"version":1,/);
  expect(text).toContain('| Rollback | 4 of 5 partitions; 2 copies to make |\n');
  const more = of([[1, 2]], 'secret'); // prettier-ignore
  const old = of([[1, 2]], 'old'); // prettier-ignore
  const several = await compared(described([...kNow, ...more, ...old]), described([...kNext, ...more]));
  expect(JSON.stringify(several)).toMatch(/bills-0.*secret|secret.*bills-0/);
  expect(JSON.stringify(renamedDifference(several, ['1', '2']))).not.toMatch(/bills|secret|"old"/);
  const hidden = renamedDifference(found, ['1', '2']);
  expect([hidden.plan, hidden.back?.commands]).toEqual([undefined, undefined]);
  expect(partitionRows(hidden)[1]).toEqual(['0', 'node-1, node-2', 'node-3, node-1', '1']);
});

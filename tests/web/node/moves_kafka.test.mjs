// Moves in Kafka’s commands: files, their way back, the order of replicas, throttle and brokers.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fromTree } from '../../built.mjs';
import { kafka, kKafka, kOnAfter, kOnBefore, kTopic, refusal, written } from './moves_cases.mjs';
import { standIns } from './stand_ins.mjs';

const { backOf, movingOf, scriptOf } = await fromTree('web/systems/moves/moves.js');

/** The documented form. @param {string} text */
function reassignmentIn(text) {
  const read = JSON.parse(text);
  assert.deepEqual(Object.keys(read), ['version', 'partitions']);
  assert.equal(read.version, 1);
  for (const { topic, partition, replicas, ...others } of read.partitions) {
    assert.equal(typeof topic, 'string');
    assert.ok(Number.isInteger(partition) && partition >= 0);
    assert.ok(replicas.length > 0 && replicas.every(Number.isInteger));
    assert.equal(new Set(replicas).size, replicas.length);
    assert.deepEqual(others, {});
  }
  return read.partitions;
}

test('Kafka gets a file for each step, and one that takes it back', async () => {
  const { files, steps } = written('kafka', kTopic);
  assert.deepEqual(
    files.map(({ file }) => file),
    ['reassignment-1.json', 'rollback-1.json', 'reassignment-2.json', 'rollback-2.json'],
  );
  const [first, firstBack, second, secondBack] = files.map(({ text }) => reassignmentIn(text));
  assert.deepEqual(first, [
    { topic: 'orders', partition: 0, replicas: [4, 1, 3] },
    { topic: 'orders', partition: 1, replicas: [2, 4, 1] },
  ]);
  assert.deepEqual(firstBack, [
    { topic: 'orders', partition: 0, replicas: [2, 1, 3] },
    { topic: 'orders', partition: 1, replicas: [2, 3, 1] },
  ]);
  assert.deepEqual(second, [{ topic: 'orders', partition: 0, replicas: [4, 2, 3] }]);
  assert.deepEqual(secondBack, [{ topic: 'orders', partition: 0, replicas: [4, 1, 3] }]);
  assert.deepEqual(steps[0].commands, ['unless_stopped reassign reassignment-1.json']);
  assert.deepEqual(steps[0].back, ['unless_stopped reassign rollback-1.json']);

  const path = 'node_modules/kafkajs/src/protocol/requests/alterPartitionReassignments/v0/request.js';
  const { default: request } = await fromTree(path);
  const topics = [
    {
      topic: 'orders',
      partitionAssignment: first.map((/** @type {any} */ { partition, replicas }) => ({ partition, replicas })),
    },
  ];
  const encoded = await request({ topics, timeout: 5000 }).encode();
  assert.ok(encoded.buffer.length > 30);
});

test('a script for Kafka has its files, and begins a step when the one before it is complete', (t) => {
  const made = written('kafka', kTopic);
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state } = standIns(t, { [kKafka]: kafka }, first);
  const there = run(scriptOf(made));
  assert.deepEqual([there.status, there.stderr], [0, '']);
  assert.deepEqual([state().on, state().executed, state().running, state().throttle], [kOnAfter, [2, 1], [], '']);
  const back = run(backOf(made), 'bash');
  assert.deepEqual([back.status, back.stderr], [0, '']);
  assert.deepEqual([state().on, state().throttle], [kOnBefore, '']);
  assert.doesNotMatch(backOf(made), /reassignment-1\.json/);
  assert.doesNotMatch(scriptOf(made), /rollback-1\.json/);
});

test('a script for Kafka that stopped is run again, or back, also while its step runs', (t) => {
  const made = written('kafka', kTopic);
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state, set } = standIns(t, { [kKafka]: kafka }, first);
  for (const [script, end] of /** @type {[string, any][]} */ ([
    [scriptOf(made), kOnAfter],
    [backOf(made), kOnBefore],
  ])) {
    set({ ...first, until: 2 });
    const { status, stderr } = run(scriptOf(made));
    assert.equal(status, 1);
    assert.match(stderr, /Stopped\./);
    set({ ...state(), until: 0 });
    assert.equal(run(script).status, 0);
    assert.deepEqual(state().on, end);
    // Ctrl+C while the first step runs: it goes on by itself.
    set({ ...first, running: JSON.parse(made.files[0].text).partitions, left: 2 });
    assert.equal(run(script).status, 0);
    assert.deepEqual(state().on, end);
  }
});

test('the commands for one file of Kafka wait for its end', async (t) => {
  const { reassignmentCommands, reassignmentText } = await fromTree('web/systems/kafka/reassignment.js');
  /** @type {any} */
  const first = { on: kOnBefore, running: [], left: 0, executed: [], throttle: '', until: 0 };
  const { run, state } = standIns(t, { [kKafka]: kafka }, first);
  const text = reassignmentText([{ topic: 'orders', partition: 0, replicas: ['4', '1', '3'] }]);
  const script = [`cat > x.json <<'END'\n${text.trimEnd()}\nEND`, ...reassignmentCommands('x.json', 5)].join('\n');
  const { stdout } = run(script);
  assert.match(stdout, /orders-0 is completed\.\n$/);
  assert.deepEqual([state().on['orders-0'], state().throttle], [[4, 1, 3], '']);
});

const { default: kafkaReader } = await fromTree('web/systems/readers/kafka.js');
const { readWith } = await fromTree('web/systems/reading/read.js');
const kDescribed = [
  'Topic: orders\tPartitionCount: 3\tReplicationFactor: 3\tConfigs: ',
  '\tTopic: orders\tPartition: 0\tLeader: 4\tReplicas: 3,4,1\tIsr: 4,1,3',
  '\tTopic: orders\tPartition: 1\tLeader: 1001\tReplicas: 4,3,1001\tIsr: 1001,3',
  '\tTopic: orders\tPartition: 2\tLeader: 1\tReplicas: 1,3,4\tIsr: 1,3,4',
].join('\n');

/** @param {string} text @param {[string, string, string][]} moves @param {any} [more] */
async function kafkaMoves(text, moves, more = {}) {
  const reading = await readWith([kafkaReader], text, {});
  return written('kafka', { ...movingOf(reading, moves), ...more });
}

test('a new replica of Kafka has the place of the old one, and the way back is the list as it was read', async () => {
  /** By hand: the moves, then each file's lists. @type {[[string, string, string][], number[][]][]} */
  const cases = [
    [[['0', '3', '1001']], [[1001, 4, 1], [3, 4, 1]]],
    [[['0', '4', '1001']], [[3, 1001, 1], [3, 4, 1]]],
    [[['1', '3', '1']], [[4, 1, 1001], [4, 3, 1001]]],
    [[['2', '4', '1001']], [[1, 3, 1001], [1, 3, 4]]],
    // Two moves of one partition, each a step: the second takes the list as the first has left it.
    [[['0', '3', '1001'], ['0', '1', '3']], [[1001, 4, 1], [3, 4, 1], [1001, 4, 3], [1001, 4, 1]]],
    [[['1', '1001', '1'], ['1', '4', '1001']], [[4, 3, 1], [4, 3, 1001], [1001, 3, 1], [4, 3, 1]]],
  ]; // prettier-ignore
  for (const [moves, lists] of cases) {
    const { files } = await kafkaMoves(kDescribed, moves);
    assert.deepEqual(
      files.map(({ text }) => reassignmentIn(text)[0].replicas),
      lists,
    );
  }
});

test('Kafka’s throttle follows from the rate, and its brokers are those that the text names', async () => {
  /** @type {[string, string, string][]} */
  const moves = [['0', '3', '1001']];
  const asked = '$ kafka-topics.sh --bootstrap-server kafka-1.prod:9093,10.0.0.2:9093 --describe\n';
  const named = await kafkaMoves(asked + kDescribed, moves, { rate: 500_000, atOnce: 3 });
  assert.ok(named.before.includes('throttle=1500000'));
  assert.match(named.before.join('\n'), /--bootstrap-server kafka-1\.prod:9093,10\.0\.0\.2:9093 /);
  assert.deepEqual(named.notes.slice(0, 2), [
    'Throttle: 1,500,000 bytes a second for each broker: 0.5 MB/s for a copy, 3 at a broker at a time.',
    'The commands ask kafka-1.prod:9093,10.0.0.2:9093, as the text names it.',
  ]);
  assert.ok(named.before.includes(": 'The commands ask kafka-1.prod:9093,10.0.0.2:9093, as the text names it.'"));
  const plain = await kafkaMoves(kDescribed, moves);
  assert.ok(plain.before.includes('throttle=50000000'));
  assert.match(plain.before.join('\n'), /--bootstrap-server localhost:9092 /);
  assert.match(plain.notes[0], /^Throttle: 50,000,000 bytes a second .* no rate\. Choose your own\.$/);
  assert.equal(plain.notes[1], 'The text names no broker: replace localhost:9092.');
  const said = await kafkaMoves(kDescribed, moves, { rate: 500_000, throttle: 7 });
  assert.ok(said.before.includes('throttle=7'));
  const heads = [
    ['kafka-1:9092 (id: 1 rack: null) -> (\nkafka-2:9092 (id: 2 rack: null) -> (\n', 'kafka-1:9092,kafka-2:9092'],
    ['  broker 1 at kafka-1:9092\n  broker 2 at kafka-2:9092 (controller)\n', 'kafka-1:9092,kafka-2:9092'],
    ["# kafka-topics --bootstrap-server='b:1' --describe\n", 'b:1'],
    ['$ kafka-topics --bootstrap-server $(id):9092 --describe\n', null],
    ['$ kafka-topics --bootstrap-server b:1;id --describe\n', null],
  ];
  const { bootstrapIn } = await fromTree('web/systems/readers/kafka/bootstrap.js');
  for (const [head, bootstrap] of heads) assert.equal(bootstrapIn(`${head}${kDescribed}`), bootstrap);
});

test('what Kafka cannot have is refused', () => {
  assert.match(refusal('kafka', { ...kTopic, throttle: 0 }), /at least 1 byte a second/);
  assert.match(refusal('kafka', { ...kTopic, throttle: 0.5 }), /at least 1 byte a second/);
  assert.match(refusal('kafka', { ...kTopic, moves: [['0', '4', '1']] }), /cannot move from 4 to 1/);
  assert.match(refusal('kafka', { ...kTopic, entries: [] }), /need all replicas of partition 0/);
  assert.match(refusal('kafka', { ...kTopic, of: undefined }), /need the topic of partition 0/);
});

// Kafka's producers: librdkafka, python3-kafka and kafkajs choose the partition of every key without a broker. Java's
// own client is not in Debian; librdkafka's murmur2_random and the other two have its rule.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { reshard } from '../command/command.mjs';
import { compare, kCounts, linkOf, typedKeys } from './kafka_keys.mjs';
import { folderOf, needs, run } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const kPartitioners = ['murmur2', 'murmur2_random', 'consistent', 'consistent_random', 'fnv1a', 'fnv1a_random'];

// Reads lines of a number of partitions and a key in hexadecimal, or - for NULL; writes a line of what each says.
const kAsk = `#include <librdkafka/rdkafka.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  rd_kafka_conf_t *conf = rd_kafka_conf_new();
  rd_kafka_conf_set_log_cb(conf, NULL);
  rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, NULL, 0);
  rd_kafka_topic_t *topic = rd_kafka_topic_new(producer, "topic", NULL);
  static char line[65536], key[32768];
  int count;
  while (scanf("%d %65535s", &count, line) == 2) {
    const size_t size = line[0] == '=' ? strlen(line) / 2 : 0;
    for (size_t i = 0; i < size; ++i) sscanf(line + 1 + 2 * i, "%2hhx", (unsigned char *)key + i);
    const void *given = line[0] == '-' ? NULL : key;
    printf(${JSON.stringify(`${kPartitioners.map(() => '%d').join(' ')}\n`)}, ${kPartitioners
      .map((name) => `rd_kafka_msg_partitioner_${name}(topic, given, size, count, NULL, NULL)`)
      .join(', ')});
  }
  rd_kafka_topic_destroy(topic);
  rd_kafka_destroy(producer);
  return 0;
}
`;

/** What librdkafka's partitioners say of each line, by partitioner. @param {Test} t */
async function librdkafka(t) {
  const folder = folderOf(t);
  const program = join(folder, 'ask');
  writeFileSync(join(folder, 'ask.c'), kAsk);
  await run('gcc', ['-Wall', '-Werror', '-o', program, join(folder, 'ask.c'), '-lrdkafka']);
  return (/** @type {number} */ count, /** @type {?Buffer[]} */ keys) => {
    const input = keys.map((key) => `${count} ${key === null ? '-' : `=${key.toString('hex')}`}\n`).join('');
    const { status, stdout, stderr } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(status, 0, stderr);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    return Object.fromEntries(kPartitioners.map((name, i) => [name, rows.map((row) => row[i])]));
  };
}

const kHeader = '/usr/include/librdkafka/rdkafka.h';
/** By dialect, librdkafka's name. */
const kDialects = {
  librdkafka_murmur2: 'murmur2',
  kafka_murmur2: 'murmur2_random',
  kafka_consistent: 'consistent',
  kafka_consistent_random: 'consistent_random',
  kafka_fnv1a: 'fnv1a',
  kafka_fnv1a_random: 'fnv1a_random',
};

test('librdkafka gives every key the partition that Reshard names', needs(kHeader), async (t) => {
  const ask = await librdkafka(t);
  for (const keys of typedKeys()) {
    for (const count of kCounts) {
      const live = ask(count, keys.bytes);
      for (const [dialect, name] of Object.entries(kDialects)) await compare(dialect, keys, count, live[name]);
    }
  }
});

test('a key that librdkafka gives a random partition is refused, another one placed', needs(kHeader), async (t) => {
  const ask = await librdkafka(t);
  const kPartitions = 1000;
  for (const [written, key] of /** @type {[string, ?Buffer][]} */ ([
    ['\\N', null],
    ['\\x', Buffer.alloc(0)],
  ])) {
    const live = ask(kPartitions, new Array(100).fill(key));
    for (const [dialect, name] of Object.entries(kDialects)) {
      const random = new Set(live[name]).size > 1;
      if (!random) {
        await compare(dialect, { type: 'bytes', written: [written] }, kPartitions, live[name].slice(0, 1));
        continue;
      }
      const { code, error } = await reshard(['place', '-l', linkOf(dialect, 'bytes', kPartitions)], `${written}\n`);
      assert.equal(code, 3, `${dialect} ${written}`);
      assert.match(error, /no partition of its own[:,] the producer chooses one at random/);
    }
  }
});

test(
  '100:48069 of 12 partitions is in 9 to a Java producer and in 6 to librdkafka by default',
  needs(kHeader),
  async (t) => {
    const live = (await librdkafka(t))(12, [Buffer.from('100:48069')]);
    assert.deepEqual([live.murmur2_random[0], live.consistent_random[0]], [9, 6]);
    const keys = { type: 'text', written: ['100:48069'] };
    await compare('kafka_murmur2', keys, 12, [9]);
    await compare('kafka_consistent_random', keys, 12, [6]);
  },
);

test(
  'python3-kafka gives every key the partition that Reshard names',
  needs('/usr/lib/python3/dist-packages/kafka'),
  async (t) => {
    const folder = folderOf(t);
    for (const keys of typedKeys()) {
      for (const count of kCounts) {
        writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys.bytes.map((key) => key.toString('hex'))));
        const script = `import json
from kafka.partitioner.default import DefaultPartitioner
partitions = list(range(${count}))
partition = DefaultPartitioner()
print(json.dumps([partition(bytes.fromhex(key), partitions, partitions) for key in json.load(open('keys.json'))]))`;
        const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder, maxBuffer: 1 << 26 });
        await compare('kafka_murmur2', keys, count, JSON.parse(stdout));
      }
    }
  },
);

test('kafkajs gives every key the partition that Reshard names, before 2.0 and since', async () => {
  const { Partitioners } = createRequire(import.meta.url)('kafkajs');
  for (const keys of typedKeys()) {
    for (const count of kCounts) {
      const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({ partitionId, leader: 1 }));
      for (const [dialect, choose] of [
        ['kafka_murmur2', Partitioners.DefaultPartitioner()],
        ['kafkajs_legacy', Partitioners.LegacyPartitioner()],
      ]) {
        const live = keys.bytes.map((key) => choose({ topic: 'topic', partitionMetadata, message: { key } }));
        await compare(dialect, keys, count, live);
      }
    }
  }
});

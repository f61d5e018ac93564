// Pasted placements are read as their expectations say.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { readWith } from '../../../web/systems/reading/read.js';
import { differences, textsOf, treeReaders } from './cluster_texts.mjs';

const kSystems = [
  'redis',
  'nginx',
  'haproxy',
  'envoy',
  'istio',
  'twemproxy',
  'mcrouter',
  'cassandra',
  'ceph',
  'swift',
  'couchbase',
  'elasticsearch',
  'kafka',
  'citus',
  'postgresql',
  'vitess',
  'mongodb',
  'clickhouse',
  'pgdog',
  'pgcat',
  'cockroachdb',
  'tidb',
  'yugabytedb',
  'proxysql',
  'shardingsphere',
  'consul',
  'generic',
  'rows',
  'nothing',
];
const readers = await treeReaders();

for (const system of kSystems) {
  test(`each text of ${system} is read as its expectation says`, async () => {
    /** @type {Record<string, string[]>} */
    const wrong = {};
    for (const { name, text, expected } of textsOf(system)) {
      const [choose, reading] = [expected.choice, await readWith(readers, text, { choose: expected.choice })];
      const found = differences(reading, expected, text);
      if (found.length > 0) wrong[choose ? `${name} (${choose})` : name] = found;
    }
    expect(wrong).toEqual({});
  });
}

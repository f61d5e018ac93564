// The table of what each dialect is compared with is complete, and names the versions that are installed here.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kEvidence, kOwnDialects, kPrograms } from '../../cmake/evidence.mjs';
import { loadCore, root, versionOf } from './programs.mjs';

const core = await loadCore();

test('every dialect of every strategy says what it is compared with', () => {
  const said = new Set(kEvidence.map(({ strategy, dialect }) => [strategy, dialect].filter(Boolean).join(' ')));
  const dialects = core
    .strategies()
    .flatMap(({ id, params }) =>
      (params.find(({ key }) => key === 'dialect')?.options ?? []).map((option) => `${id} ${option}`),
    );
  assert.deepEqual(
    dialects.filter((dialect) => !said.has(dialect) && !kOwnDialects.includes(dialect)),
    [],
  );
  for (const { strategy } of kEvidence)
    assert.ok(
      core.strategies().some(({ id }) => id === strategy),
      strategy,
    );
});

/** @type {Record<string, {debian?: string, npm?: string, version: string, long?: boolean}>} */
const programs = kPrograms;
/** The tests that are not called as what they compare. @type {Record<string, string>} */
const kFiles = {
  dalli: 'client_rings',
  redisRb: 'client_rings',
  predis: 'client_rings',
  carbon: 'client_rings',
  pymemcache: 'client_rings',
  python: 'pyspark',
  pythonMemcached: 'python',
  postgresql: '../command/postgresql_partitions',
  guava: 'long/java',
  spymemcached: 'long/java',
  librdkafka: 'kafka',
  pythonKafka: 'kafka',
  kafkajs: 'kafka',
  kafkaPython: 'kafka_python',
  goRandom: 'long/shuffle_sharding',
  chdb: '../engines/clickhouse_shards',
};

test('npm installs the versions that are listed as compared', () => {
  const wanted = ['package.json', 'tests/engines/package.json']
    .map((file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')))
    .reduce((all, { dependencies, devDependencies }) => ({ ...all, ...dependencies, ...devDependencies }), {});
  for (const { npm, version } of Object.values(programs)) if (npm) assert.equal(wanted[npm], version, npm);
});

test(
  'whatever is listed as compared live has a test here, and the installed version',
  { skip: !existsSync('/usr/bin/dpkg-query') && 'no Debian' },
  async () => {
    const debian = /^VERSION_ID="?12"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
    for (const name of new Set(kEvidence.map(({ live }) => live).filter(Boolean))) {
      const { debian: own, version, long } = programs[name];
      const file = kFiles[name] ?? `${long ? 'long/' : ''}${name}`;
      assert.ok(existsSync(`${root}tests/live/${file}.test.mjs`), file);
      if (!own) continue; // npm's
      const installed = await versionOf(own).catch(() => /** @type {?string} */ (null));
      if (debian && (installed !== null || !long)) assert.equal(installed, version, own);
    }
  },
);

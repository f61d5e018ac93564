// Prometheus reads 5,000 targets, and says what hashmod makes of their labels; and servers with the exported
// relabelling keep the targets that Reshard names. Hardly any target is scraped meanwhile: the interval is a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prometheus from '../../web/systems/prometheus.js';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { randomKeys, randomNumbers } from './keys.mjs';
import { compareOwners, folderOf, freePorts, needs, run, start } from './programs.mjs';
/** @import {Test} from './programs.mjs' */

const kProgram = '/usr/bin/prometheus';
const kCounts = [2, 3, 7, 10, 16, 1000];

/**
 * The active targets of a server with this configuration, once there are `count` in all.
 * @param {Test} t @param {string} folder @param {string} config @param {number} count
 * @returns {Promise<{labels: Record<string, string>, scrapePool: string}[]>}
 */
async function targetsOf(t, folder, config, count) {
  writeFileSync(join(folder, 'prometheus.yml'), config);
  await run('/usr/bin/promtool', ['check', 'config', join(folder, 'prometheus.yml')]);
  const [port] = await freePorts(1);
  await start(
    t,
    kProgram,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { port, host: '127.0.0.1' },
  );
  for (let waited = 0; ; waited += 200) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/targets?state=active`);
    const activeTargets = answer.ok ? (await answer.json()).data.activeTargets : []; // it listens before it is ready
    if (activeTargets.length === count) return activeTargets;
    if (waited > 30_000) throw new Error(`there are ${activeTargets.length} targets, not ${count}`);
    await new Promise((next) => {
      setTimeout(next, 200);
    });
  }
}

/**
 * The remainder of each key by the command.
 * @param {string[]} keys @param {number} count @param {string} more of the link
 */
async function remaindersOf(keys, count, more) {
  const nodes = Array.from({ length: count }, (_, i) => i);
  const { code, out, error } = await reshard(
    ['place', '-0', '-l', `v=1&nodes=${nodes}&strategy=partitions&dialect=prometheus${more}`],
    keys.map((key) => `${key}\0`).join(''),
  );
  assert.equal(code, 0, error);
  return splitAtZeros(out)
    .filter((_, at) => at % 2 === 1)
    .map(String);
}

test('hashmod gives every target the remainder that Reshard names', needs(kProgram), async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'data'));
  const next = randomNumbers(9);
  // a third of the targets lack the second label, and a third the third one
  const targets = randomKeys({ bytes: false }).map((key, i) => ({
    key: String(key),
    second: i % 3 ? String(next() % 1000) : null,
    third: i % 3 === 1 ? null : `z${next() % 10}`,
  }));
  writeFileSync(
    join(folder, 'targets.json'),
    JSON.stringify(
      targets.map(({ key, second, third }, i) => ({
        targets: ['127.0.0.1:9'],
        labels: { number: String(i), key, ...(second && { second }), ...(third && { third }) },
      })),
    ),
  );
  const hashmod = (/** @type {string} */ target, /** @type {string} */ labels, /** @type {number} */ count) =>
    `  - { source_labels: [${labels}], action: hashmod, modulus: ${count}, target_label: ${target}_${count} }`;
  const live = await targetsOf(
    t,
    folder,
    [
      'global: { scrape_interval: 1d }',
      'scrape_configs:',
      '- job_name: all',
      '  file_sd_configs:',
      `  - files: [${folder}/targets.json]`,
      '  relabel_configs:',
      ...kCounts.flatMap((count) => [hashmod('one', 'key', count), hashmod('three', 'key, second, third', count)]),
    ].join('\n'),
    targets.length,
  );
  live.sort((a, b) => Number(a.labels.number) - Number(b.labels.number));
  const one = targets.map(({ key }) => key);
  const three = targets.map(({ key, second, third }) => `${key}\t${second ?? '\\N'}\t${third ?? '\\N'}`);
  for (const count of kCounts) {
    for (const [label, keys, more] of [
      [`one_${count}`, one, ''],
      [`three_${count}`, three, '&type2=text&type3=text'],
    ])
      compareOwners(
        /** @type {string} */ (label),
        /** @type {string[]} */ (keys).map((key) => Buffer.from(key)),
        await remaindersOf(/** @type {string[]} */ (keys), count, /** @type {string} */ (more)),
        live.map(({ labels }) => labels[/** @type {string} */ (label)]),
      );
  }
});

test('servers with the exported relabelling keep the targets that Reshard names', needs(kProgram), async (t) => {
  const folder = folderOf(t);
  mkdirSync(join(folder, 'data'));
  const names = ['first', 'second "quoted"', '#third: [1, 2'];
  const setup = { nodes: names.map((name) => ({ name })), params: { type2: 'none' } };
  const parts = prometheus.write(/** @type {any} */ (setup));
  const addresses = Array.from({ length: 5000 }, (_, i) => `127.0.0.1:${i + 1}`);
  writeFileSync(join(folder, 'targets.json'), JSON.stringify([{ targets: addresses }]));
  const jobs = parts.map(({ text }, i) =>
    text
      .replace('scrape_configs:\n', '')
      .replace('job_name: sharded', `job_name: server${i}\n  file_sd_configs: [{ files: [${folder}/targets.json] }]`),
  );
  const live = await targetsOf(
    t,
    folder,
    `global: { scrape_interval: 1d }\nscrape_configs:\n${jobs.join('')}`,
    addresses.length,
  );
  /** @type {Map<string, string>} */
  const server = new Map(live.map(({ labels, scrapePool }) => [labels.instance, scrapePool.replace('server', '')]));
  compareOwners(
    'the exported relabelling',
    addresses.map((key) => Buffer.from(key)),
    await remaindersOf(addresses, names.length, ''),
    addresses.map((address) => server.get(address) ?? null),
  );
});

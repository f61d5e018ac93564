// A ring of Swift: what swift-ring-builder prints of it is read as the builder itself has it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, needs, run } from '../programs.mjs';
import { readText } from '../readings.mjs';

const kDevices = [
  'r1z1-10.0.0.1:6200/sda 100',
  'r1z2-10.0.0.2:6201/sdb 50.5',
  'r2z1-[fe80::1]:6200R[fe80::2]:6300/sdc_disk 100',
  'r2z3-10.0.0.4:6200/d1_meta 0',
  'r1z3-10.0.0.5:6200/d2 200',
  'r1z3-10.0.0.6:6200/d3 33.33',
];

test(
  'a report of swift-ring-builder is read as the builder has it',
  needs('/usr/bin/swift-ring-builder'),
  async (t) => {
    const folder = folderOf(t);
    // It exits with 1 after a mere warning.
    const builder = (/** @type {string} */ words) => `swift-ring-builder object.builder ${words} || [ $? -eq 1 ]`;
    const lines = [
      builder('create 10 3 1'),
      ...kDevices.map((device) => builder(`add ${device}`)),
      builder('rebalance --seed 7'),
      'swift-ring-builder object.builder > balanced.txt || [ $? -le 2 ]',
      builder('set_weight d2 20'),
      builder('remove d3'),
      'swift-ring-builder object.builder > changed.txt || [ $? -le 2 ]',
    ];
    const script = `import json
from swift.common.ring import RingBuilder
b = RingBuilder.load('object.builder')
parts = {d['id']: sum(list(row).count(d['id']) for row in b._replica2part2dev) for d in b.devs}
of = [[d['ip'], d['port'], d['device'], d['region'], d['zone'], d['weight'], parts[d['id']]] for d in b.devs]
print(json.dumps([b.parts, b.replicas, of]))`;
    const half = lines.findIndex((line) => line.includes('set_weight'));
    for (const [file, part] of /** @type {[string, string[]][]} */ ([
      ['balanced.txt', lines.slice(0, half)],
      ['changed.txt', lines.slice(half)],
    ])) {
      writeFileSync(join(folder, 'ring.sh'), `${part.join('\n')}\n`);
      await run('sh', ['-e', 'ring.sh'], { cwd: folder });
      const { stdout } = await run('/usr/bin/python3', ['-c', script], { cwd: folder });
      const [parts, replicas, devices] = JSON.parse(stdout.split('\n').find((line) => line.startsWith('[')) ?? '');
      const { stdout: text } = await run('cat', [file], { cwd: folder });
      const { reading } = await readText(text);
      assert.deepEqual(reading.strategy.params, { part_power: Math.log2(parts), replicas }, file);
      const host = (/** @type {string} */ ip) => (ip.includes(':') ? `[${ip}]` : ip);
      // Reports are sorted by region and zone.
      const byName = (/** @type {any} */ a, /** @type {any} */ b) => (a.name < b.name ? -1 : 1);
      assert.deepEqual(
        reading.nodes
          .map((/** @type {any} */ { name, weight, data_center, zone }) => ({
            ...{ name, weight, data_center, zone, parts: reading.entries.by_node[name] },
          }))
          .sort(byName),
        devices
          .map((/** @type {any[]} */ [ip, port, device, region, zone, weight, count]) => ({
            ...{
              name: `${host(ip)}:${port}/${device}`,
              weight,
              data_center: `r${region}`,
              zone: `z${zone}`,
              parts: count,
            },
          }))
          .sort(byName),
        file,
      );
      assert.equal(reading.entries.count, parts * replicas, file);
    }
  },
);

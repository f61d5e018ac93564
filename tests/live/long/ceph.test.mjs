// Ceph's crushtool compiles the map that the page exports, and draws the same disks for every x.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kHostile } from '../hostile.mjs';
import { exportOf, textOf } from '../exports.mjs';
import { folderOf, loadCore, needs, run } from '../programs.mjs';

const core = await loadCore();
const kDraws = 20_000;

// x is the lower half of a key's number, and the hash "integer" takes a number as it is.
const kKeys = Array.from({ length: kDraws }, (_, i) => String(i));

const kMaps = [
  {
    what: 'ten disks',
    params: {},
    replicas: 3,
    nodes: Array.from({ length: 10 }, (_, i) => ({ name: `disk-${i}`, weight: 1 })),
  },
  {
    what: 'disks of many sizes',
    params: {},
    replicas: 3,
    nodes: Array.from({ length: 24 }, (_, i) => ({ name: `disk-${i}`, weight: [1.8, 3.6, 7.3, 14.6, 0, 0.5][i % 6] })),
  },
  {
    what: 'racks',
    params: { domain: 'rack' },
    replicas: 3,
    nodes: Array.from({ length: 20 }, (_, i) => ({ name: `disk-${i}`, weight: 1 + (i % 3), rack: `r${i % 5}` })),
  },
  {
    what: 'disks so uneven that some replicas take every try or are left out',
    params: {},
    replicas: 3,
    nodes: [1, 1, 20, 20].map((weight, i) => ({ name: `disk-${i}`, weight })),
  },
  {
    what: 'more replicas than racks',
    params: { domain: 'rack' },
    replicas: 4,
    nodes: [5, 60, 5, 60, 4].map((weight, i) => ({ name: `disk-${i}`, weight, rack: `r${i >> 1}` })),
  },
  {
    what: 'a disk that went and one that came',
    params: {},
    replicas: 2,
    nodes: ['a', 'b', 'c', 'd'],
    log: [{ remove: 'b' }, { add: { name: 'e', weight: 2 } }],
  },
  {
    what: 'racks of disks that moved',
    params: { domain: 'rack' },
    replicas: 2,
    nodes: ['a', 'b', 'c', 'd'].map((name, i) => ({ name, rack: `r${i}` })),
    log: [{ relocate: 'a', rack: 'r9' }, { remove: 'b' }, { add: { name: 'e', weight: 2, rack: 'r2' } }],
  },
];

for (const { what, replicas, ...map } of kMaps) {
  test(`crushtool draws the disks that Reshard names: ${what}`, needs('/usr/bin/crushtool'), async (t) => {
    const folder = folderOf(t);
    const input = { strategy: 'straw2', hash: 'integer', replicas, ...map };
    writeFileSync(join(folder, 'crush.txt'), textOf(core, input));
    await run('crushtool', ['-c', join(folder, 'crush.txt'), '-o', join(folder, 'crush')]);
    const { stdout } = await run(
      'crushtool',
      [
        '-i',
        join(folder, 'crush'),
        '--test',
        '--show-mappings',
        '--rule',
        '0',
        '--num-rep',
        String(replicas),
        '--min-x',
        '0',
        '--max-x',
        String(kDraws - 1),
      ],
      { maxBuffer: 1 << 28 },
    );
    const live = stdout
      .split('\n')
      .filter((line) => line.startsWith('CRUSH'))
      .map((line) => /\[([\d,]*)\]/.exec(line)[1]);
    const placed = core.place({ ...input, keys: kKeys });
    const names = new Map(
      [...textOf(core, input).matchAll(/# "([^"]*)"\ndevice (\d+)/g)].map(([, name, id]) => [name, id]),
    );
    const said = kKeys.map((_, i) =>
      Array.from(placed.owners.subarray(i * replicas, (i + 1) * replicas), (owner) => names.get(placed.nodes[owner]))
        .filter(Boolean)
        .join(','),
    );
    assert.equal(placed.failure?.undersized, live.filter((disks) => disks.split(',').length < replicas).length);
    const differing = said.filter((disks, i) => disks !== live[i]).length;
    assert.equal(differing, 0, `${differing} of ${kDraws} draws differ`);
  });
}

test('crushtool stores the weights that Reshard draws with', needs('/usr/bin/crushtool'), async (t) => {
  const folder = folderOf(t);
  const weights = [1.8, 3.6, 7.3, 14.6, 0.1, 0.000001, 100];
  const nodes = weights.map((weight, i) => ({ name: `disk-${i}`, weight }));
  writeFileSync(join(folder, 'crush.txt'), textOf(core, { strategy: 'straw2', nodes }));
  await run('crushtool', ['-c', join(folder, 'crush.txt'), '-o', join(folder, 'crush')]);
  const { stdout } = await run('crushtool', ['-i', join(folder, 'crush'), '--dump']);
  const [root] = JSON.parse(stdout).buckets;
  assert.deepEqual(
    root.items.map((/** @type {{weight: number}} */ item) => item.weight),
    weights.map((weight) => Math.max(1, Math.floor(weight * 65_536))),
  );
  const heavy = { strategy: 'straw2', nodes: [{ name: 'disk', weight: 100.5 }] };
  assert.equal(exportOf(core, heavy).refused, 'Ceph accepts weights up to 100; “disk” has 100.5.');
  const disk = /item osd\.6 weight 100\n/;
  writeFileSync(
    join(folder, 'heavy.txt'),
    textOf(core, { strategy: 'straw2', nodes }).replace(disk, 'item osd.6 weight 100.5\n'),
  );
  await assert.rejects(
    run('crushtool', ['-c', join(folder, 'heavy.txt'), '-o', join(folder, 'heavy')]),
    /limited to 100/,
  );
});

test('no name breaks out of a CRUSH map', needs('/usr/bin/crushtool'), async (t) => {
  const folder = folderOf(t);
  for (const params of [{}, { domain: 'rack' }]) {
    const nodes = kHostile.map((name) => ({ name, weight: 1 }));
    writeFileSync(join(folder, 'crush.txt'), textOf(core, { strategy: 'straw2', params, nodes }));
    await run('crushtool', ['-c', join(folder, 'crush.txt'), '-o', join(folder, 'crush')]);
    const { stdout } = await run('crushtool', ['-d', join(folder, 'crush')]);
    assert.equal(stdout.match(/^device /gm).length, nodes.length);
  }
});

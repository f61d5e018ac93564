// A Redis Cluster made by the commands that the page exports: which node has a key's slot.
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomKeys } from './keys.mjs';
import { compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, run, start } from './programs.mjs';
import { ask, command } from './redis_cluster.mjs';
import { textOf } from './exports.mjs';
/** @import {LogEntry} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();

const kKeys = [
  ...randomKeys({ count: 5000, longest: 4096 }),
  ...['{user}:1', '{}x', '{', 'a{b}c{d}', '{{x}}', '}{y}', ''].map((key) => Buffer.from(key)),
];

/** @type {{what: string, weights: number[], log: LogEntry[], down?: number}[]} */
const kClusters = [
  { what: 'equal masters', weights: [1, 1, 1], log: [] },
  { what: 'weights', weights: [1, 2.5, 0], log: [] },
  { what: 'a master that went down keeps its slots', weights: [1, 1, 1], log: [], down: 1 },
];

for (const { what, weights, log, down } of kClusters) {
  test(`Redis keeps every key's slot where Reshard says: ${what}`, needs('/usr/bin/redis-server'), async (t) => {
    const folder = folderOf(t);
    const ports = await freePorts(6);
    const socket = join(folder, 'a $(b).sock');
    const names = [`127.0.0.1:${ports[0]}`, `localhost:${ports[1]}`, socket];
    const at = [{ port: ports[0], host: '127.0.0.1' }, { port: ports[1], host: '127.0.0.1' }, { path: socket }];
    const servers = [];
    for (let i = 0; i < 3; ++i) {
      servers.push(
        await start(
          t,
          'redis-server',
          [
            '--port',
            String(ports[i]),
            '--bind',
            '127.0.0.1',
            '--cluster-enabled',
            'yes',
            '--cluster-port',
            String(ports[3 + i]),
            '--cluster-config-file',
            `nodes-${i}.conf`,
            '--save',
            '',
            '--unixsocket',
            i === 2 ? socket : join(folder, `${i}.sock`),
            '--cluster-node-timeout',
            '1000',
          ],
          { port: ports[i], host: '127.0.0.1' },
          { cwd: folder },
        ),
      );
    }
    const input = { strategy: 'redis_slots', nodes: names.map((name, i) => ({ name, weight: weights[i] })), log };
    writeFileSync(join(folder, 'slots.sh'), textOf(core, input));
    await run('sh', ['-e', join(folder, 'slots.sh')]);
    for (const i of [1, 2])
      await run('redis-cli', [
        '-p',
        String(ports[0]),
        'CLUSTER',
        'MEET',
        '127.0.0.1',
        String(ports[i]),
        String(ports[3 + i]),
      ]);
    if (down !== undefined) servers[down].kill('SIGKILL');
    const owned = new Array(16_384).fill(null);
    for (let i = 0; i < 3; ++i) {
      if (i === down) continue;
      // A node's line about itself lists its slots.
      const { stdout } = await run('redis-cli', ['-p', String(ports[i]), 'CLUSTER', 'NODES']);
      for (const range of stdout
        .split('\n')
        .find((line) => line.includes('myself'))
        .split(' ')
        .slice(8)) {
        const [first, last = first] = range.split('-').map(Number);
        owned.fill(names[i], first, last + 1);
      }
    }
    const slots = await ask(
      at[0],
      kKeys.map((key) => command('CLUSTER', 'KEYSLOT', key)),
    );
    const live = slots.map((line) => owned[Number(line.slice(1))]);
    // Nobody serves the slots of a master that is down until a replica of it is promoted.
    const said = ownersOf(
      core,
      { ...input, nodes: input.nodes.map((node, i) => (i === down ? { ...node, down: true } : node)) },
      kKeys.filter((key) => key.length > 0),
    );
    compareOwners(
      what,
      kKeys.filter((key) => key.length > 0),
      said,
      live.filter((_, i) => kKeys[i].length > 0),
    );
  });
}

// twemproxy with the configuration that the page exports, in front of servers that answer every get with their own
// name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, start } from './programs.mjs';
import { kHashes } from '../../web/systems/twemproxy.js';
import { ask, serve } from './memcached.mjs';
import { offeredHashes, textOf } from './exports.mjs';

const core = await loadCore();

/**
 * Asks for one key. Returns whether a server answered.
 * @param {number} port
 * @param {Buffer} key
 */
function answers(port, key) {
  return new Promise((done, failed) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () =>
      socket.write(Buffer.concat([Buffer.from('get '), key, Buffer.from('\r\n')])),
    );
    socket.once('error', failed).once('close', () => done(false));
    socket.once('data', (data) => {
      done(!data.toString('latin1').includes('SERVER_ERROR'));
      socket.destroy();
    });
  });
}

test('twemproxy asks the server that Reshard names for every key', needs('/usr/sbin/nutcracker'), async (t) => {
  const folder = folderOf(t);
  const ports = await freePorts(60);
  const names = [
    ...ports.slice(0, 3).map((port) => `127.0.0.1:${port}`),
    `localhost:${ports[3]}`,
    join(folder, 'a.sock'),
  ];
  for (const name of names)
    await serve(t, name.startsWith('/') ? name : { port: Number(name.split(':')[1]), host: name.split(':')[0] }, name);
  // With the default port only the host is hashed, as for a name without a port.
  const usual = ['127.0.0.78:11211', '127.0.0.79'];
  for (const name of usual) await serve(t, { port: 11_211, host: name.split(':')[0] }, name);
  const cases = offeredHashes(core, 'ketama', 'twemproxy', kHashes).map((hash) => ({
    hash,
    nodes: names.map((name) => ({ name, weight: 1 })),
  }));
  for (const weights of kWeightings)
    cases.push({ hash: 'md5', nodes: names.map((name, i) => ({ name, weight: weights[i] })) });
  cases.push({ hash: 'md5', nodes: [...usual, ...names].map((name, i) => ({ name, weight: i + 1 })) });
  const modula = core
    .strategies()
    .some(({ id, params }) => id === 'modulo' && params.some(({ key }) => key === 'dialect'));
  const inputs = cases.flatMap((one) =>
    ['ketama', ...(modula ? ['modulo'] : [])].map((strategy) => ({
      strategy,
      params: { dialect: 'twemproxy' },
      ...one,
    })),
  );
  const pools = inputs.map((input, i) =>
    textOf(core, input)
      .replace(/^pool:/, `pool${i}:`)
      .replace('127.0.0.1:22121', `127.0.0.1:${ports[4 + i]}`),
  );
  writeFileSync(join(folder, 'nutcracker.yml'), pools.join('\n'));
  await start(
    t,
    '/usr/sbin/nutcracker',
    ['-c', join(folder, 'nutcracker.yml'), '-p', join(folder, 'pid'), '-s', String(ports[59]), '-a', '127.0.0.1'],
    { port: ports[4 + inputs.length - 1], host: '127.0.0.1' },
  );
  for (const [i, input] of inputs.entries()) {
    const how = `${input.strategy}, ${input.hash}, weights ${input.nodes.map(({ weight }) => weight).join(', ')}`;
    await t.test(how, async () => {
      const keys = randomKeys({ seed: i + 1 });
      compareOwners(how, keys, ownersOf(core, input, keys), await ask(ports[4 + i], keys));
    });
  }
});

test(
  'twemproxy asks the servers that Reshard names for the keys of dead ones',
  needs('/usr/sbin/nutcracker'),
  async (t) => {
    const folder = folderOf(t);
    const ports = await freePorts(20);
    const names = ports.slice(0, 5).map((port) => `127.0.0.1:${port}`);
    const stops = [];
    for (const name of names) stops.push(await serve(t, { port: Number(name.split(':')[1]), host: '127.0.0.1' }, name));
    const inputs = ['ketama', 'modulo'].flatMap((strategy) =>
      [
        [1, 1, 1, 1, 1],
        [1, 2, 3, 5, 8],
      ].flatMap((weights) =>
        ['true', 'false'].map((eject) => ({
          strategy,
          hash: 'md5',
          params: { dialect: 'twemproxy', eject },
          nodes: names.map((name, i) => ({ name, weight: weights[i] })),
        })),
      ),
    );
    const pools = inputs.map((input, i) =>
      textOf(core, input)
        .replace(/^pool:/, `pool${i}:\n  server_failure_limit: 1\n  server_retry_timeout: 3600000`)
        .replace('127.0.0.1:22121', `127.0.0.1:${ports[6 + i]}`),
    );
    writeFileSync(join(folder, 'nutcracker.yml'), pools.join('\n'));
    await start(
      t,
      '/usr/sbin/nutcracker',
      ['-c', join(folder, 'nutcracker.yml'), '-p', join(folder, 'pid'), '-s', String(ports[19]), '-a', '127.0.0.1'],
      { port: ports[6 + inputs.length - 1], host: '127.0.0.1' },
    );
    /** @type {number[]} */
    const down = [];
    for (const dead of [1, 4]) {
      await stops[dead]();
      down.push(dead);
      for (const [i, input] of inputs.entries()) {
        const how =
          `${input.strategy}, eject ${input.params.eject}, ` +
          `weights ${input.nodes.map(({ weight }) => weight).join(', ')}, dead ${down.join(' and ')}`;
        await t.test(how, async () => {
          const keys = randomKeys({ seed: 200 + 10 * dead + i });
          const said = ownersOf(
            core,
            { ...input, nodes: input.nodes.map((node, at) => ({ ...node, ...(down.includes(at) && { down: true }) })) },
            keys,
          );
          if (input.params.eject === 'false') {
            // Requests for a dead server's keys fail, and no other server gets them.
            const alive = keys.filter((_, k) => said[k] !== null);
            compareOwners(
              how,
              alive,
              said.filter((owner) => owner !== null),
              await ask(ports[6 + i], alive),
            );
            for (const key of keys.filter((_, k) => said[k] === null).slice(0, 20))
              assert.equal(await answers(ports[6 + i], key), false, how);
            return;
          }
          // A request for one of its keys shows twemproxy that the server is dead.
          const before = ownersOf(
            core,
            {
              ...input,
              nodes: input.nodes.map((node, at) => ({
                ...node,
                ...(down.slice(0, -1).includes(at) && { down: true }),
              })),
            },
            keys,
          );
          const warm = keys[before.indexOf(names[dead])];
          for (let tries = 0; tries < 20 && !(await answers(ports[6 + i], warm)); ++tries);
          compareOwners(how, keys, said, await ask(ports[6 + i], keys));
        });
      }
    }
  },
);

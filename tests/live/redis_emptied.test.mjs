// The commands of a plan that empties a master, run on real Redis servers: it stays a master with its replica, the way
// back gives it its slots again, and what takes it out of the cluster does.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromTree } from '../built.mjs';
import { folderOf, freePorts, needs, run, start } from './programs.mjs';
import { cli, dealSlots, keysBySlot, kSlots, ownersBySlot, startMasters, until } from './redis_cluster.mjs';

const { backOf, movingOf, scriptOf, writtenBy } = await fromTree('web/systems/moves/moves.js');
const { readWith } = await fromTree('web/systems/reading/read.js');
const { default: redis } = await fromTree('web/systems/readers/redis.js');
const kNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli', '/usr/bin/zsh', '/usr/bin/bash');
const kTlsNeeds = needs('/usr/bin/redis-server', '/usr/bin/redis-cli', '/usr/bin/zsh', '/usr/bin/openssl');
const kSetting = 'cluster-allow-replica-migration';
const kEmptied = 30; // slots of the master that is emptied
const keys = keysBySlot();
const name = (/** @type {number} */ port) => `127.0.0.1:${port}`;

/** @param {number} port whether it is a master, and how many replicas it has */
async function roleOf(port) {
  const [role, ...rest] = (await cli(port, 'ROLE')).trim().split('\n');
  return role === 'master' ? { role, replicas: (rest.length - 1) / 3 } : { role, of: Number(rest[1]) };
}

const settingOf = async (/** @type {number} */ port) =>
  (await cli(port, 'CONFIG', 'GET', kSetting)).trim().split('\n')[1];

/**
 * Three masters, the first of which has few slots and a replica; all may make replicas of each other.
 * @param {import('./programs.mjs').Test} t
 */
async function cluster(t) {
  const [a, b, c, replica] = await startMasters(t, 4);
  const before = keys.map((_, slot) => (slot < kEmptied ? a : slot < kSlots / 2 ? b : c));
  await dealSlots(before, [a, b, c, replica]);
  await cli(replica, 'CLUSTER', 'REPLICATE', (await cli(a, 'CLUSTER', 'MYID')).trim());
  for (const port of [a, b, c, replica]) await cli(port, 'CONFIG', 'SET', kSetting, 'yes');
  for (let slot = 0; slot < kEmptied; slot += 3)
    await run('redis-cli', ['-c', '-p', String(a), 'SET', keys[slot], `of ${slot}`]);
  await until(async () => ((await roleOf(a)).replicas === 1 ? '' : 'no replica'));
  await until(async () => ((await cli(b, 'CLUSTER', 'NODES')).includes('slave') ? '' : 'no replica is known'));
  const reading = await readWith([redis], await cli(a, 'CLUSTER', 'NODES'), {});
  const moves = Array.from({ length: kEmptied }, (_, slot) => [String(slot), name(a), name(slot % 2 ? b : c)]);
  const { written, refused } = writtenBy('redis', movingOf(reading, moves));
  assert.equal(refused, '');
  const after = before.map((port, slot) => (slot < kEmptied ? (slot % 2 ? b : c) : port));
  return { a, b, c, replica, before, after, written, masters: [a, b, c] };
}

/** @param {string} folder @param {string} script @param {string} shell @param {NodeJS.ProcessEnv} [env] */
async function ends(folder, script, shell, env = process.env) {
  const file = join(folder, 'moves.sh');
  writeFileSync(file, script);
  return run(shell, [file], { maxBuffer: 1 << 26, timeout: 120_000, env }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
  );
}

const checks = (/** @type {number} */ port) => run('redis-cli', ['--cluster', 'check', name(port)]);
const readsAll = async (/** @type {number} */ port) => {
  for (let slot = 0; slot < kEmptied; slot += 3)
    assert.equal((await run('redis-cli', ['-c', '-p', String(port), 'GET', keys[slot]])).stdout, `of ${slot}\n`);
};

test('an emptied master stays one with its replica, gets its slots back, or leaves', kNeeds, async (t) => {
  const folder = folderOf(t);
  const { a, b, replica, before, after, written, masters } = await cluster(t);
  for (const [script, owners, shell] of /** @type {[string, number[], string][]} */ ([
    [scriptOf(written), after, 'sh'],
    [backOf(written), before, 'bash'],
    [scriptOf(written), after, 'zsh'],
  ])) {
    const { status, stderr, stdout } = await ends(folder, script, shell);
    assert.equal(status, 0, `${stdout}${stderr}`); // while nodes tell each other, they may disagree
    assert.doesNotMatch(stderr, /Stopped/);
    assert.match(stdout, new RegExp(`${name(a)}: ${kSetting} no → yes`));
    assert.deepEqual(await ownersBySlot(masters), owners);
    await checks(b);
    await new Promise((next) => {
      setTimeout(next, 3000); // for what the nodes tell each other
    });
    assert.deepEqual(await roleOf(a), { role: 'master', replicas: 1 });
    assert.deepEqual(await roleOf(replica), { role: 'slave', of: a });
    for (const port of [...masters, replica]) assert.equal(await settingOf(port), 'yes');
    await readsAll(b);
  }
  const [{ commands }] = written.removal;
  const ask = written.before.find((/** @type {string} */ line) => line.startsWith('ask()'));
  const gone = await ends(folder, [ask, ...commands].join('\n'), 'bash');
  assert.equal(gone.status, 0, gone.stdout);
  const left = masters.filter((port) => port !== a);
  await until(async () => ((await roleOf(replica)).of === a ? 'the replica has not gone' : ''));
  for (const port of left) assert.doesNotMatch(await cli(port, 'CLUSTER', 'NODES'), new RegExp(`${name(a)}@`));
  assert.ok(left.includes(Number((await roleOf(replica)).of)));
  await checks(b);
  await readsAll(b);
});

test(
  'where there is no such setting, the way back stops with the commands that make a master again',
  kNeeds,
  async (t) => {
    const folder = folderOf(t);
    const { a, b, before, after, written, masters } = await cluster(t);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const old = '#!/bin/sh\ncase " $* " in *" CONFIG "*) echo; exit ;; esac\nexec /usr/bin/redis-cli "$@"\n';
    writeFileSync(join(bin, 'redis-cli'), old, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const there = await ends(folder, scriptOf(written), 'sh', env);
    assert.equal(there.status, 0, there.stderr);
    assert.match(there.stderr, new RegExp(`${name(a)}: no setting ${kSetting}`));
    await until(async () => ((await roleOf(a)).role === 'slave' ? '' : 'it is a master'));
    const stopped = await ends(folder, backOf(written), 'bash', env);
    assert.equal(stopped.status, 1);
    assert.match(stopped.stderr, new RegExp(`${name(a)}: it is a replica.*Stopped\\.`, 's'));
    assert.deepEqual(await ownersBySlot(masters.filter((port) => port !== a)), after);
    const words = stopped.stderr.split('\n').filter((/** @type {string} */ line) => line.startsWith('redis-cli '));
    assert.equal(words.length, 2, stopped.stderr);
    const again = await ends(folder, words.join('\n'), 'sh');
    assert.equal(again.status, 0, again.stdout);
    const back = await ends(folder, backOf(written), 'bash', env);
    assert.equal(back.status, 0, back.stderr);
    assert.deepEqual(await ownersBySlot(masters), before);
    await checks(b);
    await readsAll(b);
  },
);

/** Of a cluster with TLS and a user of its own: its files, and what asks it. @param {string} folder */
async function withTls(folder) {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=x'];
  await run('openssl', [...words, '-keyout', key, '-out', file]);
  await run('chmod', ['644', key]);
  return { key, file };
}

test('TLS, a user and its password are given once, and all commands have them', kTlsNeeds, async (t) => {
  const folder = folderOf(t);
  const { key, file } = await withTls(folder);
  const tls = ['--tls-cert-file', key.replace('key', 'cert'), '--tls-key-file', key, '--tls-ca-cert-file', file];
  const usual = [...tls, '--tls-auth-clients', 'no', '--tls-cluster', 'yes', '--tls-replication', 'yes'];
  const ports = await freePorts(9);
  const [a, b, c] = ports;
  for (let i = 0; i < 3; ++i) {
    const own = [
      '--port',
      String(ports[3 + i]),
      '--tls-port',
      String(ports[i]),
      '--cluster-port',
      String(ports[6 + i]),
    ];
    const enabled = ['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${i}.conf`, '--save', ''];
    const words = ['--bind', '127.0.0.1', ...own, ...enabled, ...usual];
    await start(t, 'redis-server', words, { port: ports[3 + i], host: '127.0.0.1' }, { cwd: folder });
  }
  const plain = (/** @type {number} */ i, /** @type {string[]} */ ...words) => cli(ports[3 + i], ...words);
  const ranges = [
    ['0', '3'],
    ['4', '8000'],
    ['8001', '16383'],
  ];
  for (let i = 0; i < 3; ++i) {
    await plain(i, 'CLUSTER', 'SET-CONFIG-EPOCH', String(i + 1));
    await plain(i, 'CLUSTER', 'ADDSLOTSRANGE', ...ranges[i]);
    await plain(0, 'CLUSTER', 'MEET', '127.0.0.1', String(ports[i]), String(ports[6 + i]));
  }
  for (let i = 0; i < 3; ++i)
    await until(async () => ((await plain(i, 'CLUSTER', 'INFO')).includes('cluster_state:ok') ? '' : 'not ok'));
  await plain(0, 'SET', keys[2], 'kept');
  const ids = await Promise.all([0, 1, 2].map(async (i) => (await plain(i, 'CLUSTER', 'MYID')).trim()));
  for (let i = 0; i < 3; ++i) {
    await plain(i, 'ACL', 'SETUSER', 'mover', 'on', '>pass word', '~*', '&*', '+@all');
    await plain(i, 'ACL', 'SETUSER', 'default', 'off');
  }
  const nodes = [a, b, c].map((port, i) => ({ name: name(port), id: ids[i] }));
  const rows = [0, 1, 2, 3].map((slot) => ({
    id: String(slot),
    owner: name(a),
    replicas: /** @type {string[]} */ ([]),
  }));
  const reading = { system: 'redis', nodes, entries: { kind: 'slots', rows } };
  const moves = rows.map(({ id }) => [id, name(a), name(b)]);
  const { written } = writtenBy('redis', movingOf(reading, moves));
  const given = (/** @type {string} */ script) =>
    script.replace('{ redis-cli ', `{ redis-cli --tls --cacert '${file}' `);
  const env = { ...process.env, REDISCLI_AUTH: 'pass word', REDIS_USER: 'mover' };
  const asked = async (/** @type {number} */ port, /** @type {string[]} */ ...words) =>
    (await run('redis-cli', ['--tls', '--cacert', file, '--user', 'mover', '-p', String(port), ...words], { env }))
      .stdout;
  for (const [script, at, shell] of /** @type {[string, number, string][]} */ ([
    [scriptOf(written), b, 'zsh'],
    [backOf(written), a, 'sh'],
  ])) {
    const { status, stderr, stdout } = await ends(folder, given(script), shell, env);
    assert.equal(status, 0, `${stdout}${stderr}`);
    assert.equal(await asked(at, 'GET', keys[2]), 'kept\n');
  }
  const refused = await ends(folder, given(scriptOf(written)).replaceAll('within 60 ', 'within 3 '), 'sh');
  assert.equal(refused.status, 1, refused.stdout);
  assert.match(refused.stderr, /Stopped\./);
});

// A slot moves between three real Redis nodes while clients with old and new maps send commands, and moves are aborted,
// retried and done in the wrong order: each reply is the one that the model of core/migration/redis_slot gives.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { atEnd, folderOf, freePorts, needs, root, start } from './programs.mjs';
import { until } from './redis_cluster.mjs';
/** @import {Test, Where} from './programs.mjs' */

const kReplies = 20_000;
const kNames = 'ABC';
const kKeys = ['a', 'b', 'c', 'd', 'e'].map((letter) => `{s}${letter}`);
const kSlot = 3828; // CRC-16 of "s" modulo 16384; the test asks Redis whether it is

/** @typedef {{below: (n: number) => number, one: <T>(list: T[]) => T, chance: (share: number) => boolean}} Draw */
/** @typedef {{name: string, id: string, port: number, connection: Connection}} Server */
/** @typedef {{owner: string, stubborn?: boolean}} Client */

/**
 * Random numbers from a seed (mulberry32), so that a failing schedule can be run again.
 * @param {number} seed
 * @returns {Draw}
 */
function randomOf(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  return {
    below,
    one: (list) => list[below(list.length)],
    chance: (share) => next() < share,
  };
}

/** A connection that returns the replies to its commands in the model's notation. */
class Connection {
  #socket;
  #text = '';
  /** @type {{done: (reply: string) => void, failed: (why: Error) => void}[]} */
  #wanted = []; // promises of replies, in order

  /** @param {Where} where */
  constructor(where) {
    this.#socket = createConnection(where);
    this.#socket.setEncoding('latin1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (text) => {
      this.#text += text;
      for (let read; this.#wanted.length > 0 && (read = this.#read(0)); ) {
        this.#text = this.#text.slice(read.end);
        this.#wanted.shift().done(read.reply);
      }
    });
    const broken = (/** @type {Error} */ error) =>
      this.#wanted.splice(0).forEach(({ failed }) => failed(error ?? new Error('the connection was closed')));
    this.#socket.on('error', broken);
    this.#socket.on('close', () => broken(null));
  }

  /**
   * @param {string[]} words
   * @returns {Promise<string>}
   */
  ask(words) {
    this.#socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`);
    return new Promise((done, failed) => {
      this.#wanted.push({ done, failed });
    });
  }

  close() {
    this.#socket.destroy();
  }

  /**
   * @param {number} at
   * @returns {?{reply: string, end: number}}
   */
  #read(at) {
    const line = this.#text.indexOf('\r\n', at);
    if (line < 0) return null;
    const head = this.#text.slice(at, line),
      rest = line + 2;
    if (head[0] === '$') {
      const length = Number(head.slice(1));
      if (length < 0) return { reply: 'nil', end: rest };
      if (this.#text.length < rest + length + 2) return null;
      return { reply: JSON.stringify(this.#text.slice(rest, rest + length)), end: rest + length + 2 };
    }
    if (head[0] !== '*') return { reply: head, end: rest };
    const parts = [];
    let end = rest;
    for (let i = Number(head.slice(1)); i > 0; --i) {
      const part = this.#read(end);
      if (!part) return null;
      parts.push(part.reply);
      end = part.end;
    }
    return { reply: `[${parts.join(',')}]`, end };
  }
}

/**
 * Three masters that know each other but cannot gossip: each was given a bus port on which nobody listens, so that a
 * node knows only what the test tells it.
 * @param {Test} t
 */
async function startNodes(t) {
  const folder = folderOf(t);
  const ports = await freePorts(7);
  const ids = [...kNames].map((_, i) => String(i + 1).repeat(40));
  const ranges = ['0-5460', '5461-10922', '10923-16383'];
  const nodes = [];
  for (let i = 0; i < kNames.length; ++i) {
    const lines = ids.map(
      (id, at) =>
        `${id} 127.0.0.1:${ports[at]}@${at === i ? ports[3 + i] : ports[6]} ` +
        `${at === i ? 'myself,' : ''}master - 0 0 ${at + 1} ` +
        `${at === i ? 'connected' : 'disconnected'} ${ranges[at]}`,
    );
    writeFileSync(join(folder, `nodes-${i}.conf`), `${lines.join('\n')}\nvars currentEpoch 3 lastVoteEpoch 0\n`);
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
        '--cluster-node-timeout',
        '3600000',
        '--cluster-require-full-coverage',
        'no',
        '--enable-debug-command',
        'yes',
      ],
      { port: ports[i], host: '127.0.0.1' },
      { cwd: folder },
    );
    const connection = new Connection({ port: ports[i], host: '127.0.0.1' });
    atEnd(t, () => connection.close());
    // only who looks an expired key up evicts it
    assert.equal(await connection.ask(['DEBUG', 'SET-ACTIVE-EXPIRE', '0']), '+OK');
    nodes.push({ name: kNames[i], id: ids[i], port: ports[i], connection });
  }
  assert.equal(await nodes[0].connection.ask(['CLUSTER', 'KEYSLOT', '{s}']), `:${kSlot}`);
  for (const { connection } of nodes) {
    await until(async () =>
      (await connection.ask(['CLUSTER', 'INFO'])).includes('cluster_state:ok') ? '' : 'the cluster is not ready',
    );
  }
  return nodes;
}

/** Asks nodes and records their replies, with letters instead of addresses. */
class Recorder {
  /** @type {string[]} */
  lines = [];
  /** @type {string[]} */
  replies = [];

  /** @param {Server[]} nodes */
  constructor(nodes) {
    this.nodes = nodes;
  }

  /** @param {string} name @param {boolean} asking @param {string} command as the model reads it */
  async ask(name, asking, command) {
    const node = this.#node(name);
    const words = command.split(' ').flatMap((word, i, all) => {
      if (word === 'SLOT') return [String(kSlot)];
      if (word === '""') return [''];
      if (all[0] === 'MIGRATE' && i === 1) return ['127.0.0.1', String(this.#node(word).port)];
      return all[1] === 'SETSLOT' && i === 4 ? [this.#node(word).id] : [word];
    });
    const asked = asking ? node.connection.ask(['ASKING']) : null;
    let reply = await node.connection.ask(words);
    await asked;
    for (const { name: letter, port } of this.nodes)
      reply = reply.replace(`${kSlot} 127.0.0.1:${port}`, `SLOT ${letter}`);
    reply = reply
      .replace(new RegExp(`(hash ?slot) ${kSlot}`), '$1 SLOT')
      .replace(/^-ERR Target instance replied with error: -?/, '-ERR Target instance replied with error: ');
    if (command.startsWith('CLUSTER GETKEYSINSLOT')) reply = `[${reply.slice(1, -1).split(',').sort().join(',')}]`;
    this.lines.push(`${name} ${asking ? 1 : 0} ${command}`);
    this.replies.push(reply);
    return reply;
  }

  /** A owns the slot again, and nobody holds a key. */
  async reset() {
    const told = ['CLUSTER', 'SETSLOT', String(kSlot)];
    for (const { connection } of this.nodes) {
      assert.equal(await connection.ask(['FLUSHALL']), '+OK');
      assert.equal(await connection.ask([...told, 'STABLE']), '+OK');
      assert.equal(await connection.ask([...told, 'NODE', this.nodes[0].id]), '+OK');
    }
    this.lines.push('reset');
  }

  /** @param {string} name */
  #node(name) {
    return this.nodes[kNames.indexOf(name)];
  }
}

let written = 0;

/** A client's command, on one key or two, some of them absent. */
function clientCommand(/** @type {Draw} */ { one, below }) {
  const key = one(kKeys),
    other = one(kKeys);
  if (below(10) === 0) return `SET ${key} v${++written} PXAT 1`; // it has expired already
  return [
    `GET ${key}`,
    `SET ${key} v${++written}`,
    `DEL ${key}`,
    `EXISTS ${key} ${other}`,
    `MGET ${key} ${other}`,
    `MSET ${key} v${++written} ${other} w${written}`,
    `SET ${key} v${++written} NX`,
    `MGET ${key} {other}`,
  ][below(8)];
}

/**
 * A client asks the node in its map, follows redirections, and corrects its map after MOVED.
 * @param {Recorder} recorder
 * @param {Draw} random
 * @param {Client} client
 */
async function clientAsks(recorder, random, client) {
  const command = clientCommand(random);
  let name = client.owner,
    asking = false;
  for (let hops = 0; hops < 5; ++hops) {
    /** @type {(string | undefined)[]} */
    const [, word, to] = /^-(MOVED|ASK) SLOT (\w)$/.exec(await recorder.ask(name, asking, command)) ?? [];
    if (!word) return;
    asking = word === 'ASK';
    name = to;
    if (!asking && !client.stubborn) client.owner = to;
  }
}

/**
 * The steps of a move from the slot's owner to another node: usually in order, now and then not, abandoned, or started
 * again.
 * @param {Draw} random
 * @param {string} from
 * @param {string} to
 */
function* steps(random, from, to) {
  const set = (/** @type {string} */ node, /** @type {string} */ what) => [node, `CLUSTER SETSLOT SLOT ${what}`];
  const batch = () =>
    `MIGRATE ${to} "" 0 5000${random.one(['', ' REPLACE', ' REPLACE', ' COPY'])} ` +
    `KEYS ${random.one(kKeys)} ${random.one(kKeys)}`;
  const opening = [set(to, `IMPORTING ${from}`), set(from, `MIGRATING ${to}`)];
  yield* random.chance(0.8) ? opening : opening.reverse();
  for (let i = random.below(6); i > 0; --i)
    yield [from, random.chance(0.2) ? `MIGRATE ${to} ${random.one(kKeys)} 0 5000` : batch()];
  if (random.chance(0.2)) yield* [set(from, 'STABLE'), ...(random.chance(0.5) ? [set(to, 'STABLE')] : [])]; // aborted
  if (random.chance(0.2)) yield [to, `MIGRATE ${from} "" 0 5000 REPLACE KEYS ${kKeys.join(' ')}`]; // rolled back
  if (random.chance(0.7)) yield [from, `MIGRATE ${to} "" 0 5000 REPLACE KEYS ${kKeys.join(' ')}`]; // tried again
  if (random.chance(0.2))
    // a slip of the operator
    yield set(random.one([...kNames]), `${random.one(['MIGRATING', 'IMPORTING'])} ${random.one([...kNames])}`);
  const nodes = [to, from, ...kNames].filter((name, i, all) => all.indexOf(name) === i);
  for (const name of random.chance(0.8) ? nodes : nodes.reverse()) yield set(name, `NODE ${to}`);
}

/**
 * Runs random schedules until `count` replies are recorded.
 * @param {Recorder} recorder
 * @param {Draw} random
 * @param {number} count
 */
async function record(recorder, random, count) {
  while (recorder.replies.length < count) {
    await recorder.reset();
    const clients = [{ owner: 'A' }, { owner: 'A', stubborn: true }, { owner: random.one([...kNames]) }];
    for (const key of kKeys) if (random.chance(0.7)) await recorder.ask('A', false, `SET ${key} old`);
    let owner = 'A';
    for (let moves = 1 + random.below(3); moves > 0; --moves) {
      const to = random.one([...kNames].filter((name) => name !== owner));
      for (const [name, command] of steps(random, owner, to)) {
        await recorder.ask(name, false, command);
        for (let i = random.below(4); i > 0; --i) await clientAsks(recorder, random, random.one(clients));
        if (random.chance(0.3)) await recorder.ask(random.one([...kNames]), random.chance(0.5), clientCommand(random));
        if (random.chance(0.1))
          await recorder.ask(
            random.one([...kNames]),
            false,
            random.one(['CLUSTER COUNTKEYSINSLOT SLOT', 'CLUSTER GETKEYSINSLOT SLOT 100']),
          );
      }
      owner = to;
    }
  }
}

/**
 * The model's answers to the recorded commands.
 * @param {string[]} lines
 * @param {...string} words
 * @returns {Promise<string[]>}
 */
function modelled(lines, ...words) {
  const model = ['dev', 'quick', 'release']
    .map((preset) => join(root, 'build', preset, 'redis_model'))
    .find((file) => existsSync(file));
  if (!model) throw new Error('there is no native build: cmake --preset dev && cmake --build --preset dev');
  return new Promise((done, failed) => {
    const child = spawn(model, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('latin1').on('data', (text) => {
      said += text;
    });
    child.on('error', failed);
    child.on('close', () => done(said.split('\n').slice(0, -1)));
    child.stdin.end(`${lines.join('\n')}\n`);
  });
}

test(
  'each of 20,000 replies of Redis while slots move is the one that the model predicts',
  needs('/usr/bin/redis-server'),
  async (t) => {
    const seed = Number(process.env.SEED ?? 7);
    const recorder = new Recorder(await startNodes(t));
    await record(recorder, randomOf(seed), kReplies);
    const asked = recorder.lines.filter((line) => line !== 'reset');
    const said = await modelled(recorder.lines);
    assert.equal(said.length, asked.length);
    const differing = asked.map((_, i) => i).filter((i) => said[i] !== recorder.replies[i]);
    const at = recorder.lines.indexOf(asked[differing[0]]);
    assert.equal(
      differing.length,
      0,
      `SEED=${seed}: ${differing.length} of ${asked.length} differ, first ${asked[differing[0]]}: ` +
        `Redis ${recorder.replies[differing[0]]}, the model ${said[differing[0]]}; ` +
        `after ${recorder.lines.slice(Math.max(0, at - 12), at).join(' | ')}`,
    );
    // The schedules do produce every kind of reply, and a wrong model is found.
    for (const kind of [
      /^-MOVED/,
      /^-ASK/,
      /^-TRYAGAIN/,
      /^-CROSSSLOT/,
      /BUSYKEY/,
      /error: (ASK|MOVED)/,
      /^\+NOKEY/,
      /still hold keys/,
      /already the owner/,
      /not the owner/,
    ]) {
      assert.ok(
        recorder.replies.some((reply) => kind.test(reply)),
        `no reply is ${kind}`,
      );
    }
    const wrong = await modelled(recorder.lines, '--asking-always');
    assert.ok(
      wrong.filter((reply, i) => reply !== recorder.replies[i]).length > 100,
      'a model that needs no ASKING is found out',
    );
    t.diagnostic(`${asked.length} replies compared, ${recorder.lines.length - asked.length} schedules`);
  },
);

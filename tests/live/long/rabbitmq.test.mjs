// RabbitMQ's plugin rabbitmq_consistent_hash_exchange, run by Erlang without a broker.
import { test } from 'node:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomKeys, randomNumbers } from '../keys.mjs';
import { compareOwners, folderOf, needs, ownersOf, run } from '../programs.mjs';
import { loadSystemsCore } from '../systems_core.mjs';
/** @import {LogEntry} from '../../../web/headless/reshard-core.d.ts' */
/** @import {Test} from '../programs.mjs' */

const core = await loadSystemsCore();
const kServers = '/usr/lib/rabbitmq/lib';

const binary = (/** @type {Uint8Array | string} */ bytes) => `<<${[...Buffer.from(bytes)].join(',')}>>`;

/** Prints what the terms ask for. @param {Test} t @param {string[]} terms */
async function ask(t, terms) {
  const folder = folderOf(t);
  const [server] = readdirSync(kServers).filter((name) => name.startsWith('rabbitmq_server-'));
  const plugins = join(kServers, server, 'plugins');
  const paths = readdirSync(plugins)
    .filter((name) => /^(rabbit|rabbit_common|rabbitmq_consistent_hash_exchange)-/.test(name))
    .flatMap((name) => ['-pa', join(plugins, name, 'ebin')]);
  const options = { cwd: folder, env: { ...process.env, HOME: folder, ERL_LIBS: plugins }, maxBuffer: 1 << 26 };
  writeFileSync(join(folder, 'terms'), terms.map((term) => `${term}.\n`).join(''));
  await run('erlc', [fileURLToPath(new URL('rabbitmq_ask.erl', import.meta.url))], options);
  const words = ['-noshell', ...paths, '-pa', folder, '-run', 'rabbitmq_ask', 'main', 'terms'];
  return (await run('erl', words, options)).stdout.trimEnd().split('\n');
}

/** Integers of any size that the type has, most of them small. @param {number} bits @param {number} seed */
function integers(bits, seed, least = -(2n ** BigInt(bits - 1))) {
  const next = randomNumbers(seed);
  const all = new Set([
    least,
    least + 1n,
    2n ** BigInt(bits - 1) - 1n,
    0n,
    1n,
    2n ** 27n - 1n,
    2n ** 27n,
    -(2n ** 27n),
  ]);
  while (all.size < Math.min(5000, 2 ** (bits - 4))) {
    const number = BigInt.asIntN(bits, (BigInt(next()) << 32n) | BigInt(next()));
    all.add(next() % 2 ? number : number % 10_000n);
  }
  return [...all].filter((n) => n >= least && BigInt.asIntN(bits, n) === n).map(String);
}

const texts = randomKeys({ seed: 5 });
const kinds = [
  { kind: 'routing_key', params: {}, keys: texts, term: binary },
  { kind: 'correlation_id', params: {}, keys: texts, term: binary },
  { kind: 'message_id', params: {}, keys: texts, term: binary },
  { kind: 'longstr', params: { hash_on: 'header' }, keys: texts, term: binary },
  {
    kind: 'binary',
    params: { hash_on: 'header', type: 'bytes' },
    keys: texts.map((key) => key.toString('hex')),
    term: (/** @type {string} */ key) => binary(Buffer.from(key, 'hex')),
  },
  { kind: 'long', params: { hash_on: 'header', type: 'int64' }, keys: integers(64, 1) },
  { kind: 'signedint', params: { hash_on: 'header', type: 'int32' }, keys: integers(32, 2) },
  { kind: 'short', params: { hash_on: 'header', type: 'int16' }, keys: integers(16, 3) },
  { kind: 'bool', params: { hash_on: 'header', type: 'bool' }, keys: ['true', 'false'] },
  { kind: 'timestamp', params: { hash_on: 'timestamp' }, keys: integers(64, 4, 0n) },
];

test('RabbitMQ sends every message to the queue that Reshard names', needs(kServers, '/usr/bin/erlc'), async (t) => {
  for (const weights of [[1, 1, 1, 1, 1, 1, 1], [1, 2, 3], [10, 20], [1]]) {
    const nodes = weights.map((weight, i) => ({ name: `queue-${i}`, weight }));
    const terms = nodes.map(({ name, weight }) => `{bind, ${binary(name)}, ${binary(String(weight))}}`);
    for (const { kind, keys, term = String } of kinds)
      for (const key of keys) terms.push(`{route, ${kind}, ${term(/** @type {any} */ (key))}}`);
    const live = await ask(t, terms);
    for (const { kind, params, keys } of kinds) {
      const bytes = keys.map((key) => Buffer.from(key));
      const said = ownersOf(core, { strategy: 'rabbitmq', params, nodes }, bytes);
      compareOwners(`${kind}, weights ${weights.join(', ')}`, bytes, said, live.splice(0, keys.length));
    }
  }
});

// Bound, unbound, bound again with other keys; and then sorted, as when the broker restarts.
test('RabbitMQ renumbers buckets as Reshard does', needs(kServers, '/usr/bin/erlc'), async (t) => {
  const next = randomNumbers(17);
  const below = (/** @type {number} */ n) => next() % n;
  const keys = randomKeys({ seed: 6, count: 250 });
  const routes = keys.map((key) => `{route, routing_key, ${binary(key)}}`);
  const weights = new Map(['q', 'a', 'queue-10'].map((name) => [name, 1 + below(12)]));
  const nodes = [...weights].map(([name, weight]) => ({ name, weight }));
  const bind = (/** @type {string} */ name) => `{bind, ${binary(name)}, ${binary(String(weights.get(name)))}}`;
  const unbind = (/** @type {string} */ name) => bind(name).replace('{bind', '{unbind');
  const terms = nodes.map(({ name }) => bind(name));
  /** @type {LogEntry[]} */
  const log = [];
  /** @type {(?string)[]} */
  const said = [];
  for (let change = 0; change < 40; ++change) {
    const names = [...weights.keys()];
    const name = names[below(names.length)];
    if (names.length < 3 || below(3) === 0) {
      const added = `q${below(1000)}-${change}`;
      weights.set(added, 1 + below(12));
      terms.push(bind(added));
      log.push({ add: { name: added, weight: weights.get(added) } });
    } else if (below(2) === 0) {
      terms.push(unbind(name));
      weights.delete(name);
      log.push({ remove: name });
    } else {
      const weight = ((weights.get(name) + below(11)) % 12) + 1;
      terms.push(unbind(name));
      weights.set(name, weight);
      terms.push(bind(name));
      log.push({ weigh: name, weight });
    }
    terms.push(...routes);
    said.push(...ownersOf(core, { strategy: 'rabbitmq', nodes, log }, keys));
  }
  terms.push('recover', ...routes);
  said.push(...ownersOf(core, { strategy: 'rabbitmq', params: { order: 'recovered' }, nodes, log }, keys));
  const live = await ask(t, terms);
  compareOwners(
    'a history',
    live.map((_, i) => keys[i % keys.length]),
    said,
    live,
  );
});

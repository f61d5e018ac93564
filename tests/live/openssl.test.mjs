// Vitess' vindexes hash and binary_md5 are functions that OpenSSL has: DES with a zero key, and MD5. The nodes are
// shards that begin at the very ids that OpenSSL computes, so a key whose id differs in any bit is not in the shard
// that begins with it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { reshard, splitAtZeros } from '../command/command.mjs';
import { randomKeys, randomNumbers } from './keys.mjs';
import { compareOwners, needs } from './programs.mjs';

const kAtOnce = 2500; // a longer link is more than one argument can be

/** Shards between the ids, and the name of each by the id that it begins with. @param {string[]} ids */
function shardsOf(ids) {
  const edges = ['', ...[...new Set(ids)].sort(), ''];
  const names = edges.slice(1).map((end, i) => `${edges[i]}-${end}`);
  return { names, byId: new Map(names.map((name) => [name.split('-')[0], name])) };
}

/**
 * Fails unless the command gives each key the shard that begins with its id.
 * @param {string} vindex
 * @param {string} type
 * @param {string[]} keys
 * @param {string[]} ids
 */
async function compare(vindex, type, keys, ids) {
  for (let from = 0; from < keys.length; from += kAtOnce) {
    const some = keys.slice(from, from + kAtOnce);
    const { names, byId } = shardsOf(ids.slice(from, from + kAtOnce));
    const link = `v=1&nodes=${names.join(',')}&strategy=vitess&vindex=${vindex}&type=${type}`;
    const { code, out, error } = await reshard(['place', '-0', '-l', link], some.map((key) => `${key}\0`).join(''));
    assert.equal(code, 0, error);
    const said = splitAtZeros(out)
      .filter((_, at) => at % 2 === 1)
      .map(String);
    assert.equal(said.length, some.length);
    compareOwners(
      `${vindex}, ${type}`,
      some.map((key) => Buffer.from(key)),
      said,
      some.map((_, i) => byId.get(ids[from + i]) ?? ''),
    );
  }
}

test('OpenSSL encrypts 5,000 numbers to the keyspace ids of the vindex hash', needs('/usr/bin/openssl'), async () => {
  const next = randomNumbers(14);
  const blocks = Buffer.alloc(8 * 5000);
  for (let at = 0; at < blocks.length; at += 8) {
    if (at % 16) blocks.writeUInt32BE(next(), at);
    blocks.writeUInt32BE(next(), at + 4);
  }
  const keys = Array.from({ length: 5000 }, (_, i) => String(blocks.readBigInt64BE(8 * i)));
  const words = ['enc', '-des-ede3', '-K', '0'.repeat(48), '-nopad'];
  const { status, stdout, stderr } = spawnSync('/usr/bin/openssl', words, { input: blocks, maxBuffer: 1 << 20 });
  assert.equal(status, 0, String(stderr));
  const ids = keys.map((_, i) => stdout.subarray(8 * i, 8 * i + 8).toString('hex'));
  await compare('hash', 'int64', keys, ids);
});

test('OpenSSL digests 5,000 texts to the keyspace ids of the vindex binary_md5', async () => {
  const keys = randomKeys({ bytes: false }).map(String);
  const ids = keys.map((key) => createHash('md5').update(key).digest('hex').slice(0, 16));
  await compare('binary_md5', 'text', keys, ids);
});

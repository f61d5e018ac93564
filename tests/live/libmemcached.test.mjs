// libmemcached: the function that the page exports, compiled, tells the server of every key.
import { test } from 'node:test';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kWeightings, randomKeys } from './keys.mjs';
import { compareOwners, folderOf, freePorts, loadCore, needs, ownersOf, run } from './programs.mjs';
import libmemcached, { kHashes } from '../../web/systems/libmemcached.js';
import { offeredHashes, textOf } from './exports.mjs';
/** @import {PlaceInput} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kNames = ['10.0.0.1:11211', '10.0.0.2:11212', 'cache-3', '10.0.0.4', 'cache.example:22122'];
const kOther = ['[::1]:11212', '[fe80::2]', '/tmp/a "b"\\c.sock', 'unix:/run/memcached.sock', '10.0.0.4'];

// Reads keys, each preceded by its length, and writes the numbers of their servers. Servers whose numbers it is given
// are dead: it asks them for keys until the client has noticed.
const kMain = (/** @type {string[]} */ functions) => `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
${functions.map((_, i) => `memcached_st *open_${i}(void);`).join('\n')}
static void notice(memcached_st *memc, unsigned dead) {
  memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_SERVER_FAILURE_LIMIT, 1);
  memcached_behavior_set(memc, MEMCACHED_BEHAVIOR_RETRY_TIMEOUT, 3600);
  char key[32];
  for (unsigned i = 0; i < 5000; ++i) {
    const size_t size = (size_t)sprintf(key, "warm-%u", i);
    for (unsigned tries = 0; tries < 20 && memcached_generate_hash(memc, key, size) == dead; ++tries) {
      size_t length;
      uint32_t flags;
      memcached_return_t error;
      free(memcached_get(memc, key, size, &length, &flags, &error));
    }
  }
}
int main(int argc, char **argv) {
  memcached_st *(*const open[])(void) = {${functions.map((_, i) => `open_${i}`).join(', ')}};
  memcached_st *memc = open[argc > 1 ? atoi(argv[1]) : 0]();
  for (int i = 2; i < argc; ++i) notice(memc, (unsigned)atoi(argv[i]));
  static char key[65536];
  for (unsigned size; fread(&size, 4, 1, stdin) == 1;) {
    if (fread(key, 1, size, stdin) != size) return 1;
    printf("%u\\n", memcached_generate_hash(memc, key, size));
  }
  memcached_free(memc);
  return 0;
}
`;

/**
 * @param {string} program
 * @param {number} which
 * @param {Buffer[]} keys
 * @param {number[]} dead
 * @returns {Promise<number[]>}
 */
function numbersOf(program, which, keys, dead = []) {
  return new Promise((done, failed) => {
    const child = spawn(program, [which, ...dead].map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done(text.trim().split('\n').map(Number)) : failed(new Error(`it ended with ${code}`)),
    );
    for (const key of keys) {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(key.length);
      child.stdin.write(size);
      child.stdin.write(key);
    }
    child.stdin.end();
  });
}

function casesOf() {
  const cases = [];
  for (const dialect of libmemcached.covers[0].dialects) {
    for (const hash of offeredHashes(core, 'ketama', dialect, kHashes)) {
      for (const weights of hash === 'md5' ? kWeightings : kWeightings.slice(0, 1)) {
        cases.push({
          strategy: 'ketama',
          hash,
          params: { dialect },
          nodes: kNames.map((name, i) => ({ name, weight: weights[i] })),
        });
      }
    }
    cases.push({
      strategy: 'ketama',
      hash: 'md5',
      params: { dialect },
      nodes: kOther.map((name) => ({ name, weight: 1 })),
    });
    cases.push({
      strategy: 'ketama',
      hash: 'md5',
      params: { dialect },
      nodes: Array.from({ length: 25 }, (_, i) => ({ name: `10.1.0.${i}:11211`, weight: 1 })),
    });
  }
  // With the parameter `dialect`, modulo is MODULA, which ignores weights as well.
  if (core.strategies().some(({ id, params }) => id === 'modulo' && params.some(({ key }) => key === 'dialect'))) {
    for (const hash of offeredHashes(core, 'modulo', 'libmemcached', kHashes))
      cases.push({
        strategy: 'modulo',
        hash,
        params: { dialect: 'libmemcached' },
        nodes: kNames.map((name) => ({ name, weight: 1 })),
      });
  }
  return cases;
}

/**
 * Compiles what the page exports for these clusters into one program.
 * @param {string} folder
 * @param {PlaceInput[]} cases
 */
async function compile(folder, cases) {
  const sources = cases.map((input) => textOf(core, input));
  sources.forEach((text, i) => writeFileSync(join(folder, `${i}.c`), text.replace('open_cache', `open_${i}`)));
  writeFileSync(join(folder, 'main.c'), `#include <libmemcached/memcached.h>\n${kMain(sources)}`);
  const program = join(folder, 'program');
  const files = ['main.c', ...sources.map((_, i) => `${i}.c`)].map((name) => join(folder, name));
  await run('gcc', ['-Wall', '-Werror', '-o', program, ...files, '-lmemcached']);
  return program;
}

test(
  'libmemcached gives every key to the server that Reshard names',
  needs('/usr/include/libmemcached/memcached.h'),
  async (t) => {
    const cases = casesOf();
    const program = await compile(folderOf(t), cases);
    for (const [i, input] of cases.entries()) {
      const weights = input.nodes.map(({ weight }) => weight).join(', ');
      const how =
        `${input.strategy}, ${input.params.dialect}, ${input.hash}, ` +
        `${input.nodes.length} servers as ${input.nodes[0].name}, weights ${weights.slice(0, 30)}`;
      await t.test(how, async () => {
        const keys = randomKeys({ seed: i + 1, longest: i % 2 ? 250 : 4096 });
        // Only the weighted dialect uses weights, and leaves out servers of weight 0.
        const inUse = input.nodes.filter(
          ({ weight }) => weight > 0 || input.params.dialect !== 'libmemcached_weighted',
        );
        const live = (await numbersOf(program, i, keys)).map((number) => inUse[number].name);
        compareOwners(how, keys, ownersOf(core, input, keys), live);
      });
    }
  },
);

// Nobody listens on these ports, so connections are refused at once.
test(
  'libmemcached gives the keys of dead servers to those that Reshard names',
  needs('/usr/include/libmemcached/memcached.h'),
  async (t) => {
    const ports = await freePorts(5);
    const cases = [];
    for (const dialect of libmemcached.covers[0].dialects) {
      for (const weights of dialect === 'libmemcached_weighted'
        ? [
            [1, 1, 1, 1, 1],
            [1, 2, 3, 5, 8],
          ]
        : [[1, 1, 1, 1, 1]]) {
        for (const dead of [[1], [0, 4]]) {
          for (const eject of ['true', 'false']) {
            cases.push({
              dead,
              strategy: 'ketama',
              hash: 'md5',
              params: { dialect, eject },
              nodes: ports.map((port, i) => ({ name: `127.0.0.${i + 1}:${port}`, weight: weights[i] })),
            });
          }
        }
      }
    }
    const program = await compile(folderOf(t), cases);
    for (const [i, { dead, ...input }] of cases.entries()) {
      const { dialect, eject } = input.params;
      const how =
        `${dialect}, eject ${eject}, ` +
        `weights ${input.nodes.map(({ weight }) => weight).join(', ')}, dead ${dead.join(' and ')}`;
      await t.test(how, async () => {
        const keys = randomKeys({ seed: 100 + i });
        const live = (await numbersOf(program, i, keys, dead)).map((number) => input.nodes[number].name);
        const said = ownersOf(
          core,
          { ...input, nodes: input.nodes.map((node, at) => ({ ...node, ...(dead.includes(at) && { down: true }) })) },
          keys,
        );
        // Without ejection nobody serves a dead server's keys, and libmemcached still names that server.
        const dies = new Set(dead.map((at) => input.nodes[at].name));
        compareOwners(how, keys, said, eject === 'true' ? live : live.map((name) => (dies.has(name) ? null : name)));
      });
    }
  },
);

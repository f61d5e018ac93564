// HAProxy 3.0, built from the source that Debian's next release has, with every hash-key.
import { test } from 'node:test';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { kPrograms } from '../../../cmake/evidence.mjs';
import { kWeightings } from '../keys.mjs';
import { bounded, casesOfFactors, compareHeld } from '../haproxy_held.mjs';
import { caseOf, casesOfIds, compareServers } from '../haproxy_servers.mjs';
import { loadCore, needs } from '../programs.mjs';

const core = await loadCore();
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'reshard');
const program = join(cache, 'sources', `haproxy-${kPrograms.haproxy3.version}`, 'haproxy');

const dialect = 'v3_0';
const kHashed = [
  { function: 'sdbm', avalanche: 'false' },
  { function: 'djb2', avalanche: 'true' },
  { function: 'crc32', avalanche: 'false' },
];

/** @param {string[]} names */
const casesOf = (names) => [
  ...casesOfIds(names, dialect),
  ...['addr', 'addr_port'].flatMap((key) => [
    ...kWeightings.map((weights) => caseOf(names, { dialect, hash_key: key }, { weights })),
    ...kHashed.map((hashed) => caseOf(names, { dialect, hash_key: key, ...hashed }, { weights: [10, 20, 30, 5, 1] })),
    // A server that leaves renumbers nobody, whatever the ids.
    caseOf([...names].reverse(), { dialect, hash_key: key }, { weights: [1, 9, 4, 1, 7], ids: [9, 8, 7] }),
    caseOf(names, { dialect, hash_key: key }, { weights: [3, 1, 4, 1, 5], down: [0] }),
    caseOf(names, { dialect, hash_key: key }, { weights: [2, 0, 4, 1, 1], down: [3] }),
  ]),
  caseOf([...names.slice(0, 4), '127.255.1.254'], { dialect, hash_key: 'addr_port' }),
];

test('HAProxy 3.0 serves every key from the server that Reshard names', needs(program), (t) =>
  compareServers(t, program, core, casesOf),
);

/** @param {string[]} names */
const heldCasesOf = (names) => [
  ...casesOfFactors(names, dialect),
  // Two servers on one address have the same points.
  ...[101, 125, 200].map((factor) =>
    bounded(names, factor, { dialect, hash_key: 'addr' }, { weights: [5, 2, 3, 1, 4] }),
  ),
  bounded(names, 150, { dialect, hash_key: 'addr_port' }, { weights: [2, 0, 4, 1, 1], down: [3] }),
];

test('HAProxy 3.0 bounds the requests of a server as Reshard does', needs(program), (t) =>
  compareHeld(t, program, core, heldCasesOf),
);

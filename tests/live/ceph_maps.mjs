// Random CRUSH maps as crushtool builds them, and the pools of an osdmap that ceph-mon made: what they say of groups
// and objects.
//
// tests/vectors/ceph_pools.osdmap.gz is what ceph-mon 16.2.15 gave for 80 OSDs and the pools below. It came from: a
// monitor without OSDs and managers; `ceph osd setmaxosd 80`, `ceph osd new` 80 times; `ceph osd pool create NAME
// PG_NUM`, `ceph osd pool set NAME size N` and `… pgp_num_actual N`; `ceph osd getmap`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { randomNumbers } from './keys.mjs';
import { root } from './programs.mjs';

/** @typedef {{host: string, rack: string, room: string, datacenter: string}} Place names, or '' */
/** @typedef {Place & {event: string, osd: number, weight: number}} Change add, remove, reweight, or move to a host */
/** @typedef {{pool: number, pg_num: number, pgp_num: number, replicas: number}} Pool */

/** @type {Pool[]} */
export const kPools = [
  { pool: 1, pg_num: 1, pgp_num: 1, replicas: 3 },
  { pool: 2, pg_num: 100, pgp_num: 100, replicas: 3 },
  { pool: 3, pg_num: 128, pgp_num: 64, replicas: 3 },
  { pool: 4, pg_num: 150, pgp_num: 97, replicas: 2 },
  { pool: 5, pg_num: 32, pgp_num: 32, replicas: 5 },
  { pool: 6, pg_num: 7, pgp_num: 7, replicas: 1 },
  { pool: 7, pg_num: 256, pgp_num: 256, replicas: 3 },
];

/** Ceph's types by Reshard's failure domains. */
export const kDomains = { osd: 'osd', host: 'host', rack: 'rack', zone: 'room', data_center: 'datacenter' };
/** @typedef {keyof typeof kDomains} Domain */

const kBase = `${Object.entries({
  choose_local_tries: 0,
  choose_local_fallback_tries: 0,
  choose_total_tries: 50,
  chooseleaf_descend_once: 1,
  chooseleaf_vary_r: 1,
  chooseleaf_stable: 1,
  straw_calc_version: 1,
  allowed_bucket_algs: 54,
})
  .map(([name, value]) => `tunable ${name} ${value}\n`)
  .join('')}type 0 osd
type 1 host
type 3 rack
type 7 room
type 8 datacenter
type 11 root
root default {
  id -1
  alg straw2
  hash 0
}
rule pool {
  id 0
  type replicated
  min_size 1
  max_size 10
  step take default
  step chooseleaf firstn 0 type DOMAIN
  step emit
}
`;

/** Runs a program of Ceph and returns what it prints. @param {string} program @param {string[]} words */
function ran(program, words, input = '') {
  const { status, stdout, stderr } = spawnSync(program, words, { input, encoding: 'latin1', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

const kWeights = [1, 1.8194, 3.63899, 7.27739, 14.55269, 0.873, 2];

/**
 * A history of OSDs that come, go, change their weight, and move to another host of their rack.
 * @param {number} seed
 * @param {'flat' | 'hosts' | 'racks' | 'uneven' | 'full'} kind which levels OSDs have; uneven: not all have all
 * @returns {{changes: Change[], domains: Domain[]}} `domains`: those under which all OSDs are
 */
export function randomMap(seed, kind) {
  const next = randomNumbers(seed);
  const below = (/** @type {number} */ n) => next() % n;
  const has = { hosts: kind !== 'flat', racks: !['flat', 'hosts'].includes(kind), full: kind === 'full' };
  const [hosts, racks, rooms, centers] = [4 + below(6), 2 + below(4), 2 + below(2), 2];
  const sometimes = (/** @type {number} */ i) => kind === 'uneven' && i % 3 === 0;
  // Ceph's buckets have one place each: the rack of a host, and so on, is always the same.
  const placeOf = (/** @type {number} */ host) => {
    const rack = host % racks,
      room = rack % rooms;
    return {
      host: has.hosts ? `h${host}` : '',
      rack: has.racks && !sometimes(host) ? `r${rack}` : '',
      room: has.full || (kind === 'uneven' && !sometimes(host) && rack % 2 === 1) ? `m${room}` : '',
      datacenter: has.full ? `d${room % centers}` : '',
    };
  };
  /** @type {Change[]} */
  const changes = [];
  const live = /** @type {Map<number, number>} OSD to host */ (new Map());
  const add = (/** @type {number} */ osd) => {
    const host = below(hosts);
    live.set(osd, host);
    changes.push({ event: 'add', osd, weight: kWeights[below(kWeights.length)], ...placeOf(host) });
  };
  const count = 10 + below(15);
  for (let osd = 0; osd < count; ++osd) add(osd);
  let known = count;
  for (let i = 0; i < 8; ++i) {
    const osds = [...live.keys()];
    const osd = osds[below(osds.length)],
      host = /** @type {number} */ (live.get(osd));
    const there = placeOf(host);
    const what = below(4);
    if (what === 0) add(known++);
    else if (what === 1) {
      live.delete(osd);
      changes.push({ event: 'remove', osd, weight: 0, ...there });
    } else if (what === 2) {
      changes.push({ event: 'reweight', osd, weight: kWeights[below(kWeights.length)], ...there });
    } else if (has.hosts && host + racks < hosts && isBeside(placeOf(host + racks), there)) {
      live.set(osd, host + racks);
      changes.push({ event: 'move', osd, weight: 0, ...placeOf(host + racks) });
    }
  }
  const all = changes.filter(({ event }) => event === 'add');
  const domains = /** @type {Domain[]} */ (Object.keys(kDomains)).filter(
    (domain) => domain === 'osd' || all.every((change) => change[/** @type {keyof Place} */ (kDomains[domain])] !== ''),
  );
  return { changes, domains };
}

const isBeside = (/** @type {Place} */ a, /** @type {Place} */ b) =>
  a.rack === b.rack && a.room === b.room && a.datacenter === b.datacenter;
const nameOf = (/** @type {Change} */ { osd, host }) => `${host === '' ? '' : `${host}/`}osd.${osd}`;

/**
 * The same history as what place() takes; OSD n is the n-th node that is ever added.
 * @param {Change[]} changes
 */
export function scenarioOf(changes) {
  /** @type {Map<number, string>} */
  const names = new Map();
  const log = changes.map((change) => {
    const { event, osd, weight, rack, room, datacenter } = change;
    const before = names.get(osd);
    names.set(osd, nameOf(change));
    if (event === 'add') return { add: { name: nameOf(change), weight, rack, zone: room, data_center: datacenter } };
    if (event === 'remove') return { remove: before };
    if (event === 'reweight') return { weigh: before, weight };
    return { rename: before, to: nameOf(change) };
  });
  const first = log.findIndex((event) => !event.add);
  const start = first < 0 ? log.length : first;
  return { nodes: log.slice(0, start).map(({ add }) => add), log: log.slice(start), names };
}

/**
 * crushtool's map after these changes, with a rule for this failure domain.
 * @param {string} folder @param {Change[]} changes @param {Domain} domain
 */
export function crushMap(folder, changes, domain) {
  const map = join(folder, 'crush');
  writeFileSync(`${map}.txt`, kBase.replace('DOMAIN', kDomains[domain]));
  ran('crushtool', ['-c', `${map}.txt`, '-o', map]);
  /** @type {Map<number, number>} */
  const weights = new Map();
  for (const change of changes) {
    const { event, osd, weight } = change;
    const at = ['host', 'rack', 'room', 'datacenter'].flatMap((type) => {
      const name = change[/** @type {keyof Place} */ (type)];
      return name === '' ? [] : ['--loc', type, name];
    });
    const where = [...at, '--loc', 'root', 'default'];
    if (event === 'add' || event === 'reweight') weights.set(osd, weight);
    const words = {
      add: ['--add-item', String(osd), String(weight), `osd.${osd}`, ...where],
      remove: ['--remove-item', `osd.${osd}`],
      reweight: ['--reweight-item', `osd.${osd}`, String(weight)],
      move: ['--update-item', String(osd), String(weights.get(osd)), `osd.${osd}`, ...where],
    }[event];
    ran('crushtool', ['-i', map, ...(words ?? []), '-o', map]);
  }
  return map;
}

/** @param {string} folder @param {string} crush */
export function osdMap(folder, crush = '') {
  const map = join(folder, 'osdmap');
  writeFileSync(map, gunzipSync(readFileSync(join(root, 'tests/vectors/ceph_pools.osdmap.gz'))));
  if (crush) ran('osdmaptool', [map, '--import-crush', crush]);
  return map;
}

/**
 * The OSDs of every group of a pool.
 * @param {string} map @param {number} pool @param {?number} out an OSD that is out
 * @returns {string[]} "3/1/2"
 */
export function groupsOf(map, pool, out = null) {
  const words = [map, '--mark-up-in', ...(out === null ? [] : ['--mark-out', String(out)])];
  return ran('osdmaptool', [...words, '--test-map-pgs-dump', '--pool', String(pool)])
    .split('\n')
    .flatMap((line) => {
      const found = /^\d+\.[0-9a-f]+\t\[([\d,]*)\]/.exec(line);
      return found ? [found[1].replaceAll(',', '/')] : [];
    });
}

/**
 * The group of each object. The program is started once for each.
 * @param {string} map @param {number} pool @param {Buffer[]} names
 */
export function groupsOfObjects(map, pool, names) {
  const words = ['-0', '-I{}', 'osdmaptool', map, '--pool', String(pool), '--test-map-object={}'];
  const input = Buffer.concat(names.flatMap((name) => [name, Buffer.of(0)]));
  const { stdout, stderr, status } = spawnSync('xargs', words, { input, encoding: 'latin1', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return [...stdout.matchAll(/ -> \d+\.([0-9a-f]+) -> \[[\d,]*\]\n/g)].map(([, group]) => parseInt(group, 16));
}

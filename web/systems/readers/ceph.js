// Ceph: `osd tree`, `osd df` and `osd df tree` (text and JSON), CRUSH maps (text and dump), `pg dump pgs_brief`.
import { beginsPg, isPgHeading, movingOf, osd, pgOf, pgTable, pgsOf } from './ceph/pgs.js';
import { crushDump, crushText, leavesOf, rootsOf, wrongSums } from './ceph/crush_map.js';
import { jsonIn, jsonValues, memberOf, opensJson } from '../reading/json.js';
import { osdsOf } from './ceph/osd_json.js';
import { straw2Needs } from './ceph/straw2.js';
import { OsdTables, isOsdHeading } from './ceph/osd_tables.js';
import { upmapOf } from './ceph/upmap.js';
import { bytesOf, figure } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/form.js').Figure} Figure */
/** @typedef {import('./ceph/pgs.js').Pg} Pg */
/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('./ceph/osd_tables.js').Osd} Osd */
/** @typedef {import('./ceph/crush_map.js').CrushMap} CrushMap */
/** @typedef {{osds: Osd[], roots: string[], warnings: string[], df: boolean, trees: boolean, cut: boolean}} Osds */

const kDevice = /^\s*device\s+\d+\s+\S+/;
const kBucket = /^\s*\S+\s+\S+\s*\{\s*$/;

/** @param {Osd} found @returns {ReadNode} */
function nodeOf(found) {
  const { id, name, path, root, weight, status, reweight, affinity, used, size, pgs } = found;
  const bytes = used === undefined ? null : sizeOf(used);
  const capacity = size === undefined ? null : sizeOf(size);
  const down = status !== undefined && status !== 'up' && status !== 'new';
  return {
    name,
    id: String(id),
    ...(weight !== null && { weight }),
    ...placeOf(path),
    ...(root !== null && { root }),
    ...(found.class && { class: found.class }),
    ...(down && { down }),
    ...(status === 'destroyed' && { destroyed: true }),
    ...(reweight === 0 && { out: true }),
    ...(reweight !== undefined && reweight > 0 && reweight < 1 && { reweight }),
    ...(affinity !== undefined && affinity < 1 && { primary_affinity: affinity }),
    ...(bytes !== null && { bytes }),
    ...(capacity !== null && { capacity }),
    ...(pgs !== undefined && { pgs }),
  };
}

/** @param {Map<string, string>} path */
function placeOf(path) {
  const [host, rack, center, zone] = ['host', 'rack', 'datacenter', 'zone'].map((type) => path.get(type));
  return {
    ...(host && { host }),
    ...(rack && { rack }),
    ...(center && { data_center: center }),
    ...(zone && { zone }),
  };
}

/** @param {string} text with a unit, or “kb:” and KiB of JSON @returns {?Figure} */
function sizeOf(text) {
  const [, kib] = /^kb:(\d+)$/.exec(text) ?? [];
  return kib === undefined ? bytesOf(text) : figure(BigInt(kib) * 1024n);
}

/** What `straw2` cannot say of a tree. @param {Osd[]} osds */
function needsOf(osds) {
  const levels = Math.max(0, ...osds.map(({ path }) => path.size));
  const classes = new Set(osds.map((one) => one.class).filter(Boolean));
  return [
    ...(levels > 2 ? ['straw2: more than two levels'] : []),
    ...(levels > 0 ? ['straw2: given ids of buckets'] : []),
    ...(classes.size > 1 ? ['straw2: device classes'] : []),
    ...(osds.some(({ reweight }) => reweight !== undefined && reweight > 0 && reweight < 1)
      ? ['straw2: reweight']
      : []),
  ];
}

/** The root “default” first. @param {string[]} roots */
const choicesOf = (roots) => [...roots].sort((a, b) => Number(b === 'default') - Number(a === 'default'));

/** @param {Osds} found @param {Pasted} pasted @param {string | undefined} choose @returns {Reading} */
function osdReading(found, pasted, choose) {
  const { osds, roots, warnings, df, trees, cut } = found;
  const choices = choicesOf(roots);
  const choice = choices.find((root) => root === choose) ?? choices[0];
  const kept = choices.length > 1 ? osds.filter(({ root }) => root === choice || root === null) : osds;
  const counts = new Map(kept.flatMap(({ name, pgs }) => (pgs === undefined ? [] : [[name, pgs]])));
  const needs = needsOf(kept);
  return {
    system: 'ceph',
    form: df ? (trees ? 'osd df tree' : 'osd df') : 'osd tree',
    ...(choices.length > 1 && { choices, choice }),
    strategy: { id: 'straw2' },
    key: null,
    nodes: kept.map(nodeOf),
    entries: df ? { kind: 'pg copies', rows: [], counts } : { kind: 'none', rows: [] },
    ...(warnings.length > 0 && { warnings }),
    skipped: pasted.skipped,
    cannot_know: [
      ...(trees ? [] : ['hosts and racks (osd tree)']),
      ...(df ? [] : ['sizes']),
      'requests',
      'the rule and its pool (CRUSH text, osd pool ls detail)',
      'which PG is where (pg dump)',
      'upmap exceptions (osd dump)',
      ...(cut ? ['what comes after the cut line'] : []),
    ],
    ...(needs.length > 0 && { needs }),
  };
}

/**
 * @param {Pg[]} pgs
 * @param {Osds} found
 * @param {Pasted} pasted
 * @param {string} [choose] a pool
 * @returns {Reading}
 */
function pgReading(pgs, found, pasted, choose) {
  const pools = [...new Set(pgs.map(({ pool }) => pool))].sort((a, b) => Number(a) - Number(b));
  const choice = pools.includes(choose ?? '') ? choose : undefined;
  const kept = choice === undefined ? pgs : pgs.filter(({ pool }) => pool === choice);
  const ids = new Set(kept.flatMap(({ up, acting }) => [...acting, ...up]));
  const known = new Map(found.osds.map((one) => [one.name, one]));
  const all = [...known.values()];
  const others = [...ids].filter((id) => !known.has(osd(id)));
  const nodes = others.sort((a, b) => Number(a) - Number(b)).map((id) => ({ name: osd(id), id }));
  const open = movingOf(kept);
  return {
    system: 'ceph',
    form: 'pgs_brief',
    ...(pools.length > 1 && { choices: pools }),
    ...(choice !== undefined && { choice }),
    strategy: 'table',
    key: null,
    nodes: [...all.map(nodeOf), ...nodes],
    entries: pgTable(kept, pasted),
    ...(open.length > 0 && { open }),
    ...(found.warnings.length > 0 && { warnings: found.warnings }),
    skipped: pasted.skipped,
    cannot_know: [
      'names of the pools',
      'which PG an object belongs to: pg_num is not in the text',
      ...(found.osds.length > 0 ? [] : ['weights, hosts and racks (osd tree)']),
      ...(found.df ? [] : ['sizes']),
      'requests',
      ...(found.cut ? ['what comes after the cut line'] : []),
    ],
  };
}

/** @param {CrushMap} map @param {Pasted} pasted @param {string | undefined} choose @returns {Reading} */
function crushReading(map, pasted, choose, /** @type {string} */ form) {
  const names = map.rules.length > 0 ? map.rules.map(({ name }) => name) : choicesOf(rootsOf(map));
  const choice = names.find((name) => name === choose) ?? names[0];
  const rule = map.rules.find(({ name }) => name === choice);
  const takes = rule?.takes ?? (choice === undefined ? [] : [{ name: choice, class: '' }]);
  const lost = takes.find(({ name }) => !map.buckets.has(name) && !map.devices.has(name));
  if (lost) throw new Unreadable(map.last, `the rule ${choice} takes ${lost.name}, which is not in the map`);
  const leaves = takes.flatMap((take) => leavesOf(map, take.name, take.class));
  if (leaves.length === 0) throw new Unreadable(map.last, 'a map without devices in buckets');
  const domain = rule?.domain ?? '';
  const unique = new Map(leaves.map((leaf) => [leaf.device.name, leaf]));
  const needs = straw2Needs(map, rule, leaves);
  // The link's nodes are numbered by their place, and its racks are what the rule keeps replicas apart in.
  const rackOf = (/** @type {Map<string, string>} */ path) => (needs.length > 0 ? undefined : path.get(domain));
  const ordered = needs.length > 0 ? [...unique.values()] : leaves.sort((a, b) => a.device.id - b.device.id);
  const nodes = ordered.map(({ device, weight, path, root }) => ({
    name: device.name,
    id: String(device.id),
    weight,
    ...placeOf(path),
    ...(rackOf(path) && { rack: rackOf(path) }),
    root,
    ...(device.class && { class: device.class }),
  }));
  const warnings = wrongSums(map);
  return {
    system: 'ceph',
    form,
    ...(names.length > 1 && { choices: names, choice }),
    strategy: { id: 'straw2', params: rule ? { domain: domain === 'osd' ? 'node' : 'rack' } : {} },
    key: null,
    nodes,
    entries: { kind: 'none', rows: [] },
    ...(warnings.length > 0 && { warnings }),
    skipped: pasted.skipped,
    cannot_know: [
      ...(form === 'crush text' ? ['weights beyond three digits'] : []),
      ...(rule ? [] : ['rules']),
      'pools',
      'up, down, out and reweight (osd tree)',
      'upmap exceptions (osd dump)',
      'which PG is where (pg dump)',
      'sizes',
      'requests',
    ],
    ...(needs.length > 0 && { needs }),
  };
}

/** @param {Pasted} pasted @param {string | undefined} choose @returns {Reading} */
function readJson(pasted, choose) {
  const { json, before, after } = jsonIn(pasted.filled);
  const more = after.length > 0 && opensJson(after[0].text) ? jsonValues(after) : [];
  for (const { number } of [...before, ...(more.length > 0 ? [] : after)]) pasted.skip(number, 'text');
  const found = { osds: [], roots: [], warnings: [], df: false, trees: false, cut: false };
  const all = [json, ...more];
  const trees = all.filter((one) => memberOf(one, 'nodes'));
  const osds = trees.length > 0 ? osdsOf(trees, pasted) : found;
  const pgs = all.flatMap(pgsOf);
  if (pgs.length > 0) return pgReading(pgs, osds, pasted, choose);
  if (osds.osds.length > 0) return osdReading(osds, pasted, choose);
  const dump = all.find((one) => memberOf(one, 'buckets'));
  if (!dump) throw new Unreadable(json.line, 'no OSDs');
  return crushReading({ ...crushDump(dump), last: pasted.last }, pasted, choose, 'crush dump');
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const { filled } = pasted;
  if (isJson(pasted)) return readJson(pasted, choose);
  if (isCrush(pasted)) {
    const map = crushText(filled, pasted.last);
    for (const { number } of map.skipped) pasted.skip(number, number === pasted.last ? 'cut' : 'text');
    return crushReading(map, pasted, choose, 'crush text');
  }
  const tables = new OsdTables(pasted);
  const pgs = /** @type {Pg[]} */ ([]);
  const upmaps = /** @type {[group: string, items: import('./ceph/upmap.js').Item[]][]} */ ([]);
  let inPgs = false;
  for (const { number, text } of filled) {
    const pg = inPgs ? pgOf({ number, text }) : null;
    const upmap = upmapOf({ number, text });
    if (isPgHeading(text)) {
      inPgs = true;
      tables.end();
    } else if (pg) pgs.push(pg);
    else if (upmap) upmaps.push([upmap.group, upmap.items]);
    else if (tables.take({ number, text })) inPgs = false;
    else skipLine(tables, pasted, { number, text });
  }
  tables.end();
  if (pgs.length > 0) {
    const reading = pgReading(pgs, tables, pasted, choose);
    return upmaps.length > 0 ? { ...reading, upmap: Object.fromEntries(upmaps) } : reading;
  }
  if (tables.osds.length === 0) throw new Unreadable(pasted.last, 'the table ends before its OSDs');
  return osdReading(tables, pasted, choose);
}

/** @param {OsdTables} tables @param {Pasted} pasted @param {Line} line */
function skipLine(tables, pasted, { number, text }) {
  const row = beginsPg(text) || /^\s*-?\d+\s/.test(text);
  if (row) noTemplate(text, number);
  if (/^\s*dumped\s/.test(text)) return pasted.skip(number, 'message');
  const last = number === pasted.last && (row || !pasted.ends);
  if (last) tables.cut = true;
  return pasted.skip(number, last ? 'cut' : row ? 'not as other rows' : 'text');
}

const isJson = (/** @type {Pasted} */ { filled }) =>
  filled.some(({ text }) => opensJson(text)) && !filled.some(({ text }) => isOsdHeading(text) || isPgHeading(text));
/** @param {Pasted} pasted */
function isCrush({ filled }) {
  const any = (/** @type {RegExp} */ pattern) => filled.some(({ text }) => pattern.test(text));
  return any(kDevice) && (any(kBucket) || any(/^\s*type\s+0\s+\S+/));
}

/** @param {Pasted} pasted */
function fits(pasted) {
  const { filled } = pasted;
  if (filled.some(({ text }) => isOsdHeading(text) || isPgHeading(text)) || isCrush(pasted)) return 2;
  if (!filled.some(({ text }) => opensJson(text))) return 0;
  const has = (/** @type {string} */ word) => filled.some(({ text }) => text.includes(word));
  if (has('"nodes"') && has('"crush_weight"')) return 2;
  if (has('"buckets"') && has('"devices"') && has('"alg"')) return 2;
  return has('"pgid"') && has('"acting"') ? 2 : 0;
}

export default { system: 'ceph', title: 'Ceph', fits, read };

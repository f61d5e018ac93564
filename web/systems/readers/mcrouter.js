// mcrouter: the pools of a configuration. Its hash functions, Ch3 and WeightedCh3, are no strategies here: pools and
// weights can be listed, and keys not be placed.
import { chosen } from '../reading/choices.js';
import { jsonValues } from '../reading/json.js';
import { Unreadable, noTemplate } from '../reading/form.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {{name: string, weights: ?(number[]), line: number}} Hash `weights`: of the servers in turn */

const kUsualHash = 'Ch3';
const kMissingWeight = 0.5;

/** Refuses macros: what they stand for is elsewhere, or is worked out. @param {Tree} tree a text */
function fixed({ text, line }) {
  const macro = /%[\w-]+%|@\w+\(.*\)?/.exec(text ?? '')?.[0];
  if (macro) throw new Unreadable(line, `macro: ${macro.slice(0, 60)}`);
  noTemplate(text ?? '', line);
  return text ?? '';
}

/** @param {Tree} tree @param {Map<string, Hash>} found by pool */
function hashesIn(tree, found) {
  for (const item of tree.items ?? []) hashesIn(item, found);
  const { members } = tree;
  if (!members) return;
  const pool = members.get('pool')?.text;
  const hash = members.get('hash');
  if (pool && hash && !found.has(pool)) {
    const name = hash.text ?? hash.members?.get('hash_func')?.text ?? kUsualHash;
    const weights = hash.members?.get('weights')?.items ?? null;
    const numbers = weights?.map((weight) => Number(fixed(weight) || NaN)) ?? null;
    if (numbers?.some((weight) => !(weight >= 0))) throw new Unreadable(hash.line, 'a weight is no number from 0');
    found.set(pool, { name, weights: numbers, line: hash.line });
  }
  for (const member of members.values()) hashesIn(member, found);
}

/** @param {Tree} pool @param {Pasted} pasted */
function namesOf(pool, pasted) {
  const servers = pool.members?.get('servers');
  if (!servers?.items) {
    if (servers) fixed(servers);
    throw new Unreadable(servers?.line ?? pool.at, 'the pool has no list of servers');
  }
  const seen = new Set();
  return servers.items.flatMap((item, i) => {
    const name = fixed(item);
    if (!name) throw new Unreadable(item.line, 'a server has no address');
    if (seen.has(name)) {
      pasted.skip(item.line, 'duplicate');
      return [];
    }
    seen.add(name);
    return [{ name, i }];
  });
}

/** @param {string} name @param {Tree} pool @param {Hash | undefined} hash @param {Pasted} pasted */
function offerOf(name, pool, hash, pasted) {
  const kind = hash?.name ?? kUsualHash;
  const weights = kind === 'WeightedCh3' ? (hash?.weights ?? []) : null;
  const reading = () => ({
    ...{ system: 'mcrouter', form: 'configuration', strategy: null, hash_function: kind },
    nodes: namesOf(pool, pasted).map(({ name: of, i }) => ({
      name: of,
      weight: weights ? (weights[i] ?? kMissingWeight) : 1,
    })),
    entries: { kind: 'none', rows: [] },
    needs: [`mcrouter: ${kind}`],
    skipped: pasted.skipped,
    cannot_know: ['sizes', `where keys are: Reshard does not have ${kind}`],
  });
  return { name, not: null, read: reading };
}

const kMark = /^\s*(?:\/\/.*|\/\*.*\*\/\s*)?["{[]/;

/** @type {import('../reading/read.js').Reader['read']} */
function read(pasted, { choose }) {
  const [tree] = jsonValues(pasted.body(kMark), { comments: true });
  const pools = tree?.members?.get('pools');
  if (!pools?.members || pools.members.size === 0) throw new Unreadable(pools?.line ?? 1, 'there are no pools');
  const hashes = new Map();
  hashesIn(tree, hashes);
  return chosen(
    [...pools.members].map(([name, pool]) => offerOf(name, pool, hashes.get(name), pasted)),
    choose,
  );
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const any = (/** @type {RegExp} */ pattern) => filled.some(({ text }) => pattern.test(text));
  if (!any(/"pools"\s*:/) || !any(/"servers"\s*:/)) return 0;
  return any(/"routes?"\s*:/) ? 2 : 1;
}

export default { system: 'mcrouter', title: 'mcrouter', fits, read };

// Which strategy placed these keys: runs every strategy and dialect on a sample, and the best of them on all rows. It
// needs no page, so that a worker and tests can run it too.

import { t } from '../text/language.js';

const kSample = 400;         // rows of the first round
const kFinalists = 12;       // candidates that the second round runs on all rows
const kCounts = [40, 100, 128, 150, 160, 200, 256, 1000];  // of virtual nodes: the defaults of systems
const kPerNode = ['vnodes', 'num_tokens'];

/** Why a text is refused: names the line, and what a row is. */
export class RowError extends Error {}

/**
 * @param {string} text rows "key,owner", or with a tab or semicolon between them; a line's last separator counts, so
 *   that keys may contain commas @returns {{keys: string[], owners: string[]}}
 */
export function readRows(text) {
  const rows = { keys: [], owners: [] };
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    if (line.trim() === '') return;
    const at = Math.max(line.lastIndexOf(','), line.lastIndexOf('\t'), line.lastIndexOf(';'));
    const key = line.slice(0, at), owner = line.slice(at + 1).trim();
    if (at < 1 || owner === '') throw new RowError(t('Line {0}: expected “key,owner” (comma, tab or semicolon)', i + 1));
    rows.keys.push(key);
    rows.owners.push(owner);
  });
  if (rows.keys.length < 20) throw new RowError(t('Only {0} rows: at least 20 are needed, a few hundred tell strategies apart', rows.keys.length));
  return rows;
}

/** The owners' names, numbers within them in numeric order: strategies that number nodes need an order. */
export const nodesOf = (owners) => [...new Set(owners)].sort(new Intl.Collator('en', { numeric: true }).compare);

/** Every way to choose one of each: {a: [1, 2], b: [3]} gives {a: 1, b: 3} and {a: 2, b: 3}. */
function combinations(choices) {
  return Object.entries(choices).reduce((all, [key, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))), [{}]);
}

// Parameters that only say what happens while a node is down: rows cannot show that, since all their owners are up.
function onlyOfFailures({ down = [] }) {
  return new Set(down.flatMap((rule) => Object.keys(rule.with ?? {})).filter((key) => key !== 'dialect'));
}

/** Every strategy, dialect and hash function, with default numbers. */
export function candidates(core) {
  const hashes = core.hashes().filter(({ onlyOfDialects }) => !onlyOfDialects).map(({ id }) => id);
  return core.strategies().flatMap((strategy) => {
    const unseen = onlyOfFailures(strategy);
    const choices = strategy.params.filter(({ key, options }) => options && !unseen.has(key));
    const options = Object.fromEntries(choices.map((spec) => [spec.key, spec.options]));
    const hashesOf = ({ dialect }) => strategy.hashFixed ? [strategy.hash] : strategy.hashesOf?.[dialect]?.map(({ id }) => id) ?? hashes;
    return combinations(options).flatMap((params) => hashesOf(params).map((hash) => ({ strategy, hash, params })));
  });
}

// How far a candidate is from its strategy's defaults: of those that place the rows alike, the nearest is likeliest.
const departures = ({ strategy, hash, params }) =>
  strategy.params.filter(({ key, default: usual }) => (params[key] ?? usual) !== usual).length + (hash === strategy.hash ? 0 : 1);

const byMerit = (a, b) => b.share - a.share || departures(a) - departures(b);

/** The share of rows whose owner this candidate gets right, 0 to 1; 0 if it cannot place them at all. */
export function agreement(core, { strategy, hash, params }, { keys, owners }, nodes) {
  try {
    const placed = core.place({ strategy: strategy.id, params, nodes, keys, ...(strategy.hashFixed ? {} : { hash }) });
    return keys.filter((_, i) => nodes[placed.owners[i * placed.replicas]] === owners[i]).length / keys.length;
  } catch {
    return 0;  // it cannot handle these nodes or keys: names without a port, keys that are not numbers
  }
}

/**
 * The candidates that agree best with the rows, {strategy, hash, params, share}: the best first, and of equally good ones
 * those with the fewest departures from the defaults.
 * @param {(share: number) => Promise<boolean>} progress called now and then; false ends the search with null
 * @returns {Promise<?{fits: object[], alike: number}>} and how many of all candidates are as good as the first
 */
export async function bestFits(core, rows, progress) {
  const nodes = nodesOf(rows.owners);
  const every = Math.max(1, Math.floor(rows.keys.length / kSample));
  const sampled = (list) => list.filter((_, i) => i % every === 0).slice(0, kSample);
  const sample = { keys: sampled(rows.keys), owners: sampled(rows.owners) };
  const all = candidates(core);
  let finalists = [];
  let best = 0, alike = 0;  // on the sample
  const keep = (candidate) => {
    const share = agreement(core, candidate, sample, nodes);
    if (share > best) [best, alike] = [share, 0];
    if (share === best) ++alike;
    finalists.push({ ...candidate, share });
    if (finalists.length > 4 * kFinalists) finalists = finalists.sort(byMerit).slice(0, kFinalists);
  };
  for (let i = 0; i < all.length; ++i) {
    keep(all[i]);
    if (i % 8 === 0 && !(await progress(0.7 * (i / all.length)))) return null;
  }
  finalists = finalists.sort(byMerit).slice(0, kFinalists);
  // Rings with other numbers of virtual nodes share points, so the right dialect stands out already.
  const counted = finalists.flatMap((candidate) => {
    const spec = candidate.strategy.params.find(({ key }) => kPerNode.includes(key));
    return spec ? kCounts.filter((count) => count !== spec.default).map((count) => ({ ...candidate, params: { ...candidate.params, [spec.key]: count } })) : [];
  });
  counted.forEach(keep);
  finalists = finalists.sort(byMerit).slice(0, kFinalists);
  for (let i = 0; i < finalists.length; ++i) {
    finalists[i].share = agreement(core, finalists[i], rows, nodes);
    if (!(await progress(0.7 + (0.3 * i) / finalists.length))) return null;
  }
  finalists.sort(byMerit);
  const equal = finalists.filter(({ share }) => share === finalists[0].share).length;
  return { fits: finalists, alike: equal === finalists.length ? alike : equal };
}

/**
 * The best fits, and how many rows the page's settings get right. @param {any} core
 * @param {{rows: {keys: string[], owners: string[]}, shown: {strategy: string, hash: string, params: object}}} asked
 * @param {(share: number) => Promise<boolean>} progress as of bestFits()
 * @returns {Promise<?{fits: object[], alike: number, shown: object, agrees: number}>} `shown`: the page's strategy
 */
export async function identify(core, { rows, shown }, progress) {
  const found = await bestFits(core, rows, progress);
  if (!found) return null;
  const strategy = core.strategies().find(({ id }) => id === shown.strategy);
  return { ...found, shown: strategy, agrees: agreement(core, { ...shown, strategy }, rows, nodesOf(rows.owners)) };
}

// Ceph: placement groups by pg-upmap-items. A command replaces all items of its group, so those that it has stay in it.
import { t } from '../../text/language.js';
import { shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { movesBack, nodesOf, runsAtOnce } from './form.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {[from: string, to: string]} Pair */

const kMostGroups = 20; // of a step

/** @param {{name: string}} node */
function osdOf({ name }) {
  const [, number] = /^(?:osd\.)?(0|[1-9]\d{0,9})$/.exec(name) ?? [];
  if (number === undefined) throw new Refused(t('“{0}” is not an OSD: they are called osd.0, osd.1, …', name));
  return number;
}

/** @param {string} entry */
function groupIn(entry) {
  if (/^\d+\.[0-9a-f]+$/.test(entry)) return entry;
  throw new Refused(t('“{0}” is not a placement group, as 2.1f is.', entry));
}

/**
 * A group's items after one more move: from where CRUSH alone puts a copy.
 * @param {Pair[]} items
 * @param {Pair} move
 * @returns {Pair[]}
 */
function withMove(items, [from, to]) {
  const earlier = items.find(([, at]) => at === from);
  if (!earlier) return [...items, [from, to]];
  const others = items.filter((item) => item !== earlier);
  return earlier[0] === to ? others : [...others, [earlier[0], to]];
}

/** @param {string} group @param {Pair[]} items */
const command = (group, items) =>
  items.length > 0
    ? `ceph osd pg-upmap-items ${group} ${items.flat().join(' ')}`
    : `ceph osd rm-pg-upmap-items ${group}`;

/** Writes the steps of moves, and keeps the items that each group has meanwhile. */
class Upmaps {
  /** @type {Map<string, Pair[]>} */
  #items;
  #osd;

  /** @param {Record<string, Pair[]>} upmaps @param {(name: string) => string} osd */
  constructor(upmaps, osd) {
    this.#items = new Map(Object.entries(upmaps));
    this.#osd = osd;
  }

  /** @param {Move[]} run */
  commandsOf(run) {
    return run.map(([entry, from, to]) => {
      const group = groupIn(entry);
      const items = withMove(this.#items.get(group) ?? [], [this.#osd(from), this.#osd(to)]);
      this.#items.set(group, items);
      return command(group, items);
    });
  }

  /** The same moves back, without doing them. @param {Move[]} run */
  backOf(run) {
    const kept = new Map(this.#items);
    const commands = this.commandsOf(movesBack(run));
    this.#items = kept;
    return commands;
  }
}

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  const osd = nodesOf(moving, osdOf, (name) => t('“{0}” is not an OSD: they are called osd.0, osd.1, …', name));
  const upmaps = new Upmaps(moving.upmaps ?? {}, osd);
  const steps = runsAtOnce(moving, kMostGroups).map((run) => ({
    moves: run,
    commands: upmaps.commandsOf(run),
    checks: [
      shellComment(t('Repeat this until nothing is misplaced.')),
      'ceph pg stat',
      ...run.map(([entry]) => `ceph pg map ${groupIn(entry)}`),
    ],
    back: upmaps.backOf(run),
  }));
  return {
    language: 'shell',
    before: ['ceph balancer status', 'ceph balancer off', 'ceph osd set-require-min-compat-client luminous'],
    steps,
    after: [shellComment(t('If the balancer was on before: {0}', 'ceph balancer on'))],
    files: [],
    notes: moving.upmaps
      ? []
      : [
          t(
            'Each command replaces the upmap items that its group already has, and the text does not list them. See them with “{0}”.',
            'ceph osd dump | grep pg_upmap_items',
          ),
        ],
    held: t('Same form as osdmaptool 16.2 prints. Not run on a cluster.'),
  };
}

export default { system: 'ceph', title: 'Ceph', write };

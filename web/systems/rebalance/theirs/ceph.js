// What `osdmaptool --upmap` writes, and Ceph's own balancer asks for: pg-upmap-items and rm-pg-upmap-items. A command
// replaces all items of its group, and an item begins where CRUSH alone puts a copy; so what a command does depends on
// the items that the group has now, which lines “pg_upmap_items 1.d [10,3]” of `ceph osd dump` say.
import { Unreadable, noTemplate } from '../../reading/form.js';
import { upmapItems, upmapOf } from '../../readers/ceph/upmap.js';
import { t } from '../../../text/language.js';
import { hopsBetween } from './form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('./form.js').Hop} Hop */
/** @typedef {import('./form.js').Cluster} Cluster */
/** @typedef {import('./form.js').Wanted} Wanted */
/** @typedef {import('./form.js').Read} Read */

const kCommand = /\bceph\s+osd\s+(\S*upmap\S*)\s*(.*)$/;
const kGroup = /^\d+\.[0-9a-f]+$/;

/** @param {Pasted} pasted people paste a command with its prompt, too */
const linesOf = ({ filled, prompts }) => [...filled.filter(({ text }) => !/^\s*#/.test(text)), ...prompts];

/** Whether a text has such a command. @param {Pasted} pasted */
export const isUpmap = (pasted) => linesOf(pasted).some(({ text }) => kCommand.test(text));

const short = (/** @type {string} */ text) => text.slice(0, 40);

/** @param {Line} line @param {string} command @param {string} rest @returns {{group: string, items: Hop[]}} */
function commandIn({ number, text }, command, rest) {
  noTemplate(text, number);
  const [group, ...osds] = rest.trim().split(/\s+/);
  const removes = command === 'rm-pg-upmap-items';
  if (!removes && command !== 'pg-upmap-items')
    throw new Unreadable(number, t('“{0}” is not read: only pg-upmap-items, and what removes them', short(command)));
  if (!kGroup.test(group)) throw new Unreadable(number, t('“{0}” is no placement group', short(group)));
  if (removes && osds.length > 0)
    throw new Unreadable(number, t('“{0}” stands behind the placement group', short(osds[0])));
  if (!removes && osds.length === 0) throw new Unreadable(number, t('{0} gets no OSDs', group));
  return { group, items: upmapItems(osds, number) };
}

/** Where CRUSH alone puts the copies. @param {string[]} on @param {Hop[]} items */
function withoutItems(on, items) {
  const raw = [...on];
  for (const [from, to] of [...items].reverse())
    if (raw.includes(to) && !raw.includes(from)) raw[raw.indexOf(to)] = from;
  return raw;
}

/**
 * What items do, as Ceph carries them out: one after another, and none whose end the group has already.
 * @param {string[]} raw @param {Hop[]} items
 */
function withItems(raw, items) {
  const on = [...raw];
  for (const [from, to] of items) if (on.includes(from) && !on.includes(to)) on[on.indexOf(from)] = to;
  return on;
}

/** @typedef {ReturnType<Wanted['turn']>} Turn */

/**
 * Where nobody says which items a group has: those whose end it has, and not their beginning, were there before.
 * @param {string} group @param {string[]} on @param {Hop[]} items @returns {Turn}
 */
function turnUnknowing(group, on, items) {
  if (items.length === 0) return { hops: [], told: [['no_items', group]] };
  const after = [...on];
  const told = /** @type {Turn['told']} */ ([]);
  for (const [from, to] of items) {
    const [begins, ends] = [after.includes(from), after.includes(to)];
    if (begins && !ends) after[after.indexOf(from)] = to;
    else if (begins) told.push(['no_effect', `${group} (${to})`]);
    else if (!ends) told.push(['no_items', group]);
  }
  return { hops: hopsBetween(on, after), told };
}

/**
 * Whether an item of now is in force cannot be seen: if the weights have changed, CRUSH alone may put a copy where the
 * item ends. So what only takes one back is told.
 * @param {string} group @param {string[]} on @param {Hop[]} items @param {Hop[]} known the items that the group has now
 * @returns {Turn}
 */
function turnKnowing(group, on, items, known) {
  const raw = withoutItems(on, known);
  const after = withItems(raw, items);
  const hops = hopsBetween(on, after);
  const idle = items.filter(([, to]) => !after.includes(to) || raw.includes(to));
  const back = hops.filter(([from, to]) => known.some(([begin, end]) => begin === to && end === from));
  return {
    hops,
    told: [
      ...idle.map(([, to]) => /** @type {Turn['told'][number]} */ (['no_effect', `${group} (${to})`])),
      ...back.map(([from, to]) => /** @type {Turn['told'][number]} */ (['taken_back', `${group} (${from} → ${to})`])),
    ],
  };
}

/** Items of which a node is not of the cluster. @param {Hop[]} items @param {Cluster} cluster */
const strangers = (items, { node }) => [...new Set(items.flat())].filter((name) => node(name) === null);

/**
 * @param {Pasted} pasted
 * @param {Cluster} cluster
 * @returns {Read}
 */
export function readUpmap(pasted, cluster) {
  const now = new Map(cluster.upmap ?? []);
  let known = cluster.upmap !== null;
  const told = /** @type {Read['told']} */ ([]);
  const commands = /** @type {{group: string, items: Hop[]}[]} */ ([]);
  for (const line of linesOf(pasted).sort((a, b) => a.number - b.number)) {
    const items = upmapOf(line);
    const [, command, rest] = kCommand.exec(line.text) ?? [];
    if (items) {
      now.set(items.group, items.items);
      known = true;
    } else if (command !== undefined) commands.push(commandIn(line, command, rest));
    else told.push(['skipped', `${line.number}`]);
  }
  if (commands.length === 0) throw new Unreadable(pasted.last, t('no command of pg-upmap-items'));
  if (!known) told.push(['items_unknown', '']);
  const wanted = commands.map(({ group, items }) => ({
    ids: [group],
    /** @param {string[]} on @returns {Turn} */
    turn(on) {
      const others = strangers(items, cluster);
      if (others.length > 0) return { hops: [], told: others.map((name) => ['unknown_node', `${group} (${name})`]) };
      const before = now.get(group) ?? (known ? [] : null);
      now.set(group, items);
      return before ? turnKnowing(group, on, items, before) : turnUnknowing(group, on, items);
    },
  }));
  return { form: 'ceph', wanted, told };
}

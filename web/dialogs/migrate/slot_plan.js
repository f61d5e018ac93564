// Which slots redis-cli's rebalance moves from where to where, by the core's redis_slots
// (core/placement/systems/redis_plan.h).
import { keysOfSlots, slotRanges } from '../../systems/redis_cluster.js';

const master = (/** @type {number} */ i) => `m${i}`;

/** @typedef {Pick<import('../../headless/reshard-core.js').Core, 'place'>} Core */
/** @typedef {import('../../headless/reshard-core.js').PlaceInput} PlaceInput */

/**
 * @param {Core} core
 * @param {PlaceInput['nodes']} nodes
 * @param {PlaceInput['log']} log
 */
function placed(core, nodes, log) {
  const { owners, nodes: names } = core.place({ strategy: 'redis_slots', nodes, log, keys: keysOfSlots() });
  return Array.from(owners, (owner) => Number(names[owner].slice(1)));
}

/** Slots in words: “0-99, 200”. @param {number[]} slots ascending */
export const rangesOf = (slots) =>
  slotRanges(slots)
    .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
    .join(', ');

/**
 * @typedef {{from: number, to: number, slots: number[]}} SlotMove `slots`: ascending
 *
 * @typedef {object} SlotPlan
 * @property {number[]} after owners by slot
 * @property {SlotMove[]} moves in an order in which each takes the lowest slots that its source has at that time, as
 *   `--cluster reshard` does
 *
 * @typedef {object} Change
 * @property {number[]} [owners] of each slot now; default: as `--cluster create` deals them
 * @property {number} masters
 * @property {number} added masters, which follow the others
 * @property {number[]} drained those that give all their slots away
 *
 * @param {Core} core
 * @param {Change} change
 * @returns {SlotPlan}
 */
export function slotPlan(core, { owners, masters, added, drained }) {
  const indices = Array.from({ length: masters + added }, (_, i) => i);
  const now = owners ?? placed(core, indices.slice(0, masters).map(master), []);
  // A rebalance depends on how many slots each master has, and takes the lowest ones. So each master's slots may stand
  // side by side in the core's table, one move by hand for each, and those of all who leave as if they were one
  // master's.
  const kGone = masters + added,
    kept = indices.filter((i) => !drained.includes(i));
  const groups = [...kept.map((i) => ({ i, of: [i] })), ...(drained.length > 0 ? [{ i: kGone, of: drained }] : [])];
  const slots = groups.map(({ of }) => of.flatMap((i) => now.flatMap((owner, slot) => (owner === i ? [slot] : []))));
  let first = 0;
  const table = groups.flatMap(({ i }, at) => {
    const begins = first;
    first += slots[at].length;
    return first > begins ? [{ move_to: master(i), first: begins, last: first - 1 }] : [];
  });
  // The change of weight after which all weights are as they shall be makes the core rebalance once.
  const [changing, weight, final] = drained.length > 0 ? [kGone, 1, 0] : [kept[0], 2, 1];
  const nodes = groups.map(({ i }) => ({ name: master(i), weight: i === changing ? weight : 1 }));
  const moved = placed(core, nodes, [...table, { weigh: master(changing), weight: final }]);
  const after = [...now];
  slots.flat().forEach((slot, at) => {
    after[slot] = moved[at];
  });
  /** @type {Map<string, SlotMove>} */
  const moves = new Map();
  now.forEach((from, slot) => {
    const to = after[slot],
      name = `${from} ${to}`;
    if (from === to) return;
    const move = moves.get(name);
    if (move) move.slots.push(slot);
    else moves.set(name, { from, to, slots: [slot] });
  });
  return { after, moves: [...moves.values()] };
}

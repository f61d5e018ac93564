// The way back of a slot plan, as moves that each take the lowest slots of their source, as `--cluster reshard` does.

/** @typedef {import('./slot_plan.js').SlotMove} SlotMove */

const kMostMoves = 200; // that bring back each slot: nobody reads more of them

/**
 * The moves back from one master that has given nothing away.
 * @param {number} from
 * @param {SlotMove[]} arrived the moves that have brought it slots
 * @returns {SlotMove[]}
 */
function inOrder(from, arrived) {
  const all = arrived.flatMap(({ from: to, slots }) => slots.map((slot) => ({ to, slot })));
  /** @type {SlotMove[]} */
  const moves = [];
  for (const { to, slot } of all.sort((a, b) => a.slot - b.slot)) {
    const last = moves.at(-1);
    if (last?.to === to) last.slots.push(slot);
    else moves.push({ from, to, slots: [slot] });
  }
  return moves;
}

/**
 * Does moves as redis-cli would: each takes the lowest slots that its source has.
 * @param {number[]} owners
 * @param {SlotMove[]} moves
 */
function done(owners, moves) {
  const now = [...owners];
  const taken = moves.map(({ from, to, slots: { length } }) => {
    const slots = now.flatMap((owner, slot) => (owner === from ? [slot] : [])).slice(0, length);
    for (const slot of slots) now[slot] = to;
    return { from, to, slots };
  });
  return { now, taken };
}

/**
 * A master whose own slots are above those that it gained gives exactly these back. Another one gives as many back,
 * but the lowest that it has.
 * @param {import('./slot_plan.js').SlotPlan} plan
 * @returns {{moves: SlotMove[], exact: boolean}} `exact`: each slot is back on the master that had it
 */
export function movesBack({ after, moves }) {
  const before = [...after];
  for (const { from, slots } of moves) for (const slot of slots) before[slot] = from;
  const targets = [...new Set(moves.map(({ to }) => to))];
  const sorted = targets.flatMap((target) =>
    inOrder(
      target,
      moves.filter(({ to }) => to === target),
    ),
  );
  if (sorted.length <= kMostMoves) {
    const { now, taken } = done(after, sorted);
    if (now.every((owner, slot) => owner === before[slot])) return { moves: taken, exact: true };
  }
  const exchanged = moves.map(({ from, to, slots }) => ({ from: to, to: from, slots }));
  return { moves: done(after, exchanged).taken, exact: false };
}

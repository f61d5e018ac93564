// Partitions of Kafka by their replicas. Data is copied where the set of brokers is another. The same brokers in
// another order make another one the preferred leader, and who leads now may be any of them: both copy nothing.
import { Sum } from '../reading/figures.js';
import { copiesOf, Gains, movementOf } from './figures.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Unit} Unit */
/** @typedef {import('./form.js').Holder} Holder */
/** @typedef {import('./form.js').Partition} Partition */

/** All brokers of a partition, in their order if the text tells it. @param {Holder} holder */
const brokersOf = ({ owner, replicas, assigned }) => assigned ?? (owner === null ? replicas : [owner, ...replicas]);

/** Whether the second of two plans lists what moves, and nothing else. @param {Reading} reading */
const isPartial = ({ form }) => form === 'reassignment';

/** A partition's topic and number. @param {string} id @param {string | undefined} topic */
function named(id, topic) {
  const [, name = topic ?? '', number = id] = /^(.+)-(\d+)$/s.exec(id) ?? [];
  return { topic: name, partition: Number(number) };
}

/**
 * What becomes of each partition that differs.
 * @param {Unit} unit
 * @param {string | undefined} topic
 * @returns {Partition | null}
 */
function changeOf({ id, before, after, size }, topic) {
  const [was, is] = [brokersOf(before), brokersOf(after)];
  const [come, gone] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))];
  const ordered = before.assigned !== undefined && after.assigned !== undefined;
  const moves = come.length + gone.length > 0;
  if (!moves && (!ordered || was.join() === is.join())) return null;
  const bytes = size === undefined ? undefined : come.reduce((sum) => sum.add(size), new Sum()).value;
  return {
    ...named(id, topic),
    ...{ before: was, after: is, copies: come.length },
    ...(bytes !== undefined && { bytes }),
    ...(ordered && { preferred: was[0] !== is[0] }),
  };
}

/** Replicas that move, each as a unit: the first that is gone becomes the first that comes. @param {Unit} unit */
function movesOf({ id, before, after, size }) {
  const [was, is] = [brokersOf(before), brokersOf(after)];
  const [come, gone] = [is.filter((one) => !was.includes(one)), was.filter((one) => !is.includes(one))];
  return Array.from({ length: Math.max(come.length, gone.length) }, (_, i) => ({
    id,
    before: { owner: gone[i] ?? null, replicas: /** @type {string[]} */ ([]) },
    after: { owner: come[i] ?? null, replicas: /** @type {string[]} */ ([]) },
    ...(size !== undefined && { size: come[i] === undefined ? 0 : size }),
  }));
}

/** The fewest copies that bring as many to each broker. @param {Unit[]} units */
function leastOf(units) {
  const gains = new Gains();
  for (const { before, after } of units) {
    for (const broker of brokersOf(before)) gains.add(broker, -1n);
    for (const broker of brokersOf(after)) gains.add(broker, 1n);
  }
  return Number(gains.least);
}

/** How many partitions another broker leads than the preferred one; null: the text does not tell who leads. */
const elsewhere = (/** @type {Reading} */ { form }, /** @type {Holder[]} */ holders) =>
  form === 'describe'
    ? holders.filter(({ owner, assigned }) => owner !== null && assigned && owner !== assigned[0]).length
    : null;

/** Brokers of one side that the other has not. @param {Holder[]} of @param {Holder[]} other */
function brokersOnly(of, other) {
  const known = new Set(other.flatMap(brokersOf));
  return [...new Set(of.flatMap(brokersOf))].filter((one) => !known.has(one));
}

/**
 * With the partitions that a plan leaves as they are.
 * @param {Unit[]} units @param {Reading} before @param {Reading} after
 */
function whole(units, before, after) {
  if (!isPartial(after) || isPartial(before)) return units;
  const known = new Set(units.map(({ id }) => id));
  const stay = before.entries.rows.filter(({ id }) => !known.has(id));
  return [...units, ...stay.map((row) => ({ id: row.id, before: row, after: asPlanned(row) }))];
}

/** Who has a partition if its plan is done. @param {Holder} holder @returns {Holder} */
const asPlanned = ({ owner, replicas, assigned }) => ({ owner, replicas, ...(assigned && { assigned }) });

/**
 * The figures of two readings of Kafka.
 * @param {Unit[]} found partitions that both have
 * @param {{before: Reading, after: Reading}} of
 */
export function replicasOf(found, { before, after }) {
  const units = whole(found, before, after);
  const topic = before.topic ?? after.topic;
  const partitions = units.map((unit) => changeOf(unit, topic)).filter((one) => one !== null);
  const [was, is] = [units.map((unit) => unit.before), units.map((unit) => unit.after)];
  const led = before.form === 'describe' && after.form === 'describe';
  const isMove = (/** @type {Partition} */ { before: one, after: other }) =>
    String([...one].sort()) !== String([...other].sort());
  const moved = partitions.filter(isMove).length;
  const moves = units.flatMap(movesOf);
  const copies = copiesOf(units.map(asSets)) ?? { changed: 0, made: 0, removed: 0, to: [] };
  return {
    ...{ units: units.map(asSets), moved, least: null, unnecessary: null },
    flows: movementOf(moves).flows,
    moves: moves.map(({ id, before: { owner: from }, after: { owner: to }, size }) => ({
      ...{ id, from, to },
      ...(size !== undefined && { bytes: size }),
    })),
    copies: { ...copies, least: leastOf(units) },
    brokers: { added: brokersOnly(is, was), removed: brokersOnly(was, is) },
    assignment: {
      partitions,
      ...{ moved, reordered: partitions.length - moved },
      preferred: partitions.filter(({ preferred }) => preferred).length,
      led: led ? units.filter(({ before: one, after: other }) => one.owner !== other.owner).length : null,
      elsewhere: { before: elsewhere(before, was), after: elsewhere(after, is) },
      moving: was.filter(({ moving }) => moving).length,
    },
  };
}

/** Whichever replica leads. @param {Unit} unit @returns {Unit} */
const asSets = ({ before, after, ...unit }) => ({
  ...unit,
  before: { owner: null, replicas: brokersOf(before) },
  after: { owner: null, replicas: brokersOf(after) },
});

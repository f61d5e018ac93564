// What is told of a topic, whichever texts it is in.
import { inOrder, weightsOf } from './topics.js';

/** @typedef {import('../../reading/form.js').Reading} Reading */
/** @typedef {import('./topics.js').Partition} Partition */
/** @typedef {import('./topics.js').Topic} Topic */
/** @typedef {import('./log_dirs.js').Folders} Folders */

/** The brokers that are in no row in sync, and offline in one. @param {Partition[]} rows */
function downIn(rows) {
  const live = new Set(rows.flatMap(({ inSync, leader }) => [...(inSync ?? []), ...(leader === null ? [] : [leader])]));
  return new Set(rows.flatMap(({ offline }) => offline).filter((id) => !live.has(id)));
}

/** What a reassignment that goes on moves. @param {Partition[]} rows */
function movingIn(rows) {
  const moving = rows.filter(({ adding, removing }) => adding.length + removing.length > 0);
  return moving.map(({ id, adding, removing }) => ({
    entry: Number(id),
    from: removing.join(', ') || null,
    to: adding.join(', ') || null,
  }));
}

/** @param {Partition[]} rows */
function notesOf(rows) {
  const first = rows.filter(({ leader, replicas }) => leader !== null && leader !== replicas[0]);
  const late = rows.filter(({ inSync, replicas }) => inSync && inSync.length < replicas.length);
  const waiting = rows.filter(({ leader }) => leader === null);
  const of = (/** @type {Partition[]} */ some, /** @type {string} */ what) =>
    some.length === 0
      ? []
      : [
          `${what}: ${some
            .slice(0, 20)
            .map(({ id }) => id)
            .join(', ')}${some.length > 20 ? ', …' : ''}`,
        ];
  return [
    ...of(
      first,
      'partitions whose leader is not the first replica, which an election of preferred leaders would make it',
    ),
    ...of(late, 'partitions with replicas that are not in sync'),
    ...of(waiting, 'partitions without a leader'),
  ];
}

/** How many partitions each broker is to lead. @param {Partition[]} rows */
function preferredIn(rows) {
  const preferred = /** @type {Record<string, number>} */ ({});
  for (const { replicas } of rows) if (replicas[0]) preferred[replicas[0]] = (preferred[replicas[0]] ?? 0) + 1;
  return preferred;
}

/**
 * @param {Topic} topic
 * @param {{form: string, skipped: Reading['skipped'], folders?: Folders, plan?: string[], whole: boolean,
 *   ordered?: boolean}} of `plan`:
 *   further brokers; `whole`: the text says how many partitions there are; `ordered`: and which replica is the first
 * @returns {Reading}
 */
export function readingOf(topic, { form, skipped, folders, plan = [], whole, ordered = true }) {
  const { rows, missing, lost, name } = topic;
  const copies = folders?.topics.get(name) ?? [];
  const brokers = weightsOf(copies);
  const copyOf = new Map(copies.map((copy) => [`${copy.partition}\n${copy.broker}`, copy.bytes]));
  const down = downIn(rows);
  const names = inOrder([
    ...rows.flatMap(({ leader, replicas, adding }) => [...(leader === null ? [] : [leader]), ...replicas, ...adding]),
    ...brokers.keys(),
    ...plan,
  ]);
  const entries = rows.map(({ id, leader, replicas, inSync, adding, removing, line }) => {
    const bytes = copyOf.get(`${id}\n${leader ?? replicas[0]}`);
    const others = replicas.filter((one) => one !== leader);
    const sized = bytes !== undefined && { bytes };
    const moving = adding.length + removing.length > 0 && { moving: true };
    const unwell = inSync !== null && (leader === null || inSync.length < replicas.length) && { unwell: true };
    return {
      ...{ id, owner: leader, replicas: others, line },
      ...sized,
      ...unwell,
      ...(ordered && { assigned: replicas, ...moving }),
    };
  });
  const [open, notes, preferred] = [movingIn(rows), notesOf(rows), preferredIn(rows)];
  return {
    ...{ system: 'kafka', form, strategy: 'table', key: whole ? 'kafka_murmur2' : null },
    topic: name,
    nodes: names.map((id) => ({
      name: id,
      ...(down.has(id) && { down: true }),
      ...(brokers.has(id) && { bytes: brokers.get(id)?.value }),
      replicas: entries.filter(({ replicas }) => replicas.includes(id)).length,
    })),
    entries: { kind: 'partitions', rows: entries },
    preferred,
    ...(open.length > 0 && { open }),
    ...(notes.length > 0 && { notes }),
    skipped,
    cannot_know: [
      'requests',
      'addresses of the brokers',
      'racks',
      'how producers partition: the link has Java’s default, murmur2 of the key',
      ...(folders ? [] : ['sizes']),
      ...(folders?.unknown ?? []),
      ...(missing.length > 0 ? [`the partitions ${missing.join(', ')}: they are not in the text`] : []),
      ...lost,
    ],
  };
}

/** @param {Reading} reading @param {string[]} choices @param {string} choice @returns {Reading} */
export function withChoices({ system, form, ...reading }, choices, choice) {
  return { system, form, choices, choice, ...reading };
}

const kBrokers = ': brokers';

/** A choice without the wish to see brokers. @param {string | undefined} choose */
export const bareChoice = (choose) => (choose?.endsWith(kBrokers) ? choose.slice(0, -kBrokers.length) : choose);

/**
 * The same with brokers as nodes, which have the partitions. A link to place keys has the partitions as nodes, since
 * which broker has one does not matter to a key. Where each partition has one replica, Export writes what moves
 * (web/systems/kafka.js), which it knows by the brokers' names: a table has no room for further replicas.
 * @param {Reading} reading
 */
function byBrokers(reading) {
  const alone = reading.entries.rows.every(({ replicas }) => replicas.length === 0);
  const named = (/** @type {string} */ id) => (alone ? `broker-${id}` : id);
  const rows = reading.entries.rows.map(({ assigned: _, ...row }) => ({
    ...row,
    id: `${reading.topic}-${row.id}`,
    owner: row.owner === null ? null : named(row.owner),
    replicas: row.replicas.map(named),
  }));
  return {
    ...reading,
    key: null,
    nodes: reading.nodes.map((node) => ({ ...node, name: named(node.name) })),
    entries: { ...reading.entries, rows },
    cannot_know: reading.cannot_know.filter((what) => !what.startsWith('how producers partition')),
  };
}

/**
 * A reading whose partitions are nodes can be seen by its brokers, too.
 * @param {Reading} reading @param {string | undefined} choose @returns {Reading}
 */
export function viewed(reading, choose) {
  if (reading.key === null) return reading;
  const view = `${reading.choice}${kBrokers}`;
  const views = [view];
  if (choose !== view) return { ...reading, views };
  return { ...byBrokers(reading), choices: [...(reading.choices ?? []), view], choice: view, views };
}

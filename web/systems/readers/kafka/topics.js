// Kafka's topics as its texts tell of them, partition by partition.
import { Sum, byNumber } from '../../reading/figures.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/form.js').Reading} Reading */
/** @typedef {import('../../reading/form.js').Figure} Figure */
/** @typedef {import('../../reading/form.js').Moving} Moving */
/**
 * A partition. `leader`: null: none. `adding`, `removing`: brokers of a reassignment that goes on.
 * @typedef {{id: string, leader: ?string, replicas: string[], inSync: string[] | null, offline: string[],
 *   adding: string[], removing: string[], line: number}} Partition
 */
/** @typedef {{broker: string, partition: string, bytes: Figure}} Copy */
/** @typedef {Map<string, Topic>} Topics */

/** Partitions of one topic of one text. */
export class Topic {
  /** @type {Map<string, Partition>} */
  partitions = new Map();
  /** How many a heading counts. @type {?number} */
  count = null;
  /** @type {string[]} */
  lost = [];

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /**
   * @param {Partition} partition
   * @param {Pasted} pasted
   */
  add(partition, pasted) {
    const { id, line } = partition;
    const before = this.partitions.get(id);
    if (!before) return void this.partitions.set(id, partition);
    const same = before.leader === partition.leader && before.replicas.join() === partition.replicas.join();
    if (same) return pasted.skip(line, 'duplicate');
    const on = before.replicas.join(', ');
    throw new Unreadable(line, `partition ${id} of ${this.name} is already on ${on} (line ${before.line})`);
  }

  get rows() {
    return [...this.partitions.values()].sort((a, b) => byNumber(a.id, b.id));
  }

  /** The numbers below the heading's count, or below the largest number, that no row has. */
  get missing() {
    const last = this.rows[this.partitions.size - 1];
    const end = this.count ?? (last ? Number(last.id) + 1 : 0);
    const holes = /** @type {string[]} */ ([]);
    for (let next = 0; next < end && holes.length < kMostHoles; ) {
      let to = next;
      while (to < end && !this.partitions.has(String(to))) to += 1;
      if (to > next) holes.push(to - next === 1 ? `${next}` : `${next} to ${to - 1}`);
      next = to + 1;
    }
    return holes;
  }
}
const kMostHoles = 20;

/** Brokers by their numbers. @param {Iterable<string>} names */
export const inOrder = (names) => [...new Set(names)].sort(byNumber);

/** What copies weigh, by broker, and by partition (the leader's copy, or the largest). @param {Copy[]} copies */
export function weightsOf(copies) {
  const brokers = /** @type {Map<string, Sum>} */ (new Map());
  for (const { broker, bytes } of copies) brokers.set(broker, (brokers.get(broker) ?? new Sum()).add(bytes));
  return brokers;
}

/** @param {Topics} topics @param {string} name */
export function topicOf(topics, name) {
  const topic = topics.get(name) ?? new Topic(name);
  topics.set(name, topic);
  return topic;
}

/** All topics with partitions, as readings. @param {Topics} topics @param {(topic: Topic) => Reading} read */
export const eachOf = (topics, read) => () =>
  [...topics.values()].filter(({ partitions }) => partitions.size > 0).map(read);

/** The topic that people asked for, or the largest. @param {Topics} topics @param {string | undefined} choose */
export function topicIn(topics, choose) {
  const all = [...topics.values()].filter(({ partitions }) => partitions.size > 0);
  const asked = all.find(({ name }) => name === choose);
  const largest = all.reduce((a, b) => (b.partitions.size > a.partitions.size ? b : a), all[0]);
  return { names: all.map(({ name }) => name), topic: asked ?? largest };
}

/** @param {Topic} topic */
export const isFull = ({ missing, partitions }) => missing.length === 0 && partitions.size > 0;

// Files that bring a system to the second text, and back to the first one, where it takes such a file.
import { Refused } from '../shared/rules.js';
import { reassignmentCommands, reassignmentText } from '../kafka/reassignment.js';

/** @typedef {import('./form.js').Commands} Commands */
/** @typedef {import('./form.js').Partition} Partition */
/** @typedef {import('../kafka/reassignment.js').Assigned} Assigned */

/**
 * @param {string} name of the file
 * @param {Assigned[]} partitions
 * @param {number} [throttle]
 * @returns {?Commands} null: it has nothing to say, or something that Kafka does not take
 */
function commandsOf(name, partitions, throttle) {
  if (partitions.length === 0 || partitions.some(({ topic, replicas }) => topic === '' || replicas.length === 0))
    return null;
  try {
    const [how, ...then] = reassignmentCommands(name, throttle);
    return { name, text: reassignmentText(partitions), how, then };
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/**
 * The plan of the partitions that change, and the one that takes it back. A text that does not tell which replica is
 * the preferred leader, or has a reassignment under way, is no state to go to.
 * @param {Partition[]} partitions
 * @param {{moving: boolean, throttle?: number}} of `moving`: whether one of the first text is being reassigned
 */
export function plansOf(partitions, { moving, throttle }) {
  const ordered = partitions.every(({ preferred }) => preferred !== undefined);
  const of = (/** @type {'before' | 'after'} */ side) =>
    partitions.map(({ topic, partition, [side]: replicas }) => ({ topic, partition, replicas }));
  return {
    plan: ordered ? commandsOf('reassignment.json', of('after'), throttle) : null,
    rollback: ordered && !moving ? commandsOf('rollback.json', of('before'), throttle) : null,
  };
}

// The file of kafka-reassign-partitions, and the commands that run it: which brokers each partition is to be on. The
// first replica is the preferred leader. A file may have some partitions only; the others stay as they are.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';

/** @typedef {{topic: string, partition: number, replicas: string[]}} Assigned brokers by their ids, in order */

const kMostBroker = 2 ** 31 - 1; // Kafka's Int
const kServer = '--bootstrap-server localhost:9092';
export const kUsualThrottle = 50_000_000;

/** A broker's number as the file has it. @param {string} id */
function brokerIn(id) {
  if (/^(?:0|[1-9]\d{0,9})$/.test(id) && Number(id) <= kMostBroker) return Number(id);
  throw new Refused(
    t('Kafka’s brokers are numbers, their node.id: kafka-reassign-partitions expects an Int and gets “{0}”.', id),
  );
}

/**
 * The file, a partition a line.
 * @param {Assigned[]} partitions
 */
export function reassignmentText(partitions) {
  const rows = partitions.map(({ topic, partition, replicas }) =>
    JSON.stringify({ topic, partition, replicas: replicas.map(brokerIn) }),
  );
  return `{"version":1,"partitions":[\n${rows.join(',\n')}\n]}\n`;
}

/**
 * What runs such a file: to move, and to see how far it is.
 * @param {string} file
 * @param {number} [throttle] bytes per second and broker
 */
export function reassignmentCommands(file, throttle = kUsualThrottle) {
  const command = `kafka-reassign-partitions.sh ${kServer} --reassignment-json-file ${shell(file)}`;
  return [
    `${command} --execute --throttle ${Math.max(1, Math.floor(throttle))}`,
    shellComment(t('Repeat this until all reassignments are complete: only then the throttle is removed.')),
    `${command} --verify`,
  ];
}

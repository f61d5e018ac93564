// The file of kafka-reassign-partitions, and the commands that run it: which brokers each partition is to be on. The
// first replica is the preferred leader. A file may have some partitions only; the others stay as they are.
import { t } from '../../text/language.js';
import { shell, shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';

/** @typedef {{topic: string, partition: number, replicas: string[]}} Assigned brokers by their ids, in order */

const kMostBroker = 2 ** 31 - 1; // Kafka's Int
const kServer = 'localhost:9092';
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

/** @param {number} [throttle] bytes per second and broker */
function throttleOf(throttle = kUsualThrottle) {
  if (throttle >= 1) return Math.floor(throttle);
  throw new Refused(t('Kafka’s throttle is at least 1 byte a second.'));
}

/** @param {string} [bootstrap] brokers, as the text names them */
const tool = (bootstrap = kServer) => `kafka-reassign-partitions.sh --bootstrap-server ${shell(bootstrap)}`;

/**
 * What runs one such file: to move, to wait, and to see how it ended.
 * @param {string} file
 * @param {number} [throttle] bytes per second and broker
 */
export function reassignmentCommands(file, throttle) {
  const command = `${tool()} --reassignment-json-file ${shell(file)}`;
  return [
    `${command} --execute --throttle ${throttleOf(throttle)}`,
    shellComment(t('Waits until all reassignments are complete: only then the throttle is removed.')),
    `while ${command} --verify | grep -q 'still in progress'; do sleep 10; done`,
    `${command} --verify`,
  ];
}

/**
 * Functions of a shell for files that are run one after another: “reassign” waits for whatever runs, as Kafka refuses a
 * second reassignment, passes over what is as the file says, and fails unless all of it is so in the end, or while it
 * still runs after “longest” seconds.
 * @param {{throttle?: number, bootstrap?: string}} of `throttle`: bytes per second and broker
 */
export const reassignFunction = ({ throttle, bootstrap }) => [
  `throttle=${throttleOf(throttle)}`,
  `reassignment() { ${tool(bootstrap)} --reassignment-json-file "$@"; }`,
  'is_done() {',
  `  printf '%s\\n' "$said" | grep -q ' completed' && ! printf '%s\\n' "$said" | grep -Eq ' rather than | failed\\.?$'`,
  '}',
  'settled() {',
  '  since=$(date +%s)',
  '  while said=$(reassignment "$1" --verify); do',
  '    case $said in *"still in progress"*) ;; *) return 0 ;; esac',
  '    [ "$(($(date +%s) - since))" -lt "$longest" ] || return 1',
  '    sleep 10',
  '  done',
  '  return 1',
  '}',
  'reassign() {',
  '  settled "$1" && is_done && return 0',
  `  reassignment "$1" --execute --throttle "$throttle" && settled "$1" && is_done && return 0`,
  `  printf '%s\\n' "$said" >&2`,
  '  return 1',
  '}',
];

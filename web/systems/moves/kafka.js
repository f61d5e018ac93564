// Kafka: a file for kafka-reassign-partitions for each step, and the one that takes it back.
import { number, t } from '../../text/language.js';
import { shellComment } from '../../text/quote.js';
import { Refused } from '../shared/rules.js';
import { kMega } from '../rebalance/amounts.js';
import { kUsualThrottle, reassignFunction, reassignmentText } from '../kafka/reassignment.js';
import { nodesOf, runsAtOnce } from './form.js';
import { longestWait, unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('../kafka/reassignment.js').Assigned} Assigned */

const kMostPartitions = 50; // of a step

/** "orders-3", or "3" of the topic that all are of. @param {string} entry @param {string} [of] */
function partitionIn(entry, of) {
  if (of !== undefined && /^\d+$/.test(entry)) return { topic: of, partition: Number(entry) };
  const [, topic, partition] = /^(.+)-(\d+)$/.exec(entry) ?? [];
  if (topic === undefined) throw new Refused(t('The commands need the topic of partition {0}.', entry));
  return { topic, partition: Number(partition) };
}

/** Which brokers have each partition, as moves are carried out: in Kafka's order where the text says it. */
class Brokers {
  /** @type {Map<string, string[]>} */
  #of;

  /** @param {import('./form.js').Moving} moving */
  constructor({ entries = [] }) {
    this.#of = new Map(
      entries.map(({ id, owner, replicas, assigned }) => [
        id,
        assigned ?? [...(owner === null ? [] : [owner]), ...replicas],
      ]),
    );
  }

  /** @param {Move[]} run @param {string} [of] @returns {Assigned[]} */
  assigned(run, of) {
    return run.map(([entry]) => ({ ...partitionIn(entry, of), replicas: this.#brokersOf(entry) }));
  }

  /** @param {Move[]} run */
  carryOut(run) {
    for (const [entry, from, to] of run) {
      const brokers = this.#brokersOf(entry);
      if (!brokers.includes(from) || brokers.includes(to))
        throw new Refused(
          t('Partition {0} cannot move from {1} to {2}: its brokers are {3}.', entry, from, to, `${brokers}`),
        );
      this.#of.set(
        entry,
        brokers.map((broker) => (broker === from ? to : broker)),
      );
    }
  }

  /** @param {string} entry */
  #brokersOf(entry) {
    const brokers = this.#of.get(entry);
    if (!brokers) throw new Refused(t('The commands need all replicas of partition {0}.', entry));
    return brokers;
  }
}

/**
 * What bounds the copies, and whom the commands ask: each in one line at the top, with the reason.
 * @param {import('./form.js').Moving} moving
 */
function given({ throttle, rate, atOnce = 1, bootstrap }) {
  const most = throttle ?? (rate === undefined ? kUsualThrottle : rate * atOnce);
  const bytes = number(Math.floor(most));
  const pace = rate !== undefined && number(rate / kMega, 3, 0);
  const why =
    throttle !== undefined
      ? t('Throttle: {0} bytes a second for each broker, as you say.', bytes)
      : pace === false
        ? t('Throttle: {0} bytes a second for each broker, as the plan has no rate. Choose your own.', bytes)
        : t(
            'Throttle: {0} bytes a second for each broker: {1} MB/s for a copy, {2} at a broker at a time.',
            bytes,
            pace,
            atOnce,
          );
  const who =
    bootstrap === undefined
      ? t('The text names no broker: replace localhost:9092.')
      : t('The commands ask {0}, as the text names it.', bootstrap);
  return { throttle: most, says: [why, who] };
}

/** @type {import('./form.js').Writer['write']} */
function write(moving) {
  nodesOf(
    moving,
    ({ name }) => name,
    (name) => t('The plan names {0}, which is not one of the nodes.', name),
  );
  const brokers = new Brokers(moving);
  /** @type {import('./form.js').Part[]} */
  const files = [];
  const commandsOf = (/** @type {string} */ file, /** @type {Assigned[]} */ partitions) => {
    files.push({ file, language: 'json', text: reassignmentText(partitions) });
    return [`unless_stopped reassign ${file}`];
  };
  const steps = runsAtOnce(moving, kMostPartitions).map((run, i) => {
    const before = brokers.assigned(run, moving.of);
    brokers.carryOut(run);
    return {
      moves: run,
      commands: commandsOf(`reassignment-${i + 1}.json`, brokers.assigned(run, moving.of)),
      checks: [],
      back: commandsOf(`rollback-${i + 1}.json`, before),
    };
  });
  const { throttle, says } = given(moving);
  const { entries = [], bootstrap } = moving;
  return {
    language: 'shell',
    before: [
      ...unlessStopped(),
      ...longestWait(),
      ...says.map(shellComment),
      ...reassignFunction({ throttle, bootstrap }),
    ],
    steps,
    after: [],
    files,
    notes: [
      ...says,
      t(
        'A new replica takes the place of the old one in the list, and a rollback file has the list as it was read. If that is the first place, the new one becomes the preferred leader.',
      ),
      ...(entries.every(({ assigned }) => assigned)
        ? []
        : [
            t(
              'The text does not say the order of the replicas. The commands put the leader first: kafka-topics.sh --describe tells the order.',
            ),
          ]),
      t(
        'If the brokers need a user or TLS, add “{0}” with your file to the function “reassignment”.',
        '--command-config FILE',
      ),
    ],
    held: t('The files have the documented form. Not run.'),
  };
}

export default { system: 'kafka', title: 'Kafka', write };

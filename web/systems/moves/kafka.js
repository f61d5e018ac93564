// Kafka: a file for kafka-reassign-partitions for each step, and the one that takes it back.
import { t } from '../../text/language.js';
import { Refused } from '../shared/rules.js';
import { reassignFunction, reassignmentText } from '../kafka/reassignment.js';
import { nodesOf, runsAtOnce } from './form.js';
import { unlessStopped } from './shell.js';

/** @typedef {import('./form.js').Move} Move */
/** @typedef {import('../kafka/reassignment.js').Assigned} Assigned */

const kMostPartitions = 50; // of a step

/** "orders-3", or "3" of the topic that all are of. @param {string} entry @param {string} [of] */
function partitionIn(entry, of) {
  if (of !== undefined && /^\d+$/.test(entry)) return { topic: of, partition: Number(entry) };
  const [, topic, number] = /^(.+)-(\d+)$/.exec(entry) ?? [];
  if (topic === undefined) throw new Refused(t('The commands need the topic of partition {0}.', entry));
  return { topic, partition: Number(number) };
}

/** Which brokers have each partition, as moves are carried out. */
class Brokers {
  /** @type {Map<string, string[]>} */
  #of;

  /** @param {import('./form.js').Moving} moving */
  constructor({ entries = [] }) {
    this.#of = new Map(
      entries.map(({ id, owner, replicas }) => [id, [...(owner === null ? [] : [owner]), ...replicas]]),
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
  return {
    language: 'shell',
    before: [...unlessStopped(), ...reassignFunction(moving.throttle)],
    steps,
    after: [],
    files,
    notes: [
      t(
        'A new replica takes the place of the old one in the list. If that is the first place, it becomes the preferred leader.',
      ),
      t('If the brokers need a user or TLS, add “{0}” with your file to each command.', '--command-config FILE'),
    ],
    held: t('The files have the documented form. Not run.'),
  };
}

export default { system: 'kafka', title: 'Kafka', write };

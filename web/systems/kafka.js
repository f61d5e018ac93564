// Kafka: how a topic gets this number of partitions, and what its producers have to be told; there, partitions have
// numbers only, and which brokers hold them does not matter to a key. Of a topic that was opened by its brokers, the
// file of kafka-reassign-partitions for what has changed since, and the one that takes it back.
import { t } from '../text/language.js';
import { shellComment } from '../text/quote.js';
import { reassignmentCommands, reassignmentText } from './kafka/reassignment.js';
import { lines } from './shared/rules.js';

/** @typedef {import('./systems.js').Setup} Setup */
/** @typedef {import('./kafka/reassignment.js').Assigned} Assigned */

const system = 'Kafka';

/** By dialect, the setting of a producer that places keys like that. @type {Record<string, string>} */
const kProducers = {
  kafka_murmur2: 'Java: the default; librdkafka: partitioner=murmur2_random; kafkajs: Partitioners.DefaultPartitioner',
  librdkafka_murmur2: 'librdkafka: partitioner=murmur2',
  kafka_consistent_random: 'librdkafka: partitioner=consistent_random, the default',
  kafka_consistent: 'librdkafka: partitioner=consistent',
  kafka_fnv1a_random: 'Sarama: sarama.NewHashPartitioner, the default; librdkafka: partitioner=fnv1a_random',
  kafka_fnv1a: 'librdkafka: partitioner=fnv1a',
  sarama_reference: 'Sarama: sarama.NewReferenceHashPartitioner',
  kafkajs_legacy: 'kafkajs: Partitioners.LegacyPartitioner',
};

const kTable = 'directory';

/**
 * A table that the reader opened: its nodes are brokers, and its entries partitions, from 0. Only brokers of a topic
 * with one replica of each partition are called so: of others, a table does not have all.
 * @param {Setup} setup
 */
const isOfBrokers = ({ table = '', nodes }) =>
  table.startsWith(`${kTable}:`) && nodes.some(({ name }) => /^broker-\d+$/.test(name));

const covers = [
  { strategy: 'partitions', dialects: Object.keys(kProducers) },
  { strategy: kTable, fits: isOfBrokers },
];

/** How many entries a table has, whose items are runs. @param {string} table */
function countOf(table) {
  const items = table.slice(table.indexOf(':') + 1).split(',');
  return items.reduce((sum, item) => sum + Number(item.split('*')[1] ?? 1), 0);
}

/**
 * The brokers of each partition.
 * @param {Setup} setup
 * @param {boolean} first before any change
 * @returns {Assigned[]}
 */
function assigned({ table = '', placeAll }, first) {
  const keys = Array.from({ length: countOf(table) }, (_, partition) => `${partition}`);
  const { nodes, owners } = placeAll(keys, { first });
  return keys.map((_, partition) => {
    const broker = nodes[owners[partition]]; // none: nobody leads it
    return { topic: 'data', partition, replicas: broker ? [broker.replace(/^broker-(?=\d)/, '')] : [] };
  });
}

/** @param {Setup} setup */
function reassigned(setup) {
  const [before, after] = [assigned(setup, true), assigned(setup, false)];
  const moved = after.filter(({ replicas }, i) => String(replicas) !== String(before[i].replicas));
  // A partition that nobody has cannot be asked for.
  const told = (moved.length > 0 ? moved : after).filter(({ replicas }) => replicas.length > 0);
  const back = told.map(({ partition }) => before[partition]).filter(({ replicas }) => replicas.length > 0);
  const plan = (/** @type {string} */ name, /** @type {Assigned[]} */ partitions) => [
    { file: `${name}.json`, language: 'json', text: reassignmentText(partitions) },
    {
      file: `${name}.sh`,
      language: 'shell',
      text: lines(
        shellComment(t('Each partition has one replica, as in the text that was opened.')),
        reassignmentCommands(`${name}.json`),
      ),
    },
  ];
  return [...plan('reassignment', told), ...(moved.length > 0 && back.length > 0 ? plan('rollback', back) : [])];
}

/** @type {import('./systems.js').Write} */
function write(setup) {
  if (setup.strategy === kTable) return reassigned(setup);
  const { nodes, params } = setup;
  return [
    {
      file: 'topic.sh',
      language: 'shell',
      text: lines(
        shellComment(kProducers[params.dialect]),
        shellComment(
          t(
            'No record moves when partitions are added, but new records of most keys go to another partition than the old ones, and may be read before them. If the order within a key matters, let consumers read everything first.',
          ),
        ),
        `kafka-topics.sh --bootstrap-server localhost:9092 --alter --topic data --partitions ${nodes.length}`,
      ),
    },
  ];
}

export default { system, covers, write };

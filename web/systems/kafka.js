// Kafka: how a topic gets this number of partitions, and what its producers have to be told. Partitions have numbers
// only; which brokers hold them does not matter to a key.
import { t } from '../text/language.js';
import { shellComment } from '../text/quote.js';
import { lines } from './shared/rules.js';

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

const covers = { strategy: 'partitions', dialects: Object.keys(kProducers) };

/** @type {import('./systems.js').Write} */
function write({ nodes, params }) {
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

// What the readers of Kafka, Citus, PostgreSQL, Vitess and MongoDB say with a part that differs, in the language of the
// page.
import { t } from '../../text/language.js';

/** @type {[RegExp, (...parts: string[]) => string][]} */
export const kTypedPatterns = [
  [/^the partitions are not listed: (.+) lists them$/s, (a) => t('the partitions are not listed: {0} lists them', a)],
  [/^the partitions (.+): they are not in the text$/s, (a) => t('the partitions {0}: they are not in the text', a)],
  [/^partition (.+): its line is cut$/s, (a) => t('partition {0}: its line is cut', a)],
  [/^what lies in (.+?) of broker (.+?): (.+)$/s, (a, b, c) => t('what lies in {0} of broker {1}: {2}', a, b, c)],
  [
    /^partitions whose leader is not the first replica, which an election of preferred leaders would make it: (.+)$/s,
    (a) =>
      t(
        'partitions whose leader is not the first replica, which an election of preferred leaders would make it: {0}',
        a,
      ),
  ],
  [
    /^partitions with replicas that are not in sync: (.+)$/s,
    (a) => t('partitions with replicas that are not in sync: {0}', a),
  ],
  [/^partitions without a leader: (.+)$/s, (a) => t('partitions without a leader: {0}', a)],
  [
    /^the first replica of (.+?) of (.+) partitions is another in the other plan$/s,
    (a, b) => t('the first replica of {0} of {1} partitions is another in the other plan', a, b),
  ],
  [
    /^no shard holds the hashes from (.+?) to (.+): a row is missing$/s,
    (a, b) => t('no shard holds the hashes from {0} to {1}: a row is missing', a, b),
  ],
  [/^shard (\d+) moves in line (\d+) already$/, (id, line) => t('shard {0} moves in line {1} already', id, line)],
  [/^who has the hashes from (.+?) to (.+)$/s, (a, b) => t('who has the hashes from {0} to {1}', a, b)],
  [/^who has the keyspace ids below (.+)$/s, (a) => t('who has the keyspace ids below {0}', a)],
  [/^who has the keyspace ids from (.+) on$/s, (a) => t('who has the keyspace ids from {0} on', a)],
  [/^who has the keys below (.+)$/s, (a) => t('who has the keys below {0}', a)],
  [/^who has the keys from (.+) on$/s, (a) => t('who has the keys from {0} on', a)],
  [/^whether the collation (.+) is deterministic$/s, (a) => t('whether the collation {0} is deterministic', a)],
  [/^who has (.+)$/s, (a) => t('who has {0}', a)],
  [
    /^(.+) shards with placements are of tables that are not listed$/s,
    (a) => t('{0} shards with placements are of tables that are not listed', a),
  ],
  [/^how (.+) is divided$/s, (a) => t('how {0} is divided', a)],
  [
    /^the remainders (.+?) of (.+) have no partition: PostgreSQL refuses such rows$/s,
    (a, b) => t('the remainders {0} of {1} have no partition: PostgreSQL refuses such rows', a, b),
  ],
  [
    /^owner of the remainders (.+): the text ends before the last partition$/s,
    (a) => t('owner of the remainders {0}: the text ends before the last partition', a),
  ],
  [
    /^the key has an expression or an operator class: (.+)$/s,
    (a) => t('the key has an expression or an operator class: {0}', a),
  ],
  [/^the type of (.+) is not in the text$/s, (a) => t('the type of {0} is not in the text', a)],
  [/^(.+?) is (.+), which Reshard does not hash$/s, (a, b) => t('{0} is {1}, which Reshard does not hash', a, b)],
  [/^partitioned by (\w+), not by HASH$/s, (a) => t('partitioned by {0}, not by HASH', a)],
  [
    /^where keys are: Reshard does not have the vindex (.+)$/s,
    (a) => t('where keys are: Reshard does not have the vindex {0}', a),
  ],
  [
    /^where keys are: tables have different primary vindexes, (.+)$/s,
    (a) => t('where keys are: tables have different primary vindexes, {0}', a),
  ],
  [/^primary of (.+)$/s, (a) => t('primary of {0}', a)],
  [/^not serving: (.+)$/s, (a) => t('not serving: {0}', a)],
  [
    /^no shard of (.+?) holds the keyspace ids from (.+?) to (.+)$/s,
    (a, b, c) => t('no shard of {0} holds the keyspace ids from {1} to {2}', a, b, c),
  ],
  [
    /^the shards (.+?) and (.+) overlap: the text does not say which of them serves$/s,
    (a, b) => t('the shards {0} and {1} overlap: the text does not say which of them serves', a, b),
  ],
  [
    /^the shard is named (.+?) and its key range starts at (.+)$/s,
    (a, b) => t('the shard is named {0} and its key range starts at {1}', a, b),
  ],
  [
    /^the shard is named (.+?) and its key range ends at (.+)$/s,
    (a, b) => t('the shard is named {0} and its key range ends at {1}', a, b),
  ],
  [/^name of the collection \(UUID (.+)\)$/s, (a) => t('name of the collection (UUID {0})', a)],
  [
    /^(.+) ranges of zones, which Reshard does not show$/s,
    (a) => t('{0} ranges of zones, which Reshard does not show', a),
  ],
  [
    /^(.+?) has (.+?) chunks by their number, and (.+) in the list$/s,
    (a, b, c) => t('{0} has {1} chunks by their number, and {2} in the list', a, b, c),
  ],
  [
    /^nothing holds the keys from (.+?) to (.+): a chunk is missing$/s,
    (a, b) => t('nothing holds the keys from {0} to {1}: a chunk is missing', a, b),
  ],
  [
    /^partition (.+?) of (.+?) is already on (.+?) \(line (.+)\)$/s,
    (a, b, c, d) => t('partition {0} of {1} is already on {2} (line {3})', a, b, c, d),
  ],
];

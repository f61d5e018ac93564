// What brings a system back to the first text, where it takes that as a file.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Unit} Unit */

/** A partition of Kafka: its topic, and its number. @param {string} id @param {string} [topic] */
function partitionOf(id, topic) {
  if (/^\d+$/.test(id)) return topic === undefined ? null : { topic, partition: Number(id) };
  const [, name, number] = /^(.+)-(\d+)$/.exec(id) ?? [];
  return name === undefined ? null : { topic: name, partition: Number(number) };
}

/**
 * Whether the first of all copies is the preferred leader: so it is in a plan, and where the reader notes nothing else.
 * @param {Reading} reading
 */
const isOrdered = ({ form, notes = [] }) =>
  ['generate', 'reassignment'].includes(form) ||
  (form === 'describe' &&
    !notes.some((note) => /^partitions (?:whose leader is not the first replica|without a leader)/.test(note)));

const kName = 'reassignment-back.json';
const kServer = 'kafka-reassign-partitions.sh --bootstrap-server HOST:PORT';
const kCommand = `${kServer} --reassignment-json-file ${kName} --execute`;

/** The topic that a reading is of; undefined: it does not tell. @param {Reading} reading */
function topicOf(reading) {
  const { topic } = /** @type {{topic?: string}} */ (reading);
  return topic ?? ((reading.choice ?? '').replace(/(?:^current|(?:^|: )proposed)$/, '') || undefined);
}

/**
 * The reassignment of the partitions that change, as they were.
 * @param {Reading} reading
 * @param {Reading} next
 * @param {Unit[]} units
 */
function kafkaBack(reading, next, units) {
  const topic = topicOf(reading) ?? topicOf(next);
  const changed = units.filter(({ before, after }) => String(holders(before)) !== String(holders(after)));
  const partitions = changed.map(({ id, before }) => {
    const partition = partitionOf(id, topic);
    const replicas = holders(before).map(Number);
    return partition && before.owner !== null && replicas.every(Number.isInteger) ? { ...partition, replicas } : null;
  });
  if (!isOrdered(reading) || partitions.length === 0 || partitions.includes(null)) return null;
  return { name: kName, text: `${JSON.stringify({ version: 1, partitions })}\n`, how: kCommand };
}

const holders = (/** @type {import('./form.js').Holder} */ { owner, replicas }) => [owner ?? '', ...replicas];

/** @param {Reading} before @param {Reading} after @param {Unit[]} units */
export function wayBack(before, after, units) {
  if (before.system !== 'kafka' || after.system !== 'kafka') return {};
  const commands = kafkaBack(before, after, units);
  return commands ? { commands } : {};
}

// What brings a system back to the first text, where it takes that as a file.

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./form.js').Unit} Unit */

/** A partition of Kafka: its topic, and its number. @param {string} id @param {string} [topic] */
function partitionOf(id, topic) {
  if (/^\d+$/.test(id)) return topic === undefined ? null : { topic, partition: Number(id) };
  const [, name, number] = /^(.+)[-:/ ](\d+)$/.exec(id) ?? [];
  return name === undefined ? null : { topic: name, partition: Number(number) };
}

/** The reassignment of the partitions that change, as they were. @param {Reading} reading @param {Unit[]} units */
function kafkaBack({ choice, form }, units) {
  const partitions = units
    .filter(({ before, after }) => `${before.owner},${before.replicas}` !== `${after.owner},${after.replicas}`)
    .map(({ id, before }) => {
      const partition = partitionOf(id, /^(?:current|proposed)$/.test(choice ?? '') ? undefined : choice);
      const replicas = [before.owner, ...before.replicas].map(Number);
      return partition && replicas.every(Number.isInteger) ? { ...partition, replicas } : null;
    });
  if (partitions.length === 0 || partitions.includes(null) || form === 'log-dirs') return null;
  return {
    name: 'reassignment-back.json',
    text: `${JSON.stringify({ version: 1, partitions })}\n`,
    how: 'kafka-reassign-partitions.sh --bootstrap-server HOST:PORT --reassignment-json-file reassignment-back.json --execute',
  };
}

/** @param {Reading} before @param {Reading} after @param {Unit[]} units */
export function wayBack(before, after, units) {
  if (before.system !== 'kafka' || after.system !== 'kafka') return {};
  const commands = kafkaBack(before, units);
  return commands ? { commands } : {};
}

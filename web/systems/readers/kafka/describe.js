// What kafka-topics --describe prints: a heading for each topic, and a row for each partition.
import { Unreadable, noTemplate } from '../../reading/form.js';
import { readingOf, withChoices } from './answer.js';
import { eachOf, topicIn, topicOf } from './topics.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('./topics.js').Partition} Partition */
/** @typedef {import('./topics.js').Topic} Topic */
/** @typedef {import('./topics.js').Topics} Topics */
/** @typedef {import('./log_dirs.js').Folders} Folders */

export const kHeading = /^\s*Topic:\s*(\S+)\s+(?:TopicId:\s*\S+\s+)?PartitionCount:\s*(\S+)/;
export const kRow = /^\s*Topic:\s*\S+\s+Partition:/;
const kFields = [
  ...['Topic', 'TopicId', 'Partition', 'Leader', 'Replicas', 'Isr', 'Offline', 'Elr', 'LastKnownElr'],
  ...['Adding Replicas', 'Removing Replicas', 'MarkedForDeletion'],
];
const kField = new RegExp(`(?<=^|\\s)(${kFields.join('|')}):[ \\t]*`, 'g');
const kBrokers = /^(?:\d{1,10}(?:,\d{1,10})*)?$/;
const kNumber = /^\d{1,9}$/;

/** The fields of a row: “Name: value”, between tabs or blanks. @param {string} text @returns {Map<string, string>} */
function fieldsOf(text) {
  const fields = new Map();
  const marks = [...text.matchAll(kField)];
  marks.forEach((mark, i) => {
    const value = text.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? text.length).trim();
    fields.set(mark[1], value);
  });
  return fields;
}

/** @param {string | undefined} text @returns {?string[]} null: it is none */
function brokersIn(text) {
  if (text === undefined || !kBrokers.test(text)) return null;
  return text === '' ? [] : text.split(',').map((id) => String(Number(id)));
}

/** @param {string | undefined} text @returns {?string | undefined} null: nobody leads; undefined: it is none */
function leaderIn(text) {
  if (text === 'none' || text === '-1') return null;
  return text !== undefined && /^\d{1,10}$/.test(text) ? String(Number(text)) : undefined;
}

/** A row of a partition; null: it is not whole. @param {Line} line @returns {?{topic: string, partition: Partition}} */
function rowIn({ text, number }) {
  const fields = fieldsOf(text);
  const [topic, id] = [fields.get('Topic') ?? '', fields.get('Partition') ?? ''];
  const [leader, replicas] = [leaderIn(fields.get('Leader')), brokersIn(fields.get('Replicas'))];
  const inSync = fields.has('Isr') ? brokersIn(fields.get('Isr')) : null;
  if (!topic || /\s/.test(topic) || !kNumber.test(id) || leader === undefined || !replicas || !inSync) return null;
  if (new Set(replicas).size !== replicas.length) throw new Unreadable(number, `a broker is twice among the replicas`);
  const more = (/** @type {string} */ name) => brokersIn(fields.get(name)) ?? [];
  const [offline, adding, removing] = [more('Offline'), more('Adding Replicas'), more('Removing Replicas')];
  const partition = { id: String(Number(id)), leader, replicas, inSync, offline, adding, removing, line: number };
  return { topic, partition };
}

/**
 * @param {Pasted} pasted
 * @param {Line[]} lines
 * @returns {Topics}
 */
export function describedIn(pasted, lines) {
  const topics = /** @type {Topics} */ (new Map());
  for (const line of lines) {
    const { text, number } = line;
    const heading = kHeading.exec(text);
    if (heading) {
      noTemplate(`${heading[1]} ${heading[2]}`, number);
      if (!kNumber.test(heading[2])) throw new Unreadable(number, `“${heading[2].slice(0, 40)}” is no number`);
      topicOf(topics, heading[1]).count = Number(heading[2]);
    } else if (kRow.test(text)) addRow(topics, line, pasted);
    else if (number === pasted.last && !pasted.ends && /^\s*Topic:/.test(text)) pasted.skip(number, 'cut');
    else pasted.skip(number, 'text');
  }
  for (const topic of topics.values()) checkCount(topic);
  return topics;
}

/** @param {Topics} topics @param {Line} line @param {Pasted} pasted */
function addRow(topics, line, pasted) {
  const { text, number } = line;
  noTemplate(text, number);
  const last = number === pasted.last && !pasted.ends;
  const row = rowIn(line);
  if (!row && !last) throw new Unreadable(number, 'a row without a partition, leader or replicas that can be read');
  if (row && !(last && !/\sIsr:[ \t]*\d/.test(text))) return topicOf(topics, row.topic).add(row.partition, pasted);
  pasted.skip(number, 'cut');
  const [, name = '', id = ''] = /Topic:\s*(\S+)\s+Partition:\s*(\d+)\s/.exec(text) ?? [];
  if (name) topicOf(topics, name).lost.push(`partition ${id}: its line is cut`);
}

/** @param {Topic} topic */
function checkCount({ name, count, rows }) {
  const beyond = rows.find(({ id }) => count !== null && Number(id) >= count);
  if (beyond) throw new Unreadable(beyond.line, `partition ${beyond.id} of ${name}: its PartitionCount is ${count}`);
}

/** @param {Topics} topics @param {?Folders} folders @param {Pasted} pasted @param {string | undefined} choose */
export function describedReading(topics, folders, pasted, choose) {
  const { names, topic } = topicIn(topics, choose);
  if (!topic) throw new Unreadable(pasted.last, 'the text ends before its partitions');
  const all = [...topics.values()].flatMap(({ rows }) => rows.flatMap(({ replicas }) => replicas));
  const of = { form: 'describe', skipped: pasted.skipped, folders: folders ?? undefined, plan: all };
  const read = (/** @type {Topic} */ one) =>
    readingOf(one, { ...of, whole: one.count !== null && one.count === one.partitions.size });
  return { ...withChoices(read(topic), names, topic.name), each: eachOf(topics, read) };
}

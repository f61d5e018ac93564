// What kafka-log-dirs --describe prints: the copies in each broker's folders with their sizes.
import { itemsOf, memberOf, textOf } from '../../reading/json.js';
import { Sum, figure } from '../../reading/figures.js';
import { Unreadable } from '../../reading/form.js';
import { readingOf } from './answer.js';
import { textIn, wholeIn } from './json_values.js';
import { inOrder, topicOf } from './topics.js';

/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/form.js').Reading} Reading */
/** @typedef {import('./topics.js').Topic} Topic */
/** @typedef {import('./topics.js').Topics} Topics */
/** @typedef {import('./topics.js').Copy} Copy */

const kLeaders = 'leaders (kafka-topics --describe)';

export class Folders {
  /** @type {Map<string, Copy[]>} */
  topics = new Map();
  /** @type {Map<string, {partition: string, broker: string}[]>} copies on their way to another folder */
  future = new Map();
  /** @type {string[]} */
  brokers = [];
  /** @type {string[]} */
  unknown = [];
  /** @type {Map<string, number>} */
  #seen = new Map();

  /** @param {Tree} tree @param {Pasted} pasted */
  add(tree, pasted) {
    for (const broker of itemsOf(memberOf(tree, 'brokers'))) {
      const id = String(BigInt(wholeIn(memberOf(broker, 'broker'), 'broker', broker.line)));
      if (!this.brokers.includes(id)) this.brokers.push(id);
      for (const folder of itemsOf(memberOf(broker, 'logDirs'))) this.#folder(folder, id, pasted);
    }
  }

  /** @param {Tree} folder @param {string} broker @param {Pasted} pasted */
  #folder(folder, broker, pasted) {
    const error = textOf(memberOf(folder, 'error'));
    const where = textOf(memberOf(folder, 'logDir')) ?? 'a folder';
    if (error) this.unknown.push(`what lies in ${where} of broker ${broker}: ${error.split('.').pop()}`);
    for (const copy of itemsOf(memberOf(folder, 'partitions'))) this.#copy(copy, broker, pasted);
  }

  /** @param {Tree} copy @param {string} broker @param {Pasted} pasted */
  #copy(copy, broker, pasted) {
    const { line } = copy;
    const name = textIn(memberOf(copy, 'partition'), 'partition', line);
    const [, topic, number] = /^(.+)-(\d{1,9})$/s.exec(name) ?? [];
    if (!topic) throw new Unreadable(line, `“${name.slice(0, 40)}” is no partition`);
    const partition = String(Number(number));
    const bytes = figure(BigInt(wholeIn(memberOf(copy, 'size'), 'size', line)));
    if (memberOf(copy, 'isFuture')?.text === 'true') {
      this.future.set(topic, [...(this.future.get(topic) ?? []), { partition, broker }]);
      return;
    }
    const key = `${name}\n${broker}`;
    const before = this.#seen.get(key);
    const copies = this.topics.get(topic) ?? [];
    this.topics.set(topic, copies);
    if (before === undefined) {
      this.#seen.set(key, line);
      copies.push({ broker, partition, bytes });
    } else if (copies.some((one) => one.broker === broker && one.partition === partition && one.bytes === bytes)) {
      pasted.skip(line, 'duplicate');
    } else throw new Unreadable(line, `broker ${broker} has ${name} already (line ${before})`);
  }
}

/** Topics without leaders, as folders have them. @param {Folders} folders */
export function topicsOf(folders) {
  const topics = /** @type {Topics} */ (new Map());
  for (const [name, copies] of folders.topics) {
    const topic = topicOf(topics, name);
    for (const id of new Set(copies.map(({ partition }) => partition))) {
      const on = copies.filter(({ partition }) => partition === id).map(({ broker }) => broker);
      const none = { inSync: null, offline: [], adding: [], removing: [], line: 0 };
      topic.partitions.set(id, { id, leader: null, replicas: inOrder(on), ...none });
    }
  }
  return topics;
}

/** @param {Folders} folders @param {Topic} topic @param {Reading['skipped']} skipped @returns {Reading} */
export function foldersReading(folders, topic, skipped) {
  const {
    notes: _,
    preferred: __,
    ...reading
  } = readingOf(topic, { form: 'log-dirs', skipped, folders, whole: false, ordered: false });
  const largest = /** @type {Map<string, import('../../reading/form.js').Figure>} */ (new Map());
  for (const { partition, bytes } of folders.topics.get(topic.name) ?? []) {
    const before = largest.get(partition);
    if (before === undefined || BigInt(before) < BigInt(bytes)) largest.set(partition, bytes);
  }
  const rows = reading.entries.rows.map((row) => ({ ...row, bytes: largest.get(row.id) }));
  const future = folders.future.get(topic.name) ?? [];
  const open = future.map(({ partition, broker }) => ({ entry: Number(partition), from: broker, to: broker }));
  const total = (folders.topics.get(topic.name) ?? []).reduce((sum, { bytes }) => sum.add(bytes), new Sum());
  return {
    ...reading,
    key: null,
    entries: { ...reading.entries, rows },
    sizes: { total_bytes: total.value },
    ...(open.length > 0 && {
      open,
      notes: ['a copy on its way to another folder of the same broker is not counted'],
    }),
    cannot_know: [kLeaders, ...reading.cannot_know.map((what) => what.replace(/: the link has .*$/, ''))],
  };
}

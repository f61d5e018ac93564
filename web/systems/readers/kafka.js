// Kafka: kafka-topics --describe, plans of kafka-reassign-partitions, and kafka-log-dirs. By the programs'
// documentation and source: no Kafka ran here.
import { itemsOf, jsonValues, memberOf, opensJson, textOf } from '../reading/json.js';
import { Sum, figure } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { templateIn } from '../reading/pasted.js';
import { Topic, inOrder, weightsOf } from './kafka/topics.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./kafka/topics.js').Partition} Partition */
/** @typedef {import('./kafka/topics.js').Copy} Copy */
/** @typedef {Map<string, Topic>} Topics */

const kHeading = /^\s*Topic:\s*(\S+)\s+(?:TopicId:\s*\S+\s+)?PartitionCount:\s*(\S+)/;
const kRow = /^\s*Topic:\s*\S+\s+Partition:/;
const kFields =
  'Topic|TopicId|Partition|Leader|Replicas|Isr|Offline|Elr|LastKnownElr|Adding Replicas|Removing Replicas|MarkedForDeletion';
const kField = new RegExp(`(?<=^|\\s)(${kFields}):[ \\t]*`, 'g');
const kBrokers = /^(?:\d{1,10}(?:,\d{1,10})*)?$/;
const kNumber = /^\d{1,9}$/;
const kJsonMark = /"(?:partitions|brokers)"\s*:/;
const kPlanMark = /"partitions"\s*:/;
const kCurrent = /^\s*Current partition replica assignment\s*:?\s*$/;
const kProposed = /^\s*Proposed partition reassignment configuration\s*:?\s*$/;
const kGroups = /^\s*GROUP\s+TOPIC\s+PARTITION\s/;
const kToMove = /"topics"\s*:/;
const kLeaders = 'leaders (kafka-topics --describe)';

// ---- kafka-topics --describe

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

/** @param {Topics} topics @param {string} name */
function topicOf(topics, name) {
  const topic = topics.get(name) ?? new Topic(name);
  topics.set(name, topic);
  return topic;
}

/**
 * @param {Pasted} pasted
 * @param {Line[]} lines
 * @returns {Topics}
 */
function describedIn(pasted, lines) {
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

// ---- JSON

/** @param {Tree | undefined} tree @param {string} what @param {number} line */
function textIn(tree, what, line) {
  const text = textOf(tree);
  if (text === undefined) throw new Unreadable(tree?.line ?? line, `the member “${what}” is missing`);
  noTemplate(text, tree?.line ?? line);
  return text;
}

/** @param {Tree | undefined} tree @param {string} what @param {number} line */
function wholeIn(tree, what, line) {
  const text = textIn(tree, what, line);
  if (!/^\d{1,19}$/.test(text))
    throw new Unreadable(tree?.line ?? line, `${what}: “${text.slice(0, 40)}” is no number`);
  return text;
}

/** A plan: partitions with their replicas, of which the first is to lead. @param {Tree} tree @param {Pasted} pasted */
function planIn(tree, pasted) {
  const topics = /** @type {Topics} */ (new Map());
  for (const item of itemsOf(memberOf(tree, 'partitions'))) {
    const of = (/** @type {string} */ name) => memberOf(item, name);
    const name = textIn(of('topic'), 'topic', item.line);
    const id = String(BigInt(wholeIn(of('partition'), 'partition', item.line)));
    const list = of('replicas');
    if (!list?.items?.length) throw new Unreadable(item.line, `partition ${id} of ${name} has no replicas`);
    const replicas = list.items.map((one) => String(BigInt(wholeIn(one, 'replicas', item.line))));
    if (new Set(replicas).size !== replicas.length)
      throw new Unreadable(list.line, 'a broker is twice among the replicas');
    const none = /** @type {string[]} */ ([]);
    const partition = { id, leader: replicas[0], replicas, inSync: null, line: item.line };
    topicOf(topics, name).add({ ...partition, offline: none, adding: none, removing: none }, pasted);
  }
  return topics;
}

class Folders {
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

// ---- The answer

/** The brokers that are in no row in sync, and offline in one. @param {Partition[]} rows */
function downIn(rows) {
  const live = new Set(rows.flatMap(({ inSync, leader }) => [...(inSync ?? []), ...(leader === null ? [] : [leader])]));
  return new Set(rows.flatMap(({ offline }) => offline).filter((id) => !live.has(id)));
}

/** What a reassignment that goes on moves. @param {Partition[]} rows */
function movingIn(rows) {
  const moving = rows.filter(({ adding, removing }) => adding.length + removing.length > 0);
  return moving.map(({ id, adding, removing }) => ({
    entry: Number(id),
    from: removing.join(', ') || null,
    to: adding.join(', ') || null,
  }));
}

/** @param {Partition[]} rows */
function notesOf(rows) {
  const first = rows.filter(({ leader, replicas }) => leader !== null && leader !== replicas[0]);
  const late = rows.filter(({ inSync, replicas }) => inSync && inSync.length < replicas.length);
  const waiting = rows.filter(({ leader }) => leader === null);
  const of = (/** @type {Partition[]} */ some, /** @type {string} */ what) =>
    some.length === 0
      ? []
      : [
          `${what}: ${some
            .slice(0, 20)
            .map(({ id }) => id)
            .join(', ')}${some.length > 20 ? ', …' : ''}`,
        ];
  return [
    ...of(
      first,
      'partitions whose leader is not the first replica, which an election of preferred leaders would make it',
    ),
    ...of(late, 'partitions with replicas that are not in sync'),
    ...of(waiting, 'partitions without a leader'),
  ];
}

/** How many partitions each broker is to lead. @param {Partition[]} rows */
function preferredIn(rows) {
  const preferred = /** @type {Record<string, number>} */ ({});
  for (const { replicas } of rows) if (replicas[0]) preferred[replicas[0]] = (preferred[replicas[0]] ?? 0) + 1;
  return preferred;
}

/**
 * @param {Topic} topic
 * @param {{form: string, skipped: Reading['skipped'], folders?: Folders, plan?: string[], whole: boolean}} of `plan`:
 *   further brokers; `whole`: the text says how many partitions there are
 * @returns {Reading}
 */
function readingOf(topic, { form, skipped, folders, plan = [], whole }) {
  const { rows, missing, lost, name } = topic;
  const copies = folders?.topics.get(name) ?? [];
  const brokers = weightsOf(copies);
  const copyOf = new Map(copies.map((copy) => [`${copy.partition}\n${copy.broker}`, copy.bytes]));
  const down = downIn(rows);
  const names = inOrder([
    ...rows.flatMap(({ leader, replicas, adding }) => [...(leader === null ? [] : [leader]), ...replicas, ...adding]),
    ...brokers.keys(),
    ...plan,
  ]);
  const entries = rows.map(({ id, leader, replicas, line }) => {
    const bytes = copyOf.get(`${id}\n${leader ?? replicas[0]}`);
    const others = replicas.filter((one) => one !== leader);
    return { id, owner: leader, replicas: others, line, ...(bytes !== undefined && { bytes }) };
  });
  const [open, notes, preferred] = [movingIn(rows), notesOf(rows), preferredIn(rows)];
  return {
    ...{ system: 'kafka', form, strategy: 'table', key: whole ? 'kafka_murmur2' : null },
    topic: name,
    nodes: names.map((id) => ({
      name: id,
      ...(down.has(id) && { down: true }),
      ...(brokers.has(id) && { bytes: brokers.get(id)?.value }),
      replicas: entries.filter(({ replicas }) => replicas.includes(id)).length,
    })),
    entries: { kind: 'partitions', rows: entries },
    preferred,
    ...(open.length > 0 && { open }),
    ...(notes.length > 0 && { notes }),
    skipped,
    cannot_know: [
      'requests',
      'addresses of the brokers',
      'racks',
      'how producers partition: the link has Java’s default, murmur2 of the key',
      ...(folders ? [] : ['sizes']),
      ...(folders?.unknown ?? []),
      ...(missing.length > 0 ? [`the partitions ${missing.join(', ')}: they are not in the text`] : []),
      ...lost,
    ],
  };
}

/** Topics without leaders, as folders have them. @param {Folders} folders */
function topicsOf(folders) {
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
function foldersReading(folders, topic, skipped) {
  const {
    notes: _,
    preferred: __,
    ...reading
  } = readingOf(topic, { form: 'log-dirs', skipped, folders, whole: false });
  const largest = /** @type {Map<string, import('../reading/form.js').Figure>} */ (new Map());
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

/** The topic that people asked for, or the largest. @param {Topics} topics @param {string | undefined} choose */
function topicIn(topics, choose) {
  const all = [...topics.values()].filter(({ partitions }) => partitions.size > 0);
  const asked = all.find(({ name }) => name === choose);
  const largest = all.reduce((a, b) => (b.partitions.size > a.partitions.size ? b : a), all[0]);
  return { names: all.map(({ name }) => name), topic: asked ?? largest };
}

/** @param {Reading} reading @param {string[]} choices @param {string} choice @returns {Reading} */
function withChoices({ system, form, ...reading }, choices, choice) {
  return { system, form, choices, choice, ...reading };
}

/**
 * The two plans of --generate: the one of now, and the one that it proposes.
 * @param {Topics} current @param {Topics} proposed @param {Pasted} pasted @param {string | undefined} choose
 */
function generated(current, proposed, pasted, choose) {
  const { names } = topicIn(current, undefined);
  const next = (/** @type {string} */ name) => `${name}: proposed`;
  const name = names.find((one) => choose === one || choose === next(one)) ?? topicIn(current, undefined).topic.name;
  const isNext = choose === next(name) || choose === 'proposed';
  const other = (isNext ? current : proposed).get(name);
  const topic = /** @type {Topic} */ ((isNext ? proposed : current).get(name));
  if (!topic) throw new Unreadable(0, `the plan has no partition of ${name}`);
  const owners = new Map(other?.rows.map(({ id, leader }) => [id, leader]));
  const moves = topic.rows.filter(({ id, leader }) => owners.has(id) && owners.get(id) !== leader);
  const plan = other?.rows.flatMap(({ replicas }) => replicas) ?? [];
  const reading = readingOf(topic, { form: 'generate', skipped: pasted.skipped, plan, whole: isFull(topic) });
  const notes = [
    `the first replica of ${moves.length} of ${topic.rows.length} partitions is another in the other plan`,
  ];
  const of = { ...reading, notes, cannot_know: [...reading.cannot_know, kPreferred] };
  if (names.length === 1 && (choose === undefined || choose === 'current' || choose === 'proposed')) {
    return withChoices(of, ['current', 'proposed'], isNext ? 'proposed' : 'current');
  }
  return isNext
    ? withChoices(of, [...names, ...names.map(next)], next(name))
    : withChoices(of, names.length === 1 ? names : [...names, ...names.map(next)], name);
}
const kPreferred = 'leaders of now: the first replica is the preferred one';

/** @param {Topic} topic */
const isFull = ({ missing, partitions }) => missing.length === 0 && partitions.size > 0;

/** JSON of each kind in a text, and what is around it. @param {Pasted} pasted @param {Line[]} lines */
function jsonIn(pasted, lines) {
  const found = { folders: /** @type {?Folders} */ (null), plans: /** @type {{tree: Tree, before: string}[]} */ ([]) };
  const others = /** @type {Line[]} */ ([]);
  let rest = lines;
  for (;;) {
    const at = rest.findIndex(({ text }) => opensJson(text) || kInQuotes.test(text));
    others.push(...rest.slice(0, at < 0 ? undefined : at));
    if (at < 0) return { ...found, others };
    const { tree, after } = firstJson(rest.slice(at));
    if (memberOf(tree, 'brokers')) (found.folders ??= new Folders()).add(tree, pasted);
    else if (memberOf(tree, 'partitions')) found.plans.push({ tree, before: rest[at - 1]?.text ?? '' });
    else if (memberOf(tree, 'topics'))
      throw new Unreadable(tree.line, 'topics to move: a request, which does not say where partitions are');
    else throw new Unreadable(tree.line, 'JSON with neither partitions nor brokers');
    rest = after;
  }
}
const kInQuotes = /^[^'"{[]*\becho\s+'(?=\s*\{)/;
const kShellEnd = /^'\s*(?:>+\s*\S+)?\s*;?\s*$/;

/** The JSON that these lines begin with, in the quotes of a shell or without. @param {Line[]} lines */
function firstJson(lines) {
  const [first, ...more] = lines;
  const quoted = kInQuotes.exec(first.text);
  if (!quoted) {
    // Values one behind another end where their lines do.
    const end = lastLineOf(lines);
    const [tree] = jsonValues(lines.slice(0, end));
    return { tree, after: lines.slice(end) };
  }
  const inside = [{ ...first, text: first.text.slice(quoted[0].length) }, ...more];
  const close = inside.findIndex(({ text }) => /'[^'"{}[\]]*$/.test(text));
  const last = inside[close];
  if (close < 0) throw new Unreadable(inside[inside.length - 1].number, 'the JSON ends too early');
  const quote = last.text.lastIndexOf("'");
  if (!kShellEnd.test(last.text.slice(quote))) throw new Unreadable(last.number, 'the JSON ends too early');
  const [tree] = jsonValues([...inside.slice(0, close), { ...last, text: last.text.slice(0, quote) }]);
  return { tree, after: inside.slice(close + 1) };
}

/** How many lines the first value has: until its brackets are closed. @param {Line[]} lines */
function lastLineOf(lines) {
  let depth = 0;
  for (let i = 0; i < lines.length; ++i) {
    for (const [token] of lines[i].text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/g)) {
      if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
    }
    if (depth <= 0) return i + 1;
  }
  return lines.length;
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const lines = pasted.body(kMark);
  const filled = lines.filter(({ text }) => /\S/.test(text));
  const groups = filled.find(({ text }) => kGroups.test(text));
  if (groups)
    throw new Unreadable(
      groups.number,
      'the consumers of a group, not where partitions are: kafka-topics --describe says it',
    );
  const plan = filled.find(({ text }) => kPlanMark.test(text) && templateIn(text));
  if (plan) noTemplate(plan.text, plan.number);
  const { folders, plans, others } = jsonIn(pasted, filled);
  const described = others.some(({ text }) => kHeading.test(text) || kRow.test(text));
  const around = others.filter(({ text }) => described || !isHeadOfPlan(text, plans.length));
  if (described && plans.length > 0)
    throw new Unreadable(plans[0].tree.line, 'a plan below what is now: open each of them alone');
  const topics = described ? describedIn(pasted, around) : null;
  if (!described) for (const { number } of around) pasted.skip(number, 'text');
  if (topics) return describedReading(topics, folders, pasted, choose);
  if (plans.length > 0) return planReading(plans, pasted, choose);
  if (folders) {
    const { names, topic } = topicIn(topicsOf(folders), choose);
    if (!topic) throw new Unreadable(pasted.last, 'the folders hold no partition');
    return withChoices(foldersReading(folders, topic, pasted.skipped), names, topic.name);
  }
  throw new Unreadable(pasted.last, 'the text ends before its partitions');
}
const kMark = new RegExp(`${kHeading.source}|${kRow.source}|${kJsonMark.source}|${kCurrent.source}`);
const isHeadOfPlan = (/** @type {string} */ text, /** @type {number} */ plans) =>
  plans > 0 && (kCurrent.test(text) || kProposed.test(text));

/** @param {Topics} topics @param {?Folders} folders @param {Pasted} pasted @param {string | undefined} choose */
function describedReading(topics, folders, pasted, choose) {
  const { names, topic } = topicIn(topics, choose);
  if (!topic) throw new Unreadable(pasted.last, 'the text ends before its partitions');
  const whole = topic.count !== null && topic.count === topic.partitions.size;
  const all = [...topics.values()].flatMap(({ rows }) => rows.flatMap(({ replicas }) => replicas));
  const of = { form: 'describe', skipped: pasted.skipped, folders: folders ?? undefined, whole, plan: all };
  const reading = readingOf(topic, of);
  return withChoices(reading, names, topic.name);
}

/** @param {{tree: Tree, before: string}[]} plans @param {Pasted} pasted @param {string | undefined} choose */
function planReading(plans, pasted, choose) {
  if (plans.length > 2) throw new Unreadable(plans[2].tree.line, 'more than two plans: open each of them alone');
  const [first, second] = plans.map(({ tree }) => planIn(tree, pasted));
  if (second) {
    if (!kProposed.test(plans[1].before))
      throw new Unreadable(plans[1].tree.line, 'two plans without the headings that say which of them is now');
    return generated(first, second, pasted, choose);
  }
  const { names, topic } = topicIn(first, choose);
  if (!topic) throw new Unreadable(plans[0].tree.line, 'the plan has no partitions');
  const now = kCurrent.test(plans[0].before);
  const reading = readingOf(topic, { form: 'reassignment', skipped: pasted.skipped, whole: now && isFull(topic) });
  const cannot = reading.cannot_know.map((what) => (now ? what : what.replace(/: the link has .*$/, '')));
  const more = [...(now ? [] : ['what is now: this is a plan', 'partitions that are not in the plan']), kPreferred];
  return withChoices({ ...reading, cannot_know: [...cannot, ...more] }, names, topic.name);
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const has = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (has(kHeading) || has(kRow) || has(kCurrent) || has(kGroups)) return 2;
  if (has(/"brokers"\s*:/) && has(/"logDirs"\s*:/)) return 2;
  if (has(kPlanMark) && has(/"topic"\s*:/) && has(/"replicas"\s*:/)) return 2;
  return has(kToMove) && has(/"topic"\s*:/) && has(/"version"\s*:/) ? 2 : 0;
}

export default { system: 'kafka', title: 'Kafka', fits, read };

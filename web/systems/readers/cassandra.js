// Cassandra and ScyllaDB: nodetool's status, ring and describering (and its JSON), and Medusa's token map.
import { itemsOf, jsonIn, memberOf, opensJson, textOf } from '../reading/json.js';
import { templateIn } from '../reading/pasted.js';
import { EntryTable } from '../reading/entry_table.js';
import { byNumber, bytesOf } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { Partitioner, rangeTable } from './cassandra/token_ring.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('./cassandra/token_ring.js').TokenRange} TokenRange */
/** @typedef {{token: bigint, owner: string, line: number}} RingRow */
/** @typedef {{host: string, data_center: string, rack: string}} Details of an endpoint */
/**
 * The output of one command. `alone`: the token above the rows of a data centre, which is that of its last row
 * @typedef {{name: string, ranges: TokenRange[], rows: RingRow[], status: number, alone: ?bigint}} Section
 */

const kLoad = String.raw`(\?|[\d.,]+ ?(?:[KMGTP]i?B|bytes?|B))`;
const kOwns = String.raw`(\?|[\d.,]+%|N\/A)`;
const kUuid = String.raw`([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|null)`;
const kStatus = new RegExp(
  String.raw`^\s*([UD?])([NLJM?])\s+(\S+)\s+${kLoad}\s+(?:(\d+)\s+)?${kOwns}\s+${kUuid}\s+(?:(-?\d+)\s+)?(\S.*?)\s*$`,
);
const kStatusBegins = /^\s*[UD][NLJM]\s/;
const kState = String.raw`(Normal|Leaving|Joining|Moving|Unknown|\?)`;
const kRing = new RegExp(
  String.raw`^\s*(\S+)\s+(\S.*?)\s+(Up|Down|\?)\s+${kState}\s+${kLoad}\s+${kOwns}\s+(-?\d+)\s*$`,
);
const kRingBegins = /^\s*\S+\s+\S.*\s(?:Up|Down)\s+(?:Normal|Leaving|Joining|Moving)?/;
const kAlone = /^\s*(-?\d+)\s*$/;
const kEndpoints = String.raw`endpoints:\[([^\]]*)\](?:, ?\w*rpc_endpoints:\[[^\]]*\])*, ?endpoint_details:\[(.*)\]`;
const kRange = new RegExp(String.raw`^\s*TokenRange\(start_token:(-?\d+), ?end_token:(-?\d+), ?${kEndpoints}\)\s*$`);
const kDetails = /^(?:EndpointDetails\()?host:(.*?), ?(?:port:\d+, ?)?datacenter:(.*?), ?rack:(.*?)\)?$/;
const kHeadings = [
  /^\s*--\s+Address\s+Load\b/,
  /^\s*Address\s+(?:DC\s+)?Rack\s+Status\s+State\s+Load\b/,
  /^\s*=+\s*$/,
  /^\s*Status=Up\/Down/,
  /^\s*\|\/ State=/,
  /^\s*TokenRange:\s*$/,
  /^\s*Replicas:\s*\d+\s*$/,
  /^\s*(?:Note: |Warning: "nodetool ring"|To view status related info)/,
];
const kStates = /** @type {Record<string, string>} */ ({ L: 'leaving', J: 'joining', M: 'moving' });
// No row is longer; a pattern with several words of any length would be slow on one that is.
const kLongest = 2000;

class Cluster {
  /** @type {Map<string, ReadNode>} */
  nodes = new Map();
  /** @type {Section[]} */
  sections = [];
  /** @type {Map<string, number>} */
  tokens = new Map();
  /** @type {string[]} */
  warnings = [];
  /** @type {string[]} */
  unknown = [];
  partitioner = new Partitioner();
  cut = false;
  #center = '';
  #withCenter = false;
  #pasted;
  /** @type {Map<string, {text: string, line: number}>} */
  #statusRows = new Map();

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @returns {Section} */
  get section() {
    if (this.sections.length === 0) this.open('');
    return this.sections[this.sections.length - 1];
  }

  /** @param {string} name of a keyspace, or '' */
  open(name) {
    this.sections.push({ name, ranges: [], rows: [], status: 0, alone: null });
  }

  /** @param {string} name @param {Omit<ReadNode, 'name'>} of */
  node(name, of) {
    const node = this.nodes.get(name);
    if (node) Object.assign(node, of);
    else this.nodes.set(name, { name, ...of });
  }

  /** A line of the text, or why it is none. @param {Line} line */
  take({ number, text }) {
    const center = /^\s*Datacenter: ?(.+?)\s*$/.exec(text);
    const keyspace = /^\s*(?:Schema Version: ?\S+|Keyspace: ?(\S+))\s*$/.exec(text);
    if (center) {
      noTemplate(text, number);
      this.#center = center[1];
    } else if (keyspace) this.#keyspace(keyspace[1]);
    else if (kHeadings.some((heading) => heading.test(text))) this.#withCenter ||= /Address\s+DC\s/.test(text);
    else if (/^\s*TokenRange\(/.test(text)) this.#range(number, text);
    else if (text.length > kLongest || !this.#row(number, text)) this.#other(number, text);
  }

  /** @param {string | undefined} name undefined: a schema version, above it */
  #keyspace(name) {
    const { ranges, rows, name: before } = this.section;
    if (name === undefined) {
      if (ranges.length > 0 || rows.length > 0) this.open('');
    } else if (ranges.length > 0 && before !== name) this.open(name);
    else this.section.name = name;
  }

  /** @param {number} number @param {string} text */
  #other(number, text) {
    const range = /^\s*TokenRange\(/.test(text);
    const begins = range || kStatusBegins.test(text) || (text.length <= kLongest && kRingBegins.test(text));
    if (begins) noTemplate(text, number);
    const last = number === this.#pasted.last && (begins || !this.#pasted.ends);
    if (last) this.cut = true;
    this.#pasted.skip(number, last ? 'cut' : begins ? 'not as other rows' : 'text');
  }

  /** @param {number} number @param {string} text @returns {boolean} whether it is a row of status or ring */
  #row(number, text) {
    const status = kStatus.exec(text);
    const ring = status ? null : kRing.exec(text);
    const alone = status || ring ? null : kAlone.exec(text);
    if (!status && !ring && !alone) return false;
    noTemplate(text, number);
    if (status) this.#status(number, status);
    if (ring) this.#ring(number, ring);
    if (alone) this.section.alone = this.partitioner.token(alone[1], number);
    return true;
  }

  /** @param {string} state @param {string} load */
  #of(state, load, down = false) {
    const bytes = bytesOf(load.replace(',', '.'));
    return { ...(down && { down }), ...(bytes !== null && { bytes }), ...(state && { state }) };
  }

  /** @param {number} line @param {RegExpExecArray} row */
  #status(line, [text, up, letter, name, load, tokens, owns, id, token, rack]) {
    const key = `${this.section.name}\n${name}`;
    const before = this.#statusRows.get(key);
    if (before?.text === text.trim()) return this.#pasted.skip(line, 'duplicate');
    if (before) throw new Unreadable(line, `${name} has another row already (line ${before.line})`);
    this.#statusRows.set(key, { text: text.trim(), line });
    const center = this.#center === '' ? {} : { data_center: this.#center };
    const state = this.#of(kStates[letter] ?? '', load, up === 'D');
    const share = owns.endsWith('%') ? { owns } : {};
    this.node(name, { ...center, rack, ...state, ...(id !== 'null' && { id }), ...share });
    this.section.status += 1;
    if (token !== undefined) {
      this.section.rows.push({ token: this.partitioner.token(token, line), owner: name, line });
    } else if (tokens !== undefined) {
      this.tokens.set(name, Number(tokens));
      this.node(name, { tokens: Number(tokens) });
    }
  }

  /** @param {number} line @param {RegExpExecArray} row */
  #ring(line, [, name, place, up, state, load, , text]) {
    const token = this.partitioner.token(text, line);
    const { alone, rows } = this.section;
    if (line === this.#pasted.last && alone !== null && token !== alone) {
      const before = rows[rows.length - 1];
      const breaks = String(alone).startsWith(String(token)) || (before !== undefined && token < before.token);
      if (!this.#pasted.ends || breaks) {
        this.cut = true;
        this.warnings.push(`the rows after line ${before?.line ?? line} are missing, up to the token ${alone}`);
        return this.#pasted.skip(line, 'cut');
      }
      this.warnings.push(`rows are missing at the end, up to the token ${alone}`);
    }
    const [center, ...rack] = place.split(/\s+/);
    const where = this.#withCenter && rack.length > 0 ? { data_center: center, rack: rack.join(' ') } : { rack: place };
    const told = this.#center === '' ? {} : { data_center: this.#center };
    const slow = state === 'Normal' || !/^[JLM]/.test(state) ? '' : state.toLowerCase();
    this.node(name, { ...told, ...where, ...this.#of(slow, load, up === 'Down') });
    rows.push({ token, owner: name, line });
  }

  /** @param {number} number @param {string} text */
  #range(number, text) {
    const found = kRange.exec(text);
    if (!found) {
      if (templateIn(text)) noTemplate(text, number);
      return this.#other(number, text);
    }
    noTemplate(text, number);
    const [, start, end, endpoints, details] = found;
    const list = details.split(/\), ?(?=EndpointDetails\(host:)/).flatMap((one) => {
      const [, host, center, rack] = kDetails.exec(one.trim()) ?? [];
      return host ? [{ host, data_center: center, rack }] : [];
    });
    this.addRange(start, end, endpoints.split(/, ?/).filter(Boolean), list, number);
  }

  /** @param {string} start @param {string} end @param {string[]} endpoints @param {Details[]} details */
  addRange(start, end, endpoints, details, /** @type {number} */ line) {
    if (endpoints.length === 0) this.warnings.push(`nobody has the range up to ${end} (line ${line})`);
    for (const { host, ...where } of details) this.node(host, where);
    for (const name of endpoints) this.node(name, {});
    const [from, to] = [this.partitioner.token(start, line), this.partitioner.token(end, line)];
    this.section.ranges.push({ start: from, end: to, endpoints, line });
  }

  /** @param {Section} section @returns {Reading} */
  reading(section, /** @type {string} */ form) {
    const common = {
      system: 'cassandra',
      strategy: /** @type {Reading['strategy']} */ ('table'),
      key: this.partitioner.name,
      nodes: [...this.nodes.values()],
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
      skipped: this.#pasted.skipped,
    };
    const cannot = this.cut ? ['what comes after the cut line', ...this.unknown] : this.unknown;
    const unsized = common.nodes.filter(({ bytes }) => bytes === undefined).map(({ name }) => `bytes of ${name}`);
    const sizes = unsized.length === common.nodes.length ? ['sizes'] : unsized;
    if (section.ranges.length > 0) {
      const { entries, missing } = rangeTable(section.ranges, this.#pasted, this.cut);
      return { ...common, form, entries, cannot_know: [...sizes, 'requests', 'states', ...missing, ...cannot] };
    }
    if (section.rows.length > 0) {
      const table = new EntryTable('tokens', this.#pasted);
      for (const { token, owner, line } of section.rows) {
        table.add({ id: String(token), owner, replicas: [] }, line, () => `token ${token}`);
      }
      const replicas = ['replication of the keyspaces', 'requests'];
      return { ...common, form, entries: table.entries(byNumber), cannot_know: [...replicas, ...sizes, ...cannot] };
    }
    const notes = ['the tokens are not in the text: Reshard deals as many to each node'];
    const of = { ...common, form, strategy: { id: 'token_ring' }, notes };
    const told = ['tokens themselves (nodetool ring)', 'replication of the keyspaces', 'requests', ...sizes, ...cannot];
    return { ...of, entries: { kind: 'tokens', rows: [], counts: this.tokens }, cannot_know: told };
  }
}

/** @param {Cluster} cluster @param {Tree} row of describering's JSON */
function addJsonRange(cluster, row) {
  const [start, end] = [textOf(memberOf(row, 'start_token')), textOf(memberOf(row, 'end_token'))];
  if (!/^-?\d+$/.test(start ?? '') || !/^-?\d+$/.test(end ?? '')) {
    throw new Unreadable(row.line, `a range without tokens${start === undefined ? '' : `: ${start.slice(0, 40)}`}`);
  }
  const names = itemsOf(memberOf(row, 'endpoints')).map((one) => nameOf(textOf(one), one.line));
  const details = itemsOf(memberOf(row, 'endpoint_details')).map((one) => ({
    host: nameOf(textOf(memberOf(one, 'host')), one.line),
    data_center: nameOf(textOf(memberOf(one, 'datacenter')), one.line),
    rack: nameOf(textOf(memberOf(one, 'rack')), one.line),
  }));
  cluster.addRange(start ?? '', end ?? '', names, details, row.line);
}

/** @param {string | undefined} text @param {number} line */
function nameOf(text, line) {
  if (!text) throw new Unreadable(line, 'a name is missing');
  noTemplate(text, line);
  return text;
}

/** @param {Cluster} cluster @param {string} name @param {Tree} node of Medusa's token map */
function addMedusa(cluster, name, node) {
  noTemplate(name, node.line);
  const [center, rack] = [textOf(memberOf(node, 'dc')), textOf(memberOf(node, 'rack'))];
  const up = memberOf(node, 'is_up');
  const down = up?.text === 'false' && !up.quoted;
  cluster.node(name, { ...(center && { data_center: center }), ...(rack && { rack }), ...(down && { down }) });
  for (const item of itemsOf(memberOf(node, 'tokens'))) {
    const text = textOf(item) ?? '';
    if (!/^-?\d+$/.test(text)) throw new Unreadable(item.line, `a token of ${name} is no whole number`);
    cluster.section.rows.push({ token: cluster.partitioner.token(text, item.line), owner: name, line: item.line });
  }
}

/** @param {Pasted} pasted @returns {Reading} */
function readJson(pasted) {
  const { json, before, after } = jsonIn(pasted.filled);
  const cluster = new Cluster(pasted);
  for (const { number } of [...before, ...after]) pasted.skip(number, 'text');
  if (json.items) {
    for (const row of json.items) addJsonRange(cluster, row);
    if (json.items.length === 0) throw new Unreadable(json.line, 'no ranges');
    return cluster.reading(cluster.section, 'describering');
  }
  for (const [name, node] of json.members ?? []) addMedusa(cluster, name, node);
  if (cluster.section.rows.length === 0) throw new Unreadable(json.line, 'no tokens');
  return cluster.reading(cluster.section, 'medusa token map');
}

const kCommand = /\bnodetool\b.*?\s(?:status|ring|describering)(?:\s+(?!-)([\w."-]+))?/;

/** The lines, with the prompts among them. @param {Pasted} pasted */
function withPrompts({ filled, prompts }) {
  const all = [
    ...filled.map((line) => ({ ...line, prompt: false })),
    ...prompts.map((one) => ({ ...one, prompt: true })),
  ];
  return all.sort((a, b) => a.number - b.number);
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  if (isJson(pasted)) return readJson(pasted);
  const cluster = new Cluster(pasted);
  for (const line of withPrompts(pasted)) {
    const command = line.prompt ? kCommand.exec(line.text) : null;
    if (command) cluster.open(command[1]?.replace(/"/g, '') ?? '');
    else if (!line.prompt) cluster.take(line);
  }
  if (cluster.nodes.size === 0) throw new Unreadable(pasted.last, 'the text ends before the nodes');
  const of = (/** @type {(section: Section) => number} */ size) => cluster.sections.filter((one) => size(one) > 0);
  const [ranges, rows] = [of((one) => one.ranges.length), of((one) => one.rows.length)];
  if (ranges.length > 0) return chosen(cluster, ranges, choose, 'describering');
  if (rows.length > 0) return chosen(cluster, rows, choose, rows[0].status > 0 ? 'status' : 'ring');
  const [first = cluster.section] = of((one) => one.status);
  return cluster.reading(first, 'status');
}

/** One of several keyspaces. @param {Cluster} cluster @param {Section[]} sections @param {string | undefined} choose */
function chosen(cluster, sections, choose, /** @type {string} */ form) {
  if (sections.length === 1) return cluster.reading(sections[0], form);
  sections.forEach((section, i) => (section.name ||= `keyspace ${i + 1}`));
  const names = [...new Set(sections.map(({ name }) => name))];
  const choice = choose !== undefined && names.includes(choose) ? choose : names[0];
  const same = sections.filter(({ name }) => name === choice);
  const [ranges, rows] = [same.flatMap((one) => one.ranges), same.flatMap((one) => one.rows)];
  const reading = cluster.reading({ ...same[0], ranges, rows }, form);
  return names.length > 1 ? { ...reading, choices: names, choice } : reading;
}

const isJson = (/** @type {Pasted} */ { filled }) =>
  filled.some(({ text }) => opensJson(text)) &&
  !filled.some(({ text }) => /^\s*(?:TokenRange\(|--\s+Address|Address\s.*\sRack\s)/.test(text));

/** @param {Pasted} pasted */
function fits(pasted) {
  const { filled } = pasted;
  const any = (/** @type {RegExp} */ pattern) =>
    filled.some(({ text }) => text.length <= kLongest && pattern.test(text));
  if (any(kHeadings[0]) || any(kHeadings[1]) || any(kStatus) || any(kRing)) return 2;
  if (filled.some(({ text }) => text.includes('TokenRange(start_token:'))) return 2;
  if (!filled.some(({ text }) => opensJson(text))) return 0;
  const has = (/** @type {string} */ word) => filled.some(({ text }) => text.includes(word));
  return (has('"start_token"') && has('"end_token"')) || (has('"tokens"') && has('"is_up"')) ? 2 : 0;
}

export default { system: 'cassandra', title: 'Cassandra', fits, read };

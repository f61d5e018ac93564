// Elasticsearch and OpenSearch: the _cat interface's shards and allocation, as tables or JSON.
import { CatTable, columnsOf } from './elasticsearch/cat_tables.js';
import { jsonIn, memberOf, opensJson, textOf } from '../reading/json.js';
import { Sum, byNumber, bytesOf, figure } from '../reading/figures.js';
import { Unreadable, noTemplate } from '../reading/form.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('./elasticsearch/cat_tables.js').CatRow} CatRow */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../reading/form.js').Figure} Figure */
/**
 * A copy of a shard. `node`: where it is; `to`: where it is going
 * @typedef {{index: string, shard: string, primary: boolean, state: string, node: string, to: string, bytes: ?Figure,
 *   line: number, text: string}} Copy
 */
/** @typedef {{node: string, shards: number, bytes: ?Figure, capacity: ?Figure, line: number}} Allocation */

const kShards = 'index shard prirep state docs store dataset ip node'.split(' ');
const kAllocation = 'shards disk.indices disk.used disk.avail disk.total disk.percent host ip node'.split(' ');
const kRequest = /^\s*(?:GET|POST)\s+\/?_cat\b|^\s*curl\s/;
// Other tables of the interface, which look alike, and what they are.
const kOthers = /** @type {[RegExp, string][]} */ ([
  [/^\s*health\s+status\s+index\s|^\s*(?:green|yellow|red)\s+(?:open|close)\s+\S+\s+[\w-]{22}\s/, 'the indices'],
  [/^\s*index\s+shard\s+prirep\s+ip\s+segment\s/, 'segments'],
  [/^\s*index\s+shard\s+time\s+type\s+stage\s/, 'recoveries'],
  [/^\s*ip\s+heap\.percent\s+ram\.percent\s/, 'the nodes'],
  [/^\s*epoch\s+timestamp\s+cluster\s+status\s/, 'the health'],
]);
const kOtherJson = /"(?:health|pri)"\s*:/;

/** @param {string | undefined} text @returns {?Figure} */
function sizeOf(text) {
  if (text === undefined || text === '-1') return null;
  return /^\d+$/.test(text) ? figure(BigInt(text)) : bytesOf(text);
}

class Indices {
  /** @type {Copy[]} */
  copies = [];
  /** @type {Allocation[]} */
  nodes = [];
  unassigned = 0;
  /** @type {?string} */
  cut = null;
  states = true;
  #pasted;
  /** @type {Map<string, Copy>} */
  #seen = new Map();

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @param {CatRow} row @param {number} line @param {string} text */
  addShard(row, line, text) {
    const of = (/** @type {string} */ column) => row.get(column) ?? '';
    const state = row.get('state') ?? (this.states ? '' : 'STARTED');
    const moving = /^(.*?) -> (?:\S+ \S+ )?(\S.*)$/.exec(of('node'));
    const [node, to] = moving ? [moving[1], moving[2]] : [of('node'), ''];
    const [index, shard] = [of('index'), String(BigInt(of('shard')))];
    const bytes = sizeOf(row.get('store'));
    const primary = of('prirep') === 'p';
    const copy = { index, shard, primary, state, node, to, bytes, line, text };
    if (state === 'UNASSIGNED') return void this.copies.push({ ...copy, node: '', to: '' });
    const key = [index, shard, primary ? 'p' : `r ${copy.node}`].join('\n');
    const before = this.#seen.get(key);
    if (before?.text === text) return this.#pasted.skip(line, 'duplicate');
    if (before && primary && before.node !== copy.node) {
      throw new Unreadable(line, `shard ${shard} of ${index} has a primary in line ${before.line} already`);
    }
    if (before) throw new Unreadable(line, `${copy.node} has shard ${shard} of ${index} already (line ${before.line})`);
    this.#seen.set(key, copy);
    this.copies.push(copy);
  }

  /** @param {CatRow} row @param {number} line */
  addNode(row, line) {
    const [node, shards] = [row.get('node') ?? '', Number(row.get('shards'))];
    if (node === 'UNASSIGNED') return void (this.unassigned += shards);
    const before = this.nodes.find((one) => one.node === node);
    const capacity = sizeOf(row.get('disk.total'));
    const of = { node, shards, bytes: sizeOf(row.get('disk.indices')), capacity, line };
    if (!before) return void this.nodes.push(of);
    if (before.shards !== of.shards || before.bytes !== of.bytes) {
      throw new Unreadable(line, `${node} has another row already (line ${before.line})`);
    }
    this.#pasted.skip(line, 'duplicate');
  }

  /** The last copy, if the text ends in its node's name. */
  dropCut() {
    const last = this.copies[this.copies.length - 1];
    if (!last || last.line !== this.#pasted.last || this.#pasted.ends || last.node === '') return;
    const names = new Set(this.copies.slice(0, -1).flatMap(({ node, to }) => [node, to]));
    const end = last.to || last.node;
    if (names.has(end) || ![...names].some((name) => name.startsWith(end))) return;
    this.copies.pop();
    this.cut = `shard ${last.shard} of ${last.index}: its line is cut`;
    this.#pasted.skip(last.line, 'cut');
  }

  /** The indices, in the order of the text, and the one with the most shards. */
  get names() {
    const counts = /** @type {Map<string, number>} */ (new Map());
    for (const { index, primary } of this.copies) counts.set(index, (counts.get(index) ?? 0) + (primary ? 1 : 0));
    const names = [...counts.keys()];
    const most = Math.max(...counts.values());
    return { names, largest: names.find((name) => counts.get(name) === most) ?? names[0] };
  }

  /** @param {string | undefined} choose @returns {Reading} */
  shards(choose) {
    const { names, largest } = this.names;
    return {
      ...this.#shardsOf(choose, names, largest),
      each: () => names.map((name) => this.#shardsOf(name, names, name)),
    };
  }

  /** @param {string | undefined} choose @param {string[]} names @param {string} largest @returns {Reading} */
  #shardsOf(choose, names, largest) {
    const choice = choose !== undefined && names.includes(choose) ? choose : largest;
    const copies = this.copies.filter(({ index }) => index === choice);
    const rows = rowsOf(copies);
    const nodes = this.#nodesOf(copies);
    const open = copies.filter(({ to }) => to !== '').map(({ shard, node, to }) => ({ entry: shard, from: node, to }));
    const waiting = copies.filter(({ state }) => state === 'UNASSIGNED' || state === 'INITIALIZING');
    const notes = waiting.map(
      ({ shard, primary, state, node }) =>
        `${primary ? 'primary' : 'replica'} of ${shard}: ${state.toLowerCase()}${node && ` on ${node}`}`,
    );
    const sized = copies.some(({ bytes }) => bytes !== null);
    return {
      system: 'elasticsearch',
      form: '_cat/shards',
      choices: names,
      choice,
      strategy: 'table',
      key: 'elasticsearch',
      nodes,
      entries: { kind: 'shards', rows },
      ...(open.length > 0 && { open }),
      ...(notes.length > 0 && { notes }),
      skipped: this.#pasted.skipped,
      cannot_know: [
        'requests',
        'number_of_routing_shards',
        'routing of documents',
        ...(sized ? [] : ['sizes']),
        ...(this.states ? [] : ['states']),
        ...holesOf(rows.map(({ id }) => id)),
        ...(this.cut ? [this.cut] : []),
      ],
    };
  }

  /** @param {Copy[]} copies @returns {ReadNode[]} */
  #nodesOf(copies) {
    const nodes = /** @type {Map<string, ReadNode & {bytes?: Figure, copies: number}>} */ (new Map());
    const sums = /** @type {Map<string, Sum>} */ (new Map());
    const add = (/** @type {string} */ name) => {
      const of = nodes.get(name) ?? { name, copies: 0 };
      nodes.set(name, of);
      return of;
    };
    for (const { node, capacity } of this.nodes) Object.assign(add(node), capacity !== null && { capacity });
    for (const { node, to, bytes } of copies) {
      if (node === '') continue;
      add(node).copies += 1;
      if (to !== '') add(to);
      if (bytes !== null) sums.set(node, (sums.get(node) ?? new Sum()).add(bytes));
    }
    return [...nodes.values()].map((node) => {
      const bytes = sums.get(node.name)?.value;
      return bytes === undefined ? node : { ...node, bytes };
    });
  }

  /** @returns {Reading} */
  allocation() {
    const nodes = this.nodes.map(({ node, bytes, capacity }) => ({
      name: node,
      ...(bytes !== null && { bytes }),
      ...(capacity !== null && { capacity }),
    }));
    const counts = new Map(this.nodes.map(({ node, shards }) => [node, shards]));
    return {
      system: 'elasticsearch',
      form: '_cat/allocation',
      strategy: 'table',
      key: null,
      nodes,
      entries: { kind: 'shards', rows: [], counts, without: this.unassigned },
      skipped: this.#pasted.skipped,
      cannot_know: ['which shards each node has', 'indices', 'requests', ...(this.cut ? [this.cut] : [])],
    };
  }
}

/** @param {Copy[]} copies of one index */
function rowsOf(copies) {
  const byShard = /** @type {Map<string, Copy[]>} */ (new Map());
  for (const copy of copies) byShard.set(copy.shard, [...(byShard.get(copy.shard) ?? []), copy]);
  const rows = [...byShard].map(([id, all]) => {
    const placed = all.filter(({ state, node }) => node !== '' && (state === 'STARTED' || state === 'RELOCATING'));
    const primary = placed.find((copy) => copy.primary);
    const replicas = placed.filter((copy) => !copy.primary).map(({ node }) => node);
    const bytes = primary?.bytes ?? null;
    return {
      ...{ id, owner: primary?.node ?? null, replicas: replicas.sort() },
      ...(bytes !== null && { bytes }),
      ...(placed.length < all.length && { unwell: true }),
    };
  });
  return rows.sort((a, b) => byNumber(a.id, b.id));
}

/** What of the numbers 0, 1 … is missing. @param {string[]} ids ascending */
function holesOf(ids) {
  const holes = /** @type {string[]} */ ([]);
  let next = 0n;
  for (const id of ids) {
    const one = BigInt(id);
    const what = one - next === 1n ? `shard ${next}` : `shards ${next} to ${one - 1n}`;
    if (one > next) holes.push(`${what}: if the index has them, they are not in the text`);
    next = one + 1n;
  }
  return holes;
}

/** Whether a row lacks what it needs: all but copies without a node have one. @param {CatRow} row */
const lacks = (row) => !row.has('node') && row.get('state') !== 'UNASSIGNED';
const kUnassigned = /^\s*(\d+)\s+UNASSIGNED\s*$/;

/** A table of shards or of nodes, by its headings; null: the line is none. @param {string} text */
function headingOf(text) {
  const columns = columnsOf(text);
  const all = (/** @type {string[]} */ names) => names.every((name) => columns.includes(name));
  if (all(['index', 'shard', 'prirep'])) return { table: new CatTable(columns), shards: true };
  return all(['shards', 'disk.indices', 'node']) ? { table: new CatTable(columns), shards: false } : null;
}

/** @param {string} text as a row without headings */
function plainRow(text) {
  const shard = kPlain.shards.row(text);
  if (shard) return { row: shard, ...kAsShards };
  const node = kPlain.allocation.row(text);
  return node?.has('ip') ? { row: node, ...kAsNodes } : null;
}
const kPlain = { shards: new CatTable(kShards), allocation: new CatTable(kAllocation) };
const kAsShards = { table: kPlain.shards, shards: true };
const kAsNodes = { table: kPlain.allocation, shards: false };

/** @param {Indices} indices @param {Pasted} pasted */
function readLines(indices, pasted) {
  let heading = /** @type {ReturnType<typeof headingOf>} */ (null);
  for (const { number, text } of pasted.filled) {
    const next = headingOf(text);
    if (next) {
      heading = next;
      if (next.shards) indices.states &&= next.table.has('state');
      if (!next.table.has('node')) throw new Unreadable(number, 'the column “node” is missing');
      continue;
    }
    const [, waiting] = kUnassigned.exec(text) ?? [];
    if (waiting && !heading?.shards) {
      indices.unassigned += Number(waiting);
      continue;
    }
    const found = heading ? { ...heading, row: heading.table.row(text) } : plainRow(text);
    if (!found?.row || lacks(found.row)) skipLine(indices, pasted, { number, text });
    else {
      noTemplate(text, number);
      if (found.shards) indices.addShard(found.row, number, text.trim());
      else indices.addNode(found.row, number);
    }
  }
  indices.dropCut();
}

/** @param {Indices} indices @param {Pasted} pasted @param {Line} line */
function skipLine(indices, pasted, { number, text }) {
  if (kRequest.test(text)) return pasted.skip(number, 'prompt');
  if (/\s[pr]\s/.test(text)) noTemplate(text, number);
  if (number !== pasted.last) return pasted.skip(number, 'text');
  const shard = /\s(\d+)\s+[prs]\s/.exec(text);
  indices.cut = shard ? `shard ${shard[1]}: its line is cut` : 'what comes after the cut line';
  return pasted.skip(number, 'cut');
}

/** @param {Indices} indices @param {Pasted} pasted */
function readJson(indices, pasted) {
  const { json, before, after } = jsonIn(pasted.filled);
  for (const { number, text } of [...before, ...after]) pasted.skip(number, kRequest.test(text) ? 'prompt' : 'text');
  const error = memberOf(json, 'error');
  if (error) throw new Unreadable(error.line, 'the server answered with an error');
  for (const item of json.items ?? [json]) {
    const row = /** @type {CatRow} */ (new Map());
    for (const [name, value] of item.members ?? []) {
      const text = textOf(value);
      if (text === undefined || text === '') continue;
      noTemplate(text, value.line);
      row.set(columnsOf(name)[0], text);
    }
    addJson(indices, row, item.line);
  }
}

/** @param {Indices} indices @param {CatRow} row @param {number} line */
function addJson(indices, row, line) {
  const needed = row.has('shards') ? ['node'] : ['index', 'shard', 'prirep'];
  const missing = needed.find((name) => !row.has(name));
  if (missing) throw new Unreadable(line, `the member “${missing}” is missing`);
  const number = row.get('shards') ?? row.get('shard') ?? '';
  if (!/^\d{1,15}$/.test(number)) throw new Unreadable(line, `“${number.slice(0, 40)}” is no number`);
  if (row.has('shards')) return indices.addNode(row, line);
  indices.states &&= row.has('state');
  return indices.addShard(row, line, JSON.stringify([...row]));
}

const isJson = (/** @type {Pasted} */ { filled }) => filled.some(({ text }) => opensJson(text));

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const indices = new Indices(pasted);
  for (const { number, text } of pasted.filled) {
    const other = kOthers.find(([pattern]) => pattern.test(text));
    const what = other?.[1] ?? (kOtherJson.test(text) && !hasRows(pasted) ? 'the indices' : null);
    if (what) throw new Unreadable(number, `${what}, not their shards: _cat/shards says which node has each`);
  }
  if (isJson(pasted)) readJson(indices, pasted);
  else readLines(indices, pasted);
  if (indices.copies.length > 0) return indices.shards(choose);
  if (indices.nodes.length === 0) throw new Unreadable(pasted.last, 'the table ends before its rows');
  return indices.allocation();
}

const hasRows = (/** @type {Pasted} */ { filled }) => {
  const has = (/** @type {string} */ word) => filled.some(({ text }) => text.includes(word));
  return (has('"prirep"') && has('"shard"')) || (has('"shards"') && has('"disk.indices"'));
};

/** @param {Pasted} pasted */
function fits(pasted) {
  const { filled } = pasted;
  if (isJson(pasted)) {
    const has = (/** @type {string} */ word) => filled.some(({ text }) => text.includes(word));
    const indices = has('"health"') && has('"pri"') && has('"rep"');
    return hasRows(pasted) || indices || (has('"root_cause"') && has('"error"')) ? 2 : 0;
  }
  const any = filled.some(({ text }) => kOthers.some(([other]) => other.test(text)) || headingOf(text));
  return any || filled.some(({ text }) => isPlain(text)) ? 2 : 0;
}

// A row of shards without headings has a state; one of nodes sizes and an address.
const isPlain = (/** @type {string} */ text) =>
  /\s[prs]\s+(?:STARTED|RELOCATING|INITIALIZING|UNASSIGNED)\b/.test(text) ||
  (/^\s*\d+\s+\d+(?:\.\d+)?[kmgtp]?b\s/.test(text) && plainRow(text) !== null);

export default { system: 'elasticsearch', title: 'Elasticsearch', fits, read };

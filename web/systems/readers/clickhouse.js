// ClickHouse: the clusters of remote_servers, in XML or YAML, or the rows of system.clusters. A Distributed table
// beside them says which expression decides.
import { chosen } from '../reading/choices.js';
import { eachItem, jsonIn, opensJson } from '../reading/json.js';
import { elementsIn } from '../reading/xml.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { hasTable, rowsOf, tablesIn } from '../reading/tables.js';
import { Templates, yamlTrees } from '../reading/yaml.js';
import { distributedIn, functionOf, kDistributed } from './clickhouse/distributed.js';
import { clusterOf, clustersIn, elementsOf, named } from './clickhouse/remote_servers.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Entry} Entry */
/** @typedef {import('../reading/tables.js').Row} Row */
/** @typedef {import('../reading/xml.js').Element} Element */
/** @typedef {import('./clickhouse/remote_servers.js').Cluster} Cluster */
/** @typedef {import('./clickhouse/distributed.js').Distributed} Distributed */
/** @typedef {{cluster: Cluster, warnings: string[]}} Found */
/**
 * @typedef {{form: string, found: (() => Found)[], names: {name: string, line: number}[], notes: string[], table:
 *   ?Distributed}} Text
 */

const kXml = /<(?:clickhouse_)?remote_servers\b/;
const kYaml = /^\s*["']?(?:clickhouse_)?remote_servers["']?\s*:/;
const kMostRows = 100_000;
const kMostWeight = 1_000_000; // of a node (core/model), and ten times that of all entries (partitions.cpp)

const kColumns = ['cluster', 'shard_num', 'host_name'];
const isHeading = (/** @type {string[]} */ names) => kColumns.every((name) => names.includes(name));
const has = (/** @type {Line[]} */ lines, /** @type {RegExp} */ mark) => lines.some(({ text }) => mark.test(text));
const isXml = (/** @type {Line[]} */ lines) =>
  has(lines, kXml) || (has(lines, /<(?:shard|node)\b/) && has(lines, /<host\b/) && has(lines, /<(?:replica|port)\b/));
const isJson = (/** @type {Line[]} */ lines) =>
  has(lines, /"shard_num"\s*:/) && has(lines, /"cluster"\s*:/) && lines.some(({ text }) => opensJson(text));

/** Remainders in the order of the shards. @param {Cluster} cluster @returns {import('../reading/form.js').Entries} */
function entriesOf({ shards }) {
  const sum = shards.reduce((all, { weight }) => all + weight, 0);
  if (sum > kMostRows) {
    return { kind: 'remainders', rows: [], counts: new Map(shards.map(({ name, weight }) => [name, weight])) };
  }
  const rows = /** @type {Entry[]} */ ([]);
  for (const { name, weight, replicas } of shards) {
    const others = replicas.slice(1).map((replica) => replica.name);
    for (let i = 0; i < weight; ++i) rows.push({ id: `${rows.length}`, owner: name, replicas: others });
  }
  return { kind: 'remainders', rows };
}

/** What a Distributed table says of the keys of this cluster. @param {?Distributed} table @param {string} name */
function keysOf(table, name) {
  const integer = { id: 'partitions', params: { dialect: 'clickhouse_integer', type: 'int64' } };
  const unknown = 'the sharding key: it is in the Distributed table';
  if (!table || (table.cluster !== name && !/[{]/.test(table.cluster))) {
    return {
      of: { placed_by: integer },
      notes: ['keys of the link are values of the sharding expression, which is in the Distributed table'],
      cannot: [unknown],
    };
  }
  const found = functionOf(table);
  const of = { key_expression: table.expression.replace(/\s+/g, ' ') };
  if ('why' in found) return { of, notes: [found.why], cannot: [] };
  const notes = found.unsigned ? ['unsigned columns: keys of the link go up to half of what they can hold'] : [];
  return { of: { ...of, placed_by: { id: 'partitions', params: found.params } }, notes, cannot: [] };
}

/** @param {Found} found @param {Text} text @param {Pasted} pasted */
function readingOf({ cluster, warnings }, { form, notes, table }, pasted) {
  const { name, line, shards } = cluster;
  const sum = shards.reduce((all, { weight }) => all + weight, 0);
  if (sum === 0) throw new Unreadable(line, 'no shard has a weight: no row has a place');
  const keys = keysOf(table, name);
  const portless = shards.flatMap(({ replicas }) => replicas.filter(({ port }) => !port).map((one) => one.name));
  const twice = shards.some((shard, i) => shard.name !== shards[i].replicas[0].name);
  const large = shards.some(({ weight }) => weight > kMostWeight) || sum > 10 * kMostWeight;
  const hosts = shards.map(({ replicas: [one] }) => one.name.replace(/\/[^/]*$/, ''));
  const shared = new Set(hosts).size < hosts.length;
  const told = [...notes, ...keys.notes, ...(twice || shared ? ['the same host twice is two shards here'] : [])];
  return {
    ...{ system: 'clickhouse', form, strategy: /** @type {const} */ ('table'), key: null, ...keys.of },
    nodes: shards.map(({ name: of, weight, replicas }) => ({
      ...{ name: of, weight },
      ...(replicas.length > 1 && { replicas: replicas.slice(1).map((replica) => replica.name) }),
    })),
    entries: entriesOf(cluster),
    ...(warnings.length > 0 && { warnings }),
    ...(told.length > 0 && { notes: told }),
    ...(large && { needs: ['clickhouse: weights above 1000000'] }),
    skipped: pasted.skipped,
    cannot_know: [...keys.cannot, 'sizes', ...portless.map((one) => `port of ${one}: the server’s own tcp_port`)],
  };
}

/**
 * The lines of a Distributed table count; all others around the clusters are skipped.
 * @param {Pasted} pasted @param {Line[]} lines
 */
function around(pasted, lines) {
  const table = distributedIn(lines);
  const isOf = (/** @type {number} */ line) => table && line >= table.line && line <= table.last;
  for (const { number } of lines) if (!isOf(number)) pasted.skip(number, 'text');
  return table;
}

/**
 * @param {Element[]} elements @param {Pasted} pasted @param {string} form @param {?Distributed} table @returns {Text}
 */
function textOf(elements, pasted, form, table) {
  const { clusters, sections, others } = clustersIn(elements);
  if (clusters.length === 0)
    throw new Unreadable(sections[0]?.line ?? pasted.filled[0].number, 'there are no clusters');
  const lines = new Map();
  for (const { name, line } of clusters) {
    const before = lines.get(name);
    if (before !== undefined) throw new Unreadable(line, `the cluster ${name} is already in line ${before}`);
    lines.set(name, line);
  }
  const own = [...sections, ...clusters];
  const isOwn = (/** @type {number} */ line) => own.some((one) => line >= one.line && line <= one.end);
  for (const { line, end } of others) {
    for (const { number } of pasted.filled) {
      if (number >= line && number <= end && !isOwn(number)) pasted.skip(number, 'not remote_servers');
    }
  }
  const incl = sections.some(({ attributes }) => attributes.has('incl'));
  return {
    form,
    table,
    found: clusters.map((element) => () => {
      const warnings = /** @type {string[]} */ ([]);
      return { cluster: clusterOf(element, warnings), warnings };
    }),
    names: clusters,
    notes: incl ? ['incl: clusters that the file of include_from has are not in this text'] : [],
  };
}

/** @param {Pasted} pasted @returns {Text} */
function xmlText(pasted) {
  const lines = pasted.body(/<(?:clickhouse|yandex|clickhouse_remote_servers|remote_servers|shard|node)\b/);
  const outside = new Set();
  // What is before the first element and behind the last one.
  const first = lines.findIndex(({ text }) => /^\s*<[?!\p{L}]/u.test(text));
  const last = lines.findLastIndex(({ text }) => /[<>]/.test(text));
  const whole = first >= 0 && last >= first ? lines.slice(first, last + 1) : lines;
  for (const { number, text } of lines)
    if (!whole.some((one) => one.number === number) && text.trim()) outside.add(number);
  const elements = elementsIn(whole, (line) => outside.add(line));
  const table = around(
    pasted,
    lines.filter(({ number }) => outside.has(number)),
  );
  return textOf(elements, pasted, 'remote_servers', table);
}

/** @param {Pasted} pasted @returns {Promise<Text>} */
async function yamlText(pasted) {
  const templates = new Templates();
  const all = pasted.body(kYaml);
  const sql = all.findIndex(({ text }) => /^\s*(?:CREATE|ATTACH)\s+TABLE\b/i.test(text));
  const lines = sql < 0 ? all : all.slice(0, sql);
  const table = around(
    pasted,
    (sql < 0 ? [] : all.slice(sql)).filter(({ text }) => text.trim() !== ''),
  );
  const trees = await yamlTrees(lines, templates);
  return templates.reading(() => {
    const elements = trees.flatMap((tree) => [...(tree.members ?? [])].flatMap(([name, of]) => elementsOf(name, of)));
    for (const element of elements) unmask(element, templates);
    return textOf(elements, pasted, 'remote_servers', table);
  });
}

/**
 * Marks of templates as they were written, so that they refuse where they decide.
 * @param {Element} element @param {Templates} templates
 */
function unmask(element, templates) {
  element.name = templates.masks.unmasked(element.name);
  element.text = templates.masks.unmasked(element.text);
  for (const child of element.children) unmask(child, templates);
}

/** @param {Row} row @param {string} name @param {string} [usual] */
function cellOf({ cells, line }, name, usual) {
  const text = cells.get(name) ?? usual;
  if (text === undefined) throw new Unreadable(line, `the column “${name}” is missing`);
  noTemplate(text, line);
  return text;
}

/** @param {Row} row @param {string} name @param {string} [usual] */
function numberOf(row, name, usual) {
  const text = cellOf(row, name, usual);
  if (!/^\d{1,10}$/.test(text)) throw new Unreadable(row.line, `“${text.slice(0, 30)}” is no number`);
  return Number(text);
}

/**
 * @typedef {{line: number, weight: number, replicas: Map<number, {name: string, line: number, port: boolean}>}}
 *   Numbered
 */

/** @param {Row[]} rows of system.clusters @param {Pasted} pasted */
function clustersOf(rows, pasted) {
  const clusters = /** @type {Map<string, {line: number, shards: Map<number, Numbered>}>} */ (new Map());
  for (const row of rows) {
    const [name, shard] = [cellOf(row, 'cluster'), numberOf(row, 'shard_num')];
    const cluster = clusters.get(name) ?? { line: row.line, shards: new Map() };
    clusters.set(name, cluster);
    const weight = numberOf(row, 'shard_weight', '1');
    const of = cluster.shards.get(shard) ?? { line: row.line, weight, replicas: new Map() };
    cluster.shards.set(shard, of);
    if (of.weight !== weight) throw new Unreadable(row.line, `shard ${shard} has another weight in line ${of.line}`);
    const number = numberOf(row, 'replica_num', `${of.replicas.size + 1}`);
    const [host, port] = [cellOf(row, 'host_name'), cellOf(row, 'port', '')];
    if (host === '' || /[\s,]/.test(host)) throw new Unreadable(row.line, `“${host.slice(0, 40)}” is no host`);
    if (port !== '' && !/^\d{1,5}$/.test(port)) throw new Unreadable(row.line, `“${port.slice(0, 30)}” is no port`);
    const database = cellOf(row, 'default_database', '');
    const ip = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    const replica = {
      name: `${ip}${port && `:${port}`}${database && `/${database}`}`,
      line: row.line,
      port: port !== '',
    };
    const before = of.replicas.get(number);
    if (before && before.name !== replica.name) {
      throw new Unreadable(
        row.line,
        `replica ${number} of shard ${shard} already belongs to ${before.name} (line ${before.line})`,
      );
    }
    if (before) pasted.skip(row.line, 'duplicate');
    else of.replicas.set(number, replica);
  }
  return clusters;
}

/** @param {Row[]} rows @param {Pasted} pasted @param {?Distributed} table @param {string[]} notes @returns {Text} */
function tableText(rows, pasted, table, notes) {
  const clusters = clustersOf(rows, pasted);
  const found = [...clusters].map(([name, { line, shards }]) => {
    const numbers = [...shards.keys()].sort((a, b) => a - b);
    const hole = numbers.findIndex((number, i) => number !== i + 1);
    if (hole >= 0) {
      const why = `shard ${hole + 1} is not in the text`;
      return () => ({ cluster: { name, line, shards: [], why }, warnings: [] });
    }
    const inOrder = numbers.map((number) => {
      const { line: at, weight, replicas } = /** @type {Numbered} */ (shards.get(number));
      const of = [...replicas].sort(([a], [b]) => a - b).map(([, replica]) => replica);
      return { line: at, weight, replicas: of };
    });
    return () => ({ cluster: { name, line, shards: named(inOrder), why: '' }, warnings: [] });
  });
  return {
    ...{ form: 'system.clusters', table, found, notes },
    names: [...clusters].map(([name, { line }]) => ({ name, line })),
  };
}

/** @param {Pasted} pasted @returns {Text} */
function queryText(pasted) {
  const lines = pasted.filled;
  const sql = lines.findIndex(({ text }) => /^\s*(?:CREATE|ATTACH)\s+TABLE\b/i.test(text));
  const table = sql < 0 || !has(lines, kDistributed) ? null : around(pasted, lines.slice(sql));
  const own = table ? lines.slice(0, sql) : lines;
  const rows = isJson(own) ? jsonRows(own, pasted) : tablesIn(pasted, isHeading, own).flatMap((one) => one.rows);
  if (rows.length === 0) throw new Unreadable(pasted.last, 'the table ends before its rows');
  const weightless = !rows[0].cells.has('shard_weight');
  if (weightless && own.length > 0) throw new Unreadable(rows[0].line, 'the column “shard_weight” is missing');
  return tableText(rows, pasted, table, []);
}

/** @param {Line[]} lines @param {Pasted} pasted */
function jsonRows(lines, pasted) {
  const objects = /** @type {import('../reading/json.js').Tree[]} */ ([]);
  if (/^\s*\{.*\}\s*$/.test(lines.find(({ text }) => opensJson(text))?.text ?? '')) {
    for (const line of lines) {
      if (opensJson(line.text)) objects.push(jsonIn([line]).json);
      else pasted.skip(line.number, 'text');
    }
    return rowsOf(objects);
  }
  const { before, after } = eachItem(lines, (item) => objects.push(item));
  for (const { number } of [...before, ...after]) pasted.skip(number, 'text');
  return rowsOf(objects.flatMap((one) => one.members?.get('data')?.items ?? [one]));
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const { filled } = pasted;
  const text = isXml(filled) ? xmlText(pasted) : has(filled, kYaml) ? await yamlText(pasted) : queryText(pasted);
  // All of them are read, so that what ClickHouse would refuse in one of them refuses the text.
  const found = text.found.map((one) => one());
  const offers = found.map((one) => {
    const { name, line, why } = one.cluster;
    return { name, not: why ? { line, why } : null, read: () => readingOf(one, text, pasted) };
  });
  const reading = chosen(offers, choose);
  if (reading.choices) return reading;
  const { system, form, ...of } = reading;
  return { system, form, choices: [offers[0].name], choice: offers[0].name, ...of };
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  if (isXml(filled)) return has(filled, kXml) || has(filled, /<(?:shard|replica)\b/) ? 2 : 1;
  return has(filled, kYaml) || isJson(filled) || hasTable(filled, isHeading, /shard_num/i) ? 2 : 0;
}

export default { system: 'clickhouse', title: 'ClickHouse', fits, read };

// ShardingSphere: data sources and the rule !SHARDING of a YAML configuration. What decides a data source, or a table
// in one, is read where it is a remainder: INLINE of “column % n”, MOD, HASH_MOD (Math.abs of Java's hashCode).
import { chosen } from '../reading/choices.js';
import { Unreadable } from '../reading/form.js';
import { Templates, treesOf } from '../reading/yaml.js';

/** @typedef {import('../reading/json.js').Tree} Tree */
/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {(tree: ?Tree | undefined) => string} TextOf */
/** @typedef {{data: string, table: string}} DataNode */
/**
 * What decides. `targets`: of the remainders in turn; `why` it is nothing that Reshard has, or ''.
 * @typedef {{column: string, type: string, count: number, targets: string[], words: string, why: string}} Rule
 */

const kTables = /^\s*["']?(?:shardingAlgorithms|sharding-algorithms)["']?\s*:/;
const kMark = /!SHARDING\b/;
const kMost = 100_000;
// In ShardingSphere's own expressions, ${…} and $->{…} are not a template's marks.
const kExpression = /\$(?:->)?\{([^{}]*)\}/g;

/**
 * A member by its name in camelCase or with hyphens.
 * @param {?Tree | undefined} tree @param {string[]} names @returns {?Tree}
 */
function member(tree, ...names) {
  let found = tree ?? null;
  for (const name of names) {
    const hyphens = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    found = found?.members?.get(name) ?? found?.members?.get(hyphens) ?? null;
  }
  return found;
}

/** The values of “0..3”, “['a', 'b']”. @param {string} within @param {number} line */
function rangeOf(within, line) {
  const [, first, last] = /^\s*(\d{1,9})\s*\.\.\s*(\d{1,9})\s*$/.exec(within) ?? [];
  if (first !== undefined) {
    const [from, to] = [Number(first), Number(last)];
    if (to < from || to - from >= kMost) throw new Unreadable(line, `“${within.slice(0, 40)}” is no range`);
    return Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
  }
  const list = /^\s*\[(.*)\]\s*$/
    .exec(within)?.[1]
    .split(',')
    .map((one) => one.trim().replace(/^(['"])(.*)\1$/, '$2'));
  if (!list?.every((one) => /^\w+$/.test(one))) throw new Unreadable(line, `variable: \${${within.slice(0, 40)}}`);
  return list;
}

/** All names that an expression stands for. @param {string} text @param {number} line @returns {string[]} */
function expanded(text, line) {
  let names = [''];
  let at = 0;
  for (const found of text.matchAll(kExpression)) {
    const before = text.slice(at, found.index);
    const values = rangeOf(found[1], line);
    if (names.length * values.length > kMost) throw new Unreadable(line, `more than ${kMost} names`);
    names = names.flatMap((name) => values.map((value) => name + before + value));
    at = found.index + found[0].length;
  }
  const rest = text.slice(at);
  if (rest.includes('$')) throw new Unreadable(line, `“${rest.slice(0, 40)}” is no expression that is known`);
  return names.map((name) => name + rest);
}

/** The parts between commas outside of expressions. @param {string} text */
const partsOf = (text) =>
  (text.match(/(?:\$(?:->)?\{[^{}]*\}|[^,])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');

/** @param {?Tree} tree @param {TextOf} textOf @returns {DataNode[]} */
function dataNodesIn(tree, textOf) {
  if (!tree) return [];
  return partsOf(textOf(tree))
    .flatMap((part) => expanded(part, tree.line))
    .map((name) => {
      const [data, table, more] = name.split('.');
      if (!table || more !== undefined)
        throw new Unreadable(tree.line, `“${name.slice(0, 60)}” is no data source and table`);
      return { data, table };
    });
}

/**
 * @param {?Tree} strategy @param {?Tree} algorithms @param {string[]} targets all that there are
 * @param {TextOf} textOf @returns {?Rule}
 */
function ruleOf(strategy, algorithms, targets, textOf) {
  const standard = member(strategy, 'standard');
  if (!strategy || member(strategy, 'none')) return null;
  const kind = [...(strategy.members?.keys() ?? [])][0] ?? '';
  const none = { column: '', type: kind, count: 0, targets, words: kind };
  if (!standard) return { ...none, why: `${kind.slice(0, 40)} places no keys by one column` };
  const column = textOf(member(standard, 'shardingColumn'));
  const name = textOf(member(standard, 'shardingAlgorithmName'));
  const algorithm = algorithms?.members?.get(name);
  if (!algorithm) throw new Unreadable(standard.line, `the algorithm ${name.slice(0, 40)} is not in the text`);
  const type = textOf(member(algorithm, 'type')).toUpperCase();
  const props = member(algorithm, 'props');
  const of = { column, type, targets, words: '', count: 0, why: '' };
  if (type === 'INLINE') return inlineOf(of, props, algorithm, textOf);
  const count = textOf(props?.members?.get('sharding-count'));
  if (type !== 'MOD' && type !== 'HASH_MOD')
    return { ...of, words: `${type} of ${column}`, why: `${type}: Reshard does not have it` };
  if (!/^[1-9]\d{0,5}$/.test(count))
    throw new Unreadable(props?.line ?? algorithm.line, `sharding-count: “${count.slice(0, 30)}” is no number`);
  const more = [...(props?.members?.keys() ?? [])].filter((prop) => prop !== 'sharding-count');
  const why = more.length > 0 ? `${type} with ${more.join(', ').slice(0, 60)}: Reshard does not have it` : '';
  return numbered(
    { ...of, words: `${type} of ${column}, ${count}`, count: Number(count), why },
    props?.line ?? algorithm.line,
  );
}

/** @param {Rule} of @param {?Tree} props @param {Tree} algorithm @param {TextOf} textOf @returns {Rule} */
function inlineOf(of, props, algorithm, textOf) {
  const tree = props?.members?.get('algorithm-expression') ?? null;
  const text = textOf(tree);
  const line = tree?.line ?? algorithm.line;
  if (text === '') throw new Unreadable(line, 'INLINE without an algorithm-expression');
  const [, before, column, digits, after] = /^([^$]*)\$(?:->)?\{\s*(\w+)\s*%\s*(\d{1,6})\s*\}([^$]*)$/.exec(text) ?? [];
  if (column === undefined || column !== of.column || Number(digits) === 0) {
    return { ...of, words: text, why: `${text.slice(0, 60)}: it is shown, not run` };
  }
  const count = Number(digits);
  const names = Array.from({ length: count }, (_, i) => `${before}${i}${after}`);
  const missing = names.find((name) => !of.targets.includes(name));
  if (missing !== undefined) throw new Unreadable(line, `${missing} is no target, but the expression gives it`);
  return { ...of, words: `${column} % ${count}`, count, targets: names };
}

/**
 * The targets whose names end with the remainder, as ShardingSphere looks for them.
 * @param {Rule} of @param {number} line @returns {Rule}
 */
function numbered(of, line) {
  const names = Array.from({ length: of.count }, (_, i) => {
    const own = of.targets.filter((name) => new RegExp(`(?:^|\\D)0*${i}$`).test(name));
    const unique = [...new Set(own)];
    if (unique.length !== 1)
      throw new Unreadable(line, `${unique.length} targets end with the remainder ${i}, not one`);
    return unique[0];
  });
  return { ...of, targets: names };
}

/** host:port of a JDBC address. @param {?Tree} source @param {TextOf} textOf */
function hostOf(source, textOf) {
  const url = textOf(member(source, 'url') ?? member(source, 'jdbcUrl'));
  return /^jdbc:[\w:]*\/\/([\w.-]+(?::\d+)?|\[[\da-f:]+\](?::\d+)?)(?:[/?;]|$)/i.exec(url)?.[1];
}

/** @param {Rule} rule @param {boolean} single whether entries are dealt in turn */
function placementOf({ column, type, words, why }, single) {
  const of = { key_expression: words || column };
  if (why) return { of, notes: [why], cannot: [] };
  if (!single) return { of, notes: ['tables are not dealt to the data sources in turn'], cannot: [] };
  if (type === 'HASH_MOD') {
    const params = { dialect: 'shardingsphere', type: 'int64' };
    return {
      of: { ...of, placed_by: { id: 'partitions', params } },
      notes: [],
      cannot: [`the type of ${column}: the link takes whole numbers, and texts have another hash`],
    };
  }
  // The remainder of a whole number, which Reshard has as MariaDB's HASH.
  const params = { dialect: 'mariadb_hash', type: 'int64' };
  const notes = ['keys below 0 have no target'];
  return { of: { ...of, placed_by: { id: 'partitions', params } }, notes, cannot: [] };
}

/**
 * Whether the entries are dealt to the nodes in turn, in whole rounds: then the remainder by the entries is that by the
 * nodes.
 * @param {{owner: string}[]} rows @param {string[]} names
 */
const inTurn = (rows, names) =>
  rows.length % names.length === 0 && rows.every(({ owner }, i) => owner === names[i % names.length]);

/** @typedef {{sources: ?Tree, single: boolean, each: number}} Around `each`: tables in each data source */

/**
 * @param {Rule} rule @param {{id: string, owner: string, replicas: string[]}[]} rows @param {string[]} names
 * @param {Around} around @param {TextOf} textOf @param {Pasted} pasted
 */
function readingOf(rule, rows, names, { sources, single, each }, textOf, pasted) {
  const { of, notes, cannot } = placementOf(rule, single);
  const told = [...notes, ...(each > 1 ? [`${each} tables in each data source`] : [])];
  return {
    ...{ system: 'shardingsphere', form: 'configuration', strategy: /** @type {const} */ ('table'), key: null, ...of },
    nodes: names.map((data) => {
      const host = hostOf(sources?.members?.get(data) ?? null, textOf);
      return { name: data, ...(host !== undefined && { host }) };
    }),
    entries: { kind: 'shards', rows },
    ...(told.length > 0 && { notes: told }),
    ...{ skipped: pasted.skipped, cannot_know: [...cannot, 'sizes'] },
  };
}

/**
 * @param {string} name @param {Tree} tree @param {Tree} root @param {?Tree} sharding @param {TextOf} textOf
 * @param {Pasted} pasted
 */
function offerOf(name, tree, root, sharding, textOf, pasted) {
  const algorithms = member(sharding, 'shardingAlgorithms');
  const nodes = dataNodesIn(member(tree, 'actualDataNodes'), textOf);
  const sources = member(root, 'dataSources');
  const names = [...new Set(nodes.map(({ data }) => data))];
  const unknown = sources?.members && names.find((data) => !sources.members?.has(data));
  if (unknown) throw new Unreadable(tree.line, `the data source ${unknown.slice(0, 40)} is not in the text`);
  const database = member(tree, 'databaseStrategy') ?? member(sharding, 'defaultDatabaseStrategy');
  const tables = member(tree, 'tableStrategy') ?? member(sharding, 'defaultTableStrategy');
  const byData = names.length > 1 ? ruleOf(database, algorithms, names, textOf) : null;
  const own =
    byData ??
    ruleOf(
      tables,
      algorithms,
      nodes.map(({ table }) => table),
      textOf,
    );
  if (nodes.length === 0) return { name, not: { line: tree.line, why: 'no actualDataNodes' } };
  if (!own) return { name, not: { line: tree.line, why: 'no strategy: no key decides' } };
  const reading = () => {
    const rows = own.targets.map((target, i) => {
      if (byData) return { id: own.why ? target : `${i}`, owner: target, replicas: [] };
      const places = nodes.filter(({ table }) => table === target);
      if (places.length > 1)
        throw new Unreadable(tree.line, `the table ${target.slice(0, 40)} is in ${places.length} data sources`);
      return { id: target, owner: places[0].data, replicas: [] };
    });
    const single = inTurn(rows, names);
    const each = byData ? nodes.length / names.length : 1;
    return readingOf(own, rows, names, { sources, single, each }, textOf, pasted);
  };
  return { name, not: null, read: reading };
}

/**
 * A table whose parts ShardingSphere itself deals: part i is in data source i mod n.
 * @param {string} name @param {Tree} tree @param {Tree} root @param {?Tree} sharding @param {TextOf} textOf
 * @param {Pasted} pasted
 */
function autoOfferOf(name, tree, root, sharding, textOf, pasted) {
  const list = member(tree, 'actualDataSources');
  if (!list) throw new Unreadable(tree.line, 'an autoTable without actualDataSources');
  const names = [...new Set(partsOf(textOf(list)).flatMap((part) => expanded(part, list.line)))];
  const sources = member(root, 'dataSources');
  const unknown = sources?.members && names.find((data) => !sources.members?.has(data));
  if (unknown) throw new Unreadable(list.line, `the data source ${unknown.slice(0, 40)} is not in the text`);
  const algorithms = member(sharding, 'shardingAlgorithms');
  const own = autoRuleOf(member(tree, 'shardingStrategy'), name, algorithms, textOf);
  if (!own || own.why) return { name, not: { line: tree.line, why: own?.why ?? 'no strategy: no key decides' } };
  const reading = () => {
    const rows = own.targets.map((id, i) => ({ id, owner: names[i % names.length], replicas: [] }));
    const single = inTurn(rows, names);
    return readingOf(own, rows, names, { sources, single, each: 1 }, textOf, pasted);
  };
  return { name, not: null, read: reading };
}

/**
 * @param {?Tree} strategy @param {string} name of the table @param {?Tree} algorithms @param {TextOf} textOf
 * @returns {?Rule}
 */
function autoRuleOf(strategy, name, algorithms, textOf) {
  const algorithm = algorithms?.members?.get(textOf(member(strategy, 'standard', 'shardingAlgorithmName')));
  const count = textOf(member(algorithm, 'props')?.members?.get('sharding-count'));
  const parts = /^[1-9]\d{0,4}$/.test(count) ? Number(count) : 0;
  const targets = Array.from({ length: parts }, (_, i) => `${name}_${i}`);
  const type = textOf(member(algorithm, 'type')).toUpperCase();
  const own = ruleOf(strategy, algorithms, targets, textOf);
  return own && type === 'INLINE' ? { ...own, why: 'INLINE is no algorithm of autoTables' } : own;
}

/** @type {import('../reading/read.js').Reader['read']} */
async function read(pasted, { choose }) {
  const templates = new Templates();
  const trees = await treesOf(pasted, pasted.body(kTables), templates);
  const textOf = (/** @type {?Tree | undefined} */ tree) => {
    if (!tree) return '';
    if (tree.text === null) throw new Unreadable(tree.line, 'a value is no text');
    const text = templates.masks.unmasked(tree.text);
    const mark = /\{\{.*?\}\}|\{%.*?%\}|<%.*?%>/.exec(text)?.[0];
    if (mark) throw new Unreadable(tree.line, `template: ${mark}`);
    return text;
  };
  const offers = trees.flatMap((tree) => {
    const root = member(tree, 'spring', 'shardingsphere') ?? tree;
    const rules = member(root, 'rules');
    const list = rules?.items ?? (member(rules, 'sharding') ? [/** @type {Tree} */ (member(rules, 'sharding'))] : []);
    return list.flatMap((sharding) => [
      ...[...(member(sharding, 'tables')?.members ?? [])].map(([name, table]) =>
        offerOf(name, table, root, sharding, textOf, pasted),
      ),
      ...[...(member(sharding, 'autoTables')?.members ?? [])].map(([name, table]) =>
        autoOfferOf(name, table, root, sharding, textOf, pasted),
      ),
    ]);
  });
  if (offers.length === 0) throw new Unreadable(pasted.filled[0].number, 'there are no sharded tables in the text');
  return chosen(offers, choose);
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const any = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (!any(kTables) && !any(kMark)) return 0;
  return any(/actualDataNodes|actual-data-nodes/) || any(kMark) ? 2 : 1;
}

export default { system: 'shardingsphere', title: 'ShardingSphere', fits, read };

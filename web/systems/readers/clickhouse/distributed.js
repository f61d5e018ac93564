// A Distributed table of ClickHouse beside its cluster: the expression that decides the shard of a row, where Reshard
// has its function.
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Line} Line */
/**
 * @typedef {{line: number, last: number, cluster: string, expression: string, columns: Map<string, string>}}
 *   Distributed
 */

const kFunctions = new Map(
  Object.entries({
    cityHash64: 'clickhouse_city',
    xxHash64: 'clickhouse_xxhash64',
    sipHash64: 'clickhouse_siphash64',
    murmurHash3_64: 'clickhouse_murmurhash3_64',
    murmurHash2_64: 'clickhouse_murmurhash2_64',
    murmurHash3_32: 'clickhouse_murmurhash3_32',
    halfMD5: 'clickhouse_halfmd5',
    intHash64: 'clickhouse_inthash64',
    intHash32: 'clickhouse_inthash32',
    javaHash: 'clickhouse_javahash',
  }),
);
const kOneColumn = ['clickhouse_inthash64', 'clickhouse_inthash32', 'clickhouse_javahash', 'clickhouse_integer'];
const kIntegers = ['int64', 'int32', 'int16'];
const kTypes = new Map(
  Object.entries({ String: 'text', Int64: 'int64', Int32: 'int32', Int16: 'int16', UUID: 'uuid' }),
);
const kUnsigned = new Map(Object.entries({ UInt64: 'int64', UInt32: 'int32', UInt16: 'int16' }));
const kTypesOf = (/** @type {string} */ dialect) => {
  if (dialect === 'clickhouse_javahash') return ['text', ...kIntegers];
  return kOneColumn.includes(dialect) ? kIntegers : ['text', 'uuid', ...kIntegers];
};

export const kDistributed = /\bEngine\s*=\s*Distributed\s*\(/i;

/** The parts between commas outside brackets and quotes, up to the bracket that ends them. @param {string} text */
function partsOf(text) {
  const parts = [''];
  let [deep, quote] = [0, ''];
  for (let i = 0; i < text.length; ++i) {
    const sign = text[i];
    if (quote) quote = sign === quote ? '' : quote;
    else if (/['"`]/.test(sign)) quote = sign;
    else if (sign === '(') deep += 1;
    else if (sign === ')' && deep === 0) return { parts: parts.map((part) => part.trim()), end: i };
    else if (sign === ')') deep -= 1;
    else if (sign === ',' && deep === 0) {
      parts.push('');
      continue;
    }
    parts[parts.length - 1] += sign;
  }
  return null;
}

const unquoted = (/** @type {string} */ text) => /^(['"`])(.*)\1$/.exec(text)?.[2] ?? text;

/**
 * The first CREATE TABLE … ENGINE = Distributed(…) of these lines, or null.
 * @param {Line[]} lines @returns {?Distributed}
 */
export function distributedIn(lines) {
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .replaceAll("\\'", "'");
  const engine = kDistributed.exec(text);
  if (!engine) return null;
  const lineAt = (/** @type {number} */ at) => lines[text.slice(0, at).split('\n').length - 1].number;
  const from = engine.index + engine[0].length;
  const found = partsOf(text.slice(from));
  if (!found) throw new Unreadable(lineAt(engine.index), 'the engine Distributed has no end');
  const [cluster, , , expression = ''] = found.parts;
  const create = text.slice(0, engine.index).search(/\b(?:CREATE|ATTACH)\s+TABLE\b[^]*$/i);
  const list = create < 0 ? -1 : text.indexOf('(', create);
  const columns = new Map();
  for (const part of (list < 0 || list > engine.index ? null : partsOf(text.slice(list + 1)))?.parts ?? []) {
    const [, name, type] =
      /^([`"]?[\w.]+[`"]?)\s+(.+?)(?:\s+(?:DEFAULT|MATERIALIZED|ALIAS|CODEC|COMMENT|TTL)\b.*)?$/s.exec(part) ?? [];
    if (name !== undefined) columns.set(unquoted(name), type.trim());
  }
  const first = create < 0 ? engine.index : create;
  return { line: lineAt(first), last: lineAt(from + found.end), cluster: unquoted(cluster), expression, columns };
}

/**
 * How Reshard finds the remainder of a row: the function and the types of the expression's columns; or why it does not.
 * @param {Distributed} table
 * @returns {{params: Record<string, string>, unsigned: boolean} | {why: string}}
 */
export function functionOf({ expression, columns }) {
  if (expression === '') return { why: 'the table has no sharding key' };
  const none = { why: `${expression.replace(/\s+/g, ' ').slice(0, 60)}: Reshard does not have it` };
  if (/^rand(?:32|64|Canonical)?\(\s*\)$/.test(expression)) return { why: `${expression} places no keys` };
  const [, name, within] = /^(\w+)\s*\(([^()]*)\)$/.exec(expression) ?? [];
  const dialect = name === undefined ? 'clickhouse_integer' : kFunctions.get(name);
  const keys = (within ?? expression).split(',').map((one) => unquoted(one.trim()));
  if (!dialect || keys.length > 4 || !keys.every((key) => /^[A-Za-z_]\w*$/.test(key))) return none;
  if (kOneColumn.includes(dialect) && keys.length > 1) return none;
  const written = keys.map((key) => columns.get(key) ?? '');
  const missing = keys.find((_, i) => written[i] === '');
  if (missing !== undefined) return { why: `the type of ${missing} is not in the text` };
  const types = written.map((type) => kTypes.get(type) ?? kUnsigned.get(type) ?? '');
  if (types.some((type) => !kTypesOf(dialect).includes(type))) {
    return { why: `${expression.slice(0, 60)} of ${written.join(', ').slice(0, 60)}: Reshard does not have it` };
  }
  const params = Object.fromEntries(types.map((type, i) => [i === 0 ? 'type' : `type${i + 1}`, type]));
  return { params: { dialect, ...params }, unsigned: written.some((type) => kUnsigned.has(type)) };
}

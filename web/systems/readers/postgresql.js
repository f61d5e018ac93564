// PostgreSQL: the hash partitions of a table, as psql's \d+ lists them. Held to psql and PostgreSQL 15.
import { barCells, csvCells, isRule } from '../reading/delimited.js';
import { Unreadable, noTemplate } from '../reading/form.js';
import { Pasted, isPrompt } from '../reading/pasted.js';

/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/**
 * @typedef {{name: string, quoted: string, modulus: number, remainder: number, again: boolean, foreign: boolean, line:
 *   number}} Partition `quoted`: its name as psql printed it; `again`: it is partitioned itself
 */
/**
 * @typedef {{name: string, line: number, key: string, partitions: Partition[], types: Map<string, string>,
 *   collations: Map<string, string>, cut: boolean, lost: boolean, refused: ?{line: number, why: string}}} Described
 *   a table; `cut`: a partition follows that is not in the text
 */

const kTable = /^\s*(?:Unlogged )?[Pp]artitioned table "(.*)"\s*$/;
const kKey = /^\s*Partition key: (.*?)\s*$/;
const kFirst = /^\s*Partitions: (.*)$/;
const kNumber = /^\s*Number of partitions: (\d+)/;
const kPart = '(?:"(?:[^"]|"")*"|[^\\s",.]+)';
const kBound = new RegExp(
  `^(${kPart}(?:\\.${kPart})?) FOR VALUES WITH \\(modulus (\\d{1,10}), remainder (\\d{1,10})\\)` +
    '(, PARTITIONED)?(, FOREIGN)?(,?)\\s*$',
);
const kOther = /^(?:"(?:[^"]|"")*"|\S)+ (?:FOR VALUES (?:FROM|IN)\b|DEFAULT\b)/;
const kMost = 1_048_576; // of a link's table

/** Types as psql prints them, by Reshard's. @type {[string, RegExp][]} */
const kTypes = [
  ['text', /^(?:text|character varying(?:\(\d+\))?)$/],
  ['bytes', /^bytea$/],
  ['int64', /^bigint$/],
  ['int32', /^integer$/],
  ['int16', /^smallint$/],
  ['uuid', /^uuid$/],
  ['char', /^character\(\d+\)$/],
  ['bool', /^boolean$/],
  ['date', /^date$/],
  ['timestamp', /^timestamp(?:\(\d\))? without time zone$/],
  ['float64', /^double precision$/],
  ['float32', /^real$/],
];
const kMostColumns = 4;
// Under others, texts with other bytes may be equal, and then have the same hash: PostgreSQL comes without such.
const kDeterministic =
  /^(?:|C|POSIX|default|ucs_basic|unicode|(?:\w+-)+x-icu|C\.\S+|[a-z]{2,3}(?:_[A-Z]{2})?(?:\.\S+)?(?:@\w+)?)$/;

/** A name without its quotes. @param {string} text */
const unquoted = (text) =>
  text.replace(/"((?:[^"]|"")*)"/g, (_, inner) => /** @type {string} */ (inner).replace(/""/g, '"'));

class Reader {
  /** @type {Described[]} */
  tables = [];
  #pasted;
  /** Where in a table the lines are. @type {'' | 'columns' | 'partitions' | 'more'} */
  #in = '';
  /** Of the columns' table: what is between cells, '' before its heading; and where columns end, by the rule. */
  #separator = '';
  /** @type {number[]} */
  #ends = [];
  #record = '';

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @param {Line} line */
  add(line) {
    const { text, number } = line;
    const title = kTable.exec(text);
    const table = this.tables[this.tables.length - 1];
    if (title) {
      noTemplate(title[1], number);
      this.tables.push({
        ...kNew,
        name: title[1],
        line: number,
        partitions: [],
        types: new Map(),
        collations: new Map(),
      });
      [this.#in, this.#separator, this.#record] = ['columns', '', ''];
    } else if (!table) this.#before(line);
    else if (kKey.test(text)) this.#key(table, line);
    else if (kNumber.test(text)) this.#counted(table, line);
    else if (kFirst.test(text)) this.#first(table, line);
    else if (this.#in === 'partitions') this.#partition(table, text.trim(), line);
    else if (this.#in === 'columns') this.#column(table, line);
    else if (!kKnown.test(text) && !/^\s{4}/.test(text)) this.#pasted.skip(number, 'text');
  }

  /** The end of a paste from the middle of a table. @param {Line} line */
  #before(line) {
    const { text, number } = line;
    if (!kKey.test(text)) return this.#pasted.skip(number, 'text');
    this.tables.push({ ...kNew, name: '', line: number, partitions: [], types: new Map(), collations: new Map() });
    return this.#key(this.tables[this.tables.length - 1], line);
  }

  /** @param {Described} table @param {Line} line */
  #key(table, { text, number }) {
    const key = kKey.exec(text)?.[1] ?? '';
    noTemplate(key, number);
    this.#in = 'more';
    const way = /^(\w+) \((.*)\)$/s.exec(key);
    if (table.key !== '' && way?.[2] !== table.key) throw new Unreadable(number, 'a table with two partition keys');
    if (!way) throw new Unreadable(number, `“${key.slice(0, 60)}” is no partition key`);
    table.key = way[2];
    if (way[1] !== 'HASH') table.refused = { line: number, why: `partitioned by ${way[1]}, not by HASH` };
  }

  /** @param {Described} table @param {Line} line */
  #counted(table, { text, number }) {
    const count = kNumber.exec(text)?.[1];
    this.#in = 'more';
    const why = count === '0' ? 'the table has no partitions' : 'the partitions are not listed: \\d+ lists them';
    table.refused ??= { line: number, why };
  }

  /** @param {Described} table @param {Line} line */
  #first(table, line) {
    if (table.key === '')
      throw new Unreadable(line.number, 'partitions of something that has no partition key: an index?');
    this.#in = 'partitions';
    this.#partition(table, (kFirst.exec(line.text)?.[1] ?? '').trim(), line);
  }

  /** @param {Described} table @param {string} text @param {Line} line */
  #partition(table, text, { number }) {
    if (table.refused) {
      if (!text.endsWith(',')) this.#in = 'more';
      return;
    }
    noTemplate(text, number);
    const found = kBound.exec(text);
    if (!found) {
      const last = number === this.#pasted.last;
      if (!last) {
        const other = kOther.test(text);
        throw new Unreadable(number, other ? 'a partition that is not of a hash' : 'this is no hash partition');
      }
      [table.lost, table.cut] = [true, true];
      return this.#pasted.skip(number, 'cut');
    }
    const [, name, modulus, remainder, again, foreign, more] = found;
    const of = { modulus: Number(modulus), remainder: Number(remainder), again: !!again, foreign: !!foreign };
    this.#take(table, { name: unquoted(name), quoted: name, ...of, line: number });
    table.cut = more === ',';
    if (!table.cut) this.#in = 'more';
  }

  /** @param {Described} table @param {Partition} partition */
  #take(table, partition) {
    const { name, modulus, remainder, line } = partition;
    if (modulus < 1 || modulus > kMost)
      throw new Unreadable(line, `a modulus of ${modulus}: Reshard reads up to ${kMost}`);
    if (remainder >= modulus) throw new Unreadable(line, `remainder ${remainder} is not below the modulus ${modulus}`);
    const same = table.partitions.find((one) => one.name === name);
    if (!same) return void table.partitions.push(partition);
    if (same.modulus === modulus && same.remainder === remainder) return this.#pasted.skip(line, 'duplicate');
    throw new Unreadable(line, `${name} has another remainder already (line ${same.line})`);
  }

  /** A line of the columns' table, in any format of psql. @param {Described} table @param {Line} line */
  #column(table, { text, number }) {
    const heading = kColumns.exec(text);
    const field = kField.exec(text);
    if (kRecord.test(text)) this.#record = '';
    else if (heading) [this.#separator, this.#ends] = [heading[1].trim().replace('\u2502', '|') || ' ', []];
    else if (isRule(text)) this.#ends = [...text.matchAll(/[-\u2500]+/g)].map((run) => run.index + run[0].length);
    else if (this.#separator !== '') {
      const [name, type, collation = ''] = this.#cells(text);
      if (name && type) [table.types, table.collations].forEach((map, i) => map.set(name, [type, collation][i]));
      else if (!name && type === undefined) this.#pasted.skip(number, 'text');
    } else if (field?.[1] === 'Column') this.#record = field[2];
    else if (field?.[1] === 'Type' && this.#record !== '') table.types.set(this.#record, field[2]);
    else if (field?.[1] === 'Collation' && this.#record !== '') table.collations.set(this.#record, field[2]);
    else if (!field || !kFields.test(field[1])) this.#pasted.skip(number, 'text');
  }

  /** The name and the type of a column. @param {string} text @returns {(string | undefined)[]} */
  #cells(text) {
    if (this.#separator === '|') return /[|\u2502]/.test(text) ? barCells(text) : [];
    if (this.#separator !== ' ') return csvCells(text, this.#separator) ?? [];
    const [first, second, third] = this.#ends;
    if (second === undefined) return [];
    return [text.slice(0, first).trim(), text.slice(first, second).trim(), text.slice(second, third).trim()];
  }
}
const kColumns = /^\s*[|\u2502]?\s*Column(\s*[|\u2502,;\t]\s*|\s+)Type\b/;
const kRecord =
  /^\s*(?:[-+\u2500\u250c\u251c\u253c]+\[ RECORD \d+ \][-+\u2500\u2510\u2524\u252c\u253c]*|\* Record \d+\s*)$/;
const kField = /^\s*[|\u2502]?\s*(\S+(?: target)?)\s*[|\u2502;\s]\s?(.*?)\s*[|\u2502]?\s*$/;
const kFields = /^(?:Column|Type|Collation|Nullable|Default|Storage|Compression|Stats target|Description)$/;
/** @type {Described} */
const kNew = {
  name: '',
  line: 0,
  key: '',
  partitions: [],
  types: new Map(),
  collations: new Map(),
  cut: false,
  lost: false,
  refused: null,
};
const kMore = [
  'Indexes|Check constraints|Foreign-key constraints|Referenced by|Triggers|Statistics objects|Publications|Policies',
  'Options|Not-null constraints|Access method|Tablespace|Partition of|Partition constraint|Replica Identity',
  'Number of child|Disabled|No partition constraint|Rules|Inherits',
];
const kKnown = new RegExp(`^\\s*(?:${kMore.join('|')})\\b`, 'i');

/** The columns of a key: names, without quotes; null: an expression is among them. @param {string} key */
function columnsOf(key) {
  const parts = key.match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? [];
  const names = parts.map((part) => part.trim());
  return names.every((name) => /^(?:"(?:[^"]|"")*"|[^\s"()]+)$/.test(name)) ? names.map(unquoted) : null;
}

/** @param {Described} table @returns {{params: ?Record<string, string>, why: string}} the types of its key */
function typesOf({ key, types, collations }) {
  const columns = columnsOf(key);
  if (!columns) return { params: null, why: `the key has an expression or an operator class: ${key}` };
  if (columns.length > kMostColumns)
    return { params: null, why: `the key has ${columns.length} columns, more than ${kMostColumns}` };
  const params = /** @type {Record<string, string>} */ ({});
  for (const [i, column] of columns.entries()) {
    const type = types.get(column);
    const known = type === undefined ? undefined : kTypes.find(([, pattern]) => pattern.test(type));
    if (type === undefined) return { params: null, why: `the type of ${column} is not in the text` };
    if (!known) return { params: null, why: `${column} is ${type}, which Reshard does not hash` };
    params[i === 0 ? 'type' : `type${i + 1}`] = known[0];
  }
  const odd = columns.find((name) => !kDeterministic.test(collations.get(name) ?? ''));
  const collation = odd === undefined ? '' : `whether the collation ${collations.get(odd)} is deterministic`;
  return { params, why: collation };
}

/** Which partition has each remainder of the largest modulus. @param {Partition[]} partitions */
function ownersOf(partitions) {
  const sorted = [...partitions].sort((a, b) => a.modulus - b.modulus);
  const modulus = sorted[sorted.length - 1].modulus;
  for (let i = 1; i < sorted.length; ++i) {
    if (sorted[i].modulus % sorted[i - 1].modulus === 0) continue;
    const { line } = sorted[i].line > sorted[i - 1].line ? sorted[i] : sorted[i - 1];
    const both = `${sorted[i - 1].modulus} and ${sorted[i].modulus}`;
    throw new Unreadable(line, `moduli ${both}: PostgreSQL wants each to be a factor of the next larger one`);
  }
  const owners = /** @type {(Partition | null)[]} */ (new Array(modulus).fill(null));
  for (const partition of partitions) {
    for (let entry = partition.remainder; entry < modulus; entry += partition.modulus) {
      const before = owners[entry];
      if (before)
        throw new Unreadable(
          partition.line,
          `remainder ${entry} of ${modulus} already belongs to ${before.name} (line ${before.line})`,
        );
      owners[entry] = partition;
    }
  }
  return owners;
}

/** @param {(Partition | null)[]} owners */
const unowned = (owners) => owners.flatMap((owner, i) => (owner ? [] : [i]));

/** @param {Described} table @param {Pasted} pasted @returns {Reading} */
function readingOf(table, pasted) {
  const { name, partitions, key, cut, refused, line } = table;
  if (refused) throw new Unreadable(refused.line, refused.why);
  if (partitions.length === 0) throw new Unreadable(cut ? pasted.last : line, 'the text ends before the partitions');
  const owners = ownersOf(partitions);
  const { params, why } = typesOf(table);
  const missing = unowned(owners);
  const list = `${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}`;
  const holes =
    missing.length === 0
      ? []
      : [
          cut
            ? `owner of the remainders ${list}: the text ends before the last partition`
            : `the remainders ${list} of ${owners.length} have no partition: PostgreSQL refuses such rows`,
        ];
  const counts = new Map(partitions.map((one) => [one.name, owners.length / one.modulus]));
  const again = partitions.filter((one) => one.again).map((one) => `how ${one.name} is divided`);
  return {
    ...{ system: 'postgresql', form: '\\d+', choices: [name], choice: name, strategy: 'table' },
    key: params && !(cut && missing.length > 0) ? 'hash_partitions' : null,
    ...(params && { params }),
    key_expression: key,
    nodes: partitions.map((one) => ({
      name: one.name,
      weight: counts.get(one.name),
      ...(one.again && { partitioned_again: true }),
      ...(one.foreign && { foreign: true }),
    })),
    entries: {
      kind: 'remainders',
      rows: owners.map((owner, i) => ({
        id: `${i}`,
        owner: owner?.name ?? null,
        replicas: /** @type {string[]} */ ([]),
      })),
    },
    bounds: partitions.map((one) => ({ name: one.name, modulus: one.modulus, remainder: one.remainder })),
    skipped: pasted.skipped,
    cannot_know: [
      'sizes',
      'requests',
      'the servers of foreign partitions',
      ...again,
      ...holes,
      ...(why === '' ? [] : [why]),
    ],
  };
}

/** The tables of a text. @param {Pasted} pasted */
function tablesIn(pasted) {
  const reader = new Reader(pasted);
  for (const line of pasted.body(kMark)) if (/\S/.test(line.text) && !isPrompt(line.text)) reader.add(line);
  return reader.tables;
}

/**
 * A table as SQL names it. `table`: its schema, if the text has it, and its name; `types`: of the key's columns, as
 * links have them; `partitions`: the parts of the name of each, by its name in the reading.
 * @typedef {{table: string[], key: string[], types: Record<string, string>, columns: {name: string, type: string,
 *   collation: string}[], partitions: Record<string, string[]>}} SqlTable
 */

/** @param {string} text as psql prints it @returns {string[]} */
const partsOf = (text) => (text.match(new RegExp(kPart, 'g')) ?? []).map(unquoted);

/**
 * What a reading does not keep of its table, for whoever writes SQL; null: its key is no list of columns.
 * @param {string} text that was read @param {string} [choose]
 * @returns {?SqlTable}
 */
export function sqlTableIn(text, choose) {
  const tables = tablesIn(new Pasted(text));
  const found = tables.find(({ name }) => name === choose) ?? tables[0];
  const [key, { params }] = [found && columnsOf(found.key), found ? typesOf(found) : { params: null }];
  if (!found?.name || !key || !params) return null;
  const [, schema = '', name = ''] = /^([^.]*)\.(.*)$/s.exec(found.name) ?? ['', '', found.name];
  const columns = [...found.types].map(([column, type]) => ({
    ...{ name: column, type, collation: found.collations.get(column) ?? '' },
  }));
  return {
    table: [schema, name].filter(Boolean),
    ...{ key, types: params, columns },
    partitions: Object.fromEntries(found.partitions.map((one) => [one.name, partsOf(one.quoted)])),
  };
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const tables = tablesIn(pasted);
  if (tables.length === 0) throw new Unreadable(pasted.filled[0].number, 'no partitioned table');
  const twice = tables.find(({ name }, i) => tables.findIndex((one) => one.name === name) !== i);
  if (twice) throw new Unreadable(twice.line, `the table ${twice.name} is there twice`);
  const good = tables.filter(({ refused, partitions }) => !refused && partitions.length > 0);
  const table = good.find(({ name }) => name === choose) ?? good[0] ?? tables[0];
  const reading = readingOf(table, pasted);
  const not = tables.filter((one) => !good.includes(one)).map(({ name, refused }) => [name, refused?.why ?? 'cut']);
  const { system, form, choices: _, choice: __, ...rest } = reading;
  return {
    ...{ system, form, ...(table.name !== '' && { choices: good.map(({ name }) => name), choice: table.name }) },
    ...(not.length > 0 && { not_offered: Object.fromEntries(not) }),
    ...rest,
  };
}
const kMark = new RegExp(`${kTable.source}|${kKey.source}|^\\s*Partitions: .* FOR VALUES WITH \\(`);

/** @param {Pasted} pasted */
const fits = ({ filled }) => (filled.some(({ text }) => kMark.test(text)) ? 2 : 0);

export default { system: 'postgresql', title: 'PostgreSQL', fits, read };

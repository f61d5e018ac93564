// What an SQL statement says about the shards that it asks: the columns that it restricts to one value, to some, or to
// a range, and the columns by which its tables are joined. Only what follows from the statement counts: a condition
// that says nothing about a column's own value only narrows what the others ask, and is listed; a statement whose rows
// cannot be told from its text is refused with the reason. It needs no page, and no parser: the caller passes one
// (sql_parser.js).
import { statementsOf } from './sql_text.js';

/**
 * @typedef {import('pgsql-ast-parser').Expr} Expr
 * @typedef {Expr | null | undefined} Node
 * @typedef {import('pgsql-ast-parser').Statement} Statement
 *
 * @typedef {{of: number, column: string}} Column `of`: the position of its table
 * @typedef {Column & {op: 'one' | 'some' | 'range', values: number}} Condition `values`: of an IN
 *
 * @typedef {object} Template
 * @property {string} sql
 * @property {?number} perSecond
 * @property {'select' | 'insert' | 'update' | 'delete'} kind
 * @property {string[]} tables
 * @property {Condition[]} conditions
 * @property {[Column, Column][]} joins
 * @property {string[]} sets columns that an UPDATE writes
 * @property {string[]} unique columns of ON CONFLICT
 * @property {number} rows how many an INSERT writes
 * @property {string[]} beside conditions that say nothing about shards
 *
 * @typedef {object} Refused
 * @property {string} sql
 * @property {?number} perSecond
 * @property {string} code
 * @property {(string | number)[]} args
 *
 * @typedef {object} Parser
 * @property {(sql: string) => Statement[]} parse
 * @property {(expression: Expr, sql: string) => string} write as in the text
 */

export const kMostLetters = 20_000; // of a statement
const kMostShown = 200; // letters of a statement that has more than that
const kMostDepth = 60;
const kMostParts = 100,
  kMostTables = 20,
  kMostName = 120; // limits of the profiler

class Refusal extends Error {
  /**
   * @param {string} code
   * @param {...(string | number)} args
   */
  constructor(code, ...args) {
    super(code);
    this.args = args;
  }
}

/** @type {Record<string, string>} */
const kFlips = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' };
const kSteady = new Set([
  'now',
  'current_date',
  'current_timestamp',
  'localtimestamp',
  'localtime',
  'current_time',
  'transaction_timestamp',
  'statement_timestamp',
  'date_trunc',
  'make_interval',
  'to_timestamp',
]);
/** @type {Set<string | undefined>} */
const kNested = new Set(['select', 'union', 'union all', 'with', 'with recursive', 'values']);
// Statements that access no row of a table.
export const kRowless = beginning(
  'begin|start|commit|end|rollback|abort|savepoint|release|set|reset|show|deallocate|discard|listen|unlisten|notify',
);

function beginning(/** @type {string} */ words) {
  return new RegExp(`^(?:${words})\\b`, 'i');
}

/** @returns {value is object} */
const isNode = (/** @type {unknown} */ value) => value !== null && typeof value === 'object';

/**
 * Whether an expression contains, at any depth, a node for which `is` is true.
 * @param {unknown} node
 * @param {(node: {type?: string}) => boolean} is
 * @returns {boolean}
 */
function has(node, is, depth = 0) {
  if (!isNode(node)) return false;
  if (depth > 4 * kMostDepth) throw new Refusal('deep');
  return is(node) || Object.values(node).some((value) => has(value, is, depth + 1));
}

const nested = (/** @type {unknown} */ node) => has(node, ({ type }) => kNested.has(type));

/**
 * Whether it has the same value for all rows: it consists of constants, parameters and functions of time.
 * @param {Node} node
 * @returns {boolean}
 */
function steady(node) {
  switch (node?.type) {
    case 'integer':
    case 'numeric':
    case 'string':
    case 'boolean':
    case 'parameter':
    case 'keyword':
      return true;
    case 'cast':
      return steady(node.operand);
    case 'unary':
      return ['-', '+'].includes(node.op) && steady(node.operand);
    case 'binary':
      return (
        ['+', '-', '*', '/', '||', '%', 'AT TIME ZONE'].includes(node.op) && steady(node.left) && steady(node.right)
      );
    case 'call':
      return kSteady.has(node.function.name) && node.args.every(steady);
    default:
      return false;
  }
}

/**
 * @param {Expr} node
 * @param {string} op
 * @returns {Expr[]}
 */
const joinedBy = (node, op) =>
  node?.type === 'binary' && node.op === op ? [...joinedBy(node.left, op), ...joinedBy(node.right, op)] : [node];

/** @typedef {Extract<Expr, {type: 'integer' | 'numeric' | 'string' | 'boolean'}>} Constant */

/**
 * How many different values there are, as far as one can tell: equal constants count once.
 * @param {Expr[]} expressions
 */
function countOf(expressions) {
  /** @returns {node is Constant} */
  const constant = (/** @type {Expr} */ node) => ['integer', 'numeric', 'string', 'boolean'].includes(node.type);
  const fixed = new Set(expressions.filter(constant).map(({ value }) => String(value)));
  return fixed.size + expressions.filter((each) => !constant(each)).length;
}

/** The tables of a statement, and what a name in it stands for. */
class Tables {
  /** @type {string[]} */
  names = [];
  /** @type {string[]} */
  #aliases = [];

  /** @param {import('pgsql-ast-parser').QNameAliased} table */
  add({ name, schema, alias }) {
    const full = schema && schema !== 'public' ? `${schema}.${name}` : name;
    // the table's name would not tell which of the two a column belongs to
    if (this.names.includes(full)) throw new Refusal('self', full);
    this.names.push(full);
    const known = alias ?? name;
    if (this.#aliases.includes(known)) throw new Refusal('twice', known);
    this.#aliases.push(known);
  }

  /**
   * @param {Node} node
   * @returns {?Column} of a reference; null if it does not say which table the column belongs to
   */
  column(node) {
    if (node?.type !== 'ref' || node.name === '*') return null;
    if (!node.table) return this.names.length === 1 ? { of: 0, column: node.name } : null;
    const of = this.#aliases.indexOf(node.table.name);
    if (of < 0) throw new Refusal('table', node.table.name);
    return { of, column: node.name };
  }
}

/**
 * The column that an OR restricts to one value or another: “a = 1 OR a = 2” is an IN.
 * @param {Expr} node
 * @param {Tables} tables
 * @returns {?Condition}
 */
function listOfOr(node, tables) {
  const parts = joinedBy(node, 'OR').map((part) => conditionOf(part, tables));
  const [first] = parts;
  if (
    !first ||
    parts.some((part) => !part || part.op === 'range' || part.of !== first.of || part.column !== first.column)
  )
    return null;
  const values = /** @type {Condition[]} */ (parts).reduce((sum, part) => sum + part.values, 0);
  return { ...first, op: 'some', values };
}

/**
 * @param {Node} node
 * @param {Tables} tables
 * @returns {?Condition} null if it says nothing about one column
 */
function conditionOf(node, tables) {
  if (node?.type === 'ternary' && node.op === 'BETWEEN') {
    const column = tables.column(node.value);
    return column && steady(node.lo) && steady(node.hi) ? { ...column, op: 'range', values: 0 } : null;
  }
  if (node?.type !== 'binary') return null;
  if (node.op === 'OR') return listOfOr(node, tables);
  if (node.op === 'IN') {
    const column = tables.column(node.left),
      list = node.right.type === 'list' ? node.right.expressions : [node.right];
    if (!column || !list.every(steady)) return null;
    const values = countOf(list);
    return { ...column, op: values === 1 ? 'one' : 'some', values };
  }
  if (!(node.op in kFlips)) return null;
  const turned = tables.column(node.left) === null;
  const [side, value, op] = turned ? [node.right, node.left, kFlips[node.op]] : [node.left, node.right, node.op];
  const column = tables.column(side);
  if (!column) return null;
  if (op === '=' && value.type === 'call' && ['any', 'some'].includes(value.function.name))
    return ofArray(column, value.args[0]);
  return steady(value) ? { ...column, op: op === '=' ? 'one' : 'range', values: op === '=' ? 1 : 0 } : null;
}

/**
 * “= ANY(…)”: counts the values if the array is written out; otherwise their number is unknown.
 * @param {Column} column
 * @param {Node} array
 * @returns {?Condition}
 */
function ofArray(column, array) {
  const listed = array?.type === 'cast' ? array.operand : array;
  if (listed?.type !== 'array') throw new Refusal('list', column.column);
  if (!listed.expressions.every(steady)) return null;
  const values = countOf(listed.expressions);
  return { ...column, op: values === 1 ? 'one' : 'some', values };
}

/**
 * @param {Node} node
 * @param {Tables} tables
 * @returns {?[Column, Column]} of “a.x = b.y”
 */
function joinOf(node, tables) {
  if (node?.type !== 'binary' || node.op !== '=') return null;
  const [left, right] = [tables.column(node.left), tables.column(node.right)];
  return left && right && left.of !== right.of ? [left, right] : null;
}

class Reader {
  #write;
  /** @type {Condition[]} */
  conditions = [];
  /** @type {[Column, Column][]} */
  joins = [];
  /** @type {string[]} */
  beside = [];
  tables = new Tables();

  /** @param {(expression: Expr) => string} write */
  constructor(write) {
    this.#write = write;
  }

  /**
   * Parts of a WHERE or ON; `only` joins count in the ON of an outer join, which keeps rows for which its other
   * conditions are false.
   * @param {Node} node
   */
  where(node, only = false) {
    for (const part of node ? joinedBy(node, 'AND') : []) {
      const join = joinOf(part, this.tables),
        condition = join || only ? null : conditionOf(part, this.tables);
      if (join) this.joins.push(join);
      else if (condition) this.conditions.push(condition);
      else this.beside.push(this.#write(part).replace(/\s+/g, ' '));
    }
  }

  /** @param {import('pgsql-ast-parser').From[]} items */
  from(items) {
    /** @type {(import('pgsql-ast-parser').JoinClause & {at: number})[]} */
    const ons = [];
    for (const item of items) {
      if (item.type !== 'table') throw new Refusal(item.type === 'statement' ? 'nested' : 'from');
      this.tables.add(item.name);
      if (item.join) ons.push({ ...item.join, at: this.tables.names.length - 1 });
    }
    for (const { type, on, using, at } of ons) {
      if (using && at > 1) throw new Refusal('using');
      for (const { name } of using ?? [])
        this.joins.push([
          { of: 0, column: name },
          { of: at, column: name },
        ]);
      this.where(on, !['INNER JOIN', 'CROSS JOIN'].includes(type));
    }
  }

  /** What holds for a column holds for those that it is joined with: rows that differ are in no result. */
  spread() {
    const key = (/** @type {Column} */ { of, column }) => `${of} ${column}`;
    for (let more = true; more; ) {
      more = false;
      for (const pair of this.joins) {
        for (const [from, to] of [pair, [...pair].reverse()]) {
          for (const { op, values } of this.conditions.filter((each) => key(each) === key(from))) {
            if (this.conditions.some((each) => key(each) === key(to) && each.op === op && each.values <= values))
              continue;
            this.conditions.push({ ...to, op, values });
            more = true;
          }
        }
      }
    }
  }
}

/** @typedef {Partial<Pick<Template, 'rows' | 'unique' | 'sets'>>} More what only some kinds of statements say */

/** @type {Record<string, (node: any, reader: Reader) => More>} by the type of the statement that it takes */
const kKinds = {
  select(/** @type {import('pgsql-ast-parser').SelectFromStatement} */ node, reader) {
    if (!node.from) throw new Refusal('rowless');
    reader.from(node.from);
    reader.where(node.where);
    return {};
  },
  insert(/** @type {import('pgsql-ast-parser').InsertStatement} */ node, reader) {
    if (node.insert?.type !== 'values') throw new Refusal('insert_select');
    const { columns } = node;
    if (!columns) throw new Refusal('insert_columns');
    reader.tables.add(node.into);
    const rows = node.insert.values;
    if (rows.some((row) => row.length !== columns.length)) throw new Refusal('insert_width');
    columns.forEach(({ name: column }, i) => {
      const written = rows.map((row) => row[i]);
      if (!written.every(steady)) return; // a DEFAULT: the database computes it
      const values = countOf(written);
      reader.conditions.push({ of: 0, column, op: values === 1 ? 'one' : 'some', values });
    });
    const on = node.onConflict?.on;
    return {
      rows: rows.length,
      unique: on?.type === 'on expr' ? on.exprs.filter((each) => each.type === 'ref').map(({ name }) => name) : [],
    };
  },
  update(/** @type {import('pgsql-ast-parser').UpdateStatement} */ node, reader) {
    if (node.from) throw new Refusal('update_from');
    reader.tables.add(node.table);
    reader.where(node.where);
    return { sets: node.sets.map(({ column }) => column.name) };
  },
  delete(/** @type {import('pgsql-ast-parser').DeleteStatement} */ node, reader) {
    reader.tables.add(node.from);
    reader.where(node.where);
    return {};
  },
};

const kFirst = beginning(
  'select|insert|update|delete|with|create|alter|drop|truncate|copy|explain|merge|call|do|grant|revoke|vacuum|analyze|values|table',
);

/**
 * @param {string} sql
 * @param {Parser} parser
 */
function parsed(sql, parser) {
  for (const text of kFirst.test(sql) ? [sql] : [`select * from ${sql}`]) {
    // the second is for “orders where customer_id = ?”
    try {
      const nodes = parser.parse(text);
      if (nodes.length === 1) return { node: nodes[0], text };
    } catch {
      // Reported below.
    }
  }
  throw new Refusal('syntax');
}

function depthOf(/** @type {string} */ text) {
  let depth = 0,
    most = 0;
  for (const letter of text) {
    if (letter === '(' || letter === '[') most = Math.max(most, ++depth);
    else if (letter === ')' || letter === ']') depth -= 1;
  }
  return most;
}

/**
 * @param {import('./sql_text.js').Statement} statement
 * @param {Parser} parser
 * @returns {Template | Refused}
 */
export function templateOf({ sql, perSecond, hidden }, parser) {
  try {
    if (kRowless.test(sql)) throw new Refusal('rowless');
    if (sql.length > kMostLetters) throw new Refusal('long', sql.length, kMostLetters);
    if (depthOf(sql) > kMostDepth) throw new Refusal('deep');
    if (hidden) throw new Refusal('list', 'IN');
    const { node, text } = parsed(sql, parser);
    const kind = node.type;
    if (!(kind in kKinds))
      throw new Refusal(kind.startsWith('union') || kind.startsWith('with') ? 'nested' : 'kind', kind);
    if (
      has(node, ({ type }) => kNested.has(type)) &&
      Object.values(node).some((part) => nested(node.type === 'insert' && part === node.insert ? part.values : part))
    )
      throw new Refusal('nested');
    const reader = new Reader((expression) => parser.write(expression, text));
    const more = kKinds[kind](node, reader);
    reader.spread();
    const { conditions, joins, beside, tables } = reader;
    if (
      [conditions, joins, more.sets ?? []].some(({ length }) => length > kMostParts) ||
      tables.names.length > kMostTables
    )
      throw new Refusal('many', kMostParts, kMostTables);
    const names = [
      ...tables.names,
      ...conditions.map(({ column }) => column),
      ...joins.flat().map(({ column }) => column),
      ...(more.sets ?? []),
    ];
    if (names.some((name) => name.length > kMostName || /\p{Surrogate}/u.test(name)))
      throw new Refusal('name', kMostName);
    return {
      sql,
      perSecond,
      kind: /** @type {Template['kind']} */ (kind),
      tables: tables.names,
      conditions,
      joins,
      sets: [],
      unique: [],
      rows: 0,
      beside,
      ...more,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      sql: error.message === 'long' ? `${sql.slice(0, kMostShown)} …` : sql,
      perSecond,
      code: error.message,
      args: error.args,
    };
  }
}

/**
 * @param {string} text statements, each ended by a semicolon
 * @param {Parser} parser
 * @returns {(Template | Refused)[]} in their order
 */
export const templatesOf = (text, parser) => statementsOf(text).map((statement) => templateOf(statement, parser));

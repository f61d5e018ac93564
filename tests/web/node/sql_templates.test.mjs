// What statements say about the shards that they ask: cases worked out by hand; random conditions compared with all
// rows that satisfy them; and hostile statements, which are refused or understood and break nothing.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { parser } from '../../../web/dialogs/sharding_key/sql_parser.js';
import { statementsOf } from '../../../web/dialogs/sharding_key/sql_text.js';
import { templatesOf } from '../../../web/dialogs/sharding_key/sql_templates.js';
import { inputOf } from '../../../web/dialogs/sharding_key/template_input.js';
import { randomNumbers } from '../../live/keys.mjs';

/** @typedef {{of: number, column: string, op: string, values: number}} Condition */
/** @typedef {{conditions: Condition[], tables: string[]}} Restrictions */

const read = (/** @type {string} */ sql) => /** @type {any[]} */ (templatesOf(sql, parser));
const short = (/** @type {Restrictions} */ { conditions, tables }) =>
  conditions.map(
    ({ of, column, op, values }) =>
      `${tables.length > 1 ? `${tables[of]}.` : ''}${column} ${op}${op === 'some' ? ` ${values}` : ''}`,
  );

test('conditions that restrict a column to one value, to several, or to a range are distinguished', () => {
  const cases = [
    ['select * from orders where customer_id = $1 and created_at > $2', ['customer_id one', 'created_at range']],
    ['orders where customer_id = ? and created_at > ?', ['customer_id one', 'created_at range']],
    ['SELECT id FROM orders WHERE customer_id IN (:a, :b, :c) ORDER BY id LIMIT 10', ['customer_id some 3']],
    ['select * from t where a in (1, 1, 2)', ['a some 2']],
    ['select * from t where a in (7)', ['a one']],
    ['select * from t where a = any(array[1, 2])', ['a some 2']],
    ['select * from t where a = 1 or a = 2 or a in (3, 4)', ['a some 4']],
    ["select * from t where 5 < a and b between now() - interval '1 hour' and now()", ['a range', 'b range']],
    ['select * from t where $1 = a', ['a one']],
    ["select * from t where a = $1::bigint and b = 'x'", ['a one', 'b one']],
    ['select * from `t` where `a` = 1', ['a one']],
    ['update public.t set a = 1, b = b + 1 where c = 2', ['c one']],
    ['delete from t where a = 1 and b < 2', ['a one', 'b range']],
    ['insert into t (a, b, c) values (?, now(), default)', ['a one', 'b one']],
    ['insert into t (a, b) values (1, $1), (2, $2), (1, $3)', ['a some 2', 'b some 3']],
    ['select * from t', []],
  ];
  for (const [sql, conditions] of /** @type {[string, string[]][]} */ (cases))
    expect([sql, short(read(sql)[0])]).toEqual([sql, conditions]);
});

test('a condition that says nothing about a column’s own value is listed and narrows nothing', () => {
  for (const part of [
    'lower(a) = $1',
    'a + 1 = 2',
    'a like $1',
    'a is null',
    'not a = 1',
    'not (a = 1)',
    'a <> 1',
    'a not in (1, 2)',
    'a = b',
    'a = random()',
    'a = 1 or b = 2',
    'a not between 1 and 2',
    'a::date = $1',
    'a = null',
    'a = 1 = true',
  ]) {
    const [{ conditions, beside, code }] = read(`select * from t where c = 1 and (${part})`);
    expect([code, conditions.map((/** @type {Condition} */ { column }) => column), beside]).toEqual([
      undefined,
      ['c'],
      [part],
    ]);
  }
});

test('what is known about a column is known about columns joined with it, over outer joins too', () => {
  const joined = (/** @type {string} */ sql) => short(read(sql)[0]).sort();
  expect(
    joined('select * from orders o join items i on i.customer_id = o.customer_id where o.customer_id = $1'),
  ).toEqual(['items.customer_id one', 'orders.customer_id one']);
  expect(joined('select * from a, b, c where a.x = b.y and b.y = c.z and c.z in (1, 2)')).toEqual([
    'a.x some 2',
    'b.y some 2',
    'c.z some 2',
  ]);
  expect(joined('select * from a join b using (x) where b.x = 1')).toEqual(['a.x one', 'b.x one']);
  // Rows of a stay in the result whatever the ON says about them.
  const [outer] = read('select * from a left join b on a.x = b.x and a.x = 1');
  expect([short(outer), outer.joins.length, outer.beside.length]).toEqual([[], 1, 1]);
  expect(joined('select * from a left join b on a.x = b.x where a.x = 1')).toEqual(['a.x one', 'b.x one']);
  const [unnamed] = read('select * from a join b on a.x = b.x where y = 1'); // of which table?
  expect([short(unnamed), unnamed.beside.length]).toEqual([[], 1]);
});

test('what cannot be told from the text is refused with the reason', () => {
  const cases = {
    syntax: 'select * frm t',
    nested: 'select * from t where a in (select b from u)',
    list: 'select * from t where a = any($1)',
    kind: 'truncate t',
    from: 'select * from f(1)',
    insert_select: 'insert into t (a) select 1',
    insert_columns: 'insert into t values (1)',
    insert_width: 'insert into t (a, b) values (1)',
    update_from: 'update t set a = 1 from u where t.a = u.a',
    table: 'select * from t where u.a = 1',
    twice: 'select * from t x, u x',
    self: 'select * from t a join t b on a.x = b.y',
    using: 'select * from a join b using (x) join c using (y)',
    rowless: 'BEGIN',
    many: `select * from ${Array.from({ length: 21 }, (_, i) => `t${i}`).join(', ')}`,
    name: `select * from t where ${'a'.repeat(121)} = 1`,
    deep: `select * from t where ${'('.repeat(100)}a = 1${')'.repeat(100)}`,
    long: `select '${'x'.repeat(20_001)}' from t`,
  };
  for (const [code, sql] of Object.entries(cases))
    expect([sql.slice(0, 80), read(sql)[0].code]).toEqual([sql.slice(0, 80), code]);
  expect(read('select * from t where a in ($1 /*, ... */)')[0].code).toBe('list'); // as PostgreSQL 18 shortens it
  for (const sql of [
    'with x as (select 1) select * from x',
    'select 1 from a union select 2 from b',
    'select (select 1) from t',
    'insert into t (a) values ((select 1))',
  ])
    expect([sql, read(sql)[0].code]).toEqual([sql, 'nested']);
});

test('statements are split at semicolons outside strings, and say how often they run', () => {
  const text = `-- the cart
    -- 120/s
    select * from t where a = ';' /* ; /* nested ; */ */ and b = $$;$$;
    7.5/s orders where c = E'\\';' and "d;" = :name;; /* 3/s */ select x::text from t where y = ?`;
  expect(statementsOf(text).map(({ sql, perSecond }) => [sql.replace(/\s+/g, ' '), perSecond])).toEqual([
    ["select * from t where a = ';' and b = $$;$$", 120],
    [`orders where c = E'\\';' and "d;" = $1`, 7.5],
    ['select x::text from t where y = $1', 3],
  ]);
});

test('columns are named as in the file, and with their table if there are two', () => {
  const [template] = read(
    'select * from Orders o join Items i on i.OrderId = o.Id where o.CustomerId = 1 and o.At > 2',
  );
  expect(inputOf(template, 'q1', 3, ['Id', 'CustomerId', 'At'])).toMatchObject({
    id: 'q1',
    perSecond: 3,
    kind: 'select',
    tables: [{ name: 'orders' }, { name: 'items' }],
    equal: [{ column: 'orders.CustomerId', values: 1 }],
    ranges: [{ column: 'orders.At' }],
    joins: [['items.orderid', 'orders.Id']],
  });
});

const below = (/** @type {number} */ seed) => {
  const next = randomNumbers(seed);
  return (/** @type {number} */ count) => next() % count;
};

// Random conditions over three columns whose values are 0 to 3.
/** @typedef {Record<string, number>} Numbers */
/** @typedef {{sql: string, is: (row: Numbers) => boolean, or?: boolean}} Made */

const kDomain = [0, 1, 2, 3];
/**
 * @param {(count: number) => number} random
 * @param {number} depth
 * @returns {Made}
 */
function randomCondition(random, depth) {
  const column = 'abc'[random(3)],
    value = () => random(4);
  if (depth > 0 && random(3) > 0) {
    const [left, right] = [randomCondition(random, depth - 1), randomCondition(random, depth - 1)];
    switch (random(5)) {
      case 0:
        return {
          sql: `(${left.sql} OR ${right.sql})`,
          is: (row) => left.is(row) || right.is(row),
          or: true,
        };
      case 1:
        return { sql: `NOT (${left.sql})`, is: (row) => !left.is(row) };
      default:
        return {
          sql: `(${left.sql} AND ${right.sql})`,
          is: (row) => left.is(row) && right.is(row),
          or: left.or || right.or,
        };
    }
  }
  const [x, y] = [value(), value()];
  switch (random(8)) {
    case 0:
      return {
        sql: `${column} IN (${x}, ${y})`,
        is: (row) => [x, y].includes(row[column]),
      };
    case 1:
      return {
        sql: `${column} BETWEEN ${x} AND ${y}`,
        is: (row) => row[column] >= x && row[column] <= y,
      };
    case 2:
      return { sql: `${column} > ${x}`, is: (row) => row[column] > x };
    case 3:
      return { sql: `${x} <= ${column}`, is: (row) => row[column] >= x };
    case 4:
      return { sql: `${column} <> ${x}`, is: (row) => row[column] !== x };
    case 5:
      return { sql: `${column} + 1 = ${x}`, is: (row) => row[column] + 1 === x };
    default:
      return { sql: `${column} = ${x}`, is: (row) => row[column] === x };
  }
}
/** @type {Numbers[]} */
const rows = kDomain.flatMap((a) => kDomain.flatMap((b) => kDomain.map((c) => ({ a, b, c }))));
const breaks = (/** @type {Restrictions} */ { conditions }, /** @type {(row: Numbers) => boolean} */ is) =>
  conditions.some(
    ({ column, op, values }) => op !== 'range' && new Set(rows.filter(is).map((row) => row[column])).size > values,
  );

test('no row that satisfies one of 2,000 random conditions has a value outside those derived from it', () => {
  const random = below(25);
  let told = 0,
    alternatives = 0,
    found = 0;
  for (let i = 0; i < 2000; ++i) {
    const { sql, is, or } = randomCondition(random, 3);
    const [template] = read(`select * from t where ${sql}`);
    expect([sql, template.code ?? 'read']).toEqual([sql, 'read']);
    expect([sql, breaks(template, is)]).toEqual([sql, false]);
    told += template.conditions.length;
    // The control: reading each OR as an AND is noticed.
    if (!or || i % 5 > 0) continue;
    alternatives += 1;
    const [wrong] = read(`select * from t where ${sql.replaceAll(' OR ', ' AND ')}`);
    if (breaks(wrong, is)) found += 1;
  }
  expect(told).toBeGreaterThan(1000);
  expect(found).toBeGreaterThan(alternatives / 10);
});

test('2,000 hostile statements are refused or understood, and nothing breaks', () => {
  const random = below(26);
  const good = [
    "select * from orders o join items i on i.order_id = o.id where o.customer_id = $1 and o.at > now() - interval '1 hour'",
    'insert into t (a, b) values (?, :b), ($1, default) on conflict (a) do update set b = 1',
    'update t set a = 1 where b in (1, 2, 3) and c between 4 and 5',
    "delete from t where a = any(array['x', 'y'])",
  ];
  const odd = [
    "'",
    '"',
    '`',
    '$$',
    '$a$',
    '/*',
    '*/',
    '--',
    ';',
    '(',
    ')',
    '[',
    '?',
    ':x',
    '::',
    '\0',
    '\ud800',
    '🙂',
    'select',
    'OR',
    'NOT',
    'IN ()',
    '1e999',
    '= ANY(',
    'null',
    '__proto__',
    'constructor',
    '9'.repeat(400),
    ',',
    '\\',
    "E'",
    '\n',
    '120/s',
  ];
  let understood = 0;
  for (let i = 0; i < 2000; ++i) {
    let text = good[random(good.length)];
    for (let cuts = random(4); cuts >= 0; --cuts) {
      const at = random(text.length + 1),
        to = at + random(12);
      text = [
        text.slice(0, at) + odd[random(odd.length)] + text.slice(to),
        text.slice(0, at),
        text.slice(0, at) + text + text.slice(at),
      ][random(8) > 1 ? 0 : random(3)].slice(0, 4000);
    }
    for (const each of read(text)) {
      if ('code' in each) expect(each.code).toMatch(/^[a-z_]+$/);
      else understood += 1;
      expect(JSON.stringify(inputOf(each, 'q', 1, ['a', 'b', 'customer_id']))).toMatch(/^\{/);
    }
  }
  expect(understood).toBeGreaterThan(20);
});

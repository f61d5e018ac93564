// “Choose a sharding key” in links, and rows of pg_stat_statements.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { detailOf, settingsOf } from '../../../web/dialogs/sharding_key/link.js';
import { pairsOfText, pathsOfList } from '../../../web/dialogs/sharding_key/lists.js';
import { statementsOfCsv } from '../../../web/dialogs/sharding_key/pg_statements.js';
import { randomNumbers } from '../../live/keys.mjs';

test('a link expresses any settings, and fits into a fragment', () => {
  const random = randomNumbers(3),
    letters = [...'aZ9 ~/&#%=?;,|"\'\\\n\tключ🙂'];
  const text = () => Array.from({ length: 1 + (random() % 12) }, () => letters[random() % letters.length]).join('');
  for (let i = 0; i < 2000; ++i) {
    const settings = {
      world: 'shop',
      rows: 1 + (random() % 1000),
      seed: random() % 9,
      shards: 1 + (random() % 1000),
      pick: text(),
      sql: text(),
      pairs: ['both', 'first'][random() % 2],
      unique: text(),
      candidates: [`a${text().replaceAll('|', '')}`, 'b'],
      file: true,
    };
    const detail = detailOf(settings);
    expect(detail).toMatch(/^[^&#\s]*$/u);
    expect(settingsOf(detail)).toEqual(settings);
  }
});

test('a link with unknown or out-of-range settings opens with the rest', () => {
  expect(settingsOf('world~shop/rows~0/shards~1001/seed~-1/pairs~none/x~y/pick~%E0%A4%A/~/sql')).toEqual({
    world: 'shop',
    pick: '%E0%A4%A',
  });
  expect(settingsOf('__proto__~1/constructor~2/rows~1e3')).toEqual({ rows: 1000 });
  expect(settingsOf()).toEqual({});
  expect(detailOf({ world: 'shop', sql: '', table: undefined, file: false })).toBe('world~shop');
});

test('rows of pg_stat_statements give each query with its calls, and other text gives none', () => {
  const csv =
    'userid,query,calls,total_exec_time\n10,"select * from t\nwhere a = $1 and b = "";""",1200,3.5\n10,select 1,0,1\n10,"insert into t (a, b) values ($1, $2)",30,1\n';
  expect(statementsOfCsv(csv)).toEqual([
    { sql: 'select * from t\nwhere a = $1 and b = ";"', calls: 1200 },
    { sql: 'insert into t (a, b) values ($1, $2)', calls: 30 },
  ]);
  expect(statementsOfCsv(csv.replaceAll(',', '\t')).map(({ calls }) => calls)).toEqual([1200, 30]);
  expect(statementsOfCsv('select query, calls from pg_stat_statements')).toBe(null);
  expect(statementsOfCsv('select * from t where a = $1')).toBe(null);
});

test('lists and pairs are read with or without spaces, and anything else is left out', () => {
  expect(pathsOfList(' a,b , , c')).toEqual(['a', 'b', 'c']);
  expect(pairsOfText('customers: id;items:order_id; nothing;: x')).toEqual({ customers: 'id', items: 'order_id' });
});

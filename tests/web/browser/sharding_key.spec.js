// “Choose a sharding key”: from rows and queries to a key, with real clicks. Counts are tested with the profiler; here
// fan-out is compared with closed formulas.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { dist } from '../../built.mjs';
import { faultsOf, fillLong, inFooter, open } from './page.mjs';
import { readPixels } from './pixels.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {AxeResults} from 'axe-core' */

const kCommand = fileURLToPath(new URL('bin/reshard.mjs', dist));
const kWait = { timeout: 60_000 };
const dialogOf = (/** @type {Page} */ page) => page.locator('#sharding_key');
const outcome = (/** @type {Page} */ page) => dialogOf(page).locator('[data-name=outcome]');
const file = (/** @type {string | Buffer} */ buffer, /** @type {string} */ name) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
});

/**
 * @param {Page} page
 * @param {string} region
 */
async function cells(page, region) {
  return dialogOf(page)
    .locator(`[data-name=${region}] tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map(({ textContent }) => textContent)));
}

/** How many shards queries ask: {query: {key: text}}. @param {Page} page */
async function asked(page) {
  await dialogOf(page)
    .locator('[data-name=asked]')
    .evaluate((details) => {
      details.open = true;
    });
  const [head, ...rows] = await cells(page, 'asks');
  return Object.fromEntries(
    rows.map((row) => [row[0], Object.fromEntries(row.slice(2).map((text, i) => [head[i + 2], text]))]),
  );
}

// 6,000 orders of 500 customers, one of whom has a third.
const kOrders = `SELECT i AS order_id,
  CASE WHEN i % 3 = 0 THEN 'big' ELSE 'customer-' || (i * 7919 % 500) END AS customer_id,
  ['new', 'paid', 'sent'][1 + i % 3] AS status,
  TIMESTAMP '2026-01-01' + to_seconds(i * 60) AS created_at, 'note, "' || i || '"' AS note FROM range(6000) t(i)`;
const kSql = `80/s select * from orders where customer_id = $1 order by created_at desc limit 20;
  10/s select * from orders where customer_id in ($1, $2, $3);
  5/s select * from orders where order_id = ?;
  5/s insert into orders (order_id, customer_id, status, created_at, note) values ($1, $2, $3, $4, $5);
  1/s select * from orders where customer_id in (select id from customers where city = $1);`;

/**
 * @param {string} folder
 * @param {string} form
 */
async function written(folder, form) {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`COPY (${kOrders}) TO '${folder}' (FORMAT ${form})`);
  return readFileSync(folder);
}

/** @param {Page} page */
async function opened(page, link = 'v=1&nodes=5&strategy=modulo') {
  const playground = await open(page, `./#${link}`);
  await (await inFooter(page, '[data-dialog=sharding_key]')).click();
  await expect(outcome(page)).toContainText('Best key', kWait);
  return playground;
}

test('a CSV file and its SQL lead to a key: three clicks, a file, and pasted SQL', async ({ page }, info) => {
  const playground = await opened(page);
  const dialog = dialogOf(page);
  await dialog
    .getByLabel('Open a file of rows')
    .setInputFiles(file(await written(info.outputPath('orders.csv'), 'csv'), 'orders.csv'));
  await expect(dialog.locator('[data-name=rows-says]')).toContainText('orders.csv');
  await expect(outcome(page)).toContainText('Add your queries', kWait);
  await dialog.getByLabel('SQL, or rows of pg_stat_statements').fill(kSql);
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(outcome(page)).toContainText('Best key: customer_id', kWait);
  await expect(dialog.locator('.queries .refused')).toHaveText(
    'Not understood: a query within a query, UNION or WITH. It counts as a scatter.',
  );
  // An IN of 3 values asks 5 (1 − (4/5)³) = 2.44 of 5 shards.
  const shards = await asked(page);
  expect([shards.q1, shards.q2, shards.q3, shards.q5].map((query) => query.customer_id)).toEqual([
    '1',
    '2.44',
    'all 5',
    'all 5',
  ]);
  expect([shards.q1, shards.q2, shards.q3, shards.q4].map((query) => query.order_id)).toEqual([
    'all 5',
    'all 5',
    '1',
    '1',
  ]);
  // A third of the rows belong to one customer, which is shown.
  await expect(dialog.locator('[data-name=failure] p')).toContainText('“big” has 2,000 rows, 33.3% of all');
  await expect(dialog.locator('[data-name=failure] tbody tr').first()).toContainText('big', kWait);
  /** @type {AxeResults} */
  const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#sharding_key'); })()`);
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);

  await dialog.getByRole('button', { name: 'Use this key in the playground' }).click();
  await expect(dialog).toBeHidden(kWait);
  const { keys, own_keys: own } = await playground.state();
  expect(own).toBeTruthy();
  const others = new Set(
    Array.from({ length: 6000 }, (_, i) => i)
      .filter((i) => i % 3 > 0)
      .map((i) => (i * 7919) % 500),
  );
  expect(keys).toBe(others.size + 1);
  expect(faultsOf(page)).toEqual([]);
});

test('a file with a header only is refused in words, and a field whose name has a dot is read', async ({ page }) => {
  await opened(page);
  const dialog = dialogOf(page);
  await dialog.getByLabel('Open a file of rows').setInputFiles(file('order_id,customer_id\n', 'none.csv'));
  await expect(dialog.getByRole('alert')).toContainText('There are no rows: only a first line with names of columns.');
  const rows = Array.from({ length: 400 }, (_, i) => JSON.stringify({ 'user.id': `u${i % 37}`, id: i }));
  await dialog.getByLabel('Open a file of rows').setInputFiles(file(rows.join('\n'), 'logs.jsonl'));
  await expect(outcome(page)).toContainText('Most evenly spread', kWait);
  await expect(dialog.locator('[data-name=figures]')).toContainText('["user.id"]');
  await expect(dialog.locator('[data-name=figures]')).not.toContainText('no value');
  await expect(dialog.locator('.boxes')).toContainText('["user.id"]');
  expect(faultsOf(page)).toEqual([]);
});

test('whoever looks at the best key sees the best key when queries change it, and whoever picked another keeps it', async ({
  page,
}) => {
  await opened(page);
  const dialog = dialogOf(page),
    checked = dialog.locator('.key input:checked');
  // Each order once; half of the 20 customers have three times as many as the others.
  const rows = Array.from({ length: 4000 }, (_, i) => `${i},c${i % 4 < 3 ? (i * 7) % 10 : 10 + (i % 10)}`);
  await dialog
    .getByLabel('Open a file of rows')
    .setInputFiles(file(`order_id,customer_id\n${rows.join('\n')}\n`, 'orders.csv'));
  await expect(outcome(page)).toContainText('Most evenly spread: order_id', kWait);
  await expect(checked).toHaveValue('order_id');
  await dialog
    .getByLabel('SQL, or rows of pg_stat_statements')
    .fill('80/s select * from orders where customer_id = $1; 5/s select * from orders where order_id = $1;');
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(outcome(page)).toContainText('Best key: customer_id', kWait);
  await expect(checked).toHaveValue('customer_id');
  await expect(dialog.locator('[data-name=looked-title]')).toContainText('customer_id: 4,000 rows on 5 shards');
  await dialog.locator('.key input[value=order_id]').check();
  await dialog
    .getByLabel('SQL, or rows of pg_stat_statements')
    .fill('90/s select order_id from orders where customer_id = $1;');
  await dialog.getByRole('button', { name: 'Add these' }).click();
  await expect(dialog.locator('.queries li')).toHaveCount(3, kWait);
  await expect(dialog.locator('.working')).toBeHidden(kWait);
  await expect(checked).toHaveValue('order_id');
  expect(faultsOf(page)).toEqual([]);
});

test('a tie is called one, and columns that are not judged are named with the reason', async ({ page }, info) => {
  await opened(page);
  const dialog = dialogOf(page),
    left = dialog.locator('[data-name=not-judged]');
  const rows = Array.from({ length: 2000 }, (_, i) => `${i},${(i * 7919) % 2003},a,b,c,d,e,x@${i}.example`);
  await dialog
    .getByLabel('Open a file of rows')
    .setInputFiles(file(`a_id,b_id,c,d,e,f,g,email\n${rows.join('\n')}\n`, 'wide.csv'));
  await expect(outcome(page)).toContainText('Tie: ', kWait);
  await expect(outcome(page).locator('strong')).toHaveText('Rows alone cannot decide. Add your queries.');
  await expect(outcome(page)).toContainText('Which of them is more even is chance');
  await expect(left).toHaveText(
    'Not judged: g, email. 6 columns are judged at once, those that look like ids first. Tick others under “Shards, columns, time”.',
  );
  await dialog.getByLabel('SQL, or rows of pg_stat_statements').fill('80/s select * from t where a_id = $1;');
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(left).toContainText('Not judged: b_id, c, d, e, f, g, email. No query finds rows by them.', kWait);

  // A list and a double are in the file, and no keys.
  const connection = await (await DuckDBInstance.create()).connect(),
    path = info.outputPath('typed.parquet');
  await connection.run(
    'COPY (SELECT i AS a_id, i * 1.5::DOUBLE AS amount, [i] AS tags ' +
      `FROM range(2000) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  await dialog.getByLabel('Open a file of rows').setInputFiles(path);
  await expect(left).toContainText('Cannot be read as keys: amount (double), tags', kWait);
  expect(faultsOf(page)).toEqual([]);
});

// 4,000 orders, no value twice but the customers', one of whom has a sixth; the amounts come first in the file.
const kAmounts = Array.from({ length: 4000 }, (_, i) => {
  const time = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
  return `${i}.${25 + (i % 50)},${time},${1000 + i},${i % 6 === 0 ? 7 : 10 + ((i * 7) % 900)}`;
});

test('in a tie identifiers come first, amounts and times last; queries decide, and the largest value stays on its row', async ({
  page,
}) => {
  await opened(page);
  const dialog = dialogOf(page),
    row = (/** @type {string} */ key) => dialog.locator('.key', { has: page.locator(`input[value="${key}"]`) });
  await dialog
    .getByLabel('Open a file of rows')
    .setInputFiles(file(`total,created_at,order_id,customer_id\n${kAmounts.join('\n')}\n`, 'orders.csv'));
  await expect(outcome(page).locator('strong')).toHaveText('Rows alone cannot decide. Add your queries.', kWait);
  await expect(outcome(page)).toContainText('Tie: order_id, ');
  await expect(outcome(page)).toContainText('amounts and times last: nobody asks for one row by them');
  await expect(dialog.locator('.key input:checked')).toHaveValue('order_id');
  await expect(row('customer_id')).toContainText('“7” alone has 16.7% of the rows');
  const sql = dialog.getByLabel('SQL, or rows of pg_stat_statements');
  await sql.fill(`1/s select * from orders where total = $1; 90/s select * from orders where customer_id = $1;
    3/s select * from orders where order_id = $1; 7/s select * from orders where created_at > $1;`);
  // The ring of the focused field is within the column, which scrolls.
  const [field, column] = [await sql.boundingBox(), await dialog.locator('.inputs').boundingBox()];
  expect(field.x - column.x).toBeGreaterThanOrEqual(4);
  expect(column.x + column.width - field.x - field.width).toBeGreaterThanOrEqual(4);
  // Buttons do not touch.
  const [openFile, use] = [
    await dialog.locator('[data-name=adding] label.button').boundingBox(),
    await dialog.getByRole('button', { name: 'Use only these' }).boundingBox(),
  ];
  expect(use.y - openFile.y - openFile.height).toBeGreaterThanOrEqual(8);
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(outcome(page)).toContainText('Best key: customer_id', kWait);
  await expect(row('customer_id')).toContainText('“7” alone has 16.7% of the rows');
  await dialog.locator('.key input[value=order_id]').check();
  await expect(dialog.locator('[data-name=failure] caption')).toHaveText('Queries that ask the most shards');
  const asks = (await cells(page, 'failure'))
    .slice(1)
    .map(([, perSecond, shards]) => [Number(shards), Number(perSecond)]);
  expect(asks).toEqual([
    [5, 90],
    [5, 7],
    [5, 1],
    [1, 3],
  ]);
  expect(faultsOf(page)).toEqual([]);
});

test('the line that the lower edge cuts has faded', async ({ page }) => {
  await opened(page);
  const { x, y, width, height } = await dialogOf(page).boundingBox();
  const colours = await readPixels(
    page,
    await page.screenshot({ clip: { x: x + 24, y: y + height - 8, width: width - 48, height: 6 } }),
    () => {
      const { data } = /** @type {any} */ (window).pixels;
      return [...new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join()))];
    },
    null,
  );
  expect(colours).toEqual(['255,255,255']);
});

test('Parquet, CSV and pasted rows give the same figures', async ({ page }, info) => {
  await opened(page);
  const dialog = dialogOf(page);
  const figures = [];
  for (const form of ['csv', 'parquet', 'pasted']) {
    const bytes = await written(info.outputPath(`orders.${form}`), form === 'parquet' ? 'parquet' : 'csv');
    if (form === 'pasted') {
      await dialog.getByText('Paste rows', { exact: true }).click();
      await fillLong(dialog.getByRole('textbox', { name: 'Paste rows' }), bytes.toString());
      await dialog.getByRole('button', { name: 'Use these rows' }).click();
    } else {
      await dialog.getByLabel('Open a file of rows').setInputFiles(file(bytes, `orders.${form}`));
    }
    await expect(dialog.locator('[data-name=rows-says]')).toContainText(
      form === 'pasted' ? 'pasted rows' : `orders.${form}`,
      kWait,
    );
    await expect(outcome(page)).toContainText('Tie: ', kWait); // three columns have no value twice
    await expect(dialog.locator('.working')).toBeHidden(kWait);
    figures.push(await cells(page, 'figures'));
  }
  expect(figures[0].length).toBeGreaterThan(4);
  expect(figures[1]).toEqual(figures[0]);
  expect(figures[2]).toEqual(figures[0]);
  expect(faultsOf(page)).toEqual([]);
});

test('a link opens the same world, queries and key; it never contains a file’s rows', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await opened(page);
  const dialog = dialogOf(page);
  await dialog.locator('select[name=world]').selectOption('social');
  await expect(outcome(page)).toContainText('(post_author_id, post_id)', kWait);
  await dialog
    .getByLabel('SQL, or rows of pg_stat_statements')
    .fill('3/s select * from comments where author_id = ? and topic = \'50% ~ & /; "x"\'');
  await dialog.getByRole('button', { name: 'Add these' }).click();
  await expect(dialog.locator('.queries li').last()).toContainText('50% ~ & /', kWait);
  await expect(dialog.locator('.working')).toBeHidden(kWait);
  await dialog.locator('.key input').nth(1).check();
  const said = [
    await outcome(page).textContent(),
    await dialog.locator('.key input:checked').inputValue(),
    await dialog.locator('.queries .told').allTextContents(),
  ];
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('about:blank');
  await open(page, link);
  await expect(dialog.locator('.key')).not.toHaveCount(0, kWait);
  await expect(outcome(page)).toHaveText(said[0], kWait); // once all its rows are counted
  await expect(dialog.locator('.working')).toBeHidden(kWait);
  expect([await outcome(page).textContent(), await dialog.locator('.key input:checked').inputValue()]).toEqual(
    said.slice(0, 2),
  );
  expect(await dialog.locator('.queries .told').allTextContents()).toEqual(said[2]);

  await dialog
    .getByLabel('Open a file of rows')
    .setInputFiles(file('secret_id,b\nhidden-1,2\nhidden-2,3\n', 'secret.csv'));
  await expect(dialog.locator('[data-name=rows-says]')).toContainText('secret.csv');
  await expect(dialog.locator('.working')).toBeHidden(kWait);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const second = await page.evaluate(() => navigator.clipboard.readText());
  expect(second).not.toMatch(/hidden|secret\.csv/);
  await page.goto('about:blank');
  await open(page, second);
  await expect(outcome(page)).toContainText('open the file', kWait);
  expect(faultsOf(page)).toEqual([]);
});

test('what is saved for reshard profile asks the command the same questions about the same file', async ({
  page,
}, info) => {
  await opened(page);
  const dialog = dialogOf(page),
    orders = info.outputPath('orders.csv');
  await written(orders, 'csv');
  await dialog.getByLabel('Open a file of rows').setInputFiles(orders);
  await expect(outcome(page)).toContainText('Add your queries', kWait);
  await dialog.getByLabel('SQL, or rows of pg_stat_statements').fill(kSql);
  await dialog.getByRole('button', { name: 'Use only these' }).click();
  await expect(outcome(page)).toContainText('Best key: customer_id', kWait);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save for reshard profile' }).click();
  await expect(dialog.locator('[data-name=spec-says]')).toContainText('reshard profile --spec sharding-key.json');
  const { candidates } = JSON.parse(
    execFileSync(
      process.execPath,
      [kCommand, 'profile', '--spec', await (await download).path(), '--json', '--verdict', orders],
      { encoding: 'utf8' },
    ),
  );
  expect(candidates.map((/** @type {{id: string}} */ { id }) => id)).toEqual(
    await dialog.locator('.key input').evaluateAll((keys) => keys.map(({ value }) => value)),
  );
  const shards = await asked(page);
  for (const { id, templates } of candidates) {
    for (const { id: query, shards: count } of templates)
      expect(shards[query][id].replace('all ', ''), `${query} under ${id}`).toBe(String(Number(count.toFixed(2))));
  }
  expect(faultsOf(page)).toEqual([]);
});

test('reading ten million rows can be cancelled, and another question is answered', async ({ page }) => {
  await opened(page);
  const dialog = dialogOf(page);
  await dialog.getByText('Shards, columns, time', { exact: true }).click();
  await dialog.locator('input[name=count]').fill('10000000');
  await dialog.locator('input[name=count]').press('Tab');
  await dialog.locator('.working').getByRole('button', { name: 'Cancel' }).click(kWait);
  await expect(outcome(page)).toHaveText('Cancelled.');
  await dialog.locator('input[name=count]').fill('5000');
  await dialog.locator('input[name=count]').press('Tab');
  await expect(outcome(page)).toContainText('Best key', kWait);
  expect(faultsOf(page)).toEqual([]);
});

test('remedies are worked out: two views, salt, the slowest of n', async ({ page }) => {
  await open(page, './#v=1&nodes=10&dialog=sharding_key/world~social/show~views.salting.tail');
  const dialog = dialogOf(page);
  await expect(outcome(page)).toContainText(/Best key|Tie/, kWait);
  await expect(dialog.locator('[data-name=views-says]')).toContainText('A copy under', kWait);
  await expect(dialog.locator('[data-name=salting-says]')).toContainText('the fullest shard has', kWait);
  // Exponential times of mean 10: the q-quantile of the slowest of n is −10 ln(1 − q^(1/n)).
  await dialog.getByLabel('Time of one answer, ms').selectOption('exponential');
  await dialog.getByLabel('Shards asked', { exact: true }).fill('20');
  await dialog.getByLabel('Shards asked', { exact: true }).press('Tab');
  const time = (/** @type {number} */ q) => (-10 * Math.log(1 - q ** (1 / 20))).toFixed(1);
  await expect(dialog.locator('[data-name=tail-says]')).toContainText(
    `Of 20 answers, the slowest takes up to ${time(0.5)} ms in half of the cases ` +
      `and ${time(0.99)} ms in 99% of them. ${(100 * (1 - 0.99 ** 20)).toFixed(1)}%`,
    kWait,
  );
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Time of the slowest answer');
  expect(faultsOf(page)).toEqual([]);
});

test.describe('on a phone, in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the answer fits and every text is Russian', async ({ page }) => {
    await open(
      page,
      './?lang=ru#v=1&nodes=5&dialog=sharding_key/world~sensors/show~views.salting.composed.together.tail',
    );
    const dialog = dialogOf(page);
    await expect(outcome(page)).toContainText('Лучший ключ', kWait);
    await expect(dialog.locator('[data-name=tail-says]')).toContainText('мс', kWait);
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    const english = await dialog.evaluate((each) => {
      const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT),
        found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (
          /\b(the|of|shard|shards|query|rows?|and|key|with)\b/i.test(node.nodeValue) &&
          !/[а-я]/i.test(node.nodeValue) &&
          !node.parentElement.closest('code, option, textarea')
        )
          found.push(node.nodeValue.trim());
      }
      return found;
    });
    expect(english).toEqual([]);
    expect(faultsOf(page)).toEqual([]);
  });
});

// The runbook of a system whose configuration changes: opened by a link, its share is the page's, and a link decides
// the protocol where it names one.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { Migrate, openedRunbook } from './migrate_dialog.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {Locator, Page} from '@playwright/test' */

const kServers = Array.from({ length: 5 }, (_, i) => `10.0.0.${i + 1}`).join(',');
const kNginx = `./#v=1&nodes=${kServers}&strategy=nginx&log=%2B10.0.0.6`;

/** The runbook of an address that asks for it. @param {Page} page @param {string} address */
async function linked(page, address) {
  const playground = await open(page, `${address}&dialog=migrate/runbook`);
  await new Migrate(page).exact();
  const runbook = page.locator('#runbook');
  await expect(runbook.locator('article dl')).toBeVisible({ timeout: 60_000 });
  return { playground, runbook };
}

/** @param {Locator} runbook @param {string} name */
const fact = (runbook, name) =>
  runbook.locator('article dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

test.afterEach(({ page }) => expect(faultsOf(page)).toEqual([]));

for (const [size, viewport] of /** @type {const} */ ([
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])) {
  test(`a link to nginx and one more server opens nginx’s runbook, with the page’s share, on ${size}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const { playground, runbook } = await linked(page, kNginx);
    await expect(runbook.locator('[name=protocol]')).toHaveValue('by_system');
    await expect(runbook.locator('[name=protocol] option:checked')).toHaveText('New configuration (nginx)');
    await expect(runbook.locator('article h2')).toHaveText('nginx: from 5 to 6 servers');
    const { moved, keys, fact: headline } = await playground.state();
    const share = ((100 * moved) / keys).toFixed(1);
    expect(headline).toContain(`${share}%`);
    await expect(fact(runbook, 'Keys that move')).toHaveText(
      `${moved.toLocaleString('en')} of ${keys.toLocaleString('en')} (${share.replace(/\.0$/, '')}%)`,
    );
    await expect(runbook.locator('article pre').nth(1)).toContainText('    server 10.0.0.6;\n}\nEND');
    expect(await runbook.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await expect(runbook.locator('[name=after]')).toBeHidden();
    /** @type {AxeResults} */
    const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#runbook'); })()`);
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
  });
}

// Every second read hits: of 50,000 × 0.8 reads the origin gets 20,000.
test('the hit rate decides what the origin gets, and stays in the link', async ({ page }) => {
  const { runbook } = await linked(page, kNginx);
  await runbook.locator('[name=requests]').fill('50000');
  await runbook.locator('[name=writes]').fill('0.2');
  await runbook.locator('[name=hit-rate]').fill('0.5');
  await expect(fact(runbook, 'Requests per second to the origin')).toContainText('20,000, at first ');
  await expect.poll(() => page.url()).toMatch(/move\.runbook=[^&]*protocol:by_system[^&]*hit-rate:0\.5/);
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.locator('#runbook article dl')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#runbook [name=hit-rate]')).toHaveValue('0.5');
  await expect(page.locator('#runbook [name=protocol]')).toHaveValue('by_system');
});

test('a link that names a protocol opens that, and the reader’s own choice outlasts closing', async ({ page }) => {
  const { runbook } = await linked(page, `${kNginx}&move.runbook=keys:2000,protocol:log_catch_up`);
  await expect(runbook.locator('[name=protocol]')).toHaveValue('log_catch_up');
  await expect(runbook.locator('[name=hit-rate]')).toBeHidden();
  await expect(runbook.locator('[name=after]')).toBeVisible();
  await expect.poll(() => page.url()).not.toContain('hit-rate');
  await runbook.locator('[name=protocol]').selectOption('double_write');
  await expect(runbook.locator('article h3').first()).toHaveText(/write to both/);
  await runbook.locator('[name=close]').click();
  await new Migrate(page).part('runbook').click();
  await expect(runbook.locator('article dl')).toBeVisible();
  await expect(runbook.locator('[name=protocol]')).toHaveValue('double_write');
});

test('a link with the system’s runbook to a strategy without one opens the dual write, without an error', async ({
  page,
}) => {
  const { runbook } = await linked(page, './#v=1&nodes=5&log=%2Bnode-5&move.runbook=protocol:by_system,hit-rate:0.9');
  await expect(runbook.locator('[name=protocol]')).toHaveValue('double_write');
  await expect(runbook.locator('[name=protocol] option[value=by_system]')).toHaveCount(0);
  await expect(runbook.locator('[data-name=refused]')).toBeHidden();
});

test('in Russian the menu and the steps of HAProxy’s runbook are Russian', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('reshard.language', 'ru'));
  const runbook = await openedRunbook(page, kNginx.replace('nginx', 'haproxy'));
  await expect(runbook.locator('[name=protocol] option:checked')).toHaveText('Новые настройки (HAProxy)');
  await expect(runbook.locator('article h3').first()).toHaveText('1. Запустить и измерить');
  await expect(runbook.locator('label', { hasText: 'Доля попаданий' })).toBeVisible();
});

test('Cassandra’s runbook asks for the copy speed, and not for a hit rate', async ({ page }) => {
  const { runbook } = await linked(page, kNginx.replace('nginx', 'token_ring'));
  await expect(runbook.locator('[name=protocol] option:checked')).toHaveText('As Cassandra does it');
  await expect(runbook.locator('[name=throttle]')).toBeVisible();
  await expect(runbook.locator('[name=hit-rate]')).toBeHidden();
  await expect(runbook.locator('article')).toContainText('ssh 10.0.0.1 nodetool cleanup');
  await expect.poll(() => page.url()).toMatch(/protocol:by_system/);
  expect(page.url()).not.toContain('hit-rate');
});

// Stories of the view Migrate: those that open with their own cluster, and those that the engine tells of each anomaly.
import { expect, test } from './fixture.mjs';
import { kGrown, Migrate } from './migrate_dialog.mjs';
import { open } from './page.mjs';
import { stepsOf } from '../../../web/dialogs/migrate/life_steps.js';
import { moves } from '../../../web/dialogs/migrate/moves.js';
import '../node/moves.mjs';
/** @import {Json} from '../../types.d.ts' */

test('every event of the engine’s stories has words, whatever the protocol', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  const presets = moves().tables.presets.map(({ id }) => id);
  const { stories, compared: compares } = await page.evaluate(async (ids) => {
    const { answer } = await import(String('./web/dialogs/migrate/move_engine.js'));
    const ask = (/** @type {string} */ what, /** @type {Json} */ input) => answer(what, input, {});
    const side = (/** @type {number} */ nodes) => ({
      strategy: 'ring',
      nodes,
      keys: { kind: 'sequential', count: 2000 },
    });
    /** @type {import('../../../web/dialogs/migrate/life_steps.js').StoryEvent[][]} */
    const all = [];
    let both = true;
    const compared =
      'start;copy:copy=all,reads=both_old,until=acknowledged+copied;compare:verify=all,repair,until=verified;end:reads=new,writes=new';
    for (const [i, forgets] of ['without_tail', 'empty'].entries()) {
      const { totals, anomalies } = await ask('migrate', {
        before: side(2),
        after: side(3),
        protocol: compared,
        workload: { requests: 12_000, writes: 0.4 },
        faults: { node: 2 * i, node_down_at_us: 900_000, node_down_us: 50_000, node_back: forgets },
        pace: { copy_bytes_per_second: 500_000 },
      });
      const growing = await ask('migrate', {
        before: side(2),
        after: side(3),
        protocol: 'flip',
        workload: { requests: 3_000, deletes: 0 },
        system: { map_delay_us: 400_000 },
        pace: { grow: 3 },
      });
      both &&= totals.verifiedKeys > 0 && totals.forgottenKeys > 0;
      all.push(...[...anomalies, ...growing.anomalies].map(({ events }) => events));
    }
    for (const id of ids) {
      for (const cache of id === 'expire' ? [false] : [false, true]) {
        // with a cache, values have no lifetimes of their own
        const { anomalies } = await ask('migrate', {
          before: side(2),
          after: side(3),
          protocol: id,
          system: { cache, map_delay_us: 400_000 },
          workload: { requests: 12_000, writes: 0.4, deletes: 0.1, ttl_us: cache ? 0 : 600_000 },
          pace: { copy_bytes_per_second: 500_000 },
        });
        all.push(...anomalies.map((/** @type {Json} */ { events }) => events));
      }
    }
    return { stories: all, compared: both };
  }, presets);
  const steps = stories.flatMap(stepsOf);
  expect(compares, 'verified keys, and keys that a node forgot').toBe(true);
  expect(steps.length).toBeGreaterThan(100);
  expect(steps.filter(({ words }) => !words || /undefined|NaN/.test(words))).toEqual([]);
  expect(migrate).toBeDefined();
});

test('a story opens with its own cluster and protocol, and says what to notice', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.part('story').selectOption({ label: 'Redis Cluster, 3 to 4 masters' });
  await expect(migrate.said).toContainText('Slot by slot (Redis Cluster): no write is lost', { timeout: 60_000 });
  await migrate.exact();
  await expect(migrate.dialog.locator('.notice-of-story')).toContainText('MOVED and ASK');
  await expect(migrate.dialog.locator('.served title')).toHaveText(['redis-0', 'redis-1', 'redis-2', 'redis-3']);
});

test('every story opens with its own cluster and says how its move ends', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  const titles = (await migrate.part('story').locator('option').allTextContents()).slice(1);
  expect(titles.length).toBeGreaterThanOrEqual(10);
  for (const title of titles) {
    await migrate.said.first().evaluate((line) => {
      line.textContent = '';
    });
    await migrate.part('story').selectOption({ label: title });
    await migrate.exact();
    await expect(migrate.part('story').locator('option:checked')).toHaveText(title);
    await expect(migrate.dialog.locator('.notice-of-story'), title).toBeVisible();
    const ends = /naive/.test(title)
      ? 'are lost'
      : /ClickHouse/.test(title)
        ? 'the new ones hold as many rows as the others'
        : /memcached/.test(title)
          ? 'go to the store behind the cache'
          : 'no write is lost and no read is wrong';
    await expect(migrate.said, title).toContainText(ends);
  }
});

test('one master takes over three times as long as eight directory servers to tell clients of the same move', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.part('story').selectOption({ label: 'Directory servers, when the master is hot' });
  await expect(migrate.part('routing')).toHaveValue('two_level', { timeout: 60_000 });
  await migrate.exact();
  const seconds = async () => Number(/in ([\d.]+) s/.exec(await migrate.said.textContent())[1]);
  const eight = await seconds();
  await migrate.dialog.locator('summary', { hasText: 'Details' }).click();
  await migrate.part('directories').fill('1');
  await migrate.part('directories').press('Enter');
  await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(3 * eight);
});

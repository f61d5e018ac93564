// The view Migrate: what a move does to ongoing requests, watched, broken and fixed by hand.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { kGrown, Migrate } from './migrate_dialog.mjs';
import { faultsOf, inFooter, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */
/** @import {TraceEvent} from '../../types.d.ts' */

const numberIn = (/** @type {RegExp} */ pattern, /** @type {string} */ text) =>
  Number((pattern.exec(text)?.[1] ?? 'NaN').replace(/,/g, ''));

test('the naive script loses writes, red on the axis, and the button under the sentence fixes it', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  expect(await migrate.lost()).toBeGreaterThan(20);
  await expect(migrate.said).toHaveClass(/bad/);
  expect(await migrate.dialog.locator('.axis .mark').count()).toBeGreaterThan(5);
  await migrate.dialog.getByRole('button', { name: 'Write to both first' }).click();
  await expect(migrate.said).toContainText('Dual write (Stripe): no write is lost and no read is wrong', {
    timeout: 60_000,
  });
  await migrate.exact();
  expect(await migrate.dialog.locator('.axis .mark').count()).toBe(0);
  await expect(migrate.part('protocol')).toHaveValue('double_write');
  expect(faultsOf(page)).toEqual([]);
});

test('a move leaves out the keys of a node that is down, says how many, and tells the life of another key', async ({
  page,
}) => {
  await open(page, './#v=1&nodes=5&strategy=redis_slots&log=%2Bnode-5,!node-1');
  const migrate = await new Migrate(page).opened();
  await expect(migrate.dialog.locator('.refused:visible')).toHaveCount(0);
  expect(await migrate.lost()).toBeGreaterThan(0);
  await expect(migrate.said).toContainText(
    /[\d,]+ keys are left out: before or after the change, no node serves them\./,
  );
  expect(faultsOf(page)).toEqual([]);
});

test('a double write goes wrong once its phases are not held back, and is right again when they are', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write');
  await expect(migrate.said).not.toHaveClass(/bad/);
  await migrate.dialog.locator('summary', { hasText: 'Details' }).click();
  for (const phase of ['write to both', 'read new', 'write new']) {
    await migrate.dialog.getByRole('checkbox', { name: `${phase}: Held back` }).uncheck();
    await migrate.exact();
  }
  await expect(migrate.said).toHaveClass(/bad/);
  await expect(migrate.part('protocol')).toHaveValue('own');
  await migrate.dialog.getByRole('button', { name: 'Hold phases back' }).click();
  await expect(migrate.said).not.toHaveClass(/bad/, { timeout: 60_000 });
  await expect(migrate.part('protocol')).toHaveValue('double_write');
});

test('scrubbing shows the moment at once, and playback continues from there until it is paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  const scrub = migrate.part('scrub');
  const pixels = () => migrate.dialog.locator('canvas').evaluate((canvas) => canvas.toDataURL());
  await scrub.fill('100');
  const early = await pixels();
  const [start] = await migrate.dialog.locator('.now').allTextContents();
  await scrub.fill('900');
  expect(await pixels()).not.toBe(early);
  await expect(migrate.dialog.locator('.now')).not.toHaveText(start);
  await scrub.fill('100');
  expect(await pixels()).toBe(early);
  await migrate.part('play').click();
  await expect(migrate.part('play')).toHaveText('Pause');
  await expect.poll(async () => Number(await scrub.inputValue())).toBeGreaterThan(150);
  await migrate.part('play').click();
  await expect(migrate.part('play')).toHaveText('Play');
  const held = await scrub.inputValue();
  const drawn = await pixels();
  await page.evaluate(
    () =>
      new Promise((next) => {
        requestAnimationFrame(() => requestAnimationFrame(next));
      }),
  );
  expect([await scrub.inputValue(), await pixels()]).toEqual([held, drawn]);
});

test('a dual write rolls back without loss while it copies, and with loss once writes go only to new', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write');
  await migrate.part('scrub').fill('300');
  await expect(migrate.dialog.locator('.now')).toHaveText('Phase: copy');
  await migrate.part('abort').click();
  await expect(migrate.dialog.locator('.advice')).toContainText('Up to here you can roll back without loss.', {
    timeout: 60_000,
  });
  await migrate.exact();
  await expect(migrate.said).toContainText('Rolled back after');
  await migrate.choose('protocol', 'double_write');
  await migrate.part('scrub').fill('900');
  await expect(migrate.dialog.locator('.now')).toHaveText('Phase: done');
  await migrate.part('abort').click();
  await expect(migrate.dialog.locator('.advice')).toContainText('The rollback came too late', { timeout: 60_000 });
  expect(await migrate.lost()).toBeGreaterThan(0);
});

test('a copier that crashes makes the move longer, not wrong', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write');
  const seconds = async () => Number(/in ([\d.]+) s/.exec(await migrate.said.textContent())[1]);
  const before = await seconds();
  await migrate.choose('fault', 'copier');
  expect(await seconds()).toBeGreaterThan(before);
  await expect(migrate.said).not.toHaveClass(/bad/);
});

test('requests that gave up while the coordinator was dead are in the sentence, in red, in the lane and in the table', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write');
  await migrate.choose('routing', 'coordinator');
  await expect(migrate.said).not.toHaveClass(/bad/);
  await migrate.choose('fault', 'holder');
  await expect(migrate.said).toContainText(
    /no write is lost and no read is wrong, but [\d,]+ of 60,000 requests gave up \(without the move: [\d,]+\)/,
  );
  await expect(migrate.said).toHaveClass(/bad/);
  await migrate.exact();
  const failed = numberIn(/but ([\d,]+) of/, await migrate.said.textContent());
  expect(failed).toBeGreaterThan(5000);
  expect(
    numberIn(/Errors([\d,]+)/, await migrate.dialog.locator('.axis .row.wrong').textContent()),
  ).toBeGreaterThanOrEqual(failed);
  await migrate.dialog.locator('summary', { hasText: 'The numbers as a table' }).click();
  const table = migrate.dialog.locator('[data-name=table] tr');
  await expect(table).not.toHaveCount(0);
  const [head, ...rows] = await table.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  const column = head.indexOf('gave up');
  expect(rows.reduce((sum, cells) => sum + Number(cells[column].replace(/,/g, '')), 0)).toBe(failed);
  expect(faultsOf(page)).toEqual([]);
});

test('the naive dual write loses writes with the copier that the page begins with, and the button under the sentence fixes it', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write_overwrite');
  expect(await migrate.lost()).toBeGreaterThan(20);
  await migrate.dialog.getByRole('button', { name: 'Keep the newer one' }).click();
  await expect(migrate.said).toContainText('no write is lost', { timeout: 60_000 });
  await migrate.exact();
  await expect(migrate.said).not.toHaveClass(/bad/);
  await expect(migrate.part('page_rows')).toHaveValue('1000');
  expect(faultsOf(page)).toEqual([]);
});

test('a node that comes back empty loses keys under any protocol, and the sentence says that it is not the move', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'double_write');
  await migrate.choose('fault', 'node_empty');
  await expect(migrate.said).toContainText(
    /The node has forgotten [\d,]+ keys, and acknowledged writes of [\d,]+ are lost by that, with a move or without/,
  );
  await expect(migrate.part('fault')).toHaveValue('node_empty');
  expect(new URL(page.url()).hash).toContain('node_back=empty');
  await migrate.choose('fault', 'node');
  await expect(migrate.said).not.toContainText('forgotten');
  await expect(migrate.part('fault')).toHaveValue('node');
  expect(faultsOf(page)).toEqual([]);
});

test('a number lets shards grow instead, and says when all will hold equally many rows', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.dialog.locator('summary', { hasText: 'Details' }).click();
  await migrate.part('writes').fill('0.5');
  await migrate.part('writes').press('Tab');
  await migrate.exact();
  await migrate.part('grow').fill('9');
  await migrate.part('grow').press('Tab');
  await expect(migrate.said).toContainText(
    'Nothing moves. A new shard takes 9 times as many new rows as an old one, and every read asks 6 shards.',
    { timeout: 60_000 },
  );
  await migrate.exact();
  await expect(migrate.part('deletes')).toHaveValue('0');
  await expect(migrate.part('protocol')).toHaveValue('own');
  expect(faultsOf(page)).toEqual([]);
});

test('a move rolls back by itself, and says what went wrong', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'flip');
  await migrate.dialog.locator('summary', { hasText: 'Details' }).click();
  await migrate.part('turn_back_over').fill('0.02');
  await migrate.part('turn_back_over').press('Tab');
  await expect(migrate.said).toContainText('At 1.5 s more than 2% of a second’s requests had gone wrong.', {
    timeout: 60_000,
  });
  await migrate.exact();
  await expect(migrate.said).toContainText('Rolled back');
  expect(faultsOf(page)).toEqual([]);
});

test('a link opens the same move with the same figures', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('routing', 'proxy');
  await migrate.choose('fault', 'cut_off');
  const said = await migrate.said.textContent();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('move=copy_then_flip~routing=proxy~');
  await page.reload();
  const again = await new Migrate(page).exact();
  await expect(again.said).toHaveText(said);
  await expect(again.part('routing')).toHaveValue('proxy');
  await expect(again.part('fault')).toHaveValue('cut_off');
  await again.dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('move=');
});

test('a link whose move is refused says what is accepted', async ({ page }) => {
  await open(page, `${kGrown}&move=teleport`);
  await expect(page.locator('#migrate p.refused')).toContainText('move: “teleport” is not one of flip, ramp, stop', {
    timeout: 60_000,
  });
});

test('two protocols stand side by side on the same requests', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('beside', 'slot_by_slot');
  await expect(migrate.said).toHaveCount(2);
  await expect(migrate.said.nth(0)).toContainText('Copy, then switch');
  await expect(migrate.said.nth(1)).toContainText('Slot by slot (Redis Cluster): no write is lost');
});

// Measured in processor time, which other programs do not affect.
test('no task of the page takes longer than 100 ms while it plays', async ({ page, browser }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.part('scrub').fill('0');
  await page.requestGC(); // what earlier tests left in the browser
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await migrate.part('play').click();
  await expect
    .poll(async () => Number(await migrate.part('scrub').inputValue()), { timeout: 60_000 })
    .toBeGreaterThan(400);
  await migrate.part('play').click();
  /** @type {{traceEvents: TraceEvent[]}} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const isMain = (/** @type {TraceEvent} */ { name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const main = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ name, tdur, pid, tid }) => /RunTask$/.test(name) && tdur !== undefined && main.has(`${pid} ${tid}`),
  );
  expect(tasks.length).toBeGreaterThan(20);
  expect(tasks.map(({ tdur }) => tdur / 1000).filter((milliseconds) => milliseconds > 100)).toEqual([]);
});

for (const [name, size, link] of /** @type {[string, {width: number, height: number}, string][]} */ ([
  ['in English', { width: 1440, height: 900 }, kGrown],
  ['on a phone, in Russian', { width: 390, height: 844 }, './?lang=ru#v=1&nodes=5&log=%2Bnode-5'],
])) {
  test(`the view is accessible and needs no sideways scrolling ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, link);
    if (size.width < 500) await (await inFooter(page, '[data-dialog=migrate]')).click();
    else await page.locator('#timeline [data-dialog=migrate]').click();
    const migrate = await new Migrate(page).exact();
    await migrate.dialog.locator('details').evaluateAll((all) =>
      all.forEach((each) => {
        each.open = true;
      }),
    );
    /** @type {AxeResults} */
    const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run('#migrate'); })()`);
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    expect(await migrate.dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  });
}

test('a dragged control is answered with a smaller sample at each step, and exactly when it rests', async ({
  page,
}) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  const box = await migrate.part('throttle').boundingBox();
  const x = (/** @type {number} */ value) => box.x + 8 + ((box.width - 16) * (value + 10)) / 40;
  await migrate.part('throttle').scrollIntoViewIfNeeded();
  const { y, height } = await migrate.part('throttle').boundingBox();
  await page.evaluate(() => {
    const said = document.querySelector('#migrate .said');
    window.answers = [];
    new MutationObserver(() => window.answers.push(said.textContent.includes('a smaller sample'))).observe(said, {
      childList: true,
    });
  });
  const answers = () => page.evaluate(() => window.answers.splice(0));
  await page.mouse.move(x(Number(await migrate.part('throttle').inputValue())), y + height / 2);
  await page.mouse.down();
  for (const value of [8, 12]) {
    await answers();
    await page.mouse.move(x(value), y + height / 2);
    /** @type {boolean[]} */
    const heard = [];
    await expect.poll(async () => heard.push(...(await answers())), { timeout: 60_000 }).toBeGreaterThan(1);
    expect([heard[0], heard.at(-1)], 'from the sample first').toEqual([true, false]);
  }
  await page.mouse.up();
  await migrate.exact();
  await expect(migrate.said).not.toContainText('a smaller sample');
});

test('under reduced motion playback goes from state to state, and the stage rests in between', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.part('scrub').fill('0');
  const drawn = await page.evaluate(async () => {
    const at = /** @type {HTMLInputElement} */ (document.querySelector('#migrate [name=scrub]'));
    const seen = new Set();
    /** @type {HTMLElement} */ (document.querySelector('#migrate [name=play]')).click();
    while (document.querySelector('#migrate [name=play]').textContent === 'Pause') {
      seen.add(at.value);
      await new Promise(requestAnimationFrame);
    }
    return seen.size;
  });
  // In this protocol four phases begin, something goes wrong for the first time, and the move ends.
  expect(drawn).toBeGreaterThan(3);
  expect(drawn).toBeLessThan(10);
});

test('pictures and numbers can be exported', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  const saved = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), migrate.part(name).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const svg = String(await saved('svg'));
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg).toContain('Copy, then switch');
  expect(svg).not.toContain('class=');
  expect((await saved('png')).subarray(1, 4).toString()).toBe('PNG');
  expect(String(await saved('csv')).split('\r\n')[0]).toContain('Time,Phase,correct');
  const { totals, move } = JSON.parse(String(await saved('json')));
  expect(totals.lostWrites).toBe(await migrate.lost());
  expect(move).toBe('copy_then_flip~copy_bytes_per_second=2000000~page_rows=1000~page_delay_us=100000');
});

test('letting data expire leaves the old nodes empty, except for keys without a lifetime', async ({ page }) => {
  await open(page, kGrown);
  const migrate = await new Migrate(page).opened();
  await migrate.choose('protocol', 'stop');
  const moved = numberIn(/([\d,]+) keys move/, await migrate.said.textContent());
  await migrate.choose('protocol', 'expire');
  await expect(migrate.said).toContainText('Nothing is copied, and in this model everything is done after');
  await expect(migrate.part('ttl_us')).toHaveValue('3000000');
  await migrate.dialog.locator('summary', { hasText: 'Details' }).click();
  await migrate.part('permanent').fill('0.25');
  await migrate.part('permanent').press('Tab');
  await expect(migrate.said).toContainText('the move does not finish', { timeout: 60_000 });
  await migrate.exact();
  const left = numberIn(/([\d,]+) keys have no lifetime and stay on the old nodes/, await migrate.said.textContent());
  expect(left / moved).toBeGreaterThan(0.22);
  expect(left / moved).toBeLessThan(0.28);
  await migrate.part('ttl_us').fill('0');
  await migrate.part('ttl_us').press('Tab');
  await expect(migrate.dialog.getByText('values have no lifetime')).toBeVisible({ timeout: 60_000 });
  expect(faultsOf(page)).toEqual([]);
});

test('stale and missed reads and returned deletes differ in more than hue', async ({ page }) => {
  await open(page, kGrown);
  await new Migrate(page).opened();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    const fills = await page.evaluate(() =>
      ['missed', 'stale', 'returned'].map((kind) => {
        const shape = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
        shape.setAttribute('class', `outcome ${kind}`);
        document.querySelector('#migrate svg.axis').append(shape);
        return getComputedStyle(shape).fill;
      }),
    );
    const lightness = (/** @type {string} */ color) => {
      const [r, g, b] = color.match(/[\d.]+/g).map((part) => (Number(part) / 255) ** 2.2);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    expect(fills[1], 'hatched').toMatch(/^url\("#hatched"\)/);
    expect(await page.locator('#migrate svg.axis #hatched').count()).toBe(1);
    const ratio = lightness(fills[0]) / lightness(fills[2]);
    expect(Math.max(ratio, 1 / ratio), colorScheme).toBeGreaterThan(1.5);
  }
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`what leads further down lies in the bar with Play at ${width} pixels, and covers nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const language of ['en', 'ru']) {
      const playground = await open(page, `./?lang=${language}${kGrown.slice(2)}&move=copy_then_flip`);
      await playground.settled();
      const migrate = await new Migrate(page).exact();
      await expect(migrate.part('below')).toBeVisible();
      const within = await migrate.part('below').evaluate((button) => {
        const bar = /** @type {HTMLElement} */ (button.parentElement);
        const [inner, outer] = [button.getBoundingClientRect(), bar.getBoundingClientRect()];
        const others = [...bar.children].filter((each) => each !== button).map((each) => each.getBoundingClientRect());
        return {
          inside: inner.top >= outer.top && inner.bottom <= outer.bottom && inner.right <= outer.right + 0.5,
          apart: others.every((box) => box.right <= inner.left + 0.5),
          scrub: /** @type {HTMLElement} */ (bar.querySelector('input')).offsetWidth,
        };
      });
      expect(within, language).toEqual({ inside: true, apart: true, scrub: expect.any(Number) });
      expect(within.scrub).toBeGreaterThanOrEqual(60);
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the life of a key fits in either language, and buttons lead to what is below the edge', async ({ page }) => {
    for (const language of ['en', 'ru']) {
      const playground = await open(page, `./?lang=${language}${kGrown.slice(2)}&move=copy_then_flip`);
      await playground.settled();
      const migrate = await new Migrate(page).exact();
      const below = migrate.part('below');
      await expect(below).toHaveText(language === 'en' ? 'Over time ↓' : 'По времени ↓');
      await below.click();
      await expect(migrate.dialog.locator('svg.axis')).toBeInViewport({ ratio: 0.5 });
      await expect(below).toHaveText(language === 'en' ? 'Break something ↓' : 'Сломать ↓');
      const titles = await migrate.dialog
        .locator('svg.life .title')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
        );
      const picture = await migrate.dialog.locator('.life-picture').boundingBox();
      expect(titles).toHaveLength(5);
      titles.forEach(({ left, right }, i) => {
        expect(left).toBeGreaterThanOrEqual(i === 0 ? picture.x : titles[i - 1].right);
        expect(right).toBeLessThanOrEqual(picture.x + picture.width);
      });
      const boxes = (/** @type {string} */ kind) =>
        migrate.dialog
          .locator(`svg.life ${kind}`)
          .evaluateAll((all) =>
            all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
          );
      const [times, notes] = [await boxes('.time'), await boxes('.note-text')];
      expect(notes.length).toBeGreaterThan(0);
      for (const { left, right } of notes) {
        expect(left, 'right of the times').toBeGreaterThanOrEqual(Math.max(...times.map((time) => time.right)));
        expect(right).toBeLessThanOrEqual(picture.x + picture.width);
      }
      const edges = await migrate.dialog
        .locator('.choices select')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
      expect(edges).toHaveLength(4);
      expect(Math.max(...edges) - Math.min(...edges), 'one left edge').toBeLessThan(0.5);
      await below.click();
      await expect(migrate.part('fault')).toBeFocused();
      await expect(below).toBeHidden();
    }
  });
});

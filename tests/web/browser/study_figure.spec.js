// Studies as figures in a post: each takes the canvas's place, with the links below it in reach.
import axe from 'axe-core';
import { expect, test } from './fixture.mjs';
import { faultsOf, open } from './page.mjs';
/** @import {AxeResults} from 'axe-core' */

test.use({ viewport: { width: 720, height: 420 } });

for (const name of ['joining', 'jump', 'ring_lookup', 'sections', 'sharding_key', 'tiers', 'two_level']) {
  test(`${name} takes the canvas’s place, and leaves the links below it in reach`, async ({ page }) => {
    await open(page, `./?embed#v=1&nodes=5&keys=10000&log=+node-5&dialog=${name}`);
    const dialog = page.locator(`#${name}`);
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate((each) => each.matches(':modal'))).toBe(false);
    await page.locator('#full-page').click({ trial: true });
    const picture = dialog.locator('svg.study').first();
    await expect(picture).toBeVisible({ timeout: 60_000 });
    // The picture may just be redrawn.
    await expect
      .poll(async () => (await picture.boundingBox())?.y ?? Infinity, 'the picture begins in the upper two thirds')
      .toBeLessThanOrEqual(280);
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    /** @type {AxeResults} */
    const { violations } = await page.evaluate(`(() => { ${axe.source}; return axe.run(); })()`);
    expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
    expect(faultsOf(page)).toEqual([]);
  });
}

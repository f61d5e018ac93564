// The view Migrate, as the tests that are about it drive it.
import { expect } from '@playwright/test';
import { open } from './page.mjs';
/** @import {Page} from '@playwright/test' */

/** A link to five nodes and a sixth that joined. */
export const kGrown = './#v=1&nodes=5&log=%2Bnode-5';

/** The view, once its exact figures are shown. */
export class Migrate {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.dialog = page.locator('#migrate');
    this.said = this.dialog.locator('.said');
  }

  /** @param {string} name */
  part(name) {
    return this.dialog.locator(`[name="${name}"]`);
  }

  async opened() {
    await this.page.locator('#timeline [data-dialog=migrate]').click();
    return this.exact();
  }

  async exact() {
    await expect(this.said.first()).not.toBeEmpty({ timeout: 60_000 });
    await expect(this.part('progress')).toBeHidden({ timeout: 60_000 });
    return this;
  }

  /** How many keys have lost writes, according to the sentence. */
  async lost() {
    const found = /writes of ([\d,]+) keys? (?:are|is) lost/.exec(await this.said.first().textContent());
    return found ? Number(found[1].replace(/,/g, '')) : 0;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  async choose(name, value) {
    await this.part(name).selectOption(value);
    await this.exact();
  }
}

/** The runbook of what a page shows, as a reader comes to it. @param {Page} page @param {string} [address] */
export async function openedRunbook(page, address = kGrown) {
  await open(page, address);
  const migrate = await new Migrate(page).opened();
  await migrate.part('runbook').click();
  await expect(page.locator('#runbook article dl')).toBeVisible({ timeout: 60_000 });
  return page.locator('#runbook');
}

// What the tests of “Open your cluster…” share.
import { readFileSync } from 'node:fs';
import { expect } from './fixture.mjs';
import { inFooter, open } from './page.mjs';
/** @import {Page} from '@playwright/test' */
/** @import {Playground} from './page.mjs' */

/** @param {string} path below tests/vectors/clusters */
export const textOf = (path) => readFileSync(new URL(`../../vectors/clusters/${path}`, import.meta.url), 'utf8');

/** @param {Page} page */
export async function openDialog(page) {
  const playground = await open(page, './#v=1&nodes=a,b,c');
  await (await inFooter(page, '[data-dialog="cluster"]')).click();
  const dialog = page.locator('#cluster');
  await expect(dialog).toBeVisible();
  return { playground, dialog };
}

/** Pastes as the keyboard does. @param {Page} page @param {string} text */
export async function paste(page, text) {
  await page.locator('#cluster-text').focus();
  await page.keyboard.insertText(text);
}

/** @param {{nodes: {name: string}[]}} state */
export const names = ({ nodes }) => nodes.map(({ name }) => name);

/** Presses the button that opens what was read. @param {Page} page */
export async function openRead(page) {
  const dialog = page.locator('#cluster');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The owner of each of these keys, as the page shows it. @param {Playground} playground @param {string[]} keys */
export async function ownersOf(playground, keys) {
  const owners = /** @type {Record<string, string>} */ ({});
  for (const key of keys) {
    await playground.run({ do: 'inspect', key });
    const { strategies, compare } = /** @type {any} */ (await playground.state());
    owners[key] = (compare ?? strategies)[0].owner;
  }
  return owners;
}

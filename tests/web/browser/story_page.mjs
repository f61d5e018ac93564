// What the tests of story.html share.
import { collectFaults } from './page.mjs';
/** @import {Page} from '@playwright/test' */

export const pages = { en: 'story.html', ru: 'story.ru.html' };

/** @param {Page} page */
export async function openStory(page, file = 'story.html') {
  collectFaults(page);
  await page.goto(`./${file}`);
  await page.waitForSelector('html[data-ready]');
}

export const figure = (/** @type {Page} */ page, /** @type {string} */ name) => page.locator(`[data-figure="${name}"]`);
export const part = (/** @type {Page} */ page, /** @type {string} */ name, /** @type {string} */ which) =>
  figure(page, name).locator(`[data-part="${which}"]`);

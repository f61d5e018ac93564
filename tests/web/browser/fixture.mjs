// The test of every browser suite: it fails on any uncaught error and on any violation of a content security policy, in
// whatever page or frame of whatever context a test opens. ESLint holds the suites to taking `test` from here.
import { expect, test as plain } from '@playwright/test';

export { expect };

// What browsers print when a policy is violated, in report-only mode too.
const kPolicyWords = /content[ -]security[ -]policy/i;

/**
 * Notes what must not happen. The browser of the fixtures is watched anyway.
 * @param {import('@playwright/test').BrowserContext} context @param {string[]} found
 */
export function watch(context, found) {
  context.on('weberror', (raised) => {
    const error = raised.error();
    found.push(`uncaught: ${error?.stack ?? error}`);
  });
  context.on('console', (message) => {
    if (kPolicyWords.test(message.text())) found.push(`policy: ${message.text()}`);
  });
}

/**
 * `expectedFaults`: patterns of what a test provokes on purpose, each of which has to come about.
 * @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions
 *   & {expectedFaults: RegExp[], faultsEverywhere: string[]}, import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions>}
 */
export const test = plain.extend(/** @type {any} */ ({
  // It is one for many tests (playwright.config.js). What the test before was granted, or took away, is as the options say.
  context: async ({ context, permissions, offline, faultsEverywhere }, use) => {
    watch(context, faultsEverywhere);
    await context.setOffline(offline ?? false);
    await context.clearPermissions();
    if (permissions) await context.grantPermissions(permissions);
    await use(context);
  },

  // So is the page: it must not stay as narrow as the test before made it.
  page: async ({ page, viewport }, use) => {
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },

  expectedFaults: [[], { option: true }],

  // What no test may leave behind, in its own context or in those that it makes.
  faultsEverywhere: [async ({ browser, expectedFaults }, use) => {
    /** @type {string[]} */
    const found = [];
    const plainContext = browser.newContext;
    browser.newContext = async (...options) => {
      const context = await plainContext.apply(browser, options);
      watch(context, found);
      return context;
    };
    await use(found);
    browser.newContext = plainContext;
    const expected = (fault) => expectedFaults.some((pattern) => pattern.test(fault));
    expect(found.filter((fault) => !expected(fault)), 'uncaught errors and violated policies').toEqual([]);
    for (const pattern of expectedFaults) expect(found.join('\n'), 'what the test provokes').toMatch(pattern);
  }, { auto: true }],
}));

// The `test` of every browser suite: it fails on any uncaught error and any violation of a content security policy, in
// any page or frame of any context that a test opens. ESLint makes the suites import `test` from here.
import { expect, test as plain } from '@playwright/test';
/** @import * as Playwright from '@playwright/test' */

export { expect };

// What browsers print when a policy is violated, also in report-only mode.
const kPolicyWords = /content[ -]security[ -]policy/i;

/**
 * Records what must not happen. The fixtures' own browser is watched anyway.
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
 * `expectedFaults`: patterns of what a test provokes on purpose; each of them must occur.
 * @typedef {{expectedFaults: RegExp[], faultsEverywhere: string[]}} Faults
 */

export const test = plain.extend(
  /**
   * @type {Playwright.Fixtures<Faults, {},
   *   Playwright.PlaywrightTestArgs & Playwright.PlaywrightTestOptions,
   *   Playwright.PlaywrightWorkerArgs & Playwright.PlaywrightWorkerOptions>}
   */ ({
    // One context serves many tests (playwright.config.js). Permissions and network are reset to what the options say.
    context: async ({ context, permissions, offline, faultsEverywhere }, use) => {
      watch(context, faultsEverywhere);
      await context.setOffline(offline ?? false);
      await context.clearPermissions();
      if (permissions) await context.grantPermissions(permissions);
      await use(context);
    },

    // So does the page: it must not stay as narrow as the previous test made it.
    page: async ({ page, viewport }, use) => {
      if (viewport) await page.setViewportSize(viewport);
      await use(page);
    },

    expectedFaults: [[], { option: true }],

    // Faults that no test may cause, in its own context or in those that it makes.
    faultsEverywhere: [
      async ({ browser, expectedFaults }, use) => {
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
        const expected = (/** @type {string} */ fault) => expectedFaults.some((pattern) => pattern.test(fault));
        expect(
          found.filter((fault) => !expected(fault)),
          'uncaught errors and violated policies',
        ).toEqual([]);
        for (const pattern of expectedFaults) expect(found.join('\n'), 'what the test provokes').toMatch(pattern);
      },
      { auto: true },
    ],
  }),
);

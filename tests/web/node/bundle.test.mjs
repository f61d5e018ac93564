// How the page's scripts are joined (cmake/bundle.mjs).
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { dist } from '../../built.mjs';

const kStatic = /(?:\bfrom|\bimport) ?"(\.[^"]+)"/g;

/** A script of dist and all that it imports statically. @param {string} script @returns {string[]} paths in dist */
function loadedBy(script) {
  const found = [new URL(script, dist).href];
  for (const address of found) {
    const imported = [...readFileSync(new URL(address), 'utf8').matchAll(kStatic)];
    for (const [, path] of imported) {
      const { href } = new URL(path, address);
      if (!found.includes(href)) found.push(href);
    }
  }
  return found.map((address) => address.slice(dist.href.length));
}

const kPlayground = 'web/page/page.js';

test('no other page loads the script that starts the playground', () => {
  expect(loadedBy(kPlayground)).toContain(kPlayground);
  for (const script of ['page/catalogue.js', 'page/embedding.js', 'story/story.js', 'lessons/teacher.js']) {
    expect(loadedBy(`web/${script}`), script).not.toContain(kPlayground);
  }
});

test('a dialog loads at most three scripts that the playground has not loaded', () => {
  const first = loadedBy(kPlayground);
  for (const dialog of ['migrate', 'sharding_key', 'export', 'literature', 'counts', 'chooser', 'jump', 'script']) {
    const more = loadedBy(`web/dialogs/${dialog}.js`).filter((script) => !first.includes(script));
    expect(more.length, more.join(', ')).toBeLessThanOrEqual(3);
  }
});

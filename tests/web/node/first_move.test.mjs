// How Migrate begins: as the page's system moves keys.
import { expect } from '@playwright/test';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { fromTree, root } from '../../built.mjs';

const { kCaches } = await fromTree('web/dialogs/migrate/first_move.js');
const { kPrograms } = await fromTree('web/dialogs/migrate/runbook_programs.js');
const kWriters = await Promise.all(
  readdirSync(new URL('web/systems/', root))
    .filter((file) => file.endsWith('.js') && !['systems.js', 'clusters.js'].includes(file))
    .map(async (file) => (await fromTree(`web/systems/${file}`)).default),
);

test('Migrate switches the list of servers where every dialect of a strategy is a cache’s', () => {
  /** @type {Map<string, boolean>} by strategy: whether all that cover it are caches */
  const caches = new Map();
  for (const { system, covers } of kWriters) {
    for (const { strategy } of [covers].flat())
      caches.set(strategy, (caches.get(strategy) ?? true) && Object.hasOwn(kPrograms, system));
  }
  // These have uses of their own, beside the one system that has them as one of several dialects.
  const ofOthers = ['modulo', 'maglev', 'rendezvous_plain'];
  const all = [...caches].filter(([strategy, is]) => is && !ofOthers.includes(strategy)).map(([strategy]) => strategy);
  expect([...kCaches].sort()).toEqual(all.sort());
});

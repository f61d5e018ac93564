// Changes made at once are one step of a log, wherever a script of the page cuts it.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { lastStepOf } from '../../../web/dialogs/tools/plan.js';
import { placementsOf, subjectsOf } from '../../../web/dialogs/migrate/subject.js';
import { allUp } from '../../../web/dialogs/tools/nodes.js';
import { exportOf } from '../../live/exports.mjs';
import { built } from '../../built.mjs';
/** @import {LogEntry} from '../../../web/headless/reshard-core.d.ts' */

const { loadReshard } = await built('reshard-core.mjs');
const core = await loadReshard();
const joined = (/** @type {LogEntry} */ entry) => ({ ...entry, at_once: true });

test('the last step of a log is its last change, with those that were made at once with it', () => {
  expect(lastStepOf([])).toBe(0);
  expect(lastStepOf([{ add: 'a' }, { add: 'b' }])).toBe(1);
  expect(lastStepOf([{ add: 'a' }, { add: 'b' }, joined({ remove: 'a' }), joined({ add: 'c' })])).toBe(1);
  expect(lastStepOf([{ add: 'a' }, joined({ add: 'b' })])).toBe(0);
});

test('the move of the last change starts before all changes that were made at once with it', () => {
  /** @type {any} what the page tells has more members */
  const scenario = { nodes: ['a', 'b'], log: [{ add: 'c' }, { add: 'd' }, joined({ add: 'e' })] };
  const { before, after } = placementsOf(scenario, 'last');
  expect(before.log).toEqual([{ add: 'c' }]);
  expect(after.log).toEqual(scenario.log);
  const ids = (/** @type {LogEntry[]} */ log) => subjectsOf({ ...scenario, log }, String).map(({ id }) => id);
  expect(ids(scenario.log)).toEqual(['all', 'last']);
  expect(ids(scenario.log.slice(1))).toEqual(['all']);
});

test('without the nodes that went down, the next change begins their step', () => {
  const { log } = allUp({
    nodes: ['a', 'b'],
    log: [{ add: 'c' }, { down: 'a' }, joined({ add: 'd' }), joined({ up: 'a' }), joined({ add: 'e' })],
  });
  expect(log).toEqual([{ add: 'c' }, { add: 'd', at_once: false }, { add: 'e', at_once: true }]);
});

const added = (/** @type {string[]} */ ...names) => names.map((add, i) => (i > 0 ? joined({ add }) : { add }));

test('an index that was split is exported with the node of each shard', () => {
  const input = { strategy: 'elasticsearch', nodes: ['a', 'b', 'c', 'd', 'e'], log: added('f', 'g', 'h', 'i', 'j') };
  const {
    parts: [{ text }],
  } = exportOf(core, input);
  expect([...text.matchAll(/# Shard (\d+): "(\w)"/g)].map(([, shard, name]) => `${shard}${name}`).join(' ')).toBe(
    '0a 1f 2b 3g 4c 5h 6d 7i 8e 9j',
  );
  expect(text).toContain('"number_of_shards": 10');
  expect(text).not.toContain('routing_shards');
});

test('an index that was shrunk is exported with the routing shards that it was made with', () => {
  const nodes = Array.from({ length: 10 }, (_, i) => `n${i}`);
  const gone = nodes.filter((_, i) => i !== 0 && i !== 5).map((remove, i) => (i > 0 ? joined({ remove }) : { remove }));
  const {
    parts: [{ text }],
  } = exportOf(core, { strategy: 'elasticsearch', nodes, log: gone });
  expect(text).toContain('# Shard 0: "n0"\n# Shard 1: "n5"\n');
  expect(text).toContain('"number_of_routing_shards": 640');
});

test('libmemcached, which ends the program when a ring gets its 101st server, gets no such ring', () => {
  const servers = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => `10.0.0.${i + 1}:11211`);
  for (const dialect of ['libmemcached', 'libmemcached_weighted', 'libmemcached_spy']) {
    expect(exportOf(core, { strategy: 'ketama', params: { dialect }, nodes: servers(100) }).refused).toBe('');
    expect(exportOf(core, { strategy: 'ketama', params: { dialect }, nodes: servers(101) }).refused).toContain(
      'more than 100 servers; here are 101',
    );
  }
  expect(exportOf(core, { strategy: 'modulo', params: { dialect: 'libmemcached' }, nodes: servers(101) }).refused).toBe(
    '',
  );
  const drained = servers(101).map((name, i) => (i === 7 ? { name, weight: 0 } : name));
  expect(
    exportOf(core, { strategy: 'ketama', params: { dialect: 'libmemcached_weighted' }, nodes: drained }).refused,
  ).toBe('');
});

test('nginx gets a socket that was written in capitals as it reads it', () => {
  const {
    parts: [{ text }],
  } = exportOf(core, { strategy: 'nginx', nodes: ['UNIX:/run/a', 'Unix:/run/b:80', '/run/c'] });
  expect([...text.matchAll(/server (.*);/g)].map(([, name]) => name)).toEqual([
    'unix:/run/a',
    'unix:/run/b:80',
    'unix:/run/c',
  ]);
});

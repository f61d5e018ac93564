// How often a map of sections is asked: closed formulas compared with a simulation that sends every request.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';

const { curvesOf, kAxes, lookups, mapLoad, sharesOf } = await fromTree('web/dialogs/studies/directory_rules.js');

// Park and Miller's generator, 1988.
/** @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

// Simulates every request of every client in turn: whom it asks for what before it goes to the node.
/**
 * @param {(typeof systems)[number]} system
 * @param {number} seconds
 * @param {() => number} random
 */
function simulated({ clients, rate, lifetime, sections, servers, skew }, seconds, random) {
  /** @type {number[]} */
  const sums = [];
  sharesOf(sections, skew).reduce(
    (/** @type {number} */ sum, /** @type {number} */ share, /** @type {number} */ i) => (sums[i] = sum + share),
    0,
  );
  const asked = { lists: 0, whole: 0, rows: 0, requests: 0, hops: 0, byServer: new Array(servers).fill(0) };
  for (let client = 0; client < clients; ++client) {
    let list = -Infinity;
    const row = new Array(sections).fill(-Infinity);
    const warm = 3 * lifetime;
    for (let now = -Math.log(random()) / rate; now < warm + seconds; now -= Math.log(random()) / rate) {
      const counts = now >= warm;
      const draw = random();
      const section = Math.min(
        sections - 1,
        sums.findIndex((sum) => draw < sum),
      );
      let hops = 1;
      if (now - list > lifetime) {
        list = now;
        ++hops;
        if (counts) ++asked.lists;
      }
      if (now - row[section] > lifetime) {
        row[section] = now;
        ++hops;
        if (counts) ++asked.byServer[section % servers];
        if (counts) ++asked.rows;
      }
      if (counts) ++asked.requests;
      if (counts) asked.hops += hops;
    }
  }
  return asked;
}

const systems = [
  { clients: 40, rate: 5, lifetime: 2, sections: 16, servers: 4, skew: 0 },
  { clients: 30, rate: 20, lifetime: 0.5, sections: 64, servers: 3, skew: 1 },
  { clients: 20, rate: 2, lifetime: 30, sections: 10, servers: 10, skew: 1.5 },
  { clients: 10, rate: 0.5, lifetime: 1, sections: 5, servers: 1, skew: 0.5 },
];
const seconds = 400;

test('the master’s and each directory server’s load and the hops agree with a simulation that sends every request', () => {
  for (const [i, system] of systems.entries()) {
    const { lists, rows, byServer, requests, hops } = simulated(system, seconds, randomFrom(17 + i));
    const { rows: one, levels } = mapLoad(system);
    // Counts of a renewal process vary less than those of a Poisson process, four of whose standard deviations are
    // allowed.
    const near = (/** @type {number} */ count, /** @type {number} */ rate) =>
      expect(Math.abs(count - rate * seconds)).toBeLessThan(4 * Math.sqrt(rate * seconds));
    near(requests, system.clients * system.rate);
    near(lists, levels.master);
    near(rows, one.master);
    expect(byServer).toHaveLength(levels.directories.length);
    byServer.forEach((count, server) => near(count, levels.directories[server]));
    expect(Math.abs(hops / requests / levels.hops - 1)).toBeLessThan(0.03);
  }
});

test('a formula that ignores the time until the next request does not agree with the same simulation', () => {
  const [system] = systems;
  const { rows } = simulated(system, seconds, randomFrom(17));
  const forgetful = (system.clients * system.sections) / system.lifetime; // each row once per lifetime
  expect(Math.abs(rows - forgetful * seconds)).toBeGreaterThan(4 * Math.sqrt(forgetful * seconds));
});

test('worked by hand: 1,000 clients, 10 requests a second each, 100 equal sections kept for 90 s, 4 servers', () => {
  // A client needs a row 0.1 times a second, so it asks for it every 90 + 10 s: 100 rows make one question per second
  // and client.
  const { whole, rows, levels } = mapLoad({
    clients: 1000,
    rate: 10,
    lifetime: 90,
    sections: 100,
    servers: 4,
    skew: 0,
  });
  expect(rows.master).toBeCloseTo(1000, 9);
  for (const load of levels.directories) expect(load).toBeCloseTo(250, 9);
  expect(levels.master).toBeCloseTo(1000 / 90.1, 9);
  expect(rows.hops).toBeCloseTo(1.1, 12);
  expect(levels.hops).toBeCloseTo(1.1 + 1 / 901, 12);
  expect([whole.worst, rows.worst, levels.worst]).toEqual([2, 2, 3]);
  expect(whole.bytes).toBeCloseTo((1000 / 90.1) * 400, 6);
  expect(levels.bytes).toBeCloseTo(1000 * 4 + (1000 / 90.1) * 16, 6);
});

test('without a cache every request asks, and with one that never expires none does', () => {
  const { rows, levels } = mapLoad({ clients: 7, rate: 3, lifetime: 0, sections: 12, servers: 5, skew: 1 });
  expect(rows.master).toBeCloseTo(21, 9);
  expect(levels.master).toBe(21);
  expect(levels.hops).toBeCloseTo(3, 12);
  expect(lookups(5, 1e12)).toBeLessThan(1e-11);
});

test('a cache evens out hot sections: the busiest directory server is closer to the mean than the hottest sections', () => {
  const { levels } = mapLoad({ clients: 100, rate: 100, lifetime: 60, sections: 64, servers: 8, skew: 1 });
  const peak = (/** @type {number[]} */ loads) =>
    Math.max(...loads) / (loads.reduce((sum, load) => sum + load, 0) / loads.length);
  const asked = new Array(8).fill(0);
  sharesOf(64, 1).forEach((/** @type {number} */ share, /** @type {number} */ section) => {
    asked[section % 8] += share;
  });
  expect(peak(asked)).toBeGreaterThan(2);
  expect(peak(levels.directories)).toBeLessThan(1.1);
});

test('the curves pass through what the model says at each of their points', () => {
  const system = { clients: 50, rate: 4, lifetime: 10, sections: 64, servers: 4, skew: 0.5 };
  for (const axis of Object.keys(kAxes)) {
    const { rows, master, server } = curvesOf(system, axis);
    const [value] = rows[3];
    const load = mapLoad({ ...system, [axis]: value });
    expect([rows[3][1], master[3][1], server[3][1]]).toEqual([
      load.rows.master,
      load.levels.master,
      Math.max(...load.levels.directories),
    ]);
  }
});

// A configuration with the nodes of a scenario: the same bytes if nothing differs, else only its servers are touched.
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { root } from '../../built.mjs';
import { randomNumbers } from '../../live/keys.mjs';
import { Asks, edited, kEdited } from '../../../web/systems/edit/edit.js';
import { placesOf } from '../../../web/systems/reading/link.js';
import { readWith } from '../../../web/systems/reading/read.js';
import { treeReaders } from './cluster_texts.mjs';
import { kWritten } from '../../../web/dialogs/files/opened_text.js';
import { kMade } from './cluster_files.mjs';
/** @import {Json} from '../../types.d.ts' */

const readers = await treeReaders();
const folder = new URL('tests/vectors/clusters/', root);

// One host as two shards: which line is whose, only its author knows.
const kAlike = 'xml-13-same-host.xml';

/** @typedef {{name: string, weight: number, down?: boolean, was?: string, address?: string}} Node */

/** @param {Json} reading @returns {Node[]} */
const nodesIn = (reading) =>
  placesOf(reading).map(({ name, weight = 1, down = false }) => ({ name, weight, ...(down && { down }) }));

/** @param {string} text @param {string} [choose] @returns {Promise<Json>} */
const readingOf = (text, choose) => readWith(readers, text, { choose });

/** Every choice of a text that is read. @param {string} text */
async function choicesOf(text) {
  const reading = await readingOf(text);
  if (reading.refused || reading.fits) return [];
  const readings = await Promise.all(
    (reading.choices ?? [undefined]).map((/** @type {string} */ one) => readingOf(text, one)),
  );
  return readings.filter(({ refused }) => !refused);
}

/** The same text as other editors save it. @param {string} text */
const saved = (text) => [text, text.replace(/\r?\n/g, '\r\n'), `\ufeff${text}`, text.replace(/[\r\n]+$/, '')];

for (const system of kEdited) {
  const names = readdirSync(new URL(`${system}/`, folder)).filter((name) => !name.endsWith('.expected.json'));
  test(`what was read of ${system} and did not change has the same bytes`, async () => {
    let count = 0;
    for (const name of names.filter((one) => one !== kAlike)) {
      const given = readFileSync(new URL(`${system}/${name}`, folder), 'utf8');
      for (const text of [...saved(given), ...saved(given.replace(/^ {4}(?=\S)/gm, '\t'))]) {
        for (const reading of await choicesOf(text)) {
          if (reading.strategy === null || (/dump/.test(reading.form) && system === 'envoy')) continue;
          const { whole, diff } = await edited(readers, text, { choose: reading.choice }, nodesIn(reading));
          expect(whole === text, `${name} ${reading.choice}`).toBe(true);
          expect(diff).toBe('');
          ++count;
        }
      }
    }
    expect(count).toBeGreaterThan(7);
  });
}

test('shards of one host are refused', async () => {
  const text = readFileSync(new URL(`clickhouse/${kAlike}`, folder), 'utf8');
  const [reading] = await choicesOf(text);
  await expect(edited(readers, text, { choose: reading.choice }, nodesIn(reading))).rejects.toThrow(
    'the servers of this text cannot be told apart line by line',
  );
});

const kRounds = 300;

/**
 * What a text of its lines has that is no server: all others, in their order.
 * @param {string} text
 * @param {Set<number>} servers
 */
const restOf = (text, servers) => text.split(/(?<=\n)/).filter((_, i) => !servers.has(i + 1));

/** By a unified diff, the lines of both texts that it names. @param {string} diff */
function linesIn(diff) {
  const [old, next] = [new Set(), new Set()];
  for (const [, a, b = '1', c, d = '1'] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/gm)) {
    for (let i = 0; i < Number(b); ++i) old.add(Number(a) + i);
    for (let i = 0; i < Number(d); ++i) next.add(Number(c) + i);
  }
  return { old, next };
}

/**
 * @param {(most: number) => number} below
 * @param {Node[]} nodes
 * @param {{most: number, least: number, downs: boolean, name: (i: number) => string}} of
 */
function changed(below, nodes, { most, least, downs, name }) {
  const wanted = nodes.map((node) => ({ ...node }));
  for (let i = 0; i < 1 + below(4); ++i) {
    const at = below(wanted.length);
    const backup = wanted[at].name === 'spare';
    const kinds = [
      () => wanted.length > 1 && wanted.splice(at, 1),
      () => backup || (wanted[at].weight = least + below(most)),
      () => downs && !backup && (wanted[at].down = !wanted[at].down),
      () => wanted.splice(below(2) ? wanted.length : at, 0, { name: name(below(1_000_000)), weight: 1 + below(3) }),
    ];
    kinds[below(4)]();
  }
  const names = new Set();
  const distinct = wanted.filter((one) => !names.has(one.name) && names.add(one.name));
  return distinct.map(({ down, ...node }) => ({ ...node, ...(down && { down }) }));
}

for (const [system, { make, ...of }] of Object.entries(kMade)) {
  if (!readers.some((one) => one.system === system)) continue;
  test(`of ${system} only lines of servers change, and read again they are the nodes that were wanted`, async () => {
    const next = randomNumbers(system.length + 77);
    const below = (/** @type {number} */ most) => next() % most;
    for (let i = 0; i < kRounds; ++i) {
      const { text, choose } = make(below);
      const reading = await readingOf(text, choose);
      expect(reading.refused, text).toBe(undefined);
      const were = nodesIn(reading);
      const wanted = changed(below, were, of);
      const stays = wanted.some((node) => were.some(({ name }) => name === node.name));
      const about = `round ${i}:\n${text}\n${JSON.stringify(wanted)}`;
      // Without a server that takes keys, backups serve, which no node of Reshard is.
      if (!stays || !wanted.some(({ weight, down }) => weight > 0 && !down)) continue;
      const { whole, diff } = await edited(readers, text, { choose: reading.choice }, wanted).catch((error) => {
        throw new Error(`${error.message} (${error.line})\n${error.stack}\n${about}`);
      });
      const again = await readingOf(whole, reading.choice);
      expect(nodesIn(again), about).toEqual(wanted.filter(({ weight }) => weight >= of.least));
      expect(again.strategy, about).toEqual(reading.strategy);
      const { old, next: now } = linesIn(diff);
      expect(restOf(whole, now), `${about}\n${whole}`).toEqual(restOf(text, old));
      for (const line of diff.split('\n').filter((one) => /^[-+](?![-+]{2} )./.test(one))) {
        expect(line, about).not.toMatch(/secret/);
      }
      for (const line of [...old]) expect(text.split('\n')[line - 1], `${about}\n${diff}`).toMatch(of.server);
    }
  });
}

/** What refuses, or asks. @param {string} text @param {Node[]} wanted @param {string} [choose] */
const refusal = (text, wanted, choose) =>
  edited(readers, text, { choose }, wanted).then(
    ({ diff }) => diff,
    (error) => (error instanceof Asks ? { asks: error.names } : { line: error.line, why: error.message }),
  );

const kTwo = [
  { name: '10.0.0.1', weight: 1 },
  { name: '10.0.0.2', weight: 5 },
];

test('what no line of a server can say is refused with its line', async () => {
  const servers = 'server 10.0.0.1;\nserver 10.0.0.2;';
  expect(await refusal(`upstream u {\nhash $uri;\ninclude more.conf;\n${servers}\n}\n`, kTwo)).toEqual({
    line: 3,
    why: 'include: what is in that file is not in the text',
  });
  expect(await refusal(`upstream u {\nhash $uri;\n${servers}\n}\nproxy_set_header X {{ token }};\n`, kTwo)).toEqual({
    line: 6,
    why: 'template: {{ token }}',
  });
  expect(await refusal(`upstream u {\nhash $uri consistent;\n${servers}\nserver 10.0.0.2;\n}\n`, kTwo)).toEqual({
    line: 5,
    why: '10.0.0.2 is in the text twice: change it by hand',
  });
  const yaml = 'p:\n  listen: 127.0.0.1:22121\n  hash: md5\n  servers:\n  - 10.0.0.1:80:1 a\n  - 10.0.0.2:80:1 b\n';
  const pair = [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 1 },
  ];
  expect(await refusal(yaml, [pair[0], { ...pair[1], down: true }])).toEqual({
    line: 0,
    why: 'b is down: no line of this file can say so',
  });
  expect(await refusal(yaml, [...pair, { name: 'c', weight: 1 }])).toEqual({ asks: ['c'] });
  expect(await refusal(yaml, [...pair, { name: 'c', weight: 2, address: '10.0.0.3:80' }])).toContain(
    '+  - 10.0.0.3:80:2 c\n',
  );
  expect(await refusal(yaml, [pair[0], { ...pair[1], weight: 1.5 }])).toEqual({
    line: 0,
    why: 'the weight of b is 1.5: only whole weights up to 2147483647 can be written',
  });
  expect(await refusal(yaml, [{ name: 'x', weight: 1 }])).toEqual({
    line: 0,
    why: 'no node of the page is a server of this text',
  });
});

test('an anchor of YAML within the servers stays as it is, and refuses every change', async () => {
  const at = (/** @type {number} */ i) => `{address: {socket_address: {address: 10.0.0.${i}, port_value: 80}}}`;
  const endpoints = `      - endpoint: &first ${at(1)}\n      - endpoint: ${at(2)}\n`;
  const head = 'clusters:\n- name: c\n  lb_policy: MAGLEV\n  load_assignment:\n    endpoints:\n';
  const text = `${head}    - lb_endpoints:\n${endpoints}`;
  const nodes = [1, 2].map((i) => ({ name: `10.0.0.${i}:80`, weight: 1 }));
  expect(await refusal(text, nodes)).toBe('');
  expect(await refusal(text, [nodes[1]])).toEqual({
    line: 7,
    why: 'anchors, aliases and tags of YAML: change these servers by hand',
  });
});

test('ClickHouse’s clusters in YAML are written as they are: lists of lines, of braces, and of JSON', async () => {
  const text = [
    ...['remote_servers:', '  events:', '    secret: hush', '    shard:', '      - replica:'],
    ...['          - host: ch-1.example.net', '            port: 9000', '      - replica:'],
    ...['          host: "ch-2.example.net"', '          port: 9000', ''],
  ].join('\n');
  const node = (/** @type {number} */ i, weight = 1) => ({ name: `ch-${i}.example.net:9000`, weight });
  const { text: next, name } = await edited(readers, text, {}, [node(1, 3), node(2), node(3)]);
  expect(name).toBe('remote_servers.yaml');
  expect(next).toBe(
    `${text.replace('- replica:', '- weight: 3\n        replica:')}      - replica:\n` +
      '          host: "ch-3.example.net"\n          port: 9000\n',
  );
  const json = 'remote_servers:\n  c:\n    node: [{"host": "a", "port": 1}, {"host": "b", "port": 1}]\n';
  const pair = [
    { name: 'b:1', weight: 2 },
    { name: 'c:1', weight: 1 },
  ];
  expect(await edited(readers, json, {}, pair)).toMatchObject({
    text: 'remote_servers:\n  c:\n    node: [{"weight": 2, "host": "b", "port": 1}, {"host": "c", "port": 1}]\n',
  });
  const single = 'remote_servers:\n  c:\n    shard:\n      replica:\n        host: a\n        port: 1\n';
  expect(await refusal(single, [{ name: 'a:1', weight: 2 }])).toEqual({
    line: 0,
    why: 'the shards of this cluster are in no list that can be changed',
  });
});

test('a server that another line of HAProxy names does not leave', async () => {
  const [a, b] = [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 1 },
  ];
  const servers = ' server a 10.0.0.1:80\n server b 10.0.0.2:80\n';
  const text = `backend u\n mode http\n balance uri\n use-server b if { path / }\n${servers}`;
  const why = 'this line names a server that leaves: change it by hand';
  expect(await refusal(text, [a])).toEqual({ line: 4, why });
  expect(await refusal(text, [b])).toContain('- server a 10.0.0.1:80');
  expect(await refusal(`${text}backend v\n server x 10.0.0.3:80 track u/a\n`, [b])).toEqual({ line: 8, why });
});

test('a renamed server keeps its line, a moved one goes with its options, a server without weight leaves', async () => {
  const [begin, end] = ['upstream u { # secret\n\thash $uri;\n', '\n}'];
  const text = `${begin}\tserver a.test max_fails=2; # secret\n\tserver b.test weight=1;${end}`;
  const [a, b] = [
    { name: 'a.test', weight: 1 },
    { name: 'b.test', weight: 1 },
  ];
  expect(await refusal(text, [{ name: 'c.test', was: 'a.test', weight: 1 }, b])).toBe(
    '--- nginx.conf\n+++ nginx.conf\n@@ -3 +3 @@\n-\tserver a.test max_fails=2; …\n+\tserver c.test max_fails=2; …\n',
  );
  const moved = await edited(readers, text, {}, [b, a]);
  expect(moved.text).toBe(`${begin}\tserver b.test weight=1;\n\tserver a.test max_fails=2; # secret${end}`);
  const left = await edited(readers, text, {}, [{ ...a, weight: 0 }, b]);
  expect(left.left).toEqual(['a.test']);
  expect(left.text).toBe(`${begin}\tserver b.test weight=1;${end}`);
});

test('of what nginx -T prints, the file with the servers is written', async () => {
  const file = '# secret\nupstream u {\n  hash $uri;\n  server a.test;\n}\n';
  const head = '# configuration file /etc/nginx/nginx.conf:\nhttp { include u.conf; }\n\n';
  const dump = `${head}# configuration file /etc/nginx/u.conf:\n${file}\n`;
  const { text, whole, diff, name } = await edited(readers, dump, {}, [
    { name: 'a.test', weight: 1 },
    { name: 'b.test', weight: 1 },
  ]);
  expect(name).toBe('/etc/nginx/u.conf');
  expect(text).toBe(file.replace('a.test;\n', 'a.test;\n  server b.test;\n'));
  expect(whole).toBe(dump.replace('a.test;\n', 'a.test;\n  server b.test;\n'));
  expect(diff).toBe('--- /etc/nginx/u.conf\n+++ /etc/nginx/u.conf\n@@ -4,0 +5 @@\n+  server b.test;\n');
});

test('the page keeps the texts of all systems whose files can be written', () => {
  expect(kWritten).toEqual(kEdited);
});

// Texts that people paste, or that links and small files hold, as somebody may have damaged them: each is read as what
// it says or refused in words that say where, soon. Those that a worker reads as files are in mutated_files.test.mjs;
// links and scenarios, which the core reads, in tests/core/scenario/hostile_*_test.cpp.
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { built, dist } from '../../built.mjs';
import { randomNumbers } from '../../live/keys.mjs';
import { keysOf, rowsOf } from '../../../web/dialogs/tools/csv_rows.js';
import { csv, csvRows, csvText } from '../../../web/text/quote.js';
import { readNodes, readRows } from '../../../web/dialogs/own_data/identify_rules.js';
import { movePartsOf, runbookNumbers } from '../../../web/dialogs/migrate/link.js';
import { newMastersOf } from '../../../web/dialogs/migrate/new_masters.js';
import { clusterWords } from '../../../web/dialogs/migrate/cluster_nodes.js';
import { evenedOut } from '../../../web/dialogs/migrate/runbook_source.js';
import { moves } from '../../../web/dialogs/migrate/moves.js';
import {
  heldBack,
  moveOfText,
  moveText,
  phasesOf,
  protocolOf,
  protocolText,
} from '../../../web/dialogs/migrate/spec.js';
import { readScript } from '../../../web/dialogs/timeline/script_lines.js';
import { detailOf, settingsOf } from '../../../web/dialogs/sharding_key/link.js';
import { pairsOfText, pathsOfList, ratesOfKept } from '../../../web/dialogs/sharding_key/lists.js';
import { codesIn } from '../../../web/lessons/code_table.js';
import { codeOf, codeOfSaved, pack, readCode } from '../../../web/lessons/codes.js';
import { Course } from '../../../web/lessons/course.js';
import { parseLesson } from '../../../web/lessons/lesson.js';
import { choiceIn, lessonIn, setupIn } from '../../../web/lessons/links.js';
import { newcomerTo, readForm } from '../../../web/story/yours.js';
import { clusterIn } from '../../running_cluster.mjs';
import { expectWords, kRounds, mutated } from './damage.mjs';
import './moves.mjs';

const { loadLessonsEngine } = await built('web/lessons/lessons_engine.js');
const lessonsCore = await loadLessonsEngine();
const assets = new URL('assets/lessons/', dist);
const schema = JSON.parse(readFileSync(new URL('schema.json', assets), 'utf8'));
const kLesson = readFileSync(new URL('sharding/warm-up.json', assets), 'utf8');
const course = new Course(schema, []);

const { protocolBytes, moveBytes } = moves().tables.limits;

const lines = (/** @type {(i: number) => string} */ line, count = 60) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
const unique = (/** @type {any[]} */ list) => expect(new Set(list).size).toBe(list.length);

const id = (/** @type {number} */ i) => i.toString(16).repeat(40).slice(0, 40);
const kCluster = [
  ...['0-5460', '5461-10921 [10922-<-ccccccc]'.replace('ccccccc', id(12)), `10922-16383 [10922->-${id(11)}]`].map(
    (slots, i) =>
      `${id(i + 10)} 10.0.0.${i}:6379@16379,host${i} ` +
      `${i > 0 ? '' : 'myself,'}master - 0 1700000000000 ${i} connected ${slots}`,
  ),
  `${id(13)} 10.0.0.9:6379@16379 master,fail - 0 1700000000000 3 disconnected`,
  `${id(14)} 10.0.0.4:6379@16379 slave ${id(10)} 0 1700000000000 1 connected`,
].join('\n');

/** What a script does to the names, entry by entry. */
function replayed(/** @type {string[]} */ first, /** @type {any[]} */ entries) {
  let names = [...first];
  for (const { add, remove, rename, to } of entries) {
    if (add !== undefined) names.push(add.name ?? add);
    if (remove !== undefined) names = names.filter((name) => name !== remove);
    if (rename !== undefined) names = names.map((name) => (name === rename ? to : name));
  }
  return names;
}

/**
 * `read` throws or checks what it has read; `where`: what a refusal names. A door that refuses nothing has none.
 * @type {Record<string,
 * {seeds: () => Promise<string[]>, read: (text: string) => any, where?: RegExp, longest?: number, most?: number}>}
 *   `longest`: characters of a refusal, if it lists all metrics; `most`: characters that come to the door, if it is so
 *   few
 */
const kDoors = {
  'a node list': {
    seeds: async () => [
      lines((i) => `db-${i}`),
      lines((i) => `db-${i},${i / 7}`),
      lines((i) => `узел ${i}\t${i * 10}`),
    ],
    read: (list) => {
      const { link, params } = lessonsCore.measure({
        start: 'v=1&nodes=2&keys=50&strategy=modulo',
        commands: [{ do: 'set_nodes', list }],
        trial: [],
        seed: '1',
      });
      expect([link, params]).toEqual([expect.stringMatching(/^v=1&nodes=/), expect.any(Object)]);
    },
    where: /^commands\[0\]\.(line \d+|nodes)|^setup\.nodes/,
  },
  'nodes of Identify': {
    seeds: async () => [lines((i) => `10.0.0.${i}:11211`), lines((i) => ` db*${i} * ${i + 1}`), 'one\u2028two*3'],
    read: (text) => {
      const nodes = readNodes(text) ?? [];
      unique(nodes.map(({ name }) => name));
      expect(nodes.filter(({ name, weight }) => name.trim() === '' || !(weight > 0 && weight <= 1e6))).toEqual([]);
    },
    where: /^Nodes, line \d+: /,
  },
  'rows of Identify': {
    seeds: async () => [lines((i) => `key ${i},10.0.0.${i % 5}:11211`), lines((i) => `k,${i}\tn${i % 3}`, 21)],
    read: (text) => {
      const { keys, owners } = readRows(text);
      expect([keys.length, owners.every(Boolean), keys.every(Boolean)]).toEqual([owners.length, true, true]);
    },
    where: /^Line \d+: |^Only \d+ rows: /,
  },
  'scripted changes': {
    seeds: async () => [
      lines((i) => ['add', `add n${i} weight ${i}`, 'nodes 12', 'down a', 'up a', 'weight b 3 # why'][i % 6]),
      'rename a "new a"\nadd "b c"\nremove "new a"\nnodes 3\nnodes 40\nremove b\nrename "b c" b\n',
    ],
    read: (text) => {
      const steps = readScript(text, ['a', 'b'], []);
      let names = ['a', 'b'];
      for (const step of steps.slice(0, 60)) {
        names = replayed(names, step.entries);
        expect([step.line, step.names.join('|')]).toEqual([step.line, names.join('|')]);
        unique(names);
      }
    },
    where: /^Line \d+: .*Accepted lines: |^There are no changes to run\. Accepted lines: /,
  },
  'a Redis Cluster for a runbook': {
    seeds: async () => [kCluster, kCluster.replaceAll('\n', '\r\n')],
    read: (text) => {
      const cluster = clusterIn(text),
        { nodes, owners } = cluster;
      expect([owners.every((owner) => owner >= 0 && owner < nodes.length), clusterWords(cluster)]).toEqual([
        true,
        expect.stringMatching(/^Your cluster: \d/),
      ]);
      expect(owners).toHaveLength(16_384);
      expect(evenedOut(cluster, nodes.length + 1).owners).toHaveLength(owners.length);
    },
    where:
      /^Line \d+: |^[\d,]+ of 16,384 slots have no master|no range of the slots|already belongs|^template: |open slot/,
  },
  'new masters': {
    seeds: async () => [
      lines((i) => `10.0.0.${i}:6379 10.0.1.${i}:6379`),
      lines((i) => `[::${i}]:7000; host-${i}:7001`),
    ],
    read: (text) => {
      const masters = newMastersOf(text, null);
      unique(masters.flatMap(({ address, replicas }) => [address, ...replicas]));
    },
    where: /^New masters, line \d+: /,
  },
  'phases of a move': {
    seeds: async () => [
      '!start;copy+all:copy=all,barrier,until=copied;50%25:reads=new,verify=sample;end:writes=new,deletes=tombstone',
      'start;ask+all:reads=new,barrier;fill:reads=new,writes=new,until=acknowledged+expired',
    ],
    read: (text) => {
      const written = protocolText(protocolOf(text));
      expect(protocolText(protocolOf(phasesOf(written)))).toBe(written);
      expect(phasesOf(protocolOf(heldBack(written))).phases).toHaveLength(phasesOf(written).phases.length);
    },
    where: /^protocol/,
    most: protocolBytes,
  },
  'a move in a link': {
    seeds: async () => [
      'move=copy_then_flip~clients=5~cache=1~routing=proxy~seed=7~page_rows=1000',
      'v=1&move=double_write~grow%3D1&move.subject=all&move.runbook=keys:2000,bytes:10',
    ],
    read: (text) => {
      const { move, runbook, ...parts } = movePartsOf(text);
      expect(Object.values(parts).every((part) => typeof part === 'string')).toBe(true);
      for (const [name, value] of runbookNumbers(runbook)) expect(`${name}:${value}`).toMatch(/^[\w-]+:[\w.-]+$/);
      const written = moveText(moveOfText(move));
      expect(moveText(moveOfText(written))).toBe(written);
    },
    where: /^(move|protocol)/,
    most: moveBytes,
  },
  'settings of a sharding key': {
    seeds: async () => [
      'world~shop/rows~5000/seed~9/shards~8/pick~a%7Cb/sql~select%201/pairs~first/candidates~id%7Cname/kept~q%3A5',
      'shards~1e3/file~1/show~tail',
    ],
    read: (text) => {
      const settings = settingsOf(text);
      expect(settingsOf(detailOf(settings))).toEqual(
        Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== '')),
      );
    },
  },
  'lists of a sharding key': {
    seeds: async () => ['countries, currencies,  a.b', 'customers: id; items: order_id;x:', 'q1:5|q2:0.25|q3:1e9|'],
    read: (text) => {
      expect(pathsOfList(text).every(Boolean)).toBe(true);
      expect(Object.values(pairsOfText(text)).every(Boolean)).toBe(true);
      for (const rate of ratesOfKept(text.split('|')).values()) expect(rate >= 0 && rate <= 1e9).toBe(true);
    },
  },
  'result codes': {
    seeds: async () => [
      await codeOf({
        name: 'Ада',
        seed: 7,
        done: { 'warm-up': { version: 1, link: 'v=1&nodes=6', par: false, prediction: 0.2, hints: 1 } },
      }),
    ],
    read: async (text) => {
      const { name, seed, entries } = await readCode(text);
      expect([typeof name, Number.isInteger(seed)]).toEqual(['string', true]);
      for (const { id: lesson, link } of entries) expect([typeof lesson, typeof link]).toEqual(['string', 'string']);
    },
    where: new RegExp(
      '^it (does not begin with RESHARD1\\.|contains invalid characters|is incomplete or changed|is too long)|' +
        '^its content is not a result',
    ),
  },
  'a file of progress': {
    seeds: async () => [
      JSON.stringify({
        code: await codeOf({
          name: '',
          seed: 7,
          done: { 'warm-up': { version: 1, link: 'v=1&nodes=6', par: false, prediction: null, hints: 0 } },
        }),
      }),
    ],
    read: async (text) => expect((await readCode(codeOfSaved(text))).entries).toEqual(expect.any(Array)),
    where: /^it |^its content is not a result|^the file is incomplete or changed/,
  },
  'codes in a mail': {
    seeds: async () => [
      `> Ada: RESHARD1.${'aB9-_'.repeat(24)}\n${'c'.repeat(64)}\nddd\n\nRESHARD1.short, and RESHARD1.\n`,
    ],
    read: (text) => codesIn(text).forEach((code) => expect(code).toMatch(/^RESHARD\d\.[\w-]*$/)),
  },
  'a lesson’s file': {
    seeds: async () => [kLesson, JSON.stringify(JSON.parse(kLesson))],
    read: (text) => expect(parseLesson(text, schema).goals.length).toBeGreaterThan(0),
    where: /^[\w.[\]]+: |^not valid JSON: |: unknown field$/,
    longest: 1500,
  },
  'a lesson in a link': {
    seeds: async () => [`v=1&lesson=:${await pack(JSON.parse(kLesson))}/pick~id`],
    read: async (text) => {
      const wanted = lessonIn(text);
      expect([typeof (choiceIn(text) ?? ''), typeof setupIn(text)]).toEqual(['string', 'string']);
      if (wanted !== null) expect((await course.find(wanted)).goals.length).toBeGreaterThan(0);
    },
    where: /^there is no lesson “|^it |^[\w.[\]]+: |: unknown field$/,
    longest: 1500,
  },
  'your own numbers in the story': {
    seeds: async () => ['cache-08\ncache-09, cache-10', '12', 'a9007199254740992\na9007199254740991'],
    read: (text) => {
      const form = readForm({ nodes: text, keys: text, size: '100', speed: '100', rate: '5' });
      if ('wrong' in form) throw new Error(form.wrong);
      const { nodes } = form;
      expect(nodes).not.toContain(newcomerTo(nodes));
    },
    where: /^(nodes|keys)$/,
  },
  'rows that the page writes': {
    seeds: async () => [csvRows(Array.from({ length: 20 }, (_, i) => [`"k",\n${i}`, `=n${i}`, i % 3 > 0 ? 'a' : '']))],
    read: (text) =>
      expect(
        rowsOf(text)
          .flatMap((row) => row.map(csvText))
          .every((field) => typeof field === 'string'),
      ).toBe(true),
  },
};

/** Runs it; no more than this of a core's time. @param {any} of @param {() => any} work */
async function soon(of, work, seconds = 1) {
  const began = process.cpuUsage();
  try {
    return await work();
  } finally {
    const { user } = process.cpuUsage(began);
    expect([of, user < seconds * 1e6]).toEqual([of, true]);
  }
}

for (const [door, { seeds, read, where, longest, most = 200_000 }] of Object.entries(kDoors)) {
  test(
    `${kRounds} damaged texts are read or refused in words that say where, soon: ${door}`,
    { timeout: 600_000 },
    async () => {
      const texts = await seeds(),
        random = randomNumbers(44),
        below = (/** @type {number} */ n) => random() % n;
      for (const [i, text] of texts.entries()) await soon(`undamaged ${i}`, () => read(text));
      let refused = 0;
      for (let round = 0; round < kRounds; ++round) {
        const text = mutated(Buffer.from(texts[round % texts.length]), below).toString();
        try {
          await soon(round, () => read(text));
        } catch (error) {
          if (!where || error.matcherResult)
            throw new Error(`${round}: ${JSON.stringify(text)}: ${error.message}`, { cause: error });
          refused += 1;
          expectWords(round, error, where, longest);
        }
      }
      expect(refused > 0).toBe(where !== undefined);
    },
  );

  test(`texts of ${most} characters are read or refused soon: ${door}`, { timeout: 600_000 }, async () => {
    const texts = await seeds();
    const long = (/** @type {string} */ piece) => piece.repeat(Math.ceil(most / piece.length)).slice(0, most);
    const signs = [...new Set(texts.join(''))].filter((sign) => !/[\p{L}\d]/u.test(sign));
    const all = [
      ...texts.map(long),
      ...signs.flatMap((sign) => [long(sign), `${long(`a1${sign}`)}!`]),
      `a b:1 ${long('1,')}`,
      `a${long(' ')}b`,
      `a*${long(' ')}*b`,
      lines((i) => `n${i}`, 50_000),
      lines((i) => `k${i},n${i}`, 25_000),
      lines((i) => `h${i}:1`, 30_000),
      lines((i) => `nodes ${i % 2 ? 1 : 10_000}`, 900),
      lines((i) => `${i.toString(16).padStart(40, '0')} h:${i} master - 0 0 1 connected ${i}`, 6000),
      long('1'),
    ];
    for (const [i, whole] of all.entries()) {
      const text = whole.slice(0, most);
      await soon(
        `${i}: ${text.slice(0, 20)}`,
        async () => {
          try {
            await read(text);
          } catch (error) {
            if (!where || error.matcherResult) throw error;
            expectWords(i, error, /./, longest);
          }
        },
        4,
      );
    }
  });
}

test('small fields refuse more than two million characters, and say so', () => {
  const text = 'a'.repeat(2_000_001),
    words = 'The text has 2,000,001 characters, the limit is 2,000,000.';
  for (const read of [readNodes, (/** @type {string} */ each) => newMastersOf(each, null)])
    expect(() => read(text)).toThrow(words);
});

test('keys come back from the rows that the page writes, whatever they contain', () => {
  const random = randomNumbers(7),
    signs = [...'a"\',\r\n=+-@;\t 0ключ🙂'];
  const text = () => Array.from({ length: random() % 9 }, () => signs[random() % signs.length]).join('');
  const keys = Array.from({ length: 3000 }, text);
  const bridge = { text: () => keys.map((key) => `${csv(key)},${csv(text())},${csv(text())}\r\n`).join('') };
  expect(keysOf(/** @type {any} */ (bridge), keys.length)).toEqual(keys);
});

test('a name with a line separator in it, a range of three slots, and numbers beyond 2^53 are no faults', () => {
  expect(readNodes('one\u2028two*3')).toEqual([{ name: 'one\u2028two', weight: 3 }]);
  expect(() => clusterIn(kCluster.replace('0-5460', '0-5460-7'))).toThrow(
    '“0-5460-7” is no range of the slots 0 to 16383',
  );
  expect(newcomerTo(['a9007199254740992', 'a9007199254740991'])).toBe('a9007199254740993');
});

test('a script makes up to 100,000 changes, and refuses the line that would make more', () => {
  expect(readScript('nodes 10000\nnodes 1', ['a'], []).map(({ entries }) => entries.length)).toEqual([9999, 9999]);
  expect(() => readScript('nodes 10000\nnodes 1\n'.repeat(6), ['a'], [])).toThrow(
    'Line 11: more than 100,000 changes.',
  );
});

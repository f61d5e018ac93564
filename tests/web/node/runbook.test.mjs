// The runbook's text and commands, and its part of a link, without a page.
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { fromTree } from '../../built.mjs';
import './moves.mjs';
/** @import {Json} from '../../types.d.ts' */

const { commandsOf, runbookOf } = await fromTree('web/dialogs/migrate/runbook.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const { shardsOf, vitessRunbook, vitessSides } = await fromTree('web/dialogs/migrate/runbook_vitess.js');
const { shownOf } = await fromTree('web/systems/runbook/shown.js');
const { movePartsOf, runbookNumbers, runbookText, scenarioWithMove } = await fromTree('web/dialogs/migrate/link.js');

// From TestGenerateShardRanges of Vitess (go/vt/key/key_test.go).
const kShards = {
  1: ['-'],
  2: ['-80', '80-'],
  7: ['-24', '24-49', '49-6d', '6d-92', '92-b6', 'b6-db', 'db-'],
};

test('Vitess shards have the names that Vitess gives them', () => {
  for (const [count, names] of Object.entries(kShards)) expect(shardsOf(Number(count))).toEqual(names);
  expect(shardsOf(49).slice(0, 14)).toEqual([
    '-05',
    '05-0a',
    '0a-0f',
    '0f-14',
    '14-1a',
    '1a-1f',
    '1f-24',
    '24-29',
    '29-2f',
    '2f-34',
    '34-39',
    '39-3e',
    '3e-43',
    '43-49',
  ]);
  expect(shardsOf(256).slice(0, 3)).toEqual(['-01', '01-02', '02-03']);
  expect(shardsOf(512).slice(0, 2)).toEqual(['-0080', '0080-0100']);
});

// Examples of vtctldclient's reference: Reshard create, show, cancel, switchtraffic, reversetraffic, complete; VDiff
// create, show.
test('Vitess gets its workflow in order under its steps, and nothing that rolls back runs when all of it is pasted', () => {
  /** @type {Json} */
  const generic = {
    title: '',
    facts: [],
    notes: [],
    canary: 'some keys first',
    money: '',
    steps: [{ bytes: '1.00 MB', time: '1.00 s', seconds: 1 }],
  };
  const book = vitessRunbook({ generic, numbers: { before: 2, after: 4, keyspace: 'a b' } });
  const of = (/** @type {string} */ command, /** @type {string} */ action) =>
    `vtctldclient ${command} --target-keyspace 'a b' --workflow reshard ${action}`;
  expect(
    book.steps.map((/** @type {{name: string, commands: string[]}} */ { name, commands }) => [name, commands]),
  ).toEqual([
    ['Start the new shards', ["vtctldclient GetTablets --keyspace 'a b'"]],
    [
      'Copy and catch up',
      [
        of('Reshard', 'create --source-shards -80,80- --target-shards -40,40-80,80-c0,c0-')
          .replace('-80,80-', "'-80,80-'")
          .replace('-40,40-80,80-c0,c0-', "'-40,40-80,80-c0,c0-'"),
        of('Reshard', 'show'),
      ],
    ],
    ['Compare', [of('VDiff', 'create'), of('VDiff', 'show last')]],
    ['Switch reads of replicas', [of('Reshard', 'switchtraffic --tablet-types rdonly,replica')]],
    ['Switch the primaries', [of('Reshard', 'switchtraffic --tablet-types primary')]],
    ['Complete', [of('Reshard', 'complete')]],
  ]);
  expect(book.steps.map((/** @type {{undo: string[]}} */ { undo }) => undo.join())).toEqual([
    '',
    of('Reshard', 'cancel'),
    of('Reshard', 'cancel'),
    of('Reshard', 'reversetraffic --tablet-types rdonly,replica'),
    of('Reshard', 'reversetraffic'),
    '',
  ]);
  expect(book.steps.map((/** @type {{noReturn: boolean}} */ { noReturn }) => noReturn)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  expect(commandsOf(book).join('\n')).not.toMatch(/cancel|reverse/);
  expect(book.canary).toBe('');
});

// Three shards become four: no range stays as it is, so that each of the four gets a quarter of all rows.
test('resharding Vitess copies every row of the shards whose ranges change', () => {
  const { before, after } = vitessSides(3, 4, 1200);
  const perShard = (/** @type {Json} */ side) =>
    side.nodes.map(
      (/** @type {string} */ _, /** @type {number} */ shard) =>
        side.owners.filter((/** @type {number} */ owner) => owner === shard).length,
    );
  expect(perShard(before)).toEqual([398, 399, 403]); // 0x55, 0x55 and 0x56 of 0x100 parts
  expect(perShard(after)).toEqual([300, 300, 300, 300]);
  expect(
    after.owners.filter(
      (/** @type {number} */ owner, /** @type {number} */ key) =>
        after.nodes[owner] === before.nodes[before.owners[key]],
    ),
  ).toEqual([]);
  const same = vitessSides(4, 4, 1200);
  expect(same.after).toEqual(same.before);
});

// Two phases by hand, 100 keys of 10,000 bytes from one node to another at 10 kB/s.
const kFlow = {
  movedKeys: 100,
  copiedBytes: 1_000_000,
  phaseSeconds: [100, 0],
  seconds: 7200,
  copySeconds: 100,
  busiestNode: 1,
  nodes: ['a', 'b'],
  nodeBytes: [1_000_000, 1_000_000],
  writesWaitSeconds: 0,
  pairs: [{ from: 0, to: 1, keys: 100, bytes: 1_000_000 }],
};
const kNumbers = { keys: 1000, before: 1, after: 2, throttle: 10_000, window: 1, perTb: 1_000_000, perHour: 3 };

test('the runbook says what the numbers add up to, and from when on it is too late to roll back', () => {
  const runbook = runbookOf({
    text: 'start;copy:copy=all,conflict=if_newer,until=copied;drop:reads=new,writes=new,drop',
    back: 1,
    flow: kFlow,
    numbers: kNumbers,
  });
  const facts = new Map(runbook.facts);
  expect(facts.get('Keys that move')).toBe('100 of 1,000 (10%)');
  expect(facts.get('Bytes to copy')).toBe('1.00 MB');
  expect(facts.get('Total time')).toBe('2.00 h (2 nights of 1 h)');
  // A millionth of a TB at 1,000,000 per TB, and one more node for two hours at 3 per hour.
  expect(facts.get('Money, in the currency of your prices')).toBe('7.00 (1.00 MB over the network, 2.0 node hours)');
  const names = (/** @type {Json} */ book) => book.facts.map((/** @type {string[]} */ [name]) => name);
  expect(names(runbook).filter((/** @type {string} */ name) => !names(shownOf(runbook, false)).includes(name))).toEqual(
    ['Money, in the currency of your prices'],
  );
  expect(shownOf(runbook, true)).toEqual(runbook);
  expect(shownOf(runbook, false).money).toBe('7.00'); // as JSON it is there
  expect(
    runbook.steps.map((/** @type {{name: string, noReturn: boolean}} */ { name, noReturn }) => [name, noReturn]),
  ).toEqual([
    ['copy', false],
    ['drop the old copy', true],
  ]);
  expect(runbook.steps[1].back).toContain('too late to roll back');
  expect(runbook.canary).toContain('1 key');
});

test('as Markdown it has a heading for each phase, boxes to tick, and the commands of a phase in a block of their own', () => {
  const runbook = runbookOf({
    text: 'start;copy:copy=all,conflict=if_newer,until=copied;drop:reads=new,writes=new,drop',
    back: 1,
    flow: kFlow,
    numbers: kNumbers,
  });
  runbook.steps[0].commands.push('redis-cli PING');
  const text = markdownOf(runbook);
  expect(text.split('\n')[0]).toBe('# Move from 1 to 2 nodes');
  expect(text.match(/^## .*$/gm)).toEqual(['## 1. copy (1.67 min, 1.00 MB)', '## 2. drop the old copy (0.00 s)']);
  expect(text.indexOf('**Point of no return**')).toBeGreaterThan(text.indexOf('## 1. copy'));
  expect(text.indexOf('**Point of no return**')).toBeLessThan(text.indexOf('## 2. drop'));
  expect(text.match(/^- \[ \] /gm).length).toBeGreaterThanOrEqual(4);
  expect(text.indexOf('```sh\nredis-cli PING\n```')).toBeGreaterThan(text.indexOf('## 1. copy'));
  expect(text.indexOf('```sh')).toBeLessThan(text.indexOf('## 2. drop'));
  expect(text).not.toMatch(/undefined|NaN|\[object/);
});

test('a link contains the move, what moves, the protocol beside it, and the runbook’s numbers', () => {
  const numbers = { keys: '2000000000', writes: '0.2', protocol: 'double_write', 'per-tb': '0.5' };
  const book = runbookText(numbers);
  const fragment = `v=1&nodes=5&move=stop~seed=7&move.subject=last&move.beside=flip&move.runbook=${book}`;
  expect(movePartsOf(fragment)).toEqual({
    move: 'stop~seed=7',
    subject: 'last',
    beside: 'flip',
    runbook: 'keys:2000000000,writes:0.2,protocol:double_write,per-tb:0.5',
  });
  expect(Object.fromEntries(runbookNumbers(movePartsOf(fragment).runbook))).toEqual(numbers);
  expect(movePartsOf('v=1')).toEqual({ move: '', subject: '', beside: '', runbook: '' });
  expect([...runbookNumbers('keys:7,nonsense,:9,writes:0.1,<b>:2').keys()]).toEqual(['keys', 'writes']);
  expect(scenarioWithMove(`${fragment}&lesson=naive-script&controls=none`)).toBe(
    'v=1&nodes=5&move=stop~seed=7&move.subject=last',
  );
});

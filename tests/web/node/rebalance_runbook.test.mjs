// The runbook of a rebalance: its steps, bytes and hours worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../../built.mjs';

const { kWriters } = await fromTree('web/systems/moves/moves.js');
const { carriedOf } = await fromTree('web/systems/runbook/carried.js');
const { kGuides } = await fromTree('web/systems/runbook/guides.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const { nightsFor } = await fromTree('web/systems/runbook/nights.js');
const { orderOf, stopsOf } = await fromTree('web/systems/runbook/order.js');
const { nightsOf, scheduleOf } = await fromTree('web/systems/rebalance/schedule.js');
const { planBook } = await fromTree('web/systems/runbook/plan.js');
const { kMostStages, secondsOf, stagesOf } = await fromTree('web/systems/runbook/stages.js');
const { idsText } = await fromTree('web/systems/runbook/entries.js');

/** @typedef {[entry: string, from: string, to: string]} Move */
/** @typedef {[id: string, bytes: number, replicas: string[]]} Row */

/**
 * @param {string} system @param {string[]} names @param {Row[]} rows @param {Move[]} moves
 * @param {any} [more] @param {number[]} [groups]
 */
function carried(system, names, rows, moves, more = {}, groups = moves.map((_, i) => i)) {
  const nodes = names.map((name, i) => ({ name, id: 'abcdef'[i].repeat(40) }));
  const entries = rows.map(([id, bytes, [owner, ...replicas]]) => ({ id, owner, replicas, bytes }));
  const reading = { system, nodes, entries: { kind: more.kind ?? 'slots', rows: entries }, topic: more.topic };
  const problem = {
    nodes: names.map((name) => ({ name, capacity: 1, zone: '', disk: /** @type {?number} */ (null) })),
    entries: rows.map(([id, bytes, replicas]) => ({ id, bytes, load: bytes, replicas })),
    options: {
      ...{ epsilon: more.epsilon ?? 0.1, drain: more.drain ?? [], pinned: [], zones: 'none', per_move: 0 },
      max_in_flight: more.pace?.atOnce ?? 1,
    },
  };
  const asked = {
    problem,
    by: 'bytes',
    unit: more.unit ?? 'bytes',
    kind: more.kind ?? 'slots',
    notes: /** @type {any[]} */ ([]),
  };
  return carriedOf(
    { reading, asked, plan: { moves, groups }, system: more.writer ?? system },
    { of: 'Three masters', added: more.added ?? [], notes: ['A note.'], rate: 20e6, atOnce: 1, ...more.pace },
  );
}

const kSocket = '/tmp/x.sock';
const [a, b, c] = ['10.0.0.1:7001', '10.0.0.2:7002', '10.0.0.3:7003'];
// a has 12 GB, b has 8 GB, c joins. 5, 6 and 7 (6 GB) go from a to c, 900 (4 GB) from b to c: 300 s and 200 s at
// 20 MB/s. Of 20 GB on three nodes a share is 6.67 GB: a bears 1.8 shares, then c with 10 GB 1.5.
/** @type {Row[]} */
const kRows = [
  ['5', 1e9, [a]],
  ['6', 2e9, [a]],
  ['7', 3e9, [a]],
  ['8', 6e9, [a]],
  ['900', 4e9, [b]],
  ['901', 4e9, [b]],
];
/** @type {Move[]} */
const kMoves = [
  ['5', a, c],
  ['6', a, c],
  ['7', a, c],
  ['900', b, c],
];

test('steps, bytes and hours are those worked out by hand', () => {
  const book = planBook(carried('redis', [a, b, c], kRows, kMoves, { added: [c] }));
  assert.equal(book.title, `Fill ${c}: move 4 slots`);
  assert.deepEqual(Object.fromEntries(book.facts), {
    Cluster: 'Three masters',
    Commands: 'Redis Cluster',
    'What moves': '4 of 6 slots',
    'Amount to copy': '10.0 GB',
    'Total time': '8 min 20 s, one copy after another at 20 MB/s',
    'Busiest node': '1.80 times its share now, 1.50 in the end',
    'Busiest link': `${c}: 0 B leave, 10.0 GB arrive`,
    'Extra memory and disk until the old copies are dropped': `10.0 GB in total, most on ${c}: 10.0 GB`,
    'New nodes': c,
  });
  assert.deepEqual(
    book.steps.map((/** @type {any} */ { name, time, bytes, seconds }) => [name, time, bytes, seconds]),
    [
      ['Before you begin', '', '', 0],
      [`3 slots from ${a} to ${c}`, '5 min 0 s', '6.00 GB', 300],
      [`1 slot from ${b} to ${c}`, '3 min 20 s', '4.00 GB', 200],
      ['At the end', '', '', 0],
    ],
  );
  const [before, first, second, end] = book.steps;
  assert.match(before.does[0], /^Start the new nodes .*: 10\.0\.0\.3:7003\.$/);
  assert.deepEqual(before.table.slice(1), [[c, '10.0 GB', '0 B']]);
  assert.deepEqual(first.moves.slice(1), [
    ['5', a, c, '1.00 GB'],
    ['6', a, c, '2.00 GB'],
    ['7', a, c, '3.00 GB'],
  ]);
  assert.match(
    first.commands.at(-1),
    /^for slot in 5 6 7; do unless_stopped move_slot "\$slot" 10\.0\.0\.1 7001 a{40} 10\.0\.0\.3 /,
  );
  assert.match(
    first.undo[1],
    /^for slot in 7 6 5; do unless_stopped move_slot "\$slot" 10\.0\.0\.3 7003 c{40} 10\.0\.0\.1 /,
  );
  assert.deepEqual(first.proof, ['unless_stopped within 60 2 agree']);
  assert.equal(first.checks[0], 'The busiest node bears 1.20 times its share; before this step it was 1.80.');
  assert.match(first.checks.at(-1), /you may stop here/);
  assert.equal(second.checks[0], 'The busiest node bears 1.50 times its share; before this step it was 1.20.');
  assert.deepEqual(end.table.slice(1), [
    [a, '12.0 GB', '6.00 GB'],
    [b, '8.00 GB', '4.00 GB'],
    [c, '0 B', '10.0 GB'],
  ]);
});

test('it goes into Markdown with its commands, checks and ways back', () => {
  const text = markdownOf(planBook(carried('redis', [a, b, c], kRows, kMoves)));
  for (const part of [
    '# Even out: move 4 slots\n',
    '1. The new master is told to import the slot',
    `## 2. 3 slots from ${a} to ${c} (5 min 0 s, 6.00 GB)\n`,
    `| 7 | ${a} | ${c} | 3.00 GB |\n`,
    '\nunless_stopped within 60 2 agree\n',
    '**To roll back**: Finish the slot that is open',
    'A note.',
  ])
    assert.ok(text.includes(part), part);
});

test('names are text in Markdown, whatever they are', () => {
  const odd = ['<img src=x>', 'a|b & c', '*x* `y`', '[l](http://z)', '# h ~~s~~', '_u_ back\\slash'];
  const rows = odd.map((name, i) => /** @type {Row} */ ([String(i), 1, [name]]));
  const moves = odd.map((name, i) => /** @type {Move} */ ([String(i), name, odd[(i + 1) % odd.length]]));
  const made = carried('sql', odd, rows, moves, { added: odd, drain: [odd[0]] });
  made.notes.push('1. no list', '# no title', '- no item', '```', 'two\nlines');
  /** @type {string} */
  const text = markdownOf(planBook(made));
  const outside = text.split(/^(`{3,})\w*\n[\s\S]*?\n\1$/m).filter((part) => !/^`+$/.test(part));
  const bare = outside.join('\n').replace(/\\[\\`*_[\]|~$#.-]/g, '');
  for (const sign of ['<', '`', '~', '_', '$'])
    assert.ok(
      !bare.includes(sign),
      bare.split('\n').find((line) => line.includes(sign)),
    );
  assert.ok(!/\[(?! \])/.test(bare), 'no link');
  const stars = bare.replace(/^- \*\*[^*\n]*\*\*|^\*\*[^*\n]*\*\*/gm, '');
  assert.ok(
    !stars.includes('*'),
    stars.split('\n').find((line) => line.includes('*')),
  );
  const tables = bare.split('\n').filter((line) => line.startsWith('|'));
  assert.ok(
    tables.every((line) => [4, 5, 6].includes(line.split('|').length)),
    'no cell is two',
  );
  for (const line of ['1\\. no list', '\\# no title', '\\- no item', '\\`\\`\\`', 'two lines'])
    assert.ok(text.includes(`\n${line}\n`), line);
  assert.ok(text.includes('&lt;img src=x&gt;'));
});

test('a fence is longer than any in its commands', () => {
  /** @type {any} */
  const book = { title: '', facts: [], notes: [], steps: [], language: 'shell' };
  /** @type {any} */
  const one = {
    does: [],
    checks: [],
    proof: [],
    undo: [],
    rescue: [],
    readers: '',
    back: '',
    name: '',
    time: '',
    bytes: '',
  };
  const steps = [{ ...one, commands: ['a', '```', 'b ````', 'c'] }];
  assert.ok(markdownOf({ ...book, steps }).includes('\n`````sh\na\n```\nb ````\nc\n`````\n'));
});

test('copies that a system runs side by side take as long as the busiest node needs', () => {
  /** @type {Row[]} */
  const rows = [
    ['t-0', 4e9, ['1', '9']],
    ['t-1', 2e9, ['1', '9']],
    ['t-2', 3e9, ['2', '9']],
  ];
  /** @type {Move[]} */
  const moves = [
    ['t-0', '1', '3'],
    ['t-1', '1', '4'],
    ['t-2', '2', '5'],
  ];
  const names = ['1', '2', '3', '4', '5', '9'];
  const book = planBook(carried('kafka', names, rows, moves, { kind: 'partitions' }));
  // 200 s for broker 1 alone; then 100 s for it, and 150 s for broker 2 meanwhile.
  assert.deepEqual(
    book.steps.map((/** @type {any} */ { seconds }) => seconds),
    [0, 200, 150, 0],
  );
  const facts = new Map(book.facts);
  assert.match(facts.get('Total time'), /^5 min 50 s at 20 MB\/s for each copy, 1 at a node at a time/);
  const bytesOf = (/** @type {string} */ id) => rows.find(([one]) => one === id)?.[1] ?? 0;
  assert.equal(secondsOf(moves, bytesOf, { rate: 20e6, atOnce: 2, serial: false }), 200);
  assert.equal(secondsOf(moves, bytesOf, { rate: 20e6, atOnce: 1, serial: true }), 450);
  // The file stands before the command that names it, so that one can paste both.
  const { commands, undo } = book.steps[2];
  assert.equal(commands[0], "cat > reassignment-2.json <<'END'");
  assert.deepEqual(
    JSON.parse(commands.slice(1, commands.indexOf('END')).join('')).partitions.map(
      (/** @type {any} */ { replicas }) => replicas,
    ),
    [
      [4, 9],
      [5, 9],
    ],
  );
  assert.equal(undo[0], "cat > rollback-2.json <<'END'");
});

test('hours of the day, steps of several nodes, and moves that belong together are told', () => {
  const [one, two, three] = ['w1:5432', 'w2:5432', 'w3:5432'];
  /** @type {Row[]} */
  const rows = [
    ['1', 360e9, [one]],
    ['2', 720e9, [two]],
  ];
  // 5 h and 10 h at 20 MB/s.
  const book = planBook(
    carried(
      'citus',
      [one, two, three, 'w4:5432'],
      rows,
      [
        ['1', one, three],
        ['2', two, 'w4:5432'],
      ],
      { kind: 'shards', drain: [one], pace: { window: { begin: 60, end: 300 } } },
      [0, 0],
    ),
  );
  assert.equal(
    new Map(book.facts).get('Total time'),
    '15 h 0 min, one copy after another at 20 MB/s; ' +
      'at least 10 h 0 min if copies between other nodes run side by side; ' +
      '2 moves do not fit into 01:00–05:00: 1, 2. The longest takes 10 h 0 min',
  );
  assert.match(book.steps[1].checks.at(-1), /^If all is well, go on soon/);
  assert.match(book.steps[2].checks.at(-1), /you may stop here/);
  assert.ok(book.steps[3].does.some((/** @type {string} */ line) => line.startsWith(`Nothing is left on ${one}.`)));
  assert.equal(book.language, 'sql');
});

test('nights are counted by whole copies, and days are called days', () => {
  const hours = (/** @type {number} */ count) => count * 72e9; // at 20 MB/s
  const names = ['w1:5432', 'w2:5432', 'w3:5432', 'w4:5432'];
  const timeOf = (/** @type {string} */ system, /** @type {number[]} */ sizes, /** @type {any} */ window) => {
    /** @type {Row[]} */
    const rows = sizes.map((size, i) => [String(i), hours(size), [names[i % 2]]]);
    /** @type {Move[]} */
    const moves = sizes.map((_, i) => [String(i), names[i % 2], names[2 + (i % 2)]]);
    const book = planBook(carried(system, names, rows, moves, { kind: 'partitions', pace: { window } }));
    return new Map(book.facts).get('Total time').split('; ').at(-1);
  };
  const night = { begin: 60, end: 300 };
  // 9 h in nights of 4 h, but one copy of 3 h in each.
  assert.equal(timeOf('citus', [3, 3, 3], night), '3 nights of 4 h');
  assert.equal(timeOf('citus', [2, 2, 2], night), '2 nights of 4 h');
  assert.equal(timeOf('citus', [2, 2, 2], { begin: 600, end: 840 }), '2 days of 4 h');
  assert.equal(timeOf('citus', [1, 1, 1], { begin: 1380, end: 30 }), '3 nights of 1.5 h'); // over midnight
  assert.equal(
    timeOf('citus', [4, 4.1], night),
    '1 move does not fit into 01:00–05:00: 1. The longest takes 4 h 6 min',
  );
  // Two pairs of nodes side by side: as many nights as the busier pair needs.
  assert.equal(
    nightsFor(
      [
        [
          ['a', '1', '2'],
          ['b', '3', '4'],
          ['c', '1', '2'],
        ],
      ],
      () => 3,
      { atOnce: 1, serial: false },
      4,
    ),
    2,
  );
  assert.equal(
    nightsFor([[['a', '1', '2']], [['b', '3', '4']]], () => 3, { atOnce: 1, serial: false }, 4),
    2,
  );
  assert.equal(
    nightsFor(
      [
        [
          ['a', '1', '2'],
          ['b', '1', '2'],
        ],
      ],
      () => 3,
      { atOnce: 2, serial: false },
      4,
    ),
    1,
  );
});

test('a runbook of one step has the nights of the dialog', () => {
  const hour = 72e9; // at 20 MB/s
  const names = ['1', '2', '3', '4'];
  /** @type {Row[]} */
  const rows = [1, 1, 2].map((size, i) => [`t-${i}`, size * hour, ['1']]);
  /** @type {Move[]} */
  const moves = rows.map(([id], i) => [id, '1', names[i + 1]]);
  const window = { begin: 60, end: 180 };
  const of = carried('kafka', names, rows, moves, { kind: 'partitions', epsilon: 9, pace: { atOnce: 2, window } });
  // 1 has two places. In their order the first two end after an hour, and the third waits for the next night; if the
  // longest begins, two hours are enough.
  const schedule = scheduleOf(of.problem, moves, { rate: 20e6, window });
  assert.equal(nightsOf(schedule, window, () => 0).length, 1);
  const book = planBook(of);
  assert.equal(book.steps.length, 3);
  assert.match(new Map(book.facts).get('Total time'), /^2 h 0 min at 20 MB.*; 1 night of 2 h$/);
  assert.equal(book.steps[1].seconds, 7200);
});

test('without sizes nobody says hours, and without commands the moves are there all the same', () => {
  const book = planBook(
    carried('redis', [kSocket, 'y'], [['1', 1, [kSocket]]], [['1', kSocket, 'y']], { unit: 'entries' }),
  );
  const facts = new Map(book.facts);
  assert.match(facts.get('Total time'), /^unknown/);
  assert.equal(facts.has('Amount to copy'), false);
  assert.match(book.notes[0], /^There are no commands: .*“\/tmp\/x\.sock” is not one/);
  assert.deepEqual(book.steps[1].moves.slice(1), [['1', kSocket, 'y']]);
  assert.deepEqual([book.steps[1].does, book.steps[1].commands], [['Move these:'], []]);
});

test('a long plan has few steps, and every move in exactly one of them', () => {
  /** @type {Move[]} */
  const moves = Array.from({ length: 3000 }, (_, i) => [String(i), i % 2 ? a : b, c]);
  const book = planBook(
    carried(
      'redis',
      [a, b, c],
      moves.map(([id, from]) => [id, 1e6, [from]]),
      moves,
    ),
  );
  assert.ok(book.steps.length - 2 <= kMostStages, String(book.steps.length));
  const text = book.steps.flatMap((/** @type {any} */ { commands }) => commands).join('\n');
  const slots = [...text.matchAll(/for slot in ([\d ]+);/g)].map(([, list]) => list.split(' '));
  const sorted = (/** @type {string[]} */ ids) => ids.map(Number).toSorted((x, y) => x - y);
  assert.deepEqual(
    sorted(slots.flat()),
    moves.map(([id]) => Number(id)),
  );
  assert.deepEqual(slots[0].slice(0, 3), ['0', '2', '4']); // from b; those from a stand together, too
  assert.ok(slots.length <= 60, `${slots.length} commands`);
  const stages = stagesOf(moves, null);
  assert.deepEqual(
    stages.flatMap((/** @type {{moves: Move[]}} */ stage) => stage.moves),
    moves,
  );
  assert.equal(idsText(['9', '7', '8', '3']), '3, 7–9');
  assert.match(idsText(Array.from({ length: 50 }, (_, i) => `t-${i}`)), /, t-39 and 10 more$/);
});

test('moves between the same nodes stand together only where the order does not matter', () => {
  const apart = (/** @type {Move[]} */ moves) =>
    orderOf(
      moves,
      moves.map((_, i) => i),
      20,
    ).map((/** @type {{move: Move}} */ { move: [id] }) => id);
  assert.deepEqual(
    apart([
      ['1', 'a', 'c'],
      ['2', 'b', 'c'],
      ['3', 'a', 'c'],
    ]),
    ['1', '3', '2'],
  );
  // c gives what it has got: the third move may need the room that the second makes.
  assert.deepEqual(
    apart([
      ['1', 'a', 'c'],
      ['2', 'c', 'b'],
      ['3', 'a', 'c'],
    ]),
    ['1', '2', '3'],
  );
  // An entry goes on.
  assert.deepEqual(
    apart([
      ['1', 'a', 'c'],
      ['2', 'b', 'd'],
      ['1', 'c', 'e'],
      ['3', 'a', 'c'],
    ]),
    ['1', '2', '1', '3'],
  );
  assert.deepEqual(stopsOf([0, 1, 1, 2]), [true, true, false, true, true]);
  assert.deepEqual(stopsOf([0, 1, 0, 1]), [true, false, false, false, true]);
});

test('every system whose commands are written has a guide, by a protocol of Migrate', async () => {
  const presets = ['double_write', 'log_catch_up', 'slot_by_slot', 'versioned_gate'];
  for (const { system } of kWriters) {
    const guide = kGuides[system];
    assert.ok(presets.includes(guide.protocol), system);
    for (const texts of [guide.phases(), guide.before(), guide.watch(), guide.stop(), [guide.readers(), guide.back()]])
      assert.ok(texts.length > 0 && texts.every(Boolean), system);
  }
});

// The runbook of a rebalance: its steps, bytes and hours worked out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTree } from '../../built.mjs';

const { kWriters } = await fromTree('web/systems/moves/moves.js');
const { carriedOf } = await fromTree('web/systems/runbook/carried.js');
const { kGuides } = await fromTree('web/systems/runbook/guides.js');
const { markdownOf } = await fromTree('web/systems/runbook/markdown.js');
const { movesCsv } = await fromTree('web/systems/runbook/csv.js');
const { spansOf } = await fromTree('web/systems/runbook/times.js');
const { orderOf, stopsOf } = await fromTree('web/systems/runbook/order.js');
const { planBook } = await fromTree('web/systems/runbook/plan.js');
const { kMostStages, stagesOf } = await fromTree('web/systems/runbook/stages.js');
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
    {
      ...{ of: 'Three masters', added: more.added ?? [], notes: ['A note.'], atOnce: more.pace?.atOnce ?? 1 },
      pace: 'pace' in more && more.pace === null ? null : { rate: 20e6, window: null, ...more.pace },
      schedule: more.schedule ?? null,
    },
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
  const msOf = (/** @type {string} */ id) => (rows.find(([one]) => one === id)?.[1] ?? 0) / 20e3;
  const spans = (/** @type {string} */ way, atOnce = 1) =>
    spansOf([{ moves, way }], msOf, { atOnce, window: null })[0].map((/** @type {number[]} */ span) =>
      span.map((ms) => ms / 1000),
    );
  assert.deepEqual(spans('side by side', 2), [
    [0, 200],
    [0, 100],
    [0, 150],
  ]);
  assert.deepEqual(spans('side by side'), [
    [0, 200],
    [200, 300],
    [200, 350], // none starts before the one before it
  ]);
  assert.deepEqual(spans('at once'), spans('side by side', 2));
  assert.deepEqual(spans('in turn'), [
    [0, 200],
    [200, 300],
    [300, 450],
  ]);
  // The planner's schedule says how long they take if steps do not wait for each other.
  const schedule = { spans: [[0, 0]], end_ms: 300_000, busy_ms: 300_000, bound_ms: 300_000 };
  const told = planBook(carried('kafka', names, rows, moves, { kind: 'partitions', schedule }));
  assert.match(new Map(told.facts).get('Total time') ?? '', /; at least 5 min 0 s if copies between other nodes/);
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

test('moves that fit into no window are told, with what they need, and each is a step of its own', () => {
  const [one, two, three] = ['w1:5432', 'w2:5432', 'w3:5432'];
  /** @type {Row[]} */
  const rows = [
    ['1', 360e9, [one]],
    ['2', 720e9, [two]],
    ['3', 36e9, [two]],
  ];
  // 5 h, 10 h and half an hour at 20 MB/s, in nights of 4 h.
  const book = planBook(
    carried(
      'citus',
      [one, two, three, 'w4:5432'],
      rows,
      [
        ['1', one, three],
        ['2', two, 'w4:5432'],
        ['3', two, 'w4:5432'],
      ],
      { kind: 'shards', drain: [one], pace: { window: { begin: 60, end: 300 } }, schedule: { too_long: [0, 1] } },
      [0, 0, 1],
    ),
  );
  const facts = new Map(book.facts);
  assert.equal(facts.get('Total time'), '15 h 30 min, one copy after another at 20 MB/s');
  assert.equal(facts.get('Window of the day'), '01:00–05:00: nothing is begun that does not end in it');
  const long =
    '2 moves do not fit into 01:00–05:00: 1–2. The longest takes 10 h 0 min at 20 MB/s. ' +
    'Another rate or window is needed.';
  assert.equal(book.notes[0], long);
  assert.deepEqual(book.lists[0], {
    title: 'Nights',
    items: [
      'Night 1: step 2, 1 move, 360 GB, beyond the window',
      'Night 2: step 3, 1 move, 720 GB, beyond the window',
      'Night 3: step 4, 1 move, 36.0 GB, until 01:30',
    ],
  });
  assert.deepEqual(
    book.steps.map((/** @type {any} */ { time }) => time),
    ['', 'night 1, from 01:00, 5 h 0 min', 'night 2, from 01:00, 10 h 0 min', 'night 3, 01:00–01:30, 30 min', ''],
  );
  assert.equal(
    book.steps[1].does[0],
    '1 move does not fit into 01:00–05:00: 1. The longest takes 5 h 0 min at 20 MB/s. ' +
      'Another rate or window is needed.',
  );
  assert.doesNotMatch(book.steps[3].does[0], /fit/);
  assert.equal(
    book.steps[1].checks.at(-1),
    'Pause here: step 3 begins in night 2, at 01:00. ' +
      'The moves of the next step belong to these: do not put them off any longer.',
  );
  assert.equal(book.steps[2].checks.at(-1), 'Pause here: step 4 begins in night 3, at 01:00.');
  assert.match(book.steps[3].checks.at(-1), /you may stop here/);
  assert.ok(book.steps[4].does.some((/** @type {string} */ line) => line.startsWith(`Nothing is left on ${one}.`)));
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
  assert.equal(timeOf('citus', [3, 3, 3], night), 'in 3 nights');
  assert.equal(timeOf('citus', [2, 2, 2], night), 'in 2 nights');
  assert.equal(timeOf('citus', [2, 2, 2], { begin: 600, end: 840 }), 'on 2 days');
  assert.equal(timeOf('citus', [1, 1, 1], { begin: 1380, end: 30 }), 'in 3 nights'); // over midnight
  assert.equal(timeOf('citus', [4, 4.1], night), '8 h 6 min, one copy after another at 20 MB/s');
});

test('times keep to the window: by hand, and whatever the way and the sizes', () => {
  const window = { begin: 0, end: 1 }; // of 60 s
  const day = 86_400_000;
  /** @type {Move[]} */
  const moves = [
    ['a', '1', '2'],
    ['b', '3', '4'],
    ['c', '1', '2'],
  ];
  const timesOf = (/** @type {any[]} */ steps, ms = 45_000, atOnce = 1) => spansOf(steps, () => ms, { atOnce, window });
  assert.deepEqual(timesOf([{ moves, way: 'side by side' }]), [
    [
      [0, 45_000],
      [0, 45_000],
      [day, day + 45_000],
    ],
  ]);
  const each = moves.map((move) => ({ moves: [move], way: 'at once' }));
  assert.deepEqual(
    timesOf(each).flat(),
    [0, day, 2 * day].map((from) => [from, from + 45_000]),
  );
  assert.deepEqual(timesOf([{ moves, way: 'at once' }]).flat(), Array(3).fill([0, 45_000]));
  let state = 7;
  const draw = (/** @type {number} */ most) => (state = (state * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 300; ++round) {
    const drawn = { begin: draw(1440), end: draw(1440) };
    if (drawn.begin === drawn.end) continue;
    const length = ((drawn.end + 1440 - drawn.begin) % 1440) * 60_000;
    const steps = Array.from({ length: 1 + draw(6) }, (_, step) => ({
      way: ['in turn', 'at once', 'side by side'][draw(3)],
      moves: Array.from({ length: 1 + draw(5) }, (__, i) => [`${step}-${i}`, `n${draw(3)}`, `m${draw(3)}`]),
    }));
    /** @type {Map<string, number>} */
    const sizes = new Map();
    for (const [id] of steps.flatMap((step) => step.moves)) sizes.set(id, draw(Math.ceil(length * 1.2)));
    const atOnce = 1 + draw(2);
    const spans = spansOf(steps, (/** @type {string} */ id) => sizes.get(id), { atOnce, window: drawn });
    let over = 0;
    steps.forEach((step, i) => {
      /** @type {[number, number][]} */
      const own = spans[i];
      for (const [at, [start, end]] of own.entries()) {
        assert.equal(end - start, sizes.get(step.moves[at][0]));
        assert.ok(start >= over, 'one step after another');
        const since = (start + 86_400_000 - drawn.begin * 60_000) % 86_400_000;
        if (end - start > length)
          assert.ok(since === 0 || step.way === 'at once', 'what fits into none begins with one');
        else if (step.way !== 'at once' || own.every(([from, to]) => to - from <= length))
          assert.ok(since + end - start <= length, 'within a window');
        if (step.way === 'side by side')
          for (const node of step.moves[at].slice(1)) {
            const beside = step.moves.filter(
              (move, j) => move.includes(node, 1) && own[j][0] <= start && own[j][1] > start && end > start,
            );
            assert.ok(beside.length <= atOnce, 'no more copies at a node');
          }
      }
      over = Math.max(over, ...own.map(([, end]) => end));
    });
  }
});

test('a step that is longer than a night is cut where the night ends, in every form', () => {
  // Four slots of 2 h each from a to c, then one of 1 h from b: 4 h a night.
  /** @type {Row[]} */
  const rows = ['5', '6', '7', '8'].map((id) => [id, 144e9, [a]]);
  rows.push(['900', 72e9, [b]], ['901', 1e9, [c]]);
  /** @type {Move[]} */
  const moves = ['5', '6', '7', '8'].map((id) => [id, a, c]);
  moves.push(['900', b, c]);
  const book = planBook(carried('redis', [a, b, c], rows, moves, { pace: { window: { begin: 60, end: 300 } } }));
  assert.deepEqual(
    book.steps.slice(1, 4).map((/** @type {any} */ { name, time }) => [name, time]),
    [
      [`2 slots from ${a} to ${c}`, 'night 1, 01:00–05:00, 4 h 0 min'],
      [`2 slots from ${a} to ${c}`, 'night 2, 01:00–05:00, 4 h 0 min'],
      [`1 slot from ${b} to ${c}`, 'night 3, 01:00–02:00, 1 h 0 min'],
    ],
  );
  const [first, second, third] = book.steps.slice(1);
  assert.match(first.commands.at(-1), /^for slot in 5 6; do /);
  assert.match(second.commands.at(-1), /^for slot in 7 8; do /);
  assert.match(second.undo.at(-2) ?? '', /^for slot in 8 7; do /);
  assert.equal(first.checks.at(-1), 'Pause here: step 3 begins in night 2, at 01:00.');
  assert.equal(second.checks.at(-1), 'Pause here: step 4 begins in night 3, at 01:00.');
  assert.match(third.checks.at(-1), /you may stop here/);
  assert.match(new Map(book.facts).get('Total time'), /^9 h 0 min, .*; in 3 nights$/);
  const markdown = markdownOf(book);
  for (const part of [
    `## 2. 2 slots from ${a} to ${c} (night 1, 01:00–05:00, 4 h 0 min, 288 GB)\n`,
    '- [ ] Pause here: step 3 begins in night 2, at 01:00.\n',
    '- **Window of the day**: 01:00–05:00: nothing is begun that does not end in it\n',
    '**Nights**\n\n- Night 1: step 2, 2 moves, 288 GB, until 05:00\n- Night 2: step 3, 2 moves, 288 GB, until 05:00\n',
  ])
    assert.ok(markdown.includes(part), part);
  assert.deepEqual(movesCsv(book).split('\r\n').slice(0, 4), [
    'step,night,begins,ends,entry,from,to,bytes',
    `2,1,01:00,03:00,5,${a},${c},144000000000`,
    `2,1,03:00,05:00,6,${a},${c},144000000000`,
    `3,2,01:00,03:00,7,${a},${c},144000000000`,
  ]);
  const [, json] = JSON.parse(JSON.stringify(book)).steps;
  assert.deepEqual(json.rows[1], {
    ...{ entry: '6', from: a, to: c, amount: 144e9, night: 1, begins: '03:00', ends: '05:00' },
  });
});

test('copies that begin together end in one night, and joined steps never go on into the next', () => {
  const hour = 72e9; // at 20 MB/s
  const names = ['1', '2', '3', '4'];
  /** @type {Row[]} */
  const rows = [1, 1, 2].map((size, i) => [`t-${i}`, size * hour, ['1']]);
  /** @type {Move[]} */
  const moves = rows.map(([id], i) => [id, '1', names[i + 1]]);
  const window = { begin: 60, end: 180 };
  // 1 has two places: two copies of an hour begin together, and the third, of two hours, waits for the next night.
  const book = planBook(
    carried('kafka', names, rows, moves, { kind: 'partitions', epsilon: 9, pace: { atOnce: 2, window } }),
  );
  assert.deepEqual(
    book.steps.map((/** @type {any} */ { time }) => time),
    ['', 'night 1, 01:00–02:00, 1 h 0 min', 'night 2, 01:00–03:00, 2 h 0 min', ''],
  );
  // 100 steps of a slot, of 10 min each: 12 in a night of two hours, which are one step together.
  /** @type {Row[]} */
  const many = Array.from({ length: 100 }, (_, i) => [String(i), 12e9, [i % 2 ? a : b]]);
  /** @type {Move[]} */
  const alternating = many.map(([id, , [from]], i) => [id, from, i % 4 < 2 ? c : i % 2 ? b : a]);
  const long = planBook(carried('redis', [a, b, c], many, alternating, { epsilon: 9, pace: { window } }));
  const nights = long.steps
    .slice(1, -1)
    .map((/** @type {any} */ { rows: list }) => new Set(list.map((/** @type {any} */ one) => one.night)));
  assert.ok(nights.every((/** @type {Set<number>} */ of) => of.size === 1));
  const all = long.steps.flatMap((/** @type {any} */ { rows: list = [] }) => list);
  assert.equal(all.length, 100);
  assert.equal(all.at(-1).night, 9);
});

test('keys have hours at a rate of keys, and none without', () => {
  const keys = (/** @type {any} */ pace) =>
    planBook(carried('redis', [a, b, c], kRows, kMoves, { unit: 'keys', pace }));
  const without = keys(null);
  assert.match(new Map(without.facts).get('Total time'), /^unknown: nobody has said how many keys move per second/);
  assert.equal(new Map(without.facts).get('Amount to copy'), '10,000,000,000 keys');
  assert.match(movesCsv(without), /^step,night,begins,ends,entry,from,to,keys\r\n2,,,,5,/);
  const timed = keys({ rate: 1e6, window: { begin: 60, end: 300 } });
  assert.equal(
    new Map(timed.facts).get('Total time'),
    '2 h 47 min, one copy after another at 1,000,000 keys per second; in 1 night',
  );
  assert.equal(timed.steps[1].time, 'night 1, 01:00–02:40, 1 h 40 min');
});

test('without sizes nobody says hours, and without commands the moves are there all the same', () => {
  const book = planBook(
    carried('redis', [kSocket, 'y'], [['1', 1, [kSocket]]], [['1', kSocket, 'y']], { unit: 'entries', pace: null }),
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
  const stages = stagesOf(moves, null, { serial: true, write: () => assert.fail('nothing is cut'), pace: null });
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

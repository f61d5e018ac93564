// `reshard rebalance FILE` of the npm package: plans for pasted placements, worked out by hand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../live/programs.mjs';
import { nodeScript, reshard } from './command.mjs';

const rebalance = (/** @type {string[]} */ words, input = '') =>
  reshard([nodeScript, 'rebalance', ...words], input, {}, process.execPath);
const folder = mkdtempSync(join(tmpdir(), 'reshard-rebalance-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string[]} lines */
function fileOf(name, lines) {
  const file = join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

// 14 requests on two nodes: a node may bear 7 of them under a limit of 1.1. Only s2 takes enough off a.
const kRows = fileOf('rows.csv', ['shard,node,bytes,requests', 's1,a,100,7', 's2,a,50,6', 's3,b,30,1']);
const kKeys = join(root, 'tests/vectors/clusters/redis/stats-2-with-nodes.txt'); // of 400 slots
const kKafka = join(root, 'tests/vectors/clusters/kafka/describe-1-topics.txt');

test('the plan is printed as JSON, and one sentence says what it does', async () => {
  const { code, text, error } = await rebalance([kRows]);
  assert.equal(code, 0, error);
  const { moves, by, unit, bytes, proven, ratio } = JSON.parse(text);
  assert.deepEqual([moves, by, unit, bytes, proven], [[['s2', 'a', 'b']], 'requests', 'bytes', 50, true]);
  assert.equal(ratio, 1);
  assert.match(error, /Move 1 of 3 shards in 1 moves?, 50 bytes: the busiest node goes from 1\.857 to 1\.000 times/);
});

test('--check says by its exit status whether a node is beyond its limit, and prints nothing', async () => {
  const uneven = await rebalance(['--check', kRows]);
  assert.deepEqual([uneven.code, uneven.text], [1, '']);
  const even = await rebalance(['--check', '--limit', '2', kRows]);
  assert.deepEqual([even.code, even.text], [0, '']);
});

test('a drained node ends empty, and a new one is filled to the least that it has to bear', async () => {
  const drained = await rebalance(['--drain', 'b', kRows]);
  assert.deepEqual(JSON.parse(drained.text).moves, [['s3', 'b', 'a']]);
  // By count, three nodes have to bear one entry each.
  const even = ['--by', 'count', '--limit', '1', '--least', '1', '--add', 'c', '-'];
  const filled = await rebalance(even, 'shard,node,bytes\ns1,a,9\ns2,a,5\ns3,b,1\n');
  assert.deepEqual(JSON.parse(filled.text).moves, [['s2', 'a', 'c']]);
});

test('slots of Redis are evened out by CPU time, with traffic in its limits, too', async () => {
  const file = join(root, 'tests/vectors/clusters/redis/stats-2-with-nodes.txt');
  const { code, text, error } = await rebalance(['--by', 'cpu', '--also', 'network', '--steps', '200000', file]);
  assert.equal(code, 0, error);
  const { by, unit, kind, options, ratio_before: was, ratio } = JSON.parse(text);
  assert.deepEqual([by, unit, kind], ['cpu', 'keys', 'slots']);
  assert.deepEqual(
    options.limits.map((/** @type {{of: string}} */ { of }) => of),
    ['of_network'],
  );
  assert.ok(was > 1.8 && ratio <= 1.1, `${was} ${ratio}`);
  assert.match(error, /Move \d+ of 16,384 slots/);
});

test('the sentence counts what moves, and not its moves, of all that the text has', async () => {
  const file = join(root, 'tests/vectors/clusters/kafka/describe-1-two-topics.txt');
  const { error } = await rebalance(['--all', file]);
  assert.match(error, /Move \d of 7 partitions in \d moves?: /);
  const drained = await rebalance(['--drain', 'b', '--limit', '2', kRows]);
  assert.match(drained.error, /: the busiest of the nodes that stay then bears 1\.000 times its share\./);
});

test('no plan keeps the rules: exit status 5, with the conditions that contradict each other', async () => {
  const pinned = await rebalance(['--drain', 'b', '--pin', 's3', kRows]);
  assert.deepEqual([pinned.code, pinned.text], [5, '']);
  assert.match(pinned.error, /no plan keeps the rules\n/);
  assert.match(pinned.error, /condition: pinned .*s3/);
  // Three replicas of a partition do not fit on two brokers.
  assert.equal((await rebalance(['--drain', '1', kKafka])).code, 5);
});

test('--commands writes what the system runs, and --back what takes it back', async () => {
  const words = ['--by', 'count', '--add', '4', '--limit', '1', '--least', '0.8', kKafka];
  const { moves } = JSON.parse((await rebalance(words)).text);
  assert.ok(moves.length > 0 && moves.every((/** @type {string[]} */ [, , to]) => to === '4'), JSON.stringify(moves));
  const there = await rebalance(['--commands', '--throttle', '50MB/s', ...words]);
  assert.equal(there.code, 0, there.error);
  assert.match(there.text, /^throttle=50000000$/m);
  assert.match(there.text, /^cat > reassignment-1\.json <<'END'\n\{"version":1,[\s\S]*?\nEND\n/m);
  assert.match(there.text, /"topic":\s*"orders"/);
  assert.doesNotMatch(there.text, /rollback-/);
  const back = await rebalance(['--back', ...words]);
  assert.match(back.text, /^cat > rollback-1\.json <<'END'\n/m);
  assert.doesNotMatch(back.text, /reassignment-\d/);
  for (const { text } of [there, back])
    assert.equal(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr, '');
  const none = await rebalance(['--commands', '--throttle', '0', ...words]);
  assert.deepEqual([none.code, none.text], [2, '']);
  assert.match(none.error, /throttle is at least 1 byte a second/);
});

test('a move by hand is in the plan, and everything else is planned around it', async () => {
  // s2 has to go to b in any case; s3 takes its place on a, which b has to give then.
  const { code, text, error } = await rebalance(['--force', 's3,b,a', kRows]);
  assert.equal(code, 0, error);
  const { moves, options } = JSON.parse(text);
  assert.deepEqual(options.forced, [['s3', 'b', 'a']]);
  assert.ok(
    moves.some((/** @type {string[]} */ move) => move.join() === 's3,b,a'),
    text,
  );
  const short = await rebalance(['--force', '"s3",a', kRows]); // one node has it
  assert.deepEqual(JSON.parse(short.text).moves, moves);
});

test('--window says when copies run, night by night, and which of them no night is long enough for', async () => {
  const { code, text, error } = await rebalance(['--window', '23:30-00:10', '--rate', '1B/s', kRows]);
  assert.equal(code, 0, error);
  const { schedule } = JSON.parse(text);
  assert.deepEqual(schedule.spans, [[84_600_000, 84_650_000]]); // 50 bytes from 23:30
  assert.match(error, /It takes 50 s at 0\.000001 MB\/s, in 1 night\.\n.*night 1: 1 move, 50 bytes, until 23:31/);
  const long = await rebalance(['--window', '01:00-01:01', '--rate', '0.6', kRows]);
  assert.match(long.error, /It takes 50 s/); // at least a byte a second
  const huge = await rebalance(
    ['--window', '01:00-01:01', '--rate', '1', '-'],
    'shard,node,bytes\nx,a,70\ny,a,71\nz,b,1\n',
  );
  assert.match(huge.error, /longer than the window: 1 move \(x\)/);
  const always = await rebalance(['--rate', '25B', kRows]);
  assert.match(always.error, /It takes 2 s at 0\.000025 MB\/s\.\n/);
});

test('--rate in keys per second gives hours where the text has keys and no bytes, and nothing else does', async () => {
  const { code, text, error } = await rebalance(['--rate', '100keys/s', '--window', '01:00-01:10', kKeys]);
  assert.equal(code, 0, error);
  const { unit, bytes, moves, schedule } = JSON.parse(text);
  assert.deepEqual([unit, bytes, moves.length, schedule.spans.length], ['keys', 179_484, 41, 41]);
  for (const [start, end] of schedule.spans) {
    const since = (start % 86_400_000) - 3_600_000;
    assert.ok(since >= 0 && since + end - start <= 600_000, `${start}`);
  }
  // 179,484 keys at 100 a second, on two nodes: one after another.
  assert.equal(schedule.busy_ms, 1_794_840);
  assert.match(
    error,
    /It takes 30 min at 100 keys per second, in 4 nights\.\n.*night 1: 12 moves, 58,727 keys, until 01:10/,
  );
  const book = await rebalance(['--runbook', '--rate', '80 keys/s', '--window', '01:00-01:01', kKeys]);
  assert.match(
    book.text,
    /\n1?\d moves do not fit into 01:00–01:01: [\d, –]+\. The longest takes 1 min \d s at 80 keys per second/,
  );
  const none = await rebalance(['--runbook', kKeys]);
  assert.match(none.text, /\*\*Total time\*\*: unknown: nobody has said how many keys move per second/);
  assert.equal('schedule' in JSON.parse((await rebalance([kKeys])).text), false);
});

test('--runbook says what each night does, and where to pause', async () => {
  const lines = ['shard,node,bytes', ...['1', '2', '3', '4'].map((id) => `s${id},a,100`)];
  const words = ['--runbook', '--drain', 'a', '--add', 'b', '--rate', '1B', '--window', '23:00-23:04'];
  const { code, text, error } = await rebalance([...words, fileOf('nights.csv', lines)]);
  assert.equal(code, 0, error);
  for (const part of [
    '- Night 1: step 2, 2 moves, 200 B, until 23:04',
    '- Night 2: step 3, 2 moves, 200 B, until 23:04',
    '(night 1, 23:00–23:04, 3 min 20 s, 200 B)',
    'Pause here: step 3 begins in night 2, at 23:00.',
  ])
    assert.ok(text.includes(part), `${part}\n${text}`);
});

test('--weights and --disks are those of nodes, in place of what the text says', async () => {
  const weighed = await rebalance(['--weights', 'a=13,b=1', kRows]);
  assert.deepEqual(JSON.parse(weighed.text).moves, []);
  const small = await rebalance(['--disks', 'b=60', kRows]);
  const { moves, excess } = JSON.parse(small.text);
  // s2 (50 bytes) fits beside s3 (30) on no disk of 60: s3 makes room.
  assert.deepEqual([moves.length > 1 || excess > 0, small.code], [true, 0]);
  const empty = await rebalance(['--weights', 'b=0', kRows]);
  assert.deepEqual(JSON.parse(empty.text).moves, [['s3', 'b', 'a']]);
});

test('--all plans all topics of a text as one, and each command names its own', async () => {
  const words = ['--all', '--by', 'count', '--add', '4', '--limit', '1', '--least', '0.8', kKafka];
  const { text } = await rebalance(words);
  const { moves } = JSON.parse(text);
  assert.ok(
    moves.every((/** @type {string[]} */ [entry]) => /^orders(?:-dlq)?-\d$/.test(entry)),
    text,
  );
  const { text: script } = await rebalance(['--commands', ...words]);
  assert.match(script, /"topic":"orders-dlq","partition":0/);
  assert.match(script, /"topic":"orders","partition":\d/);
});

test('--tools prints what real tools would do beside the plan, as a table or as JSON', async () => {
  const { code, text } = await rebalance(['--tools', kRows]);
  assert.equal(code, 0);
  const [head, own, ...rows] = text.trim().split('\n');
  assert.match(head, /^tool +moves +moved +busiest node then +left above the limits +known from$/);
  assert.match(own, /^this plan +1 +50 +1\.000 +0$/);
  assert.ok(
    rows.some((row) => /^Largest first +\d/.test(row)),
    text,
  );
  assert.ok(
    rows.some((row) => /^redis-cli --cluster rebalance: /.test(row)),
    text,
  ); // needs 16,384 slots
  const { plan, tools } = JSON.parse((await rebalance(['--tools', '--json', kRows])).text);
  assert.deepEqual([plan.moves, plan.bytes], [1, 50]);
  for (const { known, refused, moves, curve } of tools) {
    assert.ok(['run', 'read'].includes(known));
    assert.ok(refused !== undefined || (moves >= 0 && curve.length > 0));
  }
});

test('what is asked wrongly is refused with the option', async () => {
  /** @type {[string[], RegExp][]} */
  const wrong = [
    [['--limit', '0.5', kRows], /--limit: 0\.5 is not from 1 to 100/],
    [['--limit', 'x', kRows], /--limit: x is not from 1 to 100/],
    [['--by', 'size', kRows], /--by takes requests, bytes, keys, cpu, network, count; “size” is none of them/],
    [['--by', 'keys', kRows], /--by: its entries have no keys; accepted: requests, bytes, count$/m],
    [['--also', 'cpu', kRows], /--also: its entries have no cpu; accepted: requests, bytes, count$/m],
    [['--also', 'size', kRows], /--also takes requests, bytes, keys, cpu, network, count; “size” is none of them/],
    [['--drain', 'z', kRows], /--drain: there is no node z/],
    [['--pin', 's9', kRows], /--pin: there is no entry s9/],
    [['--add', 'a', kRows], /--add: node a is there already/],
    [['--copies', '0', kRows], /--copies takes a whole number from 1 to 1000/],
    [['--per-move', 'much', kRows], /--per-move much: not an amount/],
    [['--check', '--json', kRows], /exclude each other/],
    [['--tools', '--commands', kRows], /exclude each other/],
    [['--all', '--choose', 'x', kRows], /exclude each other/],
    [['--all', kRows], /--all: the text does not hold several/],
    [['--force', 's1', kRows], /--force takes ENTRY,FROM,TO/],
    [['--force', 's9,a', kRows], /--force: there is no entry s9/],
    [['--force', 's1,a', kRows], /--force: s1 is on a already/],
    [['--force', 's1,b', '--pin', 's1', kRows], /--force: s1 has to stay/],
    [['--force', '0,1', kKafka], /--force: several nodes have 0: say from which it goes/],
    [['--window', '1-5', kRows], /--window takes HH:MM-HH:MM; “1-5” is none/],
    [['--rate', 'fast', kRows], /--rate fast: not an amount/],
    [['--window', '01:00-05:00', kKafka], /need bytes or keys, which the text does not have/],
    [['--rate', '5keys/s', kRows], /--rate takes bytes per second here, such as 50MB\/s/],
    [['--rate', '50MB/s', kKeys], /--rate takes keys per second here, such as 5000keys\/s/],
    [['--window', '01:00-05:00', kKeys], /--window needs --rate: in keys per second/],
    [['--rate', '0keys/s', kKeys], /--rate 0keys\/s: keys per second are from 1 to 1000000000/],
    [['--rate', '1000000001 keys', kKeys], /keys per second are from 1 to 1000000000/],
    [['--rate', '1.5keys/s', kKeys], /--rate 1\.5keys\/s: not an amount/],
    [['--weights', 'a', kRows], /--weights takes NAME=VALUE; “a” is none/],
    [['--weights', 'a=x', kRows], /--weights: “x” is not a number from 0 to 100000/],
    [['--weights', 'z=2', kRows], /--weights: there is no node z/],
    [['--disks', 'a=much', kRows], /--disks much: not an amount/],
    [[kRows, kKafka], /takes one file/],
    [['--nonsense', kRows], /there is no option --nonsense for rebalance/],
  ];
  for (const [words, why] of wrong) {
    const { code, text, error } = await rebalance(words);
    assert.deepEqual([code, text], [2, ''], words.join(' '));
    assert.match(error, why);
  }
  const nginx = 'upstream x {\n  hash $uri;\n  server a:1;\n  server b:1;\n}\n';
  const placed = await rebalance(['-'], nginx);
  assert.equal(placed.code, 2);
  assert.match(placed.error, /its entries are not moved one by one/);
  assert.equal((await rebalance([join(folder, 'missing')])).code, 4);
});

test('--theirs adds what a tool has printed as a row, and says what is wrong with it', async () => {
  const plan = fileOf('theirs.csv', ['entry,from,to', 's1,a,b', 's9,a,b']);
  const { code, text, error } = await rebalance(['--tools', '--theirs', plan, kRows]);
  assert.equal(code, 0, error);
  // s1 takes 7 of 14 requests to b, which may bear 7 and has one.
  assert.match(text, /^a tool's own plan +1 +100 +1\.143 +1 +your own output$/m);
  assert.match(error, /theirs\.csv: Read as rows of entry, from and to: 2 steps, 1 move\.$/m);
  assert.match(error, /theirs\.csv: 1 step is of entries that are not planned here, and left out: s9\.$/m);
  assert.match(error, /theirs\.csv: 1 node is above the limit in the end: b\.$/m);
  const json = JSON.parse((await rebalance(['--tools', '--json', '--theirs', plan, kRows])).text);
  const { form, known, told, curve, moves } = json.tools[json.tools.length - 1];
  assert.deepEqual([form, known, moves, curve.length], ['rows', 'given', 1, 2]);
  assert.deepEqual(told, [
    { what: 'unknown_entry', count: 1, names: ['s9'] },
    { what: 'limit', count: 1, names: ['b'] },
  ]);
  // What Reshard prints itself is a plan as well.
  const own = fileOf('own.json', [(await rebalance([kRows])).text]);
  const same = await rebalance(['--tools', '--theirs', own, kRows]);
  assert.match(same.text, /^a tool's own plan +1 +50 +1\.000 +0 /m);
  /** @type {[string[], number, RegExp][]} */
  const wrong = [
    [['--theirs', plan, kRows], 2, /--theirs needs --tools/],
    [['--tools', '--theirs', '-'], 2, /standard input has the cluster already/],
    [['--tools', '--theirs', join(folder, 'none'), kRows], 4, /none: ENOENT/],
    [['--tools', '--theirs', fileOf('cut.csv', ['entry,from,to', 's1,a']), kRows], 2, /line 2: a row without “to”/],
  ];
  for (const [words, status, why] of wrong) {
    const refused = await rebalance(words);
    assert.deepEqual([refused.code, refused.text], [status, ''], words.join(' '));
    assert.match(refused.error, why);
  }
});

// `reshard rebalance` reads problems as JSON and writes moves in an order in which each is possible.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { reshard } from './command.mjs';

const kFile = new URL('../vectors/rebalance/instances.jsonl', import.meta.url);
const instances = readFileSync(kFile, 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => JSON.parse(line));
const run = (/** @type {any[]} */ problems, /** @type {string[]} */ ...words) =>
  reshard(['rebalance', '--problem', '-', ...words], problems.map((problem) => JSON.stringify(problem)).join('\n'));

/** Where everything is after the moves, each of them checked: excess, bytes and moves. */
function carryOut(/** @type {any} */ problem, /** @type {[string, string, string][]} */ moves) {
  const at = new Map(problem.entries.map((/** @type {any} */ entry) => [entry.id, new Set(entry.replicas)]));
  const of = new Map(problem.entries.map((/** @type {any} */ entry) => [entry.id, entry]));
  const sum = (/** @type {string} */ node, /** @type {string} */ what) =>
    problem.entries.reduce(
      (/** @type {number} */ all, /** @type {any} */ entry) => all + (at.get(entry.id).has(node) ? entry[what] : 0),
      0,
    );
  let bytes = 0;
  for (const [entry, from, to] of moves) {
    assert.ok(at.get(entry).has(from) && !at.get(entry).has(to));
    const disk = problem.nodes.find((/** @type {any} */ node) => node.name === to).disk ?? Infinity;
    assert.ok(sum(to, 'bytes') + of.get(entry).bytes <= disk, `${problem.id}: ${entry} has no room on ${to}`);
    at.get(entry).delete(from);
    at.get(entry).add(to);
    bytes += of.get(entry).bytes;
  }
  return { bytes, moves: moves.length };
}

test('each problem of a file has its plan on a line, with the bytes and moves of the proven optimum', async () => {
  const reachable = instances.filter((instance) => instance.with_order !== null);
  const { code, text, error } = await run(reachable, '--json');
  assert.equal(code, 0, error);
  const plans = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(plans.length, reachable.length);
  for (const [i, plan] of plans.entries()) {
    const [excess, bytes, moves] = reachable[i].with_order;
    assert.equal(plan.id, reachable[i].id);
    assert.equal(plan.excess, excess, plan.id);
    assert.deepEqual(carryOut(reachable[i], plan.moves), { bytes, moves }, plan.id);
    assert.equal(plan.reasons.length, plan.moves.length);
    assert.deepEqual(plan.curve.at(-1).slice(0, 3), [moves, bytes, excess]);
  }
});

test('where no plan keeps the rules the exit status is 5, and the conditions are named', async () => {
  const impossible = instances.filter((instance) => instance.with_order === null);
  assert.equal(impossible.length, 5);
  for (const instance of impossible) {
    const { code, text } = await run([instance], '--json');
    assert.equal(code, 5);
    const plan = JSON.parse(text);
    assert.ok(plan.impossible && plan.moves.length === 0 && plan.why.conditions.length > 0, instance.id);
  }
});

test('a problem may be on many lines, and people read a table', async () => {
  const problem = JSON.stringify(instances[1], null, 2);
  const { code, text } = await reshard(['rebalance', '--problem', '-'], problem);
  assert.equal(code, 0);
  assert.equal(text, 'entry\tfrom\tto\tbytes\ne0\tn0\tn1\t39\ne3\tn0\tn1\t36\ne4\tn0\tn1\t58\n');
});

test('the same seed and steps give the same plan', async () => {
  const words = ['--json', '--seed', '7', '--steps', '100000'];
  const first = await run(instances.slice(0, 20), ...words);
  assert.deepEqual(await run(instances.slice(0, 20), ...words), first);
});

test('what is refused is named with its field and range', async () => {
  const wrong = structuredClone(instances[0]);
  wrong.entries[2].bytes = -1;
  const { code, error } = await run([instances[0], wrong], '--json');
  assert.equal(code, 3);
  assert.match(error, /problem 2: entries\[2\]\.bytes: -1 is outside 0 to 9007199254740992/);
  const none = await reshard(['rebalance', '--json'], '');
  assert.equal(none.code, 2);
  assert.match(none.error, /Give --problem/);
});

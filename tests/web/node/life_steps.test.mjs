// The words of a key's life: each event that a run tells has its own, and a place in the picture.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { fromTree } from '../../built.mjs';

const { stepsOf } = await fromTree('web/dialogs/migrate/life_steps.js');

/** @typedef {import('../../../web/headless/reshard-core.d.ts').StoryEvent} StoryEvent */

/** @param {Partial<StoryEvent>} event */
function step(event) {
  const whole = { atMs: 1.5, actor: 'client', holds: { old: 'v0', new: 'nothing' }, ...event };
  return stepsOf([/** @type {StoryEvent} */ (whole)])[0];
}

test('a message that is sent to both sides has two arrows, and one that is sent to one side has one', () => {
  const both = step({ event: 'sends', client: 3, phase: 'copy', operation: 'write', number: 2, to: ['old', 'new'] });
  assert.deepEqual([both.from, both.to, both.also, both.short], ['client', 'old', 'new', 'write v2']);
  assert.equal(both.words, 'Client 3 (phase “copy”) sends write v2 to both nodes');
  const one = step({ event: 'sends', client: 0, phase: 'start', operation: 'delete', number: 8567, to: ['new'] });
  assert.deepEqual([one.to, one.also], ['new', undefined]);
  assert.equal(one.words, 'Client 0 (phase “start”) sends delete 8567 to new');
});

test('what lands says whether it took effect, what it found, or what the node answered', () => {
  const lands = { event: /** @type {const} */ ('lands'), at: /** @type {const} */ ('old'), number: 4 };
  const words = (/** @type {Partial<StoryEvent>} */ more) => step({ ...lands, ...more }).words;
  assert.equal(words({ message: 'write', operation: 'write' }), 'write v4 takes effect at old');
  assert.equal(
    words({ message: 'write', operation: 'write', dropped: true }),
    'write v4 reaches old and is dropped: something newer is there',
  );
  assert.equal(words({ message: 'read', operation: 'read', version: 'v2' }), 'read 4 finds v2 at old');
  assert.equal(words({ message: 'read', operation: 'read', version: 'nothing' }), 'read 4 finds nothing at old');
  assert.equal(words({ message: 'read', operation: 'read', answer: 'ASK' }), 'read 4 reaches old, which answers ASK');
  assert.equal(words({ message: 'copy', operation: 'read', version: 'v1' }), 'A copy of v1 is stored at old');
  assert.equal(words({ message: 'removal', operation: 'write' }), 'The key is removed at old');
  assert.equal(step({ ...lands, message: 'read', operation: 'read', answer: 'MOVED' }).faint, true);
});

test('only a read that is wrong is marked', () => {
  const returns = { event: /** @type {const} */ ('returns'), operation: /** @type {const} */ ('read'), version: 'v1' };
  assert.equal(step(returns).wrong, false);
  const stale = step({ ...returns, found: 'stale read' });
  assert.deepEqual([stale.wrong, stale.words], [true, 'A read returns v1: stale read']);
});

test('what the log and the copier deliver goes where it lands', () => {
  const back = step({ event: 'brings', actor: 'log', version: 'v7', at: 'old' });
  assert.deepEqual([back.from, back.to], ['copier', 'old']);
  const migrated = step({ event: 'migrates', actor: 'copier', at: 'old' });
  assert.deepEqual([migrated.from, migrated.to], ['new', 'old']);
});

test('an event without words is an error, not an empty line', () => {
  assert.throws(() => step({ event: 'skips', actor: 'verifier' }), /no words for skips/);
});

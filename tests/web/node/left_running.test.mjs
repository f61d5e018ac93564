// What tests and suites start has ended when they have: the hooks of a test, and the check at the end of a suite.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { atEnd, folderOf, root } from '../../live/programs.mjs';

/** Something that takes a test's hooks, and runs them as Node does: first to last, and none after one that fails. */
function fakeTest() {
  /** @type {(() => unknown)[]} */
  const hooks = [];
  return {
    after: (/** @type {() => unknown} */ hook) => {
      hooks.push(hook);
    },
    async end() {
      for (const hook of hooks) await hook();
    },
  };
}

test('a test undoes what it did last first, and all of it although one part fails', async () => {
  const fake = fakeTest();
  /** @type {string[]} */
  const done = [];
  const folder = folderOf(fake);
  atEnd(fake, () => {
    done.push(`first, in a folder that is ${existsSync(folder) ? 'there' : 'gone'}`);
  });
  atEnd(fake, () => {
    throw new Error('the second cannot');
  });
  atEnd(fake, async () => {
    await null;
    done.push('third');
  });
  await assert.rejects(fake.end(), /the second cannot/);
  assert.deepEqual(done, ['third', 'first, in a folder that is there']);
  assert.equal(existsSync(folder), false);
});

const linux = { skip: !existsSync('/proc/self/environ') && 'there is no /proc here' };
const bash = (/** @type {string} */ script) =>
  spawnSync('bash', ['-euc', `. tests/left_running.sh\n${script}`], { cwd: root, encoding: 'utf8' });
const mark = `test-${process.pid}`;

test(
  'a program that outlives its suite is named and ended, though its parent has gone and it has a session of its own',
  linux,
  () => {
    const { stdout, stderr, status } = bash(
      `RESHARD_SUITE=${mark} bash -c 'setsid sleep 987 & disown'; end_left_running ${mark}; left_running ${mark}`,
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^\d+ sleep 987 \n$/);
    assert.equal(
      existsSync(`/proc/${parseInt(stdout, 10)}/cmdline`) &&
        readFileSync(`/proc/${parseInt(stdout, 10)}/cmdline`, 'utf8') !== '',
      false,
    );
  },
);

test('a suite whose programs have ended, or end in a moment, is not blamed', linux, () => {
  const { stdout, status } = bash(
    `RESHARD_SUITE=${mark} bash -c 'true; sleep 1 & disown'; ` +
      `RESHARD_SUITE=other-${mark} sleep 3 & end_left_running ${mark}`,
  );
  assert.deepEqual([status, stdout], [0, '']);
});

// The runbook of Redis Cluster in the shells that people paste it into: what is no command there makes an error.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, needs } from './programs.mjs';
import { bookOf } from './redis_runbook.mjs';

const id = (/** @type {string} */ letter) => letter.repeat(40);
const kPasted = [
  `${id('a')} 10.0.0.1:6379@16379 myself,master - 0 0 1 connected 0-5460`,
  `${id('b')} 10.0.0.2:6379@16379 master - 0 0 2 connected 5461-10922`,
  `${id('c')} 10.0.0.3:6379@16379 master - 0 0 3 connected 10923-16383`,
  `${id('d')} 10.0.0.4:6379@16379 slave ${id('b')} 0 0 2 connected`,
].join('\n');

// Of 500 keys 26 are left, a second later.
const kRedis = (/** @type {string} */ folder) => `#!/bin/sh
told() { if [ -e "${folder}/$1" ]; then printf "$3"; else : > "${folder}/$1"; printf "$2"; fi; }
case "$*" in
  *DBSIZE) told size '500\\n' '26\\n';;
  *TIME) told time '100\\n250000\\n' '101\\n250000\\n';;
  *MYID) echo ${id('e')};;
  *) echo cluster_state:ok master_link_status:up;;
esac
`;

for (const [shell, ...options] of [['zsh', '-f', '-i'], ['bash', '--norc'], ['dash']]) {
  test(
    `pasted into ${[shell, ...options].join(' ')}, all blocks run without an error, and the first slots’ pace is told`,
    needs(`/usr/bin/${shell}`),
    (t) => {
      const folder = folderOf(t);
      for (const [name, text] of [
        ['redis-cli', kRedis(folder)],
        ['sleep', '#!/bin/sh\n'],
      ]) {
        writeFileSync(join(folder, name), text);
        chmodSync(join(folder, name), 0o755);
      }
      const { book } = bookOf(kPasted, '10.0.0.7:6379 10.0.0.8:6379', (address) => address === '10.0.0.2:6379');
      const blocks = book.steps.flatMap(
        (/** @type {Record<'commands' | 'rescue' | 'undo', string[]>} */ { commands, rescue, undo }) => [
          ...commands,
          ...rescue,
          ...undo,
        ],
      );
      const typed = (/** @type {string[]} */ lines) =>
        spawnSync(`/usr/bin/${shell}`, options, {
          input: `${lines.join('\n')}\n`,
          encoding: 'utf8',
          env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, PS1: '', PS2: '', PROMPT_EOL_MARK: '' },
        });
      const { stdout, stderr, status } = typed(blocks);
      assert.equal(stderr.replace(/\r/g, '').trim(), '');
      assert.equal(status, 0);
      assert.match(stdout, /^474 keys in 1000 ms: 474 keys per second$/m);
      // The control: a # is a command for whoever types into zsh.
      const { stderr: said } = typed(['# Moves 10 slots (0-9)']);
      assert.equal(said.replace(/\r/g, '').trim() !== '', shell === 'zsh');
    },
  );
}

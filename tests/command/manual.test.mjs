// What accompanies the program: its manual page and the shells' completions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../live/programs.mjs';
import { build, reshard } from './command.mjs';

const share = join(root, 'core/bindings/share');
const commands = async () =>
  [...(await reshard(['--help'])).text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);

test('the manual page names every command', async () => {
  const page = readFileSync(join(share, 'reshard.1'), 'utf8');
  for (const name of await commands()) assert.match(page, new RegExp(`^\\.BR? .*\\b${name}\\b`, 'm'), name);
});

test('the manual page names every option of every command, and every exit status', async () => {
  const page = readFileSync(join(share, 'reshard.1'), 'utf8');
  const listed = new Set();
  for (const name of await commands()) {
    for (const [, option] of (await reshard([name, '--help'])).text.matchAll(/^ .{4} --([a-z-]+)/gm))
      listed.add(option);
  }
  assert.ok(listed.size > 20, [...listed].join());
  for (const option of listed) assert.ok(page.includes(`\\-\\-${option.replaceAll('-', '\\-')}\\fR`), option);
  for (const [, status] of (await reshard(['--help'])).text.matchAll(/(?:: |; |;\n)(\d+) /g))
    assert.match(page, new RegExp(`^${status}$`, 'm'));
});

test('bash completes commands and the options of each', async () => {
  const completed = (/** @type {string[]} */ ...words) =>
    spawnSync(
      'bash',
      [
        '-c',
        `. ${join(share, 'reshard.bash')}
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _reshard; printf '%s\\n' "\${COMPREPLY[@]}"`,
        'bash',
        'reshard',
        ...words,
      ],
      { encoding: 'utf8', env: { ...process.env, PATH: `${build}:${process.env.PATH}` } },
    )
      .stdout.trim()
      .split('\n');
  assert.deepEqual(completed('').sort(), (await commands()).sort());
  assert.deepEqual(completed('pl').sort(), ['place', 'plan']);
  assert.deepEqual(completed('place', '--li'), ['--link']);
  assert.deepEqual(completed('check', '--own'), ['--owner']);
  assert.deepEqual(completed('place', '--own'), ['']);
});

// An interactive shell on its own terminal. It prints READY once it reads keys, and the completed line after Tab; the
// quotes keep the command itself, which the terminal shows too, from looking like that.
const kQuiet = String.raw`PROMPT=; setopt no_auto_list no_beep; fpath=($1 \$fpath)`;
const kCompletes = 'autoload -U compinit; compinit -u -D';
const kTells = String.raw`tell() { zle complete-word; print -r -- GO''T \$BUFFER }; zle -N tell; bindkey '^I' tell`;
const kReady = `zle-line-init() { print REA''DY }; zle -N zle-line-init`;
const kZsh = String.raw`zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "${kQuiet}; ${kCompletes}; ${kTells}; ${kReady}"
zpty -r -m shell shown '*READY*'
zpty -w -n shell "$2"$'\t'
zpty -r -m shell shown $'*GOT *\n*'
zpty -d shell
print -r -- "$shown"`;

test(
  'zsh completes commands and the options of each',
  { skip: existsSync('/usr/bin/zsh') ? false : 'there is no zsh' },
  () => {
    const completed = (/** @type {string} */ typed) => {
      const { stdout } = spawnSync('zsh', ['-fc', kZsh, 'zsh', share, typed], {
        encoding: 'utf8',
        timeout: 60_000,
        // When completion asks the command for its options, the search for leaks at its end hangs now and then.
        env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0', TERM: 'dumb', PATH: `${build}:${process.env.PATH}` },
      });
      return /GOT (.*?)\s*$/m.exec(stdout)?.[1];
    };
    assert.equal(completed('reshard pla'), 'reshard pla');
    assert.equal(completed('reshard plac'), 'reshard place');
    assert.equal(completed('reshard check --own'), 'reshard check --owner');
    assert.equal(completed('reshard place --own'), 'reshard place --own');
  },
);

// What accompanies the program and is made from the rows of its options: the manual page and the shells' completions.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../live/programs.mjs';
import { build, ran, reshard } from './command.mjs';

const share = join(build, 'share');
const manual = join(share, 'reshard.1');
const page = readFileSync(manual, 'utf8');

const temporary = mkdtempSync(join(tmpdir(), 'reshard-manual-'));
const folder = join(temporary, 'files');
const files = ['keys.csv', 'two words.csv'];
mkdirSync(folder);
for (const name of files) writeFileSync(join(folder, name), '');
after(() => rmSync(temporary, { recursive: true }));

// The cells of a row: texts and letters without their quotes, nothing where there is none.
const kCell = /"(?:[^"\\]|\\.)*"|'.'|\w+\([^)]*\)|[\w-]+/g;
const textOf = (/** @type {string} */ cell) => (/^(?:0|nullptr)$/.test(cell) ? '' : cell.replace(/^["']|["']$/g, ''));
const rows = (/** @type {string} */ list) => {
  const text = readFileSync(join(root, 'core/bindings/command', `${list}.def`), 'utf8').replace(/^\/\/.*\n/gm, '');
  const each = text
    .split(/^[A-Z]+\(/m)
    .slice(1)
    .map((row) => row.replace(/"\s+"/g, '').match(kCell));
  return each.map((cells) => cells.map(textOf));
};
const options = rows('options').map(([name, letter, value, category]) => ({ name, letter, value, category }));
const titles = rows('categories').map(([category, title]) => ({ category, title }));
const commands = rows('commands').map(([name, operands, , ...categories]) => {
  const taken = options.filter(({ category }) => [...categories, 'every'].includes(category));
  return {
    name,
    operands,
    taken,
    categories: [...categories, 'every'],
    files: operands.startsWith('[FILE]') ? files : [],
  };
});
const names = commands.map(({ name }) => name);
const isChoice = (/** @type {string} */ value) => /^[a-z]+(?:\|[a-z]+)+$/.test(value);
// What the shells complete a value with.
const valuesOf = (/** @type {string} */ value) => {
  if (value === 'FILE') return files;
  return isChoice(value) ? value.split('|').sort() : [];
};

test('the rows are what --help lists', async () => {
  assert.ok(options.length > 40 && commands.length > 10, `${options.length} options, ${commands.length} commands`);
  const { text } = await reshard(['--help']);
  assert.deepEqual(
    [...text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name),
    names,
  );
  for (const command of commands) {
    const help = (await reshard([command.name, '--help'])).text;
    const listed = help.split('\n').filter((line) => /^ {2}(?:-.,| {3}) --/.test(line));
    assert.equal(listed.length, command.taken.length, command.name);
    for (const [i, { name, letter, value }] of command.taken.entries()) {
      const expected = `  ${letter ? `-${letter},` : '   '} --${name}${value ? ` ${value}` : ''} `;
      assert.ok(listed[i].startsWith(expected), `${command.name}: ${listed[i]}`);
    }
  }
});

test('the manual page names every command, and every exit status', async () => {
  for (const { name, operands } of commands) {
    assert.ok(page.includes(`.TP\n\\fB${name}\\fR${operands && ` \\fI${operands}\\fR`}\n`), name);
  }
  const statuses = [...(await reshard(['--help'])).text.matchAll(/(?:: |; |;\n)(\d+) /g)].map(([, status]) => status);
  assert.ok(statuses.length > 5, statuses.join());
  for (const status of statuses) assert.match(page, new RegExp(`^${status}$`, 'm'));
});

test('the manual page has every option under its category, with the commands that take it', () => {
  const sections = new Map(page.split(/^\.S[SH] /m).map((text) => [text.slice(0, text.indexOf('\n')), text]));
  const kEntry = /^\.TP\n(?:\\fB\\-(.)\\fR, )?\\fB\\-\\-(.+?)\\fR(?: \\fI(.+)\\fR)?\n[^.]/gm;
  for (const { category, title } of titles) {
    const section = sections.get(title) ?? '';
    const entries = [...section.matchAll(kEntry)].map(([, letter = '', name, value = '']) => ({ name, letter, value }));
    const expected = options.filter((option) => option.category === category);
    assert.ok(expected.length > 0, category);
    assert.deepEqual(
      entries.map(({ name, letter, value }) => [name.replaceAll('\\-', '-'), letter, value]),
      expected.map(({ name, letter, value }) => [name, letter, value]),
      title,
    );
    const takers = commands.filter(({ categories }) => categories.includes(category)).map(({ name }) => name);
    const said = /^Taken by (.*)\.$/m.exec(section)?.[1] ?? '';
    if (takers.length === commands.length) assert.equal(said, 'every command');
    else
      assert.deepEqual(
        [...said.matchAll(/\\fB(\w+)\\fR/g)].map(([, name]) => name),
        takers,
        title,
      );
  }
});

const without = (/** @type {string} */ program) => {
  const missing = spawnSync(program, ['--version']).error !== undefined;
  return { skip: missing && `there is no ${program}` };
};

const kWarnings = { groff: ['-man', '-ww', '-Kutf8', '-Tutf8', '-z'], mandoc: ['-Tlint', '-Wwarning'] };
for (const [program, words] of Object.entries(kWarnings)) {
  test(`${program} has no warning about the manual page`, without(program), () => {
    const { stdout, stderr } = spawnSync(program, [...words, manual], { encoding: 'utf8' });
    // The page has no date, so that the same sources give the same page.
    const told = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
    assert.deepEqual(told, []);
  });
}

test('the manual page has options and examples as they are typed', without('groff'), () => {
  const shown = ran('groff', ['-man', '-rHY=0', '-Kutf8', '-Tutf8', '-P-cbou', manual]);
  for (const { name, letter, value } of options) {
    const entry = `${letter && `-${letter}, `}--${name}${value && ` ${value}`}`;
    assert.ok(
      shown.split('\n').some((line) => line.trim().startsWith(entry)),
      entry,
    );
  }
  const words = shown.replace(/\s+/g, ' ');
  assert.ok(words.includes('with \\t, \\n and \\\\ in them'), 'backslashes');
  assert.ok(words.includes('double_write~copy_bytes_per_second=50000000'), 'a tilde');
  assert.ok(words.includes("reshard place --link 'v=1&nodes=5&vnodes=200' keys.txt"), 'quotes');
});

test('a template that asks for a part that does not exist is refused', () => {
  const template = join(temporary, 'template');
  writeFileSync(template, 'before\n@NOTHING@\n');
  const { status, stderr } = spawnSync(join(build, 'reshard_manual'), [template, join(temporary, 'result')], {
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /there is no part @NOTHING@/);
});

// For each line, its words between tabs with a dot before each, so that an empty one is a word.
const kBash = `. "$1"
while IFS=$'\\t' read -ra COMP_WORDS; do
  COMP_WORDS=("\${COMP_WORDS[@]/#.}") COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _reshard
  printf '%s\\t' "\${COMPREPLY[@]}"
  echo
done`;

/**
 * What bash completes the last word of each line with, in a folder with two files.
 * @param {string[][]} lines without the name of the program, which does not run
 */
function inBash(lines) {
  const input = lines.map((words) => `${['reshard', ...words].map((word) => `.${word}`).join('\t')}\n`).join('');
  const { stdout, stderr, status } = spawnSync('bash', ['-c', kBash, 'bash', join(share, 'reshard.bash')], {
    encoding: 'utf8',
    cwd: folder,
    input,
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').filter(Boolean).sort());
}

test('bash completes commands', () => {
  assert.deepEqual(inBash([[''], ['pl'], ['-']]), [[...names].sort(), ['place', 'plan'], ['--help', '--version']]);
});

test('bash completes the options of each command', () => {
  const completed = inBash(names.map((name) => [name, '--']));
  for (const [i, { name, taken }] of commands.entries()) {
    assert.deepEqual(completed[i], taken.map((option) => `--${option.name}`).sort(), name);
  }
  assert.deepEqual(
    inBash([
      ['place', '--li'],
      ['check', '--own'],
      ['place', '--own'],
    ]),
    [['--link'], ['--owner'], []],
  );
});

test('bash completes the value of each option: files, choices, or nothing', () => {
  for (const command of commands) {
    const asked = command.taken.flatMap(({ name, letter, value }) =>
      [`--${name}`, ...(letter ? [`-${letter}`] : [])].map((word) => ({ word, value })),
    );
    const completed = inBash(asked.map(({ word }) => [command.name, word, '']));
    for (const [i, { word, value }] of asked.entries()) {
      assert.deepEqual(completed[i], value === '' ? command.files : valuesOf(value), `${command.name} ${word}`);
    }
  }
  // For bash, = is a word.
  const lines = [
    ['--at', '=', 'be'],
    ['--at', '='],
    ['--scenario', '=', 'k'],
    ['--as', '='],
  ];
  const expected = [['before'], ['after', 'before'], ['keys.csv'], []];
  assert.deepEqual(inBash(lines.map((words) => ['place', ...words])), expected);
});

test('bash completes operands where they are files', () => {
  const completed = inBash(names.map((name) => [name, '']));
  for (const [i, command] of commands.entries()) assert.deepEqual(completed[i], command.files, command.name);
});

// An interactive zsh on its own terminal. It prints READY once it reads keys; after a Tab it lists what it would
// complete each line of a file with. The quotes keep the script, which the terminal shows too, from looking like its
// output.
const kZsh = String.raw`zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= LINES=900 LISTMAX=900; setopt no_auto_list no_beep"
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell "tell() {
  local line
  while IFS= read -r line; do
    BUFFER=\$line CURSOR=\$#line
    print -r -- LI''NE
    zle list-choices
    zle -R
    print
  done < $2
  print LI''NE
  print EN''D
}
zle -N tell
bindkey '^I' tell
zle-line-init() { print REA''DY }
zle -N zle-line-init"
zpty -r -m shell shown '*READY*'
zpty -w -n shell $'\t'
zpty -r -m shell shown $'*END*'
zpty -d shell
print -r -- "$shown"`;

/**
 * What zsh lists for each line, in a folder with two files: names with what it says of them.
 * @param {string[]} lines without the name of the program, which does not run
 */
function inZsh(lines) {
  const file = join(temporary, 'lines');
  writeFileSync(file, lines.map((line) => `reshard ${line}\n`).join(''));
  const told = ran('timeout', ['60', 'zsh', '-fc', `cd ${folder}; ${kZsh}`, 'zsh', share, file], { TERM: 'dumb' });
  const parts = told.split('LINE\r\n').slice(1, -1);
  assert.equal(parts.length, lines.length, told);
  return parts.map((part) => {
    // Before the list and behind it is the line that is edited.
    const listed = part
      .split(/\r*\n/)
      .slice(1, -1)
      .filter((line) => !line.startsWith('reshard '));
    return new Map(
      listed.flatMap((line) => {
        const [said, words = ''] = line.split(' -- ');
        const each = said
          .replaceAll('\\', '')
          .split(/ {2,}/)
          .map((name) => name.trim())
          .filter(Boolean);
        return each.map((name) => /** @type {[string, string]} */ ([name, words.trim()]));
      }),
    );
  });
}

const namesIn = (/** @type {Map<string, string>} */ listed) => [...listed.keys()].sort();
const zsh = { skip: existsSync('/usr/bin/zsh') ? false : 'there is no zsh' };

test('zsh completes commands, and says what they do', zsh, () => {
  const listed = inZsh(['', 'pl', '--']);
  assert.deepEqual(listed.map(namesIn), [[...names].sort(), ['place', 'plan'], ['--help', '--version']]);
  assert.equal(listed[0].get('place'), 'write every record with the node that owns its key');
});

test('zsh completes the options of each command, and says what they do', zsh, () => {
  const listed = inZsh(names.map((name) => `${name} --`));
  for (const [i, { name, taken }] of commands.entries()) {
    assert.deepEqual(namesIn(listed[i]), taken.map((option) => `--${option.name}`).sort(), name);
    for (const [option, words] of listed[i]) assert.ok(words.length > 3, `${name} ${option}: ${words}`);
  }
  assert.equal(listed[0].get('--link'), 'the scenario: a link of the page, whole or from its # on');
});

test('zsh completes the value of each option: files, choices, or nothing', zsh, () => {
  const asked = commands.flatMap((command) =>
    command.taken
      .filter(({ value }) => value !== '')
      .flatMap((option) =>
        [`--${option.name} `, `--${option.name}=`, ...(option.letter ? [`-${option.letter} `] : [])].map((word) => ({
          line: `${command.name} ${word}`,
          values: valuesOf(option.value),
        })),
      ),
  );
  const listed = inZsh(asked.map(({ line }) => line));
  for (const [i, { line, values }] of asked.entries()) assert.deepEqual(namesIn(listed[i]), values, line);
});

test('zsh completes operands where they are files', zsh, () => {
  const listed = inZsh(names.map((name) => `${name} -- `));
  for (const [i, command] of commands.entries()) assert.deepEqual(namesIn(listed[i]), command.files, command.name);
});

test('zsh completes an option again only where it may be repeated', zsh, () => {
  const [listed] = inZsh(['place --add node-6 --link x --']);
  assert.deepEqual(
    ['--add', '--remove', '--link'].map((name) => listed.has(name)),
    [true, true, false],
  );
});

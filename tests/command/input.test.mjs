// How records are read and written, what is refused and at which place, and the exit status.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { linkSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folderOf, needs } from '../live/programs.mjs';
import { nodeScript, program, reshard, sanitized } from './command.mjs';

// One node owns everything, so that the output is known without any strategy.
const kOne = ['-l', 'v=1&nodes=n'];
const place = (/** @type {string[]} */ words, /** @type {string | Buffer} */ input = '') =>
  reshard(['place', ...kOne, ...words], input);

test('a line is a key, whatever its bytes, and keeps its line end', async () => {
  const { out } = await place([], Buffer.from([0xff, 0xfe, 0x0a, 0x22, 0x2c, 0x0d, 0x0a, 0x00, 0x0a]));
  assert.deepEqual(
    out,
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(',n\n",,n\r\n'), Buffer.from([0]), Buffer.from(',n\n')]),
  );
});

test('the last line needs no line end and gets one', async () => {
  assert.equal((await place([], 'a\nb')).text, 'a,n\nb,n\n');
  assert.equal((await place([], '')).text, '');
});

test('a CSV field may contain delimiters, doubled quotes and line ends', async () => {
  const input = 'id,"na,me"\r\n1,"a ""b"""\r\n"2\n3","x"\r\n';
  const { text } = await place(['--column', 'na,me'], input);
  assert.equal(text, 'id,"na,me",owner\r\n1,"a ""b""",n\r\n"2\n3","x",n\r\n');
});

test('a quoted CSV key is the text within the quotes', async () => {
  const link = ['-l', 'v=1&nodes=7'];
  const plain = await reshard(['place', ...link, '-0'], 'a "b",c\nd\0');
  const owner = plain.text.split('\0')[1];
  const { text } = await reshard(['place', ...link, '-c', '1'], '"a ""b"",c\nd",x\n');
  assert.equal(text, `"a ""b"",c\nd",x,${owner}\n`);
});

test('an owner with a delimiter is quoted, and check reads it back', async () => {
  const link = ['-l', 'v=1&nodes=a%2C%22b'];
  for (const form of [[], ['-c', '1', '-w', '2']]) {
    const { text } = await reshard(['place', ...link, ...form.slice(0, 2)], 'k\n');
    assert.equal(text, 'k,"a,""b"\n');
    assert.equal((await reshard(['check', ...link, ...form], text)).code, 0);
  }
});

test('a TSV field is decoded from its escapes', async () => {
  const link = ['-l', 'v=1&nodes=7'];
  const owner = (await reshard(['place', ...link, '-0'], 'a\tb\\c\0')).text.split('\0')[1];
  assert.equal((await reshard(['place', ...link, '--tsv'], 'a\\tb\\\\c\t1\n')).text, `a\\tb\\\\c\t1\t${owner}\n`);
  assert.match((await place(['--tsv', '-c', '2'], 'x\t\\N\n')).error, /line 1, column 2: is NULL/);
  assert.match((await place(['--tsv'], 'a\\q\n')).error, /line 1, column 1: a backslash that begins no escape/);
});

test('JSON lines get another field; strings and integers are keys', async () => {
  const { text } = await place(
    ['-k', '.user.id', '--as', 'at'],
    '{"user":{"id":"\\u00e9"},"a":[{"user":1}]}\n{"user":{"id":17}}  \n',
  );
  assert.equal(text, '{"user":{"id":"\\u00e9"},"a":[{"user":1}],"at":"n"}\n{"user":{"id":17},"at":"n"}  \n');
  const link = ['-l', 'v=1&nodes=50'];
  const owners = (await reshard(['place', ...link], 'é\n17\n')).text.match(/node-\d+/g);
  const fields = (await reshard(['place', ...link, '-k', '.k'], '{"k":"\\u00e9"}\n{"k":17}\n')).text.match(/node-\d+/g);
  assert.deepEqual(fields, owners);
});

/** @type {[string[], string, RegExp][]} */
const kRefusedRecords = [
  [[], 'a\n\nb\n', /^reshard: line 2: key: must not be empty\n$/],
  [[], `a\n${'x'.repeat(4097)}\n`, /line 2: key: 4097 bytes is outside 1 to 4096/],
  [['-c', '2'], 'a,b\nc\n', /line 2: has no column 2/],
  [['-c', '1'], 'a,b\n"c\n\nd', /line 2, column 1: a quote is opened and never closed/],
  [['-c', '1'], '"a\n\n",b\nc,d"e\n', /line 4, column 2: a quote inside a field/],
  [['-c', '1'], 'a,"b"c\n', /line 1, column 2: text between the closing quote and the delimiter/],
  [['-c', 'id'], 'a,b\n1,2\n', /line 1: there is no column “id”/],
  [['-c', 'a'], 'a,a\n1,2\n', /line 1: the column “a” is there twice/],
  [['-c', 'a'], 'a,owner\n1,2\n', /line 1: there is a column “owner” already/],
  [['-c', 'a'], '', /there is no header/],
  [['-k', '.id'], '{"id":1}\n{"id":"a"\n', /line 2, byte 10: not JSON/],
  [['-k', '.id'], '[1]\n', /line 1, byte 1: not a JSON object/],
  [['-k', '.id'], '{"ID":1}\n', /line 1: has no field \.id/],
  [['-k', '.id'], '{"id":1.5}\n', /the field \.id is 1\.5, not a text or a whole number/],
  [['-k', '.id'], '{"id":null}\n', /the field \.id is null/],
  [['-k', '.id'], '{"id":1,"id":2}\n', /the field \.id is there twice/],
  [['-k', '.id'], '{"id":1,"owner":2}\n', /there is a field “owner” already/],
];
for (const [words, input, error] of kRefusedRecords) {
  test(`${JSON.stringify(input.slice(0, 20))} with ${words.join(' ')} is refused as ${error}`, async () => {
    const { code, error: told } = await place(words, input);
    assert.equal(code, 3);
    assert.match(told, error);
  });
}

test('everything before a refused record is written, and nothing of it or after it', async () => {
  const { code, text } = await place([], 'a\nb\n\nc\n');
  assert.equal(code, 3);
  assert.equal(text, 'a,n\nb,n\n');
});

test('--rejects collects refused records unchanged, and the rest is processed', async (t) => {
  const file = join(folderOf(t), 'rejects');
  const input = 'a,b\nc"d,e\n"f\ng",h\n,i\nj\n"k';
  const { code, text, error } = await place(['-c', '1', '--rejects', file], input);
  assert.equal(code, 0);
  assert.equal(text, 'a,b,n\n"f\ng",h,n\nj,n\n');
  assert.equal(readFileSync(file, 'utf8'), 'c"d,e\n,i\n"k\n');
  assert.match(error, /3 records refused, see .*; the first: line 2, column 1/);
  assert.equal((await place(['-0', '--rejects', file], 'a\0\0b')).text, 'a\0n\0b\0n\0');
  assert.equal(readFileSync(file, 'utf8'), '\0');
  assert.equal((await place(['-0', '--rejects', file], `a\0${'x'.repeat(4097)}`)).text, 'a\0n\0');
  assert.equal(readFileSync(file, 'utf8'), `${'x'.repeat(4097)}\0`);
});

test('gzip is unpacked member by member; a truncated or damaged one is reported, and no partial line is written', async () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => `key-${i}\n`).join('');
  const packed = Buffer.concat([gzipSync(lines), gzipSync('last\n')]);
  const whole = await place([], packed);
  assert.equal(whole.text, `${lines}last\n`.replaceAll('\n', ',n\n'));
  const cut = await place([], packed.subarray(0, 60_000));
  assert.equal(cut.code, 4);
  assert.match(cut.error, /gzip data ends too early/);
  assert.ok(whole.text.startsWith(cut.text) && cut.text.endsWith('\n') && cut.text.length > 0);
  const damaged = Buffer.from(packed);
  damaged[30_000] ^= 0xff;
  const { code, error } = await place([], damaged);
  assert.equal(code, 4);
  assert.match(error, /gzip data is damaged/);
});

test('several files are read in their order, each with its own header and line numbers', async (t) => {
  const folder = folderOf(t);
  const file = (/** @type {string} */ name, /** @type {string} */ text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const one = file('one', '\u{feff}id,x\n1,2\n3,4'),
    two = file('two', 'id,x\n5,6\n'),
    bad = file('bad', 'id,x\n7\n,8\n'),
    other = file('other', 'x,id\n1,2\n');
  assert.equal((await place(['-c', 'id', one, two])).text, '\u{feff}id,x,owner\n1,2,n\n3,4,n\n5,6,n\n');
  assert.match((await place(['-c', 'id', one, bad])).error, /bad: line 3: key: must not be empty/);
  assert.match((await place(['-c', 'id', one, other])).error, /other: line 1: the header differs from that of .*one/);
  const missing = await place([join(folder, 'none')]);
  assert.equal(missing.code, 4);
  assert.match(missing.error, /none: No such file or directory/);
});

test('the order is kept for any number of threads', async () => {
  const lines = Array.from({ length: 300_000 }, (_, i) => `${i}\n`).join('');
  const expected = lines.replaceAll('\n', ',n\n');
  for (const threads of ['1', '2', '7']) assert.equal((await place(['-j', threads], lines)).text, expected);
});

test('the first of two refused records is reported, whichever thread reads the second', async () => {
  const lines = Array.from({ length: 200_000 }, (_, i) => (i === 70_000 || i === 199_999 ? '\n' : `${i}\n`)).join('');
  for (let i = 0; i < 5; ++i) assert.match((await place(['-j', '4'], lines)).error, /line 70001: /);
});

test('a full disk is reported; a reader that goes away is not', () => {
  const shell = (/** @type {string} */ script) => spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  const full = shell(`seq 100000 | ${program} place -l 'v=1&nodes=n' > /dev/full`);
  assert.equal(full.status, 4);
  assert.match(full.stderr, /cannot write: No space left on device/);
  const gone = shell(`set -o pipefail; seq 1000000 | ${program} place -l 'v=1&nodes=n' | head -1`);
  assert.equal(gone.stdout, '1,n\n');
  assert.equal(gone.status, 141);
  assert.equal(gone.stderr, '');
  const ignored = shell(
    `trap '' PIPE; set -o pipefail; (seq 1000000 2>/dev/null || true) | ${program} place -l 'v=1&nodes=n' | head -1`,
  );
  assert.equal(ignored.stdout, '1,n\n');
  assert.equal(ignored.stderr, '');
});

test('a key that is not UTF-8 is refused by its line where a system hashes text, and accepted by the others', async (t) => {
  const file = join(folderOf(t), 'rejects');
  const input = Buffer.concat([
    Buffer.from('ключ\n😀\n'),
    Buffer.from([0x61, 0xff, 0x0a]),
    Buffer.from('b\n'),
    Buffer.from([0xed, 0xa0, 0x80, 0x0a]),
  ]);
  const text = ['-l', 'v=1&nodes=n&strategy=elasticsearch'];
  const stopped = await reshard(['place', ...text], input);
  assert.deepEqual([stopped.code, stopped.text], [3, 'ключ,n\n😀,n\n']);
  assert.match(stopped.error, /^reshard: line 3: key: .*UTF-8.*\n$/);
  const rejecting = await reshard(['place', ...text, '--rejects', file], input);
  assert.deepEqual([rejecting.code, rejecting.text], [0, 'ключ,n\n😀,n\nb,n\n']);
  // half a surrogate pair is not UTF-8
  assert.deepEqual(readFileSync(file), Buffer.from([0x61, 0xff, 0x0a, 0xed, 0xa0, 0x80, 0x0a]));
  assert.equal((await place([], input)).code, 0);
});

test(
  'progress is shown on a terminal if the output goes elsewhere, unless --quiet is given',
  needs('/usr/bin/script'),
  (t) => {
    const folder = folderOf(t);
    const input = `(seq 100000; sleep 0.8; seq 100000; sleep 0.8; seq 100000)`;
    /** What a terminal, played by `script`, receives; < marks where a line is rewritten. */
    const shown = (/** @type {string} */ command) => {
      const { status, stdout, stderr } = spawnSync(
        'script',
        ['-qec', `${input} | ${program} place -l 'v=1&nodes=n' ${command}`, '/dev/null'],
        { encoding: 'utf8', cwd: folder, input: '', maxBuffer: 1 << 28 },
      );
      assert.equal(status, 0, stdout + stderr);
      return stdout.replaceAll('\r\x1b[K', '<');
    };
    assert.match(shown('> out'), /^(?:<\d+ records, \d+ MB, \d+\.\d million a second)+<$/);
    assert.equal(readFileSync(join(folder, 'out'), 'utf8').split('\n').length, 300_001);
    assert.equal(shown('-q > out'), '');
    assert.equal(shown('> out 2> said'), '');
    assert.equal(readFileSync(join(folder, 'said'), 'utf8'), '');
    assert.doesNotMatch(shown(''), /records|</); // the records themselves are on the terminal
    const piped = spawnSync('bash', ['-c', `${input} | ${program} place -l 'v=1&nodes=n' > /dev/null`], {
      encoding: 'utf8',
    });
    assert.equal(piped.stderr, '');
  },
);

test('check counts the misplaced rows, shows the first ones, and exits with 1', async () => {
  const link = ['-l', 'v=1&nodes=a,b&strategy=modulo&hash=integer'];
  const good = '0,a\n1,b\n2,a\n';
  assert.equal((await reshard(['check', ...link], good)).code, 0);
  const { code, text } = await reshard(['check', ...link], `${good}3,a\n4,b\n`);
  assert.equal(code, 1);
  assert.equal(text, '2 of 5 records are on another node; the first: line 4: “3” is on “a” and belongs to “b”\n');
  const { text: json } = await reshard(['check', '--json', ...link], `${good}3,a\n`);
  assert.deepEqual(JSON.parse(json), {
    records: '4',
    refused: '0',
    mismatches: '1',
    first: 'line 4: “3” is on “a” and belongs to “b”',
  });
});

test('counts adds up columns per node in 64 bits', async () => {
  const link = ['-l', 'v=1&nodes=a,b&log=+c&strategy=modulo&hash=integer'];
  const { text } = await reshard(
    ['counts', '--json', ...link, '-c', '1', '--bytes-column', '2'],
    '0,9007199254740993\n1,5\n3,7\n',
  );
  const { nodes, flows, moved } = JSON.parse(text);
  assert.deepEqual(nodes, [
    {
      name: 'a',
      weight: 1,
      weightBefore: 1,
      keys: '2',
      bytes: '9007199254741000',
      keysBefore: '1',
      bytesBefore: '9007199254740993',
    },
    { name: 'b', weight: 1, weightBefore: 1, keys: '1', bytes: '5', keysBefore: '2', bytesBefore: '12' },
    { name: 'c', weight: 1, weightBefore: null, keys: '0', bytes: '0', keysBefore: '0', bytesBefore: '0' },
  ]);
  assert.equal(moved, '1');
  assert.deepEqual(flows, [{ from: 'b', to: 'a', keys: '1', bytes: '7' }]);
});

/** @type {[string[], RegExp][]} */
const kWrongCalls = [
  [['plaice'], /there is no command “plaice”/],
  [['place'], /which scenario\? Give --link or --scenario/],
  [['place', '-l', 'v=1&nodes=5&vnode=9'], /link: there is no “vnode”/],
  [['place', '-l', 'v=1&nodes=5', '--at', 'before'], /nothing before it/],
  [['place', '-l', 'v=1&nodes=5', '--at', 'noon'], /“noon” is not before or after/],
  [['place', '-l', 'v=1&nodes=5', '--bogus'], /there is no option --bogus for place/],
  [['place', '-l', 'v=1&nodes=5', '-0', '-k', '.a'], /exclude each other/],
  [['place', '-l', 'v=1&nodes=5', '-j', '0'], /--threads: “0” is outside 1 to 256/],
  [['check', '-l', 'v=1&nodes=5', '-c', '1'], /--owner is missing/],
  [['explain', '-l', 'v=1&nodes=5'], /which key\?/],
];
for (const [words, error] of kWrongCalls) {
  test(`reshard ${words.join(' ')} exits with 2 and says ${error}`, async () => {
    const { code, error: told, text } = await reshard(words, 'a\n');
    assert.equal(code, 2);
    assert.match(told, error);
    assert.equal(text, '');
  });
}

test('--help lists every option of a command, and every command has one', async () => {
  const { text } = await reshard(['--help']);
  const commands = [...text.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
  assert.ok(commands.length >= 8);
  for (const name of commands) {
    const { code, text: help } = await reshard([name, '--help']);
    assert.equal(code, 0);
    assert.match(help, new RegExp(`^Usage: reshard ${name}`));
    assert.match(help, /--help/);
  }
});

test('--no-gzip reads input that starts like gzip as keys, and --header allows a column number', async () => {
  const packed = gzipSync('k\n');
  assert.equal((await place([], packed)).text, 'k,n\n');
  const { out } = await place(['--no-gzip'], Buffer.concat([packed, Buffer.from('\n')]));
  assert.ok(out.subarray(0, 4).equals(packed.subarray(0, 4)) && out.includes(',n\n'));
  assert.equal((await place(['--header', '-c', '2'], 'a,b\n1,2\n')).text, 'a,b,owner\n1,2,n\n');
});

test('an input file is not overwritten, whichever name it is given', (t) => {
  const folder = folderOf(t);
  const keys = join(folder, 'keys'),
    other = join(folder, 'other name');
  writeFileSync(keys, 'a\n\nb\n');
  linkSync(keys, other);
  for (const [words, stdin] of /** @type {[string[], number | 'ignore'][]} */ ([
    [['place', ...kOne, '--rejects', other, keys], 'ignore'],
    [['place', ...kOne, '--rejects', keys], openSync(keys, 'r')],
    [['place', '-l', 'v=1&nodes=2&strategy=directory', '--save-table', other, keys], 'ignore'],
  ])) {
    const done = spawnSync(program, words, { stdio: [stdin, 'pipe', 'pipe'], encoding: 'utf8' });
    assert.match(done.stderr, /is read, so it cannot be written over/);
    assert.deepEqual([done.status, done.stdout], [2, '']);
    assert.equal(readFileSync(keys, 'utf8'), 'a\n\nb\n');
  }
  const spec = join(folder, 'spec'),
    link = join(folder, 'link');
  writeFileSync(spec, '{}');
  writeFileSync(link, 'v=1&nodes=2&strategy=directory');
  for (const words of [
    ['profile', '--spec', spec, '--rejects', spec, keys],
    ['profile', '--queries', spec, '--rejects', spec, keys],
    ['place', '--scenario', link, '--save-table', link, keys],
    ['counts', '--table', link, '--rejects', link, keys],
  ]) {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    assert.deepEqual([status, /is read, so it cannot be written over/.test(stderr)], [2, true], `${words}: ${stderr}`);
  }
  assert.deepEqual([readFileSync(spec, 'utf8'), readFileSync(link, 'utf8')], ['{}', 'v=1&nodes=2&strategy=directory']);
  const one = spawnSync(
    program,
    ['place', '--scenario', link, '--save-table', other, '--rejects', join(folder, 'new'), keys],
    { encoding: 'utf8' },
  );
  assert.match(one.stderr, /is read/);
  const both = spawnSync(
    program,
    ['place', '--scenario', link, '--save-table', join(folder, 'new'), '--rejects', join(folder, 'new'), keys],
    { encoding: 'utf8' },
  );
  assert.match(both.stderr, /--rejects and --save-table are one file/);
});

for (const [name, first] of /** @type {[string, string[]][]} */ ([
  ['natively', [program]],
  ['under Node', [process.execPath, nodeScript]],
])) {
  test(`${name} nothing that is read, or written twice, is written over by a redirection`, (t) => {
    const folder = folderOf(t);
    const text = 'a\n\nb\n';
    const call = (/** @type {string[]} */ words, /** @type {string} */ redirected) => {
      for (const file of ['keys', 'out']) writeFileSync(join(folder, file), text);
      writeFileSync(join(folder, 'link'), 'v=1&nodes=2&strategy=directory');
      const line = `"$@" ${redirected}`;
      const done = spawnSync('sh', ['-c', line, 'sh', ...first, ...words], { cwd: folder, encoding: 'utf8' });
      const files = ['keys', 'out', 'link'].map((file) => readFileSync(join(folder, file), 'utf8'));
      return { ...done, files };
    };
    /** @type {[string[], string, RegExp, string?][]} */
    const refused = [
      [['place', ...kOne, 'keys'], '>> keys', /keys is read, so standard output cannot be written over it/],
      [['place', ...kOne], '< keys >> keys', /standard input is read, so standard output cannot be written over it/],
      [['place', ...kOne, '--rejects', 'keys'], '< keys', /keys is read, so it cannot be written over/],
      [['place', ...kOne, '--rejects', 'out', 'keys'], '> out', /--rejects and standard output are one file/, ''],
      [
        ['place', '--scenario', 'link', '--save-table', 'out', 'keys'],
        '> out',
        /--save-table and standard output are one file/,
        '',
      ],
      [
        ['place', '--scenario', 'link', '--save-table', 'new', '--rejects', './new', 'keys'],
        '',
        /--rejects and --save-table are one file/,
      ],
      [['nodes', '--scenario', 'link'], '>> link', /link is read, so standard output cannot be written over it/],
      [['place', ...kOne, '--rejects', '-', 'keys'], '', /--rejects: “-” is no file/],
      [['place', '--scenario', 'link', '--save-table', '-', 'keys'], '', /--save-table: “-” is no file/],
    ];
    for (const [words, redirected, why, out = text] of refused) {
      // a shell has emptied what it redirects to by “>”
      const { status, stderr, files } = call(words, redirected);
      assert.match(stderr, why, `${words} ${redirected}`);
      assert.deepEqual([status, files], [2, [text, out, 'v=1&nodes=2&strategy=directory']]);
    }
    const explained = call(['explain', ...kOne, 'keys'], '> keys'); // there, words are keys
    assert.deepEqual([explained.status, explained.stderr], [0, '']);
    assert.equal(call(['place', ...kOne, '--rejects', '/dev/null', 'keys'], '> /dev/null').status, 0);
  });

  test(`${name} a file without an end, or one that is no file, is refused where a whole one is wanted`, (t) => {
    const folder = folderOf(t);
    const call = (/** @type {string} */ line) =>
      spawnSync(
        'bash',
        ['-c', `ulimit -v ${name === 'natively' && !sanitized ? 1_000_000 : 'unlimited'}; ${line}`, 'bash', ...first],
        { cwd: folder, encoding: 'utf8' },
      );
    writeFileSync(join(folder, 'keys'), 'a\n');
    for (const [words, why] of /** @type {[string, RegExp][]} */ ([
      ['place --scenario /dev/zero keys', /\/dev\/zero: has more than 16777216 bytes/],
      ['profile --spec /dev/zero keys', /\/dev\/zero: has more than 16777216 bytes/],
      ['profile --queries /dev/zero keys', /\/dev\/zero: has more than 16777216 bytes/],
      ['place --table /dev/zero keys', /\/dev\/zero: a line of more than 16777216 bytes/],
      ['place -l v=1 /dev/zero', /\/dev\/zero: more than 16777216 bytes without the end of a line/],
    ])) {
      const { status, stderr } = call(`"$@" ${words}`);
      assert.match(stderr, why);
      assert.ok(status === 2 || status === 3, `${words}: ${status}`);
    }
    const piped = call('"$@" place --scenario <(echo "v=1&nodes=only") <(printf "a\\nb\\n")');
    assert.deepEqual([piped.status, piped.stdout, piped.stderr], [0, 'a,only\nb,only\n', '']);
  });

  test(
    `${name} a question that takes more memory than there is ends with 4, not with what a difference ends with`,
    { skip: sanitized && name === 'natively' && 'the sanitizer ends the program itself' },
    () => {
      const columns = `${Array.from({ length: 3_000_000 }, (_, i) => `c${i}`).join(',')}\n`;
      const limit = name === 'natively' ? 200_000 : 'unlimited';
      const line = `ulimit -v ${limit}; "$@" profile`;
      const { status, stderr } = spawnSync('sh', ['-c', line, 'sh', ...first], {
        input: columns,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      assert.ok(status === 4 || status === 3 || status === 2, `${status}: ${stderr.slice(0, 300)}`);
      assert.match(stderr, /^reshard: .{1,300}\n$/);
    },
  );
}

test('a sum beyond 64 bits is an error, and the largest possible one is exact', async () => {
  const counted = (/** @type {string} */ rows) =>
    reshard(['counts', ...kOne, '--json', '-c', '1', '--bytes-column', '2'], rows);
  assert.equal(
    JSON.parse((await counted('a,18446744073709551610\nb,5\n')).text).nodes[0].bytes,
    '18446744073709551615',
  );
  for (const rows of ['a,18446744073709551610\nb,6\n', 'a,18446744073709551615\nb,18446744073709551615\nc,2\n']) {
    const { code, text, error } = await counted(rows);
    assert.deepEqual([code, text], [3, '']);
    assert.match(error, /--bytes-column.*more than 18446744073709551615/);
  }
});

test('check accepts what place wrote for keys that nobody serves, in every format', async () => {
  const nobody = ['-l', 'v=1&nodes=!a'];
  for (const [form, input, owner] of /** @type {[string[], string, string[]][]} */ ([
    [[], 'k\n', []],
    [['-c', '1'], 'k\n', ['-w', '2']],
    [['--tsv', '-c', '1'], 'k\n', ['-w', '2']],
    [['--key', '.k'], '{"k":"k"}\n', ['-w', '.owner']],
  ])) {
    const { text } = await reshard(['place', ...nobody, ...form], input);
    const checked = await reshard(['check', ...nobody, ...form, ...owner], text);
    assert.equal(checked.text, '0 of 1 record is on another node\n', `${text}${checked.error}`);
    assert.equal(
      (await reshard(['check', ...kOne, ...form, ...owner], text)).code,
      1,
      'a node that is up does serve it',
    );
  }
});

test('a link opens with everything that the page writes into it', async () => {
  const link =
    'v=1&nodes=3&log=%2Bd&at_once=1&view=flows,map&controls=none&theme=dark&inspect=k&ring=line' +
    '&lesson=ring&dialog=jump&about=gholt-2' +
    '&move=copy_then_flip&move.subject=2&move.beside=dual_write&move.runbook=a';
  assert.equal((await reshard(['place', '-l', link], 'k\n')).code, 0);
  const typo = await reshard(['place', '-l', link.replace('move.beside', 'move.besides')], 'k\n');
  assert.match(typo.error, /move\.besides/);
  assert.equal(typo.code, 2);
});

test('--json writes one object per line, whatever the input format', async () => {
  for (const [form, input] of /** @type {[string[], string][]} */ ([
    [[], 'a "b"\nключ'],
    [['-0'], 'a "b"\0ключ\0'],
    [['-c', 'id'], 'owner,id\nx,"a ""b"""\ny,ключ\n'],
    [['--tsv', '-c', '2'], '1\ta "b"\n2\tключ\n'],
  ])) {
    const placed = await place([...form, '--json'], input);
    assert.equal(placed.text, '{"key":"a \\"b\\"","owner":"n"}\n{"key":"ключ","owner":"n"}\n', placed.error);
    const moved = await reshard(['moved', '-l', 'v=1&nodes=a&log=%2Bb,-a&at_once=2', '--json', ...form], input);
    assert.equal(
      moved.text,
      '{"key":"a \\"b\\"","from":"a","to":"b"}\n{"key":"ключ","from":"a","to":"b"}\n',
      moved.error,
    );
  }
  assert.equal((await place(['--json', '--key', '.k'], '{"k":1,"m":[]}\n')).text, '{"k":1,"m":[],"owner":"n"}\n');
  const refused = await place(['--json'], Buffer.from([0x61, 0x0a, 0xff, 0x0a, 0x62, 0x0a]));
  assert.deepEqual([refused.code, refused.text], [3, '{"key":"a","owner":"n"}\n']);
  assert.match(refused.error, /line 2: JSON has no such text: the key is not UTF-8/);
  assert.match((await place(['--json', '--as', 'key'], 'a')).error, /--as: “key” is what the key is called/);
});

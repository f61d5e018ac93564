// `reshard serve` speaks the protocol of ClickHouse's executable functions: chunks with a number of rows, answered as
// they come.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { randomKeys, randomNumbers } from '../live/keys.mjs';
import { loadCore } from '../live/programs.mjs';
import { program, reshard, tsv } from './command.mjs';
/** @import {PlaceInput, Placement} from '../../web/headless/reshard-core.d.ts' */

const core = await loadCore();
const kRounds = Number(process.env.RESHARD_ROUNDS ?? 10_000);
const kLink = 'v=1&nodes=5&log=+node-5';
const kInput = { strategy: 'ring', nodes: ['node-0', 'node-1', 'node-2', 'node-3', 'node-4'] };

/** A nullable value in RowBinary. */
const nullable = (/** @type {?Buffer} */ bytes, /** @type {(bytes: Buffer) => Buffer} */ write) =>
  bytes === null ? Buffer.from([1]) : Buffer.concat([Buffer.from([0]), write(bytes)]);

function sized(/** @type {Buffer} */ bytes) {
  const size = [];
  for (let left = bytes.length; ; left >>>= 7) {
    size.push(left < 0x80 ? left : (left & 0x7f) | 0x80);
    if (left < 0x80) return Buffer.concat([Buffer.from(size), bytes]);
  }
}

/**
 * A format's words of the command, what it writes of a row, and its answers.
 * @typedef {object} Form
 * @property {string[]} words
 * @property {(link: ?string, key: ?Buffer) => Buffer} row
 * @property {(name: ?string) => string} answer
 * @property {(is: boolean) => string} moved
 */
/** @typedef {[link: ?string, key: ?Buffer]} Pair */

/** @type {Record<string, Form>} */
const kForms = {
  TabSeparated: {
    words: [],
    row: (link, key) =>
      Buffer.concat([
        link === null ? Buffer.from('\\N') : tsv(Buffer.from(link)),
        Buffer.from('\t'),
        key === null ? Buffer.from('\\N') : tsv(key),
        Buffer.from('\n'),
      ]),
    answer: (name) => (name === null ? '\\N\n' : `${name}\n`),
    moved: (is) => (is ? '1\n' : '0\n'),
  },
  RowBinary: {
    words: ['--row-binary'],
    row: (link, key) => Buffer.concat([nullable(link && Buffer.from(link), sized), nullable(key, sized)]),
    answer: (name) => (name === null ? '\x01' : `\0${sized(Buffer.from(name)).toString('latin1')}`),
    moved: (is) => (is ? '\0\x01' : '\0\0'),
  },
};
const chunk = (/** @type {Form} */ form, /** @type {Pair[]} */ rows) =>
  Buffer.concat([Buffer.from(`${rows.length}\n`), ...rows.map(([link, key]) => form.row(link, key))]);

const keys = [...randomKeys({ count: 3000, seed: 3 }), Buffer.from("\0\t\n\\'\b\f\r"), Buffer.alloc(4096, 'x')];
const namesOf = (/** @type {Placement} */ { owners, nodes }) => Array.from(owners, (owner) => nodes[owner] ?? null);
const placed = (/** @type {Partial<PlaceInput>} */ input) =>
  namesOf(core.place({ ...kInput, ...input, keys: keys.map((key) => new Uint8Array(key)) }));
const after = placed({ log: [{ add: 'node-5' }] }),
  before = placed({});

for (const [name, form] of Object.entries(kForms)) {
  test(`chunks of ${name} get the owners of the headless core, in order`, async () => {
    const rows = keys.map((key) => /** @type {Pair} */ ([kLink, key]));
    const input = Buffer.concat([chunk(form, rows.slice(0, 2000)), chunk(form, []), chunk(form, rows.slice(2000))]);
    for (const [words, wanted] of [
      [[], after.map(form.answer)],
      [['--at', 'before'], before.map(form.answer)],
      [['--moved'], after.map((owner, i) => form.moved(owner !== before[i]))],
    ]) {
      const { out, code, error } = await reshard(['serve', ...form.words, ...words], input);
      assert.equal(code, 0, error);
      assert.equal(out.toString('latin1'), wanted.join(''), words.join(' '));
    }
  });

  test(`a chunk of ${name} may use many links in turn, and a key that nobody serves has no owner`, async () => {
    const links = Array.from({ length: 40 }, (_, i) => `v=1&nodes=n${i}`);
    const rows = Array.from({ length: 200 }, (_, i) => /** @type {Pair} */ ([links[i % 40], Buffer.from('k')]));
    const { out } = await reshard(
      ['serve', ...form.words],
      Buffer.concat([chunk(form, rows), chunk(form, [['v=1&nodes=!a', Buffer.from('k')]])]),
    );
    assert.equal(
      out.toString('latin1'),
      `${rows.map((_, i) => form.answer(`n${i % 40}`)).join('')}${form.answer(null)}`,
    );
  });

  test(`for ${name} a NULL link, a NULL key and an empty key are answered with NULL`, async () => {
    /** @type {Pair[]} */
    const rows = [
      ['v=1&nodes=n', Buffer.from('a')],
      [null, Buffer.from('a')],
      ['v=1&nodes=n', null],
      ['v=1&nodes=n', Buffer.alloc(0)],
      [null, null],
      ['v=1&nodes=n', Buffer.from('\\N')],
    ];
    const { out } = await reshard(['serve', ...form.words], chunk(form, rows));
    assert.equal(out.toString('latin1'), ['n', null, null, null, null, 'n'].map(form.answer).join(''));
    const { out: moved } = await reshard(
      ['serve', '--moved', ...form.words],
      chunk(
        form,
        rows.map(([link, key]) => /** @type {Pair} */ ([link && `${link}&log=~n~m`, key])),
      ),
    );
    assert.equal(
      moved.toString('latin1'),
      [false, null, null, null, null, false].map((is) => (is === null ? form.answer(null) : form.moved(is))).join(''),
    );
  });

  test(`a refused row of ${name} ends it with the row’s number, and nothing of its chunk is answered`, async () => {
    const good = chunk(form, [['v=1&nodes=n', Buffer.from('a')]]);
    const answered = form.answer('n');
    for (const [rows, status, said] of /** @type {[Pair[], number, RegExp][]} */ ([
      [
        [
          ['v=1&nodes=n', null],
          ['v=1&nodes=n', Buffer.from('a')],
          ['v=1&nodes=n', null],
          ['v=1&nodes=n&strategy=elasticsearch', Buffer.from('a')],
          ['v=1&nodes=n&strategy=elasticsearch', null],
          ['v=1&nodes=n&strategy=elasticsearch', Buffer.from([0xff])],
        ],
        3,
        /^reshard: row 6: key: .*UTF-8/,
      ],
      [
        [
          ['v=1&nodes=n', Buffer.from('a')],
          ['v=1&nodes=n', Buffer.from('b')],
          ['v=1&nodes=0', Buffer.from('a')],
        ],
        2,
        /^reshard: row 3: nodes: /,
      ],
      [[['v=1&nodes=n', Buffer.alloc(4097, 'x')]], 3, /^reshard: row 1: key: 4097 bytes is outside 1 to 4096\n$/],
    ])) {
      const { out, code, error } = await reshard(['serve', ...form.words], Buffer.concat([good, chunk(form, rows)]));
      assert.equal(code, status);
      assert.match(error, said);
      assert.equal(out.toString('latin1'), answered);
    }
    const cut = chunk(form, [
      ['v=1&nodes=n', Buffer.from('abc')],
      ['v=1&nodes=n', Buffer.from('abc')],
    ]);
    for (let size = 1; size < cut.length; ++size) {
      const { out, code } = await reshard(['serve', ...form.words], Buffer.concat([good, cut.subarray(0, size)]));
      assert.equal(code, 3, String(size));
      assert.equal(out.toString('latin1'), answered);
    }
  });

  test(`a chunk of ${name} is answered before the next one arrives`, async () => {
    const child = spawn(program, ['serve', ...form.words]);
    try {
      for (let i = 0; i < 3; ++i) {
        child.stdin.write(chunk(form, [[`v=1&nodes=n${i}`, Buffer.from('k')]]));
        const [said] = await new Promise((done) => {
          child.stdout.once('data', (data) => done([data]));
        });
        assert.equal(said.toString('latin1'), form.answer(`n${i}`));
      }
    } finally {
      child.stdin.end();
    }
  });
}

test('--moved and --at exclude each other', async () => {
  const { code, error } = await reshard(['serve', '--moved', '--at', 'before']);
  assert.equal(code, 2);
  assert.match(error, /^reshard: serve: --moved compares both moments: leave out --at\n$/);
});

// Chunks with known answers, then bytes that may or may not be a chunk: many for each start of the program.
test(`${kRounds} hostile chunks are answered row by row, until an invalid one ends it with a known status`, async () => {
  const next = randomNumbers(77),
    below = (/** @type {number} */ n) => next() % n;
  const kPieces = [
    '1\n',
    '2\n',
    '0\n',
    '18446744073709551615\n',
    '-1\n',
    'v=1&nodes=n',
    '\t',
    '\n',
    'k',
    '\\',
    '\\N',
    '\\t',
    '\0',
    '\0\x0bv=1&nodes=n',
    '\0\x01k',
    '\x01',
    '\\N\t\\N\n',
    '\xff\xff\xff\xff\x0f',
    '\x80',
  ];
  const kLinks = [
    'v=1&nodes=n',
    '#v=1&nodes=n&theme=dark',
    'https://example.org/?a#v=1&nodes=n',
    '{"v":1,"nodes":["n"],"strategies":[{"strategy":"ring"}]}',
    null,
  ];
  const kChunks = 50;
  const key = () =>
    [null, Buffer.alloc(0), Buffer.alloc(4096, 'x')][below(30)] ??
    Buffer.from(Array.from({ length: 1 + below(30) }, () => next() & 0xff));
  let left = Math.ceil(kRounds / kChunks),
    ended = 0;
  const work = async () => {
    while (left-- > 0) {
      const form = Object.values(kForms)[below(2)];
      const chunks = Array.from({ length: kChunks - 1 }, () =>
        Array.from(
          { length: below(5) },
          () => /** @type {Pair} */ ([kLinks[below(kLinks.length)], below(20) === 0 ? null : key()]),
        ),
      );
      const noise = Array.from({ length: below(12) }, () =>
        below(4) === 0 ? Buffer.from([below(256)]) : Buffer.from(kPieces[below(kPieces.length)], 'latin1'),
      );
      const input = Buffer.concat([...chunks.map((rows) => chunk(form, rows)), ...noise]);
      const wanted = chunks
        .flat()
        .map(([link, bytes]) => form.answer(link !== null && bytes !== null && bytes.length > 0 ? 'n' : null))
        .join('');
      const { out, code, error } = await reshard(['serve', ...form.words], input);
      const said = `${JSON.stringify(input.toString('latin1'))}: ${code}, ${error}`;
      assert.ok([0, 2, 3].includes(code), said);
      assert.equal(error.split('\n').length - 1, code === 0 ? 0 : 1, said);
      const answers = out.toString('latin1');
      assert.equal(answers.slice(0, wanted.length), wanted, said);
      assert.equal(
        answers.slice(wanted.length).replaceAll(form.answer('n'), '').replaceAll(form.answer(null), ''),
        '',
        said,
      );
      if (code !== 0) ++ended;
    }
  };
  await Promise.all([work(), work(), work()]);
  assert.ok(ended > kRounds / kChunks / 3, String(ended));
});

// The cost of `reshard place` compared with cut and awk: generated keys in a file in memory, output to /dev/null,
// LC_ALL=C, the best of three in one run. Needs build/release/reshard and GNU time (Debian: time):
//   node tests/bench/command.mjs [--lines=100000000] [--folder=/tmp]
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const option = (/** @type {string} */ name, /** @type {string} */ usual) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
const lines = Number(option('lines', '100000000'));
const folder = mkdtempSync(join(option('folder', '/tmp'), 'reshard-bench-'));
const program = fileURLToPath(new URL('../../build/release/reshard', import.meta.url));
const kNodes = 100;
const place = (/** @type {string} */ link, threads = 1) => [
  program,
  'place',
  '-j',
  String(threads),
  '-l',
  `v=1&nodes=${kNodes}&${link}`,
];

/** Writes `count` lines of `bytes` bytes each, line end included. */
async function write(/** @type {string} */ file, /** @type {number} */ bytes, /** @type {number} */ count) {
  const out = createWriteStream(file, { highWaterMark: 1 << 22 });
  for (let first = 0; first < count; first += 20_000) {
    let text = '';
    for (let i = first; i < Math.min(count, first + 20_000); ++i)
      text += `${String(i * 7919).padStart(bytes - 1, '0')}\n`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function measured(/** @type {string[]} */ words, /** @type {string} */ file) {
  const told = join(folder, 'time');
  const runs = [0, 1, 2].map(() => {
    const { status } = spawnSync(
      'sh',
      ['-c', 'exec /usr/bin/time -o "$0" -f "%e %U %S %M" "$@" > /dev/null', told, ...words, file],
      { env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}`);
    const [wall, user, system, memory] = readFileSync(told, 'utf8').trim().split(/\s+/).map(Number);
    return { wall, cpu: user + system, memory };
  });
  return runs.sort((a, b) => a.cpu - b.cpu)[0];
}

function table(
  /** @type {string} */ title,
  /** @type {string} */ file,
  /** @type {number} */ count,
  /** @type {[string, string[]][]} */ asked,
) {
  const size = statSync(file).size;
  console.log(
    `\n${title}: ${count} lines, ${Math.round(size / 1e6)} MB\n\n| | s | s of a core | ` +
      `million lines/s a core | MB/s a core | MB of memory |\n| --- | --: | --: | --: | --: | --: |`,
  );
  for (const [name, words] of asked) {
    const { wall, cpu, memory } = measured(words, file);
    console.log(
      `| ${name} | ${wall.toFixed(2)} | ${cpu.toFixed(2)} | ${(count / 1e6 / cpu).toFixed(1)} | ` +
        `${(size / 1e6 / cpu).toFixed(0)} | ${(memory / 1024).toFixed(0)} |`,
    );
  }
}

const kCut = /** @type {[string, string[]][]} */ ([
  ['`cat`', ['cat']],
  ['`cut -d, -f1`', ['cut', '-d,', '-f1']],
  ["`awk '{print}'`", ['awk', '{print}']],
]);
const own = (/** @type {string} */ name, /** @type {string} */ link, threads = 1) =>
  /** @type {[string, string[]]} */ ([`${name}${threads > 1 ? `, ${threads} threads` : ''}`, place(link, threads)]);
const cores = availableParallelism();
try {
  const short = join(folder, 'short'),
    long = join(folder, 'long');
  await write(short, 16, lines);
  table('Lines of 16 bytes', short, lines, [
    ...kCut,
    own('modulo, XXH64', 'strategy=modulo'),
    own('ring, XXH64', 'strategy=ring'),
    own('ring, XXH64', 'strategy=ring', cores),
    own('jump, XXH64', 'strategy=jump'),
    own('redis_slots, CRC16', 'strategy=redis_slots'),
    own('maglev, XXH64', 'strategy=maglev'),
  ]);
  rmSync(short);
  await write(long, 64, lines / 4);
  table('Lines of 64 bytes', long, lines / 4, [
    ...kCut,
    own('ring, XXH64', 'strategy=ring'),
    own('ring, XXH64', 'strategy=ring', cores),
    own('redis_slots, CRC16', 'strategy=redis_slots'),
  ]);
  const some = join(folder, 'some');
  rmSync(long);
  await write(some, 16, lines / 10);
  table('Hashes of cryptography, and many of them', some, lines / 10, [
    own('ketama, MD5', 'strategy=ketama'),
    own('slots, SHA-1', 'strategy=slots&hash=sha1'),
    own('rendezvous, XXH64 with 100 scores', 'strategy=rendezvous'),
  ]);
} finally {
  rmSync(folder, { recursive: true });
}

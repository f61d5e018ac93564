// Writes core/strategies/README.md from the registry, with figures measured here:
//   web/serve --build && node cmake/catalogue.mjs
// With --check it writes nothing and fails where the committed file says something else. A million keys take minutes
// under all schemes together; so the check measures one or two of each family again, and of the others takes what the
// file says: every sentence, trait and name is compared all the same.
import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);
const { loadReshard } = await import(new URL('dist/reshard-core.mjs', root));
const core = await loadReshard();

const checks = process.argv.includes('--check');
const file = new URL('core/strategies/README.md', root);
const committed = await readFile(file, 'utf8');
const checked = new Set(['modulo', 'fibonacci', 'stathat', 'jump', 'memento', 'rendezvous', 'redis_slots', 'slots',
                         'range', 'groups']);

const kKeys = 1_000_000;
const kNodes = 20;
const kMiddle = 10;
const families = {
  arithmetic: 'Arithmetic', ring: 'Rings', jump: 'Jump family', rendezvous: 'Rendezvous', table: 'Tables',
  tree: 'Trees and ranges', directory: 'Directories',
};

const percent = (share) => `${(100 * share).toFixed(2)} %`;

function bytes(count) {
  if (count < 10_000) return `${count} B`;
  return count < 10_000_000 ? `${Math.round(count / 1000)} kB` : `${Math.round(count / 1_000_000)} MB`;
}

const name = (number) => `10.0.0.${number}:6379`; // addresses, because some schemes split them

// The figures of a table's row in the committed file, behind the words.
function figures(id, section, words) {
  const rows = committed.slice(committed.indexOf(section)).split('\n');
  const cells = rows.find((line) => line.startsWith(`| \`${id}\` |`))?.slice(2, -2).split(' | ');
  return cells?.slice(words) ?? ['not measured'];
}

// Under the defaults: 20 nodes, then 21, or 19.
function measure(strategy) {
  if (checks && !checked.has(strategy.id)) {
    return { prices: figures(strategy.id, '# The catalogue', 7), growth: figures(strategy.id, kGolubtsov, 1) };
  }
  const input = {
    strategy: strategy.id,
    nodes: Array.from({ length: kNodes }, (_, i) => name(i + 1)),
    keys: { kind: 'sequential', count: kKeys, prefix: 'item-' },
  };
  const before = core.place(input);
  const moved = (event) => {
    const after = core.place({ ...input, log: [event] });
    return { ...core.compare(before, after), stddev: after.stats.stddev };
  };
  const gone = moved({ remove: name(strategy.traits.includes('any_removal') ? kMiddle : kNodes) });
  const come = moved({ add: name(kNodes + 1) });
  const prices = [come, gone].flatMap(({ share, needless }) => [percent(share), percent(needless / kKeys)]);
  return {
    prices: [bytes(before.memoryBytes), percent(before.stats.cv), ...prices],
    growth: [percent(1 - come.share), come.stddev.toFixed(2)],
  };
}

function row(strategy) {
  const yes = (trait) => (strategy.traits.includes(trait) ? 'yes' : '');
  const can = [yes('weights') || (yes('loose_weights') && 'loosely'), yes('any_removal'), yes('replicas'),
               yes('least_on_add') && yes('least_on_remove')];
  return [`\`${strategy.id}\``, strategy.title, strategy.lookup, ...can, ...measured.get(strategy.id).prices].join(' | ');
}

function section(family, strategies) {
  const notes = strategies.map(({ title, summary, limits, source }) => `- **${title}**: ${summary} ${limits} *${source}.*`);
  return `## ${families[family]}

| id | scheme | lookup | weights | any node can go | replicas | least movement | memory | spread | one comes: moved | needless | one goes: moved | needless |
| --- | --- | --- | --- | --- | --- | --- | --: | --: | --: | --: | --: | --: |
${strategies.map((strategy) => `| ${row(strategy)} |`).join('\n')}

${notes.join('\n')}
`;
}

// Golubtsov's own rows: shards 0 to 19, then 20, and his figures of overlap and standard deviation. His keys were Python
// hashes under a random seed, which nobody can have again; ours are the same names under xxHash64, or as he hashed them.
const his = [
  ['naive modulo', { strategy: 'modulo' }, '4.77 %', '156.67'],
  ['jump', { strategy: 'jump' }, '95.24 %', '237.10'],
  ['Fibonacci', { strategy: 'fibonacci', params: { reduction: 'mod32' } }, '4.80 %', '222.53'],
  ...[[1, '93.71 %', '39882.89'], [100, '94.68 %', '6105.93'], [1000, '95.25 %', '1227.54']].map(([vnodes, ...told]) => [
    `consistent hashing, ${vnodes} virtual node${vnodes === 1 ? '' : 's'}`,
    { strategy: 'ring', hash: 'md5', params: { vnodes, label: 'golubtsov', bits: '128', successor: 'after' } }, ...told]),
  ['rendezvous', { strategy: 'rendezvous_weighted' }, '95.28 %', '218.09'],
];

function hisRow([title, scheme, overlap, stddev]) {
  if (checks && !checked.has(scheme.strategy)) return committed.split('\n').find((line) => line.startsWith(`| ${title} |`));
  const prefix = scheme.strategy === 'rendezvous_weighted' ? 'node-' : '';
  const nodes = Array.from({ length: kNodes }, (_, i) => `${prefix}${i}`);
  const input = { ...scheme, nodes, keys: { kind: 'sequential', count: kKeys, prefix: 'item-' } };
  const after = core.place({ ...input, log: [{ add: `${prefix}${kNodes}` }] });
  const { share } = core.compare(core.place(input), after);
  return `| ${title} | ${percent(1 - share)} | ${overlap} | ${after.stats.stddev.toFixed(2)} | ${stddev} |`;
}

const kGolubtsov = "## Golubtsov's table";
const all = core.strategies();
const measured = new Map(all.map((strategy) => [strategy.id, measure(strategy)]));
const text = `# The catalogue

What the registry lists, by family: a menu with prices. All of it is said of a scheme's defaults; other dialects and
parameters may do more or less, as the notes below each table say.

“Least movement” is a promise for every change of the nodes: who comes takes keys, who goes gives keys, and no other key
moves. (Of schemes whose last node alone can go, it is said of that one.) The last six columns are measured, on
${kKeys.toLocaleString('en')} keys, \`item-0\` and on, and ${kNodes} nodes of equal weight:

- memory: what every client has to hold;
- spread: the standard deviation of keys per node in parts of their mean; chance alone makes ${percent(Math.sqrt(kNodes / kKeys))};
- one comes: the keys that move when a node is added as number ${kNodes + 1} (its fair share is ${percent(1 / (kNodes + 1))}), and
  how many of them needlessly, beyond what any scheme must move to get to the new counts;
- one goes: the same when node ${kMiddle} leaves, or node ${kNodes} where only the last can (its fair share was ${percent(1 / kNodes)}).

Written by \`node cmake/catalogue.mjs\`.

${Object.keys(families)
  .map((family) => [family, all.filter((strategy) => strategy.family === family)])
  .filter(([, strategies]) => strategies.length > 0)
  .map(([family, strategies]) => section(family, strategies))
  .join('\n')}
${kGolubtsov}

Golubtsov, *Data Sharding (Partitioning) Algorithms*, 2024-09-30, put a million keys on 20 shards, then on 21, and gave two
figures: how many keys stay where they were (the overlap, at best ${percent(kNodes / (kNodes + 1))}) and the standard deviation of
keys per shard at 21 (chance alone makes ${Math.sqrt((kKeys / (kNodes + 1)) * (1 - 1 / (kNodes + 1))).toFixed(0)}). His rows, set up here as he did, beside what he published:

| scheme | overlap | published | standard deviation | published |
| --- | --: | --: | --: | --: |
${his.map(hisRow).join('\n')}

And all the others, on the nodes and with the parameters of the tables above:

| id | overlap | standard deviation |
| --- | --: | --: |
${all.map(({ id }) => `| ${[`\`${id}\``, ...measured.get(id).growth].join(' | ')} |`).join('\n')}
`;

if (checks) {
  if (committed !== text) {
    console.error('core/strategies/README.md is not what the registry says: run node cmake/catalogue.mjs');
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}

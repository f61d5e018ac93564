// Writes core/strategies/README.md from the registry, with figures measured here:
//   web/serve --build && node cmake/catalogue.mjs
// With --words it keeps the figures of the strategies that the file has already. With --check it writes nothing and
// fails if the committed file differs. A million keys take minutes under all strategies together, so the check measures
// only one or two of each family again, and takes the figures of the others from the file; it compares every sentence,
// trait and name all the same.
import { readFile, writeFile } from 'node:fs/promises';
import { kSets, placeRow } from '../web/dialogs/compare/table_sets.js';
import { evidenceTable } from './evidence.mjs';

const root = new URL('../', import.meta.url);
const { loadReshard } = await import(new URL(`${process.env.RESHARD_DIST ?? 'dist'}/reshard-core.mjs`, root).href);
const core = await loadReshard();

const checks = process.argv.includes('--check');
const wordsOnly = process.argv.includes('--words');
const file = new URL('core/strategies/README.md', root);
const committed = await readFile(file, 'utf8');
const checked = new Set([
  'modulo',
  'fibonacci',
  'stathat',
  'jump',
  'memento',
  'rendezvous',
  'redis_slots',
  'slots',
  'range',
  'groups',
]);

const kKeys = 1_000_000;
const kNodes = 20;
const kMiddle = 10;
/** @type {Record<StrategyInfo['family'], string>} */
const families = {
  arithmetic: 'Arithmetic',
  ring: 'Rings',
  jump: 'Jump family',
  rendezvous: 'Rendezvous',
  table: 'Tables',
  tree: 'Trees and ranges',
  directory: 'Directories',
};

/** @typedef {import('../web/headless/reshard-core.d.ts').StrategyInfo} StrategyInfo */
/** @typedef {import('../web/headless/reshard-core.d.ts').DownRule} DownRule */
/** @typedef {import('../web/headless/reshard-core.d.ts').LogEntry} LogEntry */

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)}%`;

/** @param {number} count */
function bytes(count) {
  if (count < 10_000) return `${count} B`;
  return count < 10_000_000 ? `${Math.round(count / 1000)} KB` : `${Math.round(count / 1_000_000)} MB`;
}

const name = (/** @type {number} */ number) => `10.0.0.${number}:6379`; // addresses, because some strategies split them

/**
 * The figures of a table's row in the committed file, after the words.
 * @param {string} id of the strategy
 * @param {string} heading above the table
 * @param {number} words how many cells of them
 */
function figures(id, heading, words) {
  const rows = committed.slice(committed.indexOf(heading)).split('\n');
  const cells = rows
    .find((line) => line.startsWith(`| \`${id}\` |`))
    ?.slice(2, -2)
    .split(' | ');
  return cells?.slice(words) ?? ['not measured'];
}

/**
 * A strategy's figures in the tables: memory, spread and what moves; overlap and standard deviation.
 * @typedef {{prices: string[], growth: string[]}} Figures
 */

/** With the default parameters: 20 nodes, then 21, or 19. @param {StrategyInfo} strategy @returns {Figures} */
function measure(strategy) {
  if (wordsOnly || (checks && !checked.has(strategy.id))) {
    return { prices: figures(strategy.id, '# The catalogue', 7), growth: figures(strategy.id, kGolubtsov, 1) };
  }
  /** @type {import('../web/headless/reshard-core.d.ts').PlaceInput} */
  const input = {
    strategy: strategy.id,
    nodes: Array.from({ length: kNodes }, (_, i) => name(i + 1)),
    keys: { kind: 'sequential', count: kKeys, prefix: 'item-' },
  };
  const before = core.place(input);
  const moved = (/** @type {LogEntry} */ event) => {
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

/** @param {StrategyInfo} strategy */
function row(strategy) {
  const yes = (/** @type {string} */ trait) => (strategy.traits.includes(trait) ? 'yes' : '');
  const can = [
    yes('weights') || (yes('loose_weights') && 'loosely'),
    yes('any_removal'),
    yes('replicas'),
    yes('least_on_add') && yes('least_on_remove'),
  ];
  const { prices } = figuresOf(strategy);
  return [`\`${strategy.id}\``, strategy.title, strategy.lookup, ...can, ...prices].join(' | ');
}

/**
 * What clients do about a node that is down: a row for each rule; the first that fits applies.
 * @param {StrategyInfo} strategy @param {DownRule} rule
 */
function downRow(strategy, rule) {
  const told = Object.entries(rule.with)
    .map(([key, options]) => `${key}: ${options.join(', ')}`)
    .join('; ');
  return `| ${[strategy.title, told && `\`${told}\``, rule.words, `*${rule.source}*`].join(' | ')} |`;
}

const kColumns =
  '| id | strategy | lookup | weights | any node can be removed | replicas | minimal movement | memory | spread (CV) ' +
  '| add a node: moved | unnecessary | remove a node: moved | unnecessary |';

/** @param {StrategyInfo['family']} family @param {StrategyInfo[]} strategies */
function section(family, strategies) {
  const notes = strategies.map(
    ({ title, summary, limits, source }) => `- **${title}**: ${summary} ${limits} *${source}.*`,
  );
  return `## ${families[family]}

${kColumns}
| --- | --- | --- | --- | --- | --- | --- | --: | --: | --: | --: | --: | --: |
${strategies.map((strategy) => `| ${row(strategy)} |`).join('\n')}

${notes.join('\n')}

When a node is down:

| strategy | with | its clients | source |
| --- | --- | --- | --- |
${strategies.flatMap((strategy) => strategy.down.map((rule) => downRow(strategy, rule))).join('\n')}
`;
}

// Golubtsov's own rows, as the page's table computes them (web/dialogs/compare/table_sets.js).
const kTitles = [
  'naive modulo',
  'jump',
  'Fibonacci',
  ...['1 virtual node', '100 virtual nodes', '1000 virtual nodes'].map((points) => `consistent hashing, ${points}`),
  'rendezvous',
];

/** @param {(typeof kSets.golubtsov)[number]} row @param {number} at in the table */
function hisRow({ strategy, told }, at) {
  const title = kTitles[at];
  if (wordsOnly || (checks && !checked.has(strategy))) {
    return committed.split('\n').find((line) => line.startsWith(`| ${title} |`));
  }
  const { overlap, stddev } = placeRow(core, { set: 'golubtsov', row: at });
  const cells = [title, percent(overlap), percent(told.overlap), stddev.toFixed(2), told.stddev.toFixed(2)];
  return `| ${cells.join(' | ')} |`;
}

const kGolubtsov = "## Golubtsov's table";
/** @type {StrategyInfo[]} */
const all = core.strategies();
const measured = new Map(all.map((strategy) => [strategy.id, measure(strategy)]));
const figuresOf = (/** @type {StrategyInfo} */ { id }) => /** @type {Figures} */ (measured.get(id));

const kSections = /** @type {StrategyInfo['family'][]} */ (Object.keys(families))
  .map((family) => ({ family, strategies: all.filter((strategy) => strategy.family === family) }))
  .filter(({ strategies }) => strategies.length > 0)
  .map(({ family, strategies }) => section(family, strategies));
const kFair = percent(1 / kNodes);
const kOverlap = percent(kNodes / (kNodes + 1));
const kDeviation = Math.sqrt((kKeys / (kNodes + 1)) * (1 - 1 / (kNodes + 1))).toFixed(0);
const text = `# The catalogue

Every strategy, by family, with its costs. Everything here is about a strategy's defaults; other dialects and \
parameters may
differ, as the notes below each table say.

“Minimal movement” is a promise for every change of the nodes: a node that joins takes keys, a node that leaves gives \
up its
keys, and no other key moves. (Where only the last node can leave, the promise is about that one.) The last six \
columns are
measured on ${kKeys.toLocaleString('en')} keys, \`item-0\` and so on, and ${kNodes} nodes of equal weight:

- memory: what every client must hold;
- spread (CV): the standard deviation of keys per node divided by their mean, which with equal weights is the fair \
share;
  random placement gives ${percent(Math.sqrt(kNodes / kKeys))};
- add a node: the keys that move when node ${kNodes + 1} joins (its fair share is ${percent(1 / (kNodes + 1))}), and
  how many of them unnecessarily, beyond what any strategy must move to reach the new counts;
- remove a node: the same when node ${kMiddle} leaves, or node ${kNodes} where only the last can (its fair share was \
${kFair}).

“When a node is down” says what the clients of each system do before the node is removed or back: with other dialects \
and
parameters where they are named. If several rows of a strategy fit, the first one applies.

Generated by \`node cmake/catalogue.mjs\`.

${kSections.join('\n')}
## Compared with the real systems

How each dialect is checked against the program whose name it has: tests/live starts the program and asks it, or \
tests/vectors
has rows that it printed.

${evidenceTable()}
${kGolubtsov}

Golubtsov, *Data Sharding (Partitioning) Algorithms*, 2024-09-30, put a million keys on 20 shards, then on 21, and \
reported two
numbers: how many keys stay where they were (the overlap, at best ${kOverlap}) and the standard deviation of
keys per shard at 21 (random placement gives ${kDeviation}). His keys were Python's hashes, which are random in each \
run; ours are those of
Python 3.10 with PYTHONHASHSEED=0, under which his script prints exactly these figures. Beside what he published:

| strategy | overlap | published | standard deviation | published |
| --- | --: | --: | --: | --: |
${kSets.golubtsov.map(hisRow).join('\n')}

All the other strategies, with the nodes and parameters of the tables above:

| id | overlap | standard deviation |
| --- | --: | --: |
${all.map((strategy) => `| ${[`\`${strategy.id}\``, ...figuresOf(strategy).growth].join(' | ')} |`).join('\n')}

## Claims of five texts, recomputed

Five texts that teach sharding, statement by statement: what each says, its figure, what the core computes, and a link \
that
opens it in the playground. The page of the catalogue and “Learn” below the canvas list them; the statements are in
assets/literature/literature.json.
`;

if (checks) {
  if (committed !== text) {
    console.error('core/strategies/README.md is not what the registry says: run node cmake/catalogue.mjs');
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}

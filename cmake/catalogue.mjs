// Writes core/strategies/README.md from the registry, with figures measured here:
//   web/serve --build && node cmake/catalogue.mjs
// With --check it writes nothing and fails where the committed file says something else.
import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);
const { loadReshard } = await import(new URL('dist/reshard-core.mjs', root));
const core = await loadReshard();

const kKeys = 100_000; // a check of all schemes has to end within a minute, on a slow machine too
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

// Under the defaults: 20 nodes, then 21, or 19.
function measure(strategy) {
  const input = {
    strategy: strategy.id,
    nodes: Array.from({ length: kNodes }, (_, i) => name(i + 1)),
    keys: { kind: 'sequential', count: kKeys },
  };
  const before = core.place(input);
  const moved = (event) => {
    const { share, needless } = core.compare(before, core.place({ ...input, log: [event] }));
    return [percent(share), percent(needless / kKeys)];
  };
  const gone = strategy.traits.includes('any_removal') ? kMiddle : kNodes;
  return [bytes(before.memoryBytes), percent(before.stats.cv), ...moved({ add: name(kNodes + 1) }),
          ...moved({ remove: name(gone) })];
}

function row(strategy) {
  const yes = (trait) => (strategy.traits.includes(trait) ? 'yes' : '');
  const can = [yes('weights') || (yes('loose_weights') && 'loosely'), yes('any_removal'), yes('replicas'),
               yes('least_on_add') && yes('least_on_remove')];
  return [`\`${strategy.id}\``, strategy.title, strategy.lookup, ...can, ...measure(strategy)].join(' | ');
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

const all = core.strategies();
const text = `# The catalogue

What the registry lists, by family: a menu with prices. All of it is said of a scheme's defaults; other dialects and
parameters may do more or less, as the notes below each table say.

“Least movement” is a promise for every change of the nodes: who comes takes keys, who goes gives keys, and no other key
moves. (Of schemes whose last node alone can go, it is said of that one.) The last six columns are measured, on ${kKeys.toLocaleString('en')}
sequential keys and ${kNodes} nodes of equal weight:

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
  .join('\n')}`;

const file = new URL('core/strategies/README.md', root);
if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== text) {
    console.error('core/strategies/README.md is not what the registry says: run node cmake/catalogue.mjs');
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}

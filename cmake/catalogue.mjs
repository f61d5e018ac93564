// Writes core/strategies/README.md from the registry, with figures measured here:
//   web/serve --build && node cmake/catalogue.mjs
// With --check it writes nothing and fails where the committed file says something else.
import { readFile, writeFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);
const { loadReshard } = await import(new URL('dist/reshard-core.mjs', root));
const core = await loadReshard();

const kKeys = 1_000_000;
const kNodes = 20;
const families = {
  arithmetic: 'Arithmetic', ring: 'Rings', jump: 'Jump family', rendezvous: 'Rendezvous', table: 'Tables',
  tree: 'Trees and ranges', directory: 'Directories',
};

const percent = (share) => `${(100 * share).toFixed(2)} %`;

function bytes(count) {
  if (count < 10_000) return `${count} B`;
  return count < 10_000_000 ? `${Math.round(count / 1000)} kB` : `${Math.round(count / 1_000_000)} MB`;
}

// From 20 nodes to 21, under the defaults. Names are addresses, because some schemes split them.
function measure(strategy) {
  const input = {
    strategy: strategy.id,
    nodes: Array.from({ length: kNodes }, (_, i) => `10.0.0.${i + 1}:6379`),
    keys: { kind: 'sequential', count: kKeys },
  };
  try {
    const before = core.place(input);
    const after = core.place({ ...input, log: [{ add: `10.0.0.${kNodes + 1}:6379` }] });
    const { share, needless } = core.compare(before, after);
    return [bytes(before.memoryBytes), percent(before.stats.cv), percent(share), percent(needless / kKeys)];
  } catch (error) {
    if (!error.field) throw error;
    return [`refused: ${error.message}`, '', '', ''];
  }
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

| id | scheme | lookup | weights | any node can go | replicas | least movement | memory | spread | moved | needless |
| --- | --- | --- | --- | --- | --- | --- | --: | --: | --: | --: |
${strategies.map((strategy) => `| ${row(strategy)} |`).join('\n')}

${notes.join('\n')}
`;
}

const all = core.strategies();
const text = `# The catalogue

What the registry lists, by family. The last four columns are measured: ${kKeys.toLocaleString('en')} sequential keys on ${kNodes} nodes of
equal weight under the scheme's defaults; the memory of a client, the standard deviation of keys per node in parts of
their mean, and the keys that move when node ${kNodes + 1} is added, of them needlessly (beyond what any scheme must move to get
to the new counts). Fair would be ${percent(1 / (kNodes + 1))}. Chance alone spreads keys by ${percent(Math.sqrt(kNodes / kKeys))}.

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

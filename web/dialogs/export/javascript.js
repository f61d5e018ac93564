// The state of the page as a call of the JavaScript core: a module for Node, or for a page.
import { comment, jsonOf } from '../../text/quote.js';

/**
 * @param {string} link the fragment of the page's link
 * @param {{keys?: unknown}} input what place() takes
 * @param {boolean} given whether the keys are the reader's own
 * @param {boolean} [systems] whether it needs the core with the strategies of systems
 */
export function jsOf(link, input, given, systems = false) {
  const { keys, ...rest } = input;
  return [
    `// Of ${comment(link)}`,
    given ? "import { readFile } from 'node:fs/promises';" : null,
    "import { loadReshard } from './reshard-core.mjs';",
    '',
    systems
      ? "const core = await loadReshard({ wasm: 'reshard-core-systems.wasm' });"
      : 'const core = await loadReshard();',
    ...(given
      ? [
          '// The keys are your own: one on each line.',
          "const keys = (await readFile('keys.txt', 'utf8')).split('\\n').filter(Boolean);",
          `const { nodes, owners, counts, stats } = core.place({ ...${jsonOf(rest)}, keys });`,
        ]
      : [`const { nodes, owners, counts, stats } = core.place(${jsonOf({ ...rest, keys })});`]),
    'console.log(nodes, counts, stats, nodes[owners[0]]);',
    '',
  ]
    .filter((line) => line !== null)
    .join('\n');
}

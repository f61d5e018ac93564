// The commands that documents tell readers to type: lines of sh blocks, and code in the table of CONTRIBUTING.md that
// begins with a program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../live/programs.mjs';

/**
 * In the order in which somebody may follow them: the library needs nothing, and contributors have what readers have.
 */
export const kDocuments = [
  'core/bindings/README.md',
  'core/bindings/postgresql/README.md',
  'README.md',
  'CONTRIBUTING.md',
  'core/bindings/RECIPES.md',
  'core/bindings/duckdb/README.md',
  'core/bindings/clickhouse/README.md',
];

const kPrograms = /^(?:(?:web|tests|build)\/\S*\w|(?:cmake|ctest|node|npx|npm) )/;

/**
 * @param {string} text @param {boolean} [tables] whether code in tables counts
 * @returns {string[]} in its order, each once
 */
export function commandsIn(text, tables = false) {
  /** @type {string[]} */
  const found = [];
  let fence = '';
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('```')) {
      fence = fence ? '' : line.slice(3) || 'text';
    } else if (fence === 'sh' && line.trim() !== '' && !line.startsWith('#')) {
      found.push(line.replace(/\s+# .*$/, ''));
    } else if (tables && !fence && line.startsWith('| ')) {
      const codes = [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
      found.push(...codes.filter((code) => kPrograms.test(code)));
    }
  }
  return [...new Set(found)];
}

export const commandsOf = (/** @type {string} */ document) =>
  commandsIn(readFileSync(join(root, document), 'utf8'), document === 'CONTRIBUTING.md');

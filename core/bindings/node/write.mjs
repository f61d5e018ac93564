// `reshard read FILE --write LINK`: the file with the nodes of a scenario. Only its lines of servers differ.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const kCommand = fileURLToPath(new URL('reshard.mjs', import.meta.url));

/** What another command of the package answers. @param {string[]} words */
function answer(...words) {
  try {
    const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
    return JSON.parse(execFileSync(process.execPath, [kCommand, ...words, '--json'], { encoding: 'utf8', stdio }));
  } catch (error) {
    const { stderr = '' } = /** @type {{stderr?: string}} */ (error);
    throw new Error(stderr.trim().replace(/^reshard: /, '') || /** @type {Error} */ (error).message);
  }
}

/** By the name that a node has now, its first one. @param {string} link */
function firstNames(link) {
  const log = /(?:^|[#&])log=([^&]*)/.exec(link)?.[1] ?? '';
  const names = /** @type {Map<string, string>} */ (new Map());
  for (const [, from, to] of log.matchAll(/~([^~,;]+)~([^~,;]+)/g)) {
    const [was, is] = [decodeURIComponent(from), decodeURIComponent(to)];
    names.set(is, names.get(was) ?? was);
    names.delete(was);
  }
  return names;
}

/**
 * The nodes of a link as they are now, and how it chooses them.
 * @param {string} link @param {string[]} addresses NAME=ADDRESS
 */
export async function wantedOf(link, addresses) {
  const { choosingOf } = await import('../web/systems/clusters.js');
  const names = firstNames(link);
  const known = new Map(
    addresses.map((given) => {
      const [, name, address] = /^(.+?)=(.+)$/.exec(given) ?? [];
      if (address === undefined) throw new Error(`--address takes NAME=ADDRESS, not “${given}”`);
      return [name, address];
    }),
  );
  const found = /** @type {{name: string, weight: number, down: boolean}[]} */ (answer('nodes', '--link', link));
  const nodes = found.map((node) => ({
    ...node,
    ...(names.has(node.name) && { was: names.get(node.name) }),
    ...(known.has(node.name) && { address: known.get(node.name) }),
  }));
  const choosing = choosingOf(link);
  const all = /** @type {{id: string, params: {key: string, default: string | number}[]}[]} */ (answer('strategies'));
  const specs = all.find(({ id }) => id === choosing.strategy)?.params ?? [];
  const usual = Object.fromEntries(specs.map((spec) => [spec.key, spec.default]));
  return { nodes, now: { choosing, usual } };
}

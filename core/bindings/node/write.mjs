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

/** A link's fields by name. @param {string} link */
function fieldsOf(link) {
  const fields = link.replace(/^[^#]*#/, '').split('&');
  return new Map(
    fields.map((field) => {
      const at = field.indexOf('=');
      return /** @type {[string, string]} */ ([field.slice(0, at), decodeURIComponent(field.slice(at + 1))]);
    }),
  );
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
export function wantedOf(link, addresses) {
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
  const fields = fieldsOf(link);
  const strategy = fields.get('strategy') ?? 'ring';
  const all = /** @type {{id: string, params: {key: string, default: string | number}[]}[]} */ (answer('strategies'));
  const specs = all.find(({ id }) => id === strategy)?.params ?? [];
  const usual = Object.fromEntries(specs.map((spec) => [spec.key, spec.default]));
  const hash = fields.get('hash');
  const choosing = { strategy, params: Object.fromEntries(fields), ...(hash && { hash }) };
  return { nodes, now: { choosing, usual } };
}

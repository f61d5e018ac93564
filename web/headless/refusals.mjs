// Refusals, worded as in core/base/errors.def.

/** In place of a node's number: the key has no owner. */
export const UNPLACED = 0xffffffff;

/** @typedef {{code: string, field: string, message: string, template?: string, args?: string[]}} Refusal */

/** What the core refused: `code` is stable, `field` is its place in the input, `message` is in English, made from
 *  `template` and `args` (core/base/errors.def). */
export class ReshardError extends Error {
  /** @param {Refusal} refusal */
  constructor({ code, field, message, template = message, args = [] }) {
    super(message);
    this.name = 'ReshardError';
    this.code = code;
    this.field = field;
    this.template = template;
    this.args = args;
  }
}

/** @type {Record<string, string>} */
const kTemplates = {
  out_of_range: '{field}: {0} is outside {1} to {2}',
  malformed: '{field}: “{0}” cannot be read as {1}',
  too_large: '{field}: needs {0}, the limit is {1}',
  empty: '{field}: must not be empty',
};

/**
 * @param {string} code
 * @param {string} field
 * @param {...(string | number | bigint)} given
 * @returns {never}
 */
export function refuse(code, field, ...given) {
  const args = given.map(String);
  const template = kTemplates[code] ?? '{field}: {0}'; // unsupported, stopped
  const message = template.replace(/\{(field|\d)\}/g, (_, which) => (which === 'field' ? field : args[which]));
  throw new ReshardError({ code, field, message, template, args });
}

/**
 * A strategy names a refused node by its name ("named:nodes[b].weight"). Replaces that by where the input last set it.
 * @param {Refusal} error
 * @param {{nodes: NodeInput[] | number, log?: Entry[]}} request the input
 * @returns {Refusal}
 */
export function inInput(error, { nodes, log = [] }) {
  const [, name, member] = /^named:nodes\[(.*)\](\.\w+)?$/s.exec(error.field) ?? [];
  let field = error.field === 'nodes.weight' ? 'nodes' : error.field;
  if (name !== undefined) field = saidAt(name, member, nodes, log);
  const removal = error.code === 'only_last_leaves' ? log.findIndex(({ remove }) => remove === error.args?.[0]) : -1;
  if (removal >= 0) field = `log[${removal}].remove`;
  return { ...error, field, message: field + error.message.slice(error.field.length) };
}

/**
 * @typedef {import('./reshard-core.d.ts').NodeInput} NodeInput
 * @typedef {{add?: NodeInput, remove?: string, weigh?: string, rename?: string, to?: string}} Entry of a log
 */

/**
 * @param {string} name
 * @param {string | undefined} member ".weight"
 * @param {NodeInput[] | number} nodes
 * @param {Entry[]} log
 */
function saidAt(name, member, nodes, log) {
  const called = (/** @type {any} a node as it was given, if any */ node) => node?.name ?? node;
  /** @param {string} path @param {NodeInput | undefined} node */
  const inside = (path, node) => (typeof node === 'string' ? path : path + (member ?? '.name'));
  for (let i = log.length; i-- > 0; ) {
    const { add, weigh, rename, to } = log[i];
    if (member === '.weight' && weigh === name) return `log[${i}].weight`;
    if (called(add) === name) return inside(`log[${i}].add`, add);
    if (rename === undefined || to !== name) continue;
    if (!member) return `log[${i}].to`;
    name = rename;
  }
  if (!isList(nodes)) return 'nodes'; // their number
  const at = nodes.findIndex((node) => called(node) === name);
  return at < 0 ? 'nodes' : inside(`nodes[${at}]`, nodes[at]);
}

/** @type {(field: string, value: unknown, least: number, most: number | bigint) => never} */
export const outside = (field, value, least, most) => refuse('out_of_range', field, inWords(value), least, most);
/** @type {(field: string, value: unknown, accepted: string) => never} */
export const unreadable = (field, value, accepted) => refuse('malformed', field, inWords(value), accepted);

// Describes a value for a message, without running any of the caller's code.
/** @param {unknown} value */
function inWords(value) {
  if (typeof value === 'string') return wellFormed(value) ? value.slice(0, 80) : 'text with half a character';
  if (typeof value === 'object' && value !== null) return isList(value) ? 'a list' : 'an object';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return value > -(2n ** 80n) && value < 2n ** 80n ? String(value) : 'a large number';
  return String(value);
}

/** Array.isArray() throws on a revoked proxy. @param {unknown} value @returns {value is unknown[]} */
export function isList(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export const wellFormed = (/** @type {string} */ text) => !/\p{Surrogate}/u.test(text);

// Members of a value of MongoDB's shells, however they are written.
import { figure } from '../../reading/figures.js';
import { Unreadable, noTemplate } from '../../reading/form.js';
import { boundOf } from './shell_values.js';

/** @typedef {import('../../reading/form.js').Figure} Figure */
/** @typedef {import('./collections.js').Cluster} Cluster */
/** @typedef {import('./shell_values.js').Value} Value */

/** @param {Value | undefined} value */
export const textIn = (value) => (value ? value.text || value.items[0]?.text || '' : '');
export const member = (/** @type {Value | undefined} */ value, /** @type {string} */ name) => value?.members.get(name);
export const isTrue = (/** @type {Value | undefined} */ value) =>
  value?.name === 'true' || /^(?:yes|true)$/.test(textIn(value));

/** @param {Value | undefined} value @param {string} what @param {number} line @returns {Figure} */
export function wholeIn(value, what, line) {
  const text = value?.kind === 'map' ? boundOf(value).text : textIn(value);
  noTemplate(text, value?.line ?? line);
  if (/^\d{1,19}$/.test(text)) return figure(BigInt(text));
  throw new Unreadable(value?.line ?? line, `${what}: “${text.slice(0, 40)}” is no number`);
}

/** @param {Value | undefined} value @returns {?[string, string][]} the fields of a shard key */
export const fieldsOf = (value) =>
  value?.kind === 'map' ? [...value.members].map(([name, of]) => [name, of.text || textIn(of)]) : null;

/** @param {Cluster} cluster @param {Value} of a document of config.shards */
export function addShard(cluster, of) {
  const zones = member(of, 'tags')?.items.map(({ text }) => text) ?? [];
  cluster.shard(textIn(member(of, '_id')), textIn(member(of, 'host')), zones, isTrue(member(of, 'draining')), of.line);
}

// The text of a configuration with the nodes of a scenario: changed where its servers differ from them, and nowhere
// else.
import { Unreadable } from '../reading/form.js';
import { placesOf } from '../reading/link.js';
import { readWith } from '../reading/read.js';
import { diffOf } from './diff.js';
import { Servers } from './servers.js';
import { sameStrategy } from './strategy.js';
import { Source, spliced } from './source.js';
import clickhouse from './clickhouse.js';
import envoy from './envoy.js';
import haproxy from './haproxy.js';
import nginx from './nginx.js';
import twemproxy from './twemproxy.js';

/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('./plan.js').Wanted} Wanted */
/** @typedef {Wanted & {address?: string}} Node `address`: where the text has other names than addresses */
/**
 * @typedef {object} Item a server, as it stands in the text
 * @property {string[]} names a template of HAProxy has several @property {number} from @property {number} to
 * @property {string} text of it @property {boolean} [twice] the server is there before
 * @property {string} [fixed] why it cannot be changed
 */
/** @typedef {{node: Node, name: boolean, weight: boolean, down: boolean}} Change what of a server differs */
/** @typedef {{text: string, choice?: string, lineOf: (offset: number) => number, reading: Reading}} Locating */
/** @typedef {{items: T[], commas: boolean}} Located @template {Item} T */
/**
 * How the files of a system are changed.
 * @template {Item} T
 * @typedef {object} Editor
 * @property {(text: string) => string} file what such a text is called, if nobody says
 * @property {(of: Locating) => Located<T> | Promise<Located<T>>} locate throws Unreadable
 * @property {RegExp} comment what may stand behind a server in its line
 * @property {number} least weight @property {number} most @property {boolean} downs whether a server can be marked so
 * @property {(node: Node, items: T[]) => ?string} address of a server that comes; null: nobody can tell
 * @property {(item: T, change: Change) => string} changed
 * @property {(node: Node, items: T[], near: T) => string} added
 * @property {(text: string, names: Set<string>) => number} [refers] where else the text names one of these; -1: nowhere
 * @property {(text: string) => string} [masked] a server without what is nobody's business
 */

const kEditors = /** @type {Record<string, Editor<any>>} */ ({ nginx, haproxy, twemproxy, envoy, clickhouse });
/** Systems whose files can be changed. */
export { Asks } from './servers.js';

export const kEdited = Object.keys(kEditors);

const kTemplate = /\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|<%.{0,300}?%>/;
const kHeading = /^# configuration file (.+):\s*$/;
const kAround = /^(?:prompt|fence|text|message of nginx -t)$/;

/**
 * The text with blanks for the lines that the reader left out, so that places stay; or why it cannot be written again.
 * @param {string} text @param {Reading['skipped']} skipped
 */
function plainOf(text, skipped) {
  const source = new Source(text);
  for (let place = 0; place < source.count; ++place) {
    const line = source.textOf(place);
    // eslint-disable-next-line no-control-regex -- colours begin with the control character Escape
    if (/\u001b/.test(line)) throw new Unreadable(place + 1, 'colours of a terminal: paste the file itself');
    const mark = kTemplate.exec(line)?.[0];
    if (mark) throw new Unreadable(place + 1, `template: ${mark}`);
  }
  if (/^\ufeff?> /.test(text)) throw new Unreadable(1, 'a quotation of a mail: paste the file itself');
  const blank = skipped.filter(({ why }) => kAround.test(why)).map(({ line }) => source.at(line - 1));
  return spliced(
    text,
    blank.map(({ from, to }) => ({ from, to, text: text.slice(from, to).replace(/[^\ufeff]/g, ' ') })),
  );
}

/**
 * @param {string} text
 * @param {{choose?: string, system?: string}} asked
 * @param {import('../reading/read.js').Reader[]} readers
 */
async function readingOf(text, asked, readers) {
  const found = await readWith(readers, text, asked);
  if ('fits' in found) throw new Unreadable(0, 'several systems write such a text');
  if ('refused' in found) throw new Unreadable(found.refused.line, found.refused.why);
  return found;
}

/** What decides where keys go, beside the nodes. @param {Reading} reading */
const deciding = ({ strategy, key, key_expression, form, backups }) =>
  JSON.stringify([strategy, key, key_expression, form, backups]);

/** Nodes as a text that compares. @param {{name: string, weight?: number, down?: boolean}[]} nodes */
const listed = (nodes) => JSON.stringify(nodes.map(({ name, weight = 1, down = false }) => [name, weight, down]));

/** @param {Reading} reading @param {Reading} next @param {Node[]} wanted */
function check(reading, next, wanted) {
  const needs = (next.needs ?? []).filter((need) => !reading.needs?.includes(need));
  if (needs.length > 0) throw new Unreadable(0, `Reshard cannot express all of it (${needs.join('; ')})`);
  const gone = (reading.backups ?? []).filter((name) => !next.backups?.includes(name));
  const backups = (reading.backups ?? []).filter((name) => !gone.includes(name) || isNode(reading, name, wanted));
  const before = { ...reading, ...(reading.backups && { backups: backups.length > 0 ? backups : undefined }) };
  const ids = (/** @type {Reading} */ { servers = [] }) =>
    JSON.stringify(
      servers.flatMap(({ name, id }) => (id && wanted.some((one) => one.name === name) ? [[name, id]] : [])),
    );
  if (
    listed(placesOf(next)) !== listed(wanted) ||
    deciding(before) !== deciding(next) ||
    ids(reading) !== ids({ ...next, servers: next.servers ?? (reading.servers && []) })
  ) {
    throw new Unreadable(0, 'read again, the changed text would not have the nodes of the page');
  }
}

/** Whether a backup is to stay. @param {Reading} reading @param {string} name @param {Node[]} wanted */
const isNode = (reading, name, wanted) =>
  !placesOf(reading).some((node) => node.name === name) || wanted.some((node) => node.name === name);

/** @param {Node[]} nodes @param {Editor<any>} editor */
function accepted(nodes, { least, most, downs }) {
  for (const { name, weight, down } of nodes) {
    if (weight !== 0 && !(Number.isInteger(weight) && weight <= most)) {
      throw new Unreadable(0, `the weight of ${name} is ${weight}: only whole weights up to ${most} can be written`);
    }
    if (down && !downs) throw new Unreadable(0, `${name} is down: no line of this file can say so`);
  }
  const left = nodes.filter(({ weight }) => weight < least).map(({ name }) => name);
  const wanted = nodes.filter(({ weight }) => weight >= least);
  if (wanted.length === 0) throw new Unreadable(0, 'no node has a weight: the file would have no servers');
  return { wanted, left };
}

/**
 * Refuses what would name a server that is there no more.
 * @param {Source} source @param {Editor<any>} editor @param {ReadNode[]} were @param {Node[]} wanted
 */
function refuseReferences(source, { refers }, were, wanted) {
  const names = new Set(were.map(({ name }) => name));
  for (const { name } of wanted) names.delete(name);
  const at = names.size > 0 ? (refers?.(source.text, names) ?? -1) : -1;
  if (at >= 0) throw new Unreadable(source.numberOf(at), 'this line names a server that leaves: change it by hand');
}

/**
 * The file of a dump that holds an offset: all of what `nginx -T` printed of it.
 * @param {string} text
 * @param {number} offset
 */
function fileAt(text, offset) {
  const source = new Source(text);
  const headings = Array.from({ length: source.count }, (_, i) => i).filter((i) => kHeading.test(source.textOf(i)));
  if (headings.length === 0) return null;
  const at = headings.findLast((i) => source.at(i).from <= offset);
  if (at === undefined) return null;
  const next = headings.find((i) => i > at);
  const part = text.slice(source.at(at).next, next === undefined ? undefined : source.at(next).from);
  // After each file nginx prints an empty line.
  return { above: at + 1, path: kHeading.exec(source.textOf(at))?.[1] ?? '', text: part.replace(/(?:\r\n|\n)$/, '') };
}

/**
 * @typedef {object} Edited
 * @property {string} text of the file: of a dump, the one that has the servers @property {string} whole all of the dump
 * @property {string} name of the file @property {string} diff '': nothing differs
 * @property {string[]} left nodes that are left out, since they have no weight
 * @property {string[]} unresolved new servers by whose name no server was reached before
 */

/** @typedef {{choosing: import('./strategy.js').Choosing, usual: Record<string, string | number>}} Now */

/**
 * @param {import('../reading/read.js').Reader[]} readers
 * @param {string} text
 * @param {{choose?: string, system?: string}} asked
 * @param {Node[]} nodes of the scenario now, in their order
 * @param {{name?: string, now?: Now}} [of] `name`: of the file; `now`: how the scenario chooses nodes
 * @returns {Promise<Edited>} throws Unreadable, Asks
 */
export async function edited(readers, text, asked, nodes, { name, now } = {}) {
  const reading = await readingOf(text, asked, readers);
  const editor = Object.hasOwn(kEditors, reading.system) ? kEditors[reading.system] : null;
  if (!editor || reading.strategy === null) throw new Unreadable(0, 'Reshard does not write such a file again');
  if (now) sameStrategy(reading, now.choosing, now.usual);
  const choice = reading.choice;
  const locate = async (/** @type {string} */ of, /** @type {Reading} */ as) => {
    const source = new Source(plainOf(of, as.skipped));
    const lineOf = (/** @type {number} */ offset) => source.numberOf(offset);
    return { source, ...(await editor.locate({ text: source.text, choice, lineOf, reading: as })) };
  };
  const { wanted, left } = accepted(nodes, editor);
  const old = await locate(text, reading).catch((/** @type {unknown} */ error) => {
    // What cannot be changed can still stay as it is.
    if (listed(placesOf(reading)) !== listed(wanted)) throw error;
    return /** @type {null} */ (null);
  });
  if (!old) return { text, whole: text, name: name ?? editor.file(text), diff: '', left, unresolved: [] };
  const splices = new Servers(old.source, editor, old.items, placesOf(reading)).splices(wanted, old.commas);
  refuseReferences(old.source, editor, placesOf(reading), wanted);
  const next = spliced(text, splices);
  const read =
    splices.length > 0 ? await readingOf(next, { ...asked, choose: choice ?? asked.choose }, readers) : reading;
  check(reading, read, wanted);
  const again = splices.length > 0 ? await locate(next, read) : old;
  const file = fileAt(next, again.items[0].from);
  const called = file?.path ?? name ?? editor.file(text);
  const diff = diffOf(old, again, splices, {
    ...{ name: called, above: file?.above ?? 0, masked: editor.masked ?? ((one) => one) },
  });
  const names = new Set(placesOf(reading).map((node) => node.name));
  const unresolved = wanted.filter(
    (node) => !names.has(node.was ?? node.name) && /^node-\d+$/.test(node.address ?? node.name),
  );
  return {
    text: file?.text ?? next,
    whole: next,
    name: called,
    diff,
    left,
    unresolved: unresolved.map((node) => node.name),
  };
}

// Documents of config.chunks, with those of config.collections, config.shards and config.tags beside them.
import { Unreadable, noTemplate } from '../../reading/form.js';
import { templateIn } from '../../reading/pasted.js';
import { chunkOf } from './collections.js';
import { addShard, fieldsOf, isTrue, member, textIn } from './members.js';
import { Scanner } from './shell_values.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('./collections.js').Cluster} Cluster */
/** @typedef {import('./shell_values.js').Value} Value */

const kMore = /^\s*Type "it" for more\s*$/;

/** @param {Value | undefined} value */
function uuidOf(value) {
  if (!value) return '';
  if (value.kind === 'call') return textIn(value).toLowerCase().replace(/-/g, '');
  const binary = member(value, '$binary');
  const base64 = textIn(member(binary, 'base64')) || textIn(binary);
  if (base64) return Array.from(atobOf(base64), (sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return textIn(member(value, '$uuid')).toLowerCase().replace(/-/g, '');
}

/** @param {string} base64 */
function atobOf(base64) {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}

/** @param {Cluster} cluster @param {Value} of @param {Pasted} pasted */
function addDocument(cluster, of, pasted) {
  if (of.kind !== 'map') throw new Unreadable(of.line, 'a document that is no object');
  const [min, max, shard] = ['min', 'max', 'shard'].map((name) => member(of, name));
  const [ns, id] = [textIn(member(of, 'ns')), textIn(member(of, '_id'))];
  if (min && max && shard) {
    const uuid = uuidOf(member(of, 'uuid'));
    const collection = cluster.collection(ns || uuid, of.line);
    return collection.add(chunkOf(min, max, textIn(shard), of.line, isTrue(member(of, 'jumbo'))), pasted);
  }
  const jumbo = member(of, 'tag');
  if (min && max && jumbo && ns) {
    cluster.collection(ns, of.line).zones += 1;
    return undefined;
  }
  if (member(of, 'host') && member(of, 'state')) return addShard(cluster, of);
  if (member(of, 'key')?.kind === 'map' && id.includes('.')) {
    const uuid = uuidOf(member(of, 'uuid'));
    if (uuid) cluster.names.set(uuid, id);
    cluster.collection(id, of.line).key = fieldsOf(member(of, 'key'));
    return undefined;
  }
  const lacks = min && max ? 'a shard' : 'min and max';
  throw new Unreadable(of.line, `a document without ${lacks}: it is none of config.chunks`);
}

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
export function readDocuments(cluster, pasted, lines) {
  for (let i = 0; i < lines.length; ++i) {
    const { text, number } = lines[i];
    if (!/^\s*[[{]/.test(text)) {
      if (kMore.test(text)) cluster.cut = true;
      if (templateIn(text)) noTemplate(text, number);
      pasted.skip(number, 'text');
      continue;
    }
    if (
      number === pasted.last &&
      !pasted.ends &&
      opened(text) > 0 &&
      cluster.collections.size > 0 &&
      /^\s*\{/.test(text)
    ) {
      cluster.cut = true;
      pasted.skip(number, 'cut');
      continue;
    }
    const end = endOf(lines, i);
    const scanner = new Scanner(lines.slice(i, end));
    const value = scanner.value();
    if (!/^\s*,?\s*$/.test(scanner.tail))
      throw new Unreadable(scanner.line, `“${scanner.tail.trim().slice(0, 20)}” is no value`);
    i = end - 1;
    for (const one of value.kind === 'list' ? value.items : [value]) addDocument(cluster, one, pasted);
  }
  for (const [uuid, name] of cluster.names) {
    const [bare, named] = [cluster.collections.get(uuid), cluster.collections.get(name)];
    if (!bare || !named) continue;
    for (const chunk of bare.chunks) named.add(chunk, pasted);
    cluster.collections.delete(uuid);
  }
}

/** How many brackets a line opens and does not close. @param {string} text */
function opened(text) {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[{}[\]()]/g)) {
    if ('{[('.includes(token)) depth += 1;
    else if ('}])'.includes(token)) depth -= 1;
  }
  return depth;
}

/** Where the value that begins in a line ends: behind which line. @param {Line[]} lines @param {number} from */
function endOf(lines, from) {
  let depth = 0;
  for (let i = from; i < lines.length; ++i) {
    depth += opened(lines[i].text);
    if (depth <= 0) return i + 1;
  }
  return lines.length;
}

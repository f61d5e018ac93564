// What getShardDistribution() prints: how much of a collection each shard has.
import { bytesOf, figure } from '../../reading/figures.js';
import { Unreadable, noTemplate } from '../../reading/form.js';
import { member, textIn } from './members.js';
import { Scanner } from './shell_values.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {import('./collections.js').Cluster} Cluster */

export const kDistribution = /^\s*Shard (.+) at (\S+)\s*$/;
export const kDistributionForm = 'getShardDistribution';

/** @param {Cluster} cluster @param {Pasted} pasted @param {Line[]} lines */
export function readDistribution(cluster, pasted, lines) {
  const collection = cluster.collection('', lines[0].number);
  let total = false;
  for (let i = 0; i < lines.length; ++i) {
    const { text, number } = lines[i];
    const [, name, host] = kDistribution.exec(text) ?? [];
    const next = lines[i + 1]?.text ?? '';
    if (name !== undefined && !/^\s*Shard .* contains /.test(text)) {
      const isNew = !cluster.shards.has(name);
      cluster.shard(name, host, [], false, number);
      if (!isNew) throw new Unreadable(number, `the shard ${name} is there already`);
      const found = /^\s*\{/.test(next) ? mapIn(lines, i + 1) : lineIn(next, lines[i + 1]?.number ?? number);
      i += found.rows;
      const bytes = bytesOf(found.data, 'binary');
      noTemplate(`${found.data} ${found.docs} ${found.chunks}`, number);
      const whole = [found.docs, found.chunks].every((one) => /^\d{1,18}$/.test(one));
      if (bytes === null || !whole) throw new Unreadable(found.line, `the figures of ${name} cannot be read`);
      collection.count(name, Number(found.chunks), number);
      collection.sizes.set(name, { bytes, keys: figure(BigInt(found.docs)) });
    } else if (/^\s*Totals\s*$/.test(text)) {
      total = true;
      if (/^\s*\{/.test(next)) i += mapIn(lines, i + 1).rows;
    } else if (!/^\s*(?:---|data : .*|estimated (?:data|docs) per chunk : .*|Shard .+ contains .*)\s*$/.test(text)) {
      noTemplate(text, number);
      pasted.skip(number, 'text');
    }
  }
  cluster.cut ||= !total;
  return collection;
}

/** @param {string} text @param {number} line */
function lineIn(text, line) {
  const [, data = '', docs = '', chunks = ''] =
    /^\s*data\s*:\s*(.+?)\s+docs\s*:\s*(\S+)\s+chunks\s*:\s*(\S+)\s*$/.exec(text) ?? [];
  return { data, docs, chunks, rows: 1, line };
}

/** @param {Line[]} lines @param {number} from */
function mapIn(lines, from) {
  const scanner = new Scanner(lines.slice(from));
  const value = scanner.value();
  const of = (/** @type {string} */ name) => textIn(member(value, name));
  return { data: of('data'), docs: of('docs'), chunks: of('chunks'), rows: scanner.row + 1, line: value.line };
}

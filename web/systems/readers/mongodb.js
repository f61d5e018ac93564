// MongoDB: sh.status() of both shells, getShardDistribution(), and documents of config.chunks with those of
// config.collections, config.shards and config.tags beside them. By MongoDB's documentation and source: no mongod ran
// here.
import { Unreadable } from '../reading/form.js';
import { chosen } from '../reading/choices.js';
import { dashed, readingOf } from './mongodb/answer.js';
import { Cluster } from './mongodb/collections.js';
import { kDistribution, kDistributionForm, readDistribution } from './mongodb/distribution.js';
import { readDocuments } from './mongodb/documents.js';
import { kChunkLine, kStatus, kStatusOf, OldStatus, readMongosh } from './mongodb/status.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('./mongodb/collections.js').Collection} Collection */

const kCommands = [
  'add(?:Shard|ShardTag|ShardToZone|TagRange)',
  'remove(?:ShardFromZone|ShardTag|TagRange)',
  'move(?:Chunk|Range)',
  'split(?:At|Find)',
  'enableSharding',
  'shard(?:AndDistribute)?Collection',
  'updateZoneKeyRange',
];
const kScript = new RegExp(`^\\s*sh\\.(?:${kCommands.join('|')})\\(`);
const kBounds = /"?\bmin"?\s*:\s*\{.*"?\bmax"?\s*:/;
const kMarks = [kStatus, kStatusOf, kChunkLine, /^\s*Shard .+ at \S+\s*$/, kBounds, kScript];
const kMark = new RegExp(kMarks.map(({ source }) => source).join('|'));

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const lines = pasted.body(kMark).filter(({ text }) => /\S/.test(text));
  const has = (/** @type {RegExp} */ mark) => lines.some(({ text }) => mark.test(text));
  const cluster = new Cluster();
  const script = lines.find(({ text }) => kScript.test(text));
  const old = has(kStatus) || has(kChunkLine);
  const form = old || has(kStatusOf) ? 'sh.status' : has(kDistribution) ? kDistributionForm : 'config.chunks';
  if (script && form !== 'sh.status')
    throw new Unreadable(script.number, 'a script that changes a cluster, and does not say where its ranges are');
  if (old) {
    const status = new OldStatus(cluster, pasted);
    for (const line of lines) status.add(line);
  } else if (form === 'sh.status') readMongosh(cluster, pasted, lines);
  else if (form === kDistributionForm) readDistribution(cluster, pasted, lines);
  else readDocuments(cluster, pasted, lines);
  const all = [...cluster.collections.values()].filter(({ chunks, counts }) => chunks.length + counts.size > 0);
  if (all.length === 0) throw new Unreadable(pasted.last, 'the text has no sharded collection with its chunks');
  const shownName = (/** @type {Collection} */ { name }) => (/^[0-9a-f]{32}$/.test(name) ? dashed(name) : name);
  const usual = all.find(({ chunks, partly }) => chunks.length > 0 && !partly) ?? all[0];
  const reading = chosen(
    all.map((one) => ({ name: shownName(one), read: () => readingOf(one, cluster, form, pasted) })),
    choose ?? (all.length > 1 && allFit(all) ? shownName(usual) : undefined),
  );
  if (all.length > 1 || !all[0].name.includes('.')) return { ...reading, skipped: pasted.skipped };
  const { system, form: _, ...rest } = reading;
  return { system, form, choices: [all[0].name], choice: all[0].name, ...rest, skipped: pasted.skipped };
}
const allFit = (/** @type {Collection[]} */ all) => all.some(({ chunks, partly }) => chunks.length > 0 && !partly);

/** @param {Pasted} pasted */
function fits({ filled }) {
  const has = (/** @type {RegExp} */ mark) => filled.some(({ text }) => mark.test(text));
  if (has(kStatus) || has(kStatusOf) || has(kChunkLine) || has(kScript)) return 2;
  if (has(kDistribution) && has(/^\s*(?:data\s*:|\{)/)) return 2;
  if (!has(/^\s*[[{]/)) return 0;
  return has(/\bmin["']?\s*:\s*\{/) && has(/\bmax["']?\s*:\s*\{/) && has(/\bshard["']?\s*:\s*["']/) ? 2 : 0;
}

export default { system: 'mongodb', title: 'MongoDB', fits, read };

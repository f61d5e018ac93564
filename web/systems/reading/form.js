// What a reader of a system's texts gives: the neutral form that `reshard read --json` prints (web/systems/README.md).
import { templateIn } from './pasted.js';

/**
 * A node as a text has it. Members that the text does not have are missing.
 * @typedef {{name: string, id?: string, host?: string, weight?: number, data_center?: string, zone?: string,
 *   rack?: string, class?: string, down?: boolean, out?: boolean, reweight?: number, draining?: boolean, bytes?:
 *   Figure, keys?: number, requests?: Figure, replicas?: string[] | number, [more: string]: unknown}} ReadNode
 */
/** @typedef {number | string} Figure a count or bytes; above 2^53 − 1 a text with all digits */
/**
 * An entry of a table: a slot, partition, shard, token or placement group.
 * @typedef {{id: string, owner: ?string, replicas: string[], bytes?: Figure, requests?: Figure, rows?: number,
 *   cpu?: number, network?: Figure, line?: number} & Assigned} Entry `owner`: a node's name; null: nobody has it; `id`:
 *   whole numbers keep all digits; `cpu`: in microseconds; `network`: bytes that came and went; `line`: that says so
 */
/**
 * Of a partition of Kafka: all its replicas in their order, the preferred leader first; and whether a reassignment of
 * it goes on. `unwell`: not all of its copies are what they should be. No part of the neutral form.
 * @typedef {{assigned?: string[], moving?: boolean, unwell?: boolean}} Assigned
 */
/**
 * The table. `counts`: how many each node has (by its name), where the text does not say which, so that there are no
 * rows; `without`: how many nobody has, likewise.
 * @typedef {{kind: string, rows: Entry[], counts?: Map<string, number>, without?: number}} Entries
 */
/** @typedef {{name: string, backup?: boolean, id?: number}} Server `id`: a number of its own, whatever its place */
/** @typedef {{entry: string | number, from: string | null, to: string | null}} Moving an entry on its way */
/**
 * A server of Redis as its commands know it, up or not. `id`: its name where the text has none; `address`: host:port,
 * with an empty host where it is not known; `master`: the id of a replica's; `why` it is not up, in Redis's words;
 * `line`: that says so, 0 where it is not one line.
 * @typedef {{id: string, address: string, kind: 'master' | 'slave' | '', master: string, why: string,
 *   slots: [number, number][], line: number}} Instance
 */
/** @typedef {{slot: number, to: string, line: number}} HalfMoved a slot on its way; `to`: an id, or '' if unknown */
/** @typedef {{servers: Instance[], open: HalfMoved[]}} Running a cluster as it runs, as often as the text lists it */
/**
 * @typedef {object} Reading
 * @property {string} system of web/systems/readers @property {string} form which of the system's texts
 * @property {string[]} [choices] what the text offers: upstreams, pools, keyspaces; the rest describes `choice`
 * @property {string} [choice]
 * @property {string[]} [others] more that the text holds, without a choice of them
 * @property {Record<string, string>} [not_offered] what is no placement to choose, with the reason
 * @property {?('table' | {id: string, params?: Record<string, string | number>, hash?: string})} strategy the
 *   strategy by which Reshard places the same; “table”: the entries say it all; null: the text has neither
 * @property {?string} [key] the function by which a key finds its entry, a strategy's id; null: unknown
 * @property {Record<string, string>} [params] of that function, as the strategy has them: types, a vindex
 * @property {string} [topic] of Kafka @property {string[]} [views] what `choose` takes besides: the same by its brokers
 * @property {() => Reading[]} [each] a reading of each topic of Kafka, or index of Elasticsearch; no part of the
 *   neutral form
 * @property {string[]} [topics] of Kafka, where several are compared as one @property {string[]} [left_out] topics
 *   that the text to compare with does not have
 * @property {{name: string, modulus: number, remainder: number}[]} [bounds] of PostgreSQL's partitions
 * @property {string[]} [order] Citus' shards by their ranges
 * @property {string[]} [ranges] of the entries, where they are no names
 * @property {{name: string, zone?: string, host?: string, shard: string, type: string, down?: boolean}[]} [tablets]
 *   of Vitess
 * @property {string} [commands] of a table of the page: the system in whose commands it moves; no part of the neutral
 *   form
 * @property {string} [bootstrap] brokers of Kafka that the text names, as its commands take them; no part of the
 *   neutral form
 * @property {Record<string, number>} [preferred] how many partitions of Kafka each broker is to lead
 * @property {Record<string, Figure | boolean>} [sizes] sums of the text; `rounded`: as it shows them
 * @property {{id: string, params: Record<string, string | number>}} [placed_by] the strategy that finds a key's
 *   entry of this table, which its nodes and their weights make
 * @property {boolean} [of_keys] the entries are keys: which function placed them, the text does not say
 * @property {string} [key_expression] what the system hashes of a request
 * @property {string[]} [key_fields] of MongoDB's shard key, for commands; no part of the neutral form
 * @property {string} [hash_function] the system's own, where Reshard does not have it
 * @property {ReadNode[]} nodes @property {Entries} entries
 * @property {Moving[]} [open] @property {string[]} [backups]
 * @property {Record<string, [from: string, to: string][]>} [upmap] of Ceph: the items of its groups, where the text
 *   says which there are; no part of the neutral form
 * @property {Running} [running] of Redis, for commands; no part of the neutral form
 * @property {Server[]} [servers] all of them in the text's order, where their places count; the nodes are among them
 * @property {string[]} [warnings] what does not agree in the text @property {string[]} [notes]
 * @property {import('./pasted.js').Skipped[]} skipped
 * @property {string[]} cannot_know what the text does not say @property {string[]} [needs] what Reshard cannot express
 */

/** Why a text is not read, and the first line that makes it so. */
export class Unreadable extends Error {
  /** @param {number} line from 1; 0: the whole text @param {string} why */
  constructor(line, why) {
    super(why);
    this.line = line;
  }
}

/** Refuses a template where a name or number must stand. @param {string} text @param {number} line */
export function noTemplate(text, line) {
  const mark = templateIn(text);
  if (mark) throw new Unreadable(line, `template: ${mark}`);
}

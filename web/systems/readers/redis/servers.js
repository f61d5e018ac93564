// The servers of a Redis Cluster and their slots.
import { EntryTable } from '../../reading/entry_table.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/form.js').Reading} Reading */
/** @typedef {import('../../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('../../reading/form.js').Instance} Instance */
/** @typedef {import('../../reading/form.js').HalfMoved} HalfMoved */
/**
 * @typedef {{id: string, name: string, address: string, host: string, master: string | null, down: boolean,
 *   suspected: boolean, zone: string, slots: [number, number][], line: number, keys?: number}} Server `id`: its name if
 *   there is none; `address`: without brackets; `master`: the id of a replica's; null: it is one
 */

export const kSlots = 16384;
const kId = /^[0-9a-f]{40}$/;

/** “2001:db8::1:6379@16379,host,field=value” as a name and more. @param {string} text @param {string} id */
export function addressOf(text, id) {
  const [place, host = '', ...fields] = text.split(',');
  const zone = fields.find((field) => field.startsWith('availability-zone='))?.split('=')[1] ?? '';
  const [, ip, port] = /^(.*):(\d+)(?:@\d+)?$/.exec(place) ?? [];
  if (!ip) return { name: id.slice(0, 8), host, zone, known: false };
  return { name: nameOf(ip, port), host, zone, known: true };
}

/** An address as redis-cli takes it, with an empty host if none is known. @param {string} ip @param {string} port */
export const plainAddress = (ip, port) => `${ip === '?' ? '' : ip}:${port}`;

/** @param {string} ip @param {string} port */
export const nameOf = (ip, port) => (ip.includes(':') && !ip.startsWith('[') ? `[${ip}]:${port}` : `${ip}:${port}`);

/** @param {string} text “0-5460” or “7” @param {number} line @returns {[number, number]} */
export function rangeOf(text, line) {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return checked([first === undefined ? NaN : Number(first), Number(last)], line, text);
}

/**
 * Refuses what is no range of slots, before anybody counts through it.
 * @param {[number, number]} range
 * @param {number} line
 * @param {string} [text]
 */
function checked(range, line, text) {
  const [first, last] = range;
  if (range.every(Number.isInteger) && first >= 0 && first <= last && last < kSlots) return range;
  const what = text === undefined ? 'what a master has' : `“${text.slice(0, 40)}”`;
  throw new Unreadable(line, `${what} is no range of the slots 0 to ${kSlots - 1}`);
}

/** A whole number from 0; NaN if it is none. @param {unknown} value */
export const wholeOf = (value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : NaN);

// Redis's default is yes; a reading opens without it, so that a slot without a master stops nobody's other keys.
const kCoverage = 'cluster-require-full-coverage';

/** What all forms come to: servers and their slots, as a reading. */
export class Servers {
  /** @type {Map<string, Server>} by id, or by name where there is none */
  servers = new Map();
  /** @type {Reading['open']} */
  open = [];
  /** @type {?Instance[]} all that the text lists, where it lists more than the servers above */
  listed = null;
  /** @type {HalfMoved[]} */
  halfMoved = [];
  /** @type {string[]} */
  cannotKnow = ['sizes'];
  /** @type {string[]} */
  warnings = [];
  #pasted;
  #form;

  /** @param {string} form @param {Pasted} pasted */
  constructor(form, pasted) {
    this.#form = form;
    this.#pasted = pasted;
  }

  /** @param {Server} server whose address another may have had before it */
  add(server) {
    const taken = [...this.servers.values()].some(({ id, name }) => name === server.name && id !== server.id);
    if (taken) server.name += ` (${server.id.slice(0, 8)})`;
    this.servers.set(server.id, server);
  }

  /** @param {string} id @param {string} [instead] */
  name(id, instead = id.slice(0, 8)) {
    return this.servers.get(id)?.name ?? instead;
  }

  /** A slot on its way; both sides may say so. @param {number} slot @param {string} from @param {string} to */
  moves(slot, from, to) {
    const open = (this.open ??= []);
    if (!open.some(({ entry, from: source }) => entry === slot && source === from))
      open.push({ entry: slot, from, to });
  }

  /** @returns {Reading} */
  reading() {
    const masters = [...this.servers.values()].filter(({ master }) => master === null);
    const table = new EntryTable('slots', this.#pasted);
    const replicas = new Map(masters.map(({ id }) => [id, this.#replicasOf(id)]));
    for (const { id, name, slots, line } of masters) {
      for (const range of slots) {
        const [first, last] = checked(range, line);
        for (let slot = first; slot <= last; ++slot) {
          table.add({ id: `${slot}`, owner: name, replicas: replicas.get(id) ?? [] }, line, `slot ${slot}`);
        }
      }
    }
    for (let slot = 0; slot < kSlots; ++slot) {
      if (!table.get(`${slot}`)) table.add({ id: `${slot}`, owner: null, replicas: [] }, 0, `slot ${slot}`);
    }
    return {
      system: 'redis',
      form: this.#form,
      strategy: 'table',
      key: 'redis_slots',
      nodes: masters.map((server) => this.#node(server)),
      entries: table.entries((a, b) => Number(a) - Number(b)),
      ...(this.open?.length && { open: this.open.sort((a, b) => Number(a.entry) - Number(b.entry)) }),
      running: { servers: this.listed ?? this.#instances(), open: this.halfMoved },
      ...(this.warnings.length > 0 && { warnings: this.warnings }),
      skipped: this.#pasted.skipped,
      cannot_know: [...this.cannotKnow, kCoverage],
    };
  }

  /** @returns {Instance[]} */
  #instances() {
    return [...this.servers.values()].map(({ id, address, master, down, slots, line }) => ({
      ...{ id, address, kind: master === null ? 'master' : 'slave', master: master ?? '' },
      ...{ why: down ? 'fail' : '', slots, line: this.#form === 'check' ? line : 0 },
    }));
  }

  #replicasOf(/** @type {string} */ id) {
    const all = [...this.servers.values()].filter(({ master }) => master === id);
    return all.map(({ name }) => name).sort();
  }

  /** @param {Server} server @returns {ReadNode} */
  #node({ id, name, host, zone, down, suspected, keys }) {
    const replicas = this.#replicasOf(id);
    return {
      name,
      ...(kId.test(id) && { id }),
      ...(host && { host }),
      ...(zone && { zone }),
      ...(down && { down }),
      ...(suspected && { suspected }),
      ...(keys !== undefined && { keys }),
      ...(replicas.length > 0 && { replicas }),
    };
  }
}

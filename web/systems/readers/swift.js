// OpenStack Swift: what swift-ring-builder prints of a builder file, and its search.
import { Unreadable, noTemplate } from '../reading/form.js';

/** @typedef {import('../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../reading/pasted.js').Line} Line */
/** @typedef {import('../reading/form.js').Reading} Reading */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {{flags: boolean, apart: boolean, replication: boolean, region: boolean}} Layout of the table's columns */
/** @typedef {{node: ReadNode, id: string, copies: number, line: number, text: string}} Device */
/**
 * A builder file. `devices`: as its heading says; `layout`: null before the table's headings
 * @typedef {{name: string, partitions: number, replicas: number, devices: number, line: number, pending: boolean,
 *   layout: ?Layout, found: Device[], skipped: number}} Builder
 */

const kVersion = /^\s*(\S+), build version \d+/;
const kCounts = /^\s*(\d+) partitions, (\d+(?:\.\d+)?) replicas, .*?(\d+) devices\b/;
const kHeading = /^\s*Devices:\s+id\s+(?:region\s+)?zone\s+ip address/;
const kForm = new RegExp(
  String.raw`^\s*(?:The minimum number of hours before|The overload factor is|Ring file |Warning: |` +
    String.raw`There are no devices in this ring)`,
);
const kBegins = /^\s*\d+\s+\d+\s+\d+\s+\S+/;
const kLongest = 4000;

/** @param {string} heading @returns {Layout} */
const layoutOf = (heading) => ({
  flags: /\sflags\s/.test(heading),
  apart: /ip address\s+port\b/.test(heading),
  replication: /replication ip/.test(heading),
  region: /\sregion\s/.test(heading),
});

/** @param {Layout} layout */
function rowPattern({ flags, apart, replication, region }) {
  const address = apart ? String.raw`(\S+)\s+(\d+)\s+` : String.raw`(\S+):(\d+)\s+`;
  const other = replication ? address.replace(/\((?!\?)/g, '(?:') : '';
  const place = String.raw`^\s*(\d+)\s+${region ? String.raw`(\d+)\s+` : '()'}(\d+)\s+`;
  const numbers = String.raw`(\d+(?:\.\d+)?)\s+(\d+)\s+(-?\d+(?:\.\d+)?)`;
  const flag = flags ? String.raw`(?:\s+(DEL))?` : '()';
  return new RegExp(String.raw`${place}${address}${other}(\S+)\s+${numbers}${flag}(?:\s+(\S.*?))?\s*$`);
}

/** @param {string} name @returns {Builder} */
const builderOf = (name) => ({
  name,
  partitions: 0,
  replicas: 0,
  devices: -1,
  line: 0,
  pending: false,
  layout: null,
  found: [],
  skipped: 0,
});

class Report {
  /** @type {Builder[]} */
  builders = [];
  cut = false;
  #pasted;
  /** @type {Map<string, RegExp>} */
  #patterns = new Map();

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** @returns {Builder} */
  get #builder() {
    if (this.builders.length === 0) this.builders.push(builderOf(''));
    return this.builders[this.builders.length - 1];
  }

  /** @param {Line} line */
  take({ number, text }) {
    const version = kVersion.exec(text);
    const counts = kCounts.exec(text);
    if (version) {
      noTemplate(text, number);
      this.builders.push(builderOf(version[1]));
    } else if (counts) {
      if (this.#builder.devices >= 0) this.builders.push(builderOf(''));
      const [, partitions, replicas, devices] = counts;
      const of = { partitions: Number(partitions), replicas: Number(replicas), devices: Number(devices), line: number };
      Object.assign(this.#builder, of);
    } else if (kHeading.test(text)) this.#builder.layout = layoutOf(text);
    else if (kForm.test(text)) this.#say(number, text);
    else if (!this.#device(number, text)) this.#skip(number, text);
  }

  /** @param {number} number @param {string} text */
  #say(number, text) {
    if (/^\s*There are no devices/.test(text)) throw new Unreadable(number, 'no devices');
    if (/^\s*Ring file .*is obsolete/.test(text)) this.#builder.pending = true;
  }

  /** @param {number} number @param {string} text */
  #skip(number, text) {
    if (kBegins.test(text)) noTemplate(text, number);
    const last = number === this.#pasted.last && (kBegins.test(text) || !this.#pasted.ends);
    if (last) this.cut = true;
    if (kBegins.test(text)) this.#builder.skipped += 1;
    this.#pasted.skip(number, last ? 'cut' : kBegins.test(text) ? 'not as other rows' : 'text');
  }

  /** @param {number} line @param {string} text @returns {boolean} whether it is a device */
  #device(line, text) {
    const { layout, found } = this.#builder;
    if (!layout || text.length > kLongest) return false;
    const key = JSON.stringify(layout);
    const pattern = this.#patterns.get(key) ?? rowPattern(layout);
    this.#patterns.set(key, pattern);
    const row = pattern.exec(text);
    if (!row) return false;
    noTemplate(text, line);
    const [, id, region, zone, ip, port, device, weight, copies, , flag, meta] = row;
    const host = ip.includes(':') && !ip.startsWith('[') ? `[${ip}]` : ip;
    const name = `${host}:${port}/${device}`;
    const place = { ...(region && { data_center: `r${region}` }), zone: `z${zone}` };
    const rest = { ...(flag && { leaving: true }), ...(meta && { meta }) };
    const node = { name, id, weight: Number(weight), ...place, ...rest };
    const before = found.find((one) => one.id === id || one.node.name === name);
    if (before && before.text !== text.trim()) {
      throw new Unreadable(line, `device ${id}, ${name}: line ${before.line} has another with that id or name`);
    }
    if (before) this.#pasted.skip(line, 'duplicate');
    else found.push({ node, id, copies: Number(copies), line, text: text.trim() });
    return true;
  }
}

/** What does not agree. @param {Builder} builder */
function disagreements({ found, devices, partitions, replicas, pending }) {
  const [warnings, missing] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  const copies = found.reduce((sum, one) => sum + one.copies, 0);
  const all = Math.floor(partitions * replicas + 1e-6);
  if (devices > found.length) missing.push(`the heading says ${devices} devices, the text has ${found.length}`);
  if (devices >= 0 && devices < found.length) {
    warnings.push(`the heading says ${devices} devices, the text has ${found.length}`);
  }
  if (devices === found.length && copies !== all && copies > 0) {
    warnings.push(`the devices have ${copies} copies of partitions, ${partitions} partitions have ${all}`);
  }
  if (devices >= 0 && copies === 0) warnings.push(`no partition is placed yet: 0 of ${all} copies`);
  if (pending) warnings.push('the ring was changed since it was last written: the counts may be of old weights');
  return { warnings, missing };
}

/** @param {Builder} builder @param {Pasted} pasted @param {boolean} cut @returns {Reading} */
function readingOf(builder, pasted, cut) {
  const { found, partitions, replicas, devices } = builder;
  const { warnings, missing } = disagreements(builder);
  const power = Math.log2(partitions);
  const params = {
    ...(devices >= 0 && Number.isInteger(power) && { part_power: power }),
    ...(devices >= 0 && { replicas }),
  };
  const whole = Number.isInteger(replicas);
  return {
    system: 'swift',
    form: devices >= 0 ? 'swift-ring-builder' : 'swift-ring-builder search',
    strategy: { id: 'swift_ring', params },
    key: 'swift_ring',
    nodes: found.map(({ node }) => node),
    entries: {
      kind: 'partition copies',
      rows: [],
      counts: new Map(found.map(({ node, copies }) => [node.name, copies])),
    },
    ...(warnings.length > 0 && { warnings }),
    notes: ['a ring that is built with these weights is another: history and chance decided which partition is where'],
    skipped: pasted.skipped,
    cannot_know: [
      ...missing,
      ...(devices < 0 ? ['number of partitions', 'number of replicas', 'devices that the search left out'] : []),
      'which partitions each device has (they stand in the .ring.gz)',
      'hash suffix',
      'sizes',
      'requests',
      ...(cut ? ['what comes after the cut line'] : []),
    ],
    ...(!whole && { needs: ['swift_ring: a number of replicas that is not whole'] }),
  };
}

/** @param {Pasted} pasted @param {{choose?: string}} asked @returns {Reading} */
function read(pasted, { choose }) {
  const report = new Report(pasted);
  for (const line of pasted.filled) report.take(line);
  const { builders, cut } = report;
  if (builders.every(({ layout }) => layout === null)) {
    throw new Unreadable(pasted.last, 'the report ends before the table of devices');
  }
  const full = builders.filter(({ found }) => found.length > 0);
  if (full.length === 0) throw new Unreadable(pasted.last, 'no devices');
  full.forEach((builder, i) => (builder.name ||= `ring ${i + 1}`));
  const names = full.map(({ name }) => name);
  const chosen = full.find(({ name }) => name === choose) ?? full[0];
  const reading = readingOf(chosen, pasted, cut);
  return full.length > 1 ? { ...reading, choices: names, choice: chosen.name } : reading;
}

/** @param {Pasted} pasted */
function fits({ filled }) {
  const any = (/** @type {RegExp} */ pattern) =>
    filled.some(({ text }) => text.length < kLongest && pattern.test(text));
  return any(kHeading) || (any(kVersion) && any(kCounts)) ? 2 : 0;
}

export default { system: 'swift', title: 'OpenStack Swift', fits, read };

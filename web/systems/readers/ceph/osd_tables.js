// Ceph's tables of OSDs as text: `osd tree`, `osd df` and `osd df tree`. Depth is told by the name's place in its line
// or, where runs of blanks were lost, by the order of the types.
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/pasted.js').Line} Line */
/** @typedef {{type: string, name: string, weight: ?number, indent: number, children: number, line: number}} Bucket */
/**
 * An OSD at its place. `path`: the buckets above it by their types, the root's among them; none: a stray one
 * @typedef {{id: number, name: string, path: Map<string, string>, root: ?string, weight: ?number, class?: string,
 *   status?: string, reweight?: number, affinity?: number, used?: string, size?: string, pgs?: number, line: number,
 *   text: string}} Osd
 */
/** @typedef {{sizes: string[], status: boolean, df: boolean, tree: boolean, aligned: boolean}} Columns */

/** @type {string[]} from the leaves up, as in a new CRUSH map */
export const kTypes = 'osd host chassis rack row pdu pod room datacenter zone region root'.split(' ');
const kHeading = /^\s*ID\s+(?:CLASS\s+)?WEIGHT\s/;
const kFooter = /^\s*(?:TOTAL\s|MIN\/MAX VAR:)/;
const kSizes = ['SIZE', 'RAW USE', 'USE', 'DATA', 'OMAP', 'META', 'AVAIL'];
const kStatus = '(up|down|destroyed|DNE|new|in|out)';
const kNumber = String.raw`(-?\d+(?:\.\d+)?|-)`;
const kLongest = 2000;
export const isOsdHeading = (/** @type {string} */ text) =>
  text.length < kLongest && kHeading.test(text) && /\sTYPE\s+NAME\b|\sSIZE\s/.test(text);

/** @param {string} heading @returns {Columns} */
function columnsOf(heading) {
  const sizes = kSizes.filter((name) => new RegExp(`(?<!RAW)\\s${name}(?:\\s|$)`).test(heading));
  return {
    sizes,
    status: /\s(?:STATUS|UP\/DOWN)(?:\s|$)/.test(heading),
    df: sizes.length > 0,
    tree: /\sTYPE\s+NAME/.test(heading),
    aligned: /\S {2,}\S/.test(heading),
  };
}

/** The pattern of a row, whose groups have names. @param {Columns} columns */
function patternOf({ sizes, status, df, tree }) {
  const head = String.raw`^\s*(?<id>-?\d+)\s+(?:(?<class>(?![\d.]+\s)[^\s-]\S*)\s+)?(?<weight>${kNumber.slice(1, -1)})`;
  const size = (/** @type {string} */ name) => String.raw`\s+(?<${name}>\d+(?:\.\d+)? ?(?:[KMGTPE]i?)?B?|-)`;
  const place = tree ? String.raw`\s+(?<place>osd\.\d+|[^\s\d]\S*\s+\S+)` : '';
  const state = String.raw`(?:\s+(?<status>${kStatus.slice(1, -1)}))`;
  if (!df) {
    const tail = status ? String.raw`(?:${state}\s+(?<reweight>[\d.]+|-)(?:\s+(?<affinity>[\d.]+))?)?` : '';
    return new RegExp(String.raw`${head}(?:\s+[\d.]+)?${place}${tail}\s*$`);
  }
  const names = sizes.map((name) => size(name.toLowerCase().replace(' ', '_'))).join('');
  const figures = String.raw`\s+(?:[\d.]+|-|-?nan)\s+(?:[\d.]+|-|-?nan)(?:\s+(?<pgs>\d+|-))?`;
  return new RegExp(String.raw`${head}\s+(?<reweight>[\d.]+|-)${names}${figures}${state}?${place}\s*$`);
}

export class OsdTables {
  /** @type {Osd[]} */
  osds = [];
  /** @type {string[]} the names of roots */
  roots = [];
  warnings = /** @type {string[]} */ ([]);
  trees = false;
  df = false;
  cut = false;
  #pasted;
  #columns = /** @type {?Columns} */ (null);
  #pattern = /^$/;
  #stack = /** @type {Bucket[]} */ ([]);
  #seen = /** @type {Map<string, Osd>} */ (new Map());
  #buckets = /** @type {Map<string, Bucket>} */ (new Map());

  /** @param {Pasted} pasted */
  constructor(pasted) {
    this.#pasted = pasted;
  }

  /** A line of such a table. @param {Line} line @returns {boolean} false: it is none */
  take({ number, text }) {
    if (text.length > kLongest) return false;
    if (isOsdHeading(text)) {
      this.#columns = columnsOf(text);
      this.#pattern = patternOf(this.#columns);
      this.trees ||= this.#columns.tree;
      this.df ||= this.#columns.df;
      this.#close(-1);
      return true;
    }
    if (!this.#columns) return false;
    if (kFooter.test(text)) return true;
    const row = this.#pattern.exec(text)?.groups;
    const bucket = row && Number(row.id) < 0;
    if (!row || (!bucket && this.#columns.status && !this.#columns.df && row.status === undefined)) return false;
    noTemplate(text, number);
    if (bucket) this.#bucket(row, number, text);
    else this.#osd(row, number, text);
    return true;
  }

  /** What follows a table is another text. */
  end() {
    this.#close(-1);
    this.#columns = null;
  }

  /** @param {number} indent closes the buckets that are not above a row with this indentation */
  #close(indent) {
    while (this.#stack.length > 0 && this.#stack[this.#stack.length - 1].indent >= indent) {
      const { name, weight, children, line } = /** @type {Bucket} */ (this.#stack.pop());
      if (weight !== null && children > 0 && Math.abs(weight - children) > 1e-3) {
        const sum = children.toFixed(5);
        this.warnings.push(`line ${line}: ${name} weighs ${weight}, and what is in it ${sum}`);
      }
    }
  }

  /** How deep a row is. @param {string} text @param {string} place @param {string} type */
  #indent(text, place, type) {
    const rank = kTypes.indexOf(type);
    return this.#columns?.aligned ? text.lastIndexOf(place) : kTypes.length - (rank < 0 ? 1 : rank);
  }

  /** @param {Record<string, string>} row @param {number} line @param {string} text */
  #bucket({ place = '', weight }, line, text) {
    const [type, name = ''] = place.split(/\s+/);
    const indent = this.#indent(text, place, type);
    this.#close(indent);
    const above = this.#stack[this.#stack.length - 1];
    const own = weight === '-' ? null : Number(weight);
    const key = `${type} ${name}`;
    const before = this.#buckets.get(key);
    if (before) this.#pasted.skip(line, 'duplicate');
    else if (above) above.children += own ?? 0;
    const bucket = { type, name, weight: before ? null : own, indent, children: 0, line };
    if (!before) this.#buckets.set(key, bucket);
    this.#stack.push(bucket);
    if (!above && !this.roots.includes(name) && !name.includes('~')) this.roots.push(name);
  }

  /** @param {Record<string, string | undefined>} row @param {number} line @param {string} text */
  #osd(row, line, text) {
    const { tree = false } = this.#columns ?? {};
    const name = row.place?.startsWith('osd.') ? row.place : `osd.${row.id}`;
    this.#close(tree ? this.#indent(text, row.place ?? name, 'osd') : -1);
    const above = this.#stack[this.#stack.length - 1];
    const weight = row.weight === '-' ? null : Number(row.weight);
    if (this.#stack.some((bucket) => bucket.name.includes('~'))) return;
    const path = new Map(this.#stack.map((bucket) => [bucket.type, bucket.name]));
    const number = (/** @type {string | undefined} */ of) => (of === undefined || of === '-' ? undefined : Number(of));
    const osd = {
      id: Number(row.id),
      name,
      path,
      root: this.#stack[0]?.name ?? null,
      weight,
      class: row.class,
      status: row.status,
      reweight: number(row.reweight),
      affinity: number(row.affinity),
      used: row.raw_use ?? row.use,
      size: row.size,
      pgs: number(row.pgs),
      line,
      text: text.trim(),
    };
    if (this.#add(osd, tree) && above) above.children += weight ?? 0;
  }

  /** @param {Osd} osd @param {boolean} tree whether its place is known @returns {boolean} whether it is new */
  #add(osd, tree) {
    const key = `${osd.root} ${osd.name}`;
    const same =
      this.#seen.get(key) ?? (tree && osd.root !== null ? this.#seen.get(`null ${osd.name}`) : this.#any(osd.name));
    if (!same) {
      this.#seen.set(key, osd);
      this.osds.push(osd);
      return true;
    }
    const moved = tree && same.path.size > 0 && placeOf(same) !== placeOf(osd);
    if (moved || (same.text !== osd.text && (same.used === undefined) === (osd.used === undefined))) {
      throw new Unreadable(osd.line, `${osd.name} has another row already (line ${same.line})`);
    }
    if (same.text === osd.text) this.#pasted.skip(osd.line, 'duplicate');
    const place = osd.path.size > 0 ? { path: osd.path, root: osd.root } : {};
    const known = Object.fromEntries(Object.entries(osd).filter(([, value]) => value !== undefined));
    Object.assign(same, known, { path: same.path, root: same.root, line: same.line, text: same.text }, place);
    return false;
  }

  /** @param {string} name */
  #any(name) {
    return this.osds.find((osd) => osd.name === name);
  }
}

/** @param {Osd} osd */
const placeOf = ({ path }) => [...path].join(' ');

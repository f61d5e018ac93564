// Ceph's OSDs as JSON: `osd tree`, `osd df` and `osd df tree` with --format json.
import { itemsOf, memberOf, textOf } from '../../reading/json.js';
import { kTypes } from './osd_tables.js';
import { Unreadable, noTemplate } from '../../reading/form.js';

/** @typedef {import('../../reading/pasted.js').Pasted} Pasted */
/** @typedef {import('../../reading/json.js').Tree} Tree */
/** @typedef {import('./osd_tables.js').Osd} Osd */

const kDeepest = 50;
const kInteger = /^-?\d+$/;

/** @param {Tree} node @param {string} member @returns {number | undefined} */
function numberOf(node, member) {
  const text = textOf(memberOf(node, member));
  if (text === undefined || text === '-' || text === '') return undefined;
  noTemplate(text, node.line);
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Unreadable(node.line, `${member}: “${text.slice(0, 40)}” is no number`);
  return number;
}

/** @param {Tree} node @param {string} member */
function nameOf(node, member) {
  const text = textOf(memberOf(node, member));
  if (!text) throw new Unreadable(node.line, `the member “${member}” is missing`);
  noTemplate(text, node.line);
  return text;
}

/** @param {Tree} node @param {Map<string, string>} path @param {?string} root @returns {Osd} */
function osdOf(node, path, root) {
  const kib = (/** @type {string} */ member) => {
    const text = textOf(memberOf(node, member));
    return text !== undefined && /^\d+$/.test(text) ? `kb:${text}` : undefined;
  };
  return {
    id: numberOf(node, 'id') ?? 0,
    name: nameOf(node, 'name'),
    path,
    root,
    weight: numberOf(node, 'crush_weight') ?? null,
    class: textOf(memberOf(node, 'device_class')),
    status: textOf(memberOf(node, 'status')),
    reweight: numberOf(node, 'reweight'),
    affinity: numberOf(node, 'primary_affinity'),
    used: kib('kb_used'),
    size: kib('kb'),
    pgs: numberOf(node, 'pgs'),
    line: node.line,
    text: '',
  };
}

class Forest {
  /** @type {Map<string, Osd>} by root and name */
  osds = new Map();
  /** @type {string[]} */
  roots = [];
  /** @type {Map<string, Tree>} */
  #byId = new Map();
  #trees = false;

  /** @param {Tree} json */
  add(json) {
    const nodes = itemsOf(memberOf(json, 'nodes'));
    this.#byId = new Map();
    for (const node of nodes) {
      const id = nameOf(node, 'id');
      const before = this.#byId.get(id);
      if (!kInteger.test(id)) throw new Unreadable(node.line, `“${id.slice(0, 40)}” is no number of an OSD or bucket`);
      // With shadows, or with two roots, an OSD is listed under each of them.
      if (before && !id.startsWith('-') && nameOf(before, 'name') === nameOf(node, 'name')) continue;
      if (before) throw new Unreadable(node.line, `the id ${id} twice: it is in line ${before.line} already`);
      this.#byId.set(id, node);
    }
    const inside = new Set(nodes.flatMap((node) => this.#children(node)));
    this.#trees = nodes.some((node) => memberOf(node, 'children'));
    for (const [id, node] of this.#byId) if (!inside.has(id)) this.#root(node);
    for (const node of itemsOf(memberOf(json, 'stray'))) this.#keep(osdOf(node, new Map(), null));
    return this.#trees;
  }

  /** @param {Tree} node @returns {string[]} */
  #children(node) {
    return itemsOf(memberOf(node, 'children')).map((id) => textOf(id) ?? '');
  }

  /** @param {Tree} node */
  #root(node) {
    if (this.#isOsd(node)) return this.#keep(osdOf(node, new Map(), null));
    const name = nameOf(node, 'name');
    if (name.includes('~')) return;
    if (!this.roots.includes(name)) this.roots.push(name);
    this.#walk(node, new Map(), name, 0);
  }

  /** @param {Tree} node */
  #isOsd(node) {
    return textOf(memberOf(node, 'type')) === kTypes[0] || !(textOf(memberOf(node, 'id')) ?? '').startsWith('-');
  }

  /** @param {Tree} node @param {Map<string, string>} above @param {string} root @param {number} depth */
  #walk(node, above, root, depth) {
    if (depth > kDeepest) throw new Unreadable(node.line, `the bucket ${nameOf(node, 'name')} is inside itself`);
    const path = new Map([...above, [nameOf(node, 'type'), nameOf(node, 'name')]]);
    for (const id of this.#children(node)) {
      const child = this.#byId.get(id);
      if (!child)
        throw new Unreadable(node.line, `${nameOf(node, 'name')} holds ${id.slice(0, 40)}, which is not listed`);
      if (this.#isOsd(child)) this.#keep(osdOf(child, path, root));
      else this.#walk(child, path, root, depth + 1);
    }
  }

  /** @param {Osd} osd */
  #keep(osd) {
    const key = `${osd.root} ${osd.name}`;
    const bare = this.osds.get(key) ?? this.#anywhere(osd);
    if (!bare) return void this.osds.set(key, osd);
    if (bare.path.size > 0 && osd.path.size > 0 && [...bare.path].join() !== [...osd.path].join()) {
      throw new Unreadable(osd.line, `${osd.name} is in two buckets (the other is in line ${bare.line})`);
    }
    const known = Object.fromEntries(Object.entries(osd).filter(([, value]) => value !== undefined));
    const place = osd.path.size > 0 ? { path: osd.path, root: osd.root } : { path: bare.path, root: bare.root };
    Object.assign(bare, known, place);
  }

  /** An OSD that a df without a tree told of, or of which it tells. @param {Osd} osd */
  #anywhere({ root, name }) {
    const other = this.osds.get(`null ${name}`);
    if (other && other.root === null) return other;
    return root === null ? [...this.osds.values()].find((one) => one.name === name) : undefined;
  }
}

/** @param {Tree[]} trees @param {Pasted} pasted */
export function osdsOf(trees, pasted) {
  const forest = new Forest();
  const treed = trees.map((json) => forest.add(json)).includes(true);
  const osds = [...forest.osds.values()];
  if (osds.length === 0) throw new Unreadable(pasted.last, 'no OSDs');
  const df = osds.some(({ used, pgs }) => used !== undefined || pgs !== undefined);
  // Nodes of `osd df` are no roots, and have none.
  return { osds, roots: forest.roots, warnings: [], df, trees: treed, cut: false };
}

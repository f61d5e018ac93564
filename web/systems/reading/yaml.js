// YAML and JSON as one kind of tree, in which everything knows its line.
import { Tree, jsonValues } from './json.js';
import { Masks } from './masks.js';
import { Unreadable } from './form.js';

/** @typedef {import('./pasted.js').Line} Line */
/** @typedef {typeof import('./yaml_parser.js')} Yaml */
/** @typedef {import('yaml').ParsedNode} YamlNode */

const kDeepest = 200;

/** One document of YAML as a tree. */
class Converter {
  #yaml;
  /** @type {(offset: number) => number} */
  #lineAt;
  #anchors = /** @type {Map<string, Tree>} */ (new Map());

  /** @param {Yaml} yaml @param {(offset: number) => number} lineAt the number of the line */
  constructor(yaml, lineAt) {
    this.#yaml = yaml;
    this.#lineAt = lineAt;
  }

  /** @param {?YamlNode} node @param {number} line where its name is @param {number} deep @returns {Tree} */
  convert(node, line, deep = 0) {
    if (!node) return new Tree(line);
    const at = this.#lineAt(node.range[0]);
    if (deep > kDeepest) throw new Unreadable(at, 'the YAML is nested too deeply');
    if (this.#yaml.isAlias(node)) {
      const known = this.#anchors.get(node.source);
      if (!known) throw new Unreadable(at, 'an alias of YAML names nothing before it');
      return { ...known, flow: true };
    }
    const tree = new Tree(at);
    tree.flow = Boolean(node.anchor || node.tag);
    if (node.anchor) this.#anchors.set(node.anchor, tree);
    if (this.#yaml.isMap(node)) this.#map(tree, node, deep);
    else if (this.#yaml.isSeq(node)) {
      tree.flow ||= Boolean(node.flow);
      tree.items = node.items.map((item) => this.convert(/** @type {?YamlNode} */ (item), at, deep + 1));
    } else {
      tree.quoted = /^QUOTE|^BLOCK/.test(node.type ?? '');
      tree.text = node.value === null ? null : tree.quoted ? String(node.value) : (node.source ?? String(node.value));
    }
    return tree;
  }

  /** @param {Tree} tree @param {import('yaml').YAMLMap.Parsed} node @param {number} deep */
  #map(tree, node, deep) {
    tree.flow ||= Boolean(node.flow);
    const members = (tree.members = /** @type {Map<string, Tree>} */ (new Map()));
    for (const { key, value } of node.items) {
      const at = key?.range ? this.#lineAt(key.range[0]) : tree.line;
      if (!this.#yaml.isScalar(key)) throw new Unreadable(at, 'a name in the YAML is no text');
      const name = String(key.source ?? key.value);
      const of = this.convert(value, at, deep + 1);
      if (name === '<<' && of.members) {
        for (const [inherited, one] of of.members) if (!members.has(inherited)) members.set(inherited, one);
        continue;
      }
      const before = members.get(name);
      if (before && before.at !== 0 && !of.flow) throw new Unreadable(at, `“${name.slice(0, 40)}” is already there`);
      members.set(name, { ...of, at });
    }
  }
}

/** What a template puts in or leaves out of a text, and the masks of the values that it fills in. */
export class Templates {
  masks = new Masks();
  /** @type {?{line: number, mark: string}} */
  first = null;
  /** Of the first line that is there or not. @type {?{line: number, mark: string}} */
  #condition = null;

  /** @param {Line} line @returns {string} masked; empty: it has nothing but conditions */
  take({ number, text }) {
    const masked = this.masks.mask(text);
    const found = this.masks.in(masked.replace(/(?:^|\s)#.*$/, ''));
    if (!found) return masked;
    this.first ??= { line: number, mark: found.mark };
    const alone = [...masked.trim()].every((sign) => this.masks.in(sign)?.control ?? /\s/.test(sign));
    if (!alone) return masked;
    this.#condition ??= { line: number, mark: found.mark };
    return '';
  }

  /** @param {Tree} tree a name or number @returns {string} */
  fixed({ text, line }) {
    this.masks.refuse(text ?? '', line);
    return text ?? '';
  }

  /**
   * Reads, and refuses the first of: what reading refuses, and a line that is there or not.
   * @template T @param {() => T} read @returns {T}
   */
  reading(read) {
    const condition = this.#condition;
    try {
      const found = read();
      if (!condition) return found;
    } catch (error) {
      if (!condition || !(error instanceof Unreadable) || error.line < condition.line) throw error;
    }
    throw new Unreadable(condition.line, `template: ${condition.mark}`);
  }
}

/**
 * The documents of a YAML text.
 * @param {Line[]} lines @param {Templates} templates
 */
export async function yamlTrees(lines, templates) {
  const yaml = await import('./yaml_parser.js');
  const counter = new yaml.LineCounter();
  const text = lines.map((line) => templates.take(line)).join('\n');
  const lineAt = (/** @type {number} */ offset) => lines[counter.linePos(offset).line - 1]?.number ?? 1;
  return documentsOf(yaml, text, counter).map((document) => {
    const [error] = document.errors;
    const line = error ? lineAt(error.pos[0]) : 0;
    if (error && templates.first && templates.first.line <= line) {
      throw new Unreadable(templates.first.line, `template: ${templates.first.mark}`);
    }
    if (error) throw new Unreadable(line, 'this is not YAML');
    return new Converter(yaml, lineAt).convert(/** @type {?YamlNode} */ (document.contents), lines[0]?.number ?? 1);
  });
}

/** @param {Yaml} yaml @param {string} text @param {import('yaml').LineCounter} lineCounter */
function documentsOf(yaml, text, lineCounter) {
  try {
    const options = { lineCounter, uniqueKeys: false, prettyErrors: false, logLevel: /** @type {const} */ ('error') };
    return [...yaml.parseAllDocuments(text, options)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the parser calls itself for each level
    throw new Unreadable(1, 'the YAML is nested too deeply');
  }
}

/**
 * The documents of a text of YAML or JSON. What stands before JSON is skipped.
 * @param {import('./pasted.js').Pasted} pasted @param {Line[]} lines @param {Templates} templates
 */
export async function treesOf(pasted, lines, templates) {
  const filled = lines.filter(({ text }) => text.trim() !== '');
  // In YAML no bracket stands in the first column below other lines.
  const first = filled.findIndex(({ text }, i) => (i === 0 ? /^\s*[[{]/ : /^[[{]/).test(text));
  const before = filled.slice(0, Math.max(0, first));
  if (first < 0 || before.some(({ text }) => /^---/.test(text))) return yamlTrees(lines, templates);
  for (const { number } of before) pasted.skip(number, 'text');
  return jsonValues(lines.filter(({ number }) => number >= filled[first].number));
}

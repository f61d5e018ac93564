// Documents of YAML, and of JSON, with the place of everything in their text.
import { Unreadable } from '../reading/form.js';
import { kAnchors } from './words.js';

/** @typedef {typeof import('../reading/yaml_parser.js')} Yaml */
/** @typedef {import('yaml').ParsedNode} Node */
/** @typedef {import('yaml').YAMLMap.Parsed} YamlMap */
/** @typedef {import('yaml').YAMLSeq.Parsed} List */

/** @param {string} text @returns {Promise<{yaml: Yaml, documents: (?Node)[]}>} */
export async function placesIn(text) {
  const yaml = await import('../reading/yaml_parser.js');
  const documents = yaml.parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  return {
    yaml,
    documents: [...documents].map((document) => {
      const [error] = document.errors;
      if (error) throw new Unreadable(0, 'this is not YAML');
      return /** @type {?Node} */ (document.contents);
    }),
  };
}

/** A value in the quotation marks that stand there. @param {string} raw @param {string} value */
export function inPlace(raw, value) {
  const quote = /^["']/.exec(raw)?.[0] ?? '';
  if (/["'\\\s]/.test(value)) throw new Unreadable(0, `“${value.slice(0, 60)}” is no address of a server`);
  const needs = quote === '' && !/^[A-Za-z0-9][\w.-]*$/.test(value) && !/^[0-9A-Fa-f]+(?::[0-9A-Fa-f]*)+$/.test(value);
  return needs ? `"${value}"` : `${quote}${value}${quote}`;
}

const camel = (/** @type {string} */ name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

export class Walker {
  /** @type {Yaml} */
  #yaml;
  /** @type {(offset: number) => number} */
  #lineOf;
  /** @type {string} */
  #text;

  /** @param {Yaml} yaml @param {string} text @param {(offset: number) => number} lineOf */
  constructor(yaml, text, lineOf) {
    [this.#yaml, this.#text, this.#lineOf] = [yaml, text, lineOf];
  }

  /** Refuses what stands for something else. @param {Node} node @returns {Node} */
  plain(node) {
    if (this.#yaml.isAlias(node) || node.anchor || node.tag) {
      throw new Unreadable(this.#lineOf(node.range[0]), kAnchors);
    }
    return node;
  }

  /** @param {?Node | undefined} node @returns {node is YamlMap} */
  isMap(node) {
    return this.#yaml.isMap(node);
  }

  /** @param {?Node | undefined} node @returns {node is List} */
  isList(node) {
    return this.#yaml.isSeq(node);
  }

  /** The pairs of a map by name. @param {YamlMap} map @returns {[string, ?Node][]} */
  pairs(map) {
    return map.items.map(({ key, value }) => {
      const name = String(/** @type {import('yaml').Scalar | null} */ (key)?.value ?? '');
      if (name === '<<') throw new Unreadable(this.#lineOf(map.range[0]), kAnchors);
      return [name, /** @type {?Node} */ (value)];
    });
  }

  /** A member by its name in snake_case, or one of one. @param {?Node | undefined} node @param {string[]} names */
  member(node, ...names) {
    let found = /** @type {?Node} */ (node ?? null);
    for (const name of names) {
      if (!found || !this.isMap(found)) return null;
      const pairs = this.pairs(found);
      found = pairs.find(([one]) => one === name || one === camel(name))?.[1] ?? null;
      if (found) this.plain(found);
    }
    return found;
  }

  /** A scalar's text. @param {?Node | undefined} node */
  text(node) {
    if (!node || !this.#yaml.isScalar(node)) return null;
    const { type, value, source } = /** @type {import('yaml').Scalar} */ (node);
    return /^QUOTE|^BLOCK/.test(type ?? '') ? String(value) : (source ?? String(value));
  }

  /**
   * An item of a list, with the dash before it.
   * @param {List} list @param {Node} item @returns {{from: number, to: number}}
   */
  span(list, item) {
    const [from, to] = [this.plain(item).range[0], item.range[1]];
    if (list.flow) return { from, to };
    const dash = /-[ \t]*$/.exec(this.#text.slice(0, from));
    if (!dash) throw new Unreadable(this.#lineOf(from), 'this server does not begin in the line of its dash');
    const end = from + this.#text.slice(from, to).trimEnd().length;
    return { from: dash.index, to: end };
  }
}

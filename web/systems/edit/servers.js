// The servers of a text, and what makes them the nodes that are wanted.
import { Unreadable } from '../reading/form.js';
import { planOf } from './plan.js';
import { Items } from './source.js';
import { kTemplateLine } from './words.js';

/** @typedef {import('./edit.js').Item} Item */
/** @typedef {import('./edit.js').Node} Node */
/** @typedef {import('./edit.js').Change} Change */
/** @typedef {import('./source.js').Source} Source */
/** @typedef {import('../reading/form.js').ReadNode} ReadNode */
/** @typedef {import('./edit.js').Editor<T>} Editor @template {Item} T */

/** Addresses that nobody knows but who asks. */
export class Asks extends Error {
  /** @param {string[]} names of nodes */
  constructor(names) {
    super('the addresses of new servers are not known');
    this.names = names;
  }
}

/** The changes of a text. */
export class Servers {
  /** @type {Editor<any>} */
  #editor;
  /** @type {Item[]} */
  #items;
  /** @type {Map<string, {item: number, last: boolean}>} */
  #places = new Map();
  /** @type {ReadNode[]} */
  #nodes;
  /** @type {Source} */
  #source;

  /**
   * @param {Source} source
   * @param {Editor<any>} editor
   * @param {Item[]} items
   * @param {ReadNode[]} nodes as they were read
   */
  constructor(source, editor, items, nodes) {
    [this.#source, this.#editor, this.#items, this.#nodes] = [source, editor, items, nodes];
    const known = new Set(nodes.map(({ name }) => name));
    items.forEach(({ names, twice }, item) => {
      if (twice) return;
      names.forEach((name, i) => known.has(name) && this.#places.set(name, { item, last: i === names.length - 1 }));
    });
    if ([...this.#places.keys()].join('\n') !== nodes.map(({ name }) => name).join('\n')) {
      throw new Unreadable(0, 'the servers of this text cannot be told apart line by line');
    }
  }

  #itemOf(/** @type {string} */ name) {
    return /** @type {{item: number, last: boolean}} */ (this.#places.get(name));
  }

  /** Refuses to change a server that is more than one. @param {string} name */
  #single(name) {
    const { item } = this.#itemOf(name);
    const again = this.#items.find(({ names, twice }) => twice && names.includes(name));
    const why = this.#items[item].fixed;
    if (again)
      throw new Unreadable(this.#source.numberOf(again.from), `${name} is in the text twice: change it by hand`);
    if (why) throw new Unreadable(this.#source.numberOf(this.#items[item].from), why);
    return item;
  }

  /** @param {Node} node @param {ReadNode} was @returns {?Change} null: nothing differs */
  #differs(node, { name, weight = 1, down = false }) {
    const change = {
      node,
      name: node.name !== name,
      weight: node.weight !== weight,
      down: Boolean(node.down) !== down,
    };
    return change.name || change.weight || change.down ? change : null;
  }

  /** @param {Node[]} wanted @param {boolean} commas */
  splices(wanted, commas) {
    const names = this.#nodes.map(({ name }) => name);
    const plan = planOf(names, wanted);
    if (plan.kept.length === 0 && !plan.come.some(({ moved }) => moved >= 0)) {
      throw new Unreadable(0, 'no node of the page is a server of this text');
    }
    const list = new Items(this.#source, this.#items, { commas, comment: this.#editor.comment });
    this.#ask(plan.come.filter(({ moved }) => moved < 0).map(({ node }) => node));
    for (const { item, node } of plan.kept) {
      const change = this.#differs(node, this.#nodes[item]);
      if (!change) continue;
      const place = this.#single(names[item]);
      list.replace(this.#items[place], this.#editor.changed(this.#items[place], change));
    }
    list.remove(plan.gone.map((item) => this.#single(names[item])));
    this.#come(plan, list);
    return list.splices;
  }

  /** @param {Node[]} nodes */
  #ask(nodes) {
    const names = nodes.filter((node) => this.#editor.address(node, this.#items) === null).map(({ name }) => name);
    if (names.length > 0) throw new Asks(names);
  }

  /** @param {import('./plan.js').Plan} plan @param {Items} list */
  #come({ come }, list) {
    const names = this.#nodes.map(({ name }) => name);
    for (let i = 0; i < come.length; ) {
      const { after } = come[i];
      const texts = /** @type {string[]} */ ([]);
      const { item, last } = this.#itemOf(names[Math.max(after, 0)]);
      if (after >= 0 && !last) throw new Unreadable(this.#source.numberOf(this.#items[item].from), kTemplateLine);
      for (; come[i]?.after === after; ++i) texts.push(this.#textOf(come[i], item));
      list.insert(texts, item, after < 0);
    }
  }

  /** @param {import('./plan.js').Come} come @param {number} near */
  #textOf({ node, moved }, near) {
    if (moved < 0) return this.#editor.added(node, this.#items, this.#items[near]);
    const was = this.#nodes[moved];
    const item = this.#items[this.#single(was.name)];
    const change = this.#differs(node, was);
    return change ? this.#editor.changed(item, change) : item.text;
  }
}

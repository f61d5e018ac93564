// Figure 2: a ring whose nodes can be dragged. A node sits at the hash of its name, so dragging it renames it.
import { byRing, keyPlaces, kNewcomer, kNodes, kPrefix, movedOf, nameAt, nodePlace } from './arithmetic.js';
import { latest } from './story_core.js';
import { Figure } from './figure.js';
import { placeAt, ring, ringLayout } from './pictures.js';
import { links } from './scenarios.js';
import { words } from './story_words.js';

const kDegree = 1 / 360;
/** @type {Record<string, number>} degrees by key */
const kSteps = { ArrowRight: 3, ArrowUp: 3, ArrowLeft: -3, ArrowDown: -3, PageUp: 15, PageDown: -15 };

/** @typedef {{letter: string, name: string, place: number}} RingNode */
/** @typedef {{owners: number[], nodes: RingNode[]}} Before a change, or when the reader took hold of a node */
/** @typedef {import('./answers.js').LogEntry} LogEntry */

/**
 * @param {string} letter
 * @param {string} name
 * @returns {RingNode}
 */
const nodeOf = (letter, name = letter) => ({ letter, name, place: nodePlace(name) });

export class Ring extends Figure {
  #nodes = kNodes.map((letter) => nodeOf(letter));
  #ask = latest();
  /** @type {?Before} */
  #before = null;
  /** @type {?number} the node that the reader holds: #before is set then */
  #held = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.part('add').onclick = () => (this.#nodes.length > kNodes.length ? this.#remove() : this.#add());
    this.part('reset').onclick = () => {
      this.#nodes = kNodes.map((letter) => nodeOf(letter));
      this.#before = null;
      this.#held = null; // another finger may still be on a node
      this.#draw();
      this.say(words.ring.reset);
      this.sayExactly('');
    };
    this.#listen();
  }

  get #svg() {
    return /** @type {SVGSVGElement} */ (this.part('picture').querySelector('svg'));
  }

  get #handles() {
    return /** @type {NodeListOf<SVGElement>} */ (this.#svg.querySelectorAll('.node'));
  }

  get #owners() {
    return byRing(this.#nodes.map(({ place }) => place));
  }

  #listen() {
    this.#handles.forEach((handle, node) => {
      // touch-action has no effect inside an SVG: a finger on a node drags it, elsewhere it scrolls the page.
      handle.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false });
      handle.onpointerdown = (event) => {
        handle.setPointerCapture(event.pointerId);
        this.#take(node);
      };
      handle.onpointermove = (event) => {
        if (this.#held === node) this.#move(node, this.#placeOf(event));
      };
      handle.onpointerup = handle.onpointercancel = () => this.#release();
      handle.onkeydown = (event) => {
        const step = kSteps[event.key];
        if (!step) return;
        event.preventDefault();
        if (this.#held === null) this.#take(node);
        this.#move(node, (this.#nodes[node].place + step * kDegree + 1) % 1);
      };
      handle.onkeyup = handle.onblur = () => this.#release();
    });
  }

  /** @param {PointerEvent} event */
  #placeOf({ clientX, clientY }) {
    const matrix = /** @type {DOMMatrix} */ (this.#svg.getScreenCTM()); // the picture is drawn
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return placeAt(point.x, point.y);
  }

  /** @param {number} node */
  #take(node) {
    this.#held = node;
    this.#before = { owners: this.#owners, nodes: this.#nodes };
  }

  /**
   * @param {number} node
   * @param {number} place
   */
  #move(node, place) {
    const { letter } = this.#nodes[node];
    this.#nodes = this.#nodes.with(node, nodeOf(letter, nameAt(letter, place)));
    this.#draw();
    this.#sayDragged(node);
  }

  /**
   * Says between which nodes keys moved: the dragged one and those that gave to it or took from it.
   * @param {number} node
   */
  #sayDragged(node) {
    const { owners } = /** @type {Before} */ (this.#before),
      now = this.#owners;
    const moved = movedOf(owners, now);
    const others = [...new Set(moved.flatMap((key) => [owners[key], now[key]]))].sort((a, b) => a - b);
    const { letter, name } = this.#nodes[node];
    this.say(
      words.ring.dragged(
        letter,
        name,
        moved.length,
        others.map((other) => this.#nodes[other].name),
      ),
    );
  }

  #release() {
    if (this.#held === null) return;
    this.#held = null;
    const before = /** @type {Before} */ (this.#before).nodes;
    const changed = this.#nodes.flatMap(({ name }, node) =>
      name === before[node].name ? [] : [{ rename: before[node].name, to: name }],
    );
    if (changed.length > 0) this.#count(before, changed);
  }

  /**
   * @param {RingNode[]} before
   * @param {LogEntry[]} log
   */
  #count(before, log) {
    /** @type {import('./answers.js').PlaceInput} */
    const input = {
      strategy: 'ring',
      params: { vnodes: 1 },
      nodes: before.map(({ name }) => name),
      keys: { kind: 'sequential', count: 100_000, prefix: kPrefix },
    };
    this.sayExactly('');
    this.exactly(this.#ask('change', { input, log }), ({ share }) => this.sayExactly(words.ring.exactly(share)));
  }

  #add() {
    const before = this.#nodes;
    this.#before = { owners: this.#owners, nodes: before };
    this.#nodes = [...before, nodeOf(kNewcomer)];
    this.#draw();
    const { owners } = this.#before,
      now = this.#owners;
    const moved = movedOf(owners, now);
    this.say(words.ring.added(moved.length, this.#namesOf(moved.map((key) => owners[key]))));
    this.#count(before, [{ add: kNewcomer }]);
  }

  #remove() {
    const before = this.#nodes;
    this.#before = { owners: this.#owners, nodes: before };
    this.#nodes = before.slice(0, kNodes.length);
    this.#draw();
    const { owners } = this.#before,
      now = this.#owners;
    const moved = movedOf(owners, now);
    this.say(words.ring.removed(moved.length, this.#namesOf(moved.map((key) => now[key]))));
    this.#count(before, [{ remove: before[before.length - 1].name }]);
  }

  /** @param {number[]} nodes */
  #namesOf(nodes) {
    return [...new Set(nodes)].map((node) => this.#nodes[node].name);
  }

  #draw() {
    const owners = this.#owners;
    const there = this.#handles.length;
    if (there !== this.#nodes.length) {
      this.part('picture').innerHTML = ring(this.#nodes, keyPlaces, owners, words.ringLabel, words.nodeLabel);
      this.#listen();
    }
    this.#place(owners);
    this.part('add').textContent = this.#nodes.length > kNodes.length ? words.ring.remove : words.ring.add;
    this.part('reset').disabled =
      this.#nodes.length === kNodes.length && this.#nodes.every(({ letter, name }) => letter === name);
    this.setLink(links.ring(this.#nodes));
  }

  /** @param {number[]} owners */
  #place(owners) {
    const { arcs, handles, names } = ringLayout(this.#nodes, keyPlaces);
    const svg = this.#svg;
    svg.querySelectorAll('.arcs path').forEach((path, node) => path.setAttribute('d', arcs[node]));
    svg.querySelectorAll('.keys circle').forEach((dot, key) => {
      const moved = this.#before && this.#before.owners[key] !== owners[key];
      dot.setAttribute('class', `n${owners[key]}${moved ? ' moved' : ''}`);
    });
    this.#handles.forEach((handle, node) => {
      const { name, place } = this.#nodes[node];
      for (const circle of handle.querySelectorAll('circle')) {
        circle.setAttribute('cx', String(handles[node].x));
        circle.setAttribute('cy', String(handles[node].y));
      }
      const text = /** @type {SVGTextElement} */ (handle.querySelector('text'));
      text.textContent = name;
      text.setAttribute('x', String(names[node].x));
      text.setAttribute('y', String(names[node].y));
      text.setAttribute('text-anchor', names[node].anchor);
      const degrees = Math.round(place * 360) % 360;
      handle.setAttribute('aria-valuenow', String(degrees));
      handle.setAttribute(
        'aria-valuetext',
        words.nodeValue(name, degrees, owners.filter((owner) => owner === node).length),
      );
    });
  }
}

// The scenario as text and HTML controls, beside the canvas: for screen readers, and for whoever prefers forms.
// It knows no strategy: the choices come from the registry, what it shows comes from the state, and changes go
// through the same requests as in the canvas (web/api/request.def).
import { number, onLanguage, percent, t } from '../text/language.js';
import { addForms } from './style.js';
import { addMarkup, part } from './markup.js';
import { TextComparison } from './comparison.js';
import { TextMeasures } from './measures.js';
import { TextLoad } from './requests.js';
import {
  choose,
  fillTable,
  grouped,
  labelled,
  option,
  paramControl,
  say,
  show,
  showFlows,
  showHash,
  showParams,
} from './parts.js';

/** Resolves when its style sheet is there. */
export const styled = addForms;

/** @typedef {import('../api/shapes.js').State} State */
/** @typedef {import('../api/shapes.js').StateNode} StateNode */
/** @typedef {import('../api/shapes.js').Registry} Registry */
/** @typedef {import('../api/shapes.js').Request} Request */
/** @typedef {import('../api/answers.js').StrategyInfo} Strategy */
/** @typedef {import('../api/answers.js').Controls} Controls */
/** @typedef {import('./markup.js').Parts} Parts */
/** @typedef {{step: string, value: string, node?: string, note?: string}} KeyStep from a key to its owner */

const kMore = 'more'; // in the menu of strategies: load the second build, which has more of them
const kRowsAtFirst = 100; // a table of 10,000 nodes takes a second to lay out

export class TextView {
  #section;
  /** @type {Registry} */
  #registry;
  #read;
  #run;
  #loadMore;
  #strategy = ''; // whose parameters are shown
  #maxRows = kRowsAtFirst;
  /** @type {number | undefined} the key's entry with which the form for moves was last filled */
  #entry;
  #comparison;
  #load;
  #measures;
  #refused = ''; // why the last request was refused
  #moving = document.createElement('p'); // how to do the same in the canvas
  #shape = document.createElement('label'); // chooses whether rings are drawn as lines
  #line = Object.assign(document.createElement('input'), { type: 'checkbox' }); // in it

  /**
   * @param {HTMLElement} section
   * @param {{registry: () => Registry, read: () => State, run: (request: Request) => ?{error: string},
   *   loadMore: ?(() => void)}} model `loadMore`: loads the page with more systems, if there are more
   */
  constructor(section, { registry, read, run, loadMore }) {
    this.#section = section;
    addMarkup(section);

    this.#read = read;
    this.#run = run;
    this.#loadMore = loadMore;
    this.#registry = registry();
    this.#comparison = new TextComparison(this.#registry, (request) => this.#ask(request));
    this.#load = new TextLoad((request) => this.#ask(request));
    this.#list(this.#registry);
    this.#shape.append(this.#line, ' ', document.createElement('span'));
    part('picture').after(this.#shape);
    part('move').append(this.#moving);
    this.#measures = new TextMeasures(part('more-nodes'), this.#shape);
    this.#connect();
    onLanguage(() => {
      this.#list(registry());
      this.update();
    });
  }

  /** The choices, in the language of the registry. @param {Registry} registry */
  #list(registry) {
    this.#registry = registry;
    this.#strategy = '';
    part('story').href = t('story.html');
    part('strategy').replaceChildren(...grouped(registry.strategies));
    if (this.#loadMore) part('strategy').append(new Option(t('More systems…'), kMore));
    part('kind').replaceChildren(part('kind').options[0], ...registry.kinds.map(option));
    this.#comparison.list(registry);
  }

  get open() {
    return !this.#section.hidden;
  }

  set open(open) {
    this.#section.hidden = !open;
    part('open').setAttribute('aria-expanded', String(open));
    if (open) this.update();
    part(open ? 'title' : 'open').focus();
  }

  /** Shows the current state, but leaves alone what somebody is typing. */
  update() {
    if (!this.open) return;
    const state = this.#read();
    if (!state?.nodes) return; // nothing is computed yet
    part('headline').textContent = state.headline;
    say(part('notice'), this.#refused || state.notice);
    this.#showControls(state.controls);
    for (const step of /** @type {const} */ (['undo', 'redo'])) this.#button(step).disabled = !state[step];
    this.#showNodes(state);
    this.#showStrategy(state);
    this.#comparison.show(state.compare);
    this.#measures.show(state.compare[0]);
    this.#load.show(state, this.#maxRows);
    show(part('count'), state.keys);
    part('count').disabled = state.own_keys !== undefined;
    choose(part('kind'), state.kind);
    show(part('seed'), state.seed);
    part('picture').textContent = state.picture;
    this.#shape.hidden = state.ring === undefined;
    /** @type {Element} */ (this.#shape.querySelector('span')).textContent = t('Draw the ring as a line');
    this.#line.checked = state.ring === 'line';
    this.#showKey(state.inspected);
    this.#showMove(state);
    this.#showMovement(state);
  }

  /** @param {string} request what it does */
  #button(request) {
    return /** @type {HTMLButtonElement} */ (this.#section.querySelector(`[data-do=${request}]`));
  }

  /** Whether it was done. @param {Request} request */
  #ask(request) {
    this.#refused = this.#run(request)?.error ?? '';
    this.update();
    return this.#refused === '';
  }

  /**
   * A link may keep readers from changing some settings (web/state/link_view.h); their values are still shown.
   * @param {Controls} controls
   */
  #showControls(controls) {
    const sets = /** @type {NodeListOf<HTMLFieldSetElement>} */ (this.#section.querySelectorAll('[data-controls]'));
    for (const set of sets) set.disabled = controls[/** @type {keyof Controls} */ (set.dataset.controls)] !== 'free';
    const fixed = !Object.values(controls).includes('free');
    for (const step of ['undo', 'redo', 'reset']) this.#button(step).hidden = fixed;
    part('add').hidden = controls.nodes !== 'free';
  }

  /** @param {State} state */
  #showNodes({ nodes, weights }) {
    /** @type {StateNode[]} */
    const shown = nodes.slice(0, this.#maxRows);
    fillTable(
      part('nodes'),
      shown,
      (row) => this.#makeNodeRow(row),
      (row, node) => {
        const [, , keys, fair] = row.cells;
        const { name, weight, remove } = controlsOf(row);
        row.dataset.node = node.name;
        labelled(name, t('Name of {0}', node.name));
        show(name, node.name);
        labelled(weight, t('Weight of {0}', node.name));
        show(weight, node.weight);
        weight.disabled = !weights;
        keys.textContent = number(node.keys);
        fair.textContent = number(Math.round(node.fair));
        labelled(remove, t('Remove {0}', node.name));
        remove.disabled = nodes.length === 1;
      },
    );
    part('more-nodes').hidden = shown.length === nodes.length;
    part('no-weights').hidden = weights;
  }

  /** @param {HTMLTableRowElement} row */
  #makeNodeRow(row) {
    row.innerHTML =
      '<td><input spellcheck="false" autocomplete="off"></td>' +
      '<td><input type="number" min="0" step="any"></td><td class="number"></td><td class="number"></td>' +
      '<td><button type="button">Remove</button></td>';
    const { name, weight, remove } = controlsOf(row);
    const node = () => /** @type {string} */ (row.dataset.node);
    name.onchange = () => this.#ask({ do: 'rename_node', node: node(), name: name.value });
    weight.onchange = () => this.#ask({ do: 'weigh_node', node: node(), weight: weight.valueAsNumber });
    remove.onclick = () => this.#ask({ do: 'remove_node', node: node() });
  }

  /** @param {State} state */
  #showStrategy(state) {
    /** @type {Strategy[]} */
    const strategies = this.#registry.strategies;
    const strategy = /** @type {Strategy} */ (strategies.find(({ id }) => id === state.strategy));
    choose(part('strategy'), strategy.id);
    part('summary').textContent = `${strategy.summary} ${strategy.limits}`;
    if (this.#strategy !== strategy.id) {
      this.#strategy = strategy.id;
      part('params').replaceChildren(
        ...strategy.params.map((spec) => paramControl(spec, (request) => this.#ask(request))),
      );
    }
    showParams(part('params'), strategy, state);
    showHash(part('hash'), part('hash-fixed'), this.#registry.hashes, state);
  }

  /** @param {{key: string, error: string, steps: KeyStep[], more: KeyStep[], before: string}} inspected */
  #showKey({ key, error, steps, more, before }) {
    show(part('key'), key);
    say(part('key-refused'), error);
    const words = steps.map(
      ({ step, value, node, note }) =>
        `${step}: ${[note ? `${value} (${note})` : value, node].filter(Boolean).join(', ')}`,
    );
    const list = part('steps');
    // Rewritten only if it differs, so that a screen reader says it once.
    if ([...list.children].map((/** @type {Element} */ item) => item.textContent).join('\n') !== words.join('\n')) {
      list.replaceChildren(...words.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
    }
    say(part('future'), more.map(({ step, value }) => `${step}: ${value}.`).join(' '));
    say(part('before'), before && t('Before the last change it lived on {0}.', before));
  }

  /** The entries of the key that is looked up, until somebody types others. @param {State} state */
  #showMove({ entries_title: title, entries, inspected, nodes }) {
    const form = part('move');
    form.hidden = entries === 0;
    if (form.hidden) return;
    /** @type {Element} */ (form.querySelector('legend')).textContent = t(
      'Move {0} by hand, 0 to {1}',
      title,
      entries - 1,
    );
    say(
      this.#moving,
      t(
        'In the canvas, drag “Move…” beside the key onto a node; or press it, with Enter or a finger, and choose the node.',
      ),
    );
    const { first, last, node } = form.elements;
    /** @type {string[]} */
    const names = nodes.map((/** @type {StateNode} */ { name }) => name);
    const offered = [...node.options].map((/** @type {HTMLOptionElement} */ { value }) => value);
    if (offered.join('\n') !== names.join('\n')) {
      const chosen = node.value;
      node.replaceChildren(...names.map((name) => new Option(name)));
      if (names.includes(chosen)) node.value = chosen;
    }
    if (inspected.entry === undefined || inspected.entry === this.#entry) return;
    this.#entry = inspected.entry;
    for (const input of [first, last]) show(input, inspected.entry);
  }

  /** @param {State} state */
  #showMovement(state) {
    part('moved').textContent =
      state.moved === 0
        ? t('No keys moved.')
        : t(
            '{0} of {1} keys moved ({2}), {3} unnecessarily.',
            state.moved,
            state.keys,
            percent(state.moved_share),
            state.needless,
          );
    part('map').textContent = state.key_map;
    showFlows(part('flows'), state.flows, this.#maxRows);
  }

  #connect() {
    /**
     * @template {'count' | 'key' | 'seed' | 'hash' | 'kind'} Name
     * @param {Name} name @param {(field: Parts[Name]) => Request} request
     */
    const onChange = (name, request) => {
      const field = part(name);
      field.onchange = () => this.#ask(request(field));
    };
    part('strategy').onchange = () => {
      const { value } = part('strategy');
      if (value === kMore) this.#loadMore?.();
      else this.#ask({ do: 'set_strategy', strategy: value });
    };
    onChange('hash', ({ value }) => ({ do: 'set_hash', hash: value }));
    onChange('count', ({ valueAsNumber }) => ({ do: 'set_keys', count: valueAsNumber }));
    onChange('kind', ({ value }) => ({ do: 'set_keys', kind: value }));
    onChange('key', ({ value }) => ({ do: 'inspect', key: value }));
    onChange('seed', ({ value }) => ({ do: 'set_seed', seed: value }));
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (this.#section.querySelectorAll('[data-do]'));
    for (const button of buttons) button.onclick = () => this.#ask(/** @type {Request} */ ({ do: button.dataset.do }));
    this.#line.onchange = () => this.#ask({ do: 'draw_rings', as_lines: this.#line.checked });
    const [add, move] = [part('add'), part('move')];
    add.onsubmit = (event) => {
      event.preventDefault();
      const { name, weight } = add.elements;
      if (this.#ask({ do: 'add_node', name: name.value, weight: weight.valueAsNumber })) add.reset();
    };
    move.onsubmit = (event) => {
      event.preventDefault();
      const { first, last, node } = move.elements;
      this.#ask({ do: 'move_entries', first: first.valueAsNumber, last: last.valueAsNumber, node: node.value });
    };
    part('more-nodes').onclick = () => {
      this.#maxRows = Infinity;
      this.update();
    };
    // A refused value stays to be corrected; when its field loses the focus, the value in effect comes back.
    this.#section.addEventListener('focusout', () => this.update());
    part('close').onclick = () => {
      this.open = false;
    };
    part('open').onclick = () => {
      this.open = !this.open;
    };
  }
}

/**
 * The controls of a node's row.
 * @param {HTMLTableRowElement} row
 * @returns {{name: HTMLInputElement, weight: HTMLInputElement, remove: HTMLButtonElement}}
 */
function controlsOf(row) {
  const [name, weight] = row.querySelectorAll('input');
  return { name, weight, remove: /** @type {HTMLButtonElement} */ (row.querySelector('button')) };
}

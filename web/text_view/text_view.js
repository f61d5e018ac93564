// The scenario as text and HTML controls, beside the canvas: for screen readers, and for whoever prefers forms.
// It knows no strategy: the choices come from the registry, what it shows comes from the state, and changes go
// through the same requests as in the canvas (web/api/request_json.h).
import { number, onLanguage, percent, t } from '../text/language.js';
import { addForms } from './style.js';
import { addMarkup } from './markup.js';
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

const kRowsAtFirst = 100; // a table of 10,000 nodes takes a second to lay out

export class TextView {
  #part; // name → element: #part('nodes') is #text-nodes
  #section;
  #registry;
  #read;
  #run;
  #strategy = ''; // whose parameters are shown
  #maxRows = kRowsAtFirst;
  #entry; // the key's entry with which the form for moves was last filled
  #comparison;
  #load;
  #measures;
  #refused = ''; // why the last request was refused
  #moving = document.createElement('p'); // how to do the same in the canvas
  #shape = document.createElement('label'); // chooses whether rings are drawn as lines

  /**
   * @param {HTMLElement} section
   * @param {{registry: () => object, read: () => object, run: (request: object) => ?{error: string}}} model
   */
  constructor(section, { registry, read, run }) {
    this.#section = section;
    addMarkup(section);
    this.#part = (name) => document.getElementById(`text-${name}`);
    this.#read = read;
    this.#run = run;
    this.#comparison = new TextComparison(registry(), (request) => this.#ask(request));
    this.#load = new TextLoad((request) => this.#ask(request));
    this.#list(registry());
    this.#shape.append(
      Object.assign(document.createElement('input'), { type: 'checkbox' }),
      ' ',
      document.createElement('span'),
    );
    this.#part('picture').after(this.#shape);
    this.#part('move').append(this.#moving);
    this.#measures = new TextMeasures(this.#part('more-nodes'), this.#shape);
    this.#connect();
    onLanguage(() => {
      this.#list(registry());
      this.update();
    });
  }

  // The choices, in the language of the registry.
  #list(registry) {
    this.#registry = registry;
    this.#strategy = '';
    this.#part('strategy').replaceChildren(...grouped(registry.strategies));
    this.#part('kind').replaceChildren(this.#part('kind').options[0], ...registry.kinds.map(option));
    this.#comparison.list(registry);
  }

  get open() {
    return !this.#section.hidden;
  }

  set open(open) {
    this.#section.hidden = !open;
    this.#part('open').setAttribute('aria-expanded', String(open));
    if (open) this.update();
    this.#part(open ? 'title' : 'open').focus();
  }

  /** Shows the current state, but leaves alone what somebody is typing. */
  update() {
    if (!this.open) return;
    const state = this.#read();
    if (!state?.nodes) return; // nothing is computed yet
    this.#part('headline').textContent = state.headline;
    say(this.#part('notice'), this.#refused || state.notice);
    this.#showControls(state.controls);
    for (const step of ['undo', 'redo']) this.#section.querySelector(`[data-do=${step}]`).disabled = !state[step];
    this.#showNodes(state);
    this.#showStrategy(state);
    this.#comparison.show(state.compare);
    this.#measures.show(state.compare[0]);
    this.#load.show(state, this.#maxRows);
    show(this.#part('count'), state.keys);
    this.#part('count').disabled = state.own_keys !== undefined;
    choose(this.#part('kind'), state.kind);
    show(this.#part('seed'), state.seed);
    this.#part('picture').textContent = state.picture;
    this.#shape.hidden = state.ring === undefined;
    this.#shape.querySelector('span').textContent = t('Draw the ring as a line');
    this.#shape.querySelector('input').checked = state.ring === 'line';
    this.#showKey(state.inspected);
    this.#showMove(state);
    this.#showMovement(state);
  }

  #ask(request) {
    this.#refused = this.#run(request)?.error ?? '';
    this.update();
    return this.#refused === '';
  }

  // A link may keep readers from changing some settings (web/state/link_view.h); their values are still shown.
  #showControls(controls) {
    for (const part of this.#section.querySelectorAll('[data-controls]')) {
      part.disabled = controls[part.dataset.controls] !== 'free';
    }
    const fixed = !Object.values(controls).includes('free');
    for (const step of ['undo', 'redo', 'reset']) this.#section.querySelector(`[data-do=${step}]`).hidden = fixed;
    this.#part('add').hidden = controls.nodes !== 'free';
  }

  #showNodes({ nodes, weights }) {
    const shown = nodes.slice(0, this.#maxRows);
    fillTable(
      this.#part('nodes'),
      shown,
      (row) => this.#makeNodeRow(row),
      (row, node) => {
        const [name, weight, keys, fair, remove] = row.cells;
        row.dataset.node = node.name;
        labelled(name.firstChild, t('Name of {0}', node.name));
        show(name.firstChild, node.name);
        labelled(weight.firstChild, t('Weight of {0}', node.name));
        show(weight.firstChild, node.weight);
        weight.firstChild.disabled = !weights;
        keys.textContent = number(node.keys);
        fair.textContent = number(Math.round(node.fair));
        labelled(remove.firstChild, t('Remove {0}', node.name));
        remove.firstChild.disabled = nodes.length === 1;
      },
    );
    this.#part('more-nodes').hidden = shown.length === nodes.length;
    this.#part('no-weights').hidden = weights;
  }

  #makeNodeRow(row) {
    row.innerHTML =
      '<td><input spellcheck="false" autocomplete="off"></td>' +
      '<td><input type="number" min="0" step="any"></td><td class="number"></td><td class="number"></td>' +
      '<td><button type="button">Remove</button></td>';
    const [name, weight, , , remove] = row.cells;
    const node = () => row.dataset.node;
    name.firstChild.onchange = ({ target }) => this.#ask({ do: 'rename_node', node: node(), name: target.value });
    weight.firstChild.onchange = ({ target }) =>
      this.#ask({ do: 'weigh_node', node: node(), weight: target.valueAsNumber });
    remove.firstChild.onclick = () => this.#ask({ do: 'remove_node', node: node() });
  }

  #showStrategy(state) {
    const strategy = this.#registry.strategies.find(({ id }) => id === state.strategy);
    choose(this.#part('strategy'), strategy.id);
    this.#part('summary').textContent = `${strategy.summary} ${strategy.limits}`;
    if (this.#strategy !== strategy.id) {
      this.#strategy = strategy.id;
      this.#part('params').replaceChildren(
        ...strategy.params.map((spec) => paramControl(spec, (request) => this.#ask(request))),
      );
    }
    showParams(this.#part('params'), strategy, state);
    showHash(this.#part('hash'), this.#part('hash-fixed'), this.#registry.hashes, state);
  }

  #showKey({ key, error, steps, more, before }) {
    show(this.#part('key'), key);
    say(this.#part('key-refused'), error);
    const words = steps.map(
      ({ step, value, node, note }) =>
        `${step}: ${[note ? `${value} (${note})` : value, node].filter(Boolean).join(', ')}`,
    );
    const list = this.#part('steps');
    // Rewritten only if it differs, so that a screen reader says it once.
    if ([...list.children].map((item) => item.textContent).join('\n') !== words.join('\n')) {
      list.replaceChildren(...words.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
    }
    say(this.#part('future'), more.map(({ step, value }) => `${step}: ${value}.`).join(' '));
    say(this.#part('before'), before && t('Before the last change it lived on {0}.', before));
  }

  // The entries of the key that is looked up, until somebody types others.
  #showMove({ entries_title: title, entries, inspected, nodes }) {
    const form = this.#part('move');
    form.hidden = entries === 0;
    if (form.hidden) return;
    form.querySelector('legend').textContent = t('Move {0} by hand, 0 to {1}', title, entries - 1);
    say(
      this.#moving,
      t(
        'In the canvas, drag “Move…” beside the key onto a node; or press it, with Enter or a finger, and choose the node.',
      ),
    );
    const { first, last, node } = form.elements;
    const names = nodes.map(({ name }) => name);
    if ([...node.options].map(({ value }) => value).join('\n') !== names.join('\n')) {
      const chosen = node.value;
      node.replaceChildren(...names.map((name) => new Option(name)));
      if (names.includes(chosen)) node.value = chosen;
    }
    if (inspected.entry === undefined || inspected.entry === this.#entry) return;
    this.#entry = inspected.entry;
    for (const input of [first, last]) show(input, inspected.entry);
  }

  #showMovement(state) {
    this.#part('moved').textContent =
      state.moved === 0
        ? t('No keys moved.')
        : t(
            '{0} of {1} keys moved ({2}), {3} unnecessarily.',
            state.moved,
            state.keys,
            percent(state.moved_share),
            state.needless,
          );
    this.#part('map').textContent = state.key_map;
    showFlows(this.#part('flows'), state.flows, this.#maxRows);
  }

  #connect() {
    const onChange = (name, request) => {
      this.#part(name).onchange = ({ target }) => this.#ask(request(target));
    };
    onChange('strategy', ({ value }) => ({ do: 'set_strategy', strategy: value }));
    onChange('hash', ({ value }) => ({ do: 'set_hash', hash: value }));
    onChange('count', ({ valueAsNumber }) => ({ do: 'set_keys', count: valueAsNumber }));
    onChange('kind', ({ value }) => ({ do: 'set_keys', kind: value }));
    onChange('key', ({ value }) => ({ do: 'inspect', key: value }));
    onChange('seed', ({ value }) => ({ do: 'set_seed', seed: value }));
    for (const button of this.#section.querySelectorAll('[data-do]')) {
      button.onclick = () => this.#ask({ do: button.dataset.do });
    }
    const line = this.#shape.querySelector('input');
    line.onchange = () => this.#ask({ do: 'draw_rings', as_lines: line.checked });
    this.#part('add').onsubmit = (event) => {
      event.preventDefault();
      const { name, weight } = event.target.elements;
      if (this.#ask({ do: 'add_node', name: name.value, weight: weight.valueAsNumber })) event.target.reset();
    };
    this.#part('move').onsubmit = (event) => {
      event.preventDefault();
      const { first, last, node } = event.target.elements;
      this.#ask({ do: 'move_entries', first: first.valueAsNumber, last: last.valueAsNumber, node: node.value });
    };
    this.#part('more-nodes').onclick = () => {
      this.#maxRows = Infinity;
      this.update();
    };
    // A refused value stays to be corrected; when its field loses the focus, the value in effect comes back.
    this.#section.addEventListener('focusout', () => this.update());
    this.#part('close').onclick = () => {
      this.open = false;
    };
    this.#part('open').onclick = () => {
      this.open = !this.open;
    };
  }
}

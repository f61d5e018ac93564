// Small parts of the text view: controls that show a value without disturbing whoever is typing into them.
import { number, t, translate } from '../text/language.js';

/** @typedef {import('../api/answers.js').Option} Choice */
/** @typedef {import('../api/answers.js').ParamInfo} ParamSpec */
/** @typedef {import('../api/answers.js').Params} Params */
/** @typedef {(request: import('../api/shapes.js').Request) => unknown} Ask performs a request */

/** A number of bytes in a readable unit. @param {number} count */
export function bytes(count) {
  if (count < 1024) return `${count} ${t('B')}`;
  return count < 1 << 20 ? `${number(count / 1024, 1)} ${t('KiB')}` : `${number(count / (1 << 20), 1)} ${t('MiB')}`;
}

// An argument of a refusal: words, or words with a number, which the table has as "{0} bytes" (as in
// web/text/words.cpp).
/** @param {string} text */
function argument(text) {
  const whole = t(text),
    [digits] = /\d+/.exec(text) ?? [];
  return whole === text && digits ? t(text.replace(digits, '{0}'), digits) : whole;
}

/**
 * The headless core's refusal in the page's language; any other error as it is.
 * @param {any} error what was thrown, here or in a worker: a ReshardError, or another
 */
export function refusalOf({ message, code, field, template, args }) {
  if (template === undefined) return message;
  const words = args.map(argument);
  if (code === 'unsupported' && args.length > 0) words[0] = t(args[0], ...args);
  return t(template, ...words).replace('{field}', field);
}

/** @param {Choice} choice */
export function option({ id, title }) {
  return new Option(title, id);
}

/**
 * Options in groups by `family`, in the order in which families occur.
 * @param {(Choice & {family: string})[]} items
 */
export function grouped(items) {
  /** @type {Map<string, HTMLOptGroupElement>} */
  const groups = new Map();
  for (const item of items) {
    let group = groups.get(item.family);
    if (!group) {
      group = Object.assign(document.createElement('optgroup'), { label: item.family });
      groups.set(item.family, group);
    }
    group.append(option(item));
  }
  return groups.values();
}

/**
 * Puts a value into a text field, unless somebody is changing it.
 * @param {HTMLInputElement} input @param {string | number} value
 */
export function show(input, value) {
  const changing = document.activeElement === input && input.value !== input.defaultValue;
  if (!changing) input.value = input.defaultValue = /** @type {string} */ (value); // a number is written as text
}

/**
 * Shows a text, or hides the element if there is none; a screen reader does not repeat an unchanged text.
 * @param {HTMLElement} element @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = text === '';
}

/**
 * Fills a table with how many keys moved from which node to which, and with what they count if it has a column for it.
 * @param {HTMLTableElement} table
 * @param {import('../api/shapes.js').Flow[]} flows
 * @param {number} maxRows
 */
export function showFlows(table, flows, maxRows) {
  table.hidden = flows.length === 0;
  const counts = table.tHead?.rows[0].cells[3];
  if (counts) counts.hidden = flows[0]?.counted === undefined;
  fillTable(
    table.tBodies[0],
    flows.slice(0, maxRows),
    (row) => {
      row.innerHTML = '<td></td><td></td><td class="number"></td><td class="number"></td>';
    },
    (row, flow) => {
      row.cells[3].hidden = flow.counted === undefined;
      row.cells[3].textContent = flow.counted === undefined ? '' : number(flow.counted);
      row.cells[0].textContent = flow.from || t('no node');
      row.cells[1].textContent = flow.to || t('no node');
      row.cells[2].textContent = number(flow.keys);
    },
  );
}

/**
 * Selects an option; if it is not offered, none is shown as selected.
 * @param {HTMLSelectElement} select @param {string} value
 */
export function choose(select, value) {
  select.value = value;
}

/**
 * Shows the hash functions to choose from, and what there is to say about the one that is set.
 * @param {HTMLSelectElement} select
 * @param {HTMLElement} words
 * @param {(Choice & {only_of_dialects?: boolean})[]} all
 * @param {{hash: string, hashes?: Choice[], hash_fixed?: string, hash_notice?: string}} state
 */
export function showHash(select, words, all, { hash, hashes, hash_fixed: fixed, hash_notice: notice }) {
  const offered = hashes ?? all.filter(({ id, only_of_dialects: special }) => !special || id === hash);
  const set = /** @type {Choice} */ (all.find(({ id }) => id === hash));
  const shown = offered.some(({ id }) => id === hash) ? offered : [...offered, set];
  const same =
    shown.length === select.options.length &&
    shown.every(({ id, title }, i) => select.options[i].value === id && select.options[i].text === title);
  if (!same) select.replaceChildren(...shown.map(option));
  choose(select, hash);
  /** @type {HTMLElement} */ (select.parentElement).hidden = fixed !== undefined;
  say(words, fixed ? t('Hash function: {0}', fixed) : (notice ?? ''));
}

/** @param {Element} control @param {string} label */
export function labelled(control, label) {
  control.setAttribute('aria-label', label);
}

/**
 * A strategy's parameter with its label; `ask` receives what somebody sets it to, as in web/api/request.def.
 * @param {ParamSpec} spec @param {Ask} ask
 */
export function paramControl(spec, ask) {
  const control = /** @type {HTMLSelectElement | HTMLInputElement} */ (
    document.createElement(spec.options ? 'select' : 'input')
  );
  if (spec.options) control.append(...spec.options.map(option));
  else Object.assign(control, { type: 'number', min: spec.min, max: spec.max, step: spec.whole ? 1 : 'any' });
  control.name = spec.key;
  control.onchange = () =>
    ask({
      do: 'set_param',
      key: spec.key,
      value: spec.options ? control.value : /** @type {HTMLInputElement} */ (control).valueAsNumber,
    });
  const label = document.createElement('label');
  label.append(spec.unit ? `${spec.label} (${spec.unit}) ` : `${spec.label} `, control);
  return label;
}

/**
 * Shows a strategy's settings in its paramControl()s, which are in `box`; those without effect are hidden.
 * @param {Element} box
 * @param {{params: ParamSpec[]}} strategy
 * @param {{params: Params, idle_params: string[]}} state
 */
export function showParams(box, strategy, { params, idle_params: idle }) {
  for (const spec of strategy.params) {
    const control = /** @type {HTMLElement} */ (box.querySelector(`[name="${spec.key}"]`));
    /** @type {HTMLElement} */ (control.parentElement).hidden = idle.includes(spec.key);
    if (spec.options) choose(/** @type {HTMLSelectElement} */ (control), /** @type {string} */ (params[spec.key]));
    else show(/** @type {HTMLInputElement} */ (control), params[spec.key]);
  }
}

/**
 * As many rows as items, made with English texts. Rows stay, so that the focus does; if the focused row goes, the last
 * one takes it.
 * @template Item
 * @param {HTMLTableSectionElement} body
 * @param {Item[]} items
 * @param {(row: HTMLTableRowElement) => void} make
 * @param {(row: HTMLTableRowElement, item: Item) => void} fill
 */
export function fillTable(body, items, make, fill) {
  const focused = body.contains(document.activeElement);
  while (body.rows.length > items.length) body.deleteRow(-1);
  while (body.rows.length < items.length) {
    const row = body.insertRow();
    make(row);
    translate(row);
  }
  items.forEach((item, i) => fill(body.rows[i], item));
  if (focused && !body.contains(document.activeElement)) {
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (body.querySelectorAll('button:enabled'));
    [...buttons].at(-1)?.focus();
  }
}

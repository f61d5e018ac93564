// Elements of the lessons' panel and the teacher's page. Text is inserted as text, so that no lesson can inject HTML.

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * An element with properties (or attributes, if the name has a dash) and children, which are elements or text.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} properties any: each element has its own
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  /** @type {any} whose properties are named by a text */
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role' || name === 'for') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * The paragraphs of a text, which blank lines separate.
 * @param {string} text
 */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => el('p', {}, part.trim()));
}

/**
 * A control with its label above it, so that the label stays visible when the control is filled in.
 * @param {string} text
 * @param {HTMLElement} control
 */
export function labelled(text, control) {
  return el('label', {}, el('span', {}, text), control);
}

/**
 * A button that does something.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Record<string, any>} properties
 */
export function button(text, onclick, properties = {}) {
  return el('button', { type: 'button', onclick, ...properties }, text);
}

/**
 * Lets the reader save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveText(name, text) {
  const link = el('a', { href: URL.createObjectURL(new Blob([text], { type: 'application/json' })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
}

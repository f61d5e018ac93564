// A list of what was chosen, each with a button that takes it back.
import { element } from '../tools/dialog.js';

/**
 * @param {HTMLElement} section with a list; hidden where there is nothing
 * @param {{value: string, text: string, label: string}[]} items
 */
export function showChips(section, items) {
  section.hidden = items.length === 0;
  section.querySelector('ul')?.replaceChildren(
    ...items.map(({ value, text, label }) => {
      const item = element('<li><button type="button"></button></li>');
      Object.assign(item.firstElementChild ?? {}, { value, textContent: `${text} ×`, ariaLabel: label });
      return item;
    }),
  );
}

/** @param {HTMLElement} section @param {(value: string) => void} pressed */
export function onChip(section, pressed) {
  section.onclick = ({ target }) => {
    const button = /** @type {Element} */ (target).closest('button');
    if (button) pressed(button.value);
  };
}

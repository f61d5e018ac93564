// Says what is out of sight below, and goes there: first the plots over time, then what breaks something.
import { t } from '../../text/language.js';

const kLeastSeen = 72; // of what counts as in sight, in CSS pixels

/**
 * @param {HTMLElement} dialog the one that scrolls
 * @param {import('./controls.js').PartOf} part
 */
export function tellBelow(dialog, part) {
  const button = /** @type {HTMLButtonElement} */ (part('below'));
  /** @type {?Element} */
  let next = null;
  const update = () => {
    const bar = /** @type {HTMLElement} */ (button.parentElement); // lies over the lower end
    const end = dialog.getBoundingClientRect().bottom - bar.offsetHeight - kLeastSeen;
    const [plots, fault] = [dialog.querySelector('.plots'), part('fault')];
    next = [plots, fault].find((each) => each && each.getBoundingClientRect().top > end) ?? null;
    button.hidden = next === null;
    button.textContent = `${next === plots ? t('Over time') : t('Break something')} ↓`;
  };
  button.onclick = () => {
    const there = next;
    there?.scrollIntoView({ block: there.matches('.plots') ? 'start' : 'center' });
    if (there === part('fault')) part('fault').focus({ preventScroll: true });
    update();
  };
  dialog.addEventListener('scroll', update, { passive: true });
  const sizes = new ResizeObserver(update);
  for (const each of [dialog, part('lanes')]) sizes.observe(each);
}

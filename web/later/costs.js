// What the steps of the timeline cost: bytes that cross the network, and how long that takes.
import { number, t } from '../language.js';
import { Dialog, table } from './dialog.js';
import { percent } from './text_parts.js';

const kUnits = [['B', 1], ['KB', 1e3], ['MB', 1e6], ['GB', 1e9]];
const kHtml = `
  <div class="line">
    <label>Keys in your system <input name="keys" type="number" min="1" step="1" required></label>
    <label>Size of a key with its value <input name="size" type="number" min="0" step="any" value="1" required>
      <select name="unit" aria-label="Unit of the size">${kUnits.map(([unit, bytes]) => `<option value="${bytes}"${unit === 'KB' ? ' selected' : ''}>${unit}</option>`).join('')}</select></label>
    <label>Bandwidth for it, in MB/s <input name="bandwidth" type="number" min="0" step="any" value="100" required></label>
  </div>
  <p data-name="summary" role="status"></p>
  <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The steps"></div>
  <p class="quiet">A moved key is copied once over the network, one step after the other. KB, MB and GB are powers of 1000.</p>`;

const rounded = (value) => number(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);

export function bytesText(bytes) {
  const [unit, size] = [...kUnits, ['TB', 1e12], ['PB', 1e15]].findLast(([, each]) => bytes >= each) ?? kUnits[0];
  return `${rounded(bytes / size)} ${t(unit)}`;
}

export function timeText(seconds) {
  if (!Number.isFinite(seconds)) return t('for ever');
  if (seconds < 60) return t('{0} s', rounded(seconds));
  if (seconds < 3600) return t('{0} min', rounded(seconds / 60));
  return t('{0} h', rounded(seconds / 3600));
}

/** The main strategy's steps up to where one is: {title, share, needless}, or nulls where that is unknown. */
export function costsOf({ at, steps }) {
  return steps.slice(1, at + 1).map(({ title, keys, costs: [cost] }) => ({
    title, share: cost ? cost.moved / keys : null, needless: cost ? cost.needless / keys : null,
  }));
}

class Costs {
  #dialog = new Dialog('costs', 'What it costs', kHtml);
  #page;

  constructor(page) {
    this.#page = page;
    this.#dialog.form.oninput = () => this.#show();
  }

  async open() {
    const keys = this.#dialog.part('keys');
    if (keys.value === '') keys.value = this.#page.state().keys;
    this.#show();
    await this.#dialog.open();
  }

  #show() {
    const part = (name) => this.#dialog.part(name);
    const steps = costsOf(this.#page.bridge.read('timeline'));
    part('tables').replaceChildren();
    if (!this.#dialog.form.checkValidity()) {
      part('summary').textContent = t('Each needs a number: at least one key, a size and a bandwidth of 0 or more.');
      return;
    }
    if (steps.length === 0) {
      part('summary').textContent = t('No change has been made yet: add or remove a node, and its cost is listed here.');
      return;
    }
    const all = part('keys').valueAsNumber * part('size').valueAsNumber * Number(part('unit').value);
    const speed = part('bandwidth').valueAsNumber * 1e6;
    const row = (title, share, needless) => (share === null ? [title, '–', '–', '–', '–']
      : [title, percent(share), percent(needless), bytesText(all * share), timeText((all * share) / speed)]);
    const sum = (of) => steps.reduce((total, step) => total + (of(step) ?? 0), 0);
    const total = row(t('All together'), sum(({ share }) => share), sum(({ needless }) => needless));
    const last = row('', steps.at(-1).share, 0);
    part('summary').textContent = steps.length === 1 ? t('The change moves {0} in {1}.', last[3], last[4])
      : t('The last change moves {0} in {1}; all {2} together move {3} in {4}.', last[3], last[4], steps.length, total[3], total[4]);
    part('tables').append(table(t('Up to the step that is shown'),
      [[t('Step'), t('Moved'), t('Needlessly'), t('Bytes'), t('Time')], ...steps.map(({ title, share, needless }) => row(title, share, needless)), total], steps.length));
  }
}

let dialog = null;

export async function open(page) {
  dialog ??= new Costs(page);
  await dialog.open();
}

// What the steps of the timeline cost: bytes that cross the network, and how long that takes.
import { percent, t } from '../../text/language.js';
import { bytesText, costsOf, kUnits, timeText } from '../tools/amounts.js';
import { countedOf } from '../tools/counted.js';
import { Dialog, table } from '../tools/dialog.js';
import { kSlots } from '../migrate/cluster_nodes.js';
import { kPace, secondsOf } from '../migrate/runbook_redis_pace.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../tools/amounts.js').StepCost} StepCost */
/** @typedef {import('../tools/amounts.js').Shares} Shares */

const kOptions = kUnits.map(
  ([unit, bytes]) => `<option value="${bytes}"${unit === 'KB' ? ' selected' : ''}>${unit}</option>`,
);

const kHtml = `
  <div class="line">
    <label><span class="of-keys">Keys in your system</span><span class="of-rows" hidden>Rows in your system</span>
      <input name="keys" type="number" min="1" step="1" required></label>
    <label><span class="of-keys">Size of a key and its value</span><span class="of-rows" hidden>Size of a row</span>
      <input name="size" type="number" min="0" step="any" value="1" required>
      <select name="unit" aria-label="Unit of size">${kOptions.join('')}</select></label>
    <label>Bandwidth for moving, MB/s <input name="bandwidth" type="number" min="0" step="any" value="100"
      required></label>
  </div>
  <progress name="progress" aria-label="Counting what moved" max="1" value="0"></progress>
  <p data-name="summary" role="status"></p>
  <p data-name="redis" hidden><span data-name="redis-says"></span>
    <button type="button" name="runbook" data-dialog="migrate/runbook">Runbook…</button></p>
  <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="Steps"></div>
  <p class="quiet">Each moved key is copied once over the network, step by step. KB, MB and GB are powers of 1,000.
    <span class="of-rows" hidden>Bytes follow the rows of the keys that moved.</span>
    <span data-name="sampled"></span></p>`;

const kLookAgain = 15; // frames between two checks whether the canvas is still working

class Costs {
  #dialog = new Dialog('costs', 'Bytes and time of the moves', kHtml);
  #page;
  #waiting = 0; // the frame that looks whether more steps have been measured

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    this.#dialog.form.oninput = () => this.#show();
    this.#dialog.part('runbook').onclick = () => this.#dialog.close(); // it opens in its place
    this.#dialog.element.addEventListener('close', () => cancelAnimationFrame(this.#waiting));
  }

  async open() {
    this.#fill();
    await this.#dialog.open();
    this.#show();
  }

  /** @type {?import('../tools/counted.js').Counted} */
  #counted = null;

  // Keeps what the reader has typed as long as it is about the same keys.
  #fill() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name),
      state = this.#page.state();
    const before = this.#counted,
      now = (this.#counted = countedOf(state));
    for (const [of, hidden] of /** @type {[string, boolean][]} */ ([
      ['rows', now === null],
      ['keys', now !== null],
    ])) {
      const all = /** @type {NodeListOf<HTMLElement>} */ (this.#dialog.element.querySelectorAll(`.of-${of}`));
      for (const words of all) words.hidden = hidden;
    }
    part('sampled').textContent =
      now && now.share < 1
        ? t('Which rows moved is counted in {0} of them, those of the sample.', percent(now.counted / now.rows))
        : '';
    if (part('keys').value !== '' && before?.of === now?.of && before?.rows === now?.rows) return;
    part('keys').value = now?.rows ?? state.keys;
    if (before === null && now === null) return;
    part('size').value = now?.rowBytes ? String(Math.round(now.rowBytes * 10) / 10) : '1';
    part('unit').value = now?.rowBytes ? '1' : '1000';
  }

  /** Behind the dialog, the canvas measures the steps a little in each frame. @param {StepCost[]} steps */
  #waitFor(steps) {
    const revision = this.#page.bridge.call('timeline_revision');
    const done = steps.filter(({ measured }) => measured).length;
    this.#dialog.work(done / steps.length, () => this.#dialog.close());
    let frames = 0;
    const look = () => {
      const news =
        this.#page.bridge.call('timeline_revision') !== revision ||
        (++frames % kLookAgain === 0 && !this.#page.state().busy);
      if (news) this.#show();
      else this.#waiting = requestAnimationFrame(look);
    };
    this.#waiting = requestAnimationFrame(look);
  }

  #show() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const steps = costsOf(this.#page.bridge.read('timeline'));
    part('tables').replaceChildren();
    part('redis').hidden = true;
    cancelAnimationFrame(this.#waiting);
    this.#dialog.work(null);
    if (!this.#dialog.form.checkValidity()) {
      part('summary').textContent = t('Each field needs a number: at least 1 key; size and bandwidth 0 or more.');
      return;
    }
    if (steps.length === 0) {
      part('summary').textContent = t('No changes yet. Add or remove a node to see its cost here.');
      return;
    }
    if (steps.some(({ measured }) => !measured) && this.#page.state().busy) {
      part('summary').textContent = t('Counting the keys that each change moved…');
      return this.#waitFor(steps);
    }
    this.#showCosts(steps);
  }

  /** @param {StepCost[]} steps at least one */
  #showCosts(steps) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const all = part('keys').valueAsNumber * part('size').valueAsNumber * Number(part('unit').value);
    const speed = part('bandwidth').valueAsNumber * 1e6;
    const ofRows = this.#counted !== null;
    /** @param {{title: string} & Shares} step */
    const row = ({ title, share, rows, needless }) =>
      share === null
        ? [title, ...(ofRows ? ['–'] : []), '–', '–', '–', '–']
        : [
            title,
            percent(share),
            ...(ofRows ? [percent(rows)] : []),
            percent(needless),
            bytesText(all * rows),
            timeText((all * rows) / speed),
          ];
    const sum = (/** @type {keyof Shares} */ of) => steps.reduce((total, step) => total + (step[of] ?? 0), 0);
    const total = row({ title: t('Total'), share: sum('share'), rows: sum('rows'), needless: sum('needless') });
    const lastStep = steps[steps.length - 1];
    const last = row(lastStep).slice(-2);
    part('summary').textContent =
      lastStep.share === null
        ? t('What the last change moved is not known: it replaced the keys, or there are more than {0}.', 1_000_000)
        : steps.length === 1
          ? t('The change moves {0} in {1}.', ...last)
          : t(
              'The last change moves {0} in {1}; all {2} changes move {3} in {4}.',
              ...last,
              steps.length,
              ...total.slice(-2),
            );
    this.#tellRedis(sum('share'));
    part('tables').append(
      table(
        t('Up to the current step'),
        [
          [t('Step'), t('Moved'), ...(ofRows ? [t('Rows moved')] : []), t('Unnecessary moves'), t('Bytes'), t('Time')],
          ...steps.map(row),
          total,
        ],
        steps.length,
      ),
    );
  }

  /** Bandwidth is not what Redis Cluster waits for. @param {number} share of the slots that move */
  #tellRedis(share) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const { strategies = [] } = this.#page.bridge.read('scenario');
    part('redis').hidden = strategies[0]?.strategy !== 'redis_slots' || share === 0;
    part('redis-says').textContent = t(
      'redis-cli moves keys far more slowly than the network: about {0} in all, at {1} keys per second and {2} ms per slot.',
      timeText(secondsOf({ keys: part('keys').valueAsNumber, ...kPace }, share * kSlots)),
      kPace.keysPerSecond,
      kPace.slotMs,
    );
  }
}

/** @type {?Costs} */
let dialog = null;

/** @param {Page} page */
export async function open(page) {
  dialog ??= new Costs(page);
  await dialog.open();
}

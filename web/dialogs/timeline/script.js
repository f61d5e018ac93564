// The dialog for scripted changes: lines that become steps of the timeline, and an estimate of what they move under
// several strategies, with the cost of switching from one to another and the change after which the switch has paid
// off.
import { number, onLanguage, percent, t } from '../../text/language.js';
import { Core } from '../tools/dialog_core.js';
import { Dialog, kRefused, table } from '../tools/dialog.js';
import { checkPasted } from '../files/doors.js';
import { refusalOf } from '../../text_view/parts.js';
import { inputOf, switchOf } from '../tools/plan.js';
import { kAccepted, kExamples, readScript, requestOf } from './script_lines.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../../api/shapes.js').State} State */
/** @typedef {import('../tools/plan.js').Plan} Plan */
/** @typedef {import('../tools/plan.js').Titled} Titled */
/** @typedef {import('./script_lines.js').Step} Step */

const kBeside = ['ring', 'modulo']; // beside a strategy that has no comparison: as when switching from modulo
const kTimes = (/** @type {number} */ value) => number(value, 2);

const kOptions = kExamples.map(({ id, title }) => `<option value="${id}">${title}</option>`);

const kHtml = `
  <div class="line">
    <label>Example <select name="example">${kOptions.join('')}</select></label>
    <label data-name="failures" hidden>Seed of random failures <input name="seed" type="number" min="0" max="4294967295"
      step="1" value="1"></label>
    <button type="button" name="fill">Insert example</button>
  </div>
  <label for="script-lines">One change per line; text after # is a comment</label>
  <textarea id="script-lines" name="lines" rows="9" spellcheck="false" autocomplete="off"></textarea>
  <p class="quiet"><code>${kAccepted}</code>. <span>Put names with spaces in quotes.</span></p>
  ${kRefused}
  <p class="quiet">Run makes each line a step of the timeline. Estimate only computes what the lines would move,
    and whether switching strategy pays off.</p>
  <p class="buttons">
    <button name="run" class="primary">Run</button>
    <button type="button" name="plan">Estimate</button>
    <button type="button" name="migrate">Run and migrate…</button>
    <progress name="progress" aria-label="Estimating" max="1" value="0"></progress>
    <span data-name="done" role="status" class="quiet"></span>
  </p>
  <div data-name="tables" class="tables" tabindex="0" role="region" aria-label="The estimate"></div>`;

/** @type {?Script} */
let dialog = null;

/**
 * The compared strategies, as the headless core takes them; a strategy on its own gets another beside it.
 * @param {import('../../api/shapes.js').ScenarioJson} scenario
 * @param {State} state
 * @param {{id: string, title: string}[]} all
 * @returns {Titled[]}
 */
function strategiesOf(scenario, state, all) {
  const known = new Map(all.map(({ id, title }) => [id, title]));
  const title = (/** @type {string} */ id) => t(/** @type {string} */ (known.get(id)));
  /** @type {Omit<Titled, 'title'>[]} */
  const chosen = scenario.strategies ?? [{ strategy: 'ring' }];
  const list = chosen.map((choice, i) => ({
    ...choice,
    title: [title(choice.strategy), state.compare[i]?.setup].filter(Boolean).join(', '),
  }));
  if (list.length > 1) return list;
  const other = /** @type {string} */ (kBeside.find((id) => id !== list[0].strategy));
  const both = [...list, { strategy: other, title: title(other) }];
  return other === 'modulo' ? both.reverse() : both;
}

/** @param {Step[]} steps @param {Plan[]} plans */
function movedTable(steps, plans) {
  const cells = (/** @type {Plan} */ plan) => [
    ...steps.map((_, i) => (plan.moved[i] === undefined ? '–' : percent(plan.moved[i]))),
    plan.refused ? '–' : percent(plan.moved.reduce((a, b) => a + b, 0)),
  ];
  const columns = plans.map(cells);
  const rows = [...steps.map(({ text }) => text), t('Total')].map((text, i) => [
    text,
    ...columns.map((column) => column[i]),
  ]);
  return table(
    t('Keys moved by each change'),
    [[t('Change'), ...plans.map(({ title }) => title)], ...rows],
    rows.length - 1,
  );
}

/** @param {Step[]} steps @param {Plan} from @param {Plan} to */
function switchTable(steps, from, to) {
  const { once, stay, leave, even } = switchOf(from, to);
  const words =
    even < 0
      ? t('From {0} to {1}: these changes do not pay it back. Keys moved so far (1 = all keys)', from.title, to.title)
      : t(
          'From {0} to {1}: breaks even at change {2}. Keys moved so far (1 = all keys)',
          from.title,
          to.title,
          even + 1,
        );
  const rows = [
    [t('The switch itself'), kTimes(0), kTimes(once)],
    ...steps.map(({ text }, i) => [`${i + 1}. ${text}`, kTimes(stay[i]), kTimes(leave[i])]),
  ];
  return table(
    words,
    [[t('Change'), t('stay with {0}', from.title), t('switch to {0}', to.title)], ...rows],
    even + 1 || -1,
  );
}

class Script {
  #dialog = new Dialog('script', 'Scripted changes', kHtml);
  #core = new Core(new URL('script_engine.js', import.meta.url), () => import('./script_engine.js'));
  #page;
  #planning = 0; // counts plans: a newer one stops the last
  #stop = new AbortController();

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    for (const control of [part('example'), part('seed')]) control.onchange = () => this.#fill();
    part('fill').onclick = () => this.#fill();
    part('plan').onclick = () => this.#plan();
    part('migrate').onclick = () => this.#migrate();
    this.#dialog.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#run();
    };
    onLanguage(() => part('tables').replaceChildren());
    this.#dialog.element.addEventListener('close', () => this.#end());
  }

  #end() {
    ++this.#planning;
    this.#stop.abort();
  }

  async open() {
    if (this.#dialog.part('lines').value === '') this.#fill();
    this.#dialog.refuse('');
    this.#dialog.part('done').textContent = '';
    await this.#dialog.open();
    this.#dialog.part('lines').focus();
  }

  get #names() {
    return this.#page.state().nodes.map((/** @type {{name: string}} */ { name }) => name);
  }

  #fill() {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const { id, lines } = /** @type {import('./script_lines.js').Example} */ (
      kExamples.find((each) => each.id === part('example').value)
    );
    part('failures').hidden = id !== 'fail';
    part('lines').value = lines(this.#names, part('seed').valueAsNumber || 0).join('\n');
    part('lines').setSelectionRange(0, 0); // scrolls to the first line, not the last
  }

  #read() {
    this.#dialog.refuse('');
    this.#dialog.part('done').textContent = '';
    try {
      checkPasted(this.#dialog.part('lines').value);
      return readScript(this.#dialog.part('lines').value, this.#names, this.#page.bridge.read('scenario').log ?? []);
    } catch (error) {
      this.#dialog.refuse(refusalOf(error));
      return null;
    }
  }

  // Returns whether it was done.
  #run() {
    const steps = this.#read();
    if (!steps) return false;
    const { at } = this.#page.bridge.read('timeline');
    let done = 0;
    for (const step of steps) {
      const refused = this.#page.run(requestOf(step));
      if (refused) {
        this.#page.run({ do: 'go_to', step: at });
        const before =
          done === 0
            ? t('Nothing was changed.')
            : t('The script stopped there; {0} earlier {0|change stays|changes stay} in the timeline.', done);
        this.#dialog.refuse(t('Line {0}, “{1}”: {2}. {3}', step.line, step.text, refused.error, before));
        return false;
      }
      ++done;
    }
    this.#dialog.close();
    this.#page.announce(t('{0} {0|change is|changes are} now in the timeline.', done));
    return true;
  }

  // Shows the changes as a running move; the lines become steps first.
  async #migrate() {
    if (this.#dialog.part('lines').value.trim() !== '' && !this.#run()) return;
    this.#dialog.close();
    const { open: watch } = await import('../migrate/migrate.js');
    await watch(this.#page);
  }

  async #plan() {
    const steps = this.#read();
    if (!steps) return;
    this.#end();
    const plan = this.#planning;
    this.#stop = new AbortController();
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    const cancel = () => {
      this.#end();
      this.#dialog.work(null);
      part('done').textContent = t('Cancelled.');
    };
    this.#dialog.work(0, cancel);
    part('tables').replaceChildren();
    try {
      const all = await this.#core.ask('strategies');
      if (plan !== this.#planning) return;
      const { bridge, state } = this.#page;
      const scenario = bridge.read('scenario');
      const shown = state();
      const input = inputOf(scenario);
      const plans = await this.#core.ask(
        'plan',
        { input, strategies: strategiesOf(scenario, shown, all), steps },
        {
          signal: this.#stop.signal,
          onProgress: (share) => {
            if (plan === this.#planning) this.#dialog.work(share, cancel);
          },
        },
      );
      if (plan === this.#planning) this.#show(steps, plans, input, shown);
    } catch (error) {
      if (plan !== this.#planning) return;
      this.#dialog.refuse(refusalOf(error));
    }
    if (plan === this.#planning) this.#dialog.work(null);
  }

  /**
   * @param {Step[]} steps @param {Plan[]} plans
   * @param {import('../tools/plan.js').Input} input @param {State} shown
   */
  #show(steps, plans, input, shown) {
    const whole = plans.filter(({ refused }) => !refused);
    const [from, ...others] = whole;
    this.#dialog.part('done').textContent =
      shown.kind === 'given' ? t('On {0} generated keys.', input.keys.count) : t('On {0} keys.', input.keys.count);
    this.#dialog
      .part('tables')
      .replaceChildren(...(from ? others.map((to) => switchTable(steps, from, to)) : []), movedTable(steps, plans));
    this.#dialog.refuse(
      plans
        .filter(({ refused }) => refused)
        .map(({ title, refused }) => `${title}: ${refused}`)
        .join('\n'),
    );
  }
}

/** @param {Page} page */
export async function open(page) {
  dialog ??= new Script(page);
  await dialog.open();
}

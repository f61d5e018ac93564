// Asks the planner: a plan soon, then better ones; then what real tools would do. A new question ends the last.
import { refusalOf } from '../../text_view/parts.js';
import { sendingOf } from './sending.js';

/** @typedef {import('../../systems/rebalance/problem.js').Asked} Asked */
/** @typedef {import('./rebalance_engine.js').Planned} Planned */
/** @typedef {import('./rebalance_engine.js').ToolAnswer} ToolAnswer */
/**
 * @typedef {object} Shows
 * @property {(plan: Planned) => void} plan @property {(tools: ToolAnswer[]) => void} tools
 * @property {(why: string) => void} refuse @property {(is: boolean) => void} wait whether better plans are looked for
 */

const kShowMs = 300; // between two plans that are shown

export class Planning {
  #core;
  #shows;
  #run = 0;
  #stopping = new AbortController();

  /** @param {import('../tools/dialog_core.js').Core} core @param {Shows} shows */
  constructor(core, shows) {
    this.#core = core;
    this.#shows = shows;
  }

  /** The best plan so far is the plan. */
  enough() {
    this.#stopping.abort();
  }

  /** Nobody wants an answer any more. */
  end() {
    ++this.#run;
    this.#stopping.abort();
    this.#shows.wait(false);
  }

  /** @param {Asked} asked @param {string} system @param {{seed: number, steps: number}} effort */
  async begin({ problem, by }, system, { seed, steps }) {
    this.end();
    const run = this.#run;
    const { signal } = (this.#stopping = new AbortController());
    this.#shows.wait(true);
    const { sent, named, number } = sendingOf(problem);
    let shown = 0;
    const onPiece = (/** @type {{plan: Planned}} */ { plan }) => {
      if (run !== this.#run || performance.now() - shown < kShowMs) return;
      this.#shows.plan(named(plan));
      shown = performance.now();
    };
    try {
      const plan = await this.#core.ask('plan', { problem: sent, number, seed, steps }, { signal, onPiece });
      if (run !== this.#run) return;
      this.#shows.wait(false);
      this.#shows.plan(named(plan));
      this.#stopping = new AbortController();
      const asked = { signal: this.#stopping.signal };
      /** @type {ToolAnswer[]} */
      const tools = await this.#core.ask('tools', { problem: sent, by, system }, asked);
      const told = tools.map((tool) => ({ ...tool, plan: tool.plan && named(tool.plan) }));
      if (run === this.#run) this.#shows.tools(told);
    } catch (error) {
      if (run !== this.#run) return;
      this.#shows.wait(false);
      this.#shows.refuse(refusalOf(error));
    }
  }
}

// The menus above the runs: which story, what moves, by which protocol, and what it is compared with.
import { t } from '../../text/language.js';
import { movePartsOf } from './link.js';
import { moves } from './moves.js';
import { presetTitle } from './sentence.js';
import { moveOfText, moveText } from './spec.js';
import { stories } from './stories.js';

export const kMenusHtml = `<div class="line choices">
    <label>Story <select name="story"></select></label>
    <label>What moves <select name="subject"></select></label>
    <label>Protocol <select name="protocol"></select></label>
    <label>Compare with <select name="beside"></select></label>
    <button type="button" name="runbook">Runbook…</button>
    <progress name="progress" aria-label="Computing the move" max="1" value="0"></progress>
  </div>`;
export const kNoticeHtml = '<p data-name="notice" class="notice-of-story" hidden></p>';

export class Menus {
  #part;

  /** @param {(name: string) => any} part an element of the view by its name */
  constructor(part) {
    this.#part = part;
    part('story').onchange = () => {
      if (part('story').value !== '') location.hash = stories()[Number(part('story').value)].link;
    };
  }

  /** Shows which story a move is from, and what to notice in it. @param {string} [move] as moveText() writes it */
  showStory(move) {
    const part = this.#part;
    const at = move ? stories().findIndex(({ link }) => moveText(moveOfText(movePartsOf(link).move)) === move) : -1;
    part('story').replaceChildren(
      new Option(t('my own'), ''),
      ...stories().map(({ title }, i) => new Option(title, String(i))),
    );
    part('story').value = at < 0 ? '' : String(at);
    part('notice').hidden = at < 0;
    part('notice').textContent = at < 0 ? '' : stories()[at].notice;
  }

  /** The move is no story's any longer. */
  leaveStory() {
    this.#part('story').value = '';
    this.#part('notice').hidden = true;
  }

  /**
   * @param {{subjects: {id: string, title: string}[], presets: {id: string}[], subject: string, beside: string}}
   * choices
   *   subject and beside are chosen, if they are offered
   */
  fill({ subjects, presets, subject, beside }) {
    const part = this.#part;
    const protocols = () => presets.map(({ id }) => new Option(presetTitle(id), id));
    part('subject').replaceChildren(...subjects.map(({ id, title }) => new Option(title, id)));
    if (subjects.some(({ id }) => id === subject)) part('subject').value = subject;
    part('protocol').replaceChildren(
      ...protocols(),
      Object.assign(new Option(t('My own phases'), 'own'), { hidden: true }),
    );
    part('beside').replaceChildren(new Option(t('nothing'), ''), ...protocols());
    part('beside').value = beside;
  }

  /** @param {string} protocol a preset's id, or phases as text */
  showProtocol(protocol) {
    const known = moves().tables.presets.some(({ id }) => id === protocol);
    this.#part('protocol').value = known ? protocol : 'own';
  }
}

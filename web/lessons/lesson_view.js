// One lesson: the task, the prediction, the goals and how far they are, hints, and the why when it is solved.
import { currentLanguage } from '../language.js';
import { checkSetup, missedOf, truthOf } from './check.js';
import { button, el, paragraphs } from './dom.js';
import { GoalRow } from './goal_row.js';
import { freeOf, lessonIn, scenarioIn } from './links.js';
import { trialWords, written } from './words.js';

const kCheckAfterMs = 120;  // while a slider is dragged, only where it rests is checked

export class LessonView {
  #lessons;
  #lesson;
  #start;          // the fragment under which it begins
  #checked = null; // the scenario that the goals tell of
  #timer = 0;
  #run = 0;        // of checks: a newer one ends the older
  #left = '';      // in free play: the link to go back to
  #goals = [];
  #status;
  #parts = {};

  constructor(lessons, lesson, start) {
    this.#lessons = lessons;
    this.#lesson = lesson;
    this.#start = start;
  }

  get title() {
    return this.#lessons.text(this.#lesson.title);
  }

  leave() {
    ++this.#run;
    clearTimeout(this.#timer);
  }

  draw() {
    this.#checked = null;
    this.#status = el('p', { className: 'verdict', role: 'status' });
    const part = (name) => { this.#parts[name] = el('div', { className: `part ${name}` }); return this.#parts[name]; };
    const body = el('div', { className: 'lesson' },
      part('task'), part('guess'), part('goals'), this.#status, part('hints'), part('solved'), part('ways'));
    this.#parts.task.append(...paragraphs(this.#lessons.text(this.#lesson.task)));
    this.#drawGuess();
    this.#drawGoals();
    this.#drawHints();
    this.#drawWays();
    return body;
  }

  /** After each change on the canvas: checks what is new. */
  update() {
    const { link, busy } = this.#lessons.page.state();
    if (busy || link === undefined) return;
    const free = lessonIn(link) === null;
    if (free !== this.#body.classList.contains('free')) this.#showFree(free);
    const scenario = scenarioIn(link);
    if (free || scenario === this.#checked) return;
    this.#checked = scenario;
    ++this.#run;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(scenario), kCheckAfterMs);
  }

  get #body() {
    return this.#status.parentElement;
  }

  get #predicted() {
    return !this.#lesson.prediction || this.#lessons.progress.guessOf(this.#lesson.id) !== null;
  }

  async #check(scenario) {
    const run = ++this.#run;
    const { core, progress } = this.#lessons;
    const show = (verdict) => {
      [...verdict.goals, ...(verdict.par ? [verdict.par] : [])].forEach((each, i) => this.#goals[i]?.show(each, verdict.done));
    };
    this.#body.classList.add('checking');
    const verdict = await checkSetup(core, this.#lesson, progress.seed, { setup: scenario },
      { tell: (sofar) => run === this.#run && show(sofar), cancelled: () => run !== this.#run });
    if (verdict === null) return;
    this.#body.classList.remove('checking');
    show(verdict);
    this.#judge(verdict);
  }

  #judge(verdict) {
    const { say } = this.#words;
    const solved = verdict.solved && this.#predicted;
    this.#body.classList.toggle('reached', solved);
    if (solved) {
      this.#lessons.progress.solved(this.#lesson, verdict.link, verdict.parReached);
      this.#say(say(verdict.parReached ? 'solvedPar' : 'solvedNow'));
      this.#drawSolved();
    } else if (this.#predicted) {
      const missed = missedOf(verdict.goals).map((goal) => this.#goals[verdict.goals.indexOf(goal)].words(goal));
      this.#say(say('notYet', verdict.refused || missed.join(say('orElse'))));
    } else {
      this.#say('');
    }
  }

  // The same again is not said again.
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.hidden = text === '';
  }

  get #words() {
    return { say: (...all) => this.#lessons.say(...all), language: currentLanguage() };
  }

  #drawGuess() {
    const { say, language } = this.#words;
    const { prediction, id } = this.#lesson;
    if (!prediction) return;
    const { progress, core } = this.#lessons;
    const part = this.#parts.guess;
    part.replaceChildren(el('h3', {}, say('predict')), ...paragraphs(this.#lessons.text(prediction.question)));
    const said = progress.guessOf(id);
    if (said !== null) {
      const truth = truthOf(core, this.#lesson, progress.seed);
      const right = Math.abs(said - truth) <= prediction.tolerance + 1e-9;
      const text = (value) => written(language, prediction.unit, value);
      part.append(el('p', { className: 'told' }, say(right ? 'guessRight' : 'guessWrong', text(said), text(truth))));
      return;
    }
    const unit = { share: 'percent', times: 'timesUnit', count: 'countUnit' }[prediction.unit];
    const input = el('input', { name: 'guess', inputMode: 'decimal', autocomplete: 'off', size: 6, required: true });
    const refused = el('p', { className: 'refused', role: 'alert', hidden: true }, say('guessRefused'));
    part.append(el('form', { onsubmit: (event) => {
      event.preventDefault();
      const value = Number(input.value.replace(',', '.').replace(/[%\s]/g, ''));
      refused.hidden = input.value.trim() !== '' && Number.isFinite(value);
      if (!refused.hidden) return;
      progress.guess(id, prediction.unit === 'share' ? value / 100 : value);
      this.#redraw();
    } }, el('label', {}, `${say('yourGuess')} `, input, ` ${say(unit)}`), el('button', {}, say('guess'))), refused);
  }

  // After the prediction: the goals come, and are said.
  #redraw() {
    this.#drawGuess();
    this.#drawGoals();
    this.#checked = null;
    this.update();
    const told = this.#parts.guess.querySelector('.told');
    told.tabIndex = -1;
    told.focus();
  }

  #drawGoals() {
    const { say, language } = this.#words;
    const { goals, par, seeds, trial = [] } = this.#lesson;
    const part = this.#parts.goals;
    this.#goals = [...goals, ...(par ? [par] : [])].map((rule, i) => new GoalRow(language, rule, seeds, i >= goals.length));
    if (!this.#predicted) return part.replaceChildren(el('p', { className: 'quiet' }, say('goalsAfterGuess')));
    const how = trial.length > 0 ? say('tried', trialWords(language, trial)) : goals.some(({ metric }) => metric === 'moved') ? say('fromStart') : '';
    part.replaceChildren(el('h3', {}, say('goals')), el('ul', { className: 'goals' }, this.#goals.map((row) => row.element)),
      how && el('p', { className: 'quiet' }, how));
  }

  #drawHints() {
    const { say } = this.#words;
    const { hints = [], id } = this.#lesson;
    const { progress } = this.#lessons;
    const shown = Math.min(progress.hintsOf(id), hints.length);
    const left = hints.length - shown;
    const part = this.#parts.hints;
    part.replaceChildren(...hints.slice(0, shown).map((hint, i) =>
      el('p', { className: 'hint', tabIndex: -1 }, el('b', {}, `${say('hintNumber', i + 1)}. `), this.#lessons.text(hint))));
    if (left === 0) return;
    part.append(button(shown === 0 ? say('hint') : say('nextHint', left), () => {
      progress.showHints(id, shown + 1);
      this.#drawHints();
      [...part.querySelectorAll('.hint')].at(-1).focus();
    }));
  }

  #drawSolved() {
    const { say } = this.#words;
    const { explanation, field } = this.#lesson;
    const part = this.#parts.solved;
    if (part.hasChildNodes()) return;  // read it in peace
    part.append(el('h3', {}, say('why')), ...paragraphs(this.#lessons.text(explanation)));
    if (field) part.append(el('h3', {}, say('field')), ...paragraphs(this.#lessons.text(field)));
    const next = this.#lessons.course.after(this.#lesson);
    const known = [...this.#lessons.course.lessons.values()].includes(this.#lesson);
    if (known && next) part.append(button(say('next', this.#lessons.text(next.title)), () => this.#lessons.start(next), { className: 'next' }));
  }

  #drawWays() {
    const { say } = this.#words;
    const { page } = this.#lessons;
    this.#parts.ways.replaceChildren(
      button(say('all'), () => this.#lessons.showList()),
      button(say('startOver'), () => page.openLink(this.#start), { className: 'start-over' }),
      button(say('freePlay'), () => {
        this.#left = page.state().link;
        page.openLink(freeOf(this.#left));
      }, { className: 'play' }));
  }

  #showFree(free) {
    const { say } = this.#words;
    this.#body.classList.toggle('free', free);
    if (!free) {
      this.#checked = null;
      return this.#drawWays();
    }
    ++this.#run;
    this.#say(say('free'));
    const { page } = this.#lessons;
    const back = this.#left || this.#start;
    const button_ = button(say('back'), () => page.openLink(back), { className: 'back' });
    this.#parts.ways.replaceChildren(button_);
    button_.focus();
  }
}

// One lesson: the task, the prediction, the goals and their state, hints, and the explanation once it is solved.
import { t } from '../text/language.js';
import { checkSetup, missedOf, truthOf } from './check.js';
import { button, el, paragraphs } from './dom.js';
import { GoalRow } from './goal_row.js';
import { LessonControls } from './lesson_controls.js';
import { choiceIn, freeOf, lessonIn, moveIn, scenarioIn, setupIn, studyField, studyOf, withChoice } from './links.js';
import { predictionForm } from './prediction_form.js';
import { ResultCode } from './result_code.js';
import { choiceWords, trialWords, written } from './lesson_words.js';

const kCheckAfterMs = 120; // while a slider is dragged, only the position where it rests is checked

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('./lesson.js').Prediction} Prediction */
/** @typedef {import('./check.js').Verdict} Verdict */

export class LessonView {
  #lessons;
  #lesson;
  #start; // the fragment that it begins with
  /** @type {?string} the scenario that the goals tell of */
  #checked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #run = 0; // counts checks: a newer one ends the one before
  #left = ''; // in free play: the link to go back to
  #choice; // the learner's sharding key, as “Choose a sharding key” writes it
  /** @type {?string} what of it the page's link says */
  #carried = null;
  /** @type {GoalRow[]} */
  #goals = [];
  /** @type {?ResultCode} once the lesson is solved */
  #code = null;
  /** @type {?HTMLElement} once it is drawn */
  #drawn = null;
  /** @type {Record<string, HTMLElement>} */
  #parts = {};
  /** @type {?LessonControls} once it is drawn */
  #controls = null;
  /** In the panel's header, which stays in sight: that the lesson is solved, and the way on. */
  banner = el('p', { className: 'banner', hidden: true });

  /**
   * @param {import('./lessons.js').Lessons} lessons
   * @param {Lesson} lesson
   * @param {string} start
   */
  constructor(lessons, lesson, start) {
    this.#lessons = lessons;
    this.#lesson = lesson;
    this.#start = start;
    this.#choice = lesson.key ? studyOf(lesson, lessons.progress.seed) : '';
  }

  get title() {
    return this.#lessons.text(this.#lesson.title);
  }

  leave() {
    ++this.#run;
    clearTimeout(this.#timer);
    this.#tellView('', false);
    this.#followKey(false);
  }

  draw() {
    this.#checked = null;
    this.banner.hidden = true;
    this.#drawn = el('p', { className: 'verdict', role: 'status' });
    const part = (/** @type {string} */ name) => {
      this.#parts[name] = el('div', { className: `part ${name}` });
      return this.#parts[name];
    };
    const body = el(
      'div',
      { className: 'lesson' },
      part('task'),
      part('guess'),
      part('goals'),
      part('controls'),
      this.#drawn,
      part('hints'),
      part('solved'),
      part('ways'),
    );
    this.#parts.task.append(...paragraphs(this.#lessons.text(this.#lesson.task)));
    this.#drawGuess();
    this.#drawGoals();
    this.#drawHints();
    this.#controls = new LessonControls(this.#lessons.page, this.#lesson);
    this.#parts.controls.append(this.#controls.element);
    this.#drawWays();
    this.#followKey(true);
    return body;
  }

  /** Call after each change on the canvas: checks the new scenario. */
  update() {
    const state = this.#lessons.page.state();
    if (state.busy || state.link === undefined) return;
    const { link } = state;
    this.#controls?.show(state);
    const free = lessonIn(link) === null;
    if (free !== this.#body.classList.contains('free')) this.#showFree(free);
    const carried = choiceIn(link);
    if (this.#lesson.key && carried !== this.#carried) {
      this.#carried = carried;
      this.#choice = carried ?? studyOf(this.#lesson, this.#lessons.progress.seed);
    }
    if (!free) this.#checkWhenAtRest(link);
  }

  /** @param {string} link */
  #checkWhenAtRest(link) {
    const { move, key } = this.#lesson;
    const scenario = key ? `${scenarioIn(link)}&${studyField(this.#choice)}` : move ? setupIn(link) : scenarioIn(link);
    if (scenario === this.#checked) return;
    this.#checked = scenario;
    ++this.#run;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(scenario), kCheckAfterMs);
  }

  get #status() {
    return /** @type {HTMLElement} */ (this.#drawn);
  }

  get #body() {
    return /** @type {HTMLElement} */ (this.#status.parentElement);
  }

  get #predicted() {
    return !this.#lesson.prediction || this.#lessons.progress.guessOf(this.#lesson.id) !== null;
  }

  /** @param {string} scenario */
  async #check(scenario) {
    const run = ++this.#run;
    const { core, progress } = this.#lessons;
    const show = (/** @type {Verdict} */ { goals, par, done }) => {
      [...goals, ...(par ? [par] : [])].forEach((each, i) => this.#goals[i]?.show(each, done));
    };
    this.#body.classList.add('checking');
    const verdict = await checkSetup(
      core,
      this.#lesson,
      progress.seed,
      { setup: scenario },
      { tell: (sofar) => run === this.#run && show(sofar), cancelled: () => run !== this.#run },
    );
    if (verdict === null) return;
    this.#body.classList.remove('checking');
    show(verdict);
    this.#judge(verdict);
  }

  /** @param {Verdict} verdict */
  #judge(verdict) {
    const solved = verdict.solved && this.#predicted;
    this.#showReached(solved, verdict.parReached);
    if (solved) {
      this.#lessons.progress.solved(this.#lesson, verdict.link, verdict.parReached);
      this.#say(verdict.parReached ? t('Solved, and par reached.') : t('Solved.'));
      this.#drawSolved();
    } else if (this.#predicted) {
      const missed = missedOf(verdict.goals);
      const words = missed.map((goal) => this.#goals[verdict.goals.indexOf(goal)].words(goal, missed.length === 1));
      this.#say(t('Not yet: {0}', verdict.refused || words.join(t('; or '))));
    } else {
      this.#say('');
    }
  }

  // The status below announces it; the banner is for the eye, and is no second announcement.
  #showReached(/** @type {boolean} */ reached, /** @type {boolean} */ parReached) {
    this.#body.classList.toggle('reached', reached);
    this.banner.hidden = !reached;
    if (!reached) return this.banner.replaceChildren();
    const { course } = this.#lessons;
    const next = course.after(this.#lesson);
    const known = [...course.lessons.values()].includes(this.#lesson);
    const onward =
      known && next
        ? [
            button(t('Next lesson: {0}', this.#lessons.text(next.title)), () => this.#lessons.start(next), {
              className: 'next',
            }),
          ]
        : [];
    const said = parReached ? t('Solved, and par reached.') : t('Solved.');
    return this.banner.replaceChildren(el('strong', {}, said), ...onward);
  }

  /**
   * Does not announce the same text twice. @param {string} text
   */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.hidden = text === '';
    this.#tellView(text, this.#body.classList.contains('reached'));
  }

  /**
   * The view that the learner works in covers this panel.
   * @param {string} text
   * @param {boolean} reached
   */
  #tellView(text, reached) {
    const { move, key } = this.#lesson;
    const view = move
      ? import('../dialogs/migrate/migrate.js')
      : key
        ? import('../dialogs/sharding_key/sharding_key.js')
        : null;
    view?.then(({ tellGoal }) => tellGoal(text, reached), this.#lessons.page.notLoaded);
  }

  #openView() {
    const { page } = this.#lessons;
    page.openDialog(
      this.#lesson.key
        ? studyField(this.#choice)
        : `move=${moveIn(/** @type {string} */ (page.state().link)) ?? moveIn(this.#start)}`,
    );
  }

  /**
   * The page's link does not contain the chosen sharding key, so the view reports it while this lesson is shown.
   * @param {boolean} shown
   */
  #followKey(shown) {
    if (!this.#lesson.key) return;
    /** @type {{detail: () => string, changed: (choice: string, open: boolean) => void}} */
    const one = { detail: () => this.#choice, changed: (choice, open) => this.#choose(choice, open) };
    import('../dialogs/sharding_key/sharding_key.js').then(
      ({ follow }) => follow(shown ? one : null),
      this.#lessons.page.notLoaded,
    );
  }

  /**
   * @param {string} choice
   * @param {boolean} open whether the view is
   */
  #choose(choice, open) {
    const { page } = this.#lessons,
      { link } = page.state();
    if (link === undefined || lessonIn(link) === null) return; // in free play it belongs to no lesson
    this.#choice = choice;
    const kept = withChoice(link, choice);
    // So that a reload continues from here. Opening the link behind the open view would announce the page at every
    // choice.
    if (open) history.replaceState(history.state, '', Object.assign(new URL(location.href), { hash: kept }));
    else if (kept !== link) page.openLink(kept);
    this.#checkWhenAtRest(link);
  }

  /**
   * Returns what says how the prediction compares, or null before there is one.
   * @returns {Promise<?HTMLElement>}
   */
  async #drawGuess() {
    const { prediction, id } = this.#lesson;
    if (!prediction) return null;
    const part = this.#parts.guess;
    part.replaceChildren(el('h3', {}, t('Predict first')), ...paragraphs(this.#lessons.text(prediction.question)));
    const said = this.#lessons.progress.guessOf(id);
    if (said !== null) {
      const told = await this.#comparison(said, prediction);
      part.append(told);
      return told;
    }
    part.append(
      ...predictionForm(prediction, (value) => {
        this.#lessons.progress.guess(id, value);
        this.#redraw();
      }),
    );
    return null;
  }

  /**
   * How a prediction compares with what is measured.
   * @param {number} said
   * @param {Prediction} prediction
   */
  async #comparison(said, prediction) {
    const { progress, core } = this.#lessons;
    const truth = await truthOf(core, { ...this.#lesson, prediction }, progress.seed);
    const right = Math.abs(said - truth) <= prediction.tolerance + 1e-9;
    const text = (/** @type {number} */ value) => written(prediction.unit, value);
    return el(
      'p',
      { className: 'told', tabIndex: -1 },
      right
        ? t('You predicted {0}; measured: {1}. Right.', text(said), text(truth))
        : t('You predicted {0}; measured: {1}.', text(said), text(truth)),
    );
  }

  // After the prediction: shows the goals, and announces them.
  async #redraw() {
    const told = await this.#drawGuess();
    this.#drawGoals();
    this.#checked = null;
    this.update();
    /** @type {HTMLElement} */ (told).focus(); // there is a prediction now
  }

  #drawGoals() {
    const { goals, par, seeds, trial = [] } = this.#lesson;
    const part = this.#parts.goals;
    const { move, key } = this.#lesson;
    const free = move ?? key;
    this.#goals = [...goals, ...(par ? [par] : [])].map((rule, i) => {
      const asOneChange = rule.metric === 'moved' && !free && trial.length === 0;
      return new GoalRow(rule, seeds, { isPar: i >= goals.length, asOneChange });
    });
    if (!this.#predicted)
      return part.replaceChildren(el('p', { className: 'quiet' }, t('The goals appear after your prediction.')));
    const chosen = free && t('You choose {0}. The lesson sets everything else.', choiceWords(free));
    const tried =
      trial.length > 0 && t('The check tries your setup on the lesson’s own nodes: it {0}.', trialWords(trial));
    const how = chosen || tried;
    part.replaceChildren(
      el('h3', {}, t('Goals')),
      el(
        'ul',
        { className: 'goals' },
        this.#goals.map((row) => row.element),
      ),
      ...(how ? [el('p', { className: 'quiet' }, how)] : []),
      ...(chosen
        ? [
            button(key ? t('Choose a sharding key') : t('Open the move'), () => this.#openView(), {
              className: 'primary',
            }),
          ]
        : []),
    );
  }

  #drawHints() {
    const { hints = [], id } = this.#lesson;
    const { progress } = this.#lessons;
    const shown = Math.min(progress.hintsOf(id), hints.length);
    const left = hints.length - shown;
    const part = this.#parts.hints;
    part.replaceChildren(
      ...hints
        .slice(0, shown)
        .map((hint, i) =>
          el(
            'p',
            { className: 'hint', tabIndex: -1 },
            el('b', {}, `${t('Hint {0}', i + 1)}. `),
            this.#lessons.text(hint),
          ),
        ),
    );
    if (left === 0) return;
    part.append(
      button(shown === 0 ? t('Show a hint') : t('Next hint ({0} more)', left), () => {
        progress.showHints(id, shown + 1);
        this.#drawHints();
        /** @type {HTMLElement} */ ([...part.querySelectorAll('.hint')].at(-1)).focus();
      }),
    );
  }

  #drawSolved() {
    const { explanation, field } = this.#lesson;
    const part = this.#parts.solved;
    if (this.#code && part.hasChildNodes()) return this.#code.update(); // the reader is still reading the rest
    part.append(el('h3', {}, t('Why')), ...paragraphs(this.#lessons.text(explanation)));
    if (field) part.append(el('h3', {}, t('What real systems do')), ...paragraphs(this.#lessons.text(field)));
    this.#code = new ResultCode(this.#lessons.progress);
    part.append(this.#code.element);
  }

  #drawWays() {
    const { page } = this.#lessons;
    this.#parts.ways.replaceChildren(
      button(t('All lessons'), () => this.#lessons.showList()),
      button(t('Restart lesson'), () => page.openLink(this.#start), { className: 'start-over' }),
      button(
        t('Free play'),
        () => {
          this.#left = /** @type {string} */ (page.state().link);
          page.openLink(freeOf(this.#left));
        },
        { className: 'play' },
      ),
    );
  }

  /** @param {boolean} free */
  #showFree(free) {
    this.#body.classList.toggle('free', free);
    if (!free) {
      this.#checked = null;
      return this.#drawWays();
    }
    ++this.#run;
    this.#showReached(false, false);
    this.#say(t('Free play: nothing is checked.'));
    const lessons = this.#lessons;
    const back = this.#left || this.#start;
    const toLesson = button(t('Back to the lesson'), () => lessons.page.openLink(back), { className: 'back' });
    this.#parts.ways.replaceChildren(toLesson);
    if (lessons.canGoBack)
      this.#parts.ways.append(button(t('Back to your cluster'), () => lessons.close(true), { className: 'before' }));
    toLesson.focus();
  }
}

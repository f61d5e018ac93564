// The lesson editor: turns a form into a lesson, and tries it with the seeds of many learners.
import { checkSize } from '../dialogs/files/doors.js';
import { t } from '../text/language.js';
import { missedOf } from './check.js';
import { pack } from './codes.js';
import { el, labelled, saveText } from './dom.js';
import { rateOf } from './examples.js';
import { kMaxLessonFile, parseLesson, readLesson } from './lesson.js';
import { moveIn, ownLesson, playgroundAddress, scenarioIn, setupIn, studyIn } from './links.js';
import { GoalRow } from './goal_row.js';
import { metrics } from './metrics.js';
import { PredictionFields } from './prediction_fields.js';
import { byId } from './teacher_parts.js';

const kLearners = 20; // solution and near miss are tried with the seeds of so many
const kMaxLinkChars = 8000; // longer ones break in mails and chats

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {import('./lesson.js').Rule} Rule */
/** @typedef {import('./lesson.js').Setup} Setup */
/** @typedef {import('./lesson.js').Text} Text */
/** @typedef {Rule['operator']} Operator */
/** @typedef {[value: string, text: string]} Option */

/** @param {string} link */
const fragmentOf = (link) => setupIn(link.trim().replace(/^[^#]*#/, ''));
/** @type {Record<Operator, string>} */
const kOperators = { '<=': 'at most', '>=': 'at least', '=': 'equal to', within: 'within' };
const kAllOperators = /** @type {Operator[]} */ (Object.keys(kOperators));

/** @param {string} id */
const metricWords = (id) => metrics[id].words() + (metrics[id].unit === 'share' ? ' (%)' : '');

/** @param {ParentNode} row @param {string} name */
const fieldOf = (row, name) =>
  /** @type {HTMLInputElement | HTMLSelectElement} */ (row.querySelector(`[name=${name}]`));

/**
 * The fields of a goal or of par; here shares are percentages.
 * @param {Partial<Rule>} rule
 * @param {string[]} metricsOffered '': none
 * @param {Operator[]} operators
 */
function ruleFields(rule, metricsOffered, operators) {
  const { metric = metricsOffered[0], operator = '<=', value = '', tolerance = '', share = 1 } = rule;
  /**
   * @param {string} name
   * @param {string} label
   * @param {Option[]} options
   * @param {string} chosen
   */
  const select = (name, label, options, chosen) =>
    labelled(
      label,
      el(
        'select',
        { name },
        options.map(([id, text]) => el('option', { value: id, selected: id === chosen }, text)),
      ),
    );
  /**
   * @param {string} name
   * @param {string} label
   * @param {number | string} value_
   */
  const field = (name, label, value_) => labelled(label, el('input', { name, value: value_, autocomplete: 'off' }));
  const shown = (/** @type {number | string} */ x) =>
    metrics[metric]?.unit === 'share' && typeof x === 'number' ? +(x * 100).toFixed(6) : x;
  const row = el(
    'div',
    { className: 'rule' },
    select(
      'metric',
      t('Metric'),
      metricsOffered.map((id) => [id, id && metricWords(id)]),
      metric,
    ),
    select(
      'operator',
      t('Operator'),
      operators.map((id) => [id, t(kOperators[id])]),
      operator,
    ),
    field('value', t('Value'), shown(value)),
    field('tolerance', t('Plus or minus'), shown(tolerance)),
    field('share', t('% of seeds that must pass'), +(share * 100).toFixed(6)),
  );
  const part = (/** @type {string} */ name) => fieldOf(row, name);
  const allow = () => {
    part('tolerance').disabled = part('operator').value !== 'within';
  };
  part('operator').onchange = allow;
  allow();
  return row;
}

/**
 * The rule in such fields; null: they are empty.
 * @param {ParentNode} row
 * @returns {?Rule}
 */
function readRule(row) {
  /** @returns {string} */
  const text = (/** @type {string} */ name) => fieldOf(row, name).value.trim();
  const metric = text('metric');
  if (!metric || text('value') === '') return null;
  const { unit } = metrics[metric];
  const number = (/** @type {string} */ name) => {
    const value = Number(text(name).replace(',', '.'));
    return unit === 'share' ? +(value / 100).toFixed(9) : value;
  };
  const operator = /** @type {Operator} */ (text('operator'));
  /** @type {Rule} */
  const rule = { metric, operator, value: unit === 'text' ? text('value') : number('value') };
  if (rule.operator === 'within') rule.tolerance = number('tolerance');
  const share = Number(text('share')) / 100;
  if (share < 1) rule.share = share;
  if (/** @type {?HTMLInputElement} */ (row.querySelector('[name=or]'))?.checked) rule.or = true;
  return rule;
}

/**
 * What trying both setups has shown, in words; throws if one of them is not as it has to be.
 * @param {import('./examples.js').Rate} solution
 * @param {import('./examples.js').Rate} miss
 */
function verdictOf(solution, miss) {
  const words = (/** @type {import('./examples.js').Rate} */ { solved, refused }) =>
    t('{0} of {1} learners', solved, kLearners) + (refused ? ` (${refused})` : '');
  const measured = (/** @type {import('./check.js').Judged[]} */ goals) =>
    t('Measured: {0}.', goals.map((goal) => new GoalRow(goal.rule, goal.seeds).words(goal, true)).join('; '));
  const verdict = t('The solution passes for {0}, the near miss for {1}.', words(solution), words(miss));
  if (solution.solved < 0.95 * kLearners) {
    const { goals, refused } = solution;
    throw new Error(
      `${verdict} ${t('The solution must pass for 95%.')}${refused ? '' : ` ${measured(missedOf(goals))}`}`,
    );
  }
  if (miss.solved > 0) throw new Error(`${verdict} ${t('The near miss must fail.')} ${measured(miss.goals)}`);
  return verdict;
}

export class Editor {
  #course;
  #core;
  #form = byId('editor');
  /** @type {Partial<Lesson>} of an opened lesson: members that the form has no field for */
  #rest = {};
  #link = '';
  #run = 0; // counts tries: a newer one ends the one before
  #prediction = new PredictionFields();

  /**
   * @param {import('./course.js').Course} course
   * @param {import('./check.js').Core} core
   */
  constructor(course, core) {
    this.#course = course;
    this.#core = core;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#guard(() => this.#try());
    };
    byId('prediction').append(this.#prediction.element);
    byId('make').onclick = (event) => {
      event.preventDefault(); // keeps the scenario that the page was opened with in the address
      this.#form.elements.title.focus();
    };
    byId('add-goal').onclick = () => this.#addGoal({});
    byId('save-lesson').onclick = () =>
      this.#guard(() => {
        const lesson = this.#read();
        saveText(`${lesson.id}.json`, `${JSON.stringify(lesson, null, 2)}\n`);
      });
    byId('open-lesson').onchange = ({ target }) =>
      this.#guard(async () => {
        const [file] = /** @type {FileList} */ (/** @type {HTMLInputElement} */ (target).files);
        if (!file) return;
        checkSize(file.size, kMaxLessonFile);
        this.#fill(parseLesson(await file.text(), this.#course.schema));
        this.#tell(t('Opened.'));
      });
    byId('copy-lesson').onclick = () => this.#copy();
  }

  /**
   * Starts with an empty lesson on the scenario of a fragment.
   * @param {string} fragment
   */
  begin(fragment) {
    this.#addGoal({});
    this.#setPar({});
    if (fragment) this.#form.elements.start.value = `#${scenarioIn(fragment)}`;
  }

  /** @param {Partial<Rule>} rule */
  #addGoal(rule) {
    const row = ruleFields(rule, Object.keys(metrics), kAllOperators);
    row.prepend(
      el(
        'label',
        { className: 'or' },
        el('input', { type: 'checkbox', name: 'or', checked: rule.or === true }),
        t('Either this goal or the previous one is enough'),
      ),
    );
    byId('goals').append(row);
  }

  /** @param {Partial<Rule>} rule */
  #setPar(rule) {
    byId('par').querySelector('.rule')?.remove();
    const offered = Object.keys(metrics).filter((id) => metrics[id].unit !== 'text');
    byId('par').append(ruleFields(rule, ['', ...offered], ['<=', '>=']));
  }

  /** The form as a valid lesson; throws if something is wrong with it. */
  #read() {
    const { title, task, start, controls, trial, seeds, hints, explanation, solution, near_miss } = this.#form.elements;
    /** @returns {string} */
    const text = (/** @type {{value: string}} */ field) => field.value.trim();
    /** @returns {Partial<Text>} */
    const old = (/** @type {'title' | 'task' | 'explanation'} */ name) => this.#rest[name] ?? {};
    const par = readRule(byId('par'));
    const tried = trial.value === '[]' ? undefined : JSON.parse(trial.value);
    const lesson = {
      schema: 1,
      version: 1,
      ...this.#rest,
      id:
        this.#rest.id ??
        (text(title)
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '')
          .slice(0, 40) ||
          'lesson'),
      title: { ...old('title'), en: text(title) },
      task: { ...old('task'), en: text(task) },
      start: fragmentOf(start.value),
      move: moveIn(fragmentOf(start.value)) === null ? undefined : (this.#rest.move ?? ['protocol']),
      key: studyIn(fragmentOf(start.value)) === null ? undefined : (this.#rest.key ?? ['candidates', 'pick', 'second']),
      controls: controls.value || undefined,
      seeds: seeds.valueAsNumber,
      trial: tried,
      prediction: this.#prediction.read(tried),
      goals: [...byId('goals').querySelectorAll('.rule')].map((row) => readRule(row)).filter(Boolean),
      par: par ?? undefined,
      hints: text(hints)
        ? text(hints)
            .split('\n')
            .filter((line) => line.trim())
            .map((line, i) => ({ ...this.#rest.hints?.[i], en: line.trim() }))
        : undefined,
      explanation: { ...old('explanation'), en: text(explanation) },
      solution: this.#setupOf(solution, 'solution'),
      near_miss: this.#setupOf(near_miss, 'near_miss'),
    };
    return readLesson(JSON.parse(JSON.stringify(lesson)), this.#course.schema);
  }

  /**
   * A field that still shows the commands of an opened lesson keeps these commands.
   * @param {{value: string}} field
   * @param {'solution' | 'near_miss'} name
   */
  #setupOf(field, name) {
    const old = this.#rest[name];
    return Array.isArray(old) && field.value === JSON.stringify(old) ? old : fragmentOf(field.value);
  }

  /** @param {Lesson} lesson */
  #fill(lesson) {
    const { title, task, start, controls, trial, seeds, hints, explanation, solution, near_miss } = this.#form.elements;
    this.#rest = lesson;
    const shown = (/** @type {Setup} */ setup) => (Array.isArray(setup) ? JSON.stringify(setup) : `#${setup}`);
    const choose = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value) => {
      if (![...select.options].some((option) => option.value === value)) select.append(new Option(value, value));
      select.value = value;
    };
    title.value = lesson.title.en;
    task.value = lesson.task.en;
    start.value = `#${lesson.start}`;
    choose(controls, lesson.controls ?? '');
    choose(trial, JSON.stringify(lesson.trial ?? []));
    this.#prediction.fill(lesson.prediction ?? null);
    seeds.value = String(lesson.seeds);
    hints.value = (lesson.hints ?? []).map(({ en }) => en).join('\n');
    explanation.value = lesson.explanation.en;
    solution.value = shown(lesson.solution);
    near_miss.value = shown(lesson.near_miss);
    byId('goals')
      .querySelectorAll('.rule')
      .forEach((row) => row.remove());
    lesson.goals.forEach((goal) => this.#addGoal(goal));
    this.#setPar(lesson.par ?? {});
  }

  async #try() {
    const run = ++this.#run;
    const cancelled = () => run !== this.#run;
    byId('link-row').hidden = true;
    const lesson = this.#read();
    if (this.#course.lessons.has(lesson.id)) lesson.id = `my-${lesson.id}`.slice(0, 40);
    const solution = await this.#rateOf(lesson, 'solution', cancelled);
    if (cancelled()) return;
    const miss = await this.#rateOf(lesson, 'near_miss', cancelled);
    if (cancelled()) return;
    const verdict = verdictOf(solution, miss);
    const packed = await pack(lesson);
    if (cancelled()) return;
    this.#link = `#lesson=${ownLesson(packed)}`;
    if (this.#link.length > kMaxLinkChars) {
      throw new Error(
        t(
          'As a link it would be {0} characters long; the limit is {1}. Save it as a file.',
          this.#link.length,
          kMaxLinkChars,
        ),
      );
    }
    byId('lesson-link').href = playgroundAddress() + this.#link;
    byId('link-row').hidden = false;
    this.#tell(verdict); // last: by the time it is read out, the link is there
  }

  /**
   * @param {Lesson} lesson
   * @param {'solution' | 'near_miss'} name
   * @param {() => boolean} cancelled
   */
  #rateOf(lesson, name, cancelled) {
    const tell = (/** @type {number} */ i) =>
      this.#tell(
        name === 'solution'
          ? t('Trying the solution: {0} of {1} learners', i + 1, kLearners)
          : t('Trying the near miss: {0} of {1} learners', i + 1, kLearners),
      );
    return rateOf(this.#core, lesson, name, kLearners, { tell, cancelled });
  }

  /** @param {string} text */
  #tell(text) {
    byId('tried').className = '';
    byId('tried').textContent = text;
    // It is below the pressed button and may be outside the window.
    (byId('link-row').hidden ? byId('tried') : byId('link-row')).scrollIntoView({ block: 'nearest' });
  }

  /** @param {() => unknown} work */
  async #guard(work) {
    try {
      await work();
    } catch (error) {
      this.#tell(/** @type {Error} */ (error).message);
      byId('tried').className = 'refused';
    }
  }

  async #copy() {
    const link = new URL(byId('lesson-link').href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.#tell(t('Copied.'));
    } catch {
      this.#tell(link); // without a clipboard, to be copied by hand
    }
  }
}

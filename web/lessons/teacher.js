// teacher.html: checks result codes by trying their setups again, has notes for the facilitator, and a lesson editor.
import { connectLanguageButton, currentLanguage, onLanguage, speakFirst, t } from '../text/language.js';
import { requestOf, setupOf } from './check.js';
import { CodeTable } from './code_table.js';
import { codesCore, lessonsCore as core } from './lessons_core.js';
import { Course } from './course.js';
import { el, paragraphs } from './dom.js';
import { Editor } from './editor.js';
import { inLanguage } from './lesson.js';
import { playgroundAddress } from './links.js';
import { trialWords } from './lesson_words.js';
import { byId } from './teacher_parts.js';

const spoken = speakFirst();

/** @typedef {import('./lesson.js').Lesson} Lesson */

/** @param {import('./lesson.js').Text} text */
const inWords = (text) => inLanguage(text, currentLanguage());

/** @param {Course} course */
function showNotes(course) {
  const lessons = [...course.lessons.values()];
  const minutes = lessons.reduce((sum, { notes }) => sum + (notes?.minutes ?? 0), 0);
  byId('minutes').textContent = t(
    '{0} {0|lesson|lessons}, {1} {1|minute|minutes} in all with discussion.',
    lessons.length,
    minutes,
  );
  byId('notes').replaceChildren(...lessons.map((lesson) => noteOf(lesson)));
}

/**
 * The notes of a lesson are computed when somebody opens them.
 * @param {Lesson} lesson
 */
function noteOf(lesson) {
  const { title, notes = {} } = lesson;
  const details = el(
    'details',
    {},
    el('summary', {}, notes.minutes ? t('{0}, {1} {1|minute|minutes}', inWords(title), notes.minutes) : inWords(title)),
  );
  details.addEventListener(
    'toggle',
    () =>
      contentOf(lesson).then(
        (content) => details.append(content),
        ({ message }) => tellProblem(message),
      ),
    { once: true },
  );
  return details;
}

/** @param {Lesson} lesson */
async function contentOf(lesson) {
  const { id, task, trial, key, solution, near_miss, explanation, notes = {} } = lesson;
  await core.prepare(lesson);
  const linkTo = async (/** @type {import('./check.js').Tried} */ setup) => {
    const { link } = await core.measure({ ...requestOf(lesson), ...setup, seed: '0' });
    return el('a', { href: `${playgroundAddress()}#${link}` }, link);
  };
  /** @type {[string, undefined | string | HTMLElement | HTMLElement[]][]} */
  const rows = [
    [t('For learners'), el('a', { href: `${playgroundAddress()}#lesson=${id}` }, `#lesson=${id}`)],
    [t('Task'), paragraphs(inWords(task))],
    [
      t('The check'),
      trial?.length
        ? trialWords(trial)
        : key
          ? t('counts the lesson’s rows and queries under the learner’s key')
          : t('looks at the learner’s own nodes'),
    ],
    [t('A solution'), await linkTo(setupOf(solution))],
    [t('A near miss'), await linkTo(setupOf(near_miss))],
    [t('To discuss'), notes.talk && paragraphs(inWords(notes.talk))],
    [t('Why'), paragraphs(inWords(explanation))],
    [t('Measured'), notes.measured],
  ];
  return el(
    'dl',
    {},
    rows.filter(([, content]) => content).flatMap(([term, content]) => [el('dt', {}, term), el('dd', {}, content)]),
  );
}

async function start() {
  connectLanguageButton(byId('language'), problem);
  const [course] = await Promise.all([Course.load(), core.prepare(), spoken]);
  new CodeTable(course, codesCore);
  showNotes(course);
  onLanguage(() => showNotes(course));
  new Editor(course, core).begin(location.hash.slice(1));
  if (course.refused.length > 0) tellProblem(course.refused.join('; '));
  document.documentElement.dataset.ready = 'yes';
}

/** @param {string} text */
function tellProblem(text) {
  byId('problem').hidden = false;
  byId('problem').textContent = text;
}

/** @param {Error} error */
const problem = (error) => tellProblem(t('This page did not start: {0}', error.message));

start().catch(problem);

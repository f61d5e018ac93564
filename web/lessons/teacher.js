// teacher.html: result codes checked by trying again what they carry, notes for the facilitator, an editor of lessons.
import { connectLanguageButton, currentLanguage, onLanguage, spoken, t } from '../text/language.js';
import { requestOf, setupOf } from './check.js';
import { CodeTable } from './code_table.js';
import { loadLessonsCore } from './core.js';
import { Course } from './course.js';
import { el, paragraphs } from './dom.js';
import { Editor } from './editor.js';
import { inLanguage } from './lesson.js';
import { playgroundAddress } from './links.js';
import { trialWords } from './words.js';

const inWords = (text) => inLanguage(text, currentLanguage());

const byId = (id) => document.getElementById(id);

function showNotes(course, core) {
  const lessons = [...course.lessons.values()];
  const minutes = lessons.reduce((sum, { notes }) => sum + (notes?.minutes ?? 0), 0);
  byId('minutes').textContent = t('{0} {0|lesson|lessons}, {1} {1|minute|minutes} in all with discussion.', lessons.length, minutes);
  byId('notes').replaceChildren(...lessons.map((lesson) => noteOf(lesson, core)));
}

// What is behind a title is worked out when somebody opens it.
function noteOf(lesson, core) {
  const { title, notes = {} } = lesson;
  const details = el('details', {}, el('summary', {}, notes.minutes ? t('{0}, {1} {1|minute|minutes}', inWords(title), notes.minutes) : inWords(title)));
  details.addEventListener('toggle', () => core.prepare(lesson).then(() => details.append(contentOf(lesson, core)), ({ message }) => tellProblem(message)), { once: true });
  return details;
}

function contentOf(lesson, core) {
  const { id, task, trial, key, solution, near_miss, explanation, notes = /** @type {any} */ ({}) } = lesson;
  const linkTo = (setup) => {
    const { link } = core.measure({ ...requestOf(lesson), ...setup, seed: '0' });
    return el('a', { href: `${playgroundAddress()}#${link}` }, link);
  };
  const rows = [
    [t('For learners'), el('a', { href: `${playgroundAddress()}#lesson=${id}` }, `#lesson=${id}`)],
    [t('Task'), paragraphs(inWords(task))],
    [t('The check'), trial?.length ? trialWords(trial) : key ? t('counts the lesson’s rows and queries under the learner’s key') : t('looks at the learner’s own nodes')],
    [t('A solution'), linkTo(setupOf(solution))],
    [t('A near miss'), linkTo(setupOf(near_miss))],
    [t('To discuss'), notes.talk && paragraphs(inWords(notes.talk))],
    [t('Why'), paragraphs(inWords(explanation))],
    [t('Measured'), notes.measured],
  ];
  return el('dl', {}, rows.filter(([, content]) => content).flatMap(([term, content]) => [el('dt', {}, term), el('dd', {}, content)]));
}

async function start() {
  connectLanguageButton(byId('language'), problem);
  const [course, core] = await Promise.all([Course.load(), loadLessonsCore(), spoken]);
  new CodeTable(course, core);
  showNotes(course, core);
  onLanguage(() => showNotes(course, core));
  new Editor(course, core).begin(location.hash.slice(1));
  if (course.refused.length > 0) tellProblem(course.refused.join('; '));
  document.documentElement.dataset.ready = 'yes';
}

function tellProblem(text) {
  byId('problem').hidden = false;
  byId('problem').textContent = text;
}

const problem = (error) => tellProblem(t('This page did not start: {0}', error.message));

start().catch(problem);

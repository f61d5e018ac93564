// teacher.html: result codes checked by trying again what they carry, notes for the facilitator, an editor of lessons.
import { setupOf } from './check.js';
import { CodeTable } from './code_table.js';
import { loadLessonsCore } from './core.js';
import { Course } from './course.js';
import { el, paragraphs } from './dom.js';
import { Editor } from './editor.js';
import { inLanguage } from './lesson.js';
import { preferredLanguage, trialWords } from './words.js';

const language = preferredLanguage();  // of the lessons' texts
const inWords = (text) => inLanguage(text, language);

const byId = (id) => document.getElementById(id);

function showNotes(course, core) {
  const lessons = [...course.lessons.values()];
  const minutes = lessons.reduce((sum, { notes }) => sum + (notes?.minutes ?? 0), 0);
  byId('minutes').textContent = `${lessons.length} lessons, ${minutes} minutes in all with talk.`;
  byId('notes').append(...lessons.map((lesson) => noteOf(lesson, core)));
}

// What is behind a title is worked out when somebody opens it.
function noteOf(lesson, core) {
  const { title, notes = {} } = lesson;
  const details = el('details', {}, el('summary', {}, notes.minutes ? `${inWords(title)}, ${notes.minutes} minutes` : inWords(title)));
  details.addEventListener('toggle', () => details.append(contentOf(lesson, core)), { once: true });
  return details;
}

function contentOf({ id, task, trial, start, solution, near_miss, explanation, notes = {} }, core) {
  const linkTo = (setup) => {
    const { link } = core.measure({ start, ...setup, seed: '0' });
    return el('a', { href: `./#${link}` }, link);
  };
  const rows = [
    ['For learners', el('a', { href: `./#lesson=${id}` }, `#lesson=${id}`)],
    ['Task', paragraphs(inWords(task))],
    ['The check', trial?.length ? trialWords(language, trial) : 'looks at the learner’s own nodes'],
    ['A solution', linkTo(setupOf(solution))],
    ['A near-miss', linkTo(setupOf(near_miss))],
    ['Talk about', notes.talk && paragraphs(inWords(notes.talk))],
    ['Why', paragraphs(inWords(explanation))],
    ['Measured', notes.measured],
  ];
  return el('dl', {}, rows.filter(([, content]) => content).flatMap(([term, content]) => [el('dt', {}, term), el('dd', {}, content)]));
}

async function start() {
  const [course, core] = await Promise.all([Course.load(), loadLessonsCore()]);
  new CodeTable(course, core);
  showNotes(course, core);
  new Editor(course, core).begin(location.hash.slice(1));
  document.documentElement.dataset.ready = 'yes';
}

start().catch((error) => {
  byId('problem').hidden = false;
  byId('problem').textContent = `This page did not start: ${error.message}`;
});

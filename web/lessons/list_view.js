// The list of lessons with what is solved, and a learner's progress: name, result code, file.
import { readCode, codeOf } from './codes.js';
import { button, el, saveText } from './dom.js';
import { scenarioIn } from './links.js';
import { verify } from './verify.js';

export class ListView {
  #lessons;
  #note;
  #code = el('textarea', { id: 'lessons-code', readOnly: true, rows: 3, spellcheck: false });

  constructor(lessons, note) {
    this.#lessons = lessons;
    this.#note = note;
  }

  get title() {
    return this.#lessons.text(this.#lessons.course.title);
  }

  update() {}
  leave() {}

  draw() {
    return el('div', { className: 'list' },
      this.#note && el('p', { className: 'refused', role: 'alert' }, this.#note),
      this.#lessons.course.refused.map((why) => el('p', { className: 'refused' }, this.#lessons.say('refusedLesson', why))), this.#drawTitles(), this.#drawProgress(), this.#drawLoading());
  }

  #drawTitles() {
    const { course, progress } = this.#lessons;
    return el('ol', { className: 'titles' }, [...course.lessons.values()].map((lesson) => {
      const done = progress.done[lesson.id];
      const state = done?.version === lesson.version ? this.#lessons.say(done.par ? 'parReached' : 'solved') : '';
      const minutes = lesson.notes?.minutes;
      return el('li', {},
        button(this.#lessons.text(lesson.title), () => this.#lessons.start(lesson), { className: 'title' }),
        el('span', { className: state ? 'state ok' : 'state' }, state || (minutes ? this.#lessons.say('minutes', minutes) : '')));
    }));
  }

  #drawProgress() {
    const { progress, page } = this.#lessons;
    const say = (...all) => this.#lessons.say(...all);
    const name = el('input', { value: progress.name, maxLength: 100, autocomplete: 'off', onchange: () => {
      progress.name = name.value.trim();
      this.#showCode();
    } });
    this.#code.placeholder = say('noCode');
    this.#showCode();
    return el('section', { 'aria-labelledby': 'lessons-progress' },
      el('h3', { id: 'lessons-progress' }, say('progress')),
      progress.stored ? null : el('p', { className: 'quiet' }, say('notStored')),
      el('label', {}, `${say('name')} `, name),
      el('label', {}, `${say('code')} `, this.#code),
      el('p', { className: 'buttons' },
        button(say('copyCode'), () => { this.#code.select(); page.copy(this.#code.value); }),
        button(say('saveFile'), () => saveText('reshard-progress.json', JSON.stringify({ code: this.#code.value })))));
  }

  #drawLoading() {
    const { progress, page } = this.#lessons;
    const say = (...all) => this.#lessons.say(...all);
    const text = el('textarea', { rows: 3, spellcheck: false, autocomplete: 'off' });
    const told = el('p', { role: 'status', hidden: true });
    const load = async (given) => {
      told.hidden = false;
      told.textContent = await this.#load(given);
    };
    return el('details', {}, el('summary', {}, say('load')),
      el('label', {}, `${say('loadCode')} `, text),
      el('label', {}, `${say('loadFile')} `, el('input', { type: 'file', onchange: async ({ target }) => load(await target.files[0].text()) })),
      el('p', { className: 'buttons' }, button(say('loadIt'), () => load(text.value)),
        button(say('forget'), () => { progress.forget(); this.#lessons.showList(); })), told,
      el('p', {}, el('a', { href: `teacher.html#${scenarioIn(page.state().link ?? '')}` }, say('teacher'))));
  }

  async #showCode() {
    const { progress } = this.#lessons;
    this.#code.value = Object.keys(progress.done).length > 0 ? await codeOf(progress) : '';
  }

  // Gives what came of it, in words.
  async #load(given) {
    const { core, course, progress } = this.#lessons;
    try {
      const text = given.trim().startsWith('{') ? String(JSON.parse(given).code) : given;
      const read = await readCode(text);
      const count = progress.load(read, await verify(core, course.lessons, read));
      this.#lessons.showList(this.#lessons.say('loaded', count));
      return '';
    } catch (error) {
      return error.message;
    }
  }
}

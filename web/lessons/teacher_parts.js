// The elements of teacher.html (web/page/teacher.html) that its scripts fill and connect.

/**
 * The form of a lesson: its controls by name.
 * @typedef {HTMLFormElement & {elements: HTMLFormControlsCollection & Record<'controls' | 'trial', HTMLSelectElement> &
 *   Record<'title' | 'start' | 'seeds' | 'solution' | 'near_miss', HTMLInputElement> &
 *   Record<'task' | 'hints' | 'explanation', HTMLTextAreaElement>}} LessonForm
 */
/**
 * What each id stands for.
 * @typedef {Record<'language' | 'check' | 'cancel-check' | 'save-table' | 'add-goal' | 'save-lesson' | 'copy-lesson',
 *   HTMLButtonElement> & Record<'make' | 'lesson-link', HTMLAnchorElement> &
 *   Record<'prediction' | 'goals' | 'par', HTMLFieldSetElement> &
 *   {codes: HTMLTextAreaElement, results: HTMLTableElement, editor: LessonForm, 'open-lesson': HTMLInputElement} &
 *   Record<'problem' | 'told' | 'minutes' | 'notes' | 'tried' | 'link-row', HTMLElement>} Parts
 */

/**
 * @template {keyof Parts} Id
 * @param {Id} id
 */
export const byId = (id) => /** @type {Parts[Id]} */ (document.getElementById(id));

// One click to a scenario that shows something, with two sentences of what to notice.
import { t, translate } from '../language.js';
import { Dialog, element } from './dialog.js';

const kFile = new URL('../../assets/presets/presets.json', import.meta.url);

let dialog = null;  // a promise: two quick presses make one
let note;

// What to notice stays in sight, above the canvas, until it is closed.
function tell(title, notice) {
  note ??= document.body.appendChild(element(`<section id="preset-note" aria-label="What to notice"><p></p>
    <button type="button">Close</button></section>`));
  note.querySelector('p').replaceChildren(Object.assign(document.createElement('strong'), { textContent: title }), ` ${notice}`);
  translate(note);
  note.querySelector('button').onclick = () => { note.hidden = true; };
  note.hidden = false;
}

async function makeDialog(page) {
  const answer = await fetch(kFile);
  if (!answer.ok) throw new Error(`${kFile}: HTTP ${answer.status}`);
  const made = new Dialog('presets', 'Presets', `<p class="quiet">Each takes the place of what is on the page. Back in the browser
    brings that again.</p><ul></ul>`);
  for (const { title, notice, link } of await answer.json()) {
    const item = element('<li><button type="button"><strong></strong><span></span></button></li>');
    item.querySelector('strong').textContent = title;
    item.querySelector('span').textContent = notice;
    translate(item);
    item.firstChild.onclick = () => {
      made.close();
      location.hash = link;  // an entry of the browser's history
      tell(title, notice);
      page.announce(`${t(title)}. ${t(notice)}`);
    };
    made.form.querySelector('ul').append(item);
  }
  return made;
}

export async function open(page) {
  dialog ??= makeDialog(page);
  dialog.catch(() => { dialog = null; });  // the next press may have a connection
  await (await dialog).open();
}

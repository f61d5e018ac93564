// The gallery: instructive scenarios, each with a picture and two sentences on what to notice.
import { currentLanguage, onLanguage, t, translate } from '../../text/language.js';
import { hasSystems, keepForReload, namesSystem } from '../../host/second_build.js';
import { Dialog, element } from '../tools/dialog.js';
import { tell } from '../tools/note.js';

/** @typedef {import('../../host/page.js').Page} Page */

const kFolder = new URL('../../../assets/presets/', import.meta.url);

/** @type {?Promise<Dialog>} a promise: two quick presses open one dialog */
let dialog = null;

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(name, kFolder));
  if (!answer.ok) throw new Error(`${answer.url}: HTTP ${answer.status}`);
  return answer.text();
}

/**
 * As a data URL, because the single-file page has no other address for it.
 * @param {HTMLImageElement} image
 * @param {number} number from 1
 */
async function showPicture(image, number) {
  const language = currentLanguage();
  const svg = await fetched(`${number}.${language}.svg`);
  if (language === currentLanguage()) image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** @param {Page} page */
async function makeDialog(page) {
  /** @type {{title: string, notice: string, link: string}[]} in English */
  const presets = JSON.parse(await fetched('presets.json'));
  /** @type {HTMLImageElement[]} */
  const pictures = [];
  const made = new Dialog(
    'presets',
    'Examples',
    `<p class="quiet">Each scenario replaces yours. The browser's Back button brings it back.</p><ul></ul>`,
  );
  presets.forEach(({ title, notice, link }) => {
    const item = element('<li><a><img alt="" width="480" height="300"><strong></strong><span></span></a></li>');
    const way = /** @type {HTMLAnchorElement} */ (item.firstChild);
    way.href = `#${link}`; // following it adds an entry to the browser's history
    item.querySelector('strong').textContent = title;
    item.querySelector('span').textContent = notice;
    translate(item);
    way.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens in another tab
      made.close();
      if (!hasSystems && namesSystem(link)) keepForReload('note', JSON.stringify([title, notice]));
      tell(title, notice, { overDialogs: /(^|&)(dialog|move)=/.test(link) }); // else it is about the page
      page.announce(`${t(title)}. ${t(notice)}`);
    };
    /** @type {Element} */ (made.form.querySelector('ul')).append(item);
    pictures.push(item.querySelector('img'));
  });
  const draw = () =>
    pictures.forEach((image, i) => showPicture(image, i + 1).catch((error) => console.warn(error.message)));
  onLanguage(draw);
  if (currentLanguage() === 'en') draw();
  return made;
}

/** @param {Page} page */
export async function open(page) {
  dialog ??= makeDialog(page);
  dialog.catch(() => {
    dialog = null;
  }); // the next press may have a connection
  await (await dialog).open();
}

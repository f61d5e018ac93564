// The configuration that was opened in this visit, with the nodes as they are on the page: to copy, to save, and what
// differs. The text is nowhere but in the memory of the page.
import { copy } from '../../host/clipboard.js';
import { t } from '../../text/language.js';
import { openedText } from '../files/opened_text.js';
import { Reading } from '../files/reading.js';
import { save } from '../tools/dialog.js';
import { ownFileText } from './own_file_words.js';

/** @typedef {import('../../host/page.js').Page} Page */
/** @typedef {import('../files/opened_text.js').Opened} Opened */
/** @typedef {import('../cluster/write_rules.js').Written} Written */

export const kOwnFileHtml = `
  <fieldset data-name="own-file" hidden><legend>Your file with this change</legend>
    <p>The file that you opened, with the nodes as they are now. It holds what your original holds, comments and secrets
      too. Only this page’s memory has it, until you close the page.</p>
    <div data-name="own-addresses" class="fields" hidden></div>
    <p data-name="own-refused" class="refused" role="alert" hidden></p>
    <p data-name="own-notes" role="status"></p>
    <textarea name="own-diff" readonly rows="8" aria-label="What changes in your file" spellcheck="false"
      hidden></textarea>
    <p class="buttons" data-name="own-buttons" hidden><button type="button" name="own-copy">Copy file</button>
      <button type="button" name="own-save">Save file</button>
      <button type="button" name="own-markdown">Copy diff as Markdown</button>
      <button type="button" name="own-save-diff">Save diff</button>
      <span data-name="told-of-own" role="status" class="quiet"></span></p>
  </fieldset>`;

/** By the name that a node has now, its first one. @param {{rename?: string, to?: string}[]} log */
function firstNames(log) {
  const names = /** @type {Map<string, string>} */ (new Map());
  for (const { rename, to } of log) {
    if (rename === undefined || to === undefined) continue;
    names.set(to, names.get(rename) ?? rename);
    names.delete(rename);
  }
  return names;
}

/** @param {string} diff */
const markdownOf = (diff) => `\`\`\`diff\n${diff}\`\`\`\n`;

export class OwnFile {
  #dialog;
  #page;
  #reader = new Reading(
    new URL('../cluster/cluster_engine.js', import.meta.url),
    () => import('../cluster/cluster_engine.js'),
  );
  /** @type {?Extract<Written, {kind: 'written'}>} */
  #written = null;
  /** @type {Map<string, string>} */
  #addresses = new Map();
  #run = 0;

  /** @param {import('../tools/dialog.js').Dialog} dialog @param {Page} page */
  constructor(dialog, page) {
    this.#dialog = dialog;
    this.#page = page;
    const tell = (/** @type {string} */ sentence) => {
      dialog.part('told-of-own').textContent = sentence;
    };
    const on = (
      /** @type {string} */ name,
      /** @type {(written: {text: string, diff: string, name: string}) => void} */ act,
    ) => {
      dialog.part(name).onclick = () => this.#written && act(this.#written);
    };
    on('own-copy', ({ text }) => copy(text, tell));
    on('own-markdown', ({ diff }) => copy(markdownOf(diff), tell));
    const saveAs = (/** @type {string} */ text, /** @type {string} */ name) => {
      save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
      tell(t('Saved {0}.', name));
    };
    const ownName = (/** @type {string} */ name) => name.replace(/^.*[/\\]/, '').replace(/\.gz$/, '');
    on('own-save', ({ text, name }) => saveAs(text, ownName(name)));
    on('own-save-diff', ({ diff, name }) => saveAs(diff, `${ownName(name)}.diff`));
  }

  /** The nodes now, each with the name that it had. */
  #wanted() {
    const { bridge, state } = this.#page;
    const names = firstNames(/** @type {{rename?: string, to?: string}[]} */ (bridge.read('scenario').log ?? []));
    const nodes = state().nodes ?? [];
    return nodes.map(({ name, weight, down }) => {
      const [was, address] = [names.get(name), this.#addresses.get(name)];
      return { name, weight, down, ...(was !== undefined && { was }), ...(address && { address }) };
    });
  }

  /** Shows it, if the page came from a file. */
  async show() {
    const run = ++this.#run;
    const nodes = this.#wanted();
    const opened = openedText(
      nodes,
      nodes.flatMap(({ was }) => (was === undefined ? [] : [was])),
    );
    this.#dialog.part('own-file').hidden = opened === null;
    this.#written = null;
    this.#showWritten(null);
    if (!opened) return;
    try {
      const written = await this.#ask(opened, nodes);
      if (run === this.#run) this.#showWritten(written);
    } catch (error) {
      if (run === this.#run) this.#refuse(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Opened} opened @param {import('../../systems/edit/edit.js').Node[]} nodes @returns {Promise<Written>} */
  #ask({ file, asked, choosing }, nodes) {
    const { strategy, params, hash } = this.#page.state();
    const name = 'name' in file ? String(file.name) : undefined;
    const now = { choosing: { strategy, params, hash }, usual: choosing.params };
    return this.#reader.ask('write', { file, rename: false, ...asked, write: { nodes, now, name } });
  }

  /** @param {string} strategy */
  #titleOf(strategy) {
    const { strategies } = this.#page.bridge.read('registry');
    return t(strategies.find(({ id }) => id === strategy)?.title ?? strategy);
  }

  /** @param {string} text */
  #refuse(text) {
    const line = this.#dialog.part('own-refused');
    line.textContent = text;
    line.hidden = text === '';
  }

  /** @param {?Written} written */
  #showWritten(written) {
    const part = (/** @type {string} */ name) => this.#dialog.part(name);
    this.#written = written?.kind === 'written' ? written : null;
    const { diff = '' } = this.#written ?? {};
    part('told-of-own').textContent = '';
    part('own-notes').textContent = this.#written ? this.#notesOf(this.#written) : '';
    part('own-diff').hidden = part('own-markdown').hidden = part('own-save-diff').hidden = diff === '';
    part('own-diff').value = diff;
    part('own-diff').rows = Math.min(12, diff.split('\n').length);
    part('own-buttons').hidden = this.#written === null;
    this.#refuse(written?.kind === 'refused' ? refusalOf(written, (id) => this.#titleOf(id)) : '');
    if (written?.kind === 'asks') this.#askAddresses(written.names);
    else if (written && this.#addresses.size === 0) part('own-addresses').hidden = true;
  }

  /** @param {Extract<Written, {kind: 'written'}>} written */
  #notesOf({ diff, name, left, unresolved }) {
    return [
      diff === ''
        ? t('Nothing differs from {0}.', name)
        : t(
            'What changes in {0}: lines of servers only. To change a file, save it; this does not apply as a patch.',
            name,
          ),
      ...left.map((node) => t('{0} has weight 0, so it is left out.', node)),
      ...unresolved.map((node) => t('{0} is hardly the address of a server: rename the node to its address.', node)),
    ].join(' ');
  }

  /** @param {string[]} names of new nodes */
  #askAddresses(names) {
    const box = this.#dialog.part('own-addresses');
    const known = [...box.querySelectorAll('input')].map((/** @type {HTMLInputElement} */ { name }) => name);
    for (const name of names.filter((one) => !known.includes(one))) {
      const field = Object.assign(document.createElement('input'), {
        name,
        autocomplete: 'off',
        placeholder: '10.0.0.7:80',
      });
      field.spellcheck = false;
      field.onchange = () => {
        this.#addresses.set(name, field.value.trim());
        this.show().catch(this.#page.notLoaded);
      };
      const label = document.createElement('label');
      label.append(t('Address of {0}', name), field);
      box.append(label);
    }
    box.hidden = false;
    this.#dialog.part('own-notes').textContent = t(
      'Your file has addresses beside names. Type those of the new servers.',
    );
  }
}

/** @param {{line: number, why: string}} refused @param {(id: string) => string} titleOf a strategy */
function refusalOf({ line, why }, titleOf) {
  const words = ownFileText(why, titleOf);
  return line > 0
    ? t('Your file is not written. Line {0}: {1}.', line, words)
    : t('Your file is not written: {0}.', words);
}

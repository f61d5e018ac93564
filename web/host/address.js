// The scenario in addresses: the page's own follows every change, and the address of any scenario can be copied.
import { copy } from './clipboard.js';

export class Address {
  #own; // the page's address is ours to change; a figure's belongs to the page around it
  #link; // the fragment of the scenario shown last, without #
  #about = ''; // the statement that a note beside it is about; part of every address as long as the note is shown

  /** @param {boolean} embedded */
  constructor(embedded) {
    this.#own = !embedded;
    this.#link = location.hash.slice(1);
  }

  /** The note about a statement is shown no longer. */
  forgetAbout() {
    this.#about = '';
    if (this.#own) history.replaceState(history.state, '', location.href.replace(/&about=[\w.-]*/, ''));
  }

  /** The fragment to open again after a reload. */
  get link() {
    return this.#link;
  }

  /** The address of the scenario on a page of its own. */
  get fullPage() {
    const address = this.#of(this.#link);
    for (const name of ['embed', 'systems']) address.searchParams.delete(name);
    return address.href;
  }

  /** Notes that this scenario is shown now, whoever opened it. @param {string} fragment @param {string} [about] */
  opened(fragment, about = '') {
    this.#link = fragment;
    this.#about = about;
  }

  /** @param {(fragment: string) => void} open called when the reader goes to a fragment: by hand, back, forward */
  onChange(open) {
    window.addEventListener('hashchange', ({ newURL }) => {
      // A frame between this link and its event has written the scenario shown before.
      if (location.href !== newURL) history.replaceState(history.state, '', newURL);
      open(location.hash.slice(1));
    });
  }

  /**
   * The scenario has changed. No new history entry: undo goes back, and a hundred drags are not a hundred pages.
   * @param {string} fragment
   */
  set(fragment) {
    this.#link = fragment;
    if (this.#own) history.replaceState(history.state, '', this.#of(fragment));
  }

  /**
   * Copies the address of this scenario on a page of its own.
   * @param {string} fragment @param {(sentence: string) => void} announce
   */
  copy(fragment, announce) {
    this.#link = fragment;
    copy(this.fullPage, announce);
  }

  /**
   * Reloads the page with the scenario as it was.
   * @param {boolean} [systems] with the second build, whatever the scenario
   */
  reload(systems = false) {
    const address = this.#of(this.#link);
    if (systems && !address.searchParams.has('systems')) {
      address.searchParams.set('systems', '');
      return location.replace(address);
    }
    // in a figure: loads nothing
    if (location.href !== this.#of(this.#link).href) location.replace(this.#of(this.#link));
    location.reload();
  }

  /** @param {string} fragment */
  #of(fragment) {
    const address = new URL(location.href);
    address.hash = fragment + (this.#about && `&about=${this.#about}`);
    return address;
  }
}

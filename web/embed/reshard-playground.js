// <reshard-playground>: the playground as a figure in somebody's page. Documented in reshard-playground.d.ts.
// It runs in an iframe, because SDL2 needs a document of its own. Until the reader starts it there is only a poster:
// the element's own content (a picture, a sentence, a link), which is also all that remains where scripts are off.

const kVersion = 1;
const kMaxLinkLength = 1 << 20; // characters: the figure accepts no more
const kMaxPrinted = 200; // characters of an address
const kMaxTextLength = 1 << 16; // of a headline or an error
const kMaxAnswerLength = 1 << 22; // as JSON: the state of ten thousand nodes
const kFarAway = '1500px'; // beyond this distance the figure releases its graphics context
const kDefaultHeight = 420;
const kMinHeight = 240;
const kMaxHeight = 4000;
const kSandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'; // popups: for the link to the full page
const kFolders = ['http:', 'https:', 'file:'];
const kPictures = [...kFolders, 'data:', 'blob:'];
const kThemes = ['light', 'dark', 'auto'];
/** @type {Record<string, string[]>} by language: what the button says, and what it means */
const kStart = { en: ['Start', 'Start the figure'], ru: ['Запустить', 'Запустить рисунок'] };
const kFields = ['strategy', 'nodes', 'vnodes', 'keys', 'seed', 'view', 'controls']; // also fields of a link

const kStyle = `
  :host { display: block; border-radius: 6px; contain: content; }
  :host([hidden]) { display: none; }
  .poster { display: grid; place-items: center; height: 100%; padding: 16px; box-sizing: border-box; text-align: center;
    font: 15px/1.5 system-ui, sans-serif; color: light-dark(#1c2430, #e8ecf2);
    background: light-dark(#f6f7f9, #12161c); border-radius: 6px; border: 1px solid light-dark(#d9dce2, #333a45); }
  @media screen { .started { display: none; } }
  .poster:has(> img) { padding: 0; slot { display: none; } }
  .poster > img { width: 100%; height: 100%; object-fit: contain; min-height: 0; }
  ::slotted(img) { max-width: 100%; max-height: 100%; object-fit: contain; }
  button { position: absolute; inset: auto 50% 24px auto; translate: 50%; min-height: 44px; padding: 0 24px; border: 0;
    border-radius: 6px; font: 600 15px/1 system-ui, sans-serif; cursor: pointer;
    background: light-dark(#2457d6, #7fa6ff); color: light-dark(#fff, #0d1526); }
  .poster:has(> img) > button { inset: auto 16px 14px auto; translate: none; min-height: 36px; }
  button:focus-visible { outline: 2px solid light-dark(#2457d6, #7fa6ff); outline-offset: 2px; }
  iframe { width: 100%; height: 100%; border: 0; }
  /* Paper is white, whatever the page and the system are. */
  @media print {
    :host { break-inside: avoid; height: auto !important; min-height: 0 !important; }
    .poster { color-scheme: light !important; }
    ::slotted(*) { color: #000 !important; }
    .poster::after { content: attr(data-source); line-break: anywhere; }
    .poster > img, ::slotted(img) { height: auto; max-height: 90vh; }
    button, iframe { display: none; }
  }
`;

/** @typedef {Record<string, any>} Message of a figure; each handler checks what it takes of it */
/** @typedef {{answer: (value: any) => void, refuse: (reason: Error) => void}} Answer to a question, as promised */

/** @type {Record<string, (element: ReshardPlayground, message: Message) => void>} by the type of a figure's message */
let kHeard;
/** @param {unknown} value @param {number} length @returns {value is string} */
const isText = (value, length) => typeof value === 'string' && value.length <= length;

/** A message may hold what JSON cannot: a cycle, a BigInt. @param {unknown} value */
function jsonLength(value) {
  try {
    return JSON.stringify(value)?.length ?? Infinity;
  } catch {
    return Infinity;
  }
}

/**
 * The address that an attribute means. Null if it has none, or one of another kind: “javascript:” would run in the host
 * page.
 * @param {?string} text @param {string[]} protocols
 */
function addressOf(text, protocols) {
  if (text === null) return null;
  try {
    const address = new URL(text, document.baseURI);
    return protocols.includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}

/** Whether a colour is light, by its green, or by the lightness of oklch() and oklab(). @param {string} color */
const isLight = (color) => /^(rgba?\(\d+, (1[3-9]|2)\d|ok\w+\((1|0\.[5-9]))/.test(color);

// A site generator may import this module outside a browser, where it does nothing.
export class ReshardPlayground extends /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['link', 'theme', 'lang', 'height', 'poster', 'title', ...kFields];

  #root = this.attachShadow({ mode: 'open' });
  #poster = document.createElement('div');
  #button = document.createElement('button');
  /** @type {?HTMLIFrameElement} */
  #frame = null;
  /** @type {?string} opened or shown last; null: the link of the attributes */
  #link = null;
  #shown = false; // whether it has been in a page, so that what its attributes say is seen
  #ready = false;
  /** @type {object[]} messages for a figure that is not ready yet */
  #waiting = [];
  /** @type {Map<unknown, Answer>} */
  #answers = new Map();
  #asked = 0;
  #near = new IntersectionObserver(([entry]) => this.#seen(entry.isIntersecting), { rootMargin: kFarAway });
  #sleeping = false;
  #hear = (/** @type {MessageEvent} */ event) => this.#receive(event);

  constructor() {
    super();
    const sheet = new CSSStyleSheet(); // no <style>: a strict content security policy would refuse it
    sheet.replaceSync(kStyle);
    this.#root.adoptedStyleSheets = [sheet];
    this.#poster.className = 'poster';
    this.#button.type = 'button';
    this.#poster.addEventListener('click', (event) => {
      if (!(/** @type {Element} */ (event.target).closest('a'))) this.#startByReader();
    });
    this.#poster.append(document.createElement('slot'), this.#button);
    this.#root.append(this.#poster);
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    this.#near.observe(this);
    this.#resize();
    this.#showPoster();
    this.#checkTheme();
    this.#shown = true;
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    this.#near.disconnect();
    this.stop();
  }

  /** @param {string} name @param {?string} before @param {?string} now */
  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (name === 'link' || kFields.includes(name)) this.open(this.#asWritten());
    if (!this.#shown) return; // connectedCallback() comes next
    if (name === 'height') {
      this.#resize();
    } else if (name === 'theme') {
      this.#checkTheme();
      this.#send('theme', { theme: this.#colorScheme });
    } else {
      this.#showPoster();
      if (name === 'lang' && this.#language) this.#send('language', { language: this.#language });
    }
  }

  /** The folder of the playground: that of this file, unless `src` says otherwise. */
  get src() {
    return addressOf(this.getAttribute('src'), kFolders) ?? new URL('./', import.meta.url).href;
  }
  get theme() {
    const asked = this.getAttribute('theme') ?? 'auto';
    return kThemes.includes(asked) ? asked : 'auto';
  }
  set theme(theme) {
    this.setAttribute('theme', theme);
  }
  get link() {
    return this.#link ?? this.#asWritten();
  }
  set link(link) {
    this.open(link);
  }
  get started() {
    return this.#frame !== null || this.#sleeping;
  }

  // Without a theme of its own the figure uses the page's color-scheme; if that follows the reader, so does the figure.
  // Many dark pages declare none, but have light text.
  get #colorScheme() {
    if (this.theme !== 'auto') return this.theme;
    const { color, colorScheme: page } = getComputedStyle(this);
    if (page === 'normal') return isLight(color) ? 'dark' : 'light';
    if (!page.includes('dark')) return 'light';
    return page.includes('light') ? 'auto' : 'dark';
  }

  #paintPoster() {
    const scheme = this.#colorScheme;
    this.#poster.style.colorScheme = scheme === 'auto' ? '' : scheme;
  }

  // The language of the element or of the page around it, which may be an SVG; null if the playground lacks it.
  get #language() {
    const tag = /** @type {string} */ (this.closest('[lang]')?.getAttribute('lang')?.slice(0, 2).toLowerCase());
    return Object.hasOwn(kStart, tag) ? tag : null;
  }

  start() {
    if (this.#frame) return;
    this.#sleeping = false;
    this.#paintPoster();
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.allow = 'clipboard-write; fullscreen';
    frame.title = this.title || 'Reshard playground';
    const sandbox = this.getAttribute('sandbox');
    if (sandbox !== null) frame.sandbox = sandbox || kSandbox;
    if (this.hasAttribute('src')) this.#checkAddress('src', kFolders);
    const url = new URL(this.src);
    if (this.#colorScheme !== 'auto') url.searchParams.set('theme', this.#colorScheme);
    if (this.#language) url.searchParams.set('lang', this.#language);
    if (this.hasAttribute('timeline')) url.searchParams.set('timeline', '');
    url.hash = this.link;
    frame.src = url.href;
    this.#root.append(frame);
    this.#poster.classList.add('started');
  }

  /** Goes back to the poster; start() shows the same scenario again. */
  stop() {
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = false;
    this.#waiting = [];
    for (const { refuse } of this.#answers.values()) refuse(new Error('the figure was stopped'));
    this.#answers.clear();
    this.#poster.classList.remove('started');
  }

  /** @param {string} link */
  open(link) {
    const fragment = String(link).replace(/^[^#]*#/, ''); // if it is a whole address: the part after its #
    if (fragment.length > kMaxLinkLength) return this.#error(`link: is longer than ${kMaxLinkLength} characters`);
    this.#link = fragment;
    this.#send('open', { link: fragment });
  }

  /** @param {object} request */
  run(request) {
    return this.#ask('run', { request });
  }
  state() {
    return this.#ask('state', {});
  }

  // The link that the attributes describe: `link`, with fields overridden by the attributes of the same names.
  #asWritten() {
    const fields = new Map([['v', String(kVersion)]]);
    for (const field of (this.getAttribute('link') ?? '').replace(/^[^#]*#/, '').split('&')) {
      const at = field.indexOf('=');
      if (at > 0) fields.set(field.slice(0, at), field.slice(at + 1));
    }
    for (const name of kFields) {
      const written = this.getAttribute(name);
      if (written !== null) fields.set(name, written.replace(/[&#\s]/g, encodeURIComponent));
    }
    return [...fields].map((field) => field.join('=')).join('&');
  }

  // The button disappears, so the keyboard focus moves to the figure.
  #startByReader() {
    const hadFocus = this.#root.activeElement === this.#button;
    this.start();
    if (hadFocus) this.#frame?.focus({ preventScroll: true });
  }

  #showPoster() {
    const address = `${this.src}#${this.#asWritten()}`; // printed, unless nobody would type it
    this.#poster.dataset.source = address.length > kMaxPrinted ? '' : address;
    const title = this.title || this.getAttribute('aria-label') || '';
    const [start, startIt] = kStart[this.#language ?? 'en'];
    this.#button.textContent = start;
    this.#button.setAttribute('aria-label', startIt + (title ? `: ${title}` : ''));
    this.#poster.querySelector(':scope > img')?.remove();
    const poster = this.hasAttribute('poster') && this.#checkAddress('poster', kPictures);
    if (!poster) return;
    const picture = document.createElement('img');
    picture.alt = title;
    picture.onerror = () => picture.remove(); // then the content between the tags is the poster
    picture.src = poster;
    this.#poster.prepend(picture);
  }

  /** @param {string} name @param {string[]} protocols */
  #checkAddress(name, protocols) {
    const address = addressOf(this.getAttribute(name), protocols);
    if (address === null)
      this.#error(
        `${name}: “${this.getAttribute(name)}” is not an address with ${protocols.join(', ')}, or relative to the page`,
      );
    return address;
  }

  #checkTheme() {
    const asked = this.getAttribute('theme');
    if (asked !== null && !kThemes.includes(asked))
      this.#error(`theme: “${asked}” is not one of ${kThemes.join(', ')}`);
    this.#paintPoster();
  }

  #resize() {
    const asked = Number(this.getAttribute('height') ?? kDefaultHeight);
    const fits = asked >= kMinHeight && asked <= kMaxHeight;
    this.style.height = `${fits ? asked : kDefaultHeight}px`;
    if (!fits)
      this.#error(
        `height: ${this.getAttribute('height')} is outside ${kMinHeight} to ${kMaxHeight}; it is ${kDefaultHeight}`,
      );
  }

  /**
   * Far off screen the figure releases its graphics context, because browsers allow only a few. It returns unchanged.
   * @param {boolean} near
   */
  #seen(near) {
    if (near) this.#paintPoster(); // whose style sheets may have come since
    if (!near && this.#frame) {
      this.stop();
      this.#sleeping = true;
    } else if (near && this.#sleeping) {
      this.start();
    }
  }

  /** @param {string} type @param {object} content */
  #send(type, content) {
    if (!this.#frame) return;
    const message = { reshard: kVersion, type, ...content };
    if (this.#ready) this.#post(message);
    else this.#waiting.push(message);
  }

  /** @param {object} message */
  #post(message) {
    this.#frame?.contentWindow?.postMessage(message, '*'); // a sandboxed frame has no origin to name
  }

  /** @param {string} type @param {object} content @returns {Promise<any>} what the figure answers */
  async #ask(type, content) {
    const rests = this.#sleeping ? 'rests, because it is far off screen' : 'is not started';
    if (!this.#frame) throw new Error(`the figure ${rests}: call start() first`);
    const id = ++this.#asked;
    this.#send(type, { id, ...content });
    return new Promise((answer, refuse) => this.#answers.set(id, { answer, refuse }));
  }

  /** @param {MessageEvent} event */
  #receive({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    if (data?.reshard === kVersion && typeof data.type === 'string' && Object.hasOwn(kHeard, data.type))
      kHeard[data.type](this, data);
  }

  static {
    kHeard = {
      ready(element) {
        element.#ready = true;
        for (const message of element.#waiting.splice(0)) element.#post(message);
        element.#tell('ready', { link: element.link });
      },
      change(element, { link, headline }) {
        if (!isText(link, kMaxLinkLength) || !isText(headline, kMaxTextLength)) return;
        element.#link = link;
        element.#tell('change', { link, headline });
      },
      moved(element, { keys, moved, share, leastShare, needless }) {
        if (![keys, moved, needless].every((count) => Number.isSafeInteger(count) && count >= 0 && count <= keys))
          return;
        if (![share, leastShare].every((part) => Number.isFinite(part) && part >= 0 && part <= 1)) return;
        element.#tell('moved', { keys, moved, share, leastShare, needless });
      },
      error(element, { message }) {
        if (isText(message, kMaxTextLength)) element.#error(message);
      },
      answer(element, { id, value, error }) {
        const asked = element.#answers.get(id);
        if (!asked) return;
        element.#answers.delete(id);
        if (isText(error, kMaxTextLength)) asked.refuse(new Error(error));
        else if (jsonLength(value) <= kMaxAnswerLength) asked.answer(value);
        else asked.refuse(new Error('the answer is too long'));
      },
    };
  }

  /** Few pages listen for errors; their authors look at the console. @param {string} message */
  #error(message) {
    console.warn(`<reshard-playground> ${message.slice(0, 1000)}`);
    this.#tell('error', { message });
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

// The other attributes are properties too, whose values are the text of the attributes.
for (const name of ['poster', 'height', ...kFields]) {
  Object.defineProperty(ReshardPlayground.prototype, name, {
    get() {
      return this.getAttribute(name);
    },
    set(value) {
      value === null ? this.removeAttribute(name) : this.setAttribute(name, value);
    },
    enumerable: true,
    configurable: true,
  });
}

// If the file is loaded twice, say by two posts on one page, the first one serves both.
if (globalThis.customElements && !customElements.get('reshard-playground')) {
  customElements.define('reshard-playground', ReshardPlayground);
}

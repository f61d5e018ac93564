// <reshard-playground>: the playground as a figure in somebody's page. Documented in reshard-playground.d.ts.
// An iframe holds it, because SDL2 wants a document of its own. Until the reader starts it there is only a poster: the
// element's own content (a picture, a sentence, a link), which is also all that is left where scripts are off.

const kVersion = 1;
const kMaxMessageBytes = 65_536;
const kFarAway = '1500px';  // beyond this the figure gives its graphics context back
const kDefaultHeight = 420;
const kMinHeight = 240;
const kMaxHeight = 4000;
const kThemes = ['light', 'dark', 'auto'];
const kFields = ['strategy', 'nodes', 'vnodes', 'keys', 'seed'];  // attributes that a link has too

const kStyle = `
  :host { display: block; position: relative; overflow: hidden; border-radius: 6px; contain: content; }
  :host([hidden]) { display: none; }
  .poster { display: grid; place-items: center; height: 100%; padding: 16px; box-sizing: border-box; text-align: center;
    font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark; color: light-dark(#1c2430, #e8ecf2);
    background: light-dark(#f6f7f9, #12161c); }
  .poster.started { display: none; }
  ::slotted(img) { max-width: 100%; max-height: 100%; object-fit: contain; }
  button { position: absolute; inset: auto 50% 24px auto; translate: 50%; min-height: 44px; padding: 0 24px; border: 0;
    border-radius: 6px; font: 600 15px/1 system-ui, sans-serif; cursor: pointer;
    background: light-dark(#2457d6, #7fa6ff); color: light-dark(#fff, #0d1526); }
  button:focus-visible { outline: 2px solid; outline-offset: 2px; }
  iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
`;

let kHeard;  // what a figure may say, by type
let sheet;
function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();  // no <style>: a strict content security policy would refuse it
    sheet.replaceSync(kStyle);
  }
  return sheet;
}

class ReshardPlayground extends HTMLElement {
  static observedAttributes = ['link', 'theme', 'height', ...kFields];

  #poster = document.createElement('div');
  #button = document.createElement('button');
  #frame = null;
  #link = null;       // what the figure showed last, where it changed
  #ready = false;
  #waiting = [];      // messages for a figure that is not ready yet
  #answers = new Map();
  #asked = 0;
  #near = new IntersectionObserver(([entry]) => this.#seen(entry.isIntersecting), { rootMargin: kFarAway });
  #sleeping = false;
  #hear = (event) => this.#receive(event);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    this.#poster.className = 'poster';
    this.#button.type = 'button';
    this.#button.textContent = 'Start';
    this.#button.addEventListener('click', () => this.start());
    this.#poster.append(document.createElement('slot'), this.#button);
    root.append(this.#poster);
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    this.#near.observe(this);
    this.#resize();
    this.#button.setAttribute('aria-label', `Start the figure${this.title ? `: ${this.title}` : ''}`);
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    this.#near.disconnect();
    this.stop();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.isConnected) return;
    if (name === 'height') this.#resize();
    else if (name === 'theme') this.#send('theme', { theme: this.theme });
    else this.open(this.#asWritten());
  }

  /** The folder of the playground: that of this file, unless `src` says otherwise. */
  get src() { return new URL(this.getAttribute('src') ?? './', this.hasAttribute('src') ? document.baseURI : import.meta.url).href; }
  get theme() { return kThemes.includes(this.getAttribute('theme')) ? this.getAttribute('theme') : 'auto'; }
  get link() { return this.#link ?? this.#asWritten(); }
  get started() { return this.#frame !== null || this.#sleeping; }

  start() {
    if (this.#frame) return;
    this.#sleeping = false;
    this.#frame = document.createElement('iframe');
    this.#frame.allow = 'clipboard-write; fullscreen';
    this.#frame.title = this.title || 'Reshard playground';
    if (this.hasAttribute('sandbox')) this.#frame.sandbox = this.getAttribute('sandbox') || 'allow-scripts';
    const url = new URL(this.src);
    if (this.theme !== 'auto') url.searchParams.set('theme', this.theme);
    url.hash = this.link;
    this.#frame.src = url;
    this.shadowRoot.append(this.#frame);
    this.#poster.classList.add('started');
  }

  /** Back to the poster. What was shown is kept, and shown again after start(). */
  stop() {
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = false;
    this.#waiting = [];
    for (const { refuse } of this.#answers.values()) refuse(new Error('the figure was stopped'));
    this.#answers.clear();
    this.#poster.classList.remove('started');
  }

  open(link) {
    this.#link = String(link).replace(/^#/, '');
    if (this.#frame) this.#send('open', { link: this.#link });
  }

  run(request) { return this.#ask('run', { request }); }
  state() { return this.#ask('state', {}); }

  // The link of the attributes: `link`, and over it the attributes that are named like its fields, written as there.
  #asWritten() {
    const fields = new Map([['v', String(kVersion)]]);
    for (const field of (this.getAttribute('link') ?? '').replace(/^#/, '').split('&')) {
      const at = field.indexOf('=');
      if (at > 0) fields.set(field.slice(0, at), field.slice(at + 1));
    }
    for (const name of kFields) {
      if (this.hasAttribute(name)) fields.set(name, this.getAttribute(name).replace(/[&#\s]/g, encodeURIComponent));
    }
    return [...fields].map((field) => field.join('=')).join('&');
  }

  #resize() {
    const asked = this.hasAttribute('height') ? Number(this.getAttribute('height')) : kDefaultHeight;
    if (!(asked >= kMinHeight && asked <= kMaxHeight)) {
      this.#error(`height: ${this.getAttribute('height')} is outside ${kMinHeight} to ${kMaxHeight}`);
    } else {
      this.style.height = `${asked}px`;
    }
  }

  // Far away the figure gives its context back, because browsers keep few of them; near again it returns as it was.
  #seen(near) {
    if (!near && this.#frame) {
      this.stop();
      this.#sleeping = true;
    } else if (near && this.#sleeping) {
      this.start();
    }
  }

  #send(type, content) {
    const message = { reshard: kVersion, type, ...content };
    if (!this.#frame) return;
    if (this.#ready) this.#frame.contentWindow.postMessage(message, '*');  // a sandboxed frame has no origin to name
    else this.#waiting.push(message);
  }

  #ask(type, content) {
    if (!this.#frame) return Promise.reject(new Error('the figure is not started: call start() first'));
    const id = ++this.#asked;
    this.#send(type, { id, ...content });
    return new Promise((answer, refuse) => this.#answers.set(id, { answer, refuse }));
  }

  #receive({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    if (typeof data !== 'object' || data === null || data.reshard !== kVersion) return;
    const heard = kHeard[data.type];
    if (heard && JSON.stringify(data).length <= kMaxMessageBytes) heard(this, data);
  }

  static {
    kHeard = {
      ready(element) {
        element.#ready = true;
        for (const message of element.#waiting.splice(0)) element.#frame.contentWindow.postMessage(message, '*');
        element.#tell('ready', { link: element.link });
      },
      change(element, { link, headline }) {
        if (typeof link !== 'string' || typeof headline !== 'string') return;
        element.#link = link;
        element.#tell('change', { link, headline });
      },
      moved(element, { keys, moved, share, leastShare, needless }) {
        if (![keys, moved, share, leastShare, needless].every((figure) => Number.isFinite(figure) && figure >= 0)) return;
        element.#tell('moved', { keys, moved, share, leastShare, needless });
      },
      error(element, { message }) {
        if (typeof message === 'string') element.#error(message);
      },
      answer(element, { id, value, error }) {
        const asked = element.#answers.get(id);
        element.#answers.delete(id);
        if (typeof error === 'string') asked?.refuse(new Error(error));
        else asked?.answer(value);
      },
    };
  }

  #error(message) { this.#tell('error', { message }); }
  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

customElements.define('reshard-playground', ReshardPlayground);

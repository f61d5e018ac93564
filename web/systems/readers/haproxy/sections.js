// HAProxy's grammar: a statement a line, in sections that a keyword begins.
import { Masks } from '../../reading/masks.js';
import { Unreadable } from '../../reading/form.js';

/** @typedef {{text: string, variable: ?string}} Word `text`: masked; `variable`: one of the environment in it */
/** @typedef {{words: Word[], line: number}} Statement */
/** @typedef {{kind: string, name: string, from: string, line: number, statements: Statement[]}} Section */

const kSections = new Set(
  (
    'global defaults frontend backend listen peers resolvers mailers userlist program cache ring log-forward ' +
    'http-errors fcgi-app crt-store traces acme log-profile'
  ).split(' '),
);
const kWithServers = new Set(['peers', 'ring', 'log-forward']);
const kProxies = new Set(['defaults', 'frontend', 'backend', 'listen']);
const kProxyWords = new Set(
  (
    'acl backlog balance bind bind-process block capture clitcpka-cnt clitcpka-idle clitcpka-intvl clitimeout ' +
    'compression contimeout cookie declare default-server default_backend description disabled dispatch email-alert ' +
    'enabled error-log-format errorfile errorfiles errorloc errorloc302 errorloc303 external-check filter ' +
    'force-be-switch force-persist fullconn grace guid hash-balance-factor hash-preserve-affinity hash-type ' +
    'http-after-response http-check http-error http-request http-response http-reuse http-send-name-header id ' +
    'ignore-persist load-server-state-from-file log log-format log-format-sd log-steps log-tag max-keep-alive-queue ' +
    'max-session-srv-conns maxconn mode monitor monitor-net monitor-uri no option persist quic-initial rate-limit ' +
    'redirect redisp redispatch reqadd reqdel reqrep reqirep rspadd rspdel rsprep rspirep retries retry-on server ' +
    'server-state-file-name server-template source srvtcpka-cnt srvtcpka-idle srvtcpka-intvl srvtimeout stats stick ' +
    'stick-table tcp-check tcp-request tcp-response timeout transparent unique-id-format unique-id-header ' +
    'use-fcgi-app use-server use_backend'
  ).split(' '),
);
/** What decides where keys go. */
const kDeciding = new Set(
  'balance hash-type hash-balance-factor mode server server-template default-server disabled'.split(' '),
);

/** The statements of a line up to its comment; null: its quotation marks do not pair. @param {string} line */
function wordsOf(line) {
  /** @type {Word[]} */
  const words = [];
  let word = /** @type {?Word} */ (null);
  let quote = '';
  for (let i = 0; i < line.length; ++i) {
    const sign = line[i];
    if (!quote && (sign === '#' || /\s/.test(sign))) {
      word = null;
      if (sign === '#') break;
      continue;
    }
    if (!word) words.push((word = { text: '', variable: null }));
    if (sign === quote) quote = '';
    else if (!quote && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === '\\' && quote !== "'") word.text += line[++i] ?? '';
    else {
      word.text += sign;
      if (sign === '$' && quote === '"') word.variable ??= /^\$\w+/.exec(line.slice(i))?.[0] ?? null;
    }
  }
  return quote ? null : words;
}

/** A file's sections, and what of its lines belongs to none. */
export class Sections {
  masks = new Masks();
  /** @type {Section[]} */
  all = [];
  /** What begins a part that is there or not: a template's or HAProxy's own. @type {{line: number, mark: string}[]} */
  #conditions = [];
  #pasted;

  /**
   * @param {import('../../reading/pasted.js').Pasted} pasted
   * @param {import('../../reading/pasted.js').Line[]} lines
   */
  constructor(pasted, lines) {
    this.#pasted = pasted;
    for (const { number, text } of lines) if (text.trim() !== '') this.#take(number, text);
  }

  /** @param {string} mark @param {number} line */
  #condition(mark, line) {
    if (/^(?:\{%-?\s*end|\{\{-?\s*end\b|%\{~?\s*end|\.endif)/.test(mark)) this.#conditions.pop();
    else if (/^(?:\{%-?\s*(?:set|el)|\{\{-?\s*else|%\{~?\s*else|\.el|\.(?:notice|warning|diag)\b)/.test(mark)) return;
    else this.#conditions.push({ line, mark });
  }

  /** @param {number} line */
  #unconditional(line) {
    const [condition] = this.#conditions;
    if (condition) throw new Unreadable(condition.line, `template: ${condition.mark}`);
    return line;
  }

  /** @param {number} number @param {string} text */
  #take(number, text) {
    const masked = this.masks.mask(text);
    if (/^[\ue000-\uf8ff\s]+$/.test(masked) && [...masked].some((sign) => this.masks.in(sign)?.control)) {
      for (const sign of masked.trim()) this.#condition(this.masks.in(sign)?.mark ?? '', number);
      return;
    }
    if (/^\s*\.(?:if|elif|else|endif)\b/.test(masked)) return this.#condition(text.trim().slice(0, 60), number);
    const words = wordsOf(masked);
    const first = words?.[0]?.text ?? '';
    if (words?.length === 0) return;
    if (words && kSections.has(first)) return this.#begin(words, number);
    const section = this.all.at(-1);
    const known = section && (!kProxies.has(section.kind) || kProxyWords.has(first));
    const isCut = section && !known && first.length > 2 && [...kDeciding].some((word) => word.startsWith(first));
    if (isCut) throw new Unreadable(number, 'the first word of the line is cut');
    if (!words || !known || !/^[a-z0-9_.-]+$/.test(first)) return this.#pasted.skip(number, 'text');
    if (!kDeciding.has(first)) return;
    if (!kProxies.has(section.kind)) {
      // A section’s first line may be missing.
      const isLost = /^(?:balance|hash-type|mode|server-template)$/.test(first);
      if (!isLost && (first !== 'server' || kWithServers.has(section.kind))) return;
      throw new Unreadable(number, `HAProxy accepts no “${first}” in a section “${section.kind}”`);
    }
    section.statements.push({ words, line: this.#unconditional(number) });
  }

  /** @param {Word[]} words @param {number} line */
  #begin(words, line) {
    const [kind, ...rest] = words.map(({ text }) => text);
    const name = kind === 'defaults' && rest[0] === 'from' ? '' : (rest.shift() ?? '');
    const from = rest[0] === 'from' ? (rest[1] ?? '') : '';
    const isProxy = kProxies.has(kind);
    const old = (kind === 'listen' || kind === 'frontend') && rest.length === 1 && /:\d/.test(rest[0]);
    if (isProxy && rest.length > 0 && !from && !old) {
      if (this.all.length === 0) return this.#pasted.skip(line, 'text');
      throw new Unreadable(line, `HAProxy accepts no such line of a section “${kind}”`);
    }
    if (isProxy && !name && kind !== 'defaults') throw new Unreadable(line, `the section “${kind}” has no name`);
    for (const { text, variable } of words) {
      this.masks.refuse(text, line);
      if (variable) throw new Unreadable(line, `variable: ${variable}`);
    }
    this.all.push({ kind, name, from, line: this.#unconditional(line), statements: [] });
  }
}

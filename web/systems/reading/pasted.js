// A pasted text as its readers get it: lines without what terminals, editors and chats add, each with its number.

/** @typedef {{number: number, text: string}} Line `number`: from 1, of the text as it was pasted */
/** @typedef {{line: number, why: string}} Skipped */

const kFence = /^\s*(?:`{3,}|~{3,})[\w-]*\s*$/;
// The commands whose output people paste. “# nginx in front of …” is a comment: such a word is a command only before an
// option or a path.
const kCommands = ['redis-cli', 'valkey-cli', 'nodetool', 'ceph', 'swift-ring-builder', 'curl', 'kubectl', 'docker'];
const kWithOption = [
  'mongoexport',
  'vtctldclient',
  'nginx',
  'haproxy',
  'nutcracker',
  'crushtool',
  'osdmaptool',
  'psql',
];
// What a shell, or a program that reads commands, prints before them. A comment begins with # too, so that a root
// shell's prompt counts only before a known command.
const kPrompts = [
  /^(?:\([\w.-]+\)\s*)?(?:\[[\w.-]+@[^\]]+\]|[\w.-]+@[\w.-]+:\S*)\s*[$#%>]\s/,
  /^\s*[$%]\s+\S/,
  new RegExp(`^#\\s+(?:sudo\\s+)?(?:(?:${kCommands.join('|')})\\b|(?:${kWithOption.join('|')})\\s+-|cat\\s+\\S*[./])`),
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\w.-]+|\[[\da-f:]+\]|[\da-f:]*:[\da-f:]+):\d+(?:\[\d+\])?>\s/i,
  /^[\w.-]+[=('"*$-][*!]?[#>]\s+\S/, // psql's
  /^(?:[\w.-]+ )?\[(?:direct: )?[\w.-]+\] [\w.-]+>\s+\S/, // mongosh's
  /^(?:mysql|mongo|Admin|[\w.-]+[=-][#>]|[\w.-]+)\s?>\s+\S.*$/,
];
// eslint-disable-next-line no-control-regex -- colours begin with the control character Escape
const kColours = /\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*\u0007/g;

/** Whether a line is a prompt with the command after it. @param {string} text */
export const isPrompt = (text) => /[$#%>]/.test(text) && kPrompts.some((prompt) => prompt.test(text));

export class Pasted {
  /**
   * All lines that are not fences or prompts, empty ones too.
   * @type {Line[]}
   */
  lines = [];
  /** The lines between fences; null: there are none. @type {?Line[]} */
  fenced = null;
  /** The prompts, with their commands: a section of the text may begin there. @type {Line[]} */
  prompts = [];
  /** @type {Skipped[]} */
  #skipped = [];
  #sorted = true;
  /** The number of the last line that is not empty; 0: the text is empty. */
  last = 0;
  /** Whether the text ends with a line end, as whole files and outputs do. */
  ends;
  #inside = false;
  /** @type {?Line[]} */
  #filled = null;

  /** @param {string} text */
  constructor(text) {
    const plain = text.replace(/^\ufeff/, '').replace(kColours, '');
    this.ends = /[\r\n]$/.test(plain);
    const rows = plain.split(/\r\n|\n|\r/);
    const quoted = rows.every((row) => row === '' || /^> ?/.test(row)) && plain !== '';
    rows.forEach((row, i) => this.#take(i + 1, quoted ? row.replace(/^> ?/, '') : row));
  }

  /** @param {number} number @param {string} text */
  #take(number, text) {
    if (/\S/.test(text)) this.last = number;
    if (kFence.test(text)) {
      this.#inside = !this.#inside;
      this.fenced ??= [];
      this.skip(number, 'fence');
    } else if (isPrompt(text)) {
      this.prompts.push({ number, text });
      this.skip(number, 'prompt');
    } else {
      this.lines.push({ number, text });
      if (this.#inside) this.fenced?.push({ number, text });
    }
  }

  /**
   * The lines that a reader of files reads: those between fences if the mark is there; then it skips what is around
   * them. @param {RegExp} mark of one line, that the reader knows its system by
   */
  body(mark) {
    const fenced = this.fenced ?? /** @type {Line[]} */ ([]);
    if (!fenced.some(({ text }) => mark.test(text))) return this.lines;
    const inside = new Set(fenced.map(({ number }) => number));
    for (const { number } of this.filled) if (!inside.has(number)) this.skip(number, 'text');
    return fenced;
  }

  /** The lines with something in them. */
  get filled() {
    return (this.#filled ??= this.lines.filter(({ text }) => /\S/.test(text)));
  }

  /** What is said of the lines that belong to nothing, in the order of the text. */
  get skipped() {
    if (!this.#sorted) this.#skipped.sort((a, b) => a.line - b.line);
    this.#sorted = true;
    return this.#skipped;
  }

  /**
   * The first lines, for readers that look for marks. @param {number} most
   * @returns {Pasted}
   */
  head(most) {
    if (this.lines.length <= most) return this;
    const head = new Pasted('');
    const { prompts, last, ends } = this;
    const fenced = this.fenced?.slice(0, most) ?? null;
    Object.assign(head, { lines: this.lines.slice(0, most), fenced, prompts, last, ends });
    return head;
  }

  /** The text of the lines: a line's number there is its place in `lines`, from 1. */
  get text() {
    return this.lines.map(({ text }) => text).join('\n');
  }

  /** Says that a line belongs to nothing. @param {number} line @param {string} why */
  skip(line, why) {
    this.#sorted &&= (this.#skipped[this.#skipped.length - 1]?.line ?? 0) <= line;
    this.#skipped.push({ line, why });
  }
}

// What template languages put in place of a value: Jinja, Helm, shells, Terraform, Ansible's old form.
const kTemplate =
  /\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|\$\{[^}]{0,300}\}|%\{[^}]{0,300}\}|\$\([^)]{0,300}\)|<%.{0,300}?%>/;

/** The template mark in a text, or null. @param {string} text */
export const templateIn = (text) => kTemplate.exec(text)?.[0] ?? null;

// Figure 7: the reader's own nodes, keys and rates; the answer is one sentence, with a link to the scenario.
import { answer } from './answers.js';
import { latest } from './story_core.js';
import { Figure } from './figure.js';
import { links } from './scenarios.js';
import { words as pageWords } from './story_words.js';

const kMostNodes = 1000;
const kMostName = 255; // characters; the core counts bytes
const kMostKeys = 1_000_000; // generated; if there are more, a sample is placed
const kSample = 200_000;
const kStrategies = ['modulo', 'ring'];

/** @typedef {'nodes' | 'keys' | 'size' | 'speed' | 'rate'} Field of the form */
/** @type {Field[]} */
const kFields = ['nodes', 'keys', 'size', 'speed', 'rate'];

/**
 * A form that was filled in: names of nodes, how many keys, or those pasted; bytes, MB/s, and requests a second.
 * @typedef {object} Read
 * @property {string[]} nodes
 * @property {number} keys
 * @property {string[]} pasted
 * @property {number} size
 * @property {number} speed
 * @property {number} rate
 */
/** @typedef {import('./answers.js').Moved} Moved */
/** @typedef {import('./story_words.js').Words} Words */

const lines = (/** @type {string} */ text) =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
const wholeNumber = (/** @type {string} */ text) =>
  /^[\d\s.,\u202f\u00a0]+$/.test(text.trim()) ? Number(text.replace(/[^\d]/g, '')) : NaN;

/**
 * The name for one more node: what the names have in common, with an unused number.
 * @param {string[]} nodes
 */
export function newcomerTo(nodes) {
  const taken = new Set(nodes);
  const last = nodes[nodes.length - 1];
  const [, before, digits, after] = /^(.*?)(\d+)(\D*)$/.exec(last) ?? [null, `${last}-`, '1', ''];
  for (let number = BigInt(digits) + 1n; ; ++number) {
    const name = `${before}${String(number).padStart(digits.length, '0')}${after}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * What was typed or pasted; `wrong` names a field that has no usable value.
 * @param {Record<Field, string>} form
 * @returns {Read | {wrong: Field}}
 */
export function readForm({ nodes, keys, size, speed, rate }) {
  const named = [...new Set(lines(nodes))];
  const many = named.length === 1 ? wholeNumber(named[0]) : NaN;
  /** @type {Read} */
  const read = {
    nodes: Number.isNaN(many) ? named : Array.from({ length: Math.min(many, kMostNodes + 1) }, (_, i) => `node-${i}`),
    keys: wholeNumber(keys),
    pasted: [],
    size: Number(size),
    speed: Number(speed),
    rate: Number(rate),
  };
  const pasted = keys
    .split('\n')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (pasted.length > 1) Object.assign(read, { pasted, keys: pasted.length });
  if (read.nodes.length === 0 || read.nodes.length > kMostNodes || read.nodes.some((name) => name.length > kMostName))
    return { wrong: 'nodes' };
  if (!(read.keys >= 1)) return { wrong: 'keys' };
  if (!(read.size > 0) || size.trim() === '') return { wrong: 'size' };
  if (!(read.speed > 0) || speed.trim() === '') return { wrong: 'speed' };
  if (!(read.rate >= 0) || rate.trim() === '') return { wrong: 'rate' };
  return read;
}

/**
 * The question for the core, and what its answer means.
 * @param {Read} read
 */
function question({ nodes, keys, pasted }) {
  const sample = pasted.length > 0 ? pasted.length : Math.min(keys, keys > kMostKeys ? kSample : kMostKeys);
  /** @type {import('../headless/reshard-core.d.ts').KeysInput} */
  const placed = pasted.length > 0 ? pasted : { kind: 'sequential', count: sample };
  return {
    newcomer: newcomerTo(nodes),
    sample,
    inputs: kStrategies.map((strategy) => ({ strategy, nodes, keys: placed })),
  };
}

/**
 * @param {Read} read
 * @param {string} newcomer
 * @param {Moved[]} answers by strategy
 * @param {Words} words
 */
function sentence({ nodes, keys, size, speed, rate }, newcomer, answers, words) {
  const [modulo, ring] = answers.map(({ share }) => share);
  const cost = (/** @type {number} */ share) => ({
    moved: share * keys * size,
    seconds: (share * keys * size) / (speed * 1e6),
    misses: Math.round(share * rate),
  });
  const slow = cost(modulo),
    quick = cost(ring);
  return words.yours.answer({
    nodes: nodes.length,
    newcomer,
    modulo,
    ring,
    ...slow,
    ringMoved: quick.moved,
    ringSeconds: quick.seconds,
    ringMisses: quick.misses,
  });
}

/**
 * The sentence before anybody types: the answer for the form's initial values.
 * @param {import('./answers.js').Core} core
 * @param {Words} words
 */
export function yoursSentence(core, words) {
  const initial = {
    nodes: 'cache-1\ncache-2\ncache-3',
    keys: '1000000',
    size: '2000',
    speed: '100',
    rate: '5000',
  };
  const read = /** @type {Read} */ (readForm(initial));
  const { newcomer, inputs } = question(read);
  const answers = /** @type {Moved[]} */ (answer(core, 'many', { inputs, log: [{ add: newcomer }] }));
  return sentence(read, newcomer, answers, words);
}

export class Yours extends Figure {
  #ask = latest();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const form = this.part('form');
    form.oninput = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#show(), 400);
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      clearTimeout(this.#timer);
      this.#show();
    };
  }

  #show() {
    const text = (/** @type {Field} */ name) => this.part(name).value;
    const read = readForm({
      nodes: text('nodes'),
      keys: text('keys'),
      size: text('size'),
      speed: text('speed'),
      rate: text('rate'),
    });
    const wrong = 'wrong' in read ? read.wrong : null;
    for (const name of kFields) this.part(name).setAttribute('aria-invalid', String(wrong === name));
    if ('wrong' in read) {
      this.say(pageWords.yours.wrong[read.wrong]);
      this.sayExactly('');
      return;
    }
    this.#count(read);
  }

  /** @param {Read} read */
  #count(read) {
    const { newcomer, sample, inputs } = question(read);
    this.exactly(this.#ask('many', { inputs, log: [{ add: newcomer }] }), (answers) => {
      const refused = answers.find((each) => 'refused' in each);
      if (refused) {
        this.say(refused.refused);
        this.sayExactly('');
        return;
      }
      this.say(sentence(read, newcomer, /** @type {Moved[]} */ (answers), pageWords));
      this.sayExactly(
        read.pasted.length > 0 ? pageWords.yours.pasted(sample) : pageWords.yours.measured(sample, read.keys),
      );
      this.setLink(links.yours(read.nodes, newcomer, sample));
    });
  }
}

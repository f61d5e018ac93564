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

const lines = (text) =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
const wholeNumber = (text) => (/^[\d\s.,\u202f\u00a0]+$/.test(text.trim()) ? Number(text.replace(/[^\d]/g, '')) : NaN);

/** The name for one more node: what the names have in common, with an unused number. */
export function newcomerTo(nodes) {
  const taken = new Set(nodes);
  const [, before, digits, after] = /^(.*?)(\d+)(\D*)$/.exec(nodes.at(-1)) ?? [null, `${nodes.at(-1)}-`, '1', ''];
  for (let number = BigInt(digits) + 1n; ; ++number) {
    const name = `${before}${String(number).padStart(digits.length, '0')}${after}`;
    if (!taken.has(name)) return name;
  }
}

/** What was typed or pasted; `wrong` names a field that has no usable value. @returns {any} */
export function readForm({ nodes, keys, size, speed, rate }) {
  const named = [...new Set(lines(nodes))];
  const many = named.length === 1 ? wholeNumber(named[0]) : NaN;
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

/** The question for the core, and what its answer means. */
function question({ nodes, keys, pasted }) {
  const sample = pasted.length > 0 ? pasted.length : Math.min(keys, keys > kMostKeys ? kSample : kMostKeys);
  const placed = pasted.length > 0 ? pasted : { kind: 'sequential', count: sample };
  return {
    newcomer: newcomerTo(nodes),
    sample,
    inputs: kStrategies.map((strategy) => ({ strategy, nodes, keys: placed })),
  };
}

function sentence({ nodes, keys, size, speed, rate }, newcomer, answers, words) {
  const [modulo, ring] = answers.map(({ share }) => share);
  const cost = (share) => ({
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

/** The sentence before anybody types: the answer for the form's initial values. */
export function yoursSentence(core, words) {
  const read = readForm({
    nodes: 'cache-1\ncache-2\ncache-3',
    keys: '1000000',
    size: '2000',
    speed: '100',
    rate: '5000',
  });
  const { newcomer, inputs } = question(read);
  return sentence(read, newcomer, answer(core, 'many', { inputs, log: [{ add: newcomer }] }), words);
}

export class Yours extends Figure {
  #ask = latest();
  #timer;

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
    const text = (name) => this.part(name).value;
    const read = readForm({
      nodes: text('nodes'),
      keys: text('keys'),
      size: text('size'),
      speed: text('speed'),
      rate: text('rate'),
    });
    for (const name of ['nodes', 'keys', 'size', 'speed', 'rate'])
      this.part(name).toggleAttribute('aria-invalid', read.wrong === name);
    if (read.wrong) {
      this.say(pageWords.yours.wrong[read.wrong]);
      this.sayExactly('');
      return;
    }
    this.#count(read);
  }

  #count(read) {
    const { newcomer, sample, inputs } = question(read);
    this.exactly(this.#ask('many', { inputs, log: [{ add: newcomer }] }), (answers) => {
      const refused = answers.find((each) => each.refused);
      this.say(refused ? refused.refused : sentence(read, newcomer, answers, pageWords));
      if (refused) {
        this.sayExactly('');
        return;
      }
      this.sayExactly(
        read.pasted.length > 0 ? pageWords.yours.pasted(sample) : pageWords.yours.measured(sample, read.keys),
      );
      this.setLink(links.yours(read.nodes, newcomer, sample));
    });
  }
}

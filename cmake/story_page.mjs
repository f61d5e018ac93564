// story.html as published: the initial pictures of its figures are drawn into it, so that the article is complete
// without scripts, and nothing jumps when they load.
import { byRemainder, byRing, countsOf, keyPlaces, kNewcomer, kNodes, nodePlace } from '../web/story/arithmetic.js';
import { alternativesBars, alternativesQuestion, alternativesSentence } from '../web/story/alternatives.js';
import { answer } from '../web/story/answers.js';
import { hotBars, hotQuestion, hotSentence } from '../web/story/hot.js';
import { moveBars, moveQuestion, moveSentences, sharesOf, sizeAt, speedAt } from '../web/story/move.js';
import { hatch, ring, shelves } from '../web/story/pictures.js';
import { links } from '../web/story/scenarios.js';
import { vnodesPicture, vnodesQuestion, vnodesSentence } from '../web/story/vnodes.js';
import { wordsIn } from '../web/story/story_words.js';
import { yoursSentence } from '../web/story/yours.js';
import { html as escaped } from '../web/text/escaped.js';

/** @typedef {import('../web/headless/reshard-core.d.ts').Core} Core */

const stressed = (/** @type {string} */ sentence) => escaped(sentence).replace(/\*([^*]+)\*/g, '<b>$1</b>');

/**
 * What replaces each mark of the source.
 * @param {Core} core @param {import('../web/story/story_words.js').Words} words
 */
function parts(core, words) {
  const first = byRemainder(kNodes.length);
  const counts = countsOf(first, kNodes.length).map(
    (keys, node) => /** @type {[string, number]} */ ([kNodes[node], keys]),
  );
  const nodes = kNodes.map((name) => ({ name, place: nodePlace(name) }));
  const placed = answer(core, 'place', vnodesQuestion(1));
  const one = placed.counts.map((there) => there / placed.keys);
  const vnodes = vnodesPicture(1, one, words);
  const joined = answer(core, 'many', alternativesQuestion('join'));
  const even = answer(core, 'place', hotQuestion(0, 'ring'));
  const [hot, hotKeys] = hotSentence(0, 'ring', even, words);
  const size = sizeAt(9),
    speed = speedAt(3);
  const moving = sharesOf(answer(core, 'many', moveQuestion));
  const [stopped, served] = moveSentences(moving, size, speed, words);
  const linked = Object.fromEntries(Object.entries(links).map(([figure, link]) => [`${figure}.link`, escaped(link())]));
  return {
    ...linked,
    patterns: hatch,
    'modulo.picture': shelves(first, [...kNodes, kNewcomer], true, words.shelvesLabel(false, counts)),
    'ring.picture': ring(nodes, keyPlaces, byRing(nodes.map(({ place }) => place)), words.ringLabel, words.nodeLabel),
    'vnodes.bars': vnodes.bars,
    'vnodes.plot': vnodes.plot,
    'vnodes.answer': stressed(vnodesSentence(1, one, words)),
    'alternatives.bars': alternativesBars('join', joined, words),
    'alternatives.answer': stressed(alternativesSentence('join', words)),
    'hot.bars': hotBars(even, words),
    'hot.answer': stressed(hot),
    'hot.exactly': stressed(hotKeys),
    'move.bars': moveBars(moving, size, speed, words),
    'move.answer': stressed(stopped),
    'move.exactly': stressed(served),
    'move.size': escaped(words.move.size(size)),
    'move.speed': escaped(words.move.speed(speed)),
    'yours.answer': stressed(yoursSentence(core, words)),
  };
}

/**
 * @param {string} source web/page/story.html
 * @param {'en' | 'ru'} language
 * @param {Core} core
 * @param {string[]} modules addresses of what its script imports
 */
export function storyPage(source, language, core, modules) {
  /** @type {Record<string, string>} */
  const put = {
    ...parts(core, wordsIn(language)),
    modules: modules.map((address) => `<link rel="modulepreload" href="${address}">`).join('\n  '),
  };
  return source.replace(/<!--([\w.]+)-->/g, (mark, name) => {
    if (!Object.hasOwn(put, name)) throw new Error(`${mark} of the story stands for nothing`);
    return put[name];
  });
}

// What the figures show, as links into the playground and as tags for other people's pages.
import { html as escaped } from '../text/escaped.js';
import { kKeys, kNewcomer, kNodes, kPrefix } from './arithmetic.js';

const kPlain = /[^A-Za-z0-9_.:/-]/g;
/** @param {string} name */
const inLink = (name) => name.replace(kPlain, encodeURIComponent);
/** @param {string[]} nodes */
export const names = (nodes) => nodes.map(inLink).join(',');

/**
 * @param {string[]} nodes
 * @param {string} rest of the fields
 * @param {?number} keys null: the default, 100,000
 */
const linkOf = (nodes, rest, keys = null) =>
  `v=1&nodes=${names(nodes)}${keys ? `&keys=${keys}` : ''}&prefix=${kPrefix}&${rest}`;

export const kTenNodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];

export const links = {
  /** @param {number} nodes how many there are in the end */
  modulo: (nodes = 6) =>
    linkOf(
      kNodes,
      `${
        nodes > kNodes.length
          ? `log=${kTenNodes
              .slice(kNodes.length, nodes)
              .map((name) => `+${name}`)
              .join(',')}&`
          : ''
      }strategy=modulo&view=flows,load`,
      kKeys,
    ),

  /** @param {{letter: string, name: string}[]} nodes that were dragged have other names */
  ring: (nodes = kNodes.map((letter) => ({ letter, name: letter }))) => {
    const log = nodes.flatMap(({ letter, name }) => {
      if (letter === kNewcomer) return [`+${inLink(name)}`];
      return letter === name ? [] : [`~${letter}~${inLink(name)}`];
    });
    return linkOf(kNodes, `${log.length > 0 ? `log=${log.join(',')}&` : ''}vnodes=1`, kKeys);
  },

  vnodes: (vnodes = 1) => linkOf(kNodes, `vnodes=${vnodes}`),

  /**
   * @param {string} log
   * @param {string[]} strategies at most four
   */
  alternatives: (log = `+${kNewcomer}`, [first, ...others] = ['ring', 'jump', 'rendezvous', 'maglev']) =>
    linkOf(
      kNodes,
      `log=${log}&strategy=${first}${others.map((id, i) => `&s${i + 2}=${id}`).join('')}&view=compare,load`,
    ),

  /**
   * @param {number} skew
   * @param {import('./hot.js').Remedy} remedy
   */
  hot: (skew = 1, remedy = 'ring') => {
    const strategy = remedy === 'bounded' ? 'strategy=bounded_ring&' : '';
    const spread = remedy === 'copies' ? '&spread=10' : '';
    return linkOf(kNodes, `${strategy}skew=${skew}${spread}&view=load,structure`);
  },

  move: () => linkOf(kNodes, `log=+${kNewcomer}&strategy=modulo&s2=ring`),

  yours: (nodes = ['cache-1', 'cache-2', 'cache-3'], newcomer = 'cache-4', keys = 100_000) =>
    `v=1&nodes=${names(nodes)}&log=+${inLink(newcomer)}&keys=${keys}&strategy=modulo&s2=ring`,
};

/**
 * The HTML to paste into a page.
 * @param {string} folder where the playground is, with a slash at its end
 * @param {string} link
 * @param {string} title
 */
export const embedTag = (folder, link, title) => `<script type="module" src="${folder}reshard-playground.js"></script>

<reshard-playground link="${escaped(link)}" title="${escaped(title)}">
  <a href="${folder}#${escaped(link)}">${escaped(title)}</a>
</reshard-playground>`;

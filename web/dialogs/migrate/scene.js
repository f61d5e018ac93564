// The stage: who sends requests, who has which map, the nodes with their keys, requests and copies in flight. One
// canvas, drawn for one moment; the same moment always gives the same picture.
import { t } from '../../text/language.js';
import { kMostDrawn, labelsOf } from './drawn_nodes.js';
import { lastAt } from './film.js';

const kMost = 12; // the most clients that are drawn
const kSteps = [1, 2, 5, 10]; // each how many-th node is named
const kApart = 6; // names, in CSS pixels
const kMostLegs = 140;
const kTravelMs = 420; // a request travels at least this long on the screen
const kMarkMs = 1400; // how long a cross stays
const kLow = 150; // a stage lower than this has only one line of text

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Leg} Leg */
/** @typedef {{x: number, y: number}} Point in CSS pixels */
/** @typedef {{routing: string, clients: number, directories: number}} Way as in a move's settings */
/** @typedef {{film: Film, counts: import('./film.js').Counts, way: Way}} Shown */
/**
 * @typedef {object} Stage where things are
 * @property {Point[]} clients
 * @property {Point[]} middle proxies or the coordinator; none if clients send to nodes themselves
 * @property {Point[]} nodes those of film.drawn
 * @property {number} bar the height of a node
 * @property {number} width
 * @property {number} height
 */

/** Colours of the page's theme, read when they may have changed. @param {Element} element */
export function colorsOf(element) {
  // light-dark() is resolved only in properties.
  const probe = document.createElement('i');
  element.append(probe);
  const resolved = (/** @type {string} */ name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const names = [
    'text',
    'text-quiet',
    'surface',
    'control',
    'hairline',
    'accent',
    'error',
    ...Array.from({ length: kMostDrawn }, (_, i) => `node-${i}`),
  ];
  /** @type {Record<string, string>} */
  const colors = Object.fromEntries(names.map((name) => [name, resolved(name)]));
  probe.remove();
  return { ...colors, font: getComputedStyle(element).fontFamily };
}

export class Scene {
  #canvas;
  #context;
  /** @type {?Shown} */
  #shown = null;
  /** @type {Record<string, string>} */
  #colors = {};
  #size = { width: 0, height: 0 };

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  }

  /** @param {Film} film @param {import('./film.js').Counts} counts @param {Way} way */
  show(film, counts, way) {
    this.#shown = { film, counts, way };
    this.recolor();
  }

  recolor() {
    this.#colors = colorsOf(/** @type {Element} */ (this.#canvas.parentElement));
  }

  /** What is shown: there is something once show() was called. */
  get #known() {
    return /** @type {Shown} */ (this.#shown);
  }
  get #film() {
    return this.#known.film;
  }
  get #way() {
    return this.#known.way;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.#size = { width, height };
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== pixels[0] || this.#canvas.height !== pixels[1])
      [this.#canvas.width, this.#canvas.height] = pixels;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** @returns {Stage} */
  #place() {
    const { width, height } = this.#size;
    const film = this.#film,
      { routing } = this.#way;
    const direct = routing === 'smart_client' || routing === 'two_level';
    const row = (/** @type {number} */ count, /** @type {number} */ y) =>
      Array.from({ length: count }, (_, i) => ({ x: (width * (i + 0.5)) / count, y }));
    const clients = Math.min(kMost, this.#way.clients);
    const bar = Math.min(96, height * 0.34);
    return {
      clients: row(clients, 34),
      middle: direct ? [] : row(Math.min(kMost, film.holders), 34 + (height - bar - 70) * 0.42),
      nodes: row(film.drawn.length, height - 24 - bar),
      bar,
      width,
      height,
    };
  }

  /** @param {number} time in ms of the run @param {number} speed ms of the run per second on the screen; 0 at rest */
  draw(time, speed) {
    if (!this.#shown || this.#size.width === 0) return;
    const context = this.#context;
    const { width, height } = this.#size;
    context.clearRect(0, 0, width, height);
    context.font = `12px ${this.#colors.font}`;
    const at = this.#place();
    const stretch = Math.max(speed, 40) * (kTravelMs / 1000);
    this.#drawCopies(at, time, stretch);
    this.#drawLegs(at, time, stretch);
    this.#drawNodes(at, time);
    this.#drawHolders(at, time);
    this.#drawMarks(at, time, Math.max(speed, 40) * (kMarkMs / 1000));
  }

  /** @param {Stage} at @param {number} time */
  #drawHolders(at, time) {
    const film = this.#film;
    const newest = film.newestAt(time),
      versions = film.versionsAt(time);
    const direct = at.middle.length === 0;
    const fillOf = (/** @type {number} */ holder) =>
      versions[holder] >= newest ? 1 : versions[holder] > 0 && newest - versions[holder] === 1 ? 0.25 : 0;
    at.clients.forEach((place, i) => this.#circle(place, direct ? fillOf(i) : 0.08, 8));
    at.middle.forEach((place, i) => this.#circle(place, fillOf(i), 11));
    const known = versions.filter((version) => version >= newest).length;
    const maps = newest === 0 ? '' : ` · ● ${t('{0} of {1} have the newest map', known, film.holders)}`;
    if (at.height >= kLow || this.#wrongBy(time).length === 0) this.#nameClients(at, maps);
    if (direct) return;
    const name = this.#way.routing === 'proxy' ? t('Proxies') : t('Coordinator');
    this.#label(name + maps, at.width - 8, at.middle[0].y - 16, at.width - 16, 'right');
  }

  /** Who holds a map: the more it is filled, the newer the map. @param {Point} place */
  #circle({ x, y }, /** @type {number} */ fill, /** @type {number} */ radius) {
    const context = this.#context,
      colors = this.#colors;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fillStyle = colors.surface;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = colors.text;
    context.globalAlpha = fill === 0 ? 0.55 : 1;
    context.stroke();
    context.globalAlpha = fill;
    context.fillStyle = colors.text;
    context.fill();
    context.globalAlpha = 1;
  }

  /** @param {Stage} at @param {string} maps who has the newest map, in words */
  #nameClients(at, maps) {
    const { routing, clients, directories } = this.#way;
    const drawn = at.clients.length;
    const counted = drawn < clients ? ` (${t('{0} of {1} drawn', drawn, clients)})` : '';
    const servers =
      routing === 'two_level' && directories > 0 ? ` · ${t('{0} directory {0|server|servers}', directories)}` : '';
    const told = at.middle.length === 0 ? maps + servers : '';
    this.#label(t('Clients') + counted + told, 8, 14, at.width - 16);
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} most its width
   * @param {CanvasTextAlign} side
   */
  #label(text, x, y, most, side = 'left') {
    this.#context.fillStyle = this.#colors['text-quiet'];
    this.#context.textAlign = side;
    this.#context.fillText(text, x, y, most);
  }

  /** @param {Stage} at @param {number} time */
  #drawNodes(at, time) {
    const { film, counts } = this.#known;
    const most = Math.max(
      1,
      ...counts.before,
      ...counts.after,
      ...counts.before.map((count, i) => count + counts.in[i]),
    );
    at.nodes.forEach((_, place) => this.#drawNode(at, place, time, at.bar / most));
    this.#nameNodes(at);
    if (at.nodes.length === film.nodes.length) return;
    const words = t('{0} of {1} nodes drawn', at.nodes.length, film.nodes.length),
      y = at.height - 24 - at.bar - 8,
      wide = Math.min(this.#context.measureText(words).width, at.width - 16);
    this.#context.fillStyle = this.#colors.surface; // requests are on their way below
    this.#context.fillRect(at.width - 12 - wide, y - 13, wide + 8, 18);
    this.#label(words, at.width - 8, y, at.width - 16, 'right');
  }

  /** Every node, or every second, fifth, … so that no name touches its neighbour. @param {Stage} at */
  #nameNodes(at) {
    const context = this.#context,
      step = at.width / at.nodes.length;
    const { nodes, drawn } = this.#film;
    const wide = (/** @type {string} */ name) => context.measureText(name).width + kApart;
    const labels = labelsOf(
      drawn.map((node) => nodes[node]),
      (name) => wide(name) <= step,
    );
    const widest = Math.max(...labels.map(wide)),
      every = kSteps.find((each) => widest <= each * step) ?? at.nodes.length;
    context.fillStyle = this.#colors.text;
    context.textAlign = 'center';
    at.nodes.forEach(({ x, y }, place) => {
      if (place % every === 0) context.fillText(labels[place], x, y + at.bar + 16, every * step - kApart);
    });
  }

  /**
   * A node with its keys: those that stay, those that came, and those that are to leave.
   * @param {Stage} at
   * @param {number} place among those that are drawn
   * @param {number} time
   * @param {number} scale pixels per key
   */
  #drawNode(at, place, time, scale) {
    const context = this.#context,
      { film, counts } = this.#known,
      { x, y } = at.nodes[place],
      i = film.drawn[place];
    const color = this.#colors[`node-${film.shadeOf(i)}`];
    const wide = Math.min(64, (at.width / at.nodes.length) * 0.62);
    const left = x - wide / 2,
      floor = y + at.bar;
    const stays = (counts.before[i] - counts.out[i]) * scale;
    const out = counts.out[i] * film.heldAt(time, i, 0) * scale,
      came = counts.in[i] * film.heldAt(time, i, 1) * scale;
    context.fillStyle = color;
    context.fillRect(left, floor - stays, wide, stays);
    let top = floor - stays;
    if (came > 0) {
      top -= came;
      if (time >= film.moveEnd) context.fillRect(left, top, wide, came);
      else this.#hatch(left, top, wide, came, color);
    }
    if (out > 0) {
      top -= out;
      context.globalAlpha = 0.45;
      this.#hatch(left, top, wide, out, color);
      context.globalAlpha = 1;
    }
    context.strokeStyle = this.#colors['text-quiet'];
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left - 4, floor + 0.5);
    context.lineTo(left + wide + 4, floor + 0.5);
    context.stroke();
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {string} color
   */
  #hatch(x, y, width, height, color) {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    for (let from = -height; from < width; from += 6) {
      context.moveTo(x + from, y + height);
      context.lineTo(x + from + height, y);
    }
    context.stroke();
    context.strokeRect(x + 1, y + 1, width - 2, Math.max(0, height - 2));
    context.restore();
  }

  /** Where a node is, if it is drawn. @param {Stage} at @param {number} node @returns {Point | undefined} */
  #placeOf(at, node) {
    return at.nodes[this.#film.drawn.indexOf(node)];
  }

  /** The client, whoever sends for it, and the node; null if one is not drawn. @param {Stage} at @param {Leg} leg */
  #ends(at, leg) {
    const direct = at.middle.length === 0;
    const node = this.#placeOf(at, leg.node);
    const client = at.clients[(direct ? leg.holder : leg.operation) % at.clients.length];
    const holder = direct ? client : at.middle[leg.holder];
    return node && holder && (!direct || leg.holder < at.clients.length)
      ? [client, holder, { x: node.x, y: node.y }]
      : null;
  }

  /** @param {Stage} at @param {number} time @param {number} stretch how long each is shown at least */
  #drawLegs(at, time, stretch) {
    const film = this.#film;
    const within = [...this.#legsShown(time, stretch)];
    const every = Math.ceil(within.length / kMostLegs);
    for (const leg of within) {
      const left = every > 1 && Math.floor(leg.operation / film.stride) % every !== 0;
      if (left && !film.wrong.has(leg.operation)) continue;
      const places = this.#ends(at, leg);
      if (places) this.#drawLeg(leg, places, (time - leg.sent) / Math.max(leg.answered - leg.sent, stretch));
    }
  }

  /**
   * Out for the first half of its time, and back for the second.
   * @param {Leg} leg
   * @param {Point[]} places its ends
   * @param {number} share of its time that is over
   */
  #drawLeg(leg, [client, holder, node], share) {
    const context = this.#context,
      colors = this.#colors;
    const there = share < 0.5;
    const path = holder === client ? [holder, node] : [client, holder, node];
    const place = onPath(path, there ? share * 2 : 2 - share * 2);
    const bad = this.#film.wrong.has(leg.operation);
    context.strokeStyle = context.fillStyle =
      bad && !there ? colors.error : leg.said === 'served' ? colors.accent : colors['text-quiet'];
    context.globalAlpha = leg.kind === 'read' ? 0.75 : 1;
    context.lineWidth = 1.5;
    if (leg.second && there) {
      context.beginPath();
      context.moveTo(path[0].x, path[0].y);
      context.lineTo(place.x, place.y);
      context.stroke();
    }
    triangle(context, place, there ? 1 : -1, leg.kind === 'read');
    context.globalAlpha = 1;
    if (there || leg.said === 'served' || share <= 0.5 || share >= 0.72) return;
    context.fillStyle = colors['text-quiet'];
    context.textAlign = 'left';
    const words = leg.said === 'refused' ? t('refused') : leg.said === 'lost' ? t('no answer') : leg.said;
    context.fillText(words, place.x + 8, place.y + 4);
  }

  /**
   * The legs in flight, and those that are still shown because their own time is too short to be seen.
   * @param {number} time
   * @param {number} stretch
   */
  *#legsShown(time, stretch) {
    const { legs, longest } = this.#film;
    const reach = Math.max(stretch, longest);
    for (let i = lastAt(legs, time, ({ sent }) => sent); i >= 0 && legs[i].sent >= time - reach; --i) {
      if (time - legs[i].sent <= Math.max(legs[i].answered - legs[i].sent, stretch)) yield legs[i];
    }
  }

  /** @param {Stage} at @param {number} time @param {number} stretch */
  #drawCopies(at, time, stretch) {
    const context = this.#context;
    const colors = this.#colors;
    const copies = this.#film.copiesBetween(time - stretch, time);
    const every = Math.ceil(copies.length / 60);
    copies.forEach((copy, i) => {
      if (i % every !== 0) return;
      const from = this.#placeOf(at, copy.from),
        to = this.#placeOf(at, copy.to);
      if (!from || !to) return;
      const share = (time - copy.at) / stretch;
      const x = from.x + (to.x - from.x) * share;
      const y = from.y - 6 - Math.sin(share * Math.PI) * Math.min(44, from.y - 26, Math.abs(to.x - from.x) * 0.25);
      context.fillStyle = colors[`node-${this.#film.shadeOf(copy.from)}`];
      context.fillRect(x - 4, y - 4, 8, 8);
    });
  }

  /** @param {Stage} at @param {number} time @param {number} stretch how long each is shown */
  #drawMarks(at, time, stretch) {
    const context = this.#context;
    const film = this.#film,
      colors = this.#colors;
    for (const mark of film.marksBetween(time - stretch, time).slice(-40)) {
      const age = (time - mark.at) / stretch;
      const place =
        mark.kind === 'lost write' || mark.holder >= at.clients.length
          ? {
              x: (at.nodes[(mark.key * 7) % at.nodes.length]?.x ?? 0) + ((mark.key % 11) - 5) * 3,
              y: at.nodes[0].y - 14 - (mark.key % 5) * 5,
            }
          : { x: at.clients[mark.holder].x + ((mark.key % 5) - 2) * 4, y: at.clients[mark.holder].y + 20 };
      context.globalAlpha = 1 - age * 0.8;
      context.strokeStyle = colors.error;
      context.lineWidth = 2.5;
      context.beginPath();
      for (const [dx, dy] of [
        [1, 1],
        [1, -1],
      ]) {
        context.moveTo(place.x - 5 * dx, place.y - 5 * dy);
        context.lineTo(place.x + 5 * dx, place.y + 5 * dy);
      }
      context.stroke();
      context.globalAlpha = 1;
    }
    this.#tellWrong(at, this.#wrongBy(time));
  }

  /** In words. @param {number} time */
  #wrongBy(time) {
    const so = this.#film.wrongBy(time);
    const words = [
      so.lost > 0 && t('{0} {0|key|keys} lost a write', so.lost),
      so.stale > 0 && t('{0} stale {0|read|reads}', so.stale),
      so.missed > 0 && t('{0} missed {0|read|reads}', so.missed),
      so.returned > 0 && t('{0} {0|read|reads} of deleted values', so.returned),
      so.failed > 0 && t('{0} {0|request|requests} gave up', so.failed),
      so.overdue > 0 && t('{0} {0|answer|answers} too late', so.overdue),
    ];
    return words.filter(Boolean);
  }

  /**
   * Beside the clients' line if there is room, otherwise below the phase, or in place of that line if there is no
   * other.
   * @param {Stage} at
   * @param {(string | false)[]} counts
   */
  #tellWrong(at, counts) {
    if (counts.length === 0) return;
    const context = this.#context,
      colors = this.#colors;
    const low = at.height < kLow,
      y = low || at.width >= 700 ? 14 : 86;
    const words = `✕ ${counts.join(' · ')}`;
    context.font = `600 13px ${colors.font}`;
    const wide = Math.min(context.measureText(words).width, at.width - (low ? at.width / 3 : 16));
    const left = low ? 8 : at.width - 8 - wide;
    context.fillStyle = colors.surface;
    context.fillRect(left - 4, y - 13, wide + 8, 18);
    context.fillStyle = colors.error;
    context.textAlign = 'left';
    context.fillText(words, left, y, wide);
  }
}

/** @param {Point[]} path @param {number} share of its way */
function onPath(path, share) {
  const at = Math.min(share, 0.9999) * (path.length - 1);
  const i = Math.floor(at),
    rest = at - i;
  return { x: path[i].x + (path[i + 1].x - path[i].x) * rest, y: path[i].y + (path[i + 1].y - path[i].y) * rest };
}

/**
 * A read is an outline, a write is filled; it points in the direction of travel.
 * @param {CanvasRenderingContext2D} context
 * @param {Point} at
 * @param {1 | -1} down
 * @param {boolean} hollow
 */
function triangle(context, { x, y }, down, hollow) {
  context.beginPath();
  context.moveTo(x - 4, y - 4 * down);
  context.lineTo(x + 4, y - 4 * down);
  context.lineTo(x, y + 4 * down);
  context.closePath();
  if (hollow) context.stroke();
  else context.fill();
}

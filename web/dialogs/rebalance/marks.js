// Marks of points in a picture: those at the same place share one, none hides another, and a line leads to each that
// does not stand beside its point. What they stand for is in a legend.
import { svg as escaped } from '../../text/escaped.js';

/** @typedef {{mark: string, told: string, x: number, y: number, beyond: boolean}} End `beyond`: it is further away */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/**
 * @typedef {Box & {taken: number[][], here: number[], across: number, down: ?number}} Room where marks may stand, and
 *   what they should not hide: points, the one of all, a line across and one down
 */

const kSame = 9; // px: points that share a mark
const kTall = 18;
const kLetter = 7; // px wide
const kAway = [17, 26, 38, 52, 72, 96]; // px between a point and its mark
const kTurns = 16;
const kHides = 100; // what it costs to hide a mark, a point of the plan, or a line
const kHidesPoint = 6;
const kHidesLine = 12;

const f = (/** @type {number} */ value) => value.toFixed(1);
const wide = (/** @type {string} */ text) => Math.max(kTall, 10 + kLetter * text.length);

/** @param {End[]} ends @returns {{text: string, told: string, x: number, y: number, beyond: boolean}[]} */
export function groupsOf(ends) {
  /** @type {End[][]} */
  const groups = [];
  for (const end of ends) {
    const near = groups.find(([first]) => Math.hypot(first.x - end.x, first.y - end.y) <= kSame);
    if (near) near.push(end);
    else groups.push([end]);
  }
  return groups.map((some) => ({
    ...some[0],
    text: some.map(({ mark }) => mark).join(', '),
    told: some.map(({ told }) => told).join('\n'),
    beyond: some.some(({ beyond }) => beyond),
  }));
}

/** @param {number} x @param {number} y @param {number} width @returns {Box} with x, y in its middle */
const boxAt = (x, y, width) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - kTall / 2,
  bottom: y + kTall / 2,
});

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom + 2 && b.top < a.bottom + 2;

/** @param {Box} box @param {number[]} point @param {number} round */
const covers = ({ left, right, top, bottom }, [x, y], round) =>
  x > left - round && x < right + round && y > top - round && y < bottom + round;

/**
 * The place beside each point that hides least.
 * @param {ReturnType<typeof groupsOf>} groups @param {Room} room @returns {Box[]}
 */
export function placed(groups, { left, right, top, bottom, taken, here, across, down }) {
  /** @type {Box[]} */
  const boxes = [];
  for (const { x, y, text } of groups) {
    const width = wide(text);
    const cost = (/** @type {Box} */ box, /** @type {number} */ away) => {
      const hidden = boxes.filter((other) => meet(box, other)).length;
      const points = groups.filter((one) => covers(box, [one.x, one.y], 5)).length;
      const outside = box.left < left || box.right > right + 16 || box.top < top || box.bottom > bottom - 1;
      return (
        kHides * (hidden + points + (outside ? 3 : 0) + (covers(box, here, 8) ? 1 : 0)) +
        kHidesPoint * taken.filter((point) => covers(box, point, 2)).length +
        kHidesLine *
          ((box.top < across && box.bottom > across ? 1 : 0) +
            Number(down !== null && box.left < down && box.right > down)) +
        away
      );
    };
    const places = kAway.flatMap((away) =>
      Array.from({ length: kTurns }, (_, i) => {
        const angle = (2 * Math.PI * i) / kTurns - Math.PI / 4; // to the upper right first
        const box = boxAt(x + Math.cos(angle) * (away + width / 2 - kTall / 2), y + Math.sin(angle) * away, width);
        return { box, costs: cost(box, away) };
      }),
    );
    boxes.push(places.reduce((best, one) => (one.costs < best.costs ? one : best)).box);
  }
  return boxes;
}

/** @param {End[]} ends @param {Room} room */
export function marksPicture(ends, room) {
  const groups = groupsOf(ends.map((end) => (end.beyond ? { ...end, x: room.right - 2 } : end)));
  const boxes = placed(groups, room);
  return groups
    .map(({ x, y, text, told, beyond }, i) => {
      const { left, right, top, bottom } = boxes[i];
      const [middle, height] = [(left + right) / 2, (top + bottom) / 2];
      const more = beyond ? `<path class="more" d="M${f(room.right + 3)} ${f(y - 4)}l4 4l-4 4"/>` : '';
      return `<g class="tool"><title>${escaped(told)}</title>
        <path class="more" d="M${f(x)} ${f(y)}L${f(middle)} ${f(height)}"/><circle cx="${f(x)}" cy="${f(y)}" r="3.5"/>
        <rect x="${f(left)}" y="${f(top)}" width="${f(right - left)}" height="${kTall}" rx="9"/>
        <text x="${f(middle)}" y="${f(height + 4)}" text-anchor="middle">${escaped(text)}</text>${more}</g>`;
    })
    .join('');
}

const kRow = 22;
const kLegendLetter = 6.6; // px wide, about

/**
 * What the marks stand for. The line of the plan has none.
 * @param {string[][]} items a mark and its name each @param {{left: number, top: number, width: number}} at
 */
export function legendPicture(items, { left, top, width }) {
  let [x, row] = [left, 0];
  const texts = items.map(([mark, name]) => {
    const sign = mark === '' ? 22 : wide(mark);
    const whole = sign + 6 + kLegendLetter * name.length + 18;
    if (x > left && x + whole > width) [x, row] = [left, row + 1];
    const y = top + row * kRow + kTall / 2;
    const drawn =
      mark === ''
        ? `<path class="line l0" d="M${f(x)} ${f(y)}h22"/><circle class="l0" cx="${f(x + 11)}" cy="${f(y)}" r="2.5"/>`
        : `<g class="tool">
          <rect x="${f(x + 1)}" y="${f(top + row * kRow)}" width="${f(sign)}" height="${kTall}" rx="9"/>
          <text x="${f(x + 1 + sign / 2)}" y="${f(y + 4)}" text-anchor="middle">${escaped(mark)}</text></g>`;
    const told = `<text x="${f(x + sign + 7)}" y="${f(y + 4)}">${escaped(name)}</text>`;
    x += whole;
    return drawn + told;
  });
  return { svg: texts.join(''), height: (row + 1) * kRow };
}
